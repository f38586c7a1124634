// Which records the service accepted last, by list and key: what 'Only Changed Records' compares with.
import { digest } from '../hashes';

/**
 * 8 bytes of SHA-256 for the key and 8 for the content. With 100,000 records, a changed record is taken for an
 * unchanged one with a probability of 2^-64, and two keys are confused with one of 3 in 10^10.
 */
const hashLength = 8;
const entryLength = 2 * hashLength;

/** Hash of a key to hash of the content that was accepted. */
export type AcceptedRecords = Map<string, string>;

/** The hash of a key or a content. */
export function hashOf(...parts: readonly unknown[]): string {
	return digest(JSON.stringify(parts), hashLength);
}

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

/** What a request changes in the memory. */
export interface Remembered {
	/** What it writes: hash of a key to hash of a content. */
	readonly written: ReadonlyMap<string, string>;
	/** Hashes of the keys that it deletes, or of which the memory is outdated. */
	readonly forgotten: readonly string[];
}

/** The keys that requests under way write, and whether several of them do at the same time. */
export type UnderWay = Map<string, { count: number; isDisputed: boolean }>;

/** To be called before a request is sent: until it is accepted, what the service holds is not known. */
export function beginRequest(
	records: AcceptedRecords,
	underWay: UnderWay,
	{ written, forgotten }: Remembered,
): void {
	for (const key of forgotten) records.delete(key);
	for (const [key, content] of written) {
		if (records.get(key) !== content) records.delete(key);
		const { count, isDisputed } = underWay.get(key) ?? { count: 0, isDisputed: false };
		underWay.set(key, { count: count + 1, isDisputed: isDisputed || count > 0 });
	}
}

/** To be called when a request has ended. Of two that ran at the same time, nothing says which was applied last. */
export function endRequest(
	records: AcceptedRecords,
	underWay: UnderWay,
	{ written }: Remembered,
	isAccepted: boolean,
): void {
	for (const [key, content] of written) {
		const { count = 1, isDisputed = false } = underWay.get(key) ?? {};
		if (isDisputed) records.delete(key);
		else if (isAccepted) records.set(key, content);
		if (count > 1) underWay.set(key, { count: count - 1, isDisputed });
		else underWay.delete(key);
	}
}

/** Which records of a run are left out. Made by its first try and kept, it gives each try the same requests. */
export interface Decisions {
	/** Whether a record with these hashes of its key and content is left out. */
	isLeftOut(key: string, content: string, decide: () => boolean): boolean;
	packed(): string;
}

/** @param earlier What the first try decided, packed; left out in the first try itself */
export function decisionsOf(earlier: string | undefined): Decisions {
	const leftOut = unpackAccepted(earlier ?? '');
	return {
		isLeftOut: (key, content, decide) => {
			if (earlier !== undefined) return leftOut.get(key) === content;
			const isLeftOut = decide();
			if (isLeftOut) leftOut.set(key, content);
			return isLeftOut;
		},
		packed: () => packAccepted(leftOut),
	};
}
