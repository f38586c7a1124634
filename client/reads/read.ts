// One request of a read and the value of its response; one page of a list.
import type { Paging, ReadEndpoint } from '../../api/endpoint';
import { fieldsOf, type Schema } from '../../api/schema/types';
import type { Projection } from '../../wire/projection';
import { createResponseReader } from '../../wire/response';
import type { Client } from '../client';
import { comparableId, idText } from './keys';
import type { Page } from './pages';
import { responseError, send, type ServiceRequest } from '../transport/send';

export type QueryValue = string | number | boolean | readonly string[];
export type QueryValues = Readonly<Record<string, QueryValue | undefined>>;

export type Row = Readonly<Record<string, unknown>>;

type Pair = readonly [name: string, value: string];

function pairsOf(name: string, schema: Schema, value: QueryValue | undefined): Pair[] {
	if (value === undefined) return [];
	if (schema.kind !== 'list') return [[name, String(value)]];
	const values = Array.isArray(value) ? (value as readonly string[]) : [String(value)];
	return values.map((entry, index) => [`${name}[${index}]`, entry] as const);
}

/** The values of a query, so that two that mean the same list are equal. */
export function comparableQuery(values: QueryValues): QueryValues {
	const comparable = (value: QueryValue | undefined): QueryValue | undefined => {
		if (typeof value === 'string') return comparableId(value);
		return Array.isArray(value) ? (value as readonly string[]).map(comparableId) : value;
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
	const pairs = fieldsOf(query).flatMap(({ name, schema }) => pairsOf(name, schema, values[name]));
	return { method, path, query: pairs, accept, write: false, subject };
}

/** The ID of what is read, among the values of the query. */
export function idOf(
	{ idParameter }: Pick<ReadEndpoint, 'idParameter'>,
	values: QueryValues,
): QueryValue | undefined {
	return idParameter === undefined ? undefined : values[idParameter];
}

/** What a request is about, for messages. */
export function subjectOf(
	endpoint: ReadEndpoint,
	noun: string,
	values: QueryValues,
): string | undefined {
	const id = idOf(endpoint, values);
	return id === undefined ? undefined : `the ${noun} with the ID "${String(id)}"`;
}

const emptyResponse = 'The service responded with an empty record.';

/**
 * Sends the request of a read and decodes the response while it arrives.
 *
 * @param projection Which fields of a row to read; the others are never made
 * @throws ServiceError when the request fails or its response is something else
 */
export async function readResponse(
	client: Client,
	endpoint: ReadEndpoint,
	request: ServiceRequest,
	projection?: Projection,
): Promise<unknown> {
	const shape = {
		schema: endpoint.fullerResponse ?? endpoint.response,
		rows: endpoint.rows,
		oneOrMany: endpoint.oneOrMany,
	};
	const response = await send(client, {
		...request,
		reader: (contentType) => createResponseReader(shape, { contentType, projection }),
	});
	const { reader, status } = response;
	// Where there may be one, many or none, "no content" is none.
	if (status === 204 && endpoint.oneOrMany) return [];
	if (!reader) throw new Error('A success came without its reader.');
	const decoded = reader.end();
	const fail = (failure: { readonly problem: string; readonly isTooLarge?: true | undefined }) =>
		responseError(client, response, Buffer.from(reader.received()), failure);
	if (!decoded.ok) throw fail(decoded);
	if (decoded.drift) client.onDrift?.(decoded.drift);
	if (decoded.isEmpty) throw fail({ problem: emptyResponse });
	return decoded.value;
}

/** One page of a list. */
export interface ListPage extends Page {
	/** The rows of this page. */
	readonly rows: readonly Row[];
	/** The whole response: what is around the rows. */
	readonly response: Row;
	/** The IDs of deleted rows, as far as this page names them. */
	readonly deletedIds: readonly string[];
}

/** What a page that does not exist holds. */
export const noPage: ListPage = { response: {}, rows: [], deletedIds: [] };

/** The page that a response is. */
export function pageOf(response: Row, endpoint: ReadEndpoint, { total }: Paging): ListPage {
	const listIn = (name: string | undefined): readonly unknown[] => {
		const list = name === undefined ? undefined : response[name];
		return Array.isArray(list) ? list : [];
	};
	const announced = response[total];
	// Anything but a number or its digits announces nothing.
	const isCount = typeof announced === 'number' || /^\d+$/.test(String(announced));
	const count = isCount ? Number(announced) : NaN;
	return {
		response,
		rows: listIn(endpoint.rows) as readonly Row[],
		deletedIds: listIn(endpoint.deletedIds)
			.map(idText)
			.filter((id) => id.trim() !== ''),
		total: Number.isSafeInteger(count) && count >= 0 ? count : undefined,
	};
}

/** What to read of a list. */
export interface List {
	readonly endpoint: ReadEndpoint;
	/** The query without the page. */
	readonly values: QueryValues;
	readonly accept: 'json' | 'xml';
	readonly subject?: string | undefined;
	readonly projection?: Projection | undefined;
}

/**
 * Reads one page of a list.
 *
 * @param number from 1
 * @throws ServiceError
 */
export async function readPage(
	client: Client,
	{ endpoint, values, accept, subject, projection }: List,
	number: number,
	size: number,
): Promise<ListPage> {
	const { paging } = endpoint;
	if (!paging) throw new Error(`${endpoint.path} does not come in pages.`);
	const query = { ...values, [paging.number]: number, [paging.size]: size };
	const request = { ...readRequest(endpoint, query, accept, subject), page: number };
	return pageOf(
		(await readResponse(client, endpoint, request, projection)) as Row,
		endpoint,
		paging,
	);
}
