// What Only Changed Records remembers: hashes of the records that the service accepted last.
import { digest } from '../hashes';

/**
 * 8 bytes of SHA-256 for the key and 8 for the content. With 100,000 records, a changed record is taken for an
 * unchanged one with a probability of 2^-63, and two keys are confused with one of 3 in 10^10.
 */
const HASH_LENGTH = 8;
const ENTRY_LENGTH = 2 * HASH_LENGTH;

export function hashOf(...parts: readonly unknown[]): string {
	return digest(JSON.stringify(parts), HASH_LENGTH);
}

/** The bit of a content's hash by which what surrounds the records of a list is told from a record. */
const LIST_BIT = 0x80;

/** The hash of the content of a record, or of what surrounds the records of a list. */
export function contentHash(kind: 'record' | 'list', content: unknown): string {
	const hash = hashOf(content);
	const first = hash.charCodeAt(0) & ~LIST_BIT;
	return String.fromCharCode(kind === 'list' ? first | LIST_BIT : first) + hash.slice(1);
}

export function isRecordHash(content: string): boolean {
	return (content.charCodeAt(0) & LIST_BIT) === 0;
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
	for (let at = 0; at + ENTRY_LENGTH <= bytes.length; at += ENTRY_LENGTH) {
		records.set(
			bytes.slice(at, at + HASH_LENGTH),
			bytes.slice(at + HASH_LENGTH, at + ENTRY_LENGTH),
		);
	}
	return records;
}

/** A record of a transaction that the service accepted, and had neither applied nor refused when it was asked last. */
export interface PendingRecord {
	readonly content: string;
	readonly messageId: string;
}

/** Hash of a key to the hash of the content that is pending. */
export type PendingRecords = Map<string, PendingRecord>;

/** The most pending transactions that are remembered; records of older ones are sent again. */
const MAX_PENDING = 1000;

/** Packs pending records for n8n's static data, by their transactions. */
export function packPending(pending: PendingRecords): Array<[messageId: string, records: string]> {
	const transactions = new Map<string, AcceptedRecords>();
	for (const [key, { content, messageId }] of pending) {
		const records = transactions.get(messageId) ?? new Map<string, string>();
		transactions.set(messageId, records.set(key, content));
	}
	return [...transactions]
		.slice(-MAX_PENDING)
		.map(([messageId, records]) => [messageId, packAccepted(records)]);
}

export function unpackPending(
	packed: ReadonlyArray<readonly [messageId: string, records: string]>,
): PendingRecords {
	const pending: PendingRecords = new Map();
	for (const [messageId, records] of packed)
		for (const [key, content] of unpackAccepted(records)) pending.set(key, { content, messageId });
	return pending;
}

export interface Memory {
	readonly records: AcceptedRecords;
	readonly pending: PendingRecords;
	/** Keys of requests in flight, and whether two of them write different contents. */
	readonly inFlight: Map<string, { count: number; content: string; isContested: boolean }>;
}

export function newMemory(
	records: AcceptedRecords = new Map(),
	pending: PendingRecords = new Map(),
): Memory {
	return { records, pending, inFlight: new Map() };
}

/** What a request changes in the memory; all are hashes. */
export interface MemoryEffects {
	readonly written: ReadonlyMap<string, string>;
	/** The keys that it deletes, or of which the memory is outdated. */
	readonly forgotten: readonly string[];
}

/** What became of a request: it changed nothing for certain, nobody knows, or its transaction is pending. */
export type WriteEnd = 'applied' | 'notApplied' | 'unknown' | { readonly pending: string };

/**
 * A request on its way. Until its end, what the service has of its records is not known; if it certainly changed
 * nothing, that is what it was before. Of two different contents in flight, nothing says which was applied last.
 */
export class MemoryWrite {
	private readonly before: ReadonlyMap<string, string | undefined>;

	/** @param remembers Whether what is applied is remembered; otherwise, only what it replaces is forgotten */
	constructor(
		private readonly memory: Memory,
		private readonly effects: MemoryEffects,
		private readonly remembers: boolean,
	) {
		const { inFlight, pending, records } = memory;
		const { forgotten, written } = effects;
		for (const key of forgotten) {
			records.delete(key);
			pending.delete(key);
		}
		this.before = new Map([...written.keys()].map((key) => [key, records.get(key)]));
		for (const [key, content] of written) {
			if (records.get(key) !== content) records.delete(key);
			pending.delete(key);
			const flight = inFlight.get(key) ?? { count: 0, content, isContested: false };
			const isContested = flight.isContested || flight.content !== content;
			inFlight.set(key, { count: flight.count + 1, content, isContested });
		}
	}

	/** To be called once, whatever became of the request. */
	end(result: WriteEnd): void {
		const { inFlight, pending, records } = this.memory;
		for (const [key, content] of this.effects.written) {
			const { count = 1, isContested = false } = inFlight.get(key) ?? {};
			const before = this.before.get(key);
			if (isContested) {
				records.delete(key);
				pending.delete(key);
			} else if (result === 'applied' && this.remembers) {
				records.set(key, content);
				pending.delete(key);
			} else if (typeof result === 'object' && this.remembers) {
				if (!records.has(key)) pending.set(key, { content, messageId: result.pending });
			} else if (result === 'notApplied' && before !== undefined && !records.has(key))
				records.set(key, before);
			if (count > 1) inFlight.set(key, { count: count - 1, content, isContested });
			else inFlight.delete(key);
		}
	}
}

/** Takes over what became of pending transactions; one that the service does not know is not pending any more. */
export function resolvePending(
	{ inFlight, pending, records }: Memory,
	statuses: ReadonlyMap<string, 'applied' | 'refused' | 'pending' | 'unknown'>,
): void {
	for (const [key, { content, messageId }] of pending) {
		const status = statuses.get(messageId) ?? 'pending';
		if (status === 'pending') continue;
		pending.delete(key);
		if (status === 'applied' && !inFlight.has(key)) records.set(key, content);
	}
}
