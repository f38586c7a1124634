// Values of a response without a schema, by the names that lead to them.
import { isRecord } from '../../api/schema/types';

/** The names of a dotted path; empty for an empty text. */
export function namesOf(path: string): string[] {
	return path.trim() === '' ? [] : path.split('.').map((name) => name.trim());
}

type FoundValue =
	| { readonly ok: true; readonly value: unknown }
	/** The first name that is missing, the value that lacks it, and the names that this has instead. */
	| {
			readonly ok: false;
			readonly missing: string;
			readonly within: unknown;
			readonly present: readonly string[];
	  };

/**
 * The value behind some names. A number leads into a list, from 0. A field whose own name contains dots is found by
 * the whole of it.
 */
export function valueAt(value: unknown, names: readonly string[]): FoundValue {
	if (names.length === 0) return { ok: true, value };
	const [first, ...others] = names;
	const whole = names.join('.');
	if (isRecord(value) && Object.hasOwn(value, whole)) return { ok: true, value: value[whole] };
	if (isRecord(value) && Object.hasOwn(value, first)) return valueAt(value[first], others);
	if (Array.isArray(value) && /^\d+$/.test(first) && Number(first) < value.length)
		return valueAt(value[Number(first)], others);
	const present = isRecord(value) ? Object.keys(value) : [];
	return { ok: false, missing: first, within: value, present };
}

const MOST_NAMES = 10;

/** The names that a person may have meant, for a message. */
export function presentText(present: readonly string[]): string {
	if (present.length === 0) return 'it has no fields there';
	const shown = present.slice(0, MOST_NAMES).join(', ');
	return `it has ${shown}${present.length > MOST_NAMES ? ' ...' : ''}`;
}

/** The text of a single value; of a list or a record, its JSON. */
export function valueText(value: unknown): string {
	if (value === null || value === undefined) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
