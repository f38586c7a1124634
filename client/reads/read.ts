// One request of a read and the value of its response; one page of a list.
import type { ReadEndpoint } from '../../api/endpoint';
import { fieldsOf, type Schema } from '../../api/schema/types';
import type { Projection } from '../../wire/projection';
import { createResponseReader } from '../../wire/response';
import { type Client, responseError, send, type ServiceRequest } from '../transport/send';
import { comparableId, idText, type Row } from '../rows';
import { statusOf } from '../failures';

export type QueryValue = string | number | boolean | readonly string[];
export type QueryValues = Readonly<Record<string, QueryValue | undefined>>;

type Pair = readonly [name: string, value: string];

function pairsOf(name: string, schema: Schema, value: QueryValue | undefined): Pair[] {
	if (value === undefined) return [];
	if (schema.kind !== 'list') return [[name, String(value)]];
	const values = typeof value === 'object' ? value : [String(value)];
	return values.map((entry, index) => [`${name}[${index}]`, entry]);
}

/** The values of a query, so that two that mean the same list are equal. */
export function comparableQuery(values: QueryValues): QueryValues {
	const comparable = (value: QueryValue | undefined): QueryValue | undefined => {
		if (typeof value === 'string') return comparableId(value);
		return typeof value === 'object' ? value.map(comparableId) : value;
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

/** What a request is about, for messages: nothing where its query has no ID. */
export function subjectOf(
	{ idParameter }: ReadEndpoint,
	noun: string,
	values: QueryValues,
): string | undefined {
	const id = idParameter === undefined ? undefined : values[idParameter];
	return id === undefined ? undefined : `the ${noun} with the ID "${String(id)}"`;
}

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
	if (decoded.isEmpty) throw fail({ problem: 'The service responded with an empty record.' });
	return decoded.value;
}

/** One page of a list. */
export interface Page {
	readonly rows: readonly Row[];
	/** The number of all rows, if the service says it. */
	readonly total?: number;
	/** The whole response: what is around the rows. */
	readonly response: Row;
	/** The IDs of deleted rows, as far as this page names them. */
	readonly deletedIds: readonly string[];
}

/** What to read of a list. */
export interface List {
	readonly endpoint: ReadEndpoint;
	/** The query without the page. */
	readonly values: QueryValues;
	readonly accept: 'json' | 'xml';
	readonly subject?: string;
	readonly projection?: Projection;
}

function listIn(response: Row, name: string | undefined): readonly unknown[] {
	const list = name === undefined ? undefined : response[name];
	return Array.isArray(list) ? list : [];
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
): Promise<Page> {
	const { paging } = endpoint;
	if (!paging) throw new Error(`${endpoint.path} does not come in pages.`);
	const query = { ...values, [paging.number]: number, [paging.size]: size };
	const request = { ...readRequest(endpoint, query, accept, subject), page: number };
	const response = (await readResponse(client, endpoint, request, projection)) as Row;
	const announced = response[paging.total];
	// Anything but a number or its digits announces nothing.
	const isCount = typeof announced === 'number' || /^\d+$/.test(String(announced));
	const total = isCount ? Number(announced) : NaN;
	return {
		response,
		rows: listIn(response, endpoint.rows) as readonly Row[],
		deletedIds: listIn(response, endpoint.deletedIds)
			.map(idText)
			.filter((id) => id.trim() !== ''),
		total: Number.isSafeInteger(total) && total >= 0 ? total : undefined,
	};
}

/** A failure that only says that there is no such page. */
export function isNoSuchPage(error: unknown): boolean {
	const status = statusOf(error);
	return status !== undefined && [400, 404, 410, 416, 422].includes(status);
}

/** Reads one page by itself; one after the first that does not exist is empty. */
export async function readSinglePage(
	client: Client,
	list: List,
	number: number,
	size: number,
): Promise<Page> {
	return await readPage(client, list, number, size).catch((error: unknown) =>
		number > 1 && isNoSuchPage(error)
			? { response: {}, rows: [], deletedIds: [] }
			: Promise.reject(error),
	);
}
