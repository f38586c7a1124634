// A sketch of a set of ids: a fixed 46 kB, however many ids there are, from which the few ids that
// tell two sets apart can be read back (an invertible Bloom lookup table).
import { createHash } from 'crypto';

// Every id stands in one cell of each part. A cell holds the sum of its ids as a count, the XOR of
// the ids and the XOR of their checks; a cell that holds a single id shows it.
const PARTS = 4;
const CELLS_PER_PART = 500;
const COUNT = 2;
const KEY = 17;
const CHECK = 4;
const CELL = COUNT + KEY + CHECK;

/** The most differences that are certain, for all practical purposes, to be readable. */
export const MOST_DIFFERENCES = 1000;

export type Sketch = Buffer;

export function newSketch(): Sketch {
	return Buffer.alloc(PARTS * CELLS_PER_PART * CELL);
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LOWER_GUID = 0xf0;
const UPPER_GUID = 0xf1;

/** An id in 17 bytes, the first of which says how it is written; undefined for one that does not fit. */
export function packId(id: string): Buffer | undefined {
	const key = Buffer.alloc(KEY);
	if (GUID.test(id.toLowerCase()) && (id === id.toLowerCase() || id === id.toUpperCase())) {
		key[0] = id === id.toLowerCase() ? LOWER_GUID : UPPER_GUID;
		key.write(id.replaceAll('-', ''), 1, 'hex');
		return key;
	}
	const length = Buffer.byteLength(id);
	if (length > KEY - 1) return undefined;
	key[0] = length;
	key.write(id, 1);
	return key;
}

function unpackId(key: Buffer): string {
	const form = key[0] ?? 0;
	if (form < LOWER_GUID) return key.toString('utf8', 1, 1 + form);
	const guid = key.toString('hex', 1).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
	return form === LOWER_GUID ? guid : guid.toUpperCase();
}

interface Places {
	readonly offsets: readonly number[];
	readonly check: number;
}

function placesOf(key: Buffer): Places {
	const digest = createHash('sha256').update(key).digest();
	const offsets = Array.from({ length: PARTS }, (_, part) => {
		const cell = digest.readUInt32LE(part * 4) % CELLS_PER_PART;
		return (part * CELLS_PER_PART + cell) * CELL;
	});
	return { offsets, check: digest.readUInt32LE(PARTS * 4) };
}

function turn(sketch: Sketch, key: Buffer, { offsets, check }: Places, by: number): void {
	for (const offset of offsets) {
		sketch.writeUInt16LE((sketch.readUInt16LE(offset) + by) & 0xffff, offset);
		for (let byte = 0; byte < KEY; byte++) {
			const place = offset + COUNT + byte;
			sketch[place] = (sketch[place] ?? 0) ^ (key[byte] ?? 0);
		}
		const place = offset + COUNT + KEY;
		sketch.writeUInt32LE((sketch.readUInt32LE(place) ^ check) >>> 0, place);
	}
}

/** Adds an id that is not in the sketch yet; says whether it could be added. */
export function sketchId(sketch: Sketch, id: string): boolean {
	const key = packId(id);
	if (key) turn(sketch, key, placesOf(key), 1);
	return key !== undefined;
}

function subtract(one: Sketch, other: Sketch): Sketch {
	const difference = Buffer.from(one);
	for (let offset = 0; offset < difference.length; offset += CELL) {
		const count = (one.readUInt16LE(offset) - other.readUInt16LE(offset)) & 0xffff;
		difference.writeUInt16LE(count, offset);
		for (let place = offset + COUNT; place < offset + CELL; place++) {
			difference[place] = (difference[place] ?? 0) ^ (other[place] ?? 0);
		}
	}
	return difference;
}

/** The single id of a cell, with its sign, if the cell holds just one. */
function loneId(sketch: Sketch, offset: number) {
	const count = sketch.readInt16LE(offset);
	if (count !== 1 && count !== -1) return undefined;
	const key = Buffer.from(sketch.subarray(offset + COUNT, offset + COUNT + KEY));
	const places = placesOf(key);
	const check = sketch.readUInt32LE(offset + COUNT + KEY);
	return places.check === check && places.offsets.includes(offset)
		? { key, places, count }
		: undefined;
}

export interface Difference {
	/** Ids of the first set that the second has not. */
	readonly gone: string[];
	/** Ids of the second set that the first has not. */
	readonly come: string[];
}

/**
 * The ids that tell two sets apart.
 *
 * @returns undefined when there are too many to be read
 */
export function compareSketches(before: Sketch, after: Sketch): Difference | undefined {
	const rest = subtract(before, after);
	const difference: Difference = { gone: [], come: [] };
	const waiting = Array.from({ length: PARTS * CELLS_PER_PART }, (_, cell) => cell * CELL);
	// Each id that is found empties a cell for good, so more of them than cells are a sign of damage.
	for (let offset = waiting.pop(); offset !== undefined; offset = waiting.pop()) {
		const found = loneId(rest, offset);
		if (!found) continue;
		const { key, places, count } = found;
		turn(rest, key, places, -count);
		(count === 1 ? difference.gone : difference.come).push(unpackId(key));
		if (difference.gone.length + difference.come.length > PARTS * CELLS_PER_PART) return undefined;
		for (const place of places.offsets) waiting.push(place);
	}
	return rest.every((byte) => byte === 0) ? difference : undefined;
}
