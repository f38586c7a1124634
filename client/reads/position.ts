// How far a list was read, and what the service announced of it so far.
import { z } from 'zod/v4';

export const wholeNumber = z.number().int().min(0);

/** How far a list was read. Plain JSON: saved, it continues the scan later. */
export const savedPosition = z.object({
	/** The next page, and the rows requested per page. */
	page: wholeNumber.min(1),
	size: wholeNumber.min(1),
	/** The rows of a full page, where the service has a page size of its own. */
	servicePageSize: wholeNumber.min(1).optional(),
	/** The entries of the pages so far, nulls included, without rows that an earlier page had with the same content. */
	distinctRows: wholeNumber,
	duplicateRows: wholeNumber,
	nullRows: wholeNumber,
	/** The number of all rows that the first page announced. */
	total: wholeNumber.optional(),
	/** Whether every page announced that number. */
	totalIsConstant: z.boolean(),
	/** Whether each page announced as many rows as it has. */
	totalsEqualPages: z.boolean(),
	/** A hash of which rows the page before had. */
	previousPageHash: z.string().optional(),
	/** Whether page 2 was page 1 again, and no total shows that its rows are all. */
	isOnePage: z.boolean().optional(),
});
export type ListPosition = Readonly<z.infer<typeof savedPosition>>;

/** What readings of the lists of an endpoint showed of its totals: a value that grows. */
export interface TotalsKnowledge {
	/** A first page with fewer rows than this, and a total of as many, is the whole list. */
	wholeBelow: number;
}

export function firstPosition(size: number): ListPosition {
	return {
		page: 1,
		size,
		distinctRows: 0,
		duplicateRows: 0,
		nullRows: 0,
		totalIsConstant: true,
		totalsEqualPages: true,
	};
}

/** How many rows a full page has. */
export function fullPageSize({ size, servicePageSize = size }: ListPosition): number {
	return servicePageSize;
}

/** Whether all rows so far came as one page with fewer rows than requested and a total of as many: that may be a cap. */
export function mayBeCapped(position: ListPosition): boolean {
	const { page, size, distinctRows, total, totalsEqualPages } = position;
	return page === 2 && totalsEqualPages && total !== undefined && total > 0 && distinctRows < size;
}

/** Whether the service announces the number of rows of each page, and not that of the list. */
export function totalsCountPages({
	distinctRows,
	totalsEqualPages,
	total = 0,
}: ListPosition): boolean {
	return totalsEqualPages && distinctRows > total;
}

/** The number of all rows, as far as the service announced it. */
export function announcedTotal(position: ListPosition): number | undefined {
	return totalsCountPages(position) ? undefined : position.total;
}

/** Whether a list that was read to this position, its end, gave as many rows as it announced. */
export function gaveAllRows(position: ListPosition): boolean {
	const { distinctRows, duplicateRows, nullRows, totalIsConstant, total } = position;
	return totalIsConstant && nullRows === 0 && total === distinctRows + duplicateRows;
}
