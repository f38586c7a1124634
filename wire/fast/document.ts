// An answer as far as it is needed again: all but its rows that were read, of which only the number and extent
// are kept. Should the reader meet what it does not know, the reference decoder gets the same document with empty
// rows in their places, so that everything after them stands in the line and column where it stood.
import { isEmptyRecord } from './projection';

/** Rows that were read and let go. */
interface Gap {
	readonly first: number;
	rows: number;
	/** Their extent in characters, the line ends among them, and how many characters follow the last one. */
	length: number;
	lines: number;
	lastLine: number;
	readonly marker: Uint8Array;
}

export interface Document {
	readonly pieces: Array<Uint8Array | Gap>;
	keptBytes: number;
}

/** Some rows: the index of the first one and of the one after the last. */
export interface RowRange {
	readonly from: number;
	readonly to: number;
}

/** Small answers are kept whole: they cost nothing. */
const KEPT_BYTES = 256 * 1024;
const LINE_FEED = 10;

export function createDocument(): Document {
	return { pieces: [], keptBytes: 0 };
}

/** Keeps bytes as they are. */
export function keepBytes(document: Document, bytes: Uint8Array): void {
	if (bytes.length === 0) return;
	document.pieces.push(bytes);
	document.keptBytes += bytes.length;
}

/**
 * Lets go of whole rows with what stands between them, and says so; or does not, as long as few bytes are kept,
 * and where an empty row would not easily fit in place of each. `surplus` is how many bytes more than characters these are.
 */
export function dropRows(
	document: Document,
	bytes: Buffer,
	surplus: number,
	range: RowRange,
	marker: Uint8Array,
): boolean {
	const rows = range.to - range.from;
	const lines = bytes.includes(LINE_FEED) ? countLines(bytes) : 0;
	const length = bytes.length - surplus;
	if (document.keptBytes + bytes.length < KEPT_BYTES) return false;
	if ((rows * marker.length + lines) * 4 > length) return false;
	const lastLine = lines === 0 ? length : countCharacters(bytes, bytes.lastIndexOf(LINE_FEED) + 1);
	const last = document.pieces.at(-1);
	if (last === undefined || last instanceof Uint8Array) {
		document.pieces.push({ first: range.from, rows, length, lines, lastLine, marker });
		return true;
	}
	last.rows += rows;
	last.length += length;
	last.lastLine = lines === 0 ? last.lastLine + length : lastLine;
	last.lines += lines;
	return true;
}

function countLines(bytes: Buffer): number {
	let lines = 0;
	for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
	return lines;
}

/** How many characters of a JavaScript string the UTF-8 bytes from here on are. */
function countCharacters(bytes: Buffer, from: number): number {
	let count = 0;
	for (let at = from; at < bytes.length; at++) {
		const byte = bytes[at];
		if (byte < 0x80 || byte >= 0xc0) count += byte >= 0xf0 ? 2 : 1;
	}
	return count;
}

/** The document, with an empty row for every one that was let go. */
export function documentBytes({ pieces }: Document): Buffer {
	return Buffer.concat(
		pieces.map((piece) => (piece instanceof Uint8Array ? piece : gapBytes(piece))),
	);
}

// Of the part before the last line end and the part after it, one is long enough for all empty rows.
function gapBytes({ rows, length, lines, lastLine, marker }: Gap): Buffer {
	const bytes = Buffer.alloc(length, ' ');
	const tail = length - lastLine;
	bytes.fill(LINE_FEED, tail - lines, tail);
	const start = rows * marker.length <= tail - lines ? 0 : tail;
	for (let row = 0; row < rows; row++) bytes.set(marker, start + row * marker.length);
	return bytes;
}

/** Puts the rows that were read and let go in place of the empty ones. */
export function restoreRows(document: Document, decoded: unknown, rows: readonly object[]): void {
	if (!Array.isArray(decoded)) return;
	for (const piece of document.pieces) {
		if (piece instanceof Uint8Array) continue;
		// Where a later collection of the same name took their place, there is none of them.
		const places = decoded.slice(piece.first, piece.first + piece.rows);
		if (places.length < piece.rows || !places.every(isEmptyRecord)) return;
		for (let row = piece.first; row < piece.first + piece.rows; row++) decoded[row] = rows[row];
	}
}
