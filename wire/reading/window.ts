// The received bytes of a response, and where reading is.
import { countText, failure } from '../result';
import {
	type Bytes,
	createBytes,
	type Decode,
	InternedTexts,
	NEED_MORE_INPUT,
	PADDING,
} from './engine';

/** Why a text cannot be read, and at which byte. */
export class ReadError extends Error {
	constructor(
		message: string,
		readonly at: number,
	) {
		super(message);
	}
}

/** A position, its line, and where the line begins: below zero where rows of it were left out. */
const FIRST_PLACE = { at: 0, line: 1, lineStart: 0 };

const [LINE_FEED] = Buffer.from('\n');

/** A response of fewer bytes has few texts that come again. */
const FEWEST_BYTES_TO_INTERN = 64 * 1024;

/** A table of the bytes below 128 that a regular expression matches as characters. */
export function bytesIn(characters: RegExp): Uint8Array {
	return Uint8Array.from({ length: 256 }, (_, byte) =>
		byte < 128 && characters.test(String.fromCharCode(byte)) ? 1 : 0,
	);
}

const SPACE = bytesIn(/[ \n\r\t]/);

export function damagedText(encoding: string): string {
	return `The response is damaged or cut off: its bytes are not valid ${encoding}.`;
}

/** Decodes bytes below 128. */
const decodePlain: Decode = ({ bytes }, from, to) => bytes.latin1Slice(from, to);

/** Decodes UTF-8. Invalid bytes are an error, and so is a zero: it has to mean that no more bytes have arrived. */
export const decodeUtf8: Decode = ({ bytes }, from, to) => {
	const text = bytes.utf8Slice(from, to);
	// The replacement character may have been sent as such.
	if (text.includes('\ufffd') && !bytes.subarray(from, to).equals(Buffer.from(text)))
		throw failure(damagedText('utf-8'));
	if (text.includes('\0')) throw new ReadError('contains a zero byte', bytes.indexOf(0, from));
	return text;
};

export class ByteWindow {
	/** The bytes that have arrived, without the rows that were read and left out. A zero behind them ends loops over them. */
	bytes: Bytes = createBytes(4096);
	view = new DataView(this.bytes.buffer);
	at = 0;
	/** The number of these bytes. */
	end = 0;
	/** Whether all bytes of the response have arrived. */
	isComplete = false;
	/** Where rows that were read begin and end: the next bytes that arrive replace them. */
	private rowsFrom = 0;
	private rowsTo = 0;
	/** The place behind the rows that were left out, and how many bytes those had. */
	private place = FIRST_PLACE;
	private leftOut = 0;
	private interned: InternedTexts | undefined;

	/** The number of bytes that wait to be read as a part of a row, or around the rows. */
	get unread(): number {
		return this.end - (this.rowsTo - this.rowsFrom);
	}

	/** Adds bytes, and leaves out the rows that were read. */
	append(piece: Uint8Array): void {
		this.leaveOutRows();
		const { bytes, end } = this;
		const size = end + piece.length;
		if (size + PADDING > bytes.length) {
			this.bytes = createBytes(Math.max(size + 2 * PADDING, bytes.length * 2) & -PADDING);
			this.view = new DataView(this.bytes.buffer);
			bytes.copy(this.bytes, 0, 0, end);
		}
		this.bytes.set(piece, end);
		this.bytes[size] = 0;
		this.end = size;
		if (size > FEWEST_BYTES_TO_INTERN) this.interned ??= new InternedTexts();
	}

	private leaveOutRows(): void {
		const { rowsFrom, rowsTo } = this;
		const length = rowsTo - rowsFrom;
		if (length === 0) return;
		const { line, lineStart } = this.lineAt(rowsTo);
		this.place = { at: rowsFrom, line, lineStart: lineStart - length };
		this.bytes.copyWithin(rowsFrom, rowsTo, this.end + 1);
		this.leftOut += length;
		this.end -= length;
		this.rowsTo = rowsFrom;
	}

	/** Begins the rows of a response at this position. Returns whether they are those of which some were left out. */
	beginRows(): 'first' | 'continued' | 'other' {
		const { at, place } = this;
		if (place !== FIRST_PLACE && place.at !== at) return 'other';
		this.rowsFrom = this.rowsTo = at;
		return place === FIRST_PLACE ? 'first' : 'continued';
	}

	/** Ends a row, so that its bytes can be left out. */
	endRow(): void {
		this.rowsTo = this.at;
	}

	private lineAt(at: number) {
		let { at: from, line, lineStart } = at < this.place.at ? FIRST_PLACE : this.place;
		for (; (from = this.bytes.indexOf(LINE_FEED, from) + 1) > 0 && from <= at; line++)
			lineStart = from;
		return { line, lineStart };
	}

	/** The sentence about a text that cannot be read; `what` is its subject. Columns count bytes. */
	problemText(error: unknown, what = 'The response'): string {
		if (error === NEED_MORE_INPUT) {
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

	/** The text of bytes. A short one that came before is the same string. */
	text(from: number, to: number, decode = decodePlain): string {
		if (from === to) return '';
		const { interned } = this;
		return interned ? interned.text(this, from, to, decode) : decode(this, from, to);
	}
}
