// What the pages of a list tell: what its total counts, and which number its first page has.
import { type Conclusion, evidenceOf, isAboutRequest, type Outcome } from './outcome';
import { type PageProbe, rowCount } from './pageProbe';
import type { Prober } from './prober';

/** Why a list tells nothing of its pages; undefined where it may. */
function obstacle({ first, pages }: PageProbe): string | undefined {
	const evidence = evidenceOf(...pages);
	if (rowCount(first) === 0) return evidence;
	if (new Set(pages.flatMap(({ page }) => page?.keys ?? [])).size < 2)
		return `${evidence}: too few rows to tell`;
	if (pages.some(({ page }) => new Set(page?.keys).size < (page?.rows.length ?? 0)))
		return `${evidence}: rows cannot be told apart, because IDs are missing or repeat`;
	return undefined;
}

/** What the pages with rows announce. */
function totalsOf({ pages }: PageProbe) {
	const filled = pages.flatMap(({ page }) => (page && page.rows.length > 0 ? [page] : []));
	const totals = new Set(filled.map(({ total }) => total));
	const counts = new Set(filled.map(({ rows }) => rows.length));
	const distinctRows = new Set(filled.flatMap(({ keys }) => keys)).size;
	const isCountOfPage = filled.every(({ total, rows }) => total === rows.length);
	const isPartOfList = counts.size > 1 || distinctRows > Math.max(...counts);
	return { totals, distinctRows, countPages: isCountOfPage && isPartOfList };
}

/** Whether there is certainly no such page. */
function isNoPage(outcome: Outcome | undefined, prober: Prober): boolean {
	if (!outcome) return false;
	if (outcome.page) return rowCount(outcome) === 0;
	const { kind, value } = outcome;
	const isNothing = kind === 'data' && (value === null || value === '');
	return kind === 'empty' || isNothing || (isAboutRequest(outcome) && prober.isAnswer(outcome));
}

function isBaseSure({ shownBy, absent }: PageProbe, prober: Prober): boolean {
	return shownBy !== undefined || isNoPage(absent, prober);
}

/** Whether pages 0, 1 and 2 begin with the same row. */
function repeatsFirstPage({ pages }: PageProbe): boolean {
	const filled = pages.filter((page) => rowCount(page) > 0);
	const numbers = filled.map(
		({ probe: { endpoint, query } }) => query?.[endpoint.paging?.number ?? ''],
	);
	return new Set(numbers).size > 2 && new Set(filled.map(({ page }) => page?.keys[0])).size === 1;
}

export function concludeFirstPage(probe: PageProbe, prober: Prober): Conclusion {
	const problem = obstacle(probe);
	if (problem !== undefined) return { evidence: problem };
	const evidence = evidenceOf(...probe.pages);
	if (repeatsFirstPage(probe))
		return {
			evidence: `${evidence}: these pages repeat each other`,
			note: 'The service probably does not take pageNumber: then only its first page can be read.',
		};
	const { totals, countPages } = totalsOf(probe);
	// A page 1 without rows, or with those after page 0, has another cause than a list that changes.
	const isFromZero = probe.base === 0 && probe.shownBy !== 'difference';
	if (totals.size > 1 && !countPages && !isFromZero)
		return { evidence: `${evidence}: the total changed, and the pages may have` };
	return { answer: isBaseSure(probe, prober) ? `${probe.base}` : undefined, evidence };
}

export function concludeTotal(probe: PageProbe, prober: Prober): Conclusion {
	const { last, lastRows, first, pages } = probe;
	const evidence = evidenceOf(...pages);
	const { totals, distinctRows, countPages } = totalsOf(probe);
	const [total] = totals;
	if (rowCount(first) > 0 && totals.size === 1 && total === undefined)
		return { answer: 'absent', evidence };
	const problem = obstacle(probe);
	if (problem !== undefined) return { evidence: problem };
	if (totals.has(null)) return { answer: 'wrong', evidence };
	if (countPages) return { answer: 'page', evidence };
	if (totals.size > 1 || total === undefined || total === null)
		return { evidence: `${evidence}: the total is not the same on all pages` };
	if (total < distinctRows) return { answer: 'wrong', evidence };
	if (!isBaseSure(probe, prober) || (rowCount(last) === 0 && !isNoPage(last, prober)))
		return { evidence: `${evidence}: it is not certain that these are all rows` };
	return { answer: rowCount(last) === lastRows ? 'list' : 'wrong', evidence };
}
