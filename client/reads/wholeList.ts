// Reads a whole list, or its first rows; one that is short is read once more.
import { byComparableId } from '../values/ids';
import type { RecordValue } from '../../wire/result';
import type { List } from './list';
import { type Certainty, type ListPage, pages, Reading } from './pages';

/** How a list was read in the end. */
export interface ListOutcome {
	readonly certainty: Certainty;
	/** The largest number of rows that a page announced; 0 for none. */
	readonly announced: number;
	/** How many rows came, each once, and nulls. */
	readonly count: number;
	readonly nulls: number;
	/** How many of the rows have the key of an earlier one. */
	readonly repeated: number;
	/** Whether rows came again on another page, so that others may be missing. */
	readonly cameTwice: boolean;
	/** Whether the limit ended the list. */
	readonly isLimited: boolean;
}

/** The result that the pages of a reading were turned into. */
interface Taken<T> {
	readonly value: T;
	readonly mustReadAgain?: boolean;
}

const MAX_READINGS = 3;

/**
 * Reads a list until the limit or its end. A short one is read once more.
 *
 * @param take Takes the pages of a reading, and says whether it needs another one
 * @throws ServiceError when a request fails or the list does not end
 */
export async function readToEnd<T>(
	list: List,
	keepsRows: boolean,
	take: (pages: AsyncIterable<ListPage>, reading: Reading) => Promise<Taken<T>>,
): Promise<Taken<T> & ListOutcome> {
	let before: Reading | undefined;
	for (let readings = 1; ; readings++) {
		const reading: Reading = new Reading(list, keepsRows, before);
		const taken = await take(pages(reading), reading);
		const { certainty, count, isLimited, nulls, repeated, repeats, total, unmatched } = reading;
		const mustReadAgain = taken.mustReadAgain === true && readings < MAX_READINGS;
		if (!mustReadAgain && (certainty !== 'short' || before)) {
			list.report.nulls += nulls;
			if (list.isFilteredByService) list.report.contradicting += unmatched;
			return {
				...taken,
				...{ certainty, count, isLimited, nulls, repeated },
				announced: total,
				cameTwice: repeats.size > 0,
			};
		}
		before = reading;
	}
}

export interface WholeList extends ListOutcome {
	readonly rows: readonly RecordValue[];
	/** What is around the rows of its first page. */
	readonly head: RecordValue;
	/** The IDs of deleted rows that its pages name, each once. */
	readonly deletedIds: readonly string[];
}

/**
 * Reads a list into memory.
 *
 * @param onPage Called with each page; from the first one again when the list is read again
 * @throws ServiceError when a request fails or the list does not end
 */
export async function wholeList(
	list: List,
	onPage?: (page: ListPage, rows: number) => void,
): Promise<WholeList> {
	// Of every reading: the service may name a row only once.
	const deletedIds: string[] = [];
	const { value, ...outcome } = await readToEnd(list, true, async (listPages) => {
		const rows: RecordValue[] = [];
		let head: RecordValue | undefined;
		let hasRows = false;
		for await (const each of listPages) {
			const { page } = each;
			if (!hasRows) head = page.rows.length > 0 ? page.response : (head ?? page.response);
			hasRows ||= page.rows.length > 0;
			for (const row of each.rows) rows.push(row);
			for (const id of page.deletedIds) deletedIds.push(id);
			onPage?.(each, rows.length);
		}
		return { value: { rows, head: head ?? {} } };
	});
	const { rows, head } = value;
	return { ...outcome, rows, head, deletedIds: [...byComparableId(deletedIds).values()] };
}
