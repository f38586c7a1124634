// One request of a read and the value of its response; one page of a list; records by many IDs.
import { type ReadEndpoint, rowSchema } from '../../api/endpoint';
import { fieldsOf, isRecord } from '../../api/schema/types';
import { encodeBody, type Format } from '../../wire';
import type { Projection } from '../../wire/projection';
import { EMPTY_RECORD, onlyRowProblem, ResponseReader } from '../../wire/response';
import type { Client } from '../transport/serviceClient';
import { fanOut } from '../transport/fanOut';
import { responseError, type ServiceRequest } from '../transport/serviceRequest';
import { send } from '../transport/send';
import { byComparableId, comparableId, comparableKey, idText, type Row } from '../rows';
import { statusOf } from '../failures';

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

function listIn(response: unknown, name: string | undefined): readonly unknown[] {
	const list = name === undefined || !isRecord(response) ? undefined : response[name];
	return Array.isArray(list) ? list : [];
}

function isWholeRow({ fields, onlyFilled, where }: Projection = {}): boolean {
	return !fields && !onlyFilled && !where;
}

interface Decoded {
	readonly value: unknown;
	/** How many entries of its list were null. */
	readonly nulls?: number | undefined;
}

async function readDecoded(
	client: Client,
	endpoint: ReadEndpoint,
	request: ServiceRequest,
	projection?: Projection,
): Promise<Decoded> {
	const { rows, oneOrMany, response: schema, fullerResponse = schema } = endpoint;
	const shape = { schema: fullerResponse, rows, oneOrMany };
	const response = await send(client, {
		...request,
		reader: (contentType) => new ResponseReader(shape, { contentType, projection }),
	});
	const { reader, status } = response;
	// Where there may be one, many or none, "no content" is none.
	if (status === 204 && oneOrMany) return { value: [] };
	// After the first page, it is the end of a list.
	if (status === 204 && (request.page ?? 1) > 1) return { value: {} };
	if (!reader) throw new Error('A success came without its reader.');
	const decoded = reader.end();
	const fail = (failure: { readonly problem: string; readonly isTooLarge?: true | undefined }) =>
		responseError(client, response, Buffer.from(reader.received), failure);
	if (!decoded.ok) throw fail(decoded);
	if (decoded.drift) client.onDrift?.(decoded.drift);
	if (decoded.isEmpty) throw fail({ problem: EMPTY_RECORD });
	// Rows of which only a part was read may lack the fields that tell what they are.
	if (rows !== undefined && isWholeRow(projection)) {
		const problem = onlyRowProblem(
			rowSchema({ response: fullerResponse, rows }),
			listIn(decoded.value, rows),
		);
		if (problem !== undefined) throw fail({ problem });
	}
	if (decoded.nulls) client.onNulls?.(decoded.nulls);
	return decoded;
}

/**
 * Sends the request of a read and decodes the response while it arrives. Entries of a list that are null are left out.
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
	return (await readDecoded(client, endpoint, request, projection)).value;
}

export interface Page {
	readonly rows: readonly Row[];
	/** How many entries were null: they are left out of the rows. */
	readonly nulls?: number;
	/** The number of all rows, if the service says it. */
	readonly total?: number;
	/** The whole response: what is around the rows. */
	readonly response: Row;
	/** The IDs of deleted rows, as far as this page names them. */
	readonly deletedIds: readonly string[];
}

export interface List {
	readonly endpoint: ReadEndpoint;
	/** The query without the page. */
	readonly values: QueryValues;
	readonly accept: 'json' | 'xml';
	readonly subject?: string;
	readonly projection?: Projection;
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
	signal?: AbortSignal,
): Promise<Page> {
	const { paging } = endpoint;
	if (!paging) throw new Error(`${endpoint.path} does not come in pages.`);
	const query = { ...values, [paging.number]: number, [paging.size]: size };
	const request = { ...readRequest(endpoint, query, accept, subject), page: number };
	const signals = [client.signal, signal].filter((one) => one !== undefined);
	const stoppable = signal ? { ...client, signal: AbortSignal.any(signals) } : client;
	const { value, nulls = 0 } = await readDecoded(stoppable, endpoint, request, projection);
	const response = value as Row;
	const announced = String(response[paging.total]);
	// Anything but a number or its digits announces nothing.
	const total = /^\d+$/.test(announced) ? Number(announced) : NaN;
	const rows = listIn(response, endpoint.rows) as readonly Row[];
	const count = rows.length + nulls;
	const isTotal = Number.isSafeInteger(total) && total >= count && (total > 0 || number === 1);
	return {
		response,
		rows,
		nulls,
		deletedIds: listIn(response, endpoint.deletedIds)
			.map(idText)
			.filter((id) => id.trim() !== ''),
		// A number below that of the rows says nothing either: .NET writes 0 for one that was never set.
		total: isTotal ? total : undefined,
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

export interface IdsSettings {
	readonly accept: 'json' | 'xml';
	readonly format: Format;
	readonly concurrency: number;
	readonly projection?: Projection;
	readonly onBatch?: (batch: number, batches: number) => void;
	/** Called when the request for some IDs failed; left out, the first failure is thrown. */
	readonly onFailure?: (ids: readonly string[], error: unknown) => void;
}

export interface FoundRecord {
	readonly record: Row;
	/** The IDs that it was read for: one, or all of its request where its own ID is none of them. */
	readonly ids: readonly string[];
}

/**
 * Reads records by many IDs: each ID once, in as few requests as the service takes.
 *
 * @returns the records, and the IDs that were read without failure and gave nothing
 * @throws ServiceError of the first request that failed, unless `onFailure` takes it
 */
export async function readByIds(
	client: Client,
	endpoint: ReadEndpoint,
	ids: Iterable<string>,
	settings: IdsSettings,
): Promise<{ readonly found: readonly FoundRecord[]; readonly missing: readonly string[] }> {
	const { accept, format, projection, onBatch, onFailure } = settings;
	const { method, path } = endpoint;
	const missing = byComparableId(ids);
	const distinct = [...missing.values()];
	const size = endpoint.idsPerRequest ?? distinct.length;
	const count = Math.ceil(distinct.length / size);
	const readBatch = async (batch: readonly string[]): Promise<FoundRecord[]> => {
		const body = encodeBody(endpoint.body ?? endpoint.response, batch, format);
		if (!body.ok) throw new Error(body.problem);
		const request = { method, path, body: body.value, accept, write: false };
		const records = (await readResponse(client, endpoint, request, projection)) as Row[];
		const byKey = byComparableId(batch);
		return records.map((record) => {
			const key = comparableKey(record, endpoint.key) ?? '';
			missing.delete(key);
			const id = byKey.get(key);
			return { record, ids: id === undefined ? batch : [id] };
		});
	};
	const found = await fanOut(client, count, settings.concurrency, async (index) => {
		const batch = distinct.slice(index * size, (index + 1) * size);
		const records = await readBatch(batch).catch((error: unknown) => {
			if (!onFailure) return Promise.reject(error);
			for (const id of batch) missing.delete(comparableId(id));
			onFailure(batch, error);
			return [];
		});
		onBatch?.(index + 1, count);
		return records;
	});
	return { found: found.flat(), missing: [...missing.values()] };
}
