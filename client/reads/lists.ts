// Reads a whole list, or its first rows, into memory or into a file; again when it changes meanwhile.
import { type FileFormat, fileFormats, newColumns } from '../../wire/file/write';
import { countText } from '../../wire/result';
import type { Row } from '../rows';
import {
	countsPages,
	type FetchPage,
	firstPosition,
	isWhole,
	type KeyedRows,
	listError,
	type Position,
	scanPages,
} from './pages';
import type { Page } from './read';

export interface ListSettings {
	readonly pageSize: number;
	readonly limit: number;
	readonly concurrency: number;
	/** Which rows count; left out, all do. */
	readonly wanted?: (row: Row) => boolean;
	/** Identifies a row, so that a row that moved to the next page is given once. */
	readonly key?: (row: Row) => string | undefined;
	/** Whether rows hold only some of their fields. */
	readonly isPartial?: boolean;
}

/** A list that changes while it is read is read again until this many attempts were made. */
const maxAttempts = 3;

interface Progress {
	readonly totals: ReadonlySet<number>;
	/** The rows that an earlier page held with other content, by their keys: they may have moved, and others with them. */
	readonly moved: ReadonlySet<string>;
	readonly position: Position;
	/** How many rows count. */
	readonly taken: number;
	/** How many rows have the key of an earlier one. */
	readonly repeats: number;
}

const nothingRead: Progress = {
	totals: new Set(),
	moved: new Set(),
	position: firstPosition(1),
	taken: 0,
	repeats: 0,
};

/** To tell how many keys repeat, at most this number of them is remembered of a list that is not kept. */
const maxRememberedKeys = 100_000;

interface WantedPage {
	readonly page: Page;
	readonly number: number;
	readonly rows: readonly Row[];
	readonly progress: Progress;
}

/**
 * Remembers rows by their keys; of rows that do not count, only that they came.
 *
 * @param scope Rows of all pages, or of the last one: rows that move go to a neighboring page
 */
function rememberRows(isWanted: (row: Row) => boolean, scope: 'all' | 'lastPage') {
	/** Null for a row that does not count. */
	let byKey = new Map<string, Row | null>();
	const moved = new Set<string>();
	const known = new Set<string>();
	let repeats = 0;
	return {
		moved,
		repeats: () => repeats,
		/** Whether an earlier page held this same row. */
		isSeen: (key: string, row: Row): boolean => {
			const earlier = byKey.get(key);
			if (earlier === undefined) return false;
			const isSame = earlier ? JSON.stringify(earlier) === JSON.stringify(row) : !isWanted(row);
			if (!isSame) moved.add(key);
			return isSame;
		},
		add: ({ rows, keys }: KeyedRows): void => {
			if (scope === 'lastPage') byKey = new Map();
			for (const [index, row] of rows.entries()) {
				const key = keys[index];
				if (key === undefined) continue;
				if (byKey.has(key) || known.has(key)) repeats++;
				if (scope === 'lastPage' && known.size < maxRememberedKeys) known.add(key);
				byKey.set(key, isWanted(row) ? row : null);
			}
		},
	};
}

/** The pages of one attempt with the rows that count. */
async function* wantedPages(
	fetchPage: FetchPage,
	{ pageSize, limit, concurrency, wanted, key, isPartial }: ListSettings,
	scope: 'all' | 'lastPage',
	keepsRepeats: boolean,
): AsyncGenerator<WantedPage> {
	const isWanted = wanted ?? (() => true);
	const remembered = rememberRows(isWanted, scope);
	const totals = new Set<number>();
	let taken = 0;
	const start = firstPosition(wanted ? pageSize : Math.min(pageSize, limit));
	const pages = scanPages(fetchPage, start, {
		key,
		isPartial,
		isSeen: keepsRepeats ? undefined : remembered.isSeen,
		// Where rows are chosen, nothing says which page holds the last one that is needed.
		concurrency: wanted && limit !== Infinity ? 1 : concurrency,
		limit: wanted ? undefined : limit,
	});
	for await (const { number, page, position } of pages) {
		if (!page) return;
		remembered.add(page);
		if (page.total !== undefined) totals.add(page.total);
		const rows = page.rows.filter(isWanted).slice(0, limit - taken);
		taken += rows.length;
		const { moved } = remembered;
		const repeats = remembered.repeats();
		// What a page says of itself says nothing about the list.
		const all = countsPages(position) ? new Set<number>() : totals;
		yield { page, number, rows, progress: { totals: all, moved, position, taken, repeats } };
		if (taken >= limit) return;
	}
}

/** Whether the list changed during an attempt that was to read all of it. Rows that come twice in every attempt do not count. */
function hasChanged({ totals, moved, taken }: Progress, before: Progress, limit: number): boolean {
	const isNew = [...moved].some((key) => !before.moved.has(key));
	return (totals.size > 1 || isNew) && taken < limit;
}

/** Whether rows that were taken for ones that moved are rows of the list: they are among the announced ones. */
function lacksRepeats({ position, taken }: Progress, limit: number): boolean {
	return position.repeated > 0 && isWhole(position) && taken < limit;
}

function lessText(total: number, given: number, size: number): string {
	const counts = `The service announced ${total} records and returned ${given}`;
	if (given > total) return `${counts}. All records that it returned are here.`;
	const missing = total - given;
	const isPage =
		missing === size ? ', as many as a page has: its first page may have the number 0' : '';
	return `${counts}. ${missing} may be missing${isPage}.`;
}

function repeatsText(repeats: number): string {
	const have = repeats === 1 ? '1 record has' : `${countText(repeats)} records have`;
	return `IDs repeat: ${have} the ID of an earlier one.`;
}

/** What a person must know about a list that was read, in full sentences. */
function remarksOn(progress: Progress, isChanged: boolean, limit: number): string[] {
	const { position, totals, taken, repeats } = progress;
	const { given, size, step = size } = position;
	if (isChanged) {
		const [most, least] = [Math.max(...totals), Math.min(...totals)];
		const how =
			totals.size > 1 ? `${most} records, then ${least}` : 'records came again with other content';
		return [
			`The list changed while it was read (${how}), ${maxAttempts} times in a row: records may be missing. Run the node again when the list changes less.`,
		];
	}
	const remarks = repeats > 0 ? [repeatsText(repeats)] : [];
	const [total = given] = totals;
	if (taken < limit && total !== given) remarks.push(lessText(total, given, step));
	return remarks;
}

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
	let before = nothingRead;
	let keepsRepeats = false;
	for (let attempt = 1; ; attempt++) {
		const rows: Row[] = [];
		let progress = nothingRead;
		for await (const read of wantedPages(fetchPage, settings, 'all', keepsRepeats)) {
			progress = read.progress;
			for (const row of read.rows) rows.push(row);
			onPage?.(read.page, read.number, rows.length);
		}
		const isChanged = hasChanged(progress, before, settings.limit);
		keepsRepeats = lacksRepeats(progress, settings.limit);
		if (!(isChanged || keepsRepeats) || attempt === maxAttempts)
			return { rows, remarks: remarksOn(progress, isChanged, settings.limit) };
		before = progress;
	}
}

export interface FileSettings {
	readonly format: FileFormat;
	/** The columns of a CSV file; other fields that occur are added behind them. */
	readonly columns: readonly string[];
	readonly shape: (rows: readonly Row[]) => readonly Row[];
}

/** How many rows are encoded at once: enough for a good pace, without a second copy of a whole page. */
const rowsPerChunk = 500;

const maxPagesInMemory = 3;

/**
 * Reads a list and hands its file to `store` while it is read, never more than a few pages in memory.
 *
 * A list that changes while it is read, and a CSV file that needs more columns than its header has, are read
 * again, at most three times in all; `store` is called again, and what it stored before is dropped.
 *
 * @param store takes the bytes, and stops reading when it fails
 * @throws ServiceError; whatever `store` throws
 */
export async function writeListFile<T>(
	fetchPage: FetchPage,
	settings: ListSettings,
	{ format, columns: documented, shape }: FileSettings,
	store: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
	onPage?: (page: Page, number: number, records: number) => void,
): Promise<{
	stored: T;
	recordCount: number;
	/** Whether the limit ended the list, or may have. */
	isLimited: boolean;
	remarks: readonly string[];
}> {
	const { limit } = settings;
	const columns = [...documented];
	const concurrency = Math.min(settings.concurrency, maxPagesInMemory);
	let before = nothingRead;
	let keepsRepeats = false;
	for (let attempt = 1; ; attempt++) {
		let progress = nothingRead;
		let recordCount = 0;
		const lateColumns: string[] = [];
		async function* encodedPages(): AsyncGenerator<Uint8Array> {
			const encoder = fileFormats[format].createEncoder(columns);
			const known = new Set(columns);
			if (encoder.begin) yield encoder.begin();
			const pages = { ...settings, concurrency };
			for await (const read of wantedPages(fetchPage, pages, 'lastPage', keepsRepeats)) {
				progress = read.progress;
				for (let start = 0; start < read.rows.length; start += rowsPerChunk) {
					const records = shape(read.rows.slice(start, start + rowsPerChunk));
					recordCount += records.length;
					for (const name of format === 'csv' ? newColumns(records, known) : []) {
						known.add(name);
						lateColumns.push(name);
					}
					if (lateColumns.length === 0) yield encoder.rows(records);
				}
				onPage?.(read.page, read.number, recordCount);
			}
			if (encoder.end) yield encoder.end();
		}
		// A stream may report a failure of its source in its own words, so it is kept here.
		let failure: { readonly error: unknown } | undefined;
		async function* chunks(): AsyncGenerator<Uint8Array> {
			try {
				for await (const piece of encodedPages()) if (piece.length > 0) yield piece;
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
		const isChanged = hasChanged(progress, before, limit);
		keepsRepeats = lacksRepeats(progress, limit);
		const isBetter = (isChanged || keepsRepeats) && attempt < maxAttempts;
		const mustReadAgain = lateColumns.length > 0 || isBetter;
		if (!mustReadAgain) {
			const { position, taken, totals } = progress;
			const isAll = totals.has(taken) && position.given === taken;
			const isLimited = taken >= limit && !isAll;
			const remarks = remarksOn(progress, isChanged, limit);
			return { stored: stored.value, recordCount, isLimited, remarks };
		}
		if (attempt === maxAttempts)
			throw listError('The fields of the records changed each time that the list was read');
		columns.push(...lateColumns);
		before = progress;
	}
}
