// Reads one page of a list.
import type { ReadEndpoint } from '../../api/endpoint';
import type { Projection } from '../../wire/projection';
import type { ServiceClient } from '../transport/serviceClient';
import { idText, isId } from '../values/ids';
import { statusOf } from '../failures/serviceError';
import { firstPageNumber } from '../serviceSettings';
import { type QueryValues, readRequest } from './readRequest';
import { listIn, readResponse } from './readResponse';
import type { RecordValue } from '../../wire/result';

export interface Page {
	readonly rows: readonly RecordValue[];
	/** How many entries were null: they are left out of the rows. */
	readonly nulls?: number;
	/** The number of all rows, if the service says it. */
	readonly total?: number;
	/** The whole response: what is around the rows. */
	readonly response: RecordValue;
	/** The IDs of deleted rows, as far as this page names them. */
	readonly deletedIds: readonly string[];
}

export interface PagedList {
	readonly endpoint: ReadEndpoint;
	/** The query without the page. */
	readonly values: QueryValues;
	readonly accept: 'json' | 'xml';
	readonly subject?: string;
	readonly projection?: Projection;
}

/**
 * The total that a page announces. Anything but a number or its digits is none, and so is a number below that of the
 * page's entries: .NET writes 0 for one that was never set.
 */
function totalOfPage(announced: unknown, entries: number, pageNumber: number): number | undefined {
	const digits = String(announced);
	const total = /^\d+$/.test(digits) ? Number(digits) : NaN;
	if (!Number.isSafeInteger(total) || total < entries) return undefined;
	return total > 0 || pageNumber === 1 ? total : undefined;
}

/**
 * Reads one page of a list.
 *
 * @param number from 1
 * @throws ServiceError
 */
export async function readPage(
	client: ServiceClient,
	{ endpoint, values, accept, subject, projection }: PagedList,
	number: number,
	size: number,
	signal?: AbortSignal,
): Promise<Page> {
	const { paging } = endpoint;
	if (!paging) throw new Error(`${endpoint.path} does not come in pages.`);
	const servicePage = number - 1 + firstPageNumber(client.settings);
	const query = { ...values, [paging.number]: servicePage, [paging.size]: size };
	const request = { ...readRequest(endpoint, query, accept, subject), page: number };
	const signals = [client.signal, signal].filter((each) => each !== undefined);
	const stoppable = signal ? { ...client, signal: AbortSignal.any(signals) } : client;
	const { value, nulls = 0 } = await readResponse(stoppable, endpoint, request, projection);
	const response = value as RecordValue;
	const rows = listIn(response, endpoint.rows) as readonly RecordValue[];
	return {
		response,
		rows,
		nulls,
		deletedIds: listIn(response, endpoint.deletedIds).map(idText).filter(isId),
		total: totalOfPage(response[paging.total], rows.length + nulls, number),
	};
}

/** A failure that only says that there is no such page. */
export function isNoSuchPage(error: unknown): boolean {
	const status = statusOf(error);
	return status !== undefined && [400, 404, 410, 416, 422].includes(status);
}
