// Values of a response without a schema, by the names that lead to them.
import { isRecord } from '../../api/schema/types';
import type { RecordValue } from '../../wire/result';
import { plainName } from '../../wire/spelling';
import { TEXT } from '../../wire/xml/markup';

/** The names of a dotted path; empty for an empty text. */
export function namesOf(path: string): string[] {
	return path
		.split('.')
		.map((name) => name.trim())
		.filter((name) => name !== '');
}

/** The text of an XML element that has attributes and no other elements; any other value as it is. */
function withoutAttributes(value: unknown): unknown {
	if (!isRecord(value) || Object.keys(value).length === 0) return value;
	const isElement = Object.keys(value).every((name) => name === TEXT || name.startsWith('@'));
	return isElement ? (value[TEXT] ?? '') : value;
}

/** A record in which attributes count as fields. */
export function withAttributesAsFields(record: RecordValue): RecordValue {
	return Object.fromEntries(
		Object.entries(record).map(([name, value]) => [
			name.replace(/^@/, ''),
			withoutAttributes(value),
		]),
	);
}

/** The field of a record with a name, in any spelling. */
function fieldOf(record: RecordValue, name: string): string | undefined {
	if (Object.hasOwn(record, name)) return name;
	return Object.keys(record).find((key) => plainName(key) === plainName(name));
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

/** A value that a path leads to, through lists if need be. */
export interface ListedValue {
	readonly isFound: boolean;
	readonly value: unknown;
	/** The lists on the way to it, and which entry of each. */
	readonly place: ReadonlyArray<readonly [list: unknown, index: number]>;
	/** The records on the way to it, from the outside. */
	readonly owners: readonly RecordValue[];
}

/** The values behind some names, one for each entry of the lists on the way; of a missing one, what lacks it. */
export function valuesAt(
	value: unknown,
	names: readonly string[],
	place: ListedValue['place'] = [],
	owners: readonly RecordValue[] = [],
): ListedValue[] {
	const isFound = names.length === 0;
	const step = isFound ? undefined : stepInto(value, names);
	const around = isRecord(value) ? [...owners, value] : owners;
	if (step) return valuesAt(step.value, step.rest, place, around);
	if (Array.isArray(value))
		return value.flatMap((entry, index) =>
			valuesAt(entry, names, [...place, [value, index]], owners),
		);
	return [{ isFound, value, place, owners: around }];
}

/** The text of a single value: of an element with attributes its text, of any other list or record its JSON. */
export function valueText(value: unknown): string {
	if (value === null || value === undefined) return '';
	const plain = withoutAttributes(value);
	return typeof plain === 'object' ? JSON.stringify(plain) : String(plain);
}

/** How many entries of a list are enough to learn its fields. */
const MAX_ENTRIES = 100;

/** The names that lead to each value of a response, with dots between them; those of list entries once. */
export function pathsIn(value: unknown, path = ''): string[] {
	if (Array.isArray(value))
		return [...new Set(value.slice(0, MAX_ENTRIES).flatMap((entry) => pathsIn(entry, path)))];
	if (!isRecord(value)) return path === '' ? [] : [path];
	return Object.entries(value).flatMap(([name, member]) =>
		pathsIn(member, path === '' ? name : `${path}.${name}`),
	);
}
