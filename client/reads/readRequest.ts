// The request of a read: its query, and what it is about.
import type { ReadEndpoint } from '../../api/endpoint';
import { fieldsOf } from '../../api/schema/types';
import type { ServiceRequest } from '../transport/serviceRequest';
import { comparableId } from '../values/ids';

type QueryValue = string | number | boolean | readonly string[];
export type QueryValues = Readonly<Record<string, QueryValue | undefined>>;

/** The values of a query, so that two that mean the same list are equal. */
export function comparableQuery(values: QueryValues): QueryValues {
	const comparable = (value: QueryValue | undefined): QueryValue | undefined => {
		if (typeof value === 'string') return comparableId(value);
		return typeof value === 'object' ? [...new Set(value.map(comparableId))].sort() : value;
	};
	return Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, comparable(value)]),
	);
}

/** The request of a read without a body; a list in its query goes out as `name[0]`, `name[1]`, ... */
export function readRequest(
	{ method, path, query }: ReadEndpoint,
	values: QueryValues,
	accept: 'json' | 'xml',
	subject?: string,
): ServiceRequest {
	const pairs = fieldsOf(query).flatMap(({ name, schema }): Array<[string, string]> => {
		const value = values[name];
		if (value === undefined || path.includes(`{${name}}`)) return [];
		if (schema.kind !== 'list') return [[name, String(value)]];
		return [value].flat().map((entry, index) => [`${name}[${index}]`, String(entry)]);
	});
	return { method, path, pathValues: values, query: pairs, accept, write: false, subject };
}

/** What a request is about, for messages: nothing where its query has no ID. */
export function subjectOf(
	{ idParameter }: ReadEndpoint,
	noun: string,
	values: QueryValues,
): string | undefined {
	const id = idParameter === undefined ? undefined : values[idParameter];
	return id === undefined ? undefined : `the ${noun} with the ID "${String(id)}"`;
}
