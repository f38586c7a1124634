// What is true of the engine (V8) only: each trick, and what reading costs without it, as multiples of what it costs with it.
// CPU time of the reader alone, first and later reads, for pages of 6,000 to 20,000 products of 131 fields in memory
// (`npm run bench -- --compare <folder> --only=reader`); memory is what the rows keep.
import type { MutableRecord } from '../result';

/** Bytes with the functions behind `toString`, whose check of its arguments takes a fifth of its time. */
export type Bytes = Buffer & {
	latin1Slice(from: number, to: number): string;
	utf8Slice(from: number, to: number): string;
};

/** Bytes that are read, and where reading is. */
interface Position {
	readonly bytes: Bytes;
	/** Of the same bytes. */
	readonly view: DataView;
	at: number;
}

/** Padding: word-sized reads may run past the end. */
export const PADDING = 32;

export function createBytes(size: number): Bytes {
	return Buffer.allocUnsafeSlow(size) as Bytes;
}

/** Thrown where bytes run out. Made once, because an error costs its stack trace. */
export const NEED_MORE_INPUT = new Error('More bytes are needed.');

// Many bytes at a time (SWAR)

/** A text that is compared with the bytes of a response. */
export class Pattern {
	readonly view: DataView;
	/** The number of bytes. */
	readonly length: number;

	constructor(readonly text: string) {
		const { buffer, byteOffset, length } = Buffer.from(text);
		this.view = new DataView(buffer, byteOffset, length);
		this.length = length;
	}
}

/** Compares four bytes at a time, the last ones with some of those before. Without: up to 1.3 in JSON and XML. */
function hasSameBytes(a: DataView, at: number, b: DataView, from: number, length: number): boolean {
	const last = length - 4;
	if (last >= 0) {
		for (let index = 0; index < last; index += 4)
			if (a.getInt32(at + index, true) !== b.getInt32(from + index, true)) return false;
		return a.getInt32(at + last, true) === b.getInt32(from + last, true);
	}
	for (let index = 0; index < length; index++)
		if (a.getUint8(at + index) !== b.getUint8(from + index)) return false;
	return true;
}

/** Whether a text, or its beginning, is at a position. The zero behind the last byte is in no text. */
export function matches(
	{ view }: Position,
	at: number,
	pattern: Pattern,
	length = pattern.length,
): boolean {
	return hasSameBytes(view, at, pattern.view, 0, length);
}

const [ONES, BLANKS, HIGHEST_BITS] = [0x01010101, 0x20202020, 0x80808080];

/**
 * The position of the next control, non-ASCII or stop byte. A word holds each stop byte four times. Without: 1.2 in JSON
 * where most fields are left out, 1.1 in XML.
 */
export function endOfPlain({ view }: Position, from: number, a: number, b: number): number {
	for (let at = from; ; at += 4) {
		const word = view.getInt32(at, true);
		// SWAR: a zero byte borrows, which sets its highest bit.
		const marks = word | (word - BLANKS) | ((word ^ a) - ONES) | ((word ^ b) - ONES);
		const found = marks & HIGHEST_BITS;
		if (found !== 0) return at + ((31 - Math.clz32(found & -found)) >> 3);
	}
}

// Numbers and booleans without a string

const [MINUS, POINT, ZERO, NINE, SMALL_E, LARGE_E] = Buffer.from('-.09eE');

/** Any fifteen digits are a quotient of two numbers that a double holds exactly, so it is rounded correctly. */
const SAFE_DIGITS = 15;
const POWERS = Array.from({ length: SAFE_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/** Reads a number of at most fifteen digits. Returns undefined for anything else, and does not move. */
export function readDigits(window: Position): number | undefined {
	const { bytes, at: from } = window;
	const first = bytes[from] === MINUS ? from + 1 : from;
	let at = first;
	let number = 0;
	let point = 0;
	let byte = bytes[at];
	for (; ; byte = bytes[++at]) {
		if (byte >= ZERO && byte <= NINE) number = number * 10 + (byte - ZERO);
		else if (byte === POINT && point === 0) point = at;
		else break;
	}
	const digits = point === 0 ? at - first : at - first - 1;
	const scale = point === 0 ? 0 : at - point - 1;
	const isWritten =
		digits > scale && point !== at - 1 && (bytes[first] !== ZERO || digits === scale + 1);
	// An exponent, or the end of what is here.
	const goesOn = byte === SMALL_E || byte === LARGE_E || byte === 0;
	if (!isWritten || digits > SAFE_DIGITS || goesOn) return undefined;
	window.at = at;
	if (number === 0) return 0;
	if (scale > 0) number /= POWERS[scale];
	return first > from ? -number : number;
}

const [TRUE, FALS] = ['true', 'fals'].map((word) => Buffer.from(word).readInt32LE());

/** Reads `true` or `false`. Returns undefined for anything else, and does not move. */
export function readBoolean(window: Position): boolean | undefined {
	const { at, bytes, view } = window;
	const word = view.getInt32(at, true);
	const isFalse = word === FALS && bytes[at + 4] === SMALL_E;
	if (word !== TRUE && !isFalse) return undefined;
	window.at = at + (isFalse ? 5 : 4);
	return !isFalse;
}

// Strings

export type Decode = (window: Position, from: number, to: number) => string;

const SLOTS = 4096;
const LONGEST_INTERNED = 64;

/**
 * Short strings of a response that may come again, such as manufacturers and units: the same bytes give the same
 * string. Another text in its slot evicts one. Without: JSON 1.13, 1.14, memory 1.5; XML 1.15, 1.14, memory 1.6.
 */
export class InternedTexts {
	private readonly texts = new Array<string>(SLOTS).fill('');
	private readonly copies = new DataView(new ArrayBuffer(SLOTS * LONGEST_INTERNED));
	private readonly lengths = new Uint8Array(SLOTS);

	/** The text of bytes, which always have to be decoded alike. */
	text(window: Position, from: number, to: number, decode: Decode): string {
		const length = to - from;
		if (length > LONGEST_INTERNED) return decode(window, from, to);
		const { bytes, view } = window;
		const { texts, copies, lengths } = this;
		const middle = bytes[from + (length >> 1)];
		const hash =
			length + bytes[from] * 31 + middle * 967 + bytes[to - 1] * 4099 + bytes[to - 2] * 17;
		const slot = hash & (SLOTS - 1);
		const copy = slot * LONGEST_INTERNED;
		if (lengths[slot] === length && hasSameBytes(view, from, copies, copy, length))
			return texts[slot];
		const text = decode(window, from, to);
		for (let at = 0; at < length; at += 4)
			copies.setInt32(copy + at, view.getInt32(from + at, true), true);
		lengths[slot] = length;
		texts[slot] = text;
		return text;
	}
}

/** A copy of a part of a text: otherwise the part keeps all of it. */
export function copied(part: string): string {
	return Buffer.from(part).toString();
}

// Arrays and objects

/** A copy of an array that grew: that has room for sixteen more members. */
export function withoutSpareRoom<T>(grown: readonly T[]): T[] {
	return grown.slice();
}

type Constructor = new () => MutableRecord;

/** The most fields for which an object has room. */
const MAX_ROOM = 256;
/** Room is made before an object has twelve fields beyond its own, with which it becomes a hash table. */
const FIELDS_BEYOND_ROOM = 8;

// An object has room for all fields that its constructor and the inherited ones assign. Only the last constructor runs,
// and it assigns nothing.
function createConstructor(parent: object): Constructor {
	function Row(this: MutableRecord, isNever?: boolean): void {
		if (!isNever) return;
		this.a = this.b = this.c = this.d = this.e = this.f = this.g = this.h = 0;
	}
	Object.setPrototypeOf(Row, parent);
	// Rows are plain objects in every respect.
	Row.prototype = Object.prototype;
	return Row as unknown as Constructor;
}

const ROOMY = Array.from({ length: 31 }).reduce<object>(createConstructor, Function.prototype);

function constructorFor(names: readonly string[]): Constructor {
	const construct = createConstructor(ROOMY);
	// The engine trims the room to what the first eight objects use. Each field holds values of all kinds, or there
	// would be more than one layout of the objects.
	for (let sample = 0; sample < 8; sample++) {
		const row = new construct();
		for (const name of names) row[name] = sample % 2 ? 0.5 : null;
	}
	return construct;
}

/**
 * Makes the objects of one record type, with room for as many fields as earlier ones had. An object with more than a
 * dozen computed keys would become a hash table, which takes four times as much memory. Without: JSON 1.29, 1.18; XML
 * 1.40, 1.42, memory 2.4.
 */
export class Room {
	construct = Object as unknown as Constructor;
	private fields = 0;
	private tooSmall = 0;

	/** Makes room for objects like this one. It takes as long as reading some records, so the first one gets none. */
	growFor(row: MutableRecord, count: number): void {
		if (count <= this.fields + FIELDS_BEYOND_ROOM || count > MAX_ROOM) return;
		if (this.tooSmall++ === 0) return;
		this.fields = count;
		this.construct = constructorFor(Object.keys(row));
	}
}

/** For single records, and for JSON texts without a schema: room for the fields of those in earlier responses. */
const ROOMS = new Map<object | undefined, Room>();

/** The room for the records of a schema that come in responses of their own. Without: 3.2 KB for 43 fields instead of 2.0. */
export function keptRoom(schema: object | undefined): Room {
	const room = ROOMS.get(schema) ?? new Room();
	ROOMS.set(schema, room);
	return room;
}

const KEPT: object[] = [];

/**
 * Keeps an object of each class that reads. The engine forgets the layout of a class when no object of it is left, and
 * with it the code compiled for it: reads after a garbage collection took 1.4 to 2.7 times as long.
 */
export function keepLayouts(...samples: readonly object[]): void {
	KEPT.push(...samples);
}
