// Texts made of bytes, and those that may come again (manufacturers, categories, units), which are made once.
import { type Cursor, refuse } from './cursor';

/** How a text is written: as it is, or with what a format writes in place of some characters. */
export type Writing = 'plain' | 'json' | 'xml';

/** A text that was made, with the bytes and the writing that it was made of. */
interface Made {
	readonly bytes: Uint8Array;
	readonly writing: Writing;
	/** How many bytes more than characters these are. */
	readonly surplus: number;
	readonly text: string;
}

/** Texts that may come again, by a hash of their bytes. */
export interface Texts {
	readonly plain: string[];
	/** Those with bytes above 127 or in a writing of their own. */
	readonly odd: Made[];
}

/** How often a field's texts came again: for a field of ids it is not worth looking. */
export interface Repetition {
	tries: number;
	hits: number;
}

const TABLE_SIZE = 4096;
const LONGEST_KEPT = 48;
const TRIES = 64;

export function createTexts(): Texts {
	const nothing: Made = { bytes: new Uint8Array(), writing: 'plain', surplus: 0, text: '' };
	return {
		plain: new Array<string>(TABLE_SIZE).fill(''),
		odd: new Array<Made>(TABLE_SIZE).fill(nothing),
	};
}

/** The text of some UTF-8 bytes, a copy that holds on to nothing. */
function wideText(cursor: Cursor, from: number, to: number): string {
	const text = cursor.bytes.toString('utf8', from, to);
	// The replacement character may have been sent as such, or stand for bytes that are no UTF-8.
	if (text.includes('\ufffd') && !cursor.bytes.subarray(from, to).equals(Buffer.from(text)))
		refuse();
	return text;
}

function isWorthLooking(length: number, { tries, hits }: Repetition): boolean {
	return length <= LONGEST_KEPT && (tries <= TRIES || hits * 4 >= tries);
}

/** The slot of some bytes in a table: by their number, the first and the last ones. */
function slotOf({ view, bytes }: Cursor, from: number, to: number): number {
	const length = to - from;
	const ends =
		length < 4
			? (bytes[from] << 16) | (bytes[to - 1] << 8)
			: Math.imul(view.getInt32(from, true), 0x9e3779b1) ^ view.getInt32(to - 4, true);
	const hash = Math.imul(ends ^ length, 0x85ebca6b);
	return (hash ^ (hash >>> 15)) & (TABLE_SIZE - 1);
}

/** The text of some bytes below 128. */
export function plainText(
	cursor: Cursor,
	from: number,
	to: number,
	texts: Texts,
	repetition: Repetition,
): string {
	const length = to - from;
	if (length === 0) return '';
	const { bytes } = cursor;
	if (!isWorthLooking(length, repetition)) return bytes.toString('latin1', from, to);
	repetition.tries++;
	const slot = slotOf(cursor, from, to);
	const known = texts.plain[slot];
	if (known.length === length) {
		let index = 0;
		while (index < length && known.charCodeAt(index) === bytes[from + index]) index++;
		if (index === length) {
			repetition.hits++;
			return known;
		}
	}
	const text = bytes.toString('latin1', from, to);
	texts.plain[slot] = text;
	return text;
}

/** Where a text stands that has bytes above 127 (is wide) or a writing of its own. */
export interface OddText {
	readonly from: number;
	readonly to: number;
	readonly isWide: boolean;
	readonly writing: Writing;
}

/** The text of such bytes; `read` knows the writing. */
export function oddText(
	cursor: Cursor,
	place: OddText,
	read: (text: string) => string,
	texts: Texts,
	repetition: Repetition,
): string {
	const { from, to, writing } = place;
	if (!isWorthLooking(to - from, repetition)) return makeOdd(cursor, place, read).text;
	repetition.tries++;
	const slot = slotOf(cursor, from, to);
	const known = texts.odd[slot];
	if (known.writing === writing && stands(known.bytes, cursor.bytes, from, to)) {
		repetition.hits++;
		cursor.surplus += known.surplus;
		return known.text;
	}
	const { surplus, text } = makeOdd(cursor, place, read);
	const bytes = Uint8Array.from(cursor.bytes.subarray(from, to));
	texts.odd[slot] = { bytes, writing, surplus, text };
	return text;
}

function makeOdd(
	cursor: Cursor,
	{ from, to, isWide }: OddText,
	read: (text: string) => string,
): Pick<Made, 'surplus' | 'text'> {
	const written = isWide ? wideText(cursor, from, to) : cursor.bytes.toString('latin1', from, to);
	const surplus = to - from - written.length;
	cursor.surplus += surplus;
	return { surplus, text: read(written) };
}

/** Whether these bytes are the ones between two places. */
export function stands(expected: Uint8Array, bytes: Buffer, from: number, to: number): boolean {
	if (expected.length !== to - from) return false;
	for (let index = 0; index < expected.length; index++) {
		if (expected[index] !== bytes[from + index]) return false;
	}
	return true;
}
