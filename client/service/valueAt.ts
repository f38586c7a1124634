// Values of a response without a schema, by the names that lead to them.
import { isRecord } from '../../api/schema/types';
import { redact } from '../failures/redaction';
import type { RecordValue } from '../../wire/result';
import { isSameName } from '../../wire/spelling';

/** The names of a dotted path; empty for an empty text. */
export function namesOf(path: string): string[] {
	return path.trim() === '' ? [] : path.split('.').map((name) => name.trim());
}

interface MissingValue {
	readonly ok: false;
	/** The names that are there instead. */
	readonly present: readonly string[];
}

type FoundValue = { readonly ok: true; readonly value: unknown } | MissingValue;

/** The field of a record with a name, in any spelling. */
function fieldOf(record: RecordValue, name: string): string | undefined {
	if (Object.hasOwn(record, name)) return name;
	return Object.keys(record).find((key) => isSameName(key, name));
}

/** A step from a value to one behind the first of some names; undefined where it lacks the name. */
function stepInto(
	value: unknown,
	names: readonly string[],
): { readonly value: unknown; readonly rest: readonly string[] } | undefined {
	const [first = '', ...rest] = names;
	if (isRecord(value)) {
		// A field whose own name contains dots is found by the whole of it.
		const whole = fieldOf(value, names.join('.'));
		if (whole !== undefined) return { value: value[whole], rest: [] };
		const field = fieldOf(value, first);
		if (field !== undefined) return { value: value[field], rest };
	}
	if (Array.isArray(value) && /^\d+$/.test(first) && Number(first) < value.length)
		return { value: value[Number(first)], rest };
	return undefined;
}

function missingIn(value: unknown): MissingValue {
	return { ok: false, present: isRecord(value) ? Object.keys(value) : [] };
}

/** A value that was looked for through lists. */
export interface ListedValue {
	readonly found: FoundValue;
	/** The lists on the way to it, and which entry of each. */
	readonly place: ReadonlyArray<readonly [list: unknown, index: number]>;
	/** The records on the way to it, from the outside. */
	readonly owners: readonly RecordValue[];
}

/** The values behind some names, one for each entry of the lists on the way. */
export function valuesAt(
	value: unknown,
	names: readonly string[],
	place: ListedValue['place'] = [],
	owners: readonly RecordValue[] = [],
): ListedValue[] {
	const step = names.length === 0 ? undefined : stepInto(value, names);
	const around = isRecord(value) ? [...owners, value] : owners;
	if (step) return valuesAt(step.value, step.rest, place, around);
	if (Array.isArray(value))
		return value.flatMap((entry, index) =>
			valuesAt(entry, names, [...place, [value, index]], owners),
		);
	const found = names.length === 0 ? { ok: true as const, value } : missingIn(value);
	return [{ found, place, owners: around }];
}

const MAX_NAMES = 10;

/** The names that a person may have meant, redacted: a gateway may repeat a secret as a name. */
export function presentText(present: readonly string[], secrets: readonly string[]): string {
	if (present.length === 0) return 'it has no fields there';
	const shown = redact(present.slice(0, MAX_NAMES).join(', '), secrets);
	return `it has ${shown}${present.length > MAX_NAMES ? ' ...' : ''}`;
}

/** The text of a single value; of a list or a record, its JSON. */
export function valueText(value: unknown): string {
	if (value === null || value === undefined) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
