// Reads a whole list, or its first rows, into memory.
import type { FetchPage } from './paging';
import type { Page } from './readPage';
import {
	hasChanged,
	lacksRepeats,
	type ListSettings,
	MAX_ATTEMPTS,
	NOTHING_READ,
	remarksOn,
	matchingPages,
} from './listAttempts';
import type { RecordValue } from '../../wire/result';

/** Takes the rows of a page that count. */
type TakeRows = (rows: readonly RecordValue[], page: Page, number: number) => void;

/**
 * Reads a list until the limit or its end. A list that changes while it is read is read again, at most three times in
 * all: its total changes, or a row comes again with other content, so that it may have moved.
 *
 * @param start Called when reading begins, from the first page again as well; gives what takes the rows
 * @param scope Which rows are remembered to tell those that moved
 * @throws ServiceError of the kind `list` when the list cannot be read to its end; whatever `fetchPage` throws
 */
export async function scanList(
	fetchPage: FetchPage,
	settings: ListSettings,
	start: () => TakeRows,
	scope: 'all' | 'lastPage' = 'lastPage',
) {
	let before = NOTHING_READ;
	let keepsRepeats = false;
	for (let attempt = 1; ; attempt++) {
		const take = start();
		let progress = NOTHING_READ;
		for await (const read of matchingPages(fetchPage, settings, scope, keepsRepeats)) {
			progress = read.progress;
			take(read.rows, read.page, read.number);
		}
		const isChanged = hasChanged(progress, before, settings.limit);
		keepsRepeats = lacksRepeats(progress, settings.limit);
		if (!(isChanged || keepsRepeats) || attempt === MAX_ATTEMPTS) return { progress, isChanged };
		before = progress;
	}
}

/**
 * Reads a list into memory, as `scanList` does.
 *
 * @param onPage Called with each page; from page 1 again when the list is read again
 */
export async function readList(
	fetchPage: FetchPage,
	settings: ListSettings,
	onPage?: (page: Page, number: number, rows: number) => void,
): Promise<{ readonly rows: RecordValue[]; readonly remarks: readonly string[] }> {
	let all: RecordValue[] = [];
	const start = (): TakeRows => {
		all = [];
		return (rows, page, number) => {
			for (const row of rows) all.push(row);
			onPage?.(page, number, all.length);
		};
	};
	const { progress, isChanged } = await scanList(fetchPage, settings, start, 'all');
	return { rows: all, remarks: remarksOn(progress, isChanged, settings.limit) };
}
