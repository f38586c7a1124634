// What is known of a list between two readings, and how a new reading differs: created, updated and deleted rows.
import { z } from 'zod/v4';
import { wholeNumber } from '../reads/position';
import { isContentKey } from './rowKeys';
import { type RowVersion, SIGNATURE_BYTES } from './whatCountsAsUpdated';
import { savedKeys, savedTable } from './packedTables';

/** What is known of a list between two readings; rows by their keys. */
export const savedKnown = z.object({
	/** What the consumer has: the signatures of the rows that were given and committed. */
	committed: savedTable,
	/** Rows that were seen but never given, because created rows were not wanted. */
	seen: savedTable,
	/** Rows that were given without a commit: the consumer may have applied that or not. */
	uncertain: savedKeys,
	/** Known rows that the last whole reading did not have. */
	missing: savedKeys,
	/** What is known of the totals of the list: see `TotalsKnowledge`. */
	wholeBelow: wholeNumber.optional(),
});
export type Known = Readonly<z.infer<typeof savedKnown>>;

/** What was given, by key: the signatures of created and updated rows, `absent` for deleted ones; and `replaced` keys. */
export type DeliveredChanges = ReadonlyMap<string, string>;

/** Tombstone of a deleted row; no real signature is likely to be the same. */
export const ABSENT = '\0'.repeat(SIGNATURE_BYTES);

/** Tombstone of a key that its row no longer has. */
export const REPLACED = '\x01'.repeat(SIGNATURE_BYTES);

export const CHANGE_TYPES = ['created', 'updated', 'deleted'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];
export type ChangeTypes = ReadonlySet<ChangeType>;

export const NOTHING_KNOWN: Known = {
	committed: new Map(),
	seen: new Map(),
	uncertain: new Set(),
	missing: new Set(),
};

/** How a row differs from what the consumer has; undefined where it does not. */
export function changeOf(
	{ committed, seen, uncertain }: Known,
	{ key, signature }: Pick<RowVersion, 'key' | 'signature'>,
	changeTypes: ChangeTypes,
): 'created' | 'updated' | undefined {
	const before = committed.get(key) ?? (changeTypes.has('created') ? undefined : seen.get(key));
	if (before === undefined) return 'created';
	return before !== signature || uncertain.has(key) ? 'updated' : undefined;
}

/** What a reading found; rows by their keys. */
interface Reading {
	readonly present: ReadonlySet<string>;
	/** Whether it certainly had all rows of the list. */
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
 * A row was deleted when two whole readings in a row did not have it, or one where the service also names it: a
 * list that changes while it is read can hide a row. Where only named rows are deleted, the reading need not be whole:
 * the list may hold only what changed.
 */
export function concludeReading(known: Known, reading: Reading, changeTypes: ChangeTypes) {
	const { present, whole, named, namedOnly = false } = reading;
	const seen = new Map([...known.seen, ...reading.seen]);
	const { committed, uncertain } = known;
	const unwanted = changeTypes.has('created') ? [] : seen.keys();
	const followed = new Set([...committed.keys(), ...uncertain, ...unwanted]);
	const candidates = whole || namedOnly ? followed : known.missing;
	const unseen = [...candidates].filter((key) => !present.has(key));
	const isGone = (key: string) => {
		if (named.has(key)) return whole || namedOnly;
		return whole && !namedOnly && known.missing.has(key);
	};
	const gone = unseen.filter(isGone);
	const missing = new Set(namedOnly ? gone : unseen);
	// Nothing tells a consumer which row this was, so its deletion needs no commit.
	const forgotten = new Map(gone.filter(isContentKey).map((key) => [key, ABSENT]));
	return {
		known: commit({ ...known, seen, missing }, forgotten),
		deleted: gone.filter((key) => !forgotten.has(key)),
		knownRows: followed.size,
	};
}

/** Keys, some of them in another spelling. */
export function respelledKeys(
	keys: ReadonlySet<string>,
	spellings: ReadonlyMap<string, string>,
): ReadonlySet<string> {
	if (spellings.size === 0) return keys;
	return new Set([...keys].map((key) => spellings.get(key) ?? key));
}

/** What is known, with some keys in another spelling. */
export function respelled(known: Known, spellings: ReadonlyMap<string, string>): Known {
	if (spellings.size === 0) return known;
	const respelledTable = (rows: ReadonlyMap<string, string>) =>
		new Map([...rows].map(([key, signature]) => [spellings.get(key) ?? key, signature]));
	return {
		...known,
		committed: respelledTable(known.committed),
		seen: respelledTable(known.seen),
		uncertain: respelledKeys(known.uncertain, spellings),
		missing: respelledKeys(known.missing, spellings),
	};
}

/** What is known once the consumer has processed what was given. */
export function commit(known: Known, changes: DeliveredChanges): Known {
	if (changes.size === 0) return known;
	const committed = new Map(known.committed);
	const seen = new Map(known.seen);
	const uncertain = new Set(known.uncertain);
	const missing = new Set(known.missing);
	for (const [key, signature] of changes) {
		if (signature === ABSENT || signature === REPLACED) committed.delete(key);
		else committed.set(key, signature);
		for (const others of [seen, uncertain, missing]) others.delete(key);
	}
	return { ...known, committed, seen, uncertain, missing };
}
