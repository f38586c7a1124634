// Which records Only Changed Records leaves out: those that the service accepted last with the same content.
import { recordSchema, type WriteEndpoint } from '../../api/endpoint';
import { encodeBody } from '../../wire';
import { comparableId } from '../ids';
import { type AcceptedRecords, contentHash, hashOf } from './acceptedRecords';
import type { ListedRecord, RecordList } from './recordLists';
import type { RecordValue } from '../../wire/result';

export interface Comparison {
	readonly accepted: AcceptedRecords;
	/** What this run leaves out. The first try fills it; later tries are given it, and make the same requests. */
	readonly leftOut: AcceptedRecords;
	readonly isFirstTry: boolean;
	/** Identifies a list by its path and its ID: at another service or with another credential, it is another one. */
	readonly listIdentity: (path: string, id: string | undefined) => string;
	/** Keys of records and lists that this run sends or deletes: whatever becomes of them, later ones are sent, too. */
	readonly sent: Set<string>;
	/** Whether records are left out and remembered; otherwise all are sent, and what they replace is forgotten. */
	readonly remembers: boolean;
}

/**
 * Compares the records of a list with what the service accepted last.
 *
 * @returns the rows to be sent with their hashes, those that are unchanged, the hashes of the list itself, the keys of
 * which the memory is outdated, those that its first request deletes, and how many known records change or are deleted
 */
export function compareList(
	endpoint: WriteEndpoint,
	{ head, rows = [], deletedIds = [] }: RecordList,
	{ accepted, isFirstTry, leftOut, listIdentity, remembers, sent }: Comparison,
) {
	const { path, key: keyField = '', listKeys = [], total } = endpoint;
	const schema = recordSchema(endpoint);
	const listId = listKeys.map((name) => comparableId(String(head[name] ?? ''))).find(Boolean);
	const identity = listIdentity(path, listId);
	const keyHash = (id: unknown) => hashOf(identity, comparableId(String(id)));
	// Encoded, the same record is the same text, in whatever order its fields were given.
	const hashOfRecord = (record: RecordValue) =>
		contentHash('record', encodeBody(schema, record, 'json'));
	// A request of this run makes the memory of what it sends outdated.
	const isUnchanged = (key: string, content: string) => {
		if (sent.has(key)) return false;
		if (!isFirstTry) return leftOut.get(key) === content;
		const isKnown = accepted.get(key) === content;
		if (isKnown) leftOut.set(key, content);
		return isKnown;
	};
	const fields = Object.entries(head).filter(([name]) => name !== total);
	const listHashes = [hashOf(identity), contentHash('list', fields)] as const;
	const isSameList = isUnchanged(...listHashes);
	if (!isSameList) sent.add(listHashes[0]);
	const deleted = new Set([...deletedIds].map(keyHash));
	let changing = 0;
	const add = (key: string, content?: string) => {
		const before = accepted.get(key);
		if (before !== undefined && before !== content && !sent.has(key)) changing++;
		sent.add(key);
	};
	for (const key of deleted) add(key);
	const changed: ListedRecord[] = [];
	const unchanged: ListedRecord[] = [];
	const outdated: string[] = [];
	for (const row of rows) {
		const { [keyField]: id } = row.record;
		if (typeof id !== 'string' || id === '') {
			changed.push(row);
			continue;
		}
		const [key, content] = [keyHash(id), hashOfRecord(row.record)];
		if (!isSameList) outdated.push(key);
		if (remembers && isSameList && isUnchanged(key, content)) unchanged.push(row);
		else {
			add(key, content);
			// What the service holds of a record that the same request deletes is not known.
			changed.push(deleted.has(key) ? row : { ...row, written: [key, content] });
		}
	}
	return {
		rows: changed,
		unchanged,
		listHashes,
		outdated,
		deleted: [...deleted],
		changing,
	};
}
