// Pagination: reads a list page by page to its end, whatever the service says of its total. The one paging engine.
import { z } from 'zod/v4';

import { countText } from '../../wire/result';
import { type Row, shortHash } from '../rows';
import { ServiceError, statusOf } from '../failures';
import { isNoSuchPage, type Page } from './read';

/** Fetches a page, from 1. The signal aborts a page that is no longer needed. */
export type FetchPage = (number: number, size: number, signal?: AbortSignal) => Promise<Page>;

const count = z.number().int().min(0);

/** How far a list was read. Plain JSON: saved, it continues the scan later. */
export const savedPosition = z.object({
	/** The next page, and the rows requested per page. */
	page: count.min(1),
	size: count.min(1),
	/** The rows that a page holds, where the service has a page size of its own. */
	step: count.min(1).optional(),
	/** The entries that came, without rows that an earlier page held with the same content; and how many those are. */
	given: count,
	repeated: count,
	/** How many entries were null. */
	nulls: count.optional(),
	/** Whether each page so far announced as many rows as it held. */
	perPage: z.boolean().optional(),
	/** The number of all rows that the first page announced, and whether every other page did. */
	total: count.optional(),
	steady: z.boolean(),
	/** A hash of which rows the page before held. */
	previous: z.string().optional(),
});
export type Position = Readonly<z.infer<typeof savedPosition>>;

export function firstPosition(size: number): Position {
	return { page: 1, size, given: 0, repeated: 0, steady: true };
}

/** Whether a list that was read to this position, its end, certainly gave all of its rows. */
export function isWhole({ given, repeated, nulls, steady, total }: Position): boolean {
	return steady && !nulls && total === given + repeated;
}

/** Whether the service announces the number of rows of each page, and not that of the list. */
export function countsPages({ given, perPage, total = 0 }: Position): boolean {
	return perPage === true && given > total;
}

/** The number of all rows, as far as the service announced it. */
export function announcedBy(position: Position): number | undefined {
	return countsPages(position) ? undefined : position.total;
}

interface ScanSettings {
	/** Identifies a row; left out, its content does. */
	readonly key?: (row: Row) => string | undefined;
	/** Whether rows hold only some of their fields: then equal ones without a key may be different rows. */
	readonly isPartial?: boolean;
	/**
	 * Whether an earlier page held this same row: a list that grows while it is read moves rows to the next page. Left
	 * out, rows that come twice are given twice.
	 */
	readonly isSeen?: (key: string, row: Row) => boolean;
	/** Pages that are read at once, as soon as the total is known; 1 by default. */
	readonly concurrency?: number;
	/** The most rows that are needed: no page after them is read ahead. */
	readonly limit?: number;
}

/** Rows of a page that no earlier page held with the same content, and their keys in the same order. */
export interface KeyedRows {
	readonly rows: readonly Row[];
	readonly keys: ReadonlyArray<string | undefined>;
}

interface ScannedPage {
	readonly number: number;
	/** Undefined for a page that does not exist; `again` are the rows that an earlier page held. */
	readonly page: (Page & KeyedRows & { readonly again: readonly Row[] }) | undefined;
	/** Where to continue, unless the list ends here. */
	readonly position: Position;
	readonly ended: boolean;
}

/** Without a total, no list has more pages and rows than this. */
export const maxPages = 10_000;
const maxRows = 500_000;

/** With a total, whatever it says. */
const maxAnnouncedPages = 100_000;
const maxAnnouncedRows = 10_000_000;

/** A total that is too low is forgiven for at least two further pages. */
const minExtraPages = 2;

export function listError(problem: string): ServiceError {
	return new ServiceError({ kind: 'list', problem }, { write: false, url: '', attempts: 1 });
}

/**
 * Stops a list that does not end: a total that grows is believed up to twice the first one. Where a limit ends the
 * list, a total that is too low does not matter.
 */
function assertEnd(
	position: Position,
	{ page: { total: latest = position.total }, unseen }: Judged,
	hasLimit: boolean,
): void {
	const { page, size, step = size, given } = position;
	const total = announcedBy(position);
	const bringsRows = unseen.rows.length > 0;
	const read = `${countText(page - 1)} pages (${countText(given)} records)`;
	if (total === undefined || latest === undefined) {
		if (page <= maxPages && given < maxRows) return;
		throw listError(
			`The list did not end after ${read}, and the service announced no total: in that case, at most ${countText(maxPages)} pages and ${countText(maxRows)} records are read`,
		);
	}
	if (page > maxAnnouncedPages || given >= maxAnnouncedRows)
		throw listError(
			`The list did not end after ${read}, of ${countText(latest)} records that the service announced: at most ${countText(maxAnnouncedPages)} pages and ${countText(maxAnnouncedRows)} records are read`,
		);
	const counted = Math.max(total, Math.min(latest, 2 * total));
	const announced = Math.ceil(counted / step);
	// Short pages need more requests, and end when they bring no new rows.
	if (bringsRows && given < counted) return;
	if (page <= announced + Math.max(minExtraPages, announced)) return;
	if (hasLimit && bringsRows && page <= maxPages) return;
	throw listError(
		`The list does not end: ${countText(given)} records came, but the service announced ${countText(latest)}`,
	);
}

/** What a page is to the scan: which of its rows are new, and whether it only repeats earlier ones. */
interface Judged {
	readonly page: Page;
	readonly unseen: KeyedRows;
	/** The rows that an earlier page held. */
	readonly again: readonly Row[];
	/** How many entries it has: rows and nulls. */
	readonly count: number;
	/** Which rows it holds; undefined where equal rows say nothing. */
	readonly hash: string | undefined;
	/** The number of all rows; 0 where it is not known. */
	readonly announced: number;
	readonly isEmpty: boolean;
	readonly isRepeated: boolean;
}

function judge(page: Page, position: Position, { key, isSeen, isPartial }: ScanSettings): Judged {
	const { rows, nulls = 0 } = page;
	const keys = rows.map((row) => key?.(row));
	const isNew = keys.map((name, index) => name === undefined || !isSeen?.(name, rows[index]));
	const again = rows.filter((_row, index) => !isNew[index]);
	const unseen =
		again.length > 0
			? {
					rows: rows.filter((_row, index) => isNew[index]),
					keys: keys.filter((_key, index) => isNew[index]),
				}
			: { rows, keys };
	const hasHash = rows.length > 0 && !(isPartial && keys.includes(undefined));
	const hash = hasHash
		? shortHash(keys.map((name, index) => name ?? JSON.stringify(rows[index])).join('\n'), 11)
		: undefined;
	const count = rows.length + nulls;
	// A last page that is not full may hold only rows that moved to it while the list was read.
	const isFull = count >= (position.step ?? position.size);
	// The same keys with other content throughout: each row came in a newer version.
	const isRenewed = isSeen !== undefined && again.length === 0 && !keys.includes(undefined);
	return {
		page,
		unseen,
		again,
		count,
		hash,
		announced: page.total ?? position.total ?? 0,
		isEmpty: count === 0,
		isRepeated:
			(again.length > 0 && unseen.rows.length + nulls === 0 && isFull) ||
			(hash !== undefined && hash === position.previous && !isRenewed),
	};
}

function advanced(position: Position, { page, again, count, hash }: Judged): Position {
	const { size, total = page.total } = position;
	const isFirst = position.page === 1;
	const perPage =
		(isFirst || position.perPage === true) &&
		(page.total === count || (count === 0 && page.total === undefined));
	// A service that returns another number of rows than requested, although it has more, has a page size of its own.
	const hasOwnSize = count > 0 && count !== size && total !== undefined && total > count;
	const isShort = perPage && count > 0 && count < size;
	return {
		page: position.page + 1,
		size,
		step: isFirst && (hasOwnSize || isShort) ? count : position.step,
		given: position.given + count - again.length,
		repeated: position.repeated + again.length,
		nulls: (position.nulls ?? 0) + (page.nulls ?? 0),
		perPage,
		total,
		steady: position.steady && page.total !== undefined && page.total === total,
		previous: hash ?? position.previous,
	};
}

/** Pages of a service that caps their size hold a multiple of this number of rows. */
const ROUND = 100;

/** Whether a page with rows was the last; `position` is the one after it. Only a total says so. */
function isLast({ count, page: { total: latest } }: Judged, position: Position): boolean {
	const { page, size, step = size, given, total } = position;
	if (total === undefined || given < (latest ?? total)) return false;
	// All announced rows are here, but a total may be too small: only a short page is the end. A first page that is short
	// may be as long as the service makes pages, and its total may count only them.
	if (page === 2 && count < size) return count % ROUND !== 0;
	return count < step;
}

/** Whether a failure says that the list has ended before this page. */
function endsList(error: unknown, position: Position): boolean {
	const { page, given } = position;
	const total = announcedBy(position) ?? given;
	// Where rows are missing, only a plain "not found" is the end of the list.
	return page > 1 && (given < total ? statusOf(error) === 404 : isNoSuchPage(error));
}

/**
 * Runs numbered jobs ahead of their consumer, without an end: at most `concurrency` are started and not yet taken.
 * A job resolves to its failure: it may wait for its turn. When the consumer stops, its signal aborts.
 *
 * @param last The highest number worth starting before its turn; it may change while results are taken
 */
export async function* ahead<T>(
	first: number,
	last: () => number,
	concurrency: number,
	job: (number: number, signal: AbortSignal) => Promise<T>,
): AsyncGenerator<T> {
	const stop = new AbortController();
	const started: Array<Promise<T>> = [];
	try {
		for (let number = first, next = first; ; number++) {
			while (next <= Math.max(number, last()) && next < number + concurrency)
				started.push(job(next++, stop.signal));
			const running = started.shift();
			if (running) yield await running;
		}
	} finally {
		stop.abort();
	}
}

/**
 * Reads a list from a position to its end. The last page that it gives has `ended`.
 *
 * An empty or repeated page where more is announced is fetched once more before it is believed.
 *
 * @throws ServiceError of the kind `list` when the list cannot be read to its end; whatever `fetchPage` throws
 */
export async function* scanPages(
	fetchPage: FetchPage,
	start: Position,
	settings: ScanSettings = {},
): AsyncGenerator<ScannedPage> {
	const { limit = Infinity, concurrency = 1 } = settings;
	let position = start;
	/** An empty page where more was announced: only the next page shows whether it was the end or a gap. */
	let gap: number | undefined;
	const last = () => {
		const { total = 0, size, step = size } = position;
		return Math.ceil(Math.min(total, limit) / step);
	};
	// A failure counts when its page has its turn: then it is known how many rows came before.
	const fetch = async (number: number, signal?: AbortSignal) =>
		await fetchPage(number, start.size, signal).then(
			(page) => ({ page }),
			(error: unknown) => ({ error }),
		);
	const judged = (fetched: Awaited<ReturnType<typeof fetch>>) =>
		'error' in fetched ? fetched : judge(fetched.page, position, settings);
	for await (const fetched of ahead(start.page, last, concurrency, fetch)) {
		const number = position.page;
		let found = judged(fetched);
		const isDoubtful =
			'page' in found && (found.isEmpty || found.isRepeated) && position.given < found.announced;
		if (isDoubtful && gap === undefined) found = judged(await fetch(number));
		if ('error' in found) {
			const isEnd = gap === undefined ? endsList(found.error, position) : isNoSuchPage(found.error);
			if (!isEnd) throw found.error;
			yield { number, page: undefined, position, ended: true };
			return;
		}
		const { page, unseen, again, announced, isEmpty, isRepeated } = found;
		if (gap !== undefined && !isEmpty)
			throw listError(
				`The service returned no records as page ${gap}, but some as page ${number}, so the list cannot be read to its end`,
			);
		if (isRepeated) {
			if (position.given < announced)
				throw listError(
					`The service repeated the records of an earlier page as page ${number}, so the list cannot be read to its end`,
				);
			// A service that does not page, or that gives its last page for every later one, repeats rows at the end.
			const steady = position.steady && page.total === position.total;
			const rest = { ...page, rows: [], keys: [], again: [] };
			yield { number, page: rest, position: { ...position, steady }, ended: true };
			return;
		}
		position = advanced(position, found);
		const ended = isEmpty
			? gap !== undefined || position.given >= announced
			: isLast(found, position);
		if (isEmpty) gap = number;
		yield { number, page: { ...page, ...unseen, again }, position, ended };
		if (ended) return;
		if (!isEmpty) assertEnd(position, found, limit !== Infinity);
	}
}
