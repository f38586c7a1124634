// How a batch is cut: which records go in which request.
import type { WriteEndpoint } from '../../api/endpoint';
import type { ListedRecord, RecordList } from './recordLists';
import { recordCount, type Remembered } from './acceptedRecords';
import { compareList, type Comparison } from './unchangedRecords';
import type { RecordValue } from '../../wire/result';

export interface Batch {
	readonly body: RecordValue;
	readonly recordCount: number;
	/** The input items that it was made from, in order. */
	readonly items: readonly number[];
	readonly subject?: string;
	/** With Only Changed Records: what its acceptance is remembered by. */
	readonly remembered?: Remembered;
	/** With Only Changed Records: what was left out of its list. */
	readonly unchanged?: Unchanged;
	/** What it was made of. */
	readonly parts: BatchParts;
}

/** What a request is made of. */
export interface BatchParts {
	readonly list: ListFacts;
	readonly rows: readonly ListedRecord[];
	readonly lead?: Lead;
}

/** What all requests of a list share. */
interface ListFacts {
	readonly endpoint: WriteEndpoint;
	readonly list: RecordList;
	/** How many of its records are sent. */
	readonly rowCount: number;
	/** With Only Changed Records: the hashes of the list itself. */
	readonly listHashes?: readonly [key: string, content: string];
	/** Whether records that did not change are left out. */
	readonly leavesOut: boolean;
}

/** What only one request of a list carries: the first one. */
export interface Lead {
	/** Input items without a record that is sent. */
	readonly items: readonly number[];
	readonly deletedIds?: readonly unknown[];
	/** With Only Changed Records: the keys of which the memory is outdated, and those that it deletes. */
	readonly outdated: readonly string[];
	readonly deleted: readonly string[];
	readonly unchanged: Unchanged;
}

/** Records that were left out because the service accepted them as they are, and their input items. */
export interface Unchanged {
	readonly items: readonly number[];
	readonly records: number;
}

function inputItemsOf(rows: readonly ListedRecord[], otherItems: readonly number[] = []): number[] {
	const items = new Set([...otherItems, ...rows.map(({ itemIndex }) => itemIndex)]);
	return [...items].sort((a, b) => a - b);
}

const NO_UNCHANGED: Unchanged = { items: [], records: 0 };

export function batchOf(parts: BatchParts): Batch {
	const { list: facts, rows, lead } = parts;
	const { endpoint, list, rowCount, listHashes, leavesOut } = facts;
	const { records, total, deletedIds } = endpoint;
	const written = rows.flatMap((row) => (row.written ? [row.written] : []));
	return {
		body: {
			...(total !== undefined && list.rows && { [total]: rowCount }),
			...list.head,
			...(records !== undefined && list.rows && { [records]: rows.map(({ record }) => record) }),
			...(deletedIds !== undefined && lead?.deletedIds && { [deletedIds]: lead.deletedIds }),
		},
		recordCount: records === undefined ? 1 : rows.length,
		items: inputItemsOf(rows, lead?.items),
		subject: list.subject,
		...(listHashes && {
			remembered: {
				written: new Map([listHashes, ...written]),
				forgotten: lead ? [...lead.outdated, ...lead.deleted] : [],
			},
		}),
		...(leavesOut && { unchanged: lead?.unchanged ?? NO_UNCHANGED }),
		parts,
	};
}

function batchesOfList(
	endpoint: WriteEndpoint,
	list: RecordList,
	max: number,
	comparison: Comparison | undefined,
) {
	const compared = comparison && compareList(endpoint, list, comparison);
	const { rows, unchanged: unchangedRows } = compared ?? { rows: list.rows ?? [], unchanged: [] };
	const deletedIds = list.deletedIds && [...list.deletedIds];
	const cut: Array<readonly ListedRecord[]> = [];
	for (let start = 0; start < rows.length; start += max) cut.push(rows.slice(start, start + max));
	// Deleted IDs are sent although every record beside them is unchanged, for the items of those records.
	if (cut.length === 0 && (list.otherItems.length > 0 || deletedIds?.length)) cut.push([]);
	const items = rows.length === 0 ? inputItemsOf(unchangedRows, list.otherItems) : list.otherItems;
	const carried = new Set(cut.length === 0 ? [] : inputItemsOf(rows, items));
	const unchangedItems = inputItemsOf(unchangedRows).filter((item) => !carried.has(item));
	const unchanged = { items: unchangedItems, records: unchangedRows.length };
	const { outdated = [], deleted = [] } = compared ?? {};
	const lead: Lead = { items, deletedIds, outdated, deleted, unchanged };
	const facts: ListFacts = {
		endpoint,
		list,
		rowCount: rows.length,
		listHashes: compared?.listHashes,
		leavesOut: comparison?.remembers === true,
	};
	const batches = cut.map((part, index) =>
		batchOf({ list: facts, rows: part, ...(index === 0 && { lead }) }),
	);
	return { batches, unchanged: batches.length > 0 ? [] : [unchanged], compared };
}

/**
 * Divides lists into requests, each with records of one list in input order.
 *
 * Every request of a list states the number of all its records, unless a person gave that number. Deleted IDs are
 * sent with the first request of their list.
 *
 * @param max The most records in one request
 * @param comparison Leaves out records that the service already accepted with the same content
 * @returns the requests, what is unchanged in lists without any, and with Only Changed Records how many of the known
 * records change
 */
export function publishBatches(
	endpoint: WriteEndpoint,
	lists: readonly RecordList[],
	max: number,
	comparison?: Comparison,
) {
	const knownRecords = comparison ? recordCount(comparison.accepted) : 0;
	const cut = lists.map((list) => batchesOfList(endpoint, list, max, comparison));
	const compared = cut.flatMap((part) => part.compared ?? []);
	return {
		batches: cut.flatMap(({ batches }) => batches),
		unchanged: cut.flatMap(({ unchanged }) => unchanged),
		changing: compared.reduce((sum, { changing }) => sum + changing, 0),
		knownRecords,
	};
}
