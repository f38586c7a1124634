// Reads a list page by page until a page brings no new row, whatever the service says of its total.
import { isEmptyResponse, listError, statusOf } from '../failures/serviceError';
import { countText, type RecordValue } from '../../wire/result';
import { isContentKey } from '../values/rowKeys';
import type { List, Page } from './list';
import { ahead } from './readAhead';

/** Without a total no list has more pages than this, and with one no more beyond those that it needs. */
export const MAX_EXTRA_PAGES = 1000;

/** A page with the rows that it adds to the list. */
export interface ListPage {
	readonly number: number;
	readonly page: Page;
	readonly rows: readonly RecordValue[];
}

export type Certainty = 'whole' | 'short' | 'unknown';

/** What a page announced, and how many entries it has. */
type Announcement = Pick<Page, 'total'> & { readonly entries: number };

/**
 * Whether a list that was read to its end has every row.
 *
 * @param count How many different rows came
 */
export function certainty(announced: readonly Announcement[], count: number): Certainty {
	// The empty page at the end counts too: one that announces 0 shows that totals count their own page.
	if (announced.length > 0 && announced.every(({ total }) => total === count)) return 'whole';
	// A total that is larger than its page counts the list.
	return announced.some(({ entries, total = 0 }) => total > Math.max(entries, count))
		? 'short'
		: 'unknown';
}

/**
 * Some services refuse a page after the last one, or answer with nothing. Some do so for page 1, where only page 0
 * exists.
 */
export function isNoSuchPage(error: unknown): boolean {
	return isEmptyResponse(error) || [400, 404, 410, 416, 422].includes(statusOf(error) ?? 0);
}

/** A failure that may say so: some services fail beyond the last page. */
function mayBeMissing(error: unknown): boolean {
	return isNoSuchPage(error) || (statusOf(error) ?? 0) >= 500;
}

/** One reading of a list, and what its pages showed so far. */
export class Reading {
	/** How many entries were null. */
	nulls = 0;
	/** How many rows it gave. */
	given = 0;
	/** How many different rows do not match. */
	unmatched = 0;
	/** How many of the rows that it gave have the key of an earlier one. */
	repeated = 0;
	/** Keys that came twice, of rows that were not kept: another reading tells whether they are the same row. */
	readonly undecided = new Set<string>();
	/** Where the service begins to count its pages, as far as it was found out. */
	firstPage: List['firstPage'];
	/** How many rows have the key of another one of their page. */
	private doubles = 0;
	/** How often keys came again on another page. */
	readonly repeats = new Map<string, number>();
	private readonly seen = new Set<string>();
	/** Rows, to tell whether one that comes again is the same. */
	private readonly rows = new Map<string, RecordValue>();
	private readonly announced: Announcement[] = [];

	/**
	 * @param keepsRows Whether all rows may be kept, else those of the latest page
	 * @param before The reading before this one: a row that repeats in both is a row of the list
	 */
	constructor(
		readonly list: List,
		private readonly keepsRows: boolean,
		private readonly before?: Reading,
	) {
		this.firstPage = before?.firstPage ?? list.firstPage;
	}

	get isSecond(): boolean {
		return this.before !== undefined;
	}

	get isLimited(): boolean {
		return this.given >= this.list.limit;
	}

	/** How many different rows came, and nulls. */
	get count(): number {
		let count = this.seen.size + this.nulls + this.doubles;
		for (const [key, times] of this.repeats)
			count += Math.min(times, this.before?.repeats.get(key) ?? 0);
		return count;
	}

	get certainty(): Certainty {
		return this.isLimited ? 'unknown' : certainty(this.announced, this.count);
	}

	/** The largest number of rows that a page announced. */
	get total(): number {
		return Math.max(0, ...this.announced.map(({ total = 0 }) => total));
	}

	/** How many pages the list needs, by what its first page announced. */
	neededPages(limit = Infinity): number {
		const [{ total = 0, entries } = { entries: 0 }] = this.announced;
		return Math.ceil(Math.min(total, limit) / Math.max(1, entries));
	}

	bringsNews({ keys }: Page): boolean {
		return keys.some((key) => !this.seen.has(key));
	}

	/** Takes a page, and gives the rows that it adds. */
	take(page: Page): readonly RecordValue[] {
		const { list, seen } = this;
		const isEnd = !this.bringsNews(page);
		const entries = page.rows.length + page.nulls;
		this.announced.push({ total: page.total, entries });
		// Some services repeat an earlier page after the last one.
		if (!isEnd || page.rows.length === 0) this.nulls += page.nulls;
		const ofThisPage = new Map<string, RecordValue>();
		const rows = page.rows.filter((row, index) => {
			const key = page.keys[index];
			const isNew = !seen.has(key);
			if (isNew) {
				seen.add(key);
				ofThisPage.set(key, row);
			} else if (ofThisPage.has(key)) this.doubles++;
			else if (!this.isAdded(key, row, isEnd)) return false;
			if (list.matches?.(row) === false) {
				this.unmatched++;
				return false;
			}
			if (this.isLimited) return false;
			if (!isNew && !isContentKey(key)) this.repeated++;
			this.given++;
			return true;
		});
		if (!this.keepsRows)
			for (const key of this.rows.keys()) if (!this.isDoubtful(key)) this.rows.delete(key);
		for (const [key, row] of ofThisPage) this.rows.set(key, row);
		return rows;
	}

	private isDoubtful(key: string): boolean {
		return this.before?.repeats.has(key) === true || this.before?.undecided.has(key) === true;
	}

	/** Whether a row whose key came before is a row of its own: it may be the same one, which moved to another page. */
	private isAdded(key: string, row: RecordValue, isEnd: boolean): boolean {
		const earlier = this.rows.get(key);
		const isSame = JSON.stringify(earlier) === JSON.stringify(row);
		if (earlier === undefined) this.undecided.add(key);
		if (isEnd && (isSame || earlier === undefined)) return false;
		const times = (this.repeats.get(key) ?? 0) + 1;
		this.repeats.set(key, times);
		return !isSame || times <= (this.before?.repeats.get(key) ?? 0);
	}

	/** @throws ServiceError for a list without an end */
	assertEnd(pages: number): void {
		const { list } = this;
		if (pages < MAX_EXTRA_PAGES + this.neededPages()) return;
		// The limit ends it.
		if (list.limit !== Infinity && !list.matches) return;
		const announced = this.total === 0 ? 'no total' : `${countText(this.total)} records`;
		throw listError(
			`The list does not end: ${countText(this.count)} records came in ${countText(pages)} pages, but the service announced ${announced}`,
		);
	}
}

type Fetched = { readonly number: number } & (
	{ readonly page: Page } | { readonly error: unknown }
);

/**
 * Reads a list until a page brings no new row.
 *
 * @throws ServiceError of the kind `list` when the list does not end; whatever `fetchPage` throws
 */
export async function* pages(reading: Reading): AsyncGenerator<ListPage> {
	const { list, firstPage } = reading;
	const { fetchPage, limit, matches } = list;
	const first = firstPage === 0 ? 0 : 1;
	// A failure counts when its page has its turn: then it is known which rows came before.
	const fetch = async (number: number, signal?: AbortSignal): Promise<Fetched> =>
		await fetchPage(number, signal).then(
			(page) => ({ number, page }),
			(error: unknown) => ({ number, error }),
		);
	// Where rows are filtered, nothing says which page has the last one that is needed.
	const concurrency = matches && limit !== Infinity ? 1 : list.concurrency;
	const last = () => first + reading.neededPages(limit) - 1;
	let failed: { readonly error: unknown; readonly isFirst: boolean } | undefined;
	for await (const fetched of ahead(first, last, concurrency, fetch)) {
		const { number } = fetched;
		if ('error' in fetched) {
			failed = { error: fetched.error, isFirst: number === first };
			break;
		}
		const { page } = fetched;
		const isEnd = !reading.bringsNews(page);
		yield { number, page, rows: reading.take(page) };
		if (reading.isLimited) return;
		if (isEnd) break;
		reading.assertEnd(number - first + 1);
	}
	let isZeroBased = false;
	if (firstPage === 'findOut' && (!failed || mayBeMissing(failed.error))) {
		const zero = await fetch(0);
		isZeroBased = 'page' in zero && reading.bringsNews(zero.page);
		reading.firstPage = isZeroBased ? 0 : 1;
		// Without new rows it is no page of the list, but may name deleted ones.
		if ('page' in zero)
			yield { number: 0, page: zero.page, rows: isZeroBased ? reading.take(zero.page) : [] };
	}
	if (!failed || reading.isLimited || reading.certainty === 'whole') return;
	const { error, isFirst } = failed;
	if (!isNoSuchPage(error) || (isFirst && !isZeroBased)) throw error;
}
