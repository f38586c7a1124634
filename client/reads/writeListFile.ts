// Reads a whole list, or its first rows, into a file.
import { type FileFormat, FILE_FORMATS, newColumns } from '../../wire/file/write';
import { listError } from '../failures/serviceError';
import type { List } from './list';
import type { ListPage } from './pages';
import { type ListOutcome, readToEnd } from './wholeList';
import type { RecordValue } from '../../wire/result';

export interface FileSettings {
	readonly format: FileFormat;
	/** The columns of a CSV file; other fields that occur are added behind them. */
	readonly columns: readonly string[];
	readonly shape: (rows: readonly RecordValue[]) => readonly RecordValue[];
}

/** How many rows are encoded at once: enough for a good pace, without a second copy of a whole page. */
const ROWS_PER_CHUNK = 500;

const MAX_PAGES_IN_MEMORY = 3;

/**
 * Reads a list and hands its file to `store` while it is read, never more than a few pages in memory.
 *
 * A list that is short, and a CSV file that needs more columns than its header has, are read again; `store` is called
 * again, and what it stored before is dropped.
 *
 * @param store takes the bytes, and stops reading when it fails
 * @throws ServiceError; whatever `store` throws
 */
export async function writeListFile<T>(
	list: List,
	{ format, columns: documented, shape }: FileSettings,
	store: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
	onPage?: (page: ListPage, records: number) => void,
): Promise<ListOutcome & { readonly stored: T; readonly recordCount: number }> {
	const columns = [...documented];
	const concurrency = Math.min(list.concurrency, MAX_PAGES_IN_MEMORY);
	const written = await readToEnd({ ...list, concurrency }, false, async (pages, reading) => {
		let recordCount = 0;
		const known = new Set(columns);
		const lateColumns: string[] = [];
		async function* encodedPages(): AsyncGenerator<Uint8Array> {
			const encoder = FILE_FORMATS[format].createEncoder(columns);
			if (encoder.begin) yield encoder.begin();
			for await (const each of pages) {
				for (let start = 0; start < each.rows.length; start += ROWS_PER_CHUNK) {
					const records = shape(each.rows.slice(start, start + ROWS_PER_CHUNK));
					recordCount += records.length;
					for (const name of format === 'csv' ? newColumns(records, known) : []) {
						known.add(name);
						lateColumns.push(name);
					}
					if (lateColumns.length === 0) yield encoder.rows(records);
				}
				onPage?.(each, recordCount);
			}
		}
		const stored = await storeChunks(encodedPages(), store);
		columns.push(...lateColumns);
		const hasLateColumns = lateColumns.length > 0;
		const mustReadAgain = hasLateColumns || (!reading.isSecond && reading.undecided.size > 0);
		return { value: { stored, recordCount, hasLateColumns }, mustReadAgain };
	});
	const { value, ...outcome } = written;
	if (value.hasLateColumns)
		throw listError('The fields of the records changed each time that the list was read');
	return { ...outcome, stored: value.stored, recordCount: value.recordCount };
}

/** Stores what is not empty. A stream may report a failure of its source in its own words: the failure itself is thrown. */
async function storeChunks<T>(
	pieces: AsyncIterable<Uint8Array>,
	store: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
	let failure: { readonly error: unknown } | undefined;
	async function* chunks(): AsyncGenerator<Uint8Array> {
		try {
			for await (const piece of pieces) if (piece.length > 0) yield piece;
		} catch (error) {
			failure = { error };
			throw error;
		}
	}
	const stored = await store(chunks()).then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
	if (failure) throw failure.error;
	if ('error' in stored) throw stored.error;
	return stored.value;
}
