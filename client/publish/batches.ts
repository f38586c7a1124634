// Which records go out in which request: all of a list, or with Only Changed Records those that differ from what the
// service accepted last; and the memory of that.
import { recordSchema, type WriteEndpoint } from '../../api/endpoint';
import { encodeBody } from '../../wire';
import { comparableId, digest } from '../rows';
import type { Published } from './publish';

export type Members = Readonly<Record<string, unknown>>;

interface Row {
	readonly itemIndex: number;
	readonly record: Members;
	/** With Only Changed Records: the hashes of its key and its content; left out for a record without a key. */
	readonly written?: readonly [key: string, content: string];
}

/** A list of records with what surrounds it. */
export interface RecordList {
	/** The body without its records and deleted IDs. */
	readonly head: Members;
	/** Left out where the body has no collection of records. */
	readonly rows?: readonly Row[];
	/** They are sent with the first request. */
	readonly deletedIds?: Iterable<unknown>;
	/** Input items without a record of their own: the first request carries them. */
	readonly otherItems: readonly number[];
	/** The one record that is updated, for messages. */
	readonly subject?: string;
}

/** What one input item contributes to a publish, validated. */
export interface Share {
	readonly itemIndex: number;
	/** The fields of the body around its records: they say which list the record belongs to. */
	readonly head: Members;
	/** Left out for an item that only names deleted records. */
	readonly record?: Members;
}

export interface Batch {
	readonly body: Members;
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

/** The shares of the same list, in the order in which the lists first appear; deleted IDs each once. */
export function groupShares(endpoint: WriteEndpoint, shares: readonly Share[]): RecordList[] {
	const { deletedIds = '' } = endpoint;
	const lists = new Map<
		string,
		RecordList & { rows: Row[]; otherItems: number[]; deletedIds?: Set<unknown> }
	>();
	for (const { itemIndex, head: given, record } of shares) {
		const { [deletedIds]: deleted, ...head } = given;
		const key = JSON.stringify(head);
		const list = lists.get(key) ?? { head, rows: [], otherItems: [] };
		lists.set(key, list);
		if (record) list.rows.push({ itemIndex, record });
		else list.otherItems.push(itemIndex);
		if (!Array.isArray(deleted)) continue;
		list.deletedIds ??= new Set();
		for (const id of deleted) list.deletedIds.add(id);
	}
	return [...lists.values()];
}

export function listOfBody(
	{ records = '', deletedIds = '' }: WriteEndpoint,
	body: Members,
	itemIndex: number,
	subject?: string,
): RecordList {
	const { [records]: held, [deletedIds]: deleted } = body;
	const rows = Array.isArray(held)
		? held.map((record: Members) => ({ itemIndex, record }))
		: undefined;
	const head = Object.entries(body).filter(
		([name, value]) => !Array.isArray(value) || (name !== records && name !== deletedIds),
	);
	return {
		head: Object.fromEntries(head),
		rows,
		deletedIds: Array.isArray(deleted) ? deleted : undefined,
		otherItems: rows?.length ? [] : [itemIndex],
		subject,
	};
}

/**
 * 8 bytes of SHA-256 for the key and 8 for the content. With 100,000 records, a changed record is taken for an
 * unchanged one with a probability of 2^-64, and two keys are confused with one of 3 in 10^10.
 */
const hashLength = 8;
const entryLength = 2 * hashLength;

export function hashOf(...parts: readonly unknown[]): string {
	return digest(JSON.stringify(parts), hashLength);
}

/** Hash of a key to hash of the content that was accepted. */
export type AcceptedRecords = Map<string, string>;

/** Packs records for n8n's static data: 22 characters each. */
export function packAccepted(records: AcceptedRecords): string {
	const entries = [...records].map(([key, content]) => key + content);
	return Buffer.from(entries.join(''), 'latin1').toString('base64');
}

export function unpackAccepted(packed: string): AcceptedRecords {
	const bytes = Buffer.from(packed, 'base64').toString('latin1');
	const records: AcceptedRecords = new Map();
	for (let at = 0; at + entryLength <= bytes.length; at += entryLength) {
		records.set(bytes.slice(at, at + hashLength), bytes.slice(at + hashLength, at + entryLength));
	}
	return records;
}

export interface Memory {
	readonly records: AcceptedRecords;
	/** The keys that requests under way write, and whether several of them do at the same time. */
	readonly underWay: Map<string, { count: number; isDisputed: boolean }>;
}

/** What a request changes in the memory; all are hashes. */
export interface Remembered {
	readonly written: ReadonlyMap<string, string>;
	/** The keys that it deletes, or of which the memory is outdated. */
	readonly forgotten: readonly string[];
}

/**
 * Sends a request, and remembers what it writes once it was accepted. Until then, what the service holds is not known.
 * Of two requests that ran at the same time, nothing says which was applied last; nor does a receipt of an earlier try
 * say that nothing was sent since.
 *
 * @param remembers Whether what is accepted is remembered; otherwise, only what it replaces is forgotten
 */
export async function remembering(
	{ records, underWay }: Memory,
	{ written, forgotten }: Remembered,
	send: () => Promise<Published>,
	remembers: boolean,
): Promise<Published> {
	for (const key of forgotten) records.delete(key);
	for (const [key, content] of written) {
		if (records.get(key) !== content) records.delete(key);
		const { count, isDisputed } = underWay.get(key) ?? { count: 0, isDisputed: false };
		underWay.set(key, { count: count + 1, isDisputed: isDisputed || count > 0 });
	}
	let published: Published | undefined;
	try {
		published = await send();
		return published;
	} finally {
		for (const [key, content] of written) {
			const { count = 1, isDisputed = false } = underWay.get(key) ?? {};
			if (isDisputed) records.delete(key);
			else if (published && !published.fromEarlierTry && remembers) records.set(key, content);
			if (count > 1) underWay.set(key, { count: count - 1, isDisputed });
			else underWay.delete(key);
		}
	}
}

export interface Comparison {
	readonly accepted: AcceptedRecords;
	/** What this run leaves out. The first try fills it; later tries are given it, and make the same requests. */
	readonly leftOut: AcceptedRecords;
	readonly isFirstTry: boolean;
	/** The service and the credential: another key may lead to other data. */
	readonly service: string;
	/** Keys of records and lists that this run sends or deletes: whatever becomes of them, later ones are sent, too. */
	readonly sent: Set<string>;
	/** Whether records are left out and remembered; otherwise all are sent, and what they replace is forgotten. */
	readonly remembers: boolean;
}

/**
 * Compares the records of a list with what the service accepted last.
 *
 * @returns the rows to be sent with their hashes, those that are unchanged, the hashes of the list itself, and the
 * keys that its first request deletes or of which the memory is outdated
 */
export function compareList(
	endpoint: WriteEndpoint,
	{ head, rows = [], deletedIds = [] }: RecordList,
	{ accepted, isFirstTry, leftOut, remembers, sent, service }: Comparison,
) {
	const { path, key: keyField = '', listKeys = [], total } = endpoint;
	const schema = recordSchema(endpoint);
	const listId = listKeys.map((name) => comparableId(String(head[name] ?? ''))).find(Boolean);
	const keyHash = (id: unknown) => hashOf(service, path, listId, comparableId(String(id)));
	// Encoded, the same record is the same text, in whatever order its fields were given.
	const contentHash = (record: Members) => hashOf(encodeBody(schema, record, 'json'));
	// A request of this run makes the memory of what it sends outdated.
	const isUnchanged = (key: string, content: string) => {
		if (sent.has(key)) return false;
		if (!isFirstTry) return leftOut.get(key) === content;
		const isKnown = accepted.get(key) === content;
		if (isKnown) leftOut.set(key, content);
		return isKnown;
	};
	const fields = Object.entries(head).filter(([name]) => name !== total);
	const listHashes = [hashOf(service, path, listId), hashOf(fields)] as const;
	const isSameList = isUnchanged(...listHashes);
	if (!isSameList) sent.add(listHashes[0]);
	const deleted = new Set([...deletedIds].map(keyHash));
	for (const key of deleted) sent.add(key);
	const changed: Row[] = [];
	const unchanged: Row[] = [];
	const outdated: string[] = [];
	for (const row of rows) {
		const { [keyField]: id } = row.record;
		if (typeof id !== 'string' || id === '') {
			changed.push(row);
			continue;
		}
		const [key, content] = [keyHash(id), contentHash(row.record)];
		if (!isSameList) outdated.push(key);
		if (remembers && isSameList && isUnchanged(key, content)) unchanged.push(row);
		else {
			sent.add(key);
			// What the service holds of a record that the same request deletes is not known.
			changed.push(deleted.has(key) ? row : { ...row, written: [key, content] });
		}
	}
	return { rows: changed, unchanged, listHashes, forgotten: [...outdated, ...deleted] };
}

function itemsOf(rows: readonly Row[], others: readonly number[] = []): number[] {
	const items = new Set([...others, ...rows.map(({ itemIndex }) => itemIndex)]);
	return [...items].sort((one, other) => one - other);
}

function batchesOfList(
	endpoint: WriteEndpoint,
	list: RecordList,
	most: number,
	comparison: Comparison | undefined,
) {
	const { records, total, deletedIds } = endpoint;
	const { head, subject } = list;
	const compared = comparison && compareList(endpoint, list, comparison);
	const { rows, unchanged: left } = compared ?? { rows: list.rows ?? [], unchanged: [] };
	const deleted = list.deletedIds && [...list.deletedIds];
	const parts: Array<readonly Row[]> = [];
	for (let start = 0; start < rows.length; start += most)
		parts.push(rows.slice(start, start + most));
	// Deleted IDs are sent although every record beside them is unchanged, for the items of those records.
	if (parts.length === 0 && (list.otherItems.length > 0 || deleted?.length)) parts.push([]);
	const others = rows.length === 0 ? itemsOf(left, list.otherItems) : list.otherItems;
	const carried = new Set(parts.length === 0 ? [] : itemsOf(rows, others));
	const leftItems = itemsOf(left).filter((item) => !carried.has(item));
	const unchanged = { items: leftItems, records: left.length };
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
			items: itemsOf(part, isFirst ? others : []),
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
