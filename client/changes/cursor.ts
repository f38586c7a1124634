// A cursor: what is known of a list, and what was given since the last commit.
import { commit, type Given, type Known, nothingKnown } from './compare';

/** What an execution was given and has not committed. */
export interface Pending extends Given {
	readonly execution: string;
}

export interface Cursor {
	readonly known: Known;
	readonly pending?: Pending | undefined;
}

export const newCursor: Cursor = { known: nothingKnown };

/**
 * What is known when an execution begins to read. Whatever was given and not committed is uncertain: it must be
 * given again, also where it was undone in the meantime.
 */
export function knownForReading({ known, pending }: Cursor): Known {
	if (pending === undefined) return known;
	const { written, deleted } = pending;
	return { ...known, uncertain: new Set([...known.uncertain, ...written.keys(), ...deleted]) };
}

/** The cursor after an execution was given changes: with what it was given before, if it is still the same one. */
export function addGiven(known: Known, before: Pending | undefined, given: Pending): Cursor {
	const isSame = before?.execution === given.execution;
	const written = new Map(isSame ? before.written : []);
	const deleted = new Set(isSame ? before.deleted : []);
	for (const [key, signature] of given.written) {
		written.set(key, signature);
		deleted.delete(key);
	}
	for (const key of given.deleted) {
		deleted.add(key);
		written.delete(key);
	}
	const isNothing = written.size === 0 && deleted.size === 0;
	return { known, pending: isNothing ? undefined : { ...given, written, deleted } };
}

/** The number of changes that an execution was given and has not committed. */
export function pendingCount({ pending }: Cursor, execution: string): number {
	return pending?.execution === execution ? pending.written.size + pending.deleted.size : 0;
}

/** The cursor once everything that it gave counts as done. */
export function commitCursor(cursor: Cursor): Cursor {
	const { known, pending } = cursor;
	return pending ? { known: commit(known, pending) } : cursor;
}
