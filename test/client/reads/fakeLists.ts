// Lists of a test's own pages.
import { comparableRowKey, rowKey } from '../../../client/values/rowKeys';
import type { RecordValue } from '../../../wire/result';
import type { List, Page } from '../../../client/reads/list';

/** A list of pages, whose rows are known by Id; `asked` are the pages that were fetched. */
export function listOfPages(
	answer: (number: number) => Partial<Page>,
	change: Partial<List> = {},
): { readonly asked: number[]; readonly list: List } {
	const asked: number[] = [];
	const fetchPage = async (number: number): Promise<Page> => {
		asked.push(number);
		await Promise.resolve();
		const { rows = [], ...page } = answer(number);
		const keys = rows.map((row) => comparableRowKey(rowKey(row, { key: 'Id' })));
		return { rows, keys, nulls: 0, response: {}, deletedIds: [], ...page };
	};
	const list: List = {
		fetchPage,
		firstPage: 1,
		concurrency: 4,
		limit: Infinity,
		report: { nulls: 0, contradicting: 0 },
		...change,
	};
	return { asked, list };
}

export async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
	const parts: Uint8Array[] = [];
	for await (const chunk of chunks) parts.push(chunk);
	return Buffer.concat(parts).toString();
}

/** The rows of an NDJSON file. */
export function rowsIn(text: string): RecordValue[] {
	const lines = text.split('\n').filter(Boolean);
	return lines.map((line) => JSON.parse(line) as RecordValue);
}
