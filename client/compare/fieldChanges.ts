// What would change in a record: only the fields that are given are compared.
import { fieldsByName, isRecord, type Schema } from '../../api/schema/types';
import type { RecordValue } from '../../wire/result';
import { isSameValue } from './comparableText';

export interface FieldChange {
	/** Nested fields as a path: `SiteAddress.City`. */
	readonly field: string;
	readonly before: unknown;
	readonly after: unknown;
}

export interface FieldFacts {
	/** The name of a field as it is shown. */
	readonly nameOf: (record: Schema, field: string) => string;
	/** The zone of dates without an offset, in what is sent and in what was read. */
	readonly timeZone: string;
}

/** Whether a value has everything that is sent: the service fills in fields of list entries that were not. */
function hasAllOf(before: unknown, after: unknown, schema: Schema, timeZone: string): boolean {
	if (schema.kind === 'list' && Array.isArray(after) && Array.isArray(before)) {
		const { item } = schema;
		if (after.length !== before.length) return false;
		return after.every((entry, place) => hasAllOf(before[place], entry, item, timeZone));
	}
	if (schema.kind === 'record' && isRecord(after) && isRecord(before)) {
		const fields = fieldsByName(schema);
		return Object.entries(after).every(([name, value]) => {
			const field = fields.get(name)?.schema;
			return field === undefined || hasAllOf(before[name], value, field, timeZone);
		});
	}
	return isSameValue(before, after, schema, timeZone);
}

/** What would change in a field that is sent; in a nested record, field by field. */
export function changesOf(
	name: string,
	after: unknown,
	row: RecordValue,
	schema: Schema,
	facts: FieldFacts,
	above = '',
): FieldChange[] {
	const inner = fieldsByName(schema).get(name)?.schema;
	if (inner === undefined || after === undefined) return [];
	const before = row[name] ?? null;
	const field = `${above}${facts.nameOf(schema, name)}`;
	if (inner.kind !== 'record')
		return hasAllOf(before, after, inner, facts.timeZone) ? [] : [{ field, before, after }];
	const nested = isRecord(before) ? before : {};
	// Null empties every field of a nested record.
	const emptied = Object.fromEntries(Object.keys(nested).map((key) => [key, null]));
	const sent = isRecord(after) ? after : emptied;
	return Object.entries(sent).flatMap(([key, value]) =>
		changesOf(key, value, nested, inner, facts, `${field}.`),
	);
}

/** A record as it is after another one was sent: what is not sent stays. */
export function applied(row: RecordValue, sent: RecordValue): RecordValue {
	const changed = Object.entries(sent).map(([name, value]) => {
		const before = row[name];
		return [name, isRecord(value) && isRecord(before) ? { ...before, ...value } : value];
	});
	return { ...row, ...Object.fromEntries(changed) };
}
