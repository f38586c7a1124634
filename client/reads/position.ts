// How far a list was read, and what the service announced of it so far.
import { z } from 'zod/v4';

export const count = z.number().int().min(0);

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

/** Whether a list that was read to this position, its end, gave as many rows as it announced. */
export function gaveAllRows({ given, repeated, nulls, steady, total }: Position): boolean {
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
