// How a list is paged: two pages of it tell, or a third one.
//
//   page 1, 100 rows per page         | r1 r2 ... rn |
//   page 2, s rows per page              | rs+1 ... |        pages begin with 1
//   (2s < n)                                  | r2s+1 ... |  pages begin with 0, and page 1 repeats the last page
//                                          anything else     page 0 tells, where it has other rows or none
//
// The last page by the announced total tells whether that counts the list: s does not divide the total, so it is not full.
import type { ReadEndpoint } from '../../api/endpoint';
import {
	type Conclusion,
	evidenceOf,
	isAboutCredential,
	isAboutRequest,
	type Outcome,
} from './outcome';
import type { QueryValues } from '../reads/readRequest';
import type { Prober } from './prober';

/** How many rows the first page may have: some services refuse more. */
const SIZE = 100;

type Page = Outcome | undefined;

/** The first page and the one after it, as far as they are known. */
interface Start {
	readonly base: 0 | 1;
	/** Whether the pages show that number; else, it rests on the absence of another page. */
	readonly isShown: boolean;
	readonly absent?: Outcome;
	readonly first: Page;
	readonly next?: Page;
	/** Whether a page has as many rows as are asked for. */
	readonly takesSizes: boolean;
}

export interface PageProbe extends Start {
	/** All pages that were asked for. */
	readonly pages: readonly Outcome[];
	/** The last page by the announced total, and how many rows it has to have. */
	readonly last?: Page;
	readonly lastRows?: number;
}

interface ProbedList {
	readonly endpoint: ReadEndpoint;
	readonly values: QueryValues;
	/** The number that the first page most likely has. */
	readonly guess: 0 | 1;
	/** Whether to ask for the second page as XML. */
	readonly inXml?: boolean;
}

type AskPage = (place: number, size: number, accept?: 'xml') => Promise<Page>;

function keysOf(page: Page): readonly string[] {
	return page?.page?.keys ?? [];
}

function rowCount(page: Page): number {
	return keysOf(page).length;
}

/** Whether the second page begins with this row of the first one, counted from 0. */
function beginsAt(next: Page, first: Page, row: number): boolean {
	const key = keysOf(next)[0];
	return key !== undefined && keysOf(first)[row] === key;
}

/** Whether there is certainly no such page. */
function isNoPage(page: Page, prober: Prober): boolean {
	if (!page) return false;
	if (page.page) return rowCount(page) === 0;
	const isNothing = page.kind === 'data' && (page.value === null || page.value === '');
	return page.kind === 'empty' || isNothing || (isAboutRequest(page) && prober.isAnswer(page));
}

/** A number of rows by which the second page begins within the first one, and that does not divide the total. */
function smallerSize(first: Page): number {
	const most = Math.max(1, Math.ceil(rowCount(first) / 2) - 1);
	const sizes = Array.from({ length: most }, (_, index) => most - index);
	const total = first?.page?.total ?? 0;
	return sizes.find((size) => total % size !== 0) ?? most;
}

/** Reads the page after `base` in a smaller size: its first row tells whether pages count from `base`. */
async function startAt(ask: AskPage, base: 0 | 1, first: Page, inXml: boolean): Promise<Start> {
	const size = smallerSize(first);
	const isAlone = rowCount(first) < 2;
	const xml = inXml && !isAlone ? await ask(base + 1, size, 'xml') : undefined;
	const next = isAlone || rowCount(xml) > 0 ? xml : await ask(base + 1, size);
	if (base === 1 && beginsAt(next, first, 2 * size))
		return { base: 0, isShown: true, first, next, takesSizes: true };
	const isShown = 2 * size < rowCount(first) && beginsAt(next, first, size);
	return { base, isShown, first, next, takesSizes: isShown || rowCount(next) === size };
}

async function findStart(ask: AskPage, guess: 0 | 1, inXml: boolean): Promise<Start> {
	const first = await ask(guess, SIZE);
	const guessed = await startAt(ask, guess, first, inXml);
	const isRefused = !first || first.kind === 'noResponse' || isAboutCredential(first);
	if (guessed.isShown || isRefused) return guessed;
	const other = await ask(1 - guess, SIZE);
	const [zero, one] = guess === 0 ? [first, other] : [other, first];
	const startFrom = async (number: 0 | 1, page: Page) =>
		number === guess ? guessed : await startAt(ask, number, page, inXml);
	if (rowCount(one) === 0) return { ...(await startFrom(0, zero)), absent: one };
	const fromOne = await startFrom(1, one);
	if (rowCount(zero) === 0) return { ...fromOne, absent: zero };
	const isBefore = !keysOf(zero).some((key) => keysOf(one).includes(key));
	return isBefore ? { ...fromOne, base: 0, isShown: true, first: zero } : fromOne;
}

/** Reads the few pages that tell how a list is paged. */
export async function probePages(prober: Prober, list: ProbedList): Promise<PageProbe> {
	const { endpoint, values, guess, inXml = false } = list;
	const { number = '', size: sizeName = '' } = endpoint.paging ?? {};
	const pages: Outcome[] = [];
	const ask: AskPage = async (place, size, accept) => {
		const query = { ...values, [number]: place, [sizeName]: size };
		const page = await prober.ask({ endpoint, query, accept });
		if (page) pages.push(page);
		return page;
	};
	const start = await findStart(ask, guess, inXml);
	const { base, first, next, takesSizes } = start;
	const total = first?.page?.total ?? 0;
	const size = takesSizes ? smallerSize(first) : rowCount(first);
	const lastRows = total % size;
	const isKnown = start.isShown || start.absent !== undefined;
	const isPossible = isKnown && next?.page?.total === total && total >= rowCount(first);
	if (!isPossible || !lastRows) return { ...start, pages };
	const last = await ask(base + Math.floor(total / size), takesSizes ? size : SIZE);
	return { ...start, pages, last, lastRows };
}

/** Why a list tells nothing of its pages; undefined where it may. */
function obstacle({ first, pages }: PageProbe): string | undefined {
	const shown = evidenceOf(...pages);
	if (rowCount(first) === 0) return shown;
	if (new Set(pages.flatMap(({ page }) => page?.keys ?? [])).size < 2)
		return `${shown}: too few rows to tell`;
	if (pages.some(({ page }) => new Set(page?.keys).size < (page?.rows.length ?? 0)))
		return `${shown}: rows cannot be told apart, because IDs are missing or repeat`;
	return undefined;
}

/** The totals of the pages with rows: whether each is the number of its own rows, and whether all are equal. */
function totalsOf({ pages }: PageProbe) {
	const full = pages.flatMap(({ page }) => (page && page.rows.length > 0 ? [page] : []));
	const totals = new Set(full.map(({ total }) => total));
	const counts = new Set(full.map(({ rows }) => rows.length));
	const rowsSeen = new Set(full.flatMap(({ keys }) => keys)).size;
	const areOwn = full.every(({ total, rows }) => total === rows.length);
	const countPages = areOwn && (counts.size > 1 || rowsSeen > Math.max(...counts));
	return { totals, rowsSeen, countPages };
}

function isBaseSure({ isShown, absent }: PageProbe, prober: Prober): boolean {
	return isShown || isNoPage(absent, prober);
}

export function concludeFirstPage(probe: PageProbe, prober: Prober): Conclusion {
	const problem = obstacle(probe);
	if (problem !== undefined) return { evidence: problem };
	const evidence = evidenceOf(...probe.pages);
	const { totals, countPages } = totalsOf(probe);
	if (totals.size > 1 && !countPages)
		return { evidence: `${evidence}: the total changed, and the pages may have` };
	return { answer: isBaseSure(probe, prober) ? `${probe.base}` : undefined, evidence };
}

export function concludeTotal(probe: PageProbe, prober: Prober): Conclusion {
	const { last, lastRows, first, pages } = probe;
	const evidence = evidenceOf(...pages);
	const { totals, rowsSeen, countPages } = totalsOf(probe);
	const [total] = totals;
	if (rowCount(first) > 0 && totals.size === 1 && total === undefined)
		return { answer: 'absent', evidence };
	const problem = obstacle(probe);
	if (problem !== undefined) return { evidence: problem };
	if (totals.has(null)) return { answer: 'wrong', evidence };
	if (countPages) return { answer: 'page', evidence };
	if (totals.size > 1 || total === undefined || total === null)
		return { evidence: `${evidence}: the total is not the same on all pages` };
	if (total < rowsSeen) return { answer: 'wrong', evidence };
	if (!isBaseSure(probe, prober) || (rowCount(last) === 0 && !isNoPage(last, prober)))
		return { evidence: `${evidence}: it is not certain that these are all rows` };
	return { answer: rowCount(last) === lastRows ? 'list' : 'wrong', evidence };
}
