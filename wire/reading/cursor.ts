// The window on the bytes of a response: a position in those that are here, and what both readers do with them.
import { damagedText } from '../charset';
import { createDriftLog, type DriftLog } from '../drift';
import { LONGEST_WHOLE_NUMBER } from '../exactNumber';
import { failure } from '../result';
import { countText } from '../wording';

/** Bytes with the functions behind `toString`, whose check of its arguments would cost a fifth of its time. */
export type Bytes = Buffer & {
	latin1Slice(from: number, to: number): string;
	utf8Slice(from: number, to: number): string;
};

/** A place in a response, as a person counts it. */
interface Place {
	lines: number;
	/** Characters since the last line break. */
	column: number;
	characters: number;
}

/** A zero byte follows the last byte, so that every loop over the bytes ends there. */
export interface Cursor {
	bytes: Bytes;
	/** The same bytes; a few after the last one can be read. */
	view: DataView;
	at: number;
	/** The number of bytes that are here. */
	end: number;
	/** Where reading starts again when bytes run out. */
	done: number;
	/** Whether all bytes of the response have arrived. */
	isComplete: boolean;
	/** The place of the first byte of the window. */
	readonly start: Place;
	readonly drift: DriftLog;
	/** Makes the value of a number that a JavaScript number does not hold exactly. */
	readonly longNumber: (token: string) => unknown;
	/** Where the long numbers of a row begin and end; set while its text may be kept. */
	quoted: number[] | undefined;
	/** Whether the text of a row says more than its value: a field came twice, or is never kept. */
	isReduced: boolean;
}

/** A response that cannot be read. Its place goes between the message and its end. */
export class ReadError extends Error {
	constructor(
		message: string,
		readonly at: number,
		readonly end: string,
	) {
		super(message);
	}
}

/** Thrown where bytes run out. Made once, because an error costs its stack trace. */
export const needMoreInput = new Error('More bytes are needed.');

const EIGHT = 8;
const LINE_FEED = 10;
const LINE_FEEDS = 0x0a0a0a0a;
const ONES = 0x01010101;
const HIGHEST_BITS = 0x80808080;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** The longest text of an error; if it may go on in bytes that are not here, they are awaited. */
const LONGEST_SHOWN = 120;

/** Any fifteen digits are a quotient of two numbers that a double holds exactly, so it is rounded correctly. */
const SAFE_DIGITS = 15;
const POWERS = Array.from({ length: SAFE_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

export function createCursor(longNumber: Cursor['longNumber'] = (token) => token): Cursor {
	const bytes = createBytes(4096);
	return {
		bytes,
		view: new DataView(bytes.buffer),
		at: 0,
		end: 0,
		done: 0,
		isComplete: false,
		start: { lines: 0, column: 0, characters: 0 },
		drift: createDriftLog(),
		longNumber,
		quoted: undefined,
		isReduced: false,
	};
}

function createBytes(size: number): Bytes {
	const bytes = Buffer.allocUnsafeSlow(size) as Bytes;
	bytes[0] = 0;
	return bytes;
}

/** Adds bytes to the window, in place of those that were read. */
export function append(cursor: Cursor, piece: Uint8Array): void {
	const { bytes, done, end } = cursor;
	const kept = end - done;
	const size = kept + piece.length + 1;
	let target = bytes;
	if (done > 0) countPlace(bytes, 0, done, cursor.start);
	if (size + EIGHT > bytes.length) {
		target = createBytes(Math.max(size + EIGHT, bytes.length * 2));
		cursor.view = new DataView(target.buffer);
		bytes.copy(target, 0, done, end);
	} else if (done > 0) bytes.copyWithin(0, done, end);
	target.set(piece, kept);
	target[size - 1] = 0;
	cursor.bytes = target;
	cursor.at = 0;
	cursor.done = 0;
	cursor.end = size - 1;
}

/** Moves a place past some bytes: four at a time, unless one of them is a line feed or above 127. */
function countPlace(bytes: Bytes, from: number, to: number, place: Place): void {
	const words = new Int32Array(bytes.buffer, 0, bytes.length >> 2);
	let { lines, column, characters } = place;
	for (let at = from; at < to; at++) {
		if ((at & 3) === 0) {
			const start = at;
			for (; at + 4 <= to; at += 4) {
				const word = words[at >> 2];
				// One less than zero sets the highest bit of a byte; one less than any other below 128 does not.
				if (((word | ((word ^ LINE_FEEDS) - ONES)) & HIGHEST_BITS) !== 0) break;
			}
			column += at - start;
			characters += at - start;
			if (at >= to) break;
		}
		const byte = bytes[at];
		// Four bytes are a pair of UTF-16 units, as JavaScript counts; the bytes that continue a character are none.
		const units = byte >= 0xf0 ? 2 : byte < 0x80 || byte > 0xbf ? 1 : 0;
		characters += units;
		column = byte === LINE_FEED ? 0 : column + units;
		if (byte === LINE_FEED) lines++;
	}
	Object.assign(place, { lines, column, characters });
}

/** For example "line 3, column 14", both counted from one. */
export function placeText({ bytes, start }: Cursor, at: number): string {
	const place = { ...start };
	countPlace(bytes, 0, at, place);
	return `line ${place.lines + 1}, column ${place.column + 1}`;
}

/** The sentence about a text that ends too early, without its full stop. */
export function truncatedText({ bytes, end, start }: Cursor, what: string): string {
	const place = { ...start };
	countPlace(bytes, 0, end, place);
	const unit = place.characters === 1 ? 'character' : 'characters';
	return `${what} is cut off after ${countText(place.characters)} ${unit}`;
}

/**
 * Ends the reading at a place that is not as it must be: because the bytes have not arrived yet, or with an error.
 *
 * @param length How many bytes are needed to tell
 */
export function fail(
	cursor: Cursor,
	at: number,
	message: string,
	end: string,
	length = LONGEST_SHOWN,
): never {
	const isHere = cursor.isComplete ? at < cursor.end : at + length <= cursor.end;
	throw isHere ? new ReadError(message, at, end) : needMoreInput;
}

/**
 * Runs a step of a reader when its bytes are here: it starts again at `done` with more of them. A step that reads
 * many rows moves `done` behind each.
 */
export function* whenHere<T>(cursor: Cursor, step: () => T): Generator<void, T> {
	for (;;) {
		try {
			const value = step();
			cursor.done = cursor.at;
			return value;
		} catch (error) {
			if (error !== needMoreInput || cursor.isComplete) throw error;
			cursor.at = cursor.done;
		}
		yield;
	}
}

/** The position of the next byte that is not white space. */
export function skipSpace(bytes: Bytes, from: number): number {
	let at = from;
	for (;;) {
		const byte = bytes[at];
		if (byte > 32 || (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9)) return at;
		at++;
	}
}

/** A text that is expected. */
export interface Pattern {
	readonly text: string;
	/** How many bytes it has. */
	readonly length: number;
	readonly view: DataView;
}

const encoder = new TextEncoder();

export function patternOf(text: string): Pattern {
	const { buffer, length } = encoder.encode(text);
	return { text, length, view: new DataView(buffer) };
}

/**
 * Whether the bytes of a pattern are next. Eight are compared at a time, the last ones together with some before them:
 * names are two thirds of a response. No text is zero or NaN as a number.
 */
export function matches(
	{ view }: Cursor,
	at: number,
	{ view: expected, length }: Pattern,
): boolean {
	const last = length - EIGHT;
	if (last < 0) {
		for (let index = 0; index < length; index++) {
			if (view.getUint8(at + index) !== expected.getUint8(index)) return false;
		}
		return true;
	}
	for (let index = 0; index < last; index += EIGHT) {
		if (view.getFloat64(at + index) !== expected.getFloat64(index)) return false;
	}
	return view.getFloat64(at + last) === expected.getFloat64(last);
}

// Manufacturers, categories and units come again and again: a third of the memory of a catalog.
const strings = new Array<string>(8192).fill('');
const LONGEST_KEPT = 48;

/** The text of bytes below 128. A short one that was made before is the same string. */
export function plainString(bytes: Bytes, from: number, to: number): string {
	const length = to - from;
	if (length === 0) return '';
	if (length > LONGEST_KEPT) return bytes.latin1Slice(from, to);
	const middle = bytes[from + (length >> 1)];
	const hash = length + bytes[from] * 31 + middle * 967 + bytes[to - 1] * 4099 + bytes[to - 2] * 17;
	const slot = hash & (strings.length - 1);
	const known = strings[slot];
	if (known.length === length) {
		let index = 0;
		while (index < length && known.charCodeAt(index) === bytes[from + index]) index++;
		if (index === length) return known;
	}
	return (strings[slot] = bytes.latin1Slice(from, to));
}

/** The text of bytes in UTF-8; bytes that are not valid are an error. */
export function textOf(cursor: Cursor, from: number, to: number): string {
	const { bytes } = cursor;
	const text = bytes.utf8Slice(from, to);
	// The replacement character may have been sent as such.
	if (text.includes('\ufffd') && !bytes.subarray(from, to).equals(Buffer.from(text))) {
		throw failure(damagedText('utf-8'));
	}
	return text;
}

/**
 * Reads a number of at most fifteen digits.
 *
 * @returns undefined, with the cursor where it was, for anything else
 */
export function readDigits(cursor: Cursor): number | undefined {
	const { bytes, at: from } = cursor;
	const first = bytes[from] === MINUS ? from + 1 : from;
	let at = first;
	let number = 0;
	let scale = 0;
	let byte = bytes[at];
	for (; byte >= ZERO && byte <= NINE; byte = bytes[++at]) number = number * 10 + (byte - ZERO);
	let digits = at - first;
	if (digits === 0 || (bytes[first] === ZERO && digits > 1)) return undefined;
	if (byte === POINT) {
		const point = at;
		byte = bytes[++at];
		for (; byte >= ZERO && byte <= NINE; byte = bytes[++at]) number = number * 10 + (byte - ZERO);
		scale = at - point - 1;
		digits += scale;
		if (scale === 0) return undefined;
	}
	// An exponent, or the end of what is here.
	if (digits > SAFE_DIGITS || byte === 0x65 || byte === 0x45 || byte === 0) return undefined;
	cursor.at = at;
	if (number === 0) return 0;
	if (scale > 0) number /= POWERS[scale];
	return first > from ? -number : number;
}

/** The end of a whole number that has too many digits for a JavaScript number; undefined for any other. */
export function endOfLongWhole({ bytes, at: from }: Cursor): number | undefined {
	const first = bytes[from] === MINUS ? from + 1 : from;
	let at = first;
	while (bytes[at] >= ZERO && bytes[at] <= NINE) at++;
	return at - from > LONGEST_WHOLE_NUMBER && bytes[first] !== ZERO ? at : undefined;
}
