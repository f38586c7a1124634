// Texts made of bytes, and those that may come again (manufacturers, categories, units), which are made once.
import { type Cursor, refuse } from './cursor';

/** How a text is written: as it is, or with what a format writes in place of some characters. */
export type Writing = 'plain' | 'json' | 'xml';

/** Texts that may come again, each in the slot that its bytes lead to. */
export interface Texts {
	readonly made: string[];
	/** The bytes of which each was made, four in a word. */
	readonly words: Int32Array;
	/** Their number and writing; zero where there is no text. */
	readonly marks: Uint16Array;
	/** How many bytes more than characters these are. */
	readonly surpluses: Uint8Array;
}

/** How often a field's texts came again: for a field of ids it is not worth looking. */
export interface Repetition {
	tries: number;
	hits: number;
}

/** Where a text stands that has bytes above 127 (is wide) or a writing of its own. */
export interface OddText {
	readonly from: number;
	readonly to: number;
	readonly isWide: boolean;
	readonly writing: Writing;
}

const SLOTS = 4096;
const LONGEST_KEPT = 48;
const WORD = 4;
const WORDS_KEPT = LONGEST_KEPT / WORD;
const TRIES = 64;
const MARKS: Readonly<Record<Writing, number>> = { plain: 0x100, json: 0x200, xml: 0x300 };

export function createTexts(): Texts {
	return {
		made: new Array<string>(SLOTS).fill(''),
		words: new Int32Array(SLOTS * WORDS_KEPT),
		marks: new Uint16Array(SLOTS),
		surpluses: new Uint8Array(SLOTS),
	};
}

function isWorthLooking(length: number, { tries, hits }: Repetition): boolean {
	return length <= LONGEST_KEPT && (tries <= TRIES || hits * 4 >= tries);
}

/** The slot of some bytes: by their number, the first and the last ones. */
function slotOf({ view, bytes }: Cursor, from: number, to: number): number {
	const length = to - from;
	const ends =
		length < WORD
			? (bytes[from] << 16) | (bytes[to - 1] << 8)
			: Math.imul(view.getInt32(from, true), 0x9e3779b1) ^ view.getInt32(to - WORD, true);
	const hash = Math.imul(ends ^ length, 0x85ebca6b);
	return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

/** Whether the text in the slot was made of such bytes. */
function isKept(
	{ marks, words }: Texts,
	slot: number,
	{ view }: Cursor,
	from: number,
	mark: number,
): boolean {
	if (marks[slot] !== mark) return false;
	const length = mark & 0xff;
	const whole = length >> 2;
	let word = slot * WORDS_KEPT;
	let at = from;
	for (const end = word + whole; word < end; word++) {
		if (words[word] !== view.getInt32(at, true)) return false;
		at += WORD;
	}
	const rest = length & 3;
	// Of the last word only the first bytes belong to the text.
	return rest === 0 || (words[word] ^ view.getInt32(at, true)) << (32 - rest * 8) === 0;
}

function keep(
	{ made, marks, words }: Texts,
	slot: number,
	{ view }: Cursor,
	from: number,
	mark: number,
	text: string,
): void {
	made[slot] = text;
	marks[slot] = mark;
	const count = Math.ceil((mark & 0xff) / WORD);
	for (let index = 0; index < count; index++) {
		words[slot * WORDS_KEPT + index] = view.getInt32(from + index * WORD, true);
	}
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
	const mark = MARKS.plain | length;
	if (isKept(texts, slot, cursor, from, mark)) {
		repetition.hits++;
		return texts.made[slot];
	}
	const text = bytes.toString('latin1', from, to);
	keep(texts, slot, cursor, from, mark, text);
	return text;
}

/** The text of such bytes; `make` makes it with `textOf`, and knows the writing. */
export function oddText(
	cursor: Cursor,
	place: OddText,
	make: (cursor: Cursor, place: OddText) => string,
	texts: Texts,
	repetition: Repetition,
): string {
	const { from, to, writing } = place;
	if (!isWorthLooking(to - from, repetition)) return make(cursor, place);
	repetition.tries++;
	const slot = slotOf(cursor, from, to);
	const mark = MARKS[writing] | (to - from);
	if (isKept(texts, slot, cursor, from, mark)) {
		repetition.hits++;
		cursor.surplus += texts.surpluses[slot];
		return texts.made[slot];
	}
	const before = cursor.surplus;
	const text = make(cursor, place);
	keep(texts, slot, cursor, from, mark, text);
	texts.surpluses[slot] = cursor.surplus - before;
	return text;
}

/** The text of UTF-8 bytes, a copy that holds on to nothing; its surplus of bytes is counted. */
export function textOf(
	cursor: Cursor,
	bytes: Buffer,
	{ from, to, isWide }: Omit<OddText, 'writing'>,
): string {
	if (!isWide) return bytes.toString('latin1', from, to);
	const text = bytes.toString('utf8', from, to);
	// The replacement character may have been sent as such, or stand for bytes that are no UTF-8.
	if (text.includes('\ufffd') && !bytes.subarray(from, to).equals(Buffer.from(text))) refuse();
	cursor.surplus += to - from - text.length;
	return text;
}
