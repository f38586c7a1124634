// Strings made from bytes. Short ones that may come again (manufacturers, categories, units) are made once.
import { bailOut, type Bytes, type Cursor } from './cursor';

/** Whether a string is written as it is, or with the escapes or references of a format. */
export type Escaping = 'none' | 'json' | 'xml';

/** Strings that may come again, each in the slot that its bytes lead to; a later one takes the slot. */
export interface StringCache {
	readonly strings: string[];
	/** The bytes that each was made from, four in a word. */
	readonly words: Int32Array;
	/** The number of these bytes and their escaping; zero for an empty slot. */
	readonly keys: Uint16Array;
	/** How many more bytes than characters there are. */
	readonly surpluses: Uint8Array;
}

/** How often the strings of a field came again: for a field of IDs it is not worth looking. */
export interface Repetition {
	tries: number;
	hits: number;
}

/** Where a string is that has bytes above 127 (is wide) or is escaped. */
export interface EncodedString {
	readonly from: number;
	readonly to: number;
	readonly isWide: boolean;
	readonly escaping: Escaping;
}

const SLOTS = 4096;
const MAX_CACHED = 48;
const WORD = 4;
const WORDS_PER_SLOT = MAX_CACHED / WORD;
const TRIES = 64;
const KEYS: Readonly<Record<Escaping, number>> = { none: 0x100, json: 0x200, xml: 0x300 };

export function createStringCache(): StringCache {
	return {
		strings: new Array<string>(SLOTS).fill(''),
		words: new Int32Array(SLOTS * WORDS_PER_SLOT),
		keys: new Uint16Array(SLOTS),
		surpluses: new Uint8Array(SLOTS),
	};
}

function isWorthCaching(length: number, { tries, hits }: Repetition): boolean {
	return length <= MAX_CACHED && (tries <= TRIES || hits * 4 >= tries);
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
function isCached(
	{ keys, words }: StringCache,
	slot: number,
	{ view }: Cursor,
	from: number,
	key: number,
): boolean {
	if (keys[slot] !== key) return false;
	const length = key & 0xff;
	const whole = length >> 2;
	let word = slot * WORDS_PER_SLOT;
	let at = from;
	for (const end = word + whole; word < end; word++) {
		if (words[word] !== view.getInt32(at, true)) return false;
		at += WORD;
	}
	const rest = length & 3;
	// Of the last word only the first bytes belong to the text.
	return rest === 0 || (words[word] ^ view.getInt32(at, true)) << (32 - rest * 8) === 0;
}

function store(
	{ strings, keys, words }: StringCache,
	slot: number,
	{ view }: Cursor,
	from: number,
	key: number,
	text: string,
): void {
	strings[slot] = text;
	keys[slot] = key;
	const count = Math.ceil((key & 0xff) / WORD);
	for (let index = 0; index < count; index++) {
		words[slot * WORDS_PER_SLOT + index] = view.getInt32(from + index * WORD, true);
	}
}

/** The text of some bytes below 128. */
export function plainString(
	cursor: Cursor,
	from: number,
	to: number,
	cache: StringCache,
	repetition: Repetition,
): string {
	const length = to - from;
	if (length === 0) return '';
	const { bytes } = cursor;
	if (!isWorthCaching(length, repetition)) return bytes.latin1Slice(from, to);
	repetition.tries++;
	const slot = slotOf(cursor, from, to);
	const key = KEYS.none | length;
	if (isCached(cache, slot, cursor, from, key)) {
		repetition.hits++;
		return cache.strings[slot];
	}
	const text = bytes.latin1Slice(from, to);
	store(cache, slot, cursor, from, key, text);
	return text;
}

/** The text of such bytes; `make` makes it with `stringOf`, and knows the writing. */
export function encodedString(
	cursor: Cursor,
	place: EncodedString,
	make: (cursor: Cursor, place: EncodedString) => string,
	cache: StringCache,
	repetition: Repetition,
): string {
	const { from, to, escaping } = place;
	if (!isWorthCaching(to - from, repetition)) return make(cursor, place);
	repetition.tries++;
	const slot = slotOf(cursor, from, to);
	const key = KEYS[escaping] | (to - from);
	if (isCached(cache, slot, cursor, from, key)) {
		repetition.hits++;
		cursor.surplus += cache.surpluses[slot];
		return cache.strings[slot];
	}
	const before = cursor.surplus;
	const text = make(cursor, place);
	store(cache, slot, cursor, from, key, text);
	cache.surpluses[slot] = cursor.surplus - before;
	return text;
}

/** The text of UTF-8 bytes, a copy that holds on to nothing; its surplus of bytes is counted. */
export function stringOf(
	cursor: Cursor,
	bytes: Bytes,
	{ from, to, isWide }: Omit<EncodedString, 'escaping'>,
): string {
	if (!isWide) return bytes.latin1Slice(from, to);
	const text = bytes.utf8Slice(from, to);
	// The replacement character may have been sent as such, or stand for bytes that are no UTF-8.
	if (text.includes('\ufffd') && !bytes.subarray(from, to).equals(Buffer.from(text))) bailOut();
	cursor.surplus += to - from - text.length;
	return text;
}
