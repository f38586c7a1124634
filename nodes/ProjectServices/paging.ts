// Reading a series of pages to a right or clearly reported end, whatever the service says of its total.
import { ahead } from './fanOut';

export interface Page {
	readonly rows: readonly unknown[];
	/** The number of all rows, if the service says it. */
	readonly total?: number;
}

export interface SeriesSettings {
	readonly pageSize: number;
	/** The most rows that are wanted. */
	readonly limit: number;
	readonly concurrency: number;
	/** Which rows count; left out, all do. */
	readonly wanted?: (row: unknown) => boolean;
	/** What a row is known by, so that a row that moved to the next page is not given twice. */
	readonly key?: (row: unknown) => string | undefined;
	readonly progress?: (pages: number, rows: number, total: number | undefined) => void;
}

export interface Series {
	readonly rows: unknown[];
	readonly pages: number;
	/** What a person has to know about the result, in full sentences. */
	readonly remarks: readonly string[];
}

export type FetchPage<P extends Page = Page> = (number: number, size: number) => Promise<P>;

/** A series that cannot be read to its end; the message says why. */
export class SeriesProblem extends Error {}

// What has been taken so far. A row of a later page that equals a row of an earlier one is a row that moved.
interface Taken {
	readonly rows: unknown[];
	readonly byKey: Map<string, { readonly row?: unknown; readonly page: number }>;
	readonly totals: Set<number>;
	/** Rows that the service gave, wanted or not, without those that it gave twice. */
	given: number;
	pages: number;
	previous: readonly unknown[];
}

const mostAttempts = 3;

function sameRow(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

function isWanted(row: unknown, { wanted }: SeriesSettings): boolean {
	return wanted?.(row) ?? true;
}

/** Whether an earlier page gave this row; of rows that nobody wants, only the page is kept. */
function isKnown(taken: Taken, row: unknown, page: number, settings: SeriesSettings): boolean {
	const name = settings.key?.(row);
	const known = name === undefined ? undefined : taken.byKey.get(name);
	if (known === undefined || known.page === page) return false;
	return known.row === undefined ? !isWanted(row, settings) : sameRow(known.row, row);
}

/** Whether a page holds nothing but what earlier pages gave; rows without a key are compared with the page before. */
function isRepeatedPage(
	taken: Taken,
	{ rows }: Page,
	number: number,
	settings: SeriesSettings,
): boolean {
	if (rows.length === 0) return false;
	if (rows.every((row) => isKnown(taken, row, number, settings))) return true;
	const { previous } = taken;
	return (
		rows.length === previous.length && rows.every((row, index) => sameRow(row, previous[index]))
	);
}

function take(taken: Taken, page: Page, number: number, settings: SeriesSettings): void {
	for (const row of page.rows) {
		if (isKnown(taken, row, number, settings)) continue;
		const kept = isWanted(row, settings);
		const name = settings.key?.(row);
		if (name !== undefined) taken.byKey.set(name, kept ? { page: number, row } : { page: number });
		taken.given++;
		if (kept && taken.rows.length < settings.limit) taken.rows.push(row);
	}
	taken.pages++;
	taken.previous = page.rows;
	if (page.total !== undefined) taken.totals.add(page.total);
	settings.progress?.(taken.pages, taken.rows.length, page.total);
}

function served(first: Page, size: number): number {
	const count = first.rows.length;
	// A service that gives less than was asked for, although it has more, has a largest page of its own.
	return count > 0 && count < size && first.total !== undefined && first.total > count
		? count
		: size;
}

async function readOnce(
	fetchPage: FetchPage,
	settings: SeriesSettings,
	size: number,
): Promise<Taken> {
	const taken: Taken = {
		rows: [],
		byKey: new Map(),
		totals: new Set(),
		given: 0,
		pages: 0,
		previous: [],
	};
	const first = await fetchPage(1, size);
	take(taken, first, 1, settings);
	const step = served(first, size);
	const count = first.rows.length;
	// More rows than a page holds: the service does not page, and this was all of it.
	if (count === 0 || count > size || taken.rows.length >= settings.limit) return taken;
	if (count < size && (first.total === undefined || count === first.total)) return taken;

	let last = lastPage(first.total, step, settings);
	const concurrency = settings.wanted && settings.limit !== Infinity ? 1 : settings.concurrency;
	const pages = ahead(
		2,
		() => last,
		first.total === undefined ? 1 : concurrency,
		(number) => fetchBeyond(fetchPage, number, size, () => taken.given === first.total),
	);
	let empty: number | undefined;
	for await (const { number, result } of pages) {
		if (empty !== undefined) {
			if (result.rows.length === 0) break;
			throw new SeriesProblem(
				`The service gave no rows as page ${empty}, but some as page ${number}, so the list cannot be read to its end`,
			);
		}
		const again = await readAgainIfOdd(fetchPage, result, number, size, taken, settings);
		if (again.rows.length === 0) {
			if (taken.given >= (again.total ?? first.total ?? 0)) break;
			// Only the next page shows whether this was the end or a hole.
			empty = number;
			continue;
		}
		if (isRepeatedPage(taken, again, number, settings)) {
			// A service that knows no pages gives the same rows whatever is asked for.
			const announced = again.total ?? first.total;
			if (announced === taken.given || (number === 2 && announced === undefined)) break;
			throw new SeriesProblem(
				`The service gave the rows of an earlier page again as page ${number}, so the list cannot be read to its end`,
			);
		}
		take(taken, again, number, settings);
		if (taken.rows.length >= settings.limit) break;
		if (number < last) continue;
		// The announced pages are read, but a total may be too small: only a page that is not full is an end.
		if (again.rows.length >= step) last = number + 1;
	}
	return taken;
}

/** A page after all announced rows have come; a service that refuses to give one says that there is none. */
async function fetchBeyond(
	fetchPage: FetchPage,
	number: number,
	size: number,
	complete: () => boolean,
): Promise<Page> {
	if (!complete()) return await fetchPage(number, size);
	return await fetchPage(number, size).catch(() => ({ rows: [] }));
}

function lastPage(
	total: number | undefined,
	step: number,
	{ limit, wanted }: SeriesSettings,
): number {
	if (total === undefined) return 2;
	return Math.max(2, Math.ceil((wanted ? total : Math.min(total, limit)) / step));
}

/** An empty or repeated page where more is announced is asked for once more before it is believed. */
async function readAgainIfOdd(
	fetchPage: FetchPage,
	page: Page,
	number: number,
	size: number,
	taken: Taken,
	settings: SeriesSettings,
): Promise<Page> {
	const total = page.total ?? Math.max(0, ...taken.totals);
	const odd = page.rows.length === 0 || isRepeatedPage(taken, page, number, settings);
	return odd && taken.given < total ? await fetchPage(number, size) : page;
}

function remarksOn(taken: Taken, attempts: number, settings: SeriesSettings): string[] {
	if (taken.rows.length >= settings.limit && settings.limit !== Infinity) return [];
	const totals = [...taken.totals];
	if (totals.length > 1) {
		return [
			`The list changed while it was read (${Math.max(...totals)} rows, then ${Math.min(...totals)}), ${attempts} times in a row: rows may be missing. Run the node again when it is quiet.`,
		];
	}
	const [total] = totals;
	if (total === undefined || total === taken.given) return [];
	return [
		`The service announced ${total} rows and gave ${taken.given}. All that it gave are here.`,
	];
}

/**
 * Reads pages until the limit or the end. Later pages are read `concurrency` at a time once the
 * first has told the total. A list that changes its total while it is read is read anew, at most
 * three times in all.
 *
 * @throws SeriesProblem when the service repeats a page, and whatever `fetchPage` throws.
 */
export async function readSeries(fetchPage: FetchPage, settings: SeriesSettings): Promise<Series> {
	const size = settings.wanted ? settings.pageSize : Math.min(settings.pageSize, settings.limit);
	for (let attempt = 1; ; attempt++) {
		const taken = await readOnce(fetchPage, settings, size);
		const changed = taken.totals.size > 1 && taken.rows.length < settings.limit;
		if (!changed || attempt === mostAttempts) {
			return { rows: taken.rows, pages: taken.pages, remarks: remarksOn(taken, attempt, settings) };
		}
	}
}
