// Reads a whole list, or its first rows, into memory.
import type { FetchPage } from './listSource';
import type { Page } from './readPage';
import { type ListReading, type ListSettings, scanList } from './listAttempts';
import type { RecordValue } from '../../wire/result';

/**
 * Reads a list into memory, as `scanList` does.
 *
 * @param onPage Called with each page; from page 1 again when the list is read again
 */
export async function readList(
	fetchPage: FetchPage,
	settings: ListSettings,
	onPage?: (page: Page, number: number, rows: number) => void,
): Promise<{ readonly rows: RecordValue[] } & Pick<ListReading, 'remarks' | 'info'>> {
	const { value, reading } = await scanList(fetchPage, settings, 'all', async (pages) => {
		const all: RecordValue[] = [];
		for await (const { page, number, rows } of pages) {
			for (const row of rows) all.push(row);
			onPage?.(page, number, all.length);
		}
		return { value: all };
	});
	return { rows: value, remarks: reading.remarks, info: reading.info };
}
