// The bytes of a response: their encoding, the window on those that are here, and the texts and numbers in them.
import type { Projection } from '../projection';
import { countText, type Drift, failure } from '../result';

/** Bytes with the functions behind `toString`, whose check of its arguments would cost a fifth of its time. */
export type Bytes = Buffer & {
	latin1Slice(from: number, to: number): string;
	utf8Slice(from: number, to: number): string;
};

/** A text that is compared with the bytes of a response. */
export interface Pattern {
	readonly text: string;
	readonly view: DataView;
	readonly length: number;
	/** How many more bytes than characters it has. */
	readonly surplus: number;
}

/** How much of a response is in front of a position in the window. */
interface Place {
	readonly at: number;
	readonly lines: number;
	/** Characters of the last line. */
	readonly column: number;
	readonly characters: number;
}

/** A response that cannot be read. */
export class ReadError extends Error {
	constructor(
		message: string,
		readonly at: number,
	) {
		super(message);
	}
}

/** Thrown where bytes run out. Made once, because an error costs its stack trace. */
export const needMoreInput = new Error('More bytes are needed.');

const XML_ENCODING = /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)["']/;
const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)"?/i;

/** How many bytes after the last one can be read by loops that look at many at a time. */
const ROOM = 32;

const START: Place = { at: 0, lines: 0, column: 0, characters: 0 };

const LINE_FEED = 10;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** The longest text that an error shows; if it may go on in bytes that have not arrived, they are awaited. */
const LONGEST_SHOWN = 120;

/** Any fifteen digits are a quotient of two numbers that a double holds exactly, so it is rounded correctly. */
const SAFE_DIGITS = 15;
const POWERS = Array.from({ length: SAFE_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/** The encoding of a response, by its beginning and the Content-Type header. */
export function encodingOf(body: Uint8Array, contentType = ''): string {
	const [first, second, third] = body;
	// A byte order mark, or a zero byte in the first character, is more certain than a header.
	if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
	if ((first === 0xff && second === 0xfe) || (first > 0 && second === 0)) return 'utf-16le';
	if ((first === 0xfe && second === 0xff) || (first === 0 && second > 0)) return 'utf-16be';
	const named =
		CHARSET.exec(contentType)?.[1] ??
		XML_ENCODING.exec(String.fromCharCode(...body.subarray(0, 256)))?.[1];
	// .NET declares utf-16 for what it first wrote into a string; here the bytes are known to be single.
	return named === undefined || /^(utf|ucs|iso-10646-ucs)-?(16|32|2|4)|unicode/i.test(named)
		? 'utf-8'
		: named.toLowerCase();
}

/** Converts the bytes of a response to UTF-8 as they come. Throws a failure for an unknown encoding and for invalid bytes. */
export function transcoderFrom(
	encoding: string,
): (bytes: Uint8Array, isLast: boolean) => Uint8Array {
	if (encoding === 'utf-8') return (bytes) => bytes;
	let problem = `The response is in an encoding that cannot be read: ${encoding}.`;
	const attempt = <T>(run: () => T): T => {
		try {
			return run();
		} catch {
			throw failure(problem);
		}
	};
	const decoder = attempt(() => new TextDecoder(encoding, { fatal: true }));
	problem = damagedText(encoding);
	return (bytes, isLast) => Buffer.from(attempt(() => decoder.decode(bytes, { stream: !isLast })));
}

/** The text of a response as far as it can be read. */
export function readText(body: Uint8Array, contentType?: string): string {
	let decoder = new TextDecoder();
	try {
		decoder = new TextDecoder(encodingOf(body, contentType));
	} catch {
		// An unknown encoding is probably much like UTF-8.
	}
	return decoder.decode(body);
}

function damagedText(encoding: string): string {
	return `The response is damaged or cut off: its bytes are not valid ${encoding}.`;
}

/** The reading of one response. */
export type Reading = ReturnType<typeof createReading>;

/** @param longNumber Makes the value of a number that a JavaScript number does not hold exactly */
export function createReading(
	projection: Projection = {},
	longNumber: (token: string) => unknown = (token) => token,
) {
	const bytes = createBytes(4096);
	// A literal: the engine forgets any other layout after the last response, and with it the code compiled for it.
	return {
		/** All bytes that have arrived, except the rows that were read. A zero follows the last one, so that loops over them end there. */
		bytes,
		/** The same bytes. */
		view: new DataView(bytes.buffer),
		at: 0,
		/** The number of bytes that have arrived. */
		end: 0,
		/** Whether all bytes of the response have arrived. */
		isComplete: false,
		isXml: false,
		/** The rows that were read of the first list, and where: their bytes make room for others. */
		rows: [] as unknown[],
		readFrom: 0,
		readTo: 0,
		/** The place of the bytes that follow rows which were left out. */
		place: START,
		/** How many more bytes than characters were read of the rows and what follows them, and of the rows alone. */
		surplus: 0,
		readSurplus: 0,
		/** What is kept of the rows. */
		projection,
		longNumber,
		drift: { undocumented: [], missing: [], retyped: [] } as Drift,
		/** Memory for the lines of rows that are kept as text, and how much of it is used. */
		block: Buffer.alloc(0),
		used: 0,
		/** Where the long numbers of a row begin and end; set while its text may be kept. */
		quoted: undefined as number[] | undefined,
		/** Whether the text of a row says more than its value: a field came twice, or is never kept. */
		isReduced: false,
	};
}

function createBytes(size: number): Bytes {
	return Buffer.allocUnsafeSlow(size) as Bytes;
}

/** Adds bytes to the window, and leaves the rows that were read out of it. */
export function append(reading: Reading, piece: Uint8Array): void {
	const { bytes, readFrom, readTo, readSurplus } = reading;
	if (readTo > readFrom) {
		const place = placeOf(reading, readFrom);
		const characters = readTo - readFrom - readSurplus;
		reading.place = { ...placeAfter(place, bytes, readTo, characters), at: readFrom };
		bytes.copyWithin(readFrom, readTo, reading.end + 1);
		reading.end -= readTo - readFrom;
		reading.readTo = readFrom;
	}
	const { end } = reading;
	const size = end + piece.length;
	if (size + ROOM > bytes.length) {
		reading.bytes = createBytes(Math.max(size + 2 * ROOM, bytes.length * 2) & -ROOM);
		reading.view = new DataView(reading.bytes.buffer);
		bytes.copy(reading.bytes, 0, 0, end);
	}
	reading.bytes.set(piece, end);
	reading.bytes[size] = 0;
	reading.end = size;
}

/** The rows of the list that begins here; those that were left out of the window are in it already. */
export function rowsHere(reading: Reading): unknown[] {
	const { at, place } = reading;
	if (place === START) reading.rows = [];
	// The second list of a field that came twice.
	else if (place.at !== at) return [];
	reading.readFrom = at;
	reading.surplus = 0;
	endRow(reading, reading.rows);
	return reading.rows;
}

/** Notes that the rows up to here were read. */
export function endRow(reading: Reading, rows: readonly unknown[]): void {
	if (rows !== reading.rows) return;
	reading.readTo = reading.at;
	reading.readSurplus = reading.surplus;
}

function placeOf({ bytes, place }: Reading, at: number): Place {
	return placeAfter(at < place.at ? START : place, bytes, at);
}

/** A place further on; `count` is the number of characters up to there. */
function placeAfter(
	place: Place,
	bytes: Bytes,
	at: number,
	count = bytes.utf8Slice(place.at, at).length,
): Place {
	let { lines } = place;
	let from = place.at;
	for (;;) {
		const lineBreak = bytes.indexOf(LINE_FEED, from);
		if (lineBreak === -1 || lineBreak >= at) break;
		from = lineBreak + 1;
		lines++;
	}
	const column = from === place.at ? place.column + count : bytes.utf8Slice(from, at).length;
	return { at, lines, column, characters: place.characters + count };
}

/** The sentence about a text that cannot be read; `what` is its subject. */
export function problemText(reading: Reading, error: unknown, what = 'The response'): string {
	if (error === needMoreInput) {
		const { characters } = placeOf(reading, reading.end);
		const unit = characters === 1 ? 'character' : 'characters';
		return `${what} is cut off after ${countText(characters)} ${unit}.`;
	}
	if (!(error instanceof ReadError)) throw error;
	const { lines, column } = placeOf(reading, error.at);
	return `${what} ${error.message} (line ${lines + 1}, column ${column + 1}).`;
}

/** Fails at a place that cannot be read; if too few bytes have arrived to decide that, waits for more. */
export function fail(reading: Reading, at: number, message: string, length = LONGEST_SHOWN): never {
	const isHere = reading.isComplete ? at < reading.end : at + length <= reading.end;
	throw isHere ? new ReadError(message, at) : needMoreInput;
}

export function patternOf(text: string): Pattern {
	const { buffer, byteOffset, length } = Buffer.from(text);
	const view = new DataView(buffer, byteOffset, length);
	return { text, view, length, surplus: length - text.length };
}

/** A table of the bytes below 128 that a regular expression matches as characters. */
export function bytesIn(characters: RegExp): Uint8Array {
	return Uint8Array.from({ length: 256 }, (_, byte) =>
		byte < 128 && characters.test(String.fromCharCode(byte)) ? 1 : 0,
	);
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

/** Whether these bytes of a text are next. */
export function matches({ view }: Reading, at: number, pattern: Pattern): boolean {
	return isSame(view, at, pattern.view, 0, pattern.length);
}

/** Compares eight bytes at a time, the last ones with some of those before. No text is zero or NaN. */
function isSame(one: DataView, at: number, two: DataView, from: number, length: number): boolean {
	const last = length - 8;
	if (last >= 0) {
		for (let index = 0; index < last; index += 8) {
			if (one.getFloat64(at + index, true) !== two.getFloat64(from + index, true)) return false;
		}
		return one.getFloat64(at + last, true) === two.getFloat64(from + last, true);
	}
	for (let index = 0; index < length; index++) {
		if (one.getUint8(at + index) !== two.getUint8(from + index)) return false;
	}
	return true;
}

/** Makes the text of bytes. */
export type Decode = (reading: Reading, from: number, to: number) => string;

/** Decodes bytes below 128. */
export const decodePlain: Decode = ({ bytes }, from, to) => bytes.latin1Slice(from, to);

// Manufacturers, categories and units come again and again: a third of the memory of a catalog.
const LONGEST_KEPT = 64;
const texts = new Array<string>(4096).fill('');
const bytesOfTexts = new DataView(new ArrayBuffer(texts.length * LONGEST_KEPT));
const lengths = new Uint8Array(texts.length);
const surpluses = new Uint8Array(texts.length);
const decoders = new Array<Decode>(texts.length).fill(decodePlain);

/** The text of bytes. A short one that was decoded before is the same string. */
export function textOf(reading: Reading, from: number, to: number, decode: Decode): string {
	const length = to - from;
	if (length === 0) return '';
	if (length > LONGEST_KEPT) return decode(reading, from, to);
	const { bytes, view } = reading;
	const middle = bytes[from + (length >> 1)];
	const hash = length + bytes[from] * 31 + middle * 967 + bytes[to - 1] * 4099 + bytes[to - 2] * 17;
	const slot = hash & (texts.length - 1);
	const place = slot * LONGEST_KEPT;
	const isKept = lengths[slot] === length && decoders[slot] === decode;
	if (isKept && isSame(view, from, bytesOfTexts, place, length)) {
		reading.surplus += surpluses[slot];
		return texts[slot];
	}
	const { surplus } = reading;
	const text = decode(reading, from, to);
	for (let at = 0; at < length; at += 8) {
		bytesOfTexts.setFloat64(place + at, view.getFloat64(from + at, true), true);
	}
	lengths[slot] = length;
	decoders[slot] = decode;
	surpluses[slot] = reading.surplus - surplus;
	texts[slot] = text;
	return text;
}

/** Decodes UTF-8. Invalid bytes are an error. */
export function decodeUtf8(reading: Reading, from: number, to: number): string {
	const { bytes } = reading;
	const text = bytes.utf8Slice(from, to);
	// The replacement character may have been sent as such.
	if (text.includes('\ufffd') && !bytes.subarray(from, to).equals(Buffer.from(text))) {
		throw failure(damagedText('utf-8'));
	}
	reading.surplus += to - from - text.length;
	return text;
}

/**
 * Reads a number of at most fifteen digits. If its value is not wanted, it is zero.
 *
 * @returns undefined, with the reading where it was, for anything else
 */
export function readDigits(reading: Reading, isWanted: boolean): number | undefined {
	const { bytes, at: from } = reading;
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
	const goesOn = byte === 0x65 || byte === 0x45 || byte === 0;
	if (!isWritten || digits > SAFE_DIGITS || goesOn) return undefined;
	reading.at = at;
	if (!isWanted || number === 0) return 0;
	if (scale > 0) number /= POWERS[scale];
	return first > from ? -number : number;
}
