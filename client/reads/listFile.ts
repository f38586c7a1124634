// Writes a list to a file while it is read: page after page, never more than a few of them in memory.
import { createFileEncoder, type FileFormat, newColumns } from '../../wire/file/write';
import { type FetchPage, firstPosition, listError, type Page, scanPages } from './pages';
import type { Row } from './read';
import { maxAttempts, rememberRows, totalRemarks } from './lists';

export interface FileSettings<P extends Page> {
	readonly pageSize: number;
	/** The most rows to write. */
	readonly limit: number;
	/** Pages that are read at once. */
	readonly concurrency: number;
	readonly key?: ((row: unknown) => string | undefined) | undefined;
	/** Whether rows hold only some of their fields. */
	readonly isPartial?: boolean | undefined;
	/** Which rows to write; left out, all. */
	readonly wanted?: ((row: Row) => boolean) | undefined;
	readonly format: FileFormat;
	/** The columns of a CSV file; other fields that occur are added behind them. */
	readonly columns: readonly string[];
	/** The records of the file for some rows. */
	readonly shape: (rows: readonly Row[]) => readonly Row[];
	readonly onPage?: ((page: P, number: number, records: number) => void) | undefined;
}

export interface WrittenFile<T> {
	/** What `store` gave. */
	readonly stored: T;
	readonly recordCount: number;
	/** What a person must know about the file, in full sentences. */
	readonly remarks: readonly string[];
}

/** How many rows are encoded at once: enough for a good pace, without a second copy of a whole page. */
const rowsPerChunk = 500;

/** More than this would hold too much in memory. */
const maxConcurrency = 3;

/** What one reading of the list has found so far. */
interface Attempt {
	recordCount: number;
	/** How many rows came, whether they count or not. */
	given: number;
	/** How many of them count. */
	taken: number;
	readonly totals: Set<number>;
	/** Columns that were found too late to be in this file. */
	readonly lateColumns: string[];
}

async function* encodedPages<P extends Page>(
	fetchPage: FetchPage<P>,
	settings: FileSettings<P>,
	columns: readonly string[],
	attempt: Attempt,
): AsyncGenerator<Uint8Array> {
	const { format, pageSize, limit, wanted, shape, key, isPartial, onPage } = settings;
	const encoder = createFileEncoder(format, columns);
	const known = new Set(columns);
	const begin = encoder.begin();
	if (begin.length > 0) yield begin;
	const remembered = rememberRows(wanted, 'lastPage');
	const pages = scanPages<P>(
		fetchPage,
		firstPosition(wanted ? pageSize : Math.min(pageSize, limit)),
		{
			key,
			isPartial,
			isSeen: remembered.isSeen,
			concurrency: Math.min(settings.concurrency, maxConcurrency),
			limit: wanted ? undefined : limit,
		},
	);
	for await (const { number, page, position } of pages) {
		attempt.given = position.given;
		if (!page) break;
		remembered.add(page);
		if (page.total !== undefined) attempt.totals.add(page.total);
		const all = page.rows as readonly Row[];
		const rows = (wanted ? all.filter(wanted) : all).slice(0, limit - attempt.taken);
		attempt.taken += rows.length;
		for (let start = 0; start < rows.length; start += rowsPerChunk) {
			const records = shape(rows.slice(start, start + rowsPerChunk));
			attempt.recordCount += records.length;
			if (format === 'csv') {
				for (const name of newColumns(records, known)) {
					known.add(name);
					attempt.lateColumns.push(name);
				}
			}
			for (const piece of encoder.rows(records)) {
				if (attempt.lateColumns.length === 0 && piece.length > 0) yield piece;
			}
		}
		onPage?.(page, number, attempt.recordCount);
		if (attempt.taken >= limit) break;
	}
	const end = encoder.end();
	if (end.length > 0) yield end;
}

/**
 * Reads a list and hands its file to `store` while it is read.
 *
 * A list that changes while it is read, and a CSV file that needs more columns than its header has, are read
 * again, at most three times in all; `store` then fails with what it reads from, and is called again.
 *
 * @param store takes the bytes, and stops reading when it fails
 * @throws ServiceError; whatever `store` throws
 */
export async function writeListFile<P extends Page, T>(
	fetchPage: FetchPage<P>,
	settings: FileSettings<P>,
	store: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<WrittenFile<T>> {
	let { columns } = settings;
	for (let number = 1; ; number++) {
		const totals = new Set<number>();
		const lateColumns: string[] = [];
		const attempt: Attempt = { recordCount: 0, given: 0, taken: 0, totals, lateColumns };
		// A stream may report a failure of its source in its own words, so it is kept here.
		let failure: { readonly error: unknown } | undefined;
		let mustReadAgain = false;
		const chunks = async function* () {
			try {
				yield* encodedPages(fetchPage, settings, columns, attempt);
			} catch (error) {
				failure = { error };
				throw error;
			}
			const isFull = attempt.taken >= settings.limit;
			const hasChanged = totals.size > 1 && !isFull && number < maxAttempts;
			mustReadAgain = lateColumns.length > 0 || hasChanged;
			if (mustReadAgain) throw new Error('The list is read again.');
		};
		const stored = await store(chunks()).then(
			(value) => ({ value }),
			(error: unknown) => ({ error }),
		);
		if (failure) throw failure.error;
		if (!mustReadAgain) {
			if ('error' in stored) throw stored.error;
			const remarks = attempt.taken >= settings.limit ? [] : totalRemarks(totals, attempt.given);
			return { stored: stored.value, recordCount: attempt.recordCount, remarks };
		}
		if (number === maxAttempts)
			throw listError('The fields of the records changed each time that the list was read');
		columns = [...columns, ...lateColumns];
	}
}
