// Pagination: reads a list page by page to its end, whatever the service says of its total. The one paging engine.
import { createHash } from 'crypto';

import { countText } from '../../wire/result';
import { ahead } from '../concurrency';
import { ServiceError, statusOf } from '../failures';

export interface Page {
	readonly rows: readonly unknown[];
	/** The number of all rows, if the service says it. */
	readonly total?: number | undefined;
}

/** Fetches a page, from 1. */
export type FetchPage<P extends Page = Page> = (number: number, size: number) => Promise<P>;

/** How far a list was read. Plain JSON: saved, it continues the scan later. */
export interface Position {
	/** The next page. */
	readonly page: number;
	/** The rows requested per page. */
	readonly size: number;
	/** The rows that a page holds, where the service has a page size of its own. */
	readonly step?: number | undefined;
	/** The rows that came, those that an earlier page held not counted. */
	readonly given: number;
	/** How many rows came more than once. */
	readonly repeated: number;
	/** The number of all rows that the first page announced. */
	readonly total?: number | undefined;
	/** Whether every page announced that same number. */
	readonly steady: boolean;
	/** A hash of which rows the page before held. */
	readonly previous?: string | undefined;
}

export function firstPosition(size: number): Position {
	return { page: 1, size, given: 0, repeated: 0, steady: true };
}

/** Whether a list that was read to this position, its end, certainly gave all of its rows, each once. */
export function isWhole({ given, repeated, steady, total }: Position): boolean {
	return steady && repeated === 0 && total === given;
}

interface Identity {
	/** Identifies a row; left out, its content does. */
	readonly key?: ((row: unknown) => string | undefined) | undefined;
	/** Whether rows hold only some of their fields: then equal ones without a key may be different rows. */
	readonly isPartial?: boolean | undefined;
	/**
	 * Whether an earlier page held this row: a list that grows while it is read moves rows to the next page. Left out,
	 * rows that come twice are given twice.
	 */
	readonly isSeen?: ((key: string, row: unknown) => boolean) | undefined;
}

/** Rows of a page and their keys, in the same order. */
export interface KeyedRows {
	readonly rows: readonly unknown[];
	readonly keys: ReadonlyArray<string | undefined>;
}

export interface ScanSettings extends Identity {
	/** Pages that are read at once, as soon as the total is known; 1 by default. */
	readonly concurrency?: number | undefined;
	/** The most rows that are needed: no page after them is read ahead. */
	readonly limit?: number | undefined;
}

/** A page in its turn. */
export interface ScannedPage<P extends Page> {
	readonly number: number;
	/** The page without the rows that an earlier page held; undefined for a page that does not exist. */
	readonly page: (P & KeyedRows) | undefined;
	/** Where to continue. */
	readonly position: Position;
	/** Whether the list ends here. */
	readonly ended: boolean;
}

/** Without a total, no list has more pages and rows than this. */
export const maxPages = 10_000;
export const maxRows = 500_000;

/** With a total, whatever it says. */
export const maxAnnouncedPages = 100_000;
export const maxAnnouncedRows = 10_000_000;

/** A total that is too low is forgiven for at least this many further pages. */
const minExtraPages = 2;

export function listError(problem: string): ServiceError {
	return new ServiceError({ kind: 'list', problem }, { write: false, url: '', attempts: 1 });
}

/**
 * Bounds a list that does not end: the total that its last page announced counts up to twice the first one. Where a
 * limit ends the list, a total that is too low does not matter.
 */
function assertEnd(
	{ page, size, step = size, given, total }: Position,
	{ page: { total: latest = total }, unseen }: Judged<Page>,
	hasLimit: boolean,
): void {
	const bringsRows = unseen.rows.length > 0;
	const read = `${countText(page - 1)} pages (${countText(given)} records)`;
	if (total === undefined || latest === undefined) {
		if (page <= maxPages && given < maxRows) return;
		throw listError(
			`The list did not end after ${read}, and the service announced no total: in that case, at most ${countText(maxPages)} pages and ${countText(maxRows)} records are read`,
		);
	}
	if (page > maxAnnouncedPages || given >= maxAnnouncedRows) {
		throw listError(
			`The list did not end after ${read}, of ${countText(latest)} records that the service announced: at most ${countText(maxAnnouncedPages)} pages and ${countText(maxAnnouncedRows)} records are read`,
		);
	}
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

function fingerprint({ rows, keys }: KeyedRows, isPartial = false): string | undefined {
	if (isPartial && keys.includes(undefined)) return undefined;
	const names = keys.map((key, index) => key ?? JSON.stringify(rows[index]));
	return createHash('sha256').update(names.join('\n')).digest('base64url').slice(0, 11);
}

/** A failure that only says that there is no such page. */
export function isNoSuchPage(error: unknown): boolean {
	const status = statusOf(error);
	return status !== undefined && [400, 404, 410, 416, 422].includes(status);
}

/** The rows of a page that no earlier one held; mostly all of them. */
function unseenOf(page: KeyedRows, isSeen: Identity['isSeen'] = () => false): KeyedRows {
	const { rows, keys } = page;
	const isNew = keys.map((key, index) => key === undefined || !isSeen(key, rows[index]));
	return isNew.includes(false)
		? {
				rows: rows.filter((_row, index) => isNew[index]),
				keys: keys.filter((_key, index) => isNew[index]),
			}
		: page;
}

/** What a page is to the scan: which of its rows are new, and whether it only repeats earlier ones. */
interface Judged<P extends Page> {
	readonly page: P;
	readonly unseen: KeyedRows;
	/** How many of its rows came before, on an earlier page or on this one. */
	readonly repeats: number;
	/** Undefined where equal rows say nothing. */
	readonly hash: string | undefined;
	readonly isEmpty: boolean;
	readonly isRepeated: boolean;
}

function judge<P extends Page>(
	page: P,
	position: Position,
	{ key, isSeen, isPartial }: Identity,
): Judged<P> {
	const { rows } = page;
	const keys = rows.map((row) => key?.(row));
	const keyed = { rows, keys };
	const unseen = unseenOf(keyed, isSeen);
	const hash = fingerprint(keyed, isPartial);
	const isEmpty = rows.length === 0;
	// A last page that is not full may hold only rows that moved to it while the list was read.
	const isFull = rows.length >= (position.step ?? position.size);
	const isRepeated =
		!isEmpty &&
		((unseen.rows.length === 0 && isFull) || (hash !== undefined && hash === position.previous));
	const known = unseen.keys.filter((name) => name !== undefined);
	const repeats = rows.length - unseen.rows.length + known.length - new Set(known).size;
	return { page, unseen, repeats, hash, isEmpty, isRepeated };
}

function advanced(position: Position, { page, unseen, repeats, hash }: Judged<Page>): Position {
	const { size, total = page.total } = position;
	const count = page.rows.length;
	// A service that returns another number of rows than requested, although it has more, has a page size of its own.
	const hasOwnSize =
		position.page === 1 && count > 0 && count !== size && total !== undefined && total > count;
	return {
		page: position.page + 1,
		size,
		step: hasOwnSize ? count : position.step,
		given: position.given + unseen.rows.length,
		repeated: position.repeated + repeats,
		total,
		steady: position.steady && page.total !== undefined && page.total === total,
		previous: hash ?? position.previous,
	};
}

/** Whether a page with rows was the last; `position` is the one after it. Only a total says so. */
function isLast({ rows, total: latest }: Page, { size, step = size, given, total }: Position) {
	if (total === undefined || given < (latest ?? total)) return false;
	// All announced rows are here, but a total may be too small: only a short page is the end.
	return rows.length < step;
}

/** Whether a failure says that the list has ended before this page. */
function endsList(error: unknown, { page, given, total = given }: Position): boolean {
	// Where rows are missing, only a plain "not found" is the end of the list.
	return page > 1 && (given < total ? statusOf(error) === 404 : isNoSuchPage(error));
}

/**
 * Reads a list from a position to its end. The last page that it gives has `ended`.
 *
 * An empty or repeated page where more is announced is fetched once more before it is believed.
 *
 * @throws ServiceError of the kind `list` when the list cannot be read to its end; whatever `fetchPage` throws
 */
export async function* scanPages<P extends Page>(
	fetchPage: FetchPage<P>,
	start: Position,
	settings: ScanSettings = {},
): AsyncGenerator<ScannedPage<P>> {
	const { limit = Infinity, concurrency = 1 } = settings;
	let position = start;
	/** An empty page where more was announced: only the next page shows whether it was the end or a gap. */
	let gap: number | undefined;
	const last = () => {
		const { total = 0, size, step = size } = position;
		return Math.ceil(Math.min(total, limit) / step);
	};
	// A failure counts when its page has its turn: then it is known how many rows came before.
	const fetch = async (number: number) =>
		await fetchPage(number, start.size).then(
			(page) => ({ page }),
			(error: unknown) => ({ error }),
		);
	for await (const first of ahead(start.page, last, concurrency, fetch)) {
		const number = position.page;
		let fetched = first;
		const announcedBy = (page: Page) => page.total ?? position.total ?? 0;
		const judgedOf = (page: P) => judge(page, position, settings);
		let judged = 'page' in fetched ? judgedOf(fetched.page) : undefined;
		const isDoubtful = judged && (judged.isEmpty || judged.isRepeated);
		if (judged && isDoubtful && gap === undefined && position.given < announcedBy(judged.page)) {
			fetched = await fetch(number);
			judged = 'page' in fetched ? judgedOf(fetched.page) : undefined;
		}
		if ('error' in fetched) {
			if (gap === undefined && !endsList(fetched.error, position)) throw fetched.error;
			if (gap !== undefined && !isNoSuchPage(fetched.error)) throw fetched.error;
			yield { number, page: undefined, position, ended: true };
			return;
		}
		if (!judged) return;
		const { page, unseen } = judged;
		if (gap !== undefined && !judged.isEmpty) {
			throw listError(
				`The service returned no records as page ${gap}, but some as page ${number}, so the list cannot be read to its end`,
			);
		}
		const announced = announcedBy(page);
		if (judged.isRepeated && position.given < announced) {
			throw listError(
				`The service repeated the records of an earlier page as page ${number}, so the list cannot be read to its end`,
			);
		}
		if (judged.isRepeated) {
			// A service that does not page, or that gives its last page for every later one, repeats rows at the end.
			const steady = position.steady && page.total === position.total;
			yield {
				number,
				page: { ...page, rows: [], keys: [] },
				position: { ...position, steady },
				ended: true,
			};
			return;
		}
		position = advanced(position, judged);
		const ended = judged.isEmpty
			? gap !== undefined || position.given >= announced
			: isLast(page, position);
		if (judged.isEmpty) gap = number;
		yield { number, page: { ...page, ...unseen }, position, ended };
		if (ended) return;
		if (!judged.isEmpty) assertEnd(position, judged, limit !== Infinity);
	}
}
