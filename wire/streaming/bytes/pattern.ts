// Bytes that are expected: names, tags and words, compared eight bytes at a time.
import { type Blocks, reserve } from './blocks';
import { type Cursor, READ_AHEAD, unexpected } from './cursor';

export interface Pattern {
	/** The memory in which it is; those of a record are next to each other. */
	readonly view: DataView;
	readonly from: number;
	readonly length: number;
}

const EIGHT = READ_AHEAD;
const FOUR = EIGHT / 2;

const encoder = new TextEncoder();

/** @param blocks Where to put it; left out, it has memory of its own */
export function patternOf(text: string, blocks?: Blocks): Pattern {
	const bytes = encoder.encode(text);
	if (!blocks) return patternOfBytes(bytes);
	const place = reserve(blocks, bytes.length);
	place.set(bytes);
	return { view: blocks.view, from: place.byteOffset, length: bytes.length };
}

/** The bytes, which the caller leaves to the pattern. */
export function patternOfBytes({ buffer, byteOffset, length }: Uint8Array): Pattern {
	return { view: new DataView(buffer), from: byteOffset, length };
}

/** A pattern that matches nothing: the number of these bytes is NaN. */
export const NEVER = patternOfBytes(new Uint8Array(EIGHT).fill(0xff));

/** Whether these bytes are next; bytes that have not arrived yet are unlike all others. */
export function matches(cursor: Cursor, at: number, pattern: Pattern): boolean {
	const { view } = cursor;
	const { view: expected, from, length } = pattern;
	if (length < FOUR) return countSame(cursor, at, pattern) === length;
	// The last bytes are compared together with some of those before.
	if (length < EIGHT) {
		const last = length - FOUR;
		return (
			view.getInt32(at, true) === expected.getInt32(from, true) &&
			view.getInt32(at + last, true) === expected.getInt32(from + last, true)
		);
	}
	const last = length - EIGHT;
	// No text is NaN or zero, so equal numbers are equal bytes.
	for (let index = 0; index < last; index += EIGHT) {
		if (view.getFloat64(at + index, true) !== expected.getFloat64(from + index, true)) return false;
	}
	return view.getFloat64(at + last, true) === expected.getFloat64(from + last, true);
}

/** How many bytes of the pattern are next. */
export function countSame(cursor: Cursor, at: number, pattern: Pattern): number {
	const { view } = cursor;
	const { view: expected, from, length } = pattern;
	const last = length - EIGHT;
	let same = 0;
	while (
		same <= last &&
		view.getFloat64(at + same, true) === expected.getFloat64(from + same, true)
	) {
		same += EIGHT;
	}
	while (same < length && view.getUint8(at + same) === expected.getUint8(from + same)) same++;
	return same;
}

/** Moves past these bytes, which have to be next; what ends the step otherwise is the first that is not. */
export function expect(cursor: Cursor, expected: Pattern): void {
	const { at } = cursor;
	if (!matches(cursor, at, expected)) unexpected(cursor, at + countSame(cursor, at, expected));
	cursor.at = at + expected.length;
}
