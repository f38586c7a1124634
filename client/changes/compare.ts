// What differs between what a consumer has and a new reading of a list, and what a commit makes of it.
import { isContentKey, type RowVersion } from './signature';

export const changeTypes = ['created', 'updated', 'deleted'] as const;
export type ChangeType = (typeof changeTypes)[number];

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

/** What was given: it counts as done once it is committed. */
export interface Given {
	/** Created and updated rows, with their signatures. */
	readonly written: ReadonlyMap<string, string>;
	readonly deleted: ReadonlySet<string>;
}

/** The most rows of a list whose changes can be followed. */
export const maxRows = 200_000;

export const nothingKnown: Known = {
	committed: new Map(),
	seen: new Map(),
	uncertain: new Set(),
	missing: new Set(),
};

export type Wanted = ReadonlySet<ChangeType>;

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
export interface Reading {
	/** The keys of the rows that it held. */
	readonly present: ReadonlySet<string>;
	/** Whether it certainly held all rows of the list, each once. */
	readonly whole: boolean;
	/** The keys that the service named as deleted. */
	readonly named: ReadonlySet<string>;
	/** Created rows that were not wanted. */
	readonly seen: ReadonlyMap<string, string>;
}

export interface Ended {
	readonly known: Known;
	/** The keys of the rows that are to be given as deleted. */
	readonly deleted: readonly string[];
	/** How many rows were known. */
	readonly knownRows: number;
}

function without<T>(keys: Iterable<T>, others: ReadonlySet<T>): Set<T> {
	return new Set([...keys].filter((key) => !others.has(key)));
}

/**
 * Ends a reading: which rows were deleted, and what is known from now on, whether anything is committed or not.
 *
 * A row was deleted when two whole readings in a row did not hold it, or one where the service also names it: a
 * list that changes while it is read can hide a row.
 */
export function endReading(known: Known, reading: Reading, wanted: Wanted): Ended {
	const { present, whole, named } = reading;
	const seen = new Map([...known.seen, ...reading.seen]);
	const candidates = new Set([
		...known.committed.keys(),
		...known.uncertain,
		...(wanted.has('created') ? [] : seen.keys()),
	]);
	const knownRows = candidates.size;
	if (!whole) {
		const missing = without(known.missing, present);
		return { known: { ...known, seen, missing }, deleted: [], knownRows };
	}
	const missing = without(candidates, present);
	const gone = [...missing].filter((key) => known.missing.has(key) || named.has(key));
	// Nobody can be told which row this was, so nobody has to commit that it is gone.
	const forgotten = { written: new Map(), deleted: new Set(gone.filter(isContentKey)) };
	const deleted = gone.filter((key) => !isContentKey(key));
	return { known: commit({ ...known, seen, missing }, forgotten), deleted, knownRows };
}

/** What is known once what was given counts as done. */
export function commit(known: Known, { written, deleted }: Given): Known {
	if (written.size === 0 && deleted.size === 0) return known;
	const committed = new Map(known.committed);
	const seen = new Map(known.seen);
	const uncertain = new Set(known.uncertain);
	const missing = new Set(known.missing);
	for (const [key, signature] of written) {
		committed.set(key, signature);
		for (const others of [seen, uncertain, missing]) others.delete(key);
	}
	for (const key of deleted) {
		for (const others of [committed, seen, uncertain, missing]) others.delete(key);
	}
	return { committed, seen, uncertain, missing };
}
