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
import { changedText, missingText, onePageText, repeatsText } from './listTexts';

export interface ListSettings {
	readonly pageSize: number;
	readonly limit: number;
	readonly concurrency: number;
	/** Which rows count; left out, all do. */
	readonly matches?: (row: RecordValue) => boolean;
	/** Identifies a row, so that a row that moved to the next page is given once. */
	readonly key?: (row: RecordValue) => string | undefined;
	/** Whether rows have only some of their fields. */
	readonly isPartial?: boolean;
	/** What is known of the totals; what this reading shows is added. */
	readonly totals?: TotalsKnowledge;
}

/** A list that changes while it is read is read again until this many attempts were made. */
const MAX_ATTEMPTS = 3;

/** How many keys of a list that is not kept are remembered, to count those that repeat. */
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

/** How a list was read in the end. */
export interface ListReading {
	readonly position: ListPosition;
	readonly matchedRows: number;
	/** The totals that its pages announced, unless those count the pages. */
	readonly totals: ReadonlySet<number>;
	/** Whether the list changed during the last attempt as well. */
	readonly isChanged: boolean;
	/** What a person must know of it, in full sentences. */
	readonly remarks: readonly string[];
	/** What a person may want to know of it. */
	readonly info: string | undefined;
}

/** Which rows are remembered to tell those that moved: all, or those of the last page, since rows move to a neighbor. */
type RowMemory = 'all' | 'lastPage';

/** One attempt to read a list, and what its pages showed so far. */
class ListAttempt {
	/** The keys of rows that an earlier page had with other content: they may have moved, and others with them. */
	readonly moved = new Set<string>();
	position = firstPosition(1);
	matchedRows = 0;
	/** How many rows have the key of an earlier one. */
	private repeatedKeys = 0;
	private readonly announced = new Set<number>();
	/** The remembered rows; null for one that is filtered out. */
	private rowsByKey = new Map<string, RecordValue | null>();
	private readonly earlierKeys = new Set<string>();

	constructor(
		private readonly settings: ListSettings,
		private readonly memory: RowMemory,
	) {}

	/** @param keepDuplicates Whether rows that come twice are rows of the list, and none of them moved */
	async *pages(fetchPage: FetchPage, keepDuplicates: boolean): AsyncGenerator<ListPage> {
		const { pageSize, limit, concurrency, matches, ...settings } = this.settings;
		const start = firstPosition(matches ? pageSize : Math.min(pageSize, limit));
		const pages = scanPages(fetchPage, start, {
			...settings,
			isKnown: keepDuplicates ? undefined : (key, row) => this.isKnown(key, row),
			// Where rows are filtered, nothing says which page has the last one that is needed.
			concurrency: matches && limit !== Infinity ? 1 : concurrency,
			limit: matches ? undefined : limit,
		});
		for await (const { number, page, position } of pages) {
			if (!page) return;
			this.remember(page);
			if (page.total !== undefined) this.announced.add(page.total);
			const rows = page.rows.filter((row) => this.isMatch(row)).slice(0, limit - this.matchedRows);
			this.matchedRows += rows.length;
			this.position = position;
			yield { page, number, rows };
			if (this.isLimited) return;
		}
	}

	private get isLimited(): boolean {
		return this.matchedRows >= this.settings.limit;
	}

	/** The totals of the list that the pages announced: where they count each page, there are none. */
	private get totals(): ReadonlySet<number> {
		return totalsCountPages(this.position) ? new Set() : this.announced;
	}

	private isMatch(row: RecordValue): boolean {
		return this.settings.matches?.(row) ?? true;
	}

	/** Whether an earlier page had this same row. */
	private isKnown(key: string, row: RecordValue): boolean {
		const earlier = this.rowsByKey.get(key);
		if (earlier === undefined) return false;
		const isSame = earlier ? JSON.stringify(earlier) === JSON.stringify(row) : !this.isMatch(row);
		if (!isSame) this.moved.add(key);
		return isSame;
	}

	private remember({ rows, keys }: KeyedRows): void {
		const { memory, earlierKeys } = this;
		if (memory === 'lastPage') this.rowsByKey = new Map();
		for (const [index, row] of rows.entries()) {
			const key = keys[index];
			if (key === undefined) continue;
			if (this.rowsByKey.has(key) || earlierKeys.has(key)) this.repeatedKeys++;
			if (memory === 'lastPage' && earlierKeys.size < MAX_REMEMBERED_KEYS) earlierKeys.add(key);
			this.rowsByKey.set(key, this.isMatch(row) ? row : null);
		}
	}

	/** Whether the list changed while all of it was read. Rows that come twice in every attempt do not count. */
	hasChanged(movedBefore: ReadonlySet<string>): boolean {
		const isNew = [...this.moved].some((key) => !movedBefore.has(key));
		return (this.totals.size > 1 || isNew) && !this.isLimited;
	}

	/** Whether the rows taken for moved ones belong to the list: the announced total is reached only with them. */
	duplicatesAreRows(): boolean {
		return this.position.duplicateRows > 0 && gaveAllRows(this.position) && !this.isLimited;
	}

	/** The reading of the list, if this was the last attempt. */
	reading(isChanged: boolean): ListReading {
		const { matchedRows, position, totals } = this;
		const remarks = isChanged ? [changedText(totals, MAX_ATTEMPTS)] : this.remarks();
		const info = this.isLimited ? undefined : onePageText(position);
		return { position, matchedRows, totals, isChanged, remarks, info };
	}

	private remarks(): string[] {
		const { position, repeatedKeys } = this;
		const { distinctRows } = position;
		const [total = distinctRows] = this.totals;
		const isShort = !this.isLimited && total !== distinctRows;
		return [
			...(repeatedKeys > 0 ? [repeatsText(repeatedKeys)] : []),
			...(isShort ? [missingText(total, distinctRows, fullPageSize(position))] : []),
		];
	}
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
	memory: RowMemory,
	consume: (pages: AsyncIterable<ListPage>) => Promise<Consumed<T>>,
): Promise<Consumed<T> & { readonly reading: ListReading }> {
	let moved: ReadonlySet<string> = new Set();
	let keepDuplicates = false;
	for (let attempts = 1; ; attempts++) {
		const attempt = new ListAttempt(settings, memory);
		const consumed = await consume(attempt.pages(fetchPage, keepDuplicates));
		const isChanged = attempt.hasChanged(moved);
		keepDuplicates = attempt.duplicatesAreRows();
		const mustReadAgain = consumed.mustReadAgain || isChanged || keepDuplicates;
		if (!mustReadAgain || attempts === MAX_ATTEMPTS)
			return { ...consumed, reading: attempt.reading(isChanged) };
		moved = attempt.moved;
	}
}
