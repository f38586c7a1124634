// Reads a whole list, or its first rows, into memory.
import type { Row } from '../row';
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

/**
 * Reads a list until the limit or its end. A list that changes while it is read is read again, at most three times in
 * all: its total changes, or a row comes again with other content, so that it may have moved.
 *
 * @param onPage Called with each page; from page 1 again when the list is read again
 * @throws ServiceError of the kind `list` when the list cannot be read to its end; whatever `fetchPage` throws
 */
export async function readList(
	fetchPage: FetchPage,
	settings: ListSettings,
	onPage?: (page: Page, number: number, rows: number) => void,
): Promise<{ readonly rows: Row[]; readonly remarks: readonly string[] }> {
	let before = NOTHING_READ;
	let keepsRepeats = false;
	for (let attempt = 1; ; attempt++) {
		const rows: Row[] = [];
		let progress = NOTHING_READ;
		for await (const read of matchingPages(fetchPage, settings, 'all', keepsRepeats)) {
			progress = read.progress;
			for (const row of read.rows) rows.push(row);
			onPage?.(read.page, read.number, rows.length);
		}
		const isChanged = hasChanged(progress, before, settings.limit);
		keepsRepeats = lacksRepeats(progress, settings.limit);
		if (!(isChanged || keepsRepeats) || attempt === MAX_ATTEMPTS)
			return { rows, remarks: remarksOn(progress, isChanged, settings.limit) };
		before = progress;
	}
}
