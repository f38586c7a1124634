// One pass over a list in pages: it may stop after any page and go on from there in a later poll.
import { z } from 'zod/v4';

import { idOf } from '../ProjectServices/pages';
import { type FetchPage, type Page, SeriesProblem } from '../ProjectServices/paging';
import { contentOf, hashOf } from './hashes';

/** Where a pass has come to; part of the saved state. */
export const savedPosition = z.object({
	/** The next page. */
	page: z.number().int().min(1),
	size: z.number().int().min(1),
	/** Rows that were given so far. */
	given: z.number().int().min(0),
	/** The number of all rows that the first page announced. */
	total: z.number().int().min(0).optional(),
	/** Whether every page announced that same number. */
	steady: z.boolean(),
	/** The hash of the page before. */
	previous: z.string().optional(),
});
export type Position = z.infer<typeof savedPosition>;

export function firstPosition(size: number): Position {
	return { page: 1, size, given: 0, steady: true };
}

export interface Pass {
	readonly position: Position;
	readonly complete: boolean;
	/** The list did not change its length, and gave as many rows as it announced. */
	readonly whole: boolean;
}

// Which rows a page holds, by their ids: enough to know the page again, and quick for ten thousand rows.
function fingerprint({ rows }: Page): string {
	return hashOf(rows.map((row) => idOf(row) ?? contentOf(row)).join('\n'));
}

/** An empty or repeated page where more is announced is asked for once more before it is believed. */
async function fetchSurely<P extends Page>(
	fetchPage: FetchPage<P>,
	{ page: number, size, given, previous, total }: Position,
): Promise<P> {
	const page = await fetchPage(number, size);
	const announced = page.total ?? total ?? 0;
	const odd = page.rows.length === 0 || fingerprint(page) === previous;
	return odd && given < announced ? await fetchPage(number, size) : page;
}

function advanced(position: Position, page: Page): Position {
	const { total = page.total } = position;
	const steady = position.steady && (page.total === undefined || page.total === total);
	return {
		page: position.page + 1,
		size: position.size,
		given: position.given + page.rows.length,
		steady,
		previous: fingerprint(page),
		...(total === undefined ? {} : { total }),
	};
}

/** Whether a page was the last: what it holds counts as much as the total that it announces. */
function isLast(page: Page, { size, given }: Position): boolean {
	const count = page.rows.length;
	// More rows than were asked for: the service knows no pages, and this was all.
	if (count === 0 || count > size) return true;
	if (page.total === undefined) return count < size;
	return given === page.total || (given > page.total && count < size);
}

/**
 * Reads page after page, from `start` on, and shows each to `visit`, in order.
 *
 * @param goOn Asked before every page but the first: whether there is time for another one
 * @throws SeriesProblem when the service repeats a page, and whatever `fetchPage` throws
 */
export async function readPass<P extends Page>(
	fetchPage: FetchPage<P>,
	start: Position,
	goOn: () => boolean,
	visit: (page: P) => void,
): Promise<Pass> {
	let position = start;
	for (let first = true; first || goOn(); first = false) {
		const page = await fetchSurely(fetchPage, position);
		const repeated = page.rows.length > 0 && fingerprint(page) === position.previous;
		if (repeated && page.total !== undefined) {
			throw new SeriesProblem(
				`The service gave the rows of page ${position.page - 1} again as page ${position.page}, so the list cannot be read to its end`,
			);
		}
		// Without pages and without a total, the service gives the same rows whatever is asked for.
		if (repeated) return { position, complete: true, whole: position.page === 2 };
		visit(page);
		position = advanced(position, page);
		if (!isLast(page, position)) continue;
		const { steady, given, total } = position;
		return { position, complete: true, whole: steady && (total ?? given) === given };
	}
	return { position, complete: false, whole: false };
}
