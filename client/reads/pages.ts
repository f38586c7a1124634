// Reads a list page by page to its end, whatever the service says of its total; the one paging engine.
import { createHash } from 'crypto';

import { countText } from '../../wire/wording';
import { ahead } from '../concurrency';
import { ServiceError, statusOf } from '../serviceError';

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
	/** The rows that a page holds: fewer than `size` where the service has a smaller limit of its own. */
	readonly step?: number | undefined;
	/** The rows that came, those that came twice not counted. */
	readonly given: number;
	/** The number of all rows that the first page announced. */
	readonly total?: number | undefined;
	/** Whether every page announced that same number. */
	readonly steady: boolean;
	/** A hash of which rows the page before held. */
	readonly previous?: string | undefined;
}

export function firstPosition(size: number): Position {
	return { page: 1, size, given: 0, steady: true };
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

export interface ScanSettings<P extends Page> extends Identity {
	/** Pages that are read at once, as soon as the total is known; 1 by default. */
	readonly concurrency?: number | undefined;
	/** The most rows that are needed: no page after them is read ahead. */
	readonly limit?: number | undefined;
	/**
	 * Takes each page in order, without the `seen` rows that an earlier page held; says `stop` to read no further now.
	 */
	readonly visit: (
		page: P & KeyedRows,
		number: number,
		seen: number,
	) => 'stop' | void | Promise<'stop' | void>;
}

export interface Scan {
	/** Where to continue. */
	readonly position: Position;
	/** Whether the end of the list was reached. */
	readonly complete: boolean;
	/** Complete, and every page announced the same total, which is the number of rows that came. */
	readonly consistent: boolean;
}

/** Without a total, no list has more pages and rows than this. */
export const maxPages = 10_000;
export const maxRows = 500_000;

/** With a total, whatever it says. */
export const maxAnnouncedPages = 100_000;
export const maxAnnouncedRows = 10_000_000;

/** A total that is too low is forgiven for so many pages more at least. */
const minExtraPages = 2;

export function listError(problem: string): ServiceError {
	return new ServiceError({ kind: 'list', problem }, { write: false, url: '', attempts: 1 });
}

/** @param latest The total that the last page announced; it counts up to twice the first one */
function assertEnd({ page, size, step = size, given, total }: Position, latest = total): void {
	if (total === undefined || latest === undefined) {
		if (page <= maxPages && given < maxRows) return;
		throw listError(
			`The list did not end after ${countText(page - 1)} pages (${countText(given)} rows), and the service announced no total: then at most ${countText(maxPages)} pages and ${countText(maxRows)} rows are read`,
		);
	}
	if (page > maxAnnouncedPages || given >= maxAnnouncedRows) {
		throw listError(
			`The list did not end after ${countText(page - 1)} pages (${countText(given)} rows), of ${countText(latest)} rows that the service announced: at most ${countText(maxAnnouncedPages)} pages and ${countText(maxAnnouncedRows)} rows are read`,
		);
	}
	const announced = Math.ceil(Math.max(total, Math.min(latest, 2 * total)) / step);
	if (page <= announced + Math.max(minExtraPages, announced)) return;
	throw listError(
		`The list does not end: ${countText(given)} rows came, but the service announced ${countText(latest)}`,
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
interface Judged {
	readonly page: Page;
	readonly unseen: KeyedRows;
	/** Undefined where equal rows say nothing. */
	readonly hash: string | undefined;
	readonly isEmpty: boolean;
	readonly isRepeated: boolean;
}

function judge(page: Page, position: Position, { key, isSeen, isPartial }: Identity): Judged {
	const { rows } = page;
	const keyed = { rows, keys: rows.map((row) => key?.(row)) };
	const unseen = unseenOf(keyed, isSeen);
	const hash = fingerprint(keyed, isPartial);
	const isEmpty = rows.length === 0;
	// A last page that is not full may hold only rows that moved to it while the list was read.
	const isFull = rows.length >= (position.step ?? position.size);
	const isRepeated =
		!isEmpty &&
		((unseen.rows.length === 0 && isFull) || (hash !== undefined && hash === position.previous));
	return { page, unseen, hash, isEmpty, isRepeated };
}

function advanced(position: Position, { page, unseen: { rows }, hash }: Judged): Position {
	const { size, total = page.total } = position;
	const count = page.rows.length;
	// A service that returns fewer rows than requested, although it has more, has a limit of its own.
	const isLimited = position.page === 1 && count < size && total !== undefined && total > count;
	return {
		page: position.page + 1,
		size,
		step: isLimited ? count : position.step,
		given: position.given + rows.length,
		total,
		steady: position.steady && (page.total === undefined || page.total === total),
		previous: hash,
	};
}

/** Whether a page with rows was the last; `position` is the one after it. */
function isLast({ rows, total: latest }: Page, position: Position): boolean {
	const { page, size, step = size, given, total = latest } = position;
	const count = rows.length;
	// More rows than requested: the service does not page, and these were all.
	if (count > size) return true;
	if (total === undefined) return count < size;
	if (given < (latest ?? total)) return page > Math.ceil(total / step) && count < step;
	// All announced rows are here, but a total may be too small: only a page that is not full is the end.
	return count < step;
}

/**
 * Reads a list from a position to its end, or until `visit` says stop.
 *
 * An empty or repeated page where more is announced is fetched once more before it is believed.
 *
 * @throws ServiceError of the kind `list` when the list cannot be read to its end; whatever `fetchPage` throws
 */
export async function scanPages<P extends Page>(
	fetchPage: FetchPage<P>,
	start: Position,
	settings: ScanSettings<P>,
): Promise<Scan> {
	const { limit = Infinity, concurrency = 1, visit } = settings;
	let position = start;
	let emptyPage: number | undefined;
	const fetch = async (number: number): Promise<P | Page> =>
		await fetchPage(number, start.size).catch((error: unknown) => {
			const isBeyond = position.given === position.total || emptyPage !== undefined;
			return isBeyond && isNoSuchPage(error) ? { rows: [] } : Promise.reject(error);
		});
	const last = () => {
		const { total = 0, size, step = size } = position;
		return Math.ceil(Math.min(total, limit) / step);
	};
	const ended = (): Scan => {
		const { steady, given, total = given } = position;
		return { position, complete: true, consistent: steady && total === given };
	};
	for await (const fetched of ahead(start.page, last, concurrency, fetch)) {
		if (emptyPage !== undefined) {
			if (fetched.rows.length === 0) return ended();
			throw listError(
				`The service gave no rows as page ${emptyPage}, but some as page ${emptyPage + 1}, so the list cannot be read to its end`,
			);
		}
		const number = position.page;
		const announced = fetched.total ?? position.total;
		let judged = judge(fetched, position, settings);
		if ((judged.isEmpty || judged.isRepeated) && position.given < (announced ?? 0))
			judged = judge(await fetch(number), position, settings);
		if (judged.isEmpty) {
			if (position.given >= (announced ?? 0)) return ended();
			// Only the next page shows whether this was the end or a gap.
			emptyPage = number;
			continue;
		}
		if (judged.isRepeated) {
			// A service that does not page gives the same rows for every page.
			if (announced === position.given || (announced === undefined && number === 2)) return ended();
			throw listError(
				`The service gave the rows of an earlier page again as page ${number}, so the list cannot be read to its end`,
			);
		}
		const { page, unseen } = judged;
		const seen = page.rows.length - unseen.rows.length;
		const wish = await visit({ ...(page as P), ...unseen }, number, seen);
		position = advanced(position, judged);
		if (isLast(judged.page, position)) return ended();
		if (wish === 'stop') break;
		assertEnd(position, judged.page.total);
	}
	return { position, complete: false, consistent: false };
}
