// A cursor (watermark): what a consumer has of a list, and what it was given since without a commit.
import { z } from 'zod/v4';
import { comparableRowKey } from './rowKeys';
import { savedTable } from './packedTables';
import {
	commit,
	type DeliveredChanges,
	type Known,
	NOTHING_KNOWN,
	REPLACED,
	savedKnown,
} from './knownRows';

export const savedCursor = z.object({
	known: savedKnown,
	/** The changes that an execution received; a commit marks them as processed. */
	pending: z.object({ execution: z.string(), delivered: savedTable }).optional(),
});
export type Cursor = Readonly<z.infer<typeof savedCursor>>;
type Pending = Readonly<NonNullable<Cursor['pending']>>;

export const NEW_CURSOR: Cursor = { known: NOTHING_KNOWN };

/**
 * What is known when an execution begins to read. Whatever was given and not committed is uncertain: it must be
 * given again, also where it was undone in the meantime.
 */
export function knownForReading({ known, pending }: Cursor): Known {
	if (pending === undefined) return known;
	return { ...known, uncertain: new Set([...known.uncertain, ...pending.delivered.keys()]) };
}

/** The cursor after an execution was given changes: with what it was given before, if it is still the same one. */
export function addDelivered(
	known: Known,
	before: Pending | undefined,
	{ execution, delivered: latest }: Pending,
): Cursor {
	const latestKeys = new Set([...latest.keys()].map(comparableRowKey));
	const delivered = new Map(before?.execution === execution ? before.delivered : []);
	for (const key of delivered.keys())
		if (latestKeys.has(comparableRowKey(key))) delivered.delete(key);
	for (const [key, signature] of latest) delivered.set(key, signature);
	return { known, pending: delivered.size === 0 ? undefined : { execution, delivered } };
}

/** The number of changes in what was given. */
export function changeCount(changes: DeliveredChanges): number {
	return [...changes.values()].filter((signature) => signature !== REPLACED).length;
}

export function commitCursor({ known, pending }: Cursor): Cursor {
	return { known: pending ? commit(known, pending.delivered) : known };
}
