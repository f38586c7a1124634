// The fields of a record by name, looked up once for all records of a type.
import { type Kind, kindOf } from '../api/schema/types';

export interface FieldEntry {
	/** The position in the documented order. */
	readonly place: number;
	readonly kind: Kind;
}

const known = new WeakMap<Kind, ReadonlyMap<string, FieldEntry>>();

/** The fields of a record by name, in the documented order; none for any other kind. */
export function fieldsByName(kind: Kind): ReadonlyMap<string, FieldEntry> {
	let fields = known.get(kind);
	if (!fields) {
		const entries = kind.kind === 'record' ? kind.fields : [];
		fields = new Map(
			entries.map(({ name, schema }, place) => [name, { place, kind: kindOf(schema) }]),
		);
		known.set(kind, fields);
	}
	return fields;
}
