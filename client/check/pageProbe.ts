// How a list is paged: two pages of it tell, or a third one.
//
//   page 1, 100 rows per page         | r1 r2 ... rn |
//   page 2, s rows per page              | rs+1 ... |        pages begin with 1
//   (2s < n)                                  | r2s+1 ... |  pages begin with 0, and page 1 repeats the last page
//                                          anything else     page 0 tells, if it has other rows or none
//
// The last page by the announced total tells whether that counts the list: s does not divide the total, so it is not full.
import type { ReadEndpoint } from '../../api/endpoint';
import type { QueryValues } from '../reads/readRequest';
import { isAboutCredential, type Outcome } from './outcome';
import type { Prober } from './prober';

/** How many rows the first page may have: some services refuse more. */
const SIZE = 100;

type Page = Outcome | undefined;

/** The first page and the one after it, as far as they are known. */
interface Start {
	readonly base: 0 | 1;
	/**
	 * How the pages show that number: rows go on from page to page, or pages 0 and 1 only differ. Left out, it rests on the
	 * absence of another page.
	 */
	readonly shownBy?: 'order' | 'difference';
	readonly absent?: Page;
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

/** Asks for the page with a number, of a size. */
type AskPage = (number: number, size: number, accept?: 'xml') => Promise<Page>;

function keysOf(page: Page): readonly string[] {
	return page?.page?.keys ?? [];
}

export function rowCount(page: Page): number {
	return keysOf(page).length;
}

/** Whether a page begins with this row of others, counted from 0. */
function beginsAt(page: Page, row: number, ...others: readonly Page[]): boolean {
	const [key] = keysOf(page);
	return key !== undefined && others.flatMap(keysOf)[row] === key;
}

/** A number of rows by which the second page begins within the first one, and that does not divide the total. */
function smallerSize(first: Page): number {
	const most = Math.max(1, Math.ceil(rowCount(first) / 2) - 1);
	const total = first?.page?.total ?? 0;
	for (let size = most; size > 0; size--) if (total % size !== 0) return size;
	return most;
}

/** Asks for a page, as XML where that has rows as well. */
async function askInXmlFirst(ask: AskPage, number: number, size: number): Promise<Page> {
	const xml = await ask(number, size, 'xml');
	return rowCount(xml) > 0 ? xml : await ask(number, size);
}

/** Reads the page after `base` in a smaller size: its first row tells whether pages count from `base`. */
async function startAt(ask: AskPage, base: 0 | 1, first: Page, inXml: boolean): Promise<Start> {
	if (rowCount(first) < 2) return { base, first, takesSizes: false };
	const size = smallerSize(first);
	const next = await (inXml ? askInXmlFirst(ask, base + 1, size) : ask(base + 1, size));
	if (base === 1 && beginsAt(next, 2 * size, first))
		return { base: 0, shownBy: 'order', first, next, takesSizes: true };
	const shownBy = 2 * size < rowCount(first) && beginsAt(next, size, first) ? 'order' : undefined;
	return {
		base,
		shownBy,
		first,
		next,
		takesSizes: shownBy !== undefined || rowCount(next) === size,
	};
}

/** Whether nothing is to be learned from a page about the others. */
function isRefused(page: Page): boolean {
	return !page || page.kind === 'noResponse' || isAboutCredential(page);
}

/** Asks for the page that is most likely the first; for the other one of 0 and 1 where its rows do not show it. */
async function findStart(ask: AskPage, guess: 0 | 1, inXml: boolean): Promise<Start> {
	const likely = await ask(guess, SIZE);
	const fromGuess = await startAt(ask, guess, likely, inXml);
	if (fromGuess.shownBy || isRefused(likely)) return fromGuess;
	const other = await ask(1 - guess, SIZE);
	const zero = guess === 0 ? likely : other;
	const one = guess === 0 ? other : likely;
	if (rowCount(one) === 0) {
		const fromZero = guess === 0 ? fromGuess : await startAt(ask, 0, zero, inXml);
		return { ...fromZero, absent: one };
	}
	const fromOne = guess === 1 ? fromGuess : await startAt(ask, 1, one, inXml);
	if (rowCount(zero) === 0) return { ...fromOne, absent: zero };
	if (fromOne.shownBy || keysOf(zero).some((key) => keysOf(one).includes(key))) return fromOne;
	const goesOn = beginsAt(fromOne.next, 2 * smallerSize(one), zero, one);
	return { ...fromOne, base: 0, shownBy: goesOn ? 'order' : 'difference', first: zero };
}

/** The last page by the announced total, and how many rows it has to have; undefined where it tells nothing. */
function lastPageOf({ absent, base, first, next, shownBy, takesSizes }: Start) {
	const total = first?.page?.total ?? 0;
	const isBaseLikely = (shownBy ?? absent) !== undefined;
	if (!isBaseLikely || next?.page?.total !== total || total < rowCount(first)) return undefined;
	const size = takesSizes ? smallerSize(first) : rowCount(first);
	const rows = total % size;
	if (rows === 0) return undefined;
	return { number: base + Math.floor(total / size), size: takesSizes ? size : SIZE, rows };
}

/** Reads the few pages that tell how a list is paged. */
export async function probePages(
	prober: Prober,
	{ endpoint, values, guess, inXml = false }: ProbedList,
): Promise<PageProbe> {
	const { number: numberName = '', size: sizeName = '' } = endpoint.paging ?? {};
	const pages: Outcome[] = [];
	const ask: AskPage = async (number, size, accept) => {
		const query = { ...values, [numberName]: number, [sizeName]: size };
		const page = await prober.ask({ endpoint, query, accept });
		if (page) pages.push(page);
		return page;
	};
	const start = await findStart(ask, guess, inXml);
	const lastPage = lastPageOf(start);
	if (!lastPage) return { ...start, pages };
	const last = await ask(lastPage.number, lastPage.size);
	return { ...start, pages, last, lastRows: lastPage.rows };
}
