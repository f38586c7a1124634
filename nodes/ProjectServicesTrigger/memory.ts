// What is remembered of rows that were seen: enough to know a change, in bounded room, without the rows.
import { z } from 'zod/v4';

import { HASH_LENGTH, hashOf } from './hashes';

/** A row as far as its change matters. */
export interface Sighting {
	readonly id: string;
	/** When it was changed, as `momentKey` gives it; without it, only its signature tells a change. */
	readonly moment?: string;
	/** Equal for two sightings of an unchanged row. */
	readonly signature: string;
}

interface Entry {
	readonly seconds: number;
	readonly signature: string;
}

export interface Memory {
	/** By the hash of the row's id. */
	readonly entries: Map<string, Entry>;
	/** A dated row of an earlier second that is not remembered is taken for known. */
	floor: number;
	/** What the floor has to be after this reading, because older entries had to be dropped. */
	leastFloor: number;
	/** Whether undated rows had to be dropped; from then on an unknown one is taken for known. */
	undatedDropped: boolean;
}

export const savedMemory = z.object({
	entries: z.string(),
	floor: z.number(),
	leastFloor: z.number(),
	undatedDropped: z.boolean(),
});
export type SavedMemory = z.infer<typeof savedMemory>;

/** The most rows that are remembered; at 25 characters each they stay below 200 kB. */
export const MOST_ENTRIES = 7000;

const SECONDS_LENGTH = 8;
const SIGNATURE_LENGTH = 6;
const ENTRY_LENGTH = HASH_LENGTH + SECONDS_LENGTH + SIGNATURE_LENGTH;
const UNDATED = 0;

export function newMemory(): Memory {
	return { entries: new Map(), floor: UNDATED, leastFloor: UNDATED, undatedDropped: false };
}

/** The whole seconds of a moment. */
export function secondsOf(moment: string): number {
	return Number(moment.split('.', 1)[0]);
}

/**
 * Takes note of a row.
 *
 * @returns whether it is new, or another than when it was last seen.
 */
export function notice(memory: Memory, { id, moment, signature: full }: Sighting): boolean {
	const seconds = moment === undefined ? UNDATED : secondsOf(moment);
	const key = hashOf(id);
	const known = memory.entries.get(key);
	const mayBeNew = seconds === UNDATED ? !memory.undatedDropped : seconds >= memory.floor;
	if (known === undefined && !mayBeNew) return false;
	const signature = hashOf(full, SIGNATURE_LENGTH);
	memory.entries.set(key, { seconds, signature });
	return known?.signature !== signature;
}

/** Drops what is too much: first the dated rows of long ago, then undated ones. */
function trim(memory: Memory, most: number): void {
	if (memory.entries.size <= most) return;
	const age = ({ seconds }: Entry) => (seconds === UNDATED ? Infinity : seconds);
	const byAge = [...memory.entries].sort(([, one], [, other]) => {
		return age(one) === age(other) ? 0 : age(one) - age(other);
	});
	for (const [key, { seconds }] of byAge.slice(0, memory.entries.size - most)) {
		memory.entries.delete(key);
		if (seconds === UNDATED) memory.undatedDropped = true;
		else memory.leastFloor = Math.max(memory.leastFloor, seconds + 1);
	}
}

/**
 * Ends a complete reading: rows of before `floor` need not be remembered any longer, since they
 * count as known from now on.
 */
export function settle(memory: Memory, floor: number, most = MOST_ENTRIES): void {
	for (const [key, { seconds }] of memory.entries) {
		if (seconds !== UNDATED && seconds < floor) memory.entries.delete(key);
	}
	trim(memory, most);
	memory.floor = Math.max(memory.floor, floor, memory.leastFloor);
	memory.leastFloor = UNDATED;
}

export function saveMemory(memory: Memory, most = MOST_ENTRIES): SavedMemory {
	trim(memory, most);
	const entries = [...memory.entries].map(
		([key, { seconds, signature }]) =>
			`${key}${seconds.toString(36).padStart(SECONDS_LENGTH, '0')}${signature}`,
	);
	const { floor, leastFloor, undatedDropped } = memory;
	return { entries: entries.join(''), floor, leastFloor, undatedDropped };
}

export function loadMemory(saved: SavedMemory): Memory {
	const memory = { ...newMemory(), ...saved, entries: new Map<string, Entry>() };
	for (let start = 0; start + ENTRY_LENGTH <= saved.entries.length; start += ENTRY_LENGTH) {
		const text = saved.entries.slice(start, start + ENTRY_LENGTH);
		const afterSeconds = HASH_LENGTH + SECONDS_LENGTH;
		const seconds = Number.parseInt(text.slice(HASH_LENGTH, afterSeconds), 36);
		memory.entries.set(text.slice(0, HASH_LENGTH), {
			seconds,
			signature: text.slice(afterSeconds),
		});
	}
	return memory;
}
