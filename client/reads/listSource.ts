// The pages of a list as its readers take them, with its filter and what is known of its totals.
import type { RowFilter } from '../../wire/projection';
import type { RecordValue } from '../../wire/result';
import type { ServiceClient } from '../transport/serviceClient';
import type { TotalsKnowledge } from './position';
import { isNoSuchPage, type Page, type PagedList, readPage } from './readPage';

/** Fetches a page, from 1. The signal aborts a page that is no longer needed. */
export type FetchPage = (number: number, size: number, signal?: AbortSignal) => Promise<Page>;

/** A list of a service, as the readers of lists take it. */
interface ListSource {
	readonly fetchPage: FetchPage;
	/** Whether the filter of the list lets a row through; left out, all count. */
	readonly matches: ((row: RecordValue) => boolean) | undefined;
	readonly totals: TotalsKnowledge;
}

/** The pages of a list. Its filter looks at each row once, while the row is read. */
export function listSource(client: ServiceClient, list: PagedList): ListSource {
	const address = `${client.baseUrl}${list.endpoint.path}`;
	const totals = (client.report.totals[address] ??= { wholeBelow: 0 });
	const filter = list.projection?.where;
	const others = new WeakSet<RecordValue>();
	const where: RowFilter | undefined = filter && {
		...filter,
		matches: (row) => {
			const isMatch = filter.matches(row);
			if (!isMatch) others.add(row);
			return isMatch;
		},
	};
	const filtered = where ? { ...list, projection: { ...list.projection, where } } : list;
	return {
		fetchPage: async (number, size, signal) =>
			await readPage(client, filtered, number, size, signal),
		matches: where && ((row) => !others.has(row)),
		totals,
	};
}

/** Reads one page by itself; one after the first that does not exist is empty. */
export async function readSinglePage(
	fetchPage: FetchPage,
	number: number,
	size: number,
): Promise<Page> {
	return await fetchPage(number, size).catch((error: unknown) =>
		number > 1 && isNoSuchPage(error)
			? { response: {}, rows: [], deletedIds: [] }
			: Promise.reject(error),
	);
}
