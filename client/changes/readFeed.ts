// Reads the list of a feed, and says what a person must know of the reading.
import { listSource } from '../reads/listSource';
import { missingText, repeatsText } from '../reads/listTexts';
import { scanPages } from '../reads/paging';
import { announcedTotal, firstPosition, fullPageSize, gaveAllRows } from '../reads/position';
import type { PagedList } from '../reads/readPage';
import { pageSizeOf } from '../serviceSettings';
import type { ServiceClient } from '../transport/serviceClient';
import { comparableRowKey, rowKey } from '../values/rowKeys';
import type { RecordValue } from '../../wire/result';
import type { Followed, ListFound } from './follow';

export interface FeedReading extends ListFound {
	/** Why removals are not found, in a full sentence. */
	readonly problem: string | undefined;
}

/** @throws ServiceError when a request fails or the list does not end */
export async function readFeed(
	client: ServiceClient,
	list: PagedList,
	onPage?: (number: number, rows: number) => void,
): Promise<FeedReading> {
	const { fetchPage, totals } = listSource(client, list);
	let position = firstPosition(pageSizeOf(list.endpoint, client.settings));
	const rows: RecordValue[] = [];
	const deletedIds: string[] = [];
	const content = new Map<string, string>();
	const pages = scanPages(fetchPage, position, {
		concurrency: client.settings.concurrency,
		totals,
		key: (row) => comparableRowKey(rowKey(row, list.endpoint)),
		isKnown: (key, row) => content.get(key) === JSON.stringify(row),
	});
	for await (const { number, page, position: reached } of pages) {
		position = reached;
		for (const row of page?.rows ?? []) {
			rows.push(row);
			content.set(comparableRowKey(rowKey(row, list.endpoint)), JSON.stringify(row));
		}
		for (const row of page?.duplicates ?? []) rows.push(row);
		deletedIds.push(...(page?.deletedIds ?? []));
		onPage?.(number, rows.length);
	}
	const isWhole = gaveAllRows(position) && position.duplicateRows === 0;
	const total = announcedTotal(position);
	const short = missingText(total ?? 0, position.distinctRows, fullPageSize(position));
	const problem =
		total === undefined
			? 'The service does not say how many records the list has, so removals are found only where it names them.'
			: `${short} Removals are found by the next complete reading.`;
	return { rows, deletedIds, isWhole, problem: isWhole ? undefined : problem };
}

/** What a person must know of a reading and what followed from it, in full sentences. */
export function feedRemarks(
	{ problem }: FeedReading,
	{ isAllUpdated, repeats }: Followed,
	namedOnly: boolean,
): string[] {
	const remarks: string[] = [];
	if (repeats > 0) remarks.push(`${repeatsText(repeats)} Of these, the newest counts.`);
	if (isAllUpdated)
		remarks.push(
			'Every known record came as updated. If that happens each time, one of their fields changes by itself: ask the operator of the service which.',
		);
	if (problem !== undefined && !namedOnly) remarks.push(problem);
	return remarks;
}
