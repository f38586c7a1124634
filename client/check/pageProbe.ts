// How a list is paged: two pages of it, and a third one where they do not tell.
//
//   page 1, as many rows as it may have   | r1 r2 ... rn |
//   page 2, n-1 rows per page                       | rn |             the list ends with rn, pages begin with 1
//                                                   | rn rn+1 ... |    pages begin with 1, and there are more rows
//                                           | r2 ... |  | rn+1 ... |   page 0 tells: it may be the first one, or sizes
//                                                                      may be the service's own
//                                         | r1 ... |                   page numbers are not taken
//
// Where there are more rows, the last page by the announced total tells whether that counts the list.
import type { ReadEndpoint } from '../../api/endpoint';
import { evidenceOf, isAboutRequest, isInvalid, type Outcome, type ProbeValues } from './outcome';
import type { Prober } from './prober';

/** An answer with what it rests on. Without an answer, the evidence says why there is none. */
export interface Conclusion {
	readonly answer?: string;
	readonly evidence: string;
	/** What a person has to know beside the consequence. */
	readonly note?: string;
}

export function unknown(evidence: string): Conclusion {
	return { evidence };
}

/** How many rows the first page may have. Some services refuse the larger number. */
export const SIZES = [1000, 100] as const;

type Page = Outcome | undefined;

function keysOf(page: Page): readonly string[] {
	return page?.page?.keys ?? [];
}

function rowCount(page: Page): number {
	return keysOf(page).length;
}

function haveNoRowInCommon(a: Page, b: Page): boolean {
	const keys = new Set(keysOf(a));
	return !keysOf(b).some((key) => keys.has(key));
}

function isSamePage(a: Page, b: Page): boolean {
	return rowCount(a) > 0 && keysOf(a).join('\n\n') === keysOf(b).join('\n\n');
}

/** The last page by the announced total: how many rows it has to have, and what came after a full one. */
interface EndProbe {
	readonly rows: number;
	readonly last: Page;
	readonly afterLast?: Page;
}

/** The pages that were asked for. */
export interface PageProbe {
	/** The number of the first page, as far as it is known. */
	readonly base: 0 | 1;
	readonly first: Page;
	readonly second?: Page;
	/** How many rows come before those of the second page, if page numbers and sizes are taken. */
	readonly step: number;
	/** Whether a page had as many rows as it was to have. */
	readonly takesSizes?: boolean;
	/** Page 0, or page 1 where page 0 is the first one. */
	readonly other?: Page;
	/** The page after the second one, where that is full and may be the last. */
	readonly third?: Page;
	/** The first page with as many rows as come before the second one, where that may be a last page that is repeated. */
	readonly start?: Page;
	readonly end?: EndProbe;
	/** Whether the first page was another one when it was asked for again. */
	readonly isChanging?: boolean;
	/** The second page asked for as XML. */
	readonly xml?: Page;
}

function isInStep({ first, second, step }: PageProbe): boolean {
	const key = keysOf(first)[step];
	return key !== undefined && keysOf(second)[0] === key;
}

/** Whether there are rows after those of the first page. */
function goesOn({ first, second, third }: PageProbe): boolean {
	const keys = new Set(keysOf(first));
	return [...keysOf(second), ...keysOf(third)].some((key) => !keys.has(key));
}

function totalOf(page: Page): number | null | undefined {
	return page?.page?.total;
}

interface ProbedList {
	readonly endpoint: ReadEndpoint;
	readonly values: ProbeValues;
	/** The number that the first page most likely has. */
	readonly base: 0 | 1;
	/** Whether to ask for the second page as XML. */
	readonly inXml?: boolean;
}

/** Reads the few pages that tell how a list is paged. */
export async function probePages(prober: Prober, list: ProbedList): Promise<PageProbe> {
	const { endpoint, values, inXml } = list;
	const { number = '', size: sizeName = '' } = endpoint.paging ?? {};
	let size: number = SIZES[0];
	const ask = async (place: number, rows = size, accept?: 'xml') => {
		const query = { ...values, [number]: place, [sizeName]: rows };
		return await prober.ask({ endpoint, query, accept, mayFail: place !== list.base });
	};
	const withSecond = async (base: 0 | 1, first: Page, other: Page): Promise<PageProbe> => {
		const step = Math.max(1, rowCount(first) - 1);
		const xml = inXml ? await ask(base + 1, step, 'xml') : undefined;
		const second = rowCount(xml) > 0 ? xml : await ask(base + 1, step);
		const takesSizes = rowCount(second) === step && step < rowCount(first);
		return { base, first, other, step, xml, second, takesSizes };
	};
	const unlikely = list.base === 0 ? 1 : 0;
	let likelyPage = await ask(list.base);
	const isNone = rowCount(likelyPage) === 0;
	let otherPage = isNone && mayHaveOtherNumber(likelyPage) ? await ask(unlikely) : undefined;
	if (isNone && rowCount(otherPage) === 0 && mayBeTooLarge(likelyPage)) {
		size = SIZES[1];
		likelyPage = await ask(list.base);
		if (rowCount(likelyPage) === 0) otherPage = await ask(unlikely);
	}
	if (rowCount(likelyPage) + rowCount(otherPage) === 0)
		return { base: list.base, first: likelyPage, other: otherPage, step: 1 };
	let probe =
		rowCount(likelyPage) > 0
			? await withSecond(list.base, likelyPage, otherPage)
			: await withSecond(unlikely, otherPage, likelyPage);
	if (!isInStep(probe)) {
		otherPage = rowCount(likelyPage) > 0 ? await ask(unlikely) : otherPage;
		const [zero, one] = list.base === 0 ? [likelyPage, otherPage] : [otherPage, likelyPage];
		// Page 0 comes before page 1, or has rows of it.
		if (rowCount(zero) > 0 && haveNoRowInCommon(zero, one)) {
			const second = rowCount(one) > 0 ? one : probe.second;
			probe = { ...probe, base: 0, first: zero, second, step: rowCount(zero), other: one };
		} else if (probe.base === 0 && rowCount(one) > 0) {
			probe = await withSecond(1, one, zero);
		} else {
			probe = { ...probe, other: otherPage };
		}
	}
	const { base, first, second, step } = probe;
	if (step === 1 && rowCount(second) === 1 && isInStep(probe))
		probe = { ...probe, third: await ask(base + 2, 1) };
	if (isInStep(probe) && !goesOn(probe)) probe = { ...probe, start: await ask(base, step) };
	const total = totalOf(first) ?? 0;
	if (goesOn(probe) && total > rowCount(first) && total === totalOf(second))
		probe = { ...probe, end: await probeEnd(probe, total, ask) };
	// A page with more rows than its total is wrong by itself; two pages that differ may have changed meanwhile.
	const isDoubtful = total >= rowCount(first) && concludeTotal(probe, prober).answer === 'wrong';
	const again = isDoubtful && first ? await prober.repeat(first) : first;
	const isChanging = !isSamePage(again, first) || totalOf(again) !== totalOf(first);
	return { ...probe, isChanging };
}

/** Whether a list without such a page may begin with another number. */
function mayHaveOtherNumber(page: Page): boolean {
	return page?.kind === 'empty' || page?.kind === 'data' || isAboutRequest(page);
}

function mayBeTooLarge(page: Page): boolean {
	return isInvalid(page) || page?.kind === 'tooLarge';
}

/** Asks for the last page by the total, with a size by which it is not full; else also for the one after it. */
async function probeEnd(
	probe: PageProbe,
	total: number,
	ask: (place: number, rows: number) => Promise<Page>,
): Promise<EndProbe> {
	const count = rowCount(probe.first);
	const smaller = Array.from({ length: count - 1 }, (_, index) => count - 1 - index);
	const uneven = probe.takesSizes ? smaller.find((size) => total % size !== 0) : undefined;
	const size = uneven ?? count;
	const pages = Math.ceil(total / size);
	const rows = total - (pages - 1) * size;
	const last = await ask(probe.base + pages - 1, size);
	if (rows < size) return { rows, last };
	return { rows, last, afterLast: await ask(probe.base + pages, size) };
}

/** Whether there is certainly no such page. */
function isNoPage(page: Page, prober: Prober): boolean {
	if (!page) return false;
	if (page.kind === 'empty' || page.page?.keys.length === 0) return true;
	if (page.kind === 'data') return page.value === null;
	return isAboutRequest(page) && prober.isAnswer(page);
}

/** Why a list tells nothing of its pages; undefined where it may. */
function obstacle(probe: PageProbe): string | undefined {
	const { first, second, isChanging } = probe;
	if (rowCount(first) === 0) return evidenceOf(first, probe.other);
	const shown = evidenceOf(first, second);
	if (isChanging)
		return `${shown}: the first page was another one when it was asked for again. The list changes, or reading it changes it.`;
	if (new Set([...keysOf(first), ...keysOf(second)]).size <= 1)
		return `${shown}: too few rows to tell.`;
	const isRepeated = [first, second].some((page) => new Set(keysOf(page)).size < rowCount(page));
	return isRepeated
		? `${shown}: rows cannot be told apart, because IDs are missing or repeat.`
		: undefined;
}

export function concludeFirstPage(probe: PageProbe, prober: Prober): Conclusion {
	const problem = obstacle(probe);
	if (problem !== undefined) return unknown(problem);
	const { base, first, second, other, start } = probe;
	const evidence = evidenceOf(...new Set([first, second, other, start]));
	// Beyond the end, a service may repeat the last page: then the number before it gives the same.
	if (start && isSamePage(start, second))
		return base === 1 ? { answer: '0', evidence } : unknown(evidence);
	if (start && keysOf(start)[0] !== keysOf(first)[0]) return unknown(evidence);
	if (base === 0) {
		// Page 1 is the second one, or there is none.
		const isSecond = isInStep(probe) || (rowCount(other) > 0 && haveNoRowInCommon(first, other));
		return isSecond || isNoPage(other, prober) ? { answer: '0', evidence } : unknown(evidence);
	}
	if (isInStep(probe)) return { answer: '1', evidence };
	if (keysOf(second)[0] === keysOf(first)[0])
		return unknown(`${evidence}: page 2 begins like page 1, so page numbers are not taken.`);
	// Page 0 may be none, the first one again, or the whole list.
	const isNone = isNoPage(other, prober);
	const isFirstAgain = rowCount(other) > 0 && keysOf(other)[0] === keysOf(first)[0];
	const isSecond =
		rowCount(second) > 0 ? haveNoRowInCommon(first, second) : isNoPage(second, prober);
	return isSecond && (isNone || isFirstAgain) ? { answer: '1', evidence } : unknown(evidence);
}

export function concludeTotal(probe: PageProbe, prober: Prober): Conclusion {
	const { first, second, third, end } = probe;
	const evidence = evidenceOf(first, second, third, end?.last, end?.afterLast);
	const count = rowCount(first);
	const next = rowCount(second);
	const total = totalOf(first);
	const nextTotal = next > 0 ? totalOf(second) : total;
	if (count > 0 && total === undefined && nextTotal === undefined)
		return { answer: 'absent', evidence };
	const problem = obstacle(probe);
	if (problem !== undefined) return unknown(problem);
	if (total === undefined || nextTotal === undefined)
		return unknown(`${evidence}: only some pages announce a total.`);
	if (total === null || nextTotal === null) return { answer: 'wrong', evidence };
	const isMore = goesOn(probe);
	if (next > 0 && total === count && nextTotal === next && (count !== next || isMore))
		return { answer: 'page', evidence };
	if (total !== nextTotal || total < count || (total === count && isMore))
		return { answer: 'wrong', evidence };
	if (end) return concludeEnd(end, evidence, prober);
	const isAll =
		!isMore && isInStep(probe) && (!third || isNoPage(third, prober) || rowCount(third) > 0);
	if (!isAll) return unknown(`${evidence}: it is not certain that these are all rows.`);
	return { answer: total === count ? 'list' : 'wrong', evidence };
}

function concludeEnd(
	{ rows, last, afterLast }: EndProbe,
	evidence: string,
	prober: Prober,
): Conclusion {
	if (isNoPage(last, prober)) return { answer: 'wrong', evidence };
	if (rowCount(last) === 0) return unknown(evidence);
	if (rowCount(last) !== rows) return { answer: 'wrong', evidence };
	const isEnd = !afterLast || isNoPage(afterLast, prober) || isSamePage(last, afterLast);
	if (isEnd) return { answer: 'list', evidence };
	return rowCount(afterLast) > 0 ? { answer: 'wrong', evidence } : unknown(evidence);
}
