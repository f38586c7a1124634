// Reads a whole list, or its first rows; one that changes while it is read is read again.
import type { RecordValue } from '../../wire/result';
import {
	firstPosition,
	fullPageSize,
	gaveAllRows,
	type ListPosition,
	type TotalsKnowledge,
	totalsCountPages,
} from './position';
import type { FetchPage } from './listSource';
import { scanPages } from './paging';
import type { KeyedRows } from './inspectPage';
import type { Page } from './readPage';
import { changedText, missingText, repeatsText } from './listTexts';

export interface ListSettings {
	readonly pageSize: number;
	readonly limit: number;
	readonly concurrency: number;
	/** Which rows count; left out, all do. */
	readonly matches?: (row: RecordValue) => boolean;
	/** Identifies a row, so that a row that moved to the next page is given once. */
	readonly key?: (row: RecordValue) => string | undefined;
	/** Whether rows hold only some of their fields. */
	readonly isPartial?: boolean;
	/** What is known of the totals; what this reading shows is added. */
	readonly totals?: TotalsKnowledge;
}

/** A list that changes while it is read is read again until this many attempts were made. */
const MAX_ATTEMPTS = 3;

/** What one attempt showed of a list. */
interface Progress {
	readonly totals: ReadonlySet<number>;
	/** The rows that an earlier page held with other content, by their keys: they may have moved, and others with them. */
	readonly moved: ReadonlySet<string>;
	readonly position: ListPosition;
	readonly matchedRows: number;
	/** How many rows have the key of an earlier one. */
	readonly repeatedKeys: number;
}

const NOTHING_READ: Progress = {
	totals: new Set(),
	moved: new Set(),
	position: firstPosition(1),
	matchedRows: 0,
	repeatedKeys: 0,
};

/** How a list was read in the end. */
export interface ListReading extends Progress {
	/** Whether the list changed during the last attempt as well. */
	readonly isChanged: boolean;
	/** What a person must know of it, in full sentences. */
	readonly remarks: readonly string[];
}

/** To tell how many keys repeat, at most this number of them is remembered of a list that is not kept. */
const MAX_REMEMBERED_KEYS = 100_000;

/** A page with the rows that count. */
export interface ListPage {
	readonly page: Page;
	readonly number: number;
	readonly rows: readonly RecordValue[];
}

/** What was made of the pages of an attempt. */
interface Consumed<T> {
	readonly value: T;
	readonly mustReadAgain?: boolean;
}

/** Which rows are remembered to tell those that moved: all, or those of the last page, since rows move to a neighbor. */
type Scope = 'all' | 'lastPage';

/** Remembers rows by their keys; of rows that do not count, only that they came. */
function rememberRows(isMatch: (row: RecordValue) => boolean, scope: Scope) {
	/** Null for a row that does not count. */
	let byKey = new Map<string, RecordValue | null>();
	const moved = new Set<string>();
	const earlierKeys = new Set<string>();
	let repeatedKeys = 0;
	return {
		moved,
		repeatedKeys: () => repeatedKeys,
		/** Whether an earlier page held this same row. */
		isKnown: (key: string, row: RecordValue): boolean => {
			const earlier = byKey.get(key);
			if (earlier === undefined) return false;
			const isSame = earlier ? JSON.stringify(earlier) === JSON.stringify(row) : !isMatch(row);
			if (!isSame) moved.add(key);
			return isSame;
		},
		add: ({ rows, keys }: KeyedRows): void => {
			if (scope === 'lastPage') byKey = new Map();
			for (const [index, row] of rows.entries()) {
				const key = keys[index];
				if (key === undefined) continue;
				if (byKey.has(key) || earlierKeys.has(key)) repeatedKeys++;
				if (scope === 'lastPage' && earlierKeys.size < MAX_REMEMBERED_KEYS) earlierKeys.add(key);
				byKey.set(key, isMatch(row) ? row : null);
			}
		},
	};
}

/** The pages of one attempt, each with what it showed so far. */
async function* attempt(
	fetchPage: FetchPage,
	{ pageSize, limit, concurrency, matches, ...settings }: ListSettings,
	scope: Scope,
	keepDuplicates: boolean,
): AsyncGenerator<ListPage & { readonly progress: Progress }> {
	const isMatch = matches ?? (() => true);
	const remembered = rememberRows(isMatch, scope);
	const { moved } = remembered;
	const totals = new Set<number>();
	let matchedRows = 0;
	const start = firstPosition(matches ? pageSize : Math.min(pageSize, limit));
	const pages = scanPages(fetchPage, start, {
		...settings,
		isKnown: keepDuplicates ? undefined : remembered.isKnown,
		// Where rows are chosen, nothing says which page holds the last one that is needed.
		concurrency: matches && limit !== Infinity ? 1 : concurrency,
		limit: matches ? undefined : limit,
	});
	for await (const { number, page, position } of pages) {
		if (!page) return;
		remembered.add(page);
		if (page.total !== undefined) totals.add(page.total);
		const rows = page.rows.filter(isMatch).slice(0, limit - matchedRows);
		matchedRows += rows.length;
		const progress = {
			// What a page says of itself says nothing about the list.
			totals: totalsCountPages(position) ? new Set<number>() : totals,
			...{ moved, position, matchedRows, repeatedKeys: remembered.repeatedKeys() },
		};
		yield { page, number, rows, progress };
		if (matchedRows >= limit) return;
	}
}

/** Whether the list changed during an attempt that was to read all of it. Rows that come twice in every attempt do not count. */
function hasChanged(
	{ totals, moved, matchedRows }: Progress,
	before: Progress,
	limit: number,
): boolean {
	const isNew = [...moved].some((key) => !before.moved.has(key));
	return (totals.size > 1 || isNew) && matchedRows < limit;
}

/** Whether rows that were taken for ones that moved are rows of the list: they are among the announced ones. */
function duplicatesAreRows({ position, matchedRows }: Progress, limit: number): boolean {
	return position.duplicateRows > 0 && gaveAllRows(position) && matchedRows < limit;
}

/**
 * Reads a list until the limit or its end. A list that changes while it is read is read again, at most three times in
 * all: its total changes, or a row comes again with other content, so that it may have moved.
 *
 * @param consume Takes the pages of an attempt, and says whether it needs another one
 * @throws ServiceError of the kind `list` when the list cannot be read to its end; whatever `fetchPage` throws
 */
export async function scanList<T>(
	fetchPage: FetchPage,
	settings: ListSettings,
	scope: Scope,
	consume: (pages: AsyncIterable<ListPage>) => Promise<Consumed<T>>,
): Promise<Consumed<T> & { readonly reading: ListReading }> {
	const { limit } = settings;
	let before = NOTHING_READ;
	let keepDuplicates = false;
	for (let count = 1; ; count++) {
		let progress = NOTHING_READ;
		async function* pages(): AsyncGenerator<ListPage> {
			for await (const page of attempt(fetchPage, settings, scope, keepDuplicates)) {
				progress = page.progress;
				yield page;
			}
		}
		const consumed = await consume(pages());
		const isChanged = hasChanged(progress, before, limit);
		keepDuplicates = duplicatesAreRows(progress, limit);
		const isDone = !(consumed.mustReadAgain || isChanged || keepDuplicates);
		if (isDone || count === MAX_ATTEMPTS) {
			const remarks = remarksOn(progress, isChanged, limit);
			return { ...consumed, reading: { ...progress, isChanged, remarks } };
		}
		before = progress;
	}
}

function remarksOn(
	{ position, totals, matchedRows, repeatedKeys }: Progress,
	isChanged: boolean,
	limit: number,
): string[] {
	if (isChanged) return [changedText(totals, MAX_ATTEMPTS)];
	const { distinctRows } = position;
	const [total = distinctRows] = totals;
	const isShort = matchedRows < limit && total !== distinctRows;
	return [
		...(repeatedKeys > 0 ? [repeatsText(repeatedKeys)] : []),
		...(isShort ? [missingText(total, distinctRows, fullPageSize(position))] : []),
	];
}
