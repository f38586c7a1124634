// A cursor (watermark): what a consumer has of a list, what it was given since, and how a new reading differs.
import { isContentKey, type RowVersion, signatureBytes } from './rowVersion';

export const changeTypes = ['created', 'updated', 'deleted'] as const;
export type ChangeType = (typeof changeTypes)[number];
export type Wanted = ReadonlySet<ChangeType>;

/** The most rows of a list whose changes can be followed. */
export const maxFollowedRows = 200_000;

/** What is known of a list between two readings; rows by their keys. */
export interface Known {
	/** What the consumer has: the signatures of the rows that were given and committed. */
	readonly committed: ReadonlyMap<string, string>;
	/** Rows that were seen but never given, because created rows were not wanted. */
	readonly seen: ReadonlyMap<string, string>;
	/** Rows that were given without a commit: the consumer may have applied that or not. */
	readonly uncertain: ReadonlySet<string>;
	/** Known rows that the last whole reading did not hold. */
	readonly missing: ReadonlySet<string>;
}

/** What was given, by key: the signatures of created and updated rows, `absent` for deleted ones. */
export type Given = ReadonlyMap<string, string>;

/** Stands for the signature of a row that is not there: a real one is as unlikely to be this as any other. */
export const absent = '\0'.repeat(signatureBytes);

/** What an execution was given; it counts as done once it is committed. */
interface Pending {
	readonly execution: string;
	readonly given: Given;
}

export interface Cursor {
	readonly known: Known;
	readonly pending?: Pending | undefined;
}

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

/** What a reading found, once it has ended. */
interface Reading {
	/** The keys of the rows that it held. */
	readonly present: ReadonlySet<string>;
	/** Whether it certainly held all rows of the list, each once. */
	readonly whole: boolean;
	/** The keys that the service named as deleted. */
	readonly named: ReadonlySet<string>;
	/** Created rows that were not wanted. */
	readonly seen: ReadonlyMap<string, string>;
}

/**
 * Which rows were deleted, of how many that were known, and what is known from now on, committed or not.
 *
 * A row was deleted when two whole readings in a row did not hold it, or one where the service also names it: a
 * list that changes while it is read can hide a row.
 */
export function concludeReading(known: Known, reading: Reading, wanted: Wanted) {
	const { present, whole, named } = reading;
	const seen = new Map([...known.seen, ...reading.seen]);
	const { committed, uncertain } = known;
	const unwanted = wanted.has('created') ? [] : seen.keys();
	const followed = new Set([...committed.keys(), ...uncertain, ...unwanted]);
	const candidates = whole ? followed : known.missing;
	const missing = new Set([...candidates].filter((key) => !present.has(key)));
	const isGone = (key: string) => whole && (known.missing.has(key) || named.has(key));
	const gone = [...missing].filter(isGone);
	// Nobody can be told which row this was, so nobody has to commit that it is gone.
	const forgotten = new Map(gone.filter(isContentKey).map((key) => [key, absent]));
	return {
		known: commit({ ...known, seen, missing }, forgotten),
		deleted: gone.filter((key) => !forgotten.has(key)),
		knownRows: followed.size,
	};
}

/** What is known once what was given counts as done. */
export function commit(known: Known, given: Given): Known {
	if (given.size === 0) return known;
	const committed = new Map(known.committed);
	const seen = new Map(known.seen);
	const uncertain = new Set(known.uncertain);
	const missing = new Set(known.missing);
	for (const [key, signature] of given) {
		if (signature === absent) committed.delete(key);
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
	const earlier = before?.execution === execution ? before.given : [];
	const given = new Map([...earlier, ...latest]);
	return { known, pending: given.size === 0 ? undefined : { execution, given } };
}

/** The number of changes that an execution was given and has not committed. */
export function pendingCount({ pending }: Cursor, execution: string): number {
	return pending?.execution === execution ? pending.given.size : 0;
}

/** The cursor once everything that it gave counts as done. */
export function commitCursor({ known, pending }: Cursor): Cursor {
	return { known: pending ? commit(known, pending.given) : known };
}
