// The window on the bytes of a response that are here, and the texts and numbers in them.
import { countText, failure } from '../result';

/** Bytes with the functions behind `toString`, whose check of its arguments would cost a fifth of its time. */
export type Bytes = Buffer & {
	latin1Slice(from: number, to: number): string;
	utf8Slice(from: number, to: number): string;
};

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

/** How many bytes after the last one can be read by loops that look at many at a time. */
const ROOM = 32;

/** A position, its line, and where that begins: in front of the window if rows that were left out belong to it. */
export const START = { at: 0, line: 1, lineStart: 0 };

const [LINE_FEED, MINUS, POINT, ZERO, NINE, SMALL_E, LARGE_E] = Buffer.from('\n-.09eE');
const [TRUE, FALS] = ['true', 'fals'].map((word) => Buffer.from(word).readInt32LE());

/** Any fifteen digits are a quotient of two numbers that a double holds exactly, so it is rounded correctly. */
const SAFE_DIGITS = 15;
const POWERS = Array.from({ length: SAFE_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/** A table of the bytes below 128 that a regular expression matches as characters. */
export function bytesIn(characters: RegExp): Uint8Array {
	return Uint8Array.from({ length: 256 }, (_, byte) =>
		byte < 128 && characters.test(String.fromCharCode(byte)) ? 1 : 0,
	);
}

/** Compares eight bytes at a time, the last ones with some of those before. No text is zero or NaN. */
function isSame(one: DataView, at: number, two: DataView, from: number, length: number): boolean {
	const last = length - 8;
	if (last >= 0) {
		for (let index = 0; index < last; index += 8)
			if (one.getFloat64(at + index, true) !== two.getFloat64(from + index, true)) return false;
		return one.getFloat64(at + last, true) === two.getFloat64(from + last, true);
	}
	for (let index = 0; index < length; index++)
		if (one.getUint8(at + index) !== two.getUint8(from + index)) return false;
	return true;
}

const [ONES, BLANKS, HIGHEST_BITS] = [0x01010101, 0x20202020, 0x80808080];
const SPACE = bytesIn(/[ \n\r\t]/);

const createBytes = (size: number): Bytes => Buffer.allocUnsafeSlow(size) as Bytes;

export type Decode = (reader: ByteReader, from: number, to: number) => string;

/** Decodes bytes below 128. */
const decodePlain: Decode = ({ bytes }, from, to) => bytes.latin1Slice(from, to);

// Manufacturers, categories and units come again and again: a third of the memory of a catalog.
const LONGEST_KEPT = 64;
const texts = new Array<string>(4096).fill('');
const bytesOfTexts = new DataView(new ArrayBuffer(texts.length * LONGEST_KEPT));
const lengths = new Uint8Array(texts.length);
const decoders = new Array<Decode>(texts.length).fill(decodePlain);

export function damagedText(encoding: string): string {
	return `The response is damaged or cut off: its bytes are not valid ${encoding}.`;
}

/** Decodes UTF-8. Invalid bytes are an error, and so is a zero: it has to mean that no more bytes have arrived. */
export function decodeUtf8(reader: ByteReader, from: number, to: number): string {
	const { bytes } = reader;
	const text = bytes.utf8Slice(from, to);
	// The replacement character may have been sent as such.
	if (text.includes('\ufffd') && !bytes.subarray(from, to).equals(Buffer.from(text)))
		throw failure(damagedText('utf-8'));
	if (text.includes('\0')) throw new ReadError('contains a zero byte', bytes.indexOf(0, from));
	return text;
}

/** The bytes of one response, and where reading is. */
export class ByteReader {
	/** All bytes that have arrived, except the rows that were read. A zero follows the last one, so that loops over them end there. */
	bytes = createBytes(4096);
	view = new DataView(this.bytes.buffer);
	at = 0;
	/** The number of bytes that have arrived. */
	end = 0;
	/** Whether all bytes of the response have arrived. */
	isComplete = false;
	/** Where the rows that were read are: their bytes make room for others. */
	protected readFrom = 0;
	protected readTo = 0;
	/** The place of the bytes that follow rows which were left out, and how many bytes those had. */
	protected place = START;
	private leftOut = 0;

	/** The number of bytes that wait to be read as a part of a row, or around the rows. */
	get unread(): number {
		return this.end - (this.readTo - this.readFrom);
	}

	/** Adds bytes, and leaves out the rows that were read. */
	append(piece: Uint8Array): void {
		const { bytes, readFrom, readTo } = this;
		const read = readTo - readFrom;
		if (read > 0) {
			const { line, lineStart } = this.lineAt(readTo);
			this.place = { at: readFrom, line, lineStart: lineStart - read };
			bytes.copyWithin(readFrom, readTo, this.end + 1);
			this.leftOut += read;
			this.end -= read;
			this.readTo = readFrom;
		}
		const { end } = this;
		const size = end + piece.length;
		if (size + ROOM > bytes.length) {
			this.bytes = createBytes(Math.max(size + 2 * ROOM, bytes.length * 2) & -ROOM);
			this.view = new DataView(this.bytes.buffer);
			bytes.copy(this.bytes, 0, 0, end);
		}
		this.bytes.set(piece, end);
		this.bytes[size] = 0;
		this.end = size;
	}

	private lineAt(at: number) {
		let { at: from, line, lineStart } = at < this.place.at ? START : this.place;
		for (; (from = this.bytes.indexOf(LINE_FEED, from) + 1) > 0 && from <= at; line++)
			lineStart = from;
		return { line, lineStart };
	}

	/** The sentence about a text that cannot be read; `what` is its subject. Columns count bytes. */
	problemText(error: unknown, what = 'The response'): string {
		if (error === needMoreInput) {
			const count = this.leftOut + this.end;
			return `${what} is cut off after ${countText(count)} ${count === 1 ? 'byte' : 'bytes'}.`;
		}
		if (!(error instanceof ReadError)) throw error;
		const { line, lineStart } = this.lineAt(error.at);
		return `${what} ${error.message} (line ${line}, column ${error.at - lineStart + 1}).`;
	}

	/** The position of the next byte that is not white space. */
	skipSpace(from: number): number {
		const { bytes } = this;
		let at = from;
		while (bytes[at] <= 32 && SPACE[bytes[at]] === 1) at++;
		return at;
	}

	/** The position of the next byte that is below 32, above 127 or one of two, each of which is given four times. */
	endOfPlain(from: number, one: number, other: number): number {
		const { view } = this;
		for (let at = from; ; at += 4) {
			const word = view.getInt32(at, true);
			// What is too small for a subtraction borrows, and so sets its highest bit.
			const marks = word | (word - BLANKS) | ((word ^ one) - ONES) | ((word ^ other) - ONES);
			const found = marks & HIGHEST_BITS;
			if (found !== 0) return at + ((31 - Math.clz32(found & -found)) >> 3);
		}
	}

	/** Whether a text, or its beginning, is at a position. */
	matches(at: number, pattern: Pattern, length = pattern.length): boolean {
		return isSame(this.view, at, pattern.view, 0, length);
	}

	/** The text of bytes. A short one that was decoded before is the same string. */
	textOf(from: number, to: number, decode = decodePlain): string {
		const length = to - from;
		if (length === 0) return '';
		if (length > LONGEST_KEPT) return decode(this, from, to);
		const { bytes, view } = this;
		const middle = bytes[from + (length >> 1)];
		const hash =
			length + bytes[from] * 31 + middle * 967 + bytes[to - 1] * 4099 + bytes[to - 2] * 17;
		const slot = hash & (texts.length - 1);
		const place = slot * LONGEST_KEPT;
		const isKept = lengths[slot] === length && decoders[slot] === decode;
		if (isKept && isSame(view, from, bytesOfTexts, place, length)) return texts[slot];
		const text = decode(this, from, to);
		for (let at = 0; at < length; at += 8)
			bytesOfTexts.setFloat64(place + at, view.getFloat64(from + at, true), true);
		lengths[slot] = length;
		decoders[slot] = decode;
		texts[slot] = text;
		return text;
	}

	/** Reads a number of at most fifteen digits. Returns undefined for anything else, and does not move. */
	readDigits(): number | undefined {
		const { bytes, at: from } = this;
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
		this.at = at;
		if (number === 0) return 0;
		if (scale > 0) number /= POWERS[scale];
		return first > from ? -number : number;
	}

	/** Reads `true` or `false`. Returns undefined for anything else, and does not move. */
	readBoolean(): boolean | undefined {
		const word = this.view.getInt32(this.at, true);
		const isFalse = word === FALS && this.bytes[this.at + 4] === SMALL_E;
		if (word !== TRUE && !isFalse) return undefined;
		this.at += isFalse ? 5 : 4;
		return !isFalse;
	}
}
