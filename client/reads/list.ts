// A list of the service: how one page of it is fetched, and which rows are the same.
import type { ReadEndpoint } from '../../api/endpoint';
import { EMPTY_RESPONSE } from '../../wire/response';
import { type Projection, projector } from '../../wire/projection';
import type { RecordValue } from '../../wire/result';
import type { ClientReport } from '../clientReport';
import { comparableRowKey, isContentKey, rowKey } from '../values/rowKeys';
import { isEmptyResponse, ServiceError, statusOf } from '../failures/serviceError';
import { pageSizeOf, type ServiceSettings } from '../serviceSettings';
import type { ServiceClient } from '../transport/serviceClient';
import { idText } from '../values/ids';
import { type QueryValues, readRequest } from './readRequest';
import { listIn, readResponse } from './readResponse';

/** A page as the service gave it. */
export interface Page {
	readonly rows: readonly RecordValue[];
	/** What tells each row from the others: its ID or what stands for it, else its content. */
	readonly keys: readonly string[];
	/** How many entries were null: they are left out of the rows. */
	readonly nulls: number;
	/** The number that it announces, if any. */
	readonly total?: number | undefined;
	/** The whole response: what is around the rows. */
	readonly response: RecordValue;
	/** The IDs of deleted rows, as far as this page names them. */
	readonly deletedIds: readonly string[];
}

/** A list that can be read. */
export interface List {
	/** Fetches the page with this number of the service's. The signal aborts one that is no longer needed. */
	readonly fetchPage: (number: number, signal?: AbortSignal) => Promise<Page>;
	readonly firstPage: ServiceSettings['firstPage'];
	/** How many pages are read at once where the list is known to have them. */
	readonly concurrency: number;
	/** The most rows that are needed; Infinity for all. */
	readonly limit: number;
	/** Where nulls and contradicting rows are counted, once the list was read. */
	readonly report: Pick<ClientReport, 'nulls' | 'contradicting'>;
	/** Which rows count; left out, all do. */
	readonly matches?: ((row: RecordValue) => boolean) | undefined;
	/** Whether the service was to leave out the other rows. */
	readonly isFilteredByService?: boolean;
}

/** Which list to read, and what of it. */
export interface ListRequest {
	readonly endpoint: ReadEndpoint;
	/** The query without the page. */
	readonly values: QueryValues;
	readonly subject?: string | undefined;
	readonly projection?: Projection | undefined;
	readonly limit?: number;
	/** The most rows of a page. */
	readonly maxPageSize?: number;
}

/** The total that a response announces: a number or its digits. */
function totalIn(announced: unknown): number | undefined {
	const total = /^\d+$/.test(String(announced)) ? Number(announced) : NaN;
	return Number.isSafeInteger(total) ? total : undefined;
}

export const NO_PAGE: Page = { rows: [], keys: [], nulls: 0, response: {}, deletedIds: [] };

type Query = Pick<ListRequest, 'endpoint' | 'values'>;

/** The filters of the service that are set: the field of each, with the values that it may have. */
function allowedValues({ endpoint, values }: Query) {
	return Object.entries(endpoint.serviceFilters ?? {}).flatMap(([name, field]) => {
		const value = values[name];
		if (field === undefined || value === undefined) return [];
		return [{ field, allowed: new Set([value].flat().map(plainText)) }];
	});
}

function plainText(value: unknown): string {
	return String(value).trim().toLowerCase();
}

/** The fields that must be read of every row: they identify it, or show whether it is one that was asked for. */
export function neededFields(query: Query): string[] {
	const { key, secondKey } = query.endpoint;
	const fields = [key, secondKey, ...allowedValues(query).map(({ field }) => field)];
	return fields.filter((name) => name !== undefined);
}

/** Whether a row matches the filters; a field that is absent counts as a match. */
function rowMatcher(request: ListRequest): List['matches'] {
	const filters = allowedValues(request);
	if (filters.length === 0) return request.projection?.where?.matches;
	return (row) =>
		filters.every(({ field, allowed }) => {
			const value = row[field];
			return value === undefined || value === null || allowed.has(plainText(value));
		});
}

/** Makes the list of a request, ready to be read page by page. */
export function listOf(client: ServiceClient, request: ListRequest): List {
	const { endpoint, values, subject, projection, limit = Infinity, maxPageSize } = request;
	const { concurrency, firstPage, responseFormat } = client.settings;
	const { paging } = endpoint;
	if (!paging) throw new Error(`${endpoint.path} does not come in pages.`);
	const where = projection?.where;
	const ofService = pageSizeOf(endpoint, client.settings);
	const largest = paging.holdsProducts && !where ? limit : Infinity;
	const size = Math.min(ofService, maxPageSize ?? Infinity, largest);
	const fields = projection?.fields && [
		...new Set([...neededFields(request), ...projection.fields]),
	];
	const selection: Projection = { ...projection, fields };
	const isProjected = (fields ?? where) !== undefined || projection?.onlyFilled === true;
	/** If rows have no ID, only their whole content tells them apart: all fields are read, and some selected later. */
	let readsAll = false;

	const readPage = async (
		number: number,
		signal?: AbortSignal,
		maxRetries = client.settings.maxRetries,
	): Promise<Page> => {
		const query = { ...values, [paging.number]: number, [paging.size]: size };
		const signals = [client.signal, signal].filter((each) => each !== undefined);
		const { value, nulls = 0 } = await readResponse(
			{
				...client,
				settings: { ...client.settings, maxRetries },
				signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0],
			},
			endpoint,
			{ ...readRequest(endpoint, query, responseFormat, subject), page: number },
			readsAll ? undefined : selection,
		);
		const response = value as RecordValue;
		const rows = listIn(response, endpoint.rows) as readonly RecordValue[];
		return {
			rows,
			keys: rows.map((row) => comparableRowKey(rowKey(row, endpoint))),
			nulls,
			total: totalIn(response[paging.total]),
			response,
			deletedIds: listIn(response, endpoint.deletedIds)
				.map(idText)
				.filter((id) => id.trim() !== ''),
		};
	};

	const first = firstPage === 0 ? 0 : 1;
	const fetchPage = async (number: number, signal?: AbortSignal): Promise<Page> => {
		try {
			const page =
				number < first
					? await readPage(number, signal, 0).catch((error: unknown) =>
							isBusy(error) ? readPage(number, signal) : Promise.reject(error),
						)
					: await readPage(number, signal);
			if (readsAll) return { ...page, rows: page.rows.map(projector(selection)) as RecordValue[] };
			readsAll = isProjected && page.keys.some(isContentKey);
			return readsAll ? await fetchPage(number, signal) : page;
		} catch (error) {
			if (isEmptyResponse(error) && (number !== first || isEmptyList(error))) return NO_PAGE;
			throw error;
		}
	};
	const { report } = client;
	const isFilteredByService = allowedValues(request).length > 0;
	const matches = rowMatcher(request);
	return { fetchPage, firstPage, concurrency, limit, report, matches, isFilteredByService };
}

/** Whether a first page without a body is a list without rows: that of something with an ID was not found. */
function isEmptyList(error: unknown): boolean {
	const { failure } = error as ServiceError;
	return failure.kind === 'response' && failure.problem === EMPTY_RESPONSE.problem;
}

/** Whether a later try may succeed. Status 500 does not count: it may be the answer to a page that does not exist. */
function isBusy(error: unknown): boolean {
	return error instanceof ServiceError && error.isTemporary && statusOf(error) !== 500;
}
