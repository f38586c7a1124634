// Gives an answer's records more or fewer fields than the state holds.
import { recordFields, type Schema } from '../../../api/schema/types';

/** Every field of a record and of what it holds, with null for an absent one, as .NET writes by default. */
export function withNulls(schema: Schema, value: unknown): unknown {
	if (schema.kind === 'list' && Array.isArray(value)) {
		return value.map((item) => withNulls(schema.item, item));
	}
	if (schema.kind !== 'record' || typeof value !== 'object' || value === null) return value;
	const values = value as Readonly<Record<string, unknown>>;
	const all = recordFields(schema).map(
		(field) => [field.name, withNulls(field.schema, values[field.name] ?? null)] as const,
	);
	return { ...values, ...Object.fromEntries(all) };
}

/** Only the fields that the schema knows, in what it holds as well: a record's older form. */
export function onlyKnown(schema: Schema, value: unknown): unknown {
	if (schema.kind === 'list' && Array.isArray(value)) {
		return value.map((item) => onlyKnown(schema.item, item));
	}
	if (schema.kind !== 'record' || typeof value !== 'object' || value === null) return value;
	const values = value as Readonly<Record<string, unknown>>;
	const known = recordFields(schema).filter(({ name }) => values[name] !== undefined);
	return Object.fromEntries(
		known.map((field) => [field.name, onlyKnown(field.schema, values[field.name])]),
	);
}
