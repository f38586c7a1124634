// The search for the end of a text: four bytes at a time as long as none of them means anything.
//
// A byte that equals another is zero when both are combined by exclusive or. One less than zero sets a byte's
// highest bit; one less than any other byte below 128 does not. So for four bytes below 128, one subtraction tells
// whether a certain byte is among them, and another whether one is below 32. What a subtraction borrows comes from the
// bytes after such a byte, so the first byte that is marked is marked rightly.

const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;
const AMPERSANDS = 0x26262626;
// `<` and `>` differ by this bit alone.
const ANGLE_BITS = 0x02020202;
const ANGLES = 0x3e3e3e3e;
const BLANKS = 0x20202020;
const ONES = 0x01010101;
const HIGHEST_BITS = 0x80808080;

/** Which of four bytes is the first to have its highest bit set. */
function firstByte(marks: number): number {
	const lowest = (marks & HIGHEST_BITS) >>> 7;
	return (31 - Math.clz32(lowest & -lowest)) >> 3;
}

/** The place of the next quote, backslash, control character or byte above 127. */
export function skipJsonText(view: DataView, from: number): number {
	let at = from;
	for (;;) {
		const word = view.getInt32(at, true);
		const marks = word | ((word ^ QUOTES) - ONES) | ((word ^ BACKSLASHES) - ONES) | (word - BLANKS);
		if ((marks & HIGHEST_BITS) !== 0) return at + firstByte(marks);
		at += 4;
	}
}

/** The place of the next markup, control character or byte above 127. */
export function skipXmlText(view: DataView, from: number): number {
	let at = from;
	for (;;) {
		const word = view.getInt32(at, true);
		const angles = (word | ANGLE_BITS) ^ ANGLES;
		const marks = word | ((word ^ AMPERSANDS) - ONES) | (angles - ONES) | (word - BLANKS);
		if ((marks & HIGHEST_BITS) !== 0) return at + firstByte(marks);
		at += 4;
	}
}
