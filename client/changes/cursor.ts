// A cursor (watermark): what a consumer has of a list, what it was given since, how a new reading differs, and how all
// of that is saved: keys and signatures packed into text.
import { z } from 'zod/v4';

import { isRecord } from '../../api/schema/types';
import { comparableRowKey, isContentKey, type RowVersion, signatureBytes } from '../rows';

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const guidBytes = 16;

// The first byte of an entry: the length of a short text, or what follows instead.
const lowerGuid = 0xf0;
const upperGuid = 0xf1;
const longText = 0xf2;
/** UTF-8 cannot hold half of a surrogate pair. */
const oddText = 0xf3;
const HALF_PAIR = /\p{Surrogate}/u;

function packKey(key: string): Buffer {
	const lower = key.toLowerCase();
	if (guid.test(lower) && (key === lower || key === key.toUpperCase())) {
		const form = key === lower ? lowerGuid : upperGuid;
		return Buffer.concat([Buffer.of(form), Buffer.from(lower.replaceAll('-', ''), 'hex')]);
	}
	const isOdd = HALF_PAIR.test(key);
	const text = Buffer.from(key, isOdd ? 'utf16le' : 'utf8');
	if (!isOdd && text.length < lowerGuid) return Buffer.concat([Buffer.of(text.length), text]);
	const head = Buffer.alloc(5, isOdd ? oddText : longText);
	head.writeUInt32LE(text.length, 1);
	return Buffer.concat([head, text]);
}

/** The key that begins at a byte, and where it ends; past the end of the bytes where they were cut off. */
function unpackKey(bytes: Buffer, start: number): [key: string, end: number] {
	const form = bytes[start] ?? 0;
	const begin = start + 1;
	if (form === lowerGuid || form === upperGuid) {
		const end = begin + guidBytes;
		const hex = bytes.toString('hex', begin, end);
		const key = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
		return [form === lowerGuid ? key : key.toUpperCase(), end];
	}
	if (form !== longText && form !== oddText) return [bytes.toString('utf8', begin, begin + form), begin + form];
	const from = begin + 4;
	if (from > bytes.length) return ['', from];
	const end = from + bytes.readUInt32LE(begin);
	return [bytes.toString(form === oddText ? 'utf16le' : 'utf8', from, end), end];
}

function pack(rows: Iterable<readonly [key: string, signature: string]>): string {
	const parts: Buffer[] = [];
	for (const [key, signature] of rows) parts.push(packKey(key), Buffer.from(signature, 'latin1'));
	return Buffer.concat(parts).toString('base64');
}

function unpack(packed: string, bytesAfterKey: number): Map<string, string> | undefined {
	const bytes = Buffer.from(packed, 'base64');
	const rows = new Map<string, string>();
	for (let at = 0; at < bytes.length;) {
		const [key, end] = unpackKey(bytes, at);
		at = end + bytesAfterKey;
		if (at > bytes.length) return undefined;
		rows.set(key, bytes.toString('latin1', end, at));
	}
	return rows;
}

/**
 * The saved form of a state: maps of keys to signatures and sets of keys become text, 25 bytes for a GUID and its
 * signature. Everything else must be JSON.
 */
export function savedForm(value: unknown): unknown {
	if (value instanceof Map) return pack(value as ReadonlyMap<string, string>);
	if (value instanceof Set) return pack([...value].map((key) => [String(key), ''] as const));
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, savedForm(inner)]));
}

function packed<T>(bytesAfterKey: number, valueOf: (rows: ReadonlyMap<string, string>) => T) {
	return z.string().transform((text, context): T => {
		const rows = unpack(text, bytesAfterKey);
		if (rows !== undefined) return valueOf(rows);
		context.issues.push({ code: 'custom', message: 'It was cut off.', input: text });
		return z.NEVER;
	});
}

export const savedTable = packed(signatureBytes, (rows) => rows);
export const savedKeys = packed(0, (rows): ReadonlySet<string> => new Set(rows.keys()));

/** What is known of a list between two readings; rows by their keys. */
export const savedKnown = z.object({
	/** What the consumer has: the signatures of the rows that were given and committed. */
	committed: savedTable,
	/** Rows that were seen but never given, because created rows were not wanted. */
	seen: savedTable,
	/** Rows that were given without a commit: the consumer may have applied that or not. */
	uncertain: savedKeys,
	/** Known rows that the last whole reading did not hold. */
	missing: savedKeys,
});
export type Known = Readonly<z.infer<typeof savedKnown>>;

export const savedCursor = z.object({
	known: savedKnown,
	/** The changes that an execution received; a commit marks them as processed. */
	pending: z.object({ execution: z.string(), given: savedTable }).optional(),
});
export type Cursor = Readonly<z.infer<typeof savedCursor>>;
type Pending = Readonly<NonNullable<Cursor['pending']>>;

/** What was given, by key: the signatures of created and updated rows, `absent` for deleted ones; and `replaced` keys. */
export type Given = ReadonlyMap<string, string>;

/** Takes the place of a deleted row's signature; the probability that a real signature equals it is negligible. */
export const absent = '\0'.repeat(signatureBytes);

/** Takes the place of the signature of a key under which a row is known no longer: it got another one. */
export const replaced = '\x01'.repeat(signatureBytes);

export const changeTypes = ['created', 'updated', 'deleted'] as const;
export type ChangeType = (typeof changeTypes)[number];
export type Wanted = ReadonlySet<ChangeType>;

export const nothingKnown: Known = {
	committed: new Map(),
	seen: new Map(),
	uncertain: new Set(),
	missing: new Set(),
};

export const newCursor: Cursor = { known: nothingKnown };

/** How a row differs from what the consumer has; undefined where it does not. */
export function changeOf(
	{ committed, seen, uncertain }: Known,
	{ key, signature }: Pick<RowVersion, 'key' | 'signature'>,
	wanted: Wanted,
): 'created' | 'updated' | undefined {
	const before = committed.get(key) ?? (wanted.has('created') ? undefined : seen.get(key));
	if (before === undefined) return 'created';
	return before !== signature || uncertain.has(key) ? 'updated' : undefined;
}

/** What a reading found; rows by their keys. */
interface Reading {
	readonly present: ReadonlySet<string>;
	/** Whether it certainly held all rows of the list. */
	readonly whole: boolean;
	/** Whether only what the service names is deleted. */
	readonly namedOnly?: boolean | undefined;
	/** What the service named as deleted. */
	readonly named: ReadonlySet<string>;
	/** Created rows that were not wanted. */
	readonly seen: ReadonlyMap<string, string>;
}

/**
 * Which rows were deleted, of how many that were known, and what is known from now on, committed or not.
 *
 * A row was deleted when two whole readings in a row did not hold it, or one where the service also names it: a
 * list that changes while it is read can hide a row. Where only named rows are deleted, the reading need not be whole:
 * the list may hold only what changed.
 */
export function concludeReading(known: Known, reading: Reading, wanted: Wanted) {
	const { present, whole, named, namedOnly = false } = reading;
	const seen = new Map([...known.seen, ...reading.seen]);
	const { committed, uncertain } = known;
	const unwanted = wanted.has('created') ? [] : seen.keys();
	const followed = new Set([...committed.keys(), ...uncertain, ...unwanted]);
	const candidates = whole || namedOnly ? followed : known.missing;
	const unseen = [...candidates].filter((key) => !present.has(key));
	const isGone = (key: string) =>
		named.has(key) ? whole || namedOnly : whole && !namedOnly && known.missing.has(key);
	const gone = unseen.filter(isGone);
	const missing = new Set(namedOnly ? gone : unseen);
	// Nothing tells a consumer which row this was, so its deletion needs no commit.
	const forgotten = new Map(gone.filter(isContentKey).map((key) => [key, absent]));
	return {
		known: commit({ ...known, seen, missing }, forgotten),
		deleted: gone.filter((key) => !forgotten.has(key)),
		knownRows: followed.size,
	};
}

/** What is known, with other spellings of some keys. */
export function respelled(known: Known, spellings: ReadonlyMap<string, string>): Known {
	if (spellings.size === 0) return known;
	const spelled = (key: string) => spellings.get(key) ?? key;
	const table = (rows: Given) => new Map([...rows].map(([key, value]) => [spelled(key), value]));
	const { committed, seen, uncertain, missing } = known;
	return {
		committed: table(committed),
		seen: table(seen),
		uncertain: new Set([...uncertain].map(spelled)),
		missing: new Set([...missing].map(spelled)),
	};
}

/** What is known once the consumer has processed what was given. */
export function commit(known: Known, given: Given): Known {
	if (given.size === 0) return known;
	const committed = new Map(known.committed);
	const seen = new Map(known.seen);
	const uncertain = new Set(known.uncertain);
	const missing = new Set(known.missing);
	for (const [key, signature] of given) {
		if (signature === absent || signature === replaced) committed.delete(key);
		else committed.set(key, signature);
		for (const others of [seen, uncertain, missing]) others.delete(key);
	}
	return { committed, seen, uncertain, missing };
}

/**
 * What is known when an execution begins to read. Whatever was given and not committed is uncertain: it must be
 * given again, also where it was undone in the meantime.
 */
export function knownForReading({ known, pending }: Cursor): Known {
	if (pending === undefined) return known;
	return { ...known, uncertain: new Set([...known.uncertain, ...pending.given.keys()]) };
}

/** The cursor after an execution was given changes: with what it was given before, if it is still the same one. */
export function addGiven(
	known: Known,
	before: Pending | undefined,
	{ execution, given: latest }: Pending,
): Cursor {
	const again = new Set([...latest.keys()].map(comparableRowKey));
	const isLatest = ([key]: readonly [string, string]) => !again.has(comparableRowKey(key));
	const earlier = before?.execution === execution ? [...before.given].filter(isLatest) : [];
	const given = new Map([...earlier, ...latest]);
	return { known, pending: given.size === 0 ? undefined : { execution, given } };
}

/** The number of changes that an execution was given and has not committed. */
export function pendingCount({ pending }: Cursor, execution: string): number {
	if (pending?.execution !== execution) return 0;
	return [...pending.given.values()].filter((signature) => signature !== replaced).length;
}

export function commitCursor({ known, pending }: Cursor): Cursor {
	return { known: pending ? commit(known, pending.given) : known };
}
