// Every record type of the service, for tests that walk them all.
import { endpoints } from '../../api';
import { notShown } from '../../api/endpoint';
import { kindOf, recordFields, type Schema, typeName } from '../../api/kinds';

function reachable(schema: Schema, found: Set<Schema>): void {
	const kind = kindOf(schema);
	if (kind.kind === 'list') reachable(kind.item, found);
	if (kind.kind !== 'record' || found.has(schema)) return;
	found.add(schema);
	for (const field of recordFields(schema)) reachable(field.schema, found);
}

function recordsOf(...schemas: readonly Schema[]): Schema[] {
	const found = new Set<Schema>();
	for (const schema of schemas) reachable(schema, found);
	// An optional field wraps its record anew, so one type may be met several times.
	const byFields = new Map<string, Schema>();
	for (const schema of found) {
		const names = recordFields(schema).map((field) => field.name);
		byFields.set(`${typeName(schema)}: ${names.join()}`, schema);
	}
	return [...byFields.values()];
}

/** The record types that the service takes. */
export const requestRecords: readonly Schema[] = recordsOf(
	...endpoints.flatMap(({ endpoint }) => (endpoint.body ? [endpoint.body] : [])),
);

/** All record types, those in answers as well as those in requests. */
export const allRecords: readonly Schema[] = recordsOf(
	...endpoints.flatMap(({ endpoint }) => [
		...(endpoint.answer === notShown ? [] : [endpoint.answer]),
		...(endpoint.body ? [endpoint.body] : []),
	]),
);
