// The bytes at hand and the place in them, with what all fast readers do to them.

/** Where a reader stands. A zero byte follows the last byte at hand, so that every loop ends there. */
export interface Cursor {
	bytes: Buffer;
	at: number;
	/** The number of bytes at hand. */
	end: number;
	/** Whether bytes above 127 were met since this was last set to false. */
	isWide: boolean;
}

/** Ends a step that needs bytes which have not arrived yet. */
export class MoreWanted extends Error {}

/** Ends the fast reading of an answer: something stands there that it does not know. */
export class NotRecognised extends Error {}

// Thrown for every chunk, so they are made once: an error costs its stack trace.
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

/** Whether these bytes stand here; bytes that have not arrived yet are unlike all others. */
export function matches(bytes: Buffer, at: number, expected: Uint8Array): boolean {
	const { length } = expected;
	for (let index = 0; index < length; index++) {
		if (bytes[at + index] !== expected[index]) return false;
	}
	return true;
}

/** Goes past these bytes, which have to stand here. */
export function pass(cursor: Cursor, expected: Uint8Array): void {
	const { bytes, at } = cursor;
	for (let index = 0; index < expected.length; index++) {
		if (bytes[at + index] !== expected[index]) stop(cursor, at + index);
	}
	cursor.at = at + expected.length;
}

/** The text of some UTF-8 bytes, a copy that holds on to nothing. */
export function wideText(cursor: Cursor, from: number, to: number): string {
	cursor.isWide = true;
	const text = cursor.bytes.toString('utf8', from, to);
	// The replacement character may have been sent as such, or stand for bytes that are no UTF-8.
	if (text.includes('\ufffd') && !cursor.bytes.subarray(from, to).equals(Buffer.from(text)))
		refuse();
	return text;
}

const TABLE_SIZE = 4096;
const LONGEST_KEPT = 48;
const TRIES = 64;

/** Texts that may come again (manufacturers, categories, units), by a hash of their bytes. */
export type Texts = string[];

export function createTexts(): Texts {
	return new Array<string>(TABLE_SIZE).fill('');
}

/** How often a field's texts came again: for a field of ids it is not worth looking. */
export interface Repetition {
	tries: number;
	hits: number;
}

/** The text of some bytes below 128, taken from the texts already made where that pays. */
export function plainText(
	bytes: Buffer,
	from: number,
	to: number,
	hash: number,
	texts: Texts,
	repetition: Repetition,
): string {
	const length = to - from;
	if (length === 0) return '';
	if (
		length > LONGEST_KEPT ||
		(repetition.tries > TRIES && repetition.hits * 4 < repetition.tries)
	) {
		return bytes.toString('latin1', from, to);
	}
	repetition.tries++;
	const place = hash & (TABLE_SIZE - 1);
	const known = texts[place];
	if (known.length === length) {
		let index = 0;
		while (index < length && known.charCodeAt(index) === bytes[from + index]) index++;
		if (index === length) {
			repetition.hits++;
			return known;
		}
	}
	const text = bytes.toString('latin1', from, to);
	texts[place] = text;
	return text;
}
