// Every record type of the service, for tests that walk them all.
import { endpoints } from '../../api';
import { undocumented } from '../../api/endpoint';
import { recordFields, type Schema, typeName } from '../../api/schema/types';

function reachable(schema: Schema, found: Set<Schema>): void {
	if (schema.kind === 'list') reachable(schema.item, found);
	if (schema.kind !== 'record' || found.has(schema)) return;
	found.add(schema);
	for (const field of recordFields(schema)) reachable(field.schema, found);
}

function recordsOf(...schemas: readonly Schema[]): Schema[] {
	const found = new Set<Schema>();
	for (const schema of schemas) reachable(schema, found);
	// An optional field wraps its record again, so one type may occur several times.
	const byFields = new Map<string, Schema>();
	for (const schema of found) {
		const names = recordFields(schema).map((field) => field.name);
		byFields.set(`${typeName(schema)}: ${names.join()}`, schema);
	}
	return [...byFields.values()];
}

/** The record types of request bodies. */
export const requestRecords: readonly Schema[] = recordsOf(
	...endpoints.flatMap(({ endpoint }) => (endpoint.body ? [endpoint.body] : [])),
);

/** All record types, in responses and in requests. */
export const allRecords: readonly Schema[] = recordsOf(
	...endpoints.flatMap(({ endpoint }) => [
		...(endpoint.response === undocumented ? [] : [endpoint.response]),
		...(endpoint.body ? [endpoint.body] : []),
	]),
);
