// How a batch is cut: which records go in which request.
import type { WriteEndpoint } from '../../api/endpoint';
import type { FieldValues, ListedRecord, RecordList } from './recordLists';
import type { Remembered } from './acceptedRecords';
import { compareList, type Comparison } from './unchangedRecords';

export interface Batch {
	readonly body: FieldValues;
	readonly recordCount: number;
	/** The input items that it was made from, in order. */
	readonly items: readonly number[];
	readonly subject?: string;
	/** With Only Changed Records: what its acceptance is remembered by. */
	readonly remembered?: Remembered;
	/** With Only Changed Records: what was left out of its list. */
	readonly unchanged?: Unchanged;
}

/** Records that were left out because the service accepted them as they are, and their input items. */
export interface Unchanged {
	readonly items: readonly number[];
	readonly records: number;
}

function itemsOf(rows: readonly ListedRecord[], otherItems: readonly number[] = []): number[] {
	const items = new Set([...otherItems, ...rows.map(({ itemIndex }) => itemIndex)]);
	return [...items].sort((a, b) => a - b);
}

function batchesOfList(
	endpoint: WriteEndpoint,
	list: RecordList,
	max: number,
	comparison: Comparison | undefined,
) {
	const { records, total, deletedIds } = endpoint;
	const { head, subject } = list;
	const compared = comparison && compareList(endpoint, list, comparison);
	const { rows, unchanged: unchangedRows } = compared ?? { rows: list.rows ?? [], unchanged: [] };
	const deleted = list.deletedIds && [...list.deletedIds];
	const parts: Array<readonly ListedRecord[]> = [];
	for (let start = 0; start < rows.length; start += max) parts.push(rows.slice(start, start + max));
	// Deleted IDs are sent although every record beside them is unchanged, for the items of those records.
	if (parts.length === 0 && (list.otherItems.length > 0 || deleted?.length)) parts.push([]);
	const itemsWithoutRow =
		rows.length === 0 ? itemsOf(unchangedRows, list.otherItems) : list.otherItems;
	const carried = new Set(parts.length === 0 ? [] : itemsOf(rows, itemsWithoutRow));
	const unchangedItems = itemsOf(unchangedRows).filter((item) => !carried.has(item));
	const unchanged = { items: unchangedItems, records: unchangedRows.length };
	const batches = parts.map((part, index): Batch => {
		const isFirst = index === 0;
		return {
			body: {
				...(total !== undefined && list.rows && { [total]: rows.length }),
				...head,
				...(records !== undefined && list.rows && { [records]: part.map(({ record }) => record) }),
				...(deletedIds !== undefined && isFirst && deleted && { [deletedIds]: deleted }),
			},
			recordCount: records === undefined ? 1 : part.length,
			items: itemsOf(part, isFirst ? itemsWithoutRow : []),
			subject,
			...(compared && {
				remembered: {
					written: new Map([
						compared.listHashes,
						...part.flatMap(({ written }) => (written ? [written] : [])),
					]),
					forgotten: isFirst ? compared.forgotten : [],
				},
				...(comparison?.remembers && {
					unchanged: isFirst ? unchanged : { items: [], records: 0 },
				}),
			}),
		};
	});
	return { batches, unchanged: batches.length > 0 ? [] : [unchanged] };
}

/**
 * Divides lists into requests, each with records of one list in input order.
 *
 * Every request of a list states the number of all its records, unless a person gave that number. Deleted IDs are
 * sent with the first request of their list.
 *
 * @param max The most records in one request
 * @param comparison Leaves out records that the service already accepted with the same content
 * @returns the requests, and what is unchanged in lists without any
 */
export function publishBatches(
	endpoint: WriteEndpoint,
	lists: readonly RecordList[],
	max: number,
	comparison?: Comparison,
) {
	const parts = lists.map((list) => batchesOfList(endpoint, list, max, comparison));
	return {
		batches: parts.flatMap(({ batches }) => batches),
		unchanged: parts.flatMap(({ unchanged }) => unchanged),
	};
}
