// The bytes at hand and the position in them, with what all streaming readers do to them.
import type { DriftLog } from '../../drift';
import type { Blocks } from './blocks';

/**
 * Bytes, with the functions behind `toString`: called for every string, the look at its arguments would cost a fifth
 * of its time.
 */
export type Bytes = Buffer & {
	latin1Slice(from: number, to: number): string;
	utf8Slice(from: number, to: number): string;
};

/** The position of a reader. A zero byte follows the last byte at hand, so that every loop ends there. */
export interface Cursor {
	bytes: Bytes;
	/** The same bytes; a few bytes after the last one at hand can be read. */
	view: DataView;
	at: number;
	/** The number of bytes at hand. */
	end: number;
	/** How many more bytes than characters the text had that was read since this was last zero. */
	surplus: number;
	/** How many objects, lists and elements are open within the row that is being read. */
	depth: number;
	/** Where numbers begin and end that were read as strings. */
	readonly quoted: number[];
	/** Whether something was read that the value does not show: a field that came twice, or is never kept. */
	isReduced: boolean;
	/** The lines of rows that are kept as text. */
	readonly lines: Blocks;
	readonly drift: DriftLog;
}

/** Ends a step that needs bytes which have not arrived yet; the step is repeated when there are more. */
export class NeedMoreInput extends Error {}

/** Ends the streaming of a response: here is something that it does not support. */
export class Unsupported extends Error {}

// Thrown for every portion, so they are made once: an error costs its stack trace.
const needMoreInput = new NeedMoreInput('More bytes are needed.');
const unsupported = new Unsupported('The reference decoder has to read this.');

/** The deepest nesting that is streamed; less than the reference decoder accepts, so that it decides about deeper values. */
const MAX_STREAMED_DEPTH = 90;

/** So many bytes can be read after the last one at hand. */
export const READ_AHEAD = 8;

/** The longest name that is streamed: what is learned of a name is kept for the next responses. */
export const MAX_NAME = 500;

/** Leaves the response to the reference decoder. */
export function bailOut(): never {
	throw unsupported;
}

/** Ends the step at a byte that does not fit: either it has not arrived yet, or the response is not as expected. */
export function unexpected(cursor: Cursor, at: number): never {
	throw at >= cursor.end ? needMoreInput : unsupported;
}

/** Counts an object, a list or an element that opens; the caller subtracts it when it closes. */
export function descend(cursor: Cursor): void {
	if (++cursor.depth > MAX_STREAMED_DEPTH) bailOut();
}

/** The position of the next byte that is not a space, tab or line break. */
export function skipSpace(bytes: Buffer, from: number): number {
	let at = from;
	for (;;) {
		const byte = bytes[at];
		if (byte > 32 || (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9)) return at;
		at++;
	}
}
