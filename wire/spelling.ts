// Names in any spelling: some services write documented names in another case, or with separators.
import { type Field, recordFields, type Schema } from '../api/schema/types';

/** What all spellings of a name have in common: its letters and digits in one case, with `_` between two digits. */
export function plainName(name: string): string {
	return name.replace(/(?<!\d)_|_(?!\d)|[-\s]/g, '').toLowerCase();
}

export function isSameName(a: string, b: string): boolean {
	return a === b || plainName(a) === plainName(b);
}

const NAMES = new WeakMap<Schema, ReadonlyMap<string, Field>>();

/** The documented field of a record that a name stands for. */
export function documentedField(schema: Schema, name: string): Field | undefined {
	const known = NAMES.get(schema);
	const names =
		known ?? new Map(recordFields(schema).map((field) => [plainName(field.name), field]));
	if (!known) NAMES.set(schema, names);
	return names.get(plainName(name));
}
