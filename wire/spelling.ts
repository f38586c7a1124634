// Names in any spelling: some services write documented names in another case, or with separators.
import { type Field, recordFields, type Schema } from '../api/schema/types';

/** What all spellings of a name have in common: its letters and digits in one case. */
export function plainName(name: string): string {
	return name.replace(/[_\-\s]/g, '').toLowerCase();
}

export function isSameName(a: string, b: string): boolean {
	return a === b || plainName(a) === plainName(b);
}

interface Names {
	readonly fields: ReadonlyMap<string, Field>;
	/** The lists of records, by the XML elements of their entries. */
	readonly entries: ReadonlyMap<string, string>;
}

const NAMES = new WeakMap<Schema, Names>();

function namesIn(schema: Schema): Names {
	const known = NAMES.get(schema);
	if (known) return known;
	const fields = recordFields(schema);
	const names = {
		fields: new Map(fields.map((field) => [plainName(field.name), field])),
		entries: new Map(
			fields.flatMap(({ name, schema: list }) =>
				list.kind === 'list' && list.item.kind === 'record'
					? [[plainName(list.itemName), name] as const]
					: [],
			),
		),
	};
	NAMES.set(schema, names);
	return names;
}

/** The documented field of a record that a name stands for. */
export function documentedField(schema: Schema, name: string): Field | undefined {
	return namesIn(schema).fields.get(plainName(name));
}

/** The name of the list in a record whose entries are elements of this name. */
export function listOfEntries(schema: Schema, name: string): string | undefined {
	return namesIn(schema).entries.get(plainName(name));
}
