// What Only Changed Records remembers: hashes of the records that the service accepted last.
import { digest } from '../hashes';
import type { Published } from './sendOnce';
import { changedNothing } from './refusals';

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

/** How many of the entries are records. */
export function recordCount(records: ReadonlyMap<string, string>): number {
	return [...records.values()].filter((hash) => (hash.charCodeAt(0) & LIST_BIT) === 0).length;
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

export interface Memory {
	readonly records: AcceptedRecords;
	/** The keys that requests under way write, and whether several of them do at the same time. */
	readonly underWay: Map<string, { count: number; isDisputed: boolean }>;
}

/** What a request changes in the memory; all are hashes. */
export interface MemoryEffects {
	readonly written: ReadonlyMap<string, string>;
	/** The keys that it deletes, or of which the memory is outdated. */
	readonly forgotten: readonly string[];
	readonly recordCount: number;
}

/**
 * Sends a request, and remembers what it writes once it was accepted. Until then, what the service has is not known;
 * where it certainly changed nothing, that is what it was before. Of two requests that ran at the same time, nothing
 * says which was applied last; nor does a receipt of an earlier try say that nothing was sent since.
 *
 * @param remembers Whether what is accepted is remembered; otherwise, only what it replaces is forgotten
 */
export async function sendAndRemember(
	{ records, underWay }: Memory,
	{ written, forgotten, recordCount: count }: MemoryEffects,
	send: () => Promise<Published>,
	remembers: boolean,
): Promise<Published> {
	for (const key of forgotten) records.delete(key);
	const before = new Map([...written.keys()].map((key) => [key, records.get(key)]));
	for (const [key, content] of written) {
		if (records.get(key) !== content) records.delete(key);
		const { count: others, isDisputed } = underWay.get(key) ?? { count: 0, isDisputed: false };
		underWay.set(key, { count: others + 1, isDisputed: isDisputed || others > 0 });
	}
	let published: Published | undefined;
	let isUnchanged = false;
	try {
		published = await send();
		return published;
	} catch (error) {
		isUnchanged = changedNothing(error, count);
		throw error;
	} finally {
		for (const [key, content] of written) {
			const { count: users = 1, isDisputed = false } = underWay.get(key) ?? {};
			const known = before.get(key);
			if (isDisputed) records.delete(key);
			else if (published && !published.fromEarlierTry && remembers) records.set(key, content);
			else if (isUnchanged && known !== undefined) records.set(key, known);
			if (users > 1) underWay.set(key, { count: users - 1, isDisputed });
			else underWay.delete(key);
		}
	}
}
