// Which records go out in which request, and what the requests of one list share.
import type { WriteEndpoint } from '../../api/endpoint';
import {
	compareList,
	type Comparison,
	type Members,
	type RecordList,
	type Remembered,
	type ListedRecord,
} from './acceptedRecords';

/** What one input item contributes to a publish, validated. */
export interface Share {
	readonly itemIndex: number;
	/** The fields of the body around its records: they say which list the record belongs to. */
	readonly head: Members;
	/** Left out for an item that only names deleted records. */
	readonly record?: Members;
}

/** One request of a publish. */
export interface Batch {
	readonly body: Members;
	readonly recordCount: number;
	/** The input items that it was made from, in order. */
	readonly items: readonly number[];
	/** The one record that is updated, for messages. */
	readonly subject?: string | undefined;
	/** With Only Changed Records: what its acceptance is remembered by. */
	readonly remembered?: Remembered | undefined;
	/** With Only Changed Records: what was left out of its list. */
	readonly unchanged?: Unchanged | undefined;
}

/** Records that were left out because the service accepted them as they are, and their input items. */
export interface Unchanged {
	readonly items: readonly number[];
	readonly records: number;
}

interface Group extends RecordList {
	readonly rows: ListedRecord[];
	readonly otherItems: number[];
	deletedIds?: Set<unknown>;
}

/** The shares of the same list, in the order in which the lists first appear; deleted IDs each once. */
export function groupShares(endpoint: WriteEndpoint, shares: readonly Share[]): RecordList[] {
	const { deletedIds = '' } = endpoint;
	const groups = new Map<string, Group>();
	for (const { itemIndex, head: given, record } of shares) {
		const { [deletedIds]: deleted, ...head } = given;
		const key = JSON.stringify(head);
		const group = groups.get(key) ?? { head, rows: [], otherItems: [] };
		groups.set(key, group);
		if (record) group.rows.push({ itemIndex, record });
		else group.otherItems.push(itemIndex);
		if (!Array.isArray(deleted)) continue;
		group.deletedIds ??= new Set();
		for (const id of deleted) group.deletedIds.add(id);
	}
	return [...groups.values()];
}

/** A whole body that an input item gives. */
export function listOfBody(
	endpoint: WriteEndpoint,
	body: Members,
	itemIndex: number,
	subject?: string,
): RecordList {
	const { records = '', deletedIds = '' } = endpoint;
	const { [records]: held, [deletedIds]: deleted } = body;
	const rows = Array.isArray(held)
		? held.map((record: Members): ListedRecord => ({ itemIndex, record }))
		: undefined;
	const head = Object.entries(body).filter(
		([name, value]) => !Array.isArray(value) || (name !== records && name !== deletedIds),
	);
	return {
		head: Object.fromEntries(head),
		rows,
		deletedIds: Array.isArray(deleted) ? deleted : undefined,
		otherItems: rows && rows.length > 0 ? [] : [itemIndex],
		subject,
	};
}

function inOrder(items: readonly number[]): number[] {
	return [...new Set(items)].sort((one, other) => one - other);
}

function itemsOf(rows: readonly ListedRecord[]): number[] {
	return rows.map(({ itemIndex }) => itemIndex);
}

function batchesOfList(
	endpoint: WriteEndpoint,
	list: RecordList,
	most: number,
	comparison: Comparison | undefined,
) {
	const { records, total, deletedIds } = endpoint;
	const { head, otherItems, subject } = list;
	const compared = comparison && compareList(endpoint, list, comparison);
	const { rows, unchanged: left } = compared ?? { rows: list.rows ?? [], unchanged: [] };
	const deleted = list.deletedIds && [...list.deletedIds];
	const parts: Array<readonly ListedRecord[]> = [];
	for (let start = 0; start < rows.length; start += most)
		parts.push(rows.slice(start, start + most));
	// Deleted IDs are sent although every record beside them is unchanged.
	if (parts.length === 0 && (otherItems.length > 0 || deleted?.length)) parts.push([]);
	const others = rows.length === 0 ? [...otherItems, ...itemsOf(left)] : otherItems;
	const carried = new Set(parts.length === 0 ? [] : [...others, ...itemsOf(rows)]);
	const leftItems = inOrder(itemsOf(left)).filter((item) => !carried.has(item));
	const unchanged = { items: leftItems, records: left.length };
	const batches = parts.map((part, index): Batch => {
		const isFirst = index === 0;
		const written = part.flatMap((row) => (row.written ? [row.written] : []));
		const sent = part.map(({ record }) => record);
		return {
			body: {
				...(total !== undefined && { [total]: rows.length }),
				...head,
				...(records !== undefined && list.rows && { [records]: sent }),
				...(deletedIds !== undefined && isFirst && deleted && { [deletedIds]: deleted }),
			},
			recordCount: records === undefined ? 1 : part.length,
			items: inOrder(isFirst ? [...others, ...itemsOf(part)] : itemsOf(part)),
			...(subject !== undefined && { subject }),
			...(compared && {
				remembered: {
					written: new Map([compared.listHashes, ...written]),
					forgotten: isFirst ? compared.forgotten : [],
				},
				unchanged: isFirst ? unchanged : { items: [], records: 0 },
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
 * @param most The most records in one request
 * @param comparison Leaves out records that the service already accepted with the same content
 * @returns the requests, and what is unchanged in lists without any
 */
export function publishBatches(
	endpoint: WriteEndpoint,
	lists: readonly RecordList[],
	most: number,
	comparison?: Comparison,
) {
	const parts = lists.map((list) => batchesOfList(endpoint, list, most, comparison));
	return {
		batches: parts.flatMap(({ batches }) => batches),
		unchanged: parts.flatMap(({ unchanged }) => unchanged),
	};
}
