// 'Only Changed Records': which records the service accepted last, and which of a list differ from them.
import { recordSchema, type WriteEndpoint } from '../../api/endpoint';
import { encodeBody } from '../../wire';
import { digest } from '../hashes';
import { comparableId } from '../rows';

/**
 * 8 bytes of SHA-256 for the key and 8 for the content. With 100,000 records, a changed record is taken for an
 * unchanged one with a probability of 2^-64, and two keys are confused with one of 3 in 10^10.
 */
const hashLength = 8;
const entryLength = 2 * hashLength;

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

/** What a request changes in the memory. */
export interface Remembered {
	/** What it writes: hash of a key to hash of a content. */
	readonly written: ReadonlyMap<string, string>;
	/** Hashes of the keys that it deletes, or of which the memory is outdated. */
	readonly forgotten: readonly string[];
}

/** Until a request is accepted, what the service holds is not known. */
function begin({ records, underWay }: Memory, { written, forgotten }: Remembered): void {
	for (const key of forgotten) records.delete(key);
	for (const [key, content] of written) {
		if (records.get(key) !== content) records.delete(key);
		const { count, isDisputed } = underWay.get(key) ?? { count: 0, isDisputed: false };
		underWay.set(key, { count: count + 1, isDisputed: isDisputed || count > 0 });
	}
}

/** Of two requests that ran at the same time, nothing says which was applied last. */
function end({ records, underWay }: Memory, { written }: Remembered, isAccepted: boolean): void {
	for (const [key, content] of written) {
		const { count = 1, isDisputed = false } = underWay.get(key) ?? {};
		if (isDisputed) records.delete(key);
		else if (isAccepted) records.set(key, content);
		if (count > 1) underWay.set(key, { count: count - 1, isDisputed });
		else underWay.delete(key);
	}
}

/** Sends a request, and remembers what it writes once it was accepted. */
export async function remembering<T>(
	memory: Memory | undefined,
	remembered: Remembered | undefined,
	send: () => Promise<T>,
): Promise<T> {
	if (!memory || !remembered) return await send();
	let isAccepted = false;
	begin(memory, remembered);
	try {
		const result = await send();
		isAccepted = true;
		return result;
	} finally {
		end(memory, remembered, isAccepted);
	}
}

export type Members = Readonly<Record<string, unknown>>;

/** A record to be sent, and the input item that gave it. */
export interface ListedRecord {
	readonly itemIndex: number;
	readonly record: Members;
	/** With Only Changed Records: the hashes of its key and its content; left out for a record without a key. */
	readonly written?: readonly [key: string, content: string] | undefined;
}

/** A list of records with what surrounds it. */
export interface RecordList {
	/** The body without its records and deleted IDs. */
	readonly head: Members;
	/** Left out where the body has no collection of records. */
	readonly rows?: readonly ListedRecord[] | undefined;
	/** They are sent with the first request. */
	readonly deletedIds?: Iterable<unknown> | undefined;
	/** Input items without a record of their own: the first request carries them. */
	readonly otherItems: readonly number[];
	/** The one record that is updated, for messages. */
	readonly subject?: string | undefined;
}

/** What Only Changed Records compares with. */
export interface Comparison {
	readonly accepted: AcceptedRecords;
	/** What this run leaves out. The first try fills it; later tries are given it, and make the same requests. */
	readonly leftOut: AcceptedRecords;
	readonly isFirstTry: boolean;
	/** The service and the credential: another key may lead to other data. */
	readonly service: string;
	/** Keys of records and lists that this run sends or deletes: whatever becomes of them, later ones are sent, too. */
	readonly sent: Set<string>;
}

function hashOf(...parts: readonly unknown[]): string {
	return digest(JSON.stringify(parts), hashLength);
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
	{ accepted, isFirstTry, leftOut, sent, service }: Comparison,
) {
	const { path, key: keyField = '', listKeys = [], total } = endpoint;
	const schema = recordSchema(endpoint);
	const listId = listKeys.map((name) => comparableId(String(head[name] ?? ''))).find(Boolean);
	const keyHash = (id: unknown) => hashOf(service, path, listId, comparableId(String(id)));
	// The same record is the same text, in whatever order its fields were given.
	const contentHash = (record: Members) => {
		const encoded = encodeBody(schema, record, 'json');
		return hashOf(encoded.ok ? encoded.value.text : record);
	};
	const isAccepted = (key: string, content: string) => {
		if (!isFirstTry) return leftOut.get(key) === content;
		const isKnown = accepted.get(key) === content;
		if (isKnown) leftOut.set(key, content);
		return isKnown;
	};
	const fields = Object.entries(head).filter(([name]) => name !== total);
	const listHashes = [hashOf(service, path, listId), hashOf(fields)] as const;
	// A request of this run that changes the list makes the memory of it outdated, as one with a record does.
	const isSameList = !sent.has(listHashes[0]) && isAccepted(...listHashes);
	if (!isSameList) sent.add(listHashes[0]);
	const deleted = new Set([...deletedIds].map(keyHash));
	for (const key of deleted) sent.add(key);
	const changed: ListedRecord[] = [];
	const unchanged: ListedRecord[] = [];
	const outdated: string[] = [];
	for (const row of rows) {
		const { [keyField]: id } = row.record;
		if (typeof id !== 'string' || id === '') {
			changed.push(row);
			continue;
		}
		const [key, content] = [keyHash(id), contentHash(row.record)];
		if (!isSameList) outdated.push(key);
		if (isSameList && !sent.has(key) && isAccepted(key, content)) unchanged.push(row);
		else {
			sent.add(key);
			// What the service holds of a record that the same request deletes is not known.
			changed.push(deleted.has(key) ? row : { ...row, written: [key, content] });
		}
	}
	return { rows: changed, unchanged, listHashes, forgotten: [...outdated, ...deleted] };
}
