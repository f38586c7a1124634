// The document that the reference decoder gets should the streaming end: everything that was received, except rows
// that were read. Empty ones take their places, so that what follows keeps its line and column.

/** Rows that were read and discarded. */
interface Gap {
	rows: number;
	/** Their extent in characters, the line breaks in it, and how many characters follow the last one. */
	length: number;
	lines: number;
	lastLine: number;
	readonly placeholder: Uint8Array;
}

export interface Retained {
	readonly pieces: Array<Uint8Array | Gap>;
	/** The last of the pieces, while there is room in it. */
	block: Uint8Array;
	/** How much of it is used. */
	used: number;
	bytes: number;
	/** The index of the first row of the current list that was discarded. */
	firstGap: number | undefined;
}

/** Rows that may be discarded. */
export interface DiscardableRows {
	/** The index of the first one in its list. */
	readonly first: number;
	readonly count: number;
	/** How many more bytes than characters they have. */
	readonly surplus: number;
	readonly placeholder: Uint8Array;
}

/** Small responses are kept whole: they cost nothing. */
const KEPT_BYTES = 256 * 1024;
const MIN_BLOCK = 1024;
const MAX_BLOCK = 256 * 1024;
const LINE_FEED = 10;
const SPACE = 32;

const encoder = new TextEncoder();

/**
 * What takes the place of a row. In a list of a record it has a field that no row has, to tell it from the rows of a
 * later list in the same document.
 */
export const PLACEHOLDERS = {
	json: { root: encoder.encode('{},'), nested: encoder.encode('{"_":""},') },
	xml: { root: encoder.encode('<_/>'), nested: encoder.encode('<_><_/></_>') },
} as const;

/** Whether a decoded row is a placeholder. */
export function isPlaceholder(row: unknown, list: keyof (typeof PLACEHOLDERS)['json']): boolean {
	return JSON.stringify(row) === (list === 'root' ? '{}' : '{"_":""}');
}

export function createRetained(): Retained {
	return { pieces: [], block: new Uint8Array(0), used: 0, bytes: 0, firstGap: undefined };
}

/** Keeps a copy of bytes. Pieces of a few bytes share a block, since an array of its own is larger than they are. */
export function retain(retained: Retained, bytes: Uint8Array): void {
	const { block, used } = retained;
	const fitting = Math.min(block.length - used, bytes.length);
	block.set(bytes.subarray(0, fitting), used);
	retained.used += fitting;
	retained.bytes += fitting;
	if (fitting === bytes.length) return;
	closeBlock(retained);
	const rest = bytes.subarray(fitting);
	const size = Math.max(rest.length, Math.min(MAX_BLOCK, Math.max(MIN_BLOCK, retained.bytes)));
	retained.block = new Uint8Array(size);
	retained.block.set(rest);
	retained.used = rest.length;
	retained.bytes += rest.length;
}

function closeBlock(retained: Retained): void {
	const { block, used, pieces } = retained;
	if (used > 0) pieces.push(block.subarray(0, used));
	retained.block = new Uint8Array(0);
	retained.used = 0;
}

/**
 * Discards whole rows with what is between them, and says so; or does not, as long as few bytes are kept, and where a
 * placeholder would not easily fit in place of each.
 */
export function discardRows(retained: Retained, bytes: Buffer, rows: DiscardableRows): boolean {
	const { count, placeholder } = rows;
	const lines = bytes.includes(LINE_FEED) ? countLines(bytes) : 0;
	const length = bytes.length - rows.surplus;
	if (retained.bytes + bytes.length < KEPT_BYTES) return false;
	if ((count * placeholder.length + lines) * 4 > length) return false;
	const lastLine = lines === 0 ? length : countCharacters(bytes, bytes.lastIndexOf(LINE_FEED) + 1);
	closeBlock(retained);
	retained.firstGap ??= rows.first;
	const last = retained.pieces.at(-1);
	if (last === undefined || last instanceof Uint8Array) {
		retained.pieces.push({ rows: count, length, lines, lastLine, placeholder });
		return true;
	}
	last.rows += count;
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

/** The document, with a placeholder for every row that was discarded. */
export function retainedBytes({ pieces, block, used }: Retained): Buffer {
	const closed = pieces.map((piece) => (piece instanceof Uint8Array ? piece : gapBytes(piece)));
	return Buffer.concat([...closed, block.subarray(0, used)]);
}

// Of the part before the last line break and the part after it, one is long enough for all placeholders.
function gapBytes({ rows, length, lines, lastLine, placeholder }: Gap): Uint8Array {
	const bytes = new Uint8Array(length).fill(SPACE);
	const tail = length - lastLine;
	bytes.fill(LINE_FEED, tail - lines, tail);
	const start = rows * placeholder.length <= tail - lines ? 0 : tail;
	for (let row = 0; row < rows; row++) bytes.set(placeholder, start + row * placeholder.length);
	return bytes;
}
