// From an endpoint and checked values to the request that is sent.
import { fieldsOf, kindOf, type Schema } from '../../api/kinds';
import type { ReadEndpoint } from '../../api/endpoint';
import type { ServiceRequest } from './exchange';

export type QueryValue = string | number | boolean | readonly string[];
export type QueryValues = Readonly<Record<string, QueryValue | undefined>>;

type Pair = readonly [name: string, value: string];

function pairsOf(name: string, schema: Schema, value: QueryValue | undefined): Pair[] {
	if (value === undefined) return [];
	if (kindOf(schema).kind === 'list') {
		const values = Array.isArray(value) ? (value as string[]) : [String(value)];
		return values.map((entry, index) => [`${name}[${index}]`, entry] as const);
	}
	return [[name, String(value)]];
}

/** The query of an endpoint in the document's order; a collection goes out as `name[0]`, `name[1]`, ... */
export function queryOf(endpoint: ReadEndpoint, values: QueryValues): Pair[] {
	return fieldsOf(endpoint.query).flatMap(({ name, schema }) =>
		pairsOf(name, schema, values[name]),
	);
}

/** The request of a read without a body. */
export function readRequest(
	endpoint: ReadEndpoint,
	values: QueryValues,
	accept: 'json' | 'xml',
	subject?: string,
): ServiceRequest {
	return {
		method: endpoint.method,
		path: endpoint.path,
		query: queryOf(endpoint, values),
		accept,
		write: false,
		...(subject === undefined ? {} : { subject }),
	};
}
