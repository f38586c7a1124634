// How a list is paged: a few pages of it, and what they tell of totals, page sizes, the first page and the end.
import type { ReadEndpoint } from '../../api/endpoint';
import { messageIn } from '../../wire/errorMessage';
import type { Asker, HiddenValue } from './asking';
import { cameText, isPassingStatus, type Response } from './responses';

/** An answer with what it rests on. Without an answer, the evidence says why there is none. */
export interface Judgement {
	readonly answer?: string;
	readonly evidence: string;
}

export function unknown(evidence: string): Judgement {
	return { evidence };
}

/** As many rows as a page of the node may ask for. */
export const LARGE = 10_000;
/** As many as a service that refuses large pages, or small ones, takes most likely. */
export const MEDIUM = 100;
const SIZES = [LARGE, 1000, MEDIUM];
/** A page that no list reaches in pages of one row. */
const FAR = 200_000;

export interface ListSeen {
	readonly endpoint: ReadEndpoint;
	/** Pages of one row: 0, 1 and 2. */
	readonly zero?: Response;
	readonly first?: Response;
	readonly second?: Response;
	/** The first page with many rows, and the one after it. */
	readonly large?: Response;
	readonly next?: Response;
	/** The last page by the announced total, the one before it, where it is needed, and the one after it. */
	readonly beforeLast?: Response;
	readonly last?: Response;
	readonly afterLast?: Response;
	/** Two pages far beyond the end. */
	readonly far?: Response;
	readonly farther?: Response;
	/** Set where the first page was another one when it was asked for again: nothing can be told then. */
	readonly isChanging?: boolean;
	/** How many rows the large page was to have. */
	readonly size: number;
	/** The number of the first page, as far as it is needed to read on. */
	readonly base: 0 | 1;
}

type Page = Response | undefined;

function keysOf(page: Page): readonly string[] {
	return page?.rows?.keys ?? [];
}

/** The size of a page; 0 for one that is empty or holds no list. */
function sizeOf(page: Page): number {
	return keysOf(page).length;
}

function isSame(a: Page, b: Page): boolean {
	return sizeOf(a) > 0 && keysOf(a).join('\n') === keysOf(b).join('\n');
}

function isApart(a: Page, b: Page): boolean {
	const keys = new Set(keysOf(a));
	return sizeOf(a) > 0 && sizeOf(b) > 0 && !keysOf(b).some((key) => keys.has(key));
}

function isWithin(a: Page, b: Page): boolean {
	const keys = new Set(keysOf(b));
	return sizeOf(a) > 0 && keysOf(a).every((key) => keys.has(key));
}

/** A list came, without rows; no content and null are one, too. */
function isEmptyPage(page: Page): boolean {
	const isNull = page?.came === 'data' && page.value === null;
	return page?.rows?.keys.length === 0 || page?.came === 'nothing' || isNull;
}

/** Whether a service says that it does not take what was asked. */
export function isInvalid(response: Page): boolean {
	return [400, 422].includes(response?.status ?? 0);
}

/** What a judge has to know of the whole check. */
export interface Reliability {
	/** Whether an error is the answer to what was asked, and not a failure that came and stayed or passed. */
	isAnswer(response: Response): boolean;
}

/** Whether an error may be about what was asked, and neither about who asks nor about the moment. */
export function isOwnError(response: Page): boolean {
	const { came, status = 0 } = response ?? {};
	return came === 'status' && ![401, 403, 407].includes(status) && !isPassingStatus(status);
}

/** Whether the service answers with an error that is about this page alone. */
function isErrorPage(page: Page, { isAnswer }: Reliability): boolean {
	return page !== undefined && isOwnError(page) && isAnswer(page);
}

/** Whether there is certainly no such page: a message instead of one says so, too. */
function isNoPage(page: Page, reliability: Reliability): boolean {
	const isMessage =
		page?.came === 'data' && page.rows === undefined && messageIn(page.value) !== undefined;
	return isEmptyPage(page) || isErrorPage(page, reliability) || isMessage;
}

type Values = Readonly<Record<string, HiddenValue | number | boolean>>;

/** The pages with the same kind of keys: IDs, unless some are missing or repeat within a page. */
function withKeys(list: ListSeen): ListSeen {
	const pages = Object.entries(list).filter((entry): entry is [string, Response] => {
		return typeof entry[1] === 'object' && 'rows' in entry[1] && 'asked' in entry[1];
	});
	const isKnown = ({ rows }: Response) =>
		!rows || (!rows.ids.includes('') && new Set(rows.ids).size === rows.ids.length);
	const kind = pages.every(([, page]) => isKnown(page)) ? 'ids' : 'contents';
	const keyed = pages.map(([name, page]) => {
		return [name, page.rows ? { ...page, rows: { ...page.rows, keys: page.rows[kind] } } : page];
	});
	return { ...list, ...Object.fromEntries(keyed) } as ListSeen;
}

/** Whether a page has the rows and the total that it had before. */
export function isUnchanged(before: Page, now: Page): boolean {
	if (!before?.rows || !now?.rows) return now?.rows === before?.rows;
	return (
		before.rows.total === now.rows.total && before.rows.ids.join('\n') === now.rows.ids.join('\n')
	);
}

/** Reads the few pages of a list that its judges need. */
export async function seeList(
	asker: Asker,
	endpoint: ReadEndpoint,
	values: Values,
): Promise<ListSeen> {
	const { paging } = endpoint;
	if (!paging) throw new Error(`${endpoint.path} does not come in pages.`);
	const page = async (number: number, size: number, mayFail = true) => {
		const query = { ...values, [paging.number]: number, [paging.size]: size };
		return await asker.ask({ endpoint, query, mayFail });
	};
	let seen: ListSeen = { endpoint, size: LARGE, base: 1, first: await page(1, 1, false) };
	// Page 1 may be beyond the end of a list that begins with page 0.
	if (seen.first?.came !== 'data' && !isOwnError(seen.first)) return seen;
	seen = withKeys({ ...seen, second: await page(2, 1) });
	// A service that takes no page gives the same rows again: nothing more is to be learned of its pages.
	const takesNoPage = sizeOf(seen.first) > 1 && isSame(seen.first, seen.second);
	if (!takesNoPage) seen = withKeys({ ...seen, zero: await page(0, 1) });
	seen = { ...seen, base: startsAtZero(seen) ? 0 : 1 };
	const { base } = seen;
	if (isInvalid(seen.first)) return withKeys({ ...seen, large: await page(base, MEDIUM) });
	if (sizeOf(startOf(seen)) === 0) return seen;
	for (const size of SIZES) {
		seen = { ...seen, size, large: await page(base, size, size < LARGE) };
		if (!isOwnError(seen.large)) break;
	}
	if (takesNoPage || sizeOf(seen.large) === 0) return withKeys(seen);
	// The rest of a list of that many rows is not needed.
	const isFull = sizeOf(seen.large) >= LARGE;
	seen = withKeys({ ...seen, next: isFull ? undefined : await page(base + 1, seen.size) });
	if (!isMoreBehind(seen)) return seen;
	const total = startOf(seen)?.rows?.total;
	const isPlausible =
		total != null && total === seen.large?.rows?.total && total > sizeOf(seen.large);
	if (isPlausible) {
		const count = Math.ceil(total / sizeOf(startOf(seen)));
		const last = await page(base + count - 1, 1);
		seen = withKeys({ ...seen, last, afterLast: await page(base + count, 1) });
		// A page that is repeated after the end may be repeated from an earlier page on.
		if (isSame(seen.last, seen.afterLast))
			seen = withKeys({ ...seen, beforeLast: await page(base + count - 2, 1) });
		if (sizeOf(seen.last) > 0 && !isApart(seen.last, seen.afterLast)) return seen;
	}
	seen = withKeys({ ...seen, far: await page(FAR, 1) });
	if (sizeOf(seen.far) === 0) return seen;
	return withKeys({ ...seen, farther: await page(FAR + 1, 1) });
}

/** Whether page 0 has rows, and others than page 1. */
function startsAtZero({ zero, first, second }: ListSeen): boolean {
	const isOther = sizeOf(first) === 0 || isApart(zero, first);
	return sizeOf(zero) > 0 && isOther && !isSame(first, second);
}

/** The first page of one row. */
function startOf({ base, zero, first }: ListSeen): Page {
	return base === 0 ? zero : first;
}

/** Whether there are rows after those of the large page. */
function isMoreBehind({ large, next }: ListSeen): boolean {
	return sizeOf(large) >= LARGE || (sizeOf(next) > 0 && !isWithin(next, large));
}

/** Whether the large page certainly held the whole list. */
function isWhole({ large, next }: ListSeen, reliability: Reliability): boolean {
	if (sizeOf(large) === 0 || sizeOf(large) >= LARGE) return false;
	return isNoPage(next, reliability) || isWithin(next, large);
}

function rowsText(count: number): string {
	return `${count} row${count === 1 ? '' : 's'}`;
}

/** A request for a page and what came of it. */
export function pageText(page: Response): string {
	const { asked, endpoint, rows } = page;
	if (!rows) return `${asked} -> ${cameText(page)}`;
	const { keys, total } = rows;
	const announced =
		total === undefined
			? ''
			: `, ${endpoint.paging?.total ?? 'total'} ${total ?? 'is not a number'}`;
	return `${asked} -> ${cameText(page)}, ${rowsText(keys.length)}${announced}`;
}

function evidenceOf(...pages: readonly Page[]): string {
	return pages.flatMap((page) => (page ? [pageText(page)] : [])).join('; ');
}

function missingText(list: ListSeen): string {
	return evidenceOf(list.first) || 'The list was not asked for.';
}

/** Whether no row came, or one alone: then nothing tells how the list is paged. */
function isTiny({ zero, first, second, large, next }: ListSeen): boolean {
	const pages = [zero, first, second, large, next];
	return new Set(pages.flatMap(keysOf)).size <= 1;
}

export function judgeFirstPage(list: ListSeen, reliability: Reliability): Judgement {
	const { zero, first, second, large, base } = list;
	const evidence = evidenceOf(zero, first, second);
	if (!first || !second) return unknown(missingText(list));
	if (isTiny(list)) return unknown(`${evidence}: too few rows to tell.`);
	if (isSame(first, second))
		return unknown(`${evidence}: pages 1 and 2 have the same rows, so pages are not taken.`);
	if (!zero) return unknown(evidence);
	const isNone = (page: Page) => isNoPage(page, reliability);
	if (base === 0) {
		const place = keysOf(large).indexOf(keysOf(zero)[0]);
		const follows = isApart(zero, first) && keysOf(large)[sizeOf(zero)] === keysOf(first)[0];
		const isAll = sizeOf(zero) > 1 && isNone(first);
		// Where all pages have one size, the announced last page tells where they begin.
		const isCounted = list.last !== undefined && judgeTotal(list, reliability).answer === 'list';
		if (place === 0 && (follows || isAll || isCounted)) return { answer: '0', evidence };
		return unknown(`${evidence}: page 0 has rows, but not those before page 1.`);
	}
	const isWorking =
		sizeOf(first) > 0 && (isApart(first, second) || (isNone(second) && sizeOf(first) > 1));
	if (!isWorking) return unknown(evidence);
	// Page 0 may be none, the first one again, or the whole list.
	const isFirstAgain = sizeOf(zero) > 0 && keysOf(zero)[0] === keysOf(first)[0];
	return isNone(zero) || isFirstAgain ? { answer: '1', evidence } : unknown(evidence);
}

export function judgePageSize(list: ListSeen, reliability: Reliability): Judgement {
	const { size, large, next } = list;
	const start = startOf(list);
	const evidence = evidenceOf(start, large, next);
	if (!start) return unknown(missingText(list));
	if (sizeOf(start) === 0 || isTiny(list)) return unknown(`${evidence}: too few rows to tell.`);
	const [small, many] = [sizeOf(start), sizeOf(large)];
	if (many === 0) return unknown(evidence);
	if (small > 1) {
		if (small === many && (!takesPages(list) || isMoreBehind(list)))
			return { answer: 'ignored', evidence };
		return unknown(`${evidence}: a page has a smallest size, or sizes are taken only in part.`);
	}
	if (size < LARGE)
		return unknown(
			`${evidence}: pages of more rows are refused, and it is not known from which size on.`,
		);
	if (many < size && !takesPages(list) && large?.rows?.total !== many)
		return unknown(
			`${evidence}: pages are not taken, so more rows than a page has cannot be seen.`,
		);
	if (many > size) return unknown(`${evidence}: more rows came than a page was to have.`);
	if (many === size || isWhole(list, reliability))
		return { answer: 'honoured', evidence: `${evidence}; seen of at most ${rowsText(many)}` };
	if (many > 1 && isApart(large, next))
		return { answer: 'capped', evidence: `${evidence}; the cap is ${rowsText(many)}` };
	return unknown(`${evidence}: the list ends there, or a page has no more rows.`);
}

export function judgeTotal(list: ListSeen, reliability: Reliability): Judgement {
	const { large, next, beforeLast, last, afterLast } = list;
	const start = startOf(list);
	const evidence = evidenceOf(start, large, next, beforeLast, last, afterLast);
	if (!start || sizeOf(start) === 0) return unknown(missingText(list));
	const pages = [start, large].filter((page) => sizeOf(page) > 0);
	const totals = pages.map((page) => page?.rows?.total);
	if (totals.every((total) => total === undefined)) return { answer: 'absent', evidence };
	if (isTiny(list)) return unknown(`${evidence}: too few rows to tell.`);
	if (totals.includes(undefined)) return unknown(`${evidence}: only some pages announce a total.`);
	const [announced, latest = announced] = totals;
	if (announced == null || latest == null) return { answer: 'wrong', evidence };
	const [small, many] = [sizeOf(start), sizeOf(large)];
	if (many === 0) return unknown(evidence);
	if (announced === small && latest === many) {
		if (small !== many || isMoreBehind(list)) return { answer: 'page', evidence };
		return unknown(`${evidence}: the number of the list is that of the page, too.`);
	}
	const isAll = isWhole(list, reliability);
	if (announced !== latest && isAll && latest === many)
		return unknown(`${evidence}: the total is wrong, or the list changed meanwhile.`);
	const isTooLow = announced < many || (announced === many && isMoreBehind(list));
	if (announced !== latest || isTooLow) return { answer: 'wrong', evidence };
	if (isAll && announced === many) return { answer: 'list', evidence };
	if (!takesPages(list))
		return unknown(`${evidence}: the total is wrong, or the list is not given whole.`);
	if (isAll) return { answer: 'wrong', evidence };
	if (!last || !afterLast) return unknown(evidence);
	const isNone = (page: Page) => isNoPage(page, reliability);
	const rest = announced % small || small;
	const isEnd = isNone(afterLast) || (isSame(afterLast, last) && isApart(beforeLast, last));
	if (sizeOf(last) === rest && isEnd) return { answer: 'list', evidence };
	if (isSame(beforeLast, last) || (isEnd && sizeOf(last) > 0)) return { answer: 'wrong', evidence };
	return isNone(last) || isApart(last, afterLast)
		? { answer: 'wrong', evidence }
		: unknown(evidence);
}

/** Whether another page number gives other rows. */
function takesPages(list: ListSeen): boolean {
	return !isSame(startOf(list), list.base === 0 ? list.first : list.second);
}

export function judgeBeyondEnd(list: ListSeen, reliability: Reliability): Judgement {
	const { first, second, large, next, last, afterLast, far, farther } = list;
	const judged = (page: Response, ...before: Page[]): Judgement => {
		const evidence = evidenceOf(...before, page);
		if (isEmptyPage(page)) return { answer: 'empty', evidence };
		if (isErrorPage(page, reliability)) return { answer: 'error', evidence };
		return before.some((earlier) => isWithin(page, earlier))
			? { answer: 'repeats', evidence }
			: unknown(evidence);
	};
	if (sizeOf(first) > 1 && isSame(first, second))
		return { answer: 'repeats', evidence: evidenceOf(first, second) };
	if (next && sizeOf(large) > 0 && !isMoreBehind(list)) return judged(next, large);
	if (last && afterLast && sizeOf(last) > 0 && !isApart(last, afterLast))
		return judged(afterLast, last);
	if (far) return judged(far, farther);
	return unknown(missingText(list));
}
