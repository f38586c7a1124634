// Changes in a list that is read in pages: change order projects, and the products of a catalog.
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { momentKey } from '../ProjectServices/updates';
import {
	loadMemory,
	type Memory,
	newMemory,
	notice,
	savedMemory,
	saveMemory,
	secondsOf,
	settle,
	type Sighting,
} from './memory';
import { firstPosition, type Pass, type Position, savedPosition } from './pass';
import { inOrder } from './polled';

export const savedRows = z.object({
	/** The latest moment of the complete passes so far. */
	mark: z.string().optional(),
	memory: savedMemory,
	/** A pass that has not come to its end. */
	pass: z
		.object({ position: savedPosition, latest: z.string().optional(), quiet: z.boolean() })
		.optional(),
});
export type SavedRows = z.infer<typeof savedRows>;

export interface RowKind {
	readonly sight: (row: IDataObject) => Sighting;
	/** For how many seconds before the mark every row is remembered; what is older counts as known. */
	readonly overlap: number;
}

/** What is known while a pass is being read. */
export interface RowWatch {
	readonly kind: RowKind;
	readonly memory: Memory;
	readonly mark: string | undefined;
	readonly start: Position;
	/** Whether what is there is only taken note of. */
	readonly quiet: boolean;
	/** The latest moment of this pass. */
	latest: string | undefined;
	readonly found: Array<{ readonly row: IDataObject; readonly moment: string }>;
}

/** Seconds in a day. */
export const aDay = 86_400;

/** Begins a pass, or goes on with the one that was saved. */
export function beginRows(
	kind: RowKind,
	saved: SavedRows | undefined,
	size: number,
	emitExisting: boolean,
): RowWatch {
	const going = saved?.pass?.position.size === size ? saved.pass : undefined;
	const first = saved === undefined || saved.pass?.quiet === true;
	return {
		kind,
		memory: saved ? loadMemory(saved.memory) : newMemory(),
		mark: saved?.mark,
		start: going?.position ?? firstPosition(size),
		quiet: saved === undefined ? !emitExisting : first,
		latest: going?.latest,
		found: [],
	};
}

/** Takes note of the rows of a page, and gathers those that are new or changed. */
export function visitRows(watch: RowWatch, rows: readonly unknown[]): void {
	for (const value of rows) {
		if (typeof value !== 'object' || value === null) continue;
		const row = value as IDataObject;
		const sighting = watch.kind.sight(row);
		const { moment = '' } = sighting;
		if (moment > (watch.latest ?? '')) watch.latest = moment;
		if (notice(watch.memory, sighting) && !watch.quiet) watch.found.push({ row, moment });
	}
}

function later(one: string | undefined, other: string | undefined): string | undefined {
	return (one ?? '') > (other ?? '') ? one : other;
}

/**
 * Ends a poll: the state to save.
 *
 * After a complete pass the floor rises to where the pass before ended, or to the overlap before
 * the new mark if that is earlier. A row that changed while the pass went by its page, or that
 * slipped from one page to another, is therefore still found in the next pass.
 *
 * @param now An ISO date-time; a row dated more than a day after it does not move the mark
 */
export function endRows(watch: RowWatch, { position, complete }: Pass, now: string): SavedRows {
	const { memory, mark, latest, quiet, kind } = watch;
	if (!complete) {
		const pass = { position, quiet, ...(latest === undefined ? {} : { latest }) };
		return { memory: saveMemory(memory), pass, ...(mark === undefined ? {} : { mark }) };
	}
	const sane = secondsOf(momentKey(now) ?? '') + aDay;
	const ahead = latest !== undefined && secondsOf(latest) > sane;
	const highest = ahead ? highestUpTo(memory, sane) : latest;
	const next = later(highest, mark);
	if (next !== undefined) {
		const reached = secondsOf(next) - kind.overlap;
		settle(memory, Math.max(0, Math.min(reached, secondsOf(mark ?? next))));
	} else settle(memory, 0);
	return { memory: saveMemory(memory), ...(next === undefined ? {} : { mark: next }) };
}

function highestUpTo(memory: Memory, most: number): string | undefined {
	let highest = 0;
	for (const { seconds } of memory.entries.values()) {
		if (seconds <= most && seconds > highest) highest = seconds;
	}
	return highest === 0 ? undefined : `${String(highest).padStart(13, '0')}.000000000`;
}

/** The rows that were found, in order of change. */
export function foundRows({ found }: RowWatch): IDataObject[] {
	return inOrder(found).map(({ row }) => row);
}

/** The latest of some rows, as a sample. */
export function latestRow({ sight }: RowKind, rows: readonly unknown[]): IDataObject | undefined {
	const momentOf = (row: IDataObject) => sight(row).moment ?? '';
	return (rows as IDataObject[]).reduce<IDataObject | undefined>(
		(best, row) => (best && momentOf(best) >= momentOf(row) ? best : row),
		undefined,
	);
}
