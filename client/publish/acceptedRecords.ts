// Which records the service accepted last, by list and key: what 'Only Changed Records' compares with.
import { createHash } from 'crypto';

/** What is saved between executions: strings, small enough for n8n's static data (22 bytes per record). */
export interface SavedRecords {
	/** Packed hashes of what was accepted. */
	accepted?: string;
	/** What the write with this tag accepted so far: merged into `accepted` by the next write with another tag. */
	pending?: { readonly tag: string; readonly records: string };
}

/**
 * 8 bytes of SHA-256 for the key and 8 for the content. With 100,000 records, a changed record is taken for an
 * unchanged one with a probability of 2^-64, and two keys are confused with one of 3 in 10^10.
 */
const keyLength = 8;
const contentLength = 8;
const entryLength = keyLength + contentLength;

/** Hash of a key to hash of a content; an empty content means that what the service holds is not known. */
type Table = Map<string, string>;

function hash(text: string, length: number): string {
	return createHash('sha256').update(text).digest().toString('latin1', 0, length);
}

function unpack(packed: string | undefined): Table {
	const bytes = Buffer.from(packed ?? '', 'base64').toString('latin1');
	const table: Table = new Map();
	for (let at = 0; at + entryLength <= bytes.length; at += entryLength) {
		table.set(bytes.slice(at, at + keyLength), bytes.slice(at + keyLength, at + entryLength));
	}
	return table;
}

function pack(table: Table): string {
	const entries = [...table].map(([key, content]) => key + content.padEnd(contentLength, '\0'));
	return Buffer.from(entries.join(''), 'latin1').toString('base64');
}

/** A record as far as a comparison needs it. */
export interface Comparable {
	/** The list that it is sent to, and its key in the list. A record without a key is always sent. */
	readonly list: string;
	readonly key: string | undefined;
	/** The record as it is sent. */
	readonly content: string;
}

export interface AcceptedRecords {
	/** Whether a record equals what was accepted last; otherwise the next comparison is with this record. */
	isUnchanged(record: Comparable): boolean;
	/** Remembers records that the service accepted. */
	accept(records: readonly Comparable[]): void;
	/** Forgets records of a request that may have been applied: they are sent again next time. */
	forget(records: readonly Comparable[]): void;
	/** What to save, in place of what another write may have saved meanwhile. */
	save(current: SavedRecords): SavedRecords;
}

/** The tables for the write with this tag: what counts as accepted before it, and what it accepted so far. */
function tablesOf(saved: SavedRecords, tag: string): { accepted: Table; pending: Table } {
	const accepted = unpack(saved.accepted);
	const pending = unpack(saved.pending?.records);
	if (saved.pending?.tag === tag) return { accepted, pending };
	for (const [key, content] of pending) accepted.set(key, content);
	return { accepted, pending: new Map() };
}

/**
 * Loads the memory for one write.
 *
 * @param tag Identifies the write through all its tries: what an earlier try accepted does not count as unchanged,
 *   so that a retry builds the same requests.
 */
export function loadAcceptedRecords(saved: SavedRecords, tag: string): AcceptedRecords {
	const { accepted } = tablesOf(saved, tag);
	const compared: Table = new Map();
	const updates: Table = new Map();
	const keyOf = ({ list, key }: Comparable) => hash(JSON.stringify([list, key]), keyLength);
	return {
		isUnchanged(record) {
			if (record.key === undefined) return false;
			const key = keyOf(record);
			const content = hash(record.content, contentLength);
			if ((compared.get(key) ?? accepted.get(key)) === content) return true;
			compared.set(key, content);
			return false;
		},
		accept(records) {
			for (const record of records) {
				if (record.key !== undefined)
					updates.set(keyOf(record), hash(record.content, contentLength));
			}
		},
		forget(records) {
			for (const record of records) if (record.key !== undefined) updates.set(keyOf(record), '');
		},
		save(current) {
			const { accepted: before, pending } = tablesOf(current, tag);
			for (const [key, content] of updates) pending.set(key, content);
			return { accepted: pack(before), pending: { tag, records: pack(pending) } };
		},
	};
}
