// The bytes at hand and the place in them, with what all fast readers do to them.

/** Where a reader stands. A zero byte follows the last byte at hand, so that every loop ends there. */
export interface Cursor {
	bytes: Buffer;
	/** The same bytes; a few more than are at hand can be read of it. */
	view: DataView;
	at: number;
	/** The number of bytes at hand. */
	end: number;
	/** How many bytes more than characters there were in the texts read since this was last zero. */
	surplus: number;
}

/** Ends a step that needs bytes which have not arrived yet. */
export class MoreWanted extends Error {}

/** Ends the fast reading of an answer: something stands there that it does not know. */
export class NotRecognised extends Error {}

// Thrown for every portion, so they are made once: an error costs its stack trace.
const moreWanted = new MoreWanted('More bytes are wanted.');
const notRecognised = new NotRecognised('This is left to the reference decoder.');

/** Ends the step at a byte that does not fit: either it is none of the answer's, or it is an odd one. */
export function stop(cursor: Cursor, at: number): never {
	throw at >= cursor.end ? moreWanted : notRecognised;
}

/** Ends the fast reading of an answer. */
export function refuse(): never {
	throw notRecognised;
}

/** The place of the next byte that is no blank, tab or line end. */
export function skipBlanks(bytes: Buffer, from: number): number {
	let at = from;
	for (;;) {
		const byte = bytes[at];
		if (byte > 32 || (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9)) return at;
		at++;
	}
}

/** Bytes to compare with, most of them eight at a time. */
export interface Pattern {
	readonly bytes: Uint8Array;
	/** Eight bytes each, as the number that they are; the last eight may overlap those before. */
	readonly eights: Float64Array;
	/** Where the last eight begin. */
	readonly tail: number;
}

const encoder = new TextEncoder();
const EIGHT = 8;

/** So many bytes can be read behind the last one at hand. */
export const READ_BEHIND = EIGHT;

export function patternOf(text: string): Pattern {
	const bytes = encoder.encode(text);
	const view = new DataView(bytes.buffer);
	const tail = Math.max(0, bytes.length - EIGHT);
	const count = bytes.length < EIGHT ? 0 : Math.ceil(bytes.length / EIGHT);
	const eights = Float64Array.from({ length: count }, (_, index) =>
		view.getFloat64(Math.min(index * EIGHT, tail), true),
	);
	return { bytes, eights, tail };
}

/** Whether these bytes stand here; bytes that have not arrived yet are unlike all others. */
export function matches(cursor: Cursor, at: number, pattern: Pattern): boolean {
	const { view } = cursor;
	const { eights } = pattern;
	const last = eights.length - 1;
	if (last < 0) return matchesShort(cursor.bytes, at, pattern.bytes);
	// No text is NaN or zero, so equal numbers are equal bytes.
	for (let index = 0; index < last; index++) {
		if (view.getFloat64(at + index * EIGHT, true) !== eights[index]) return false;
	}
	return view.getFloat64(at + pattern.tail, true) === eights[last];
}

function matchesShort(bytes: Buffer, at: number, expected: Uint8Array): boolean {
	for (let index = 0; index < expected.length; index++) {
		if (bytes[at + index] !== expected[index]) return false;
	}
	return true;
}

/** Goes past these bytes, which have to stand here. */
export function pass(cursor: Cursor, expected: Pattern): void {
	const { at } = cursor;
	if (!matches(cursor, at, expected)) stopAt(cursor, expected.bytes);
	cursor.at = at + expected.bytes.length;
}

/** Ends the step at the first byte that is not the expected one. */
function stopAt(cursor: Cursor, expected: Uint8Array): never {
	const { bytes, at } = cursor;
	let index = 0;
	while (bytes[at + index] === expected[index]) index++;
	return stop(cursor, at + index);
}
