// Numbers of the usual length, read from bytes without making a text of them.
import { LONGEST_WHOLE_NUMBER } from '../../exactNumber';
import type { Cursor } from './cursor';

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

const SAFE_DIGITS = 15;
const POWERS = Array.from({ length: SAFE_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/**
 * The number at the cursor, which goes past it; undefined, and the cursor stays, where there is none or a longer
 * one. At most fifteen digits are a quotient of two numbers that a double holds exactly, so it is rounded rightly.
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
	if (digits === 0) return undefined;
	if (byte === POINT) {
		const point = at;
		byte = bytes[++at];
		for (; byte >= ZERO && byte <= NINE; byte = bytes[++at]) number = number * 10 + (byte - ZERO);
		scale = at - point - 1;
		digits += scale;
		if (scale === 0) return undefined;
	}
	if (digits > SAFE_DIGITS) return undefined;
	cursor.at = at;
	if (number === 0) return 0;
	if (scale > 0) number /= POWERS[scale];
	return first > from ? -number : number;
}

/** The end of the digits from here on, where they are a whole number of so many that it is always a string. */
export function endOfLongWhole({ bytes }: Cursor, from: number): number | undefined {
	const first = bytes[from] === MINUS ? from + 1 : from;
	let at = first;
	while (bytes[at] >= ZERO && bytes[at] <= NINE) at++;
	return at - from > LONGEST_WHOLE_NUMBER && bytes[first] !== ZERO ? at : undefined;
}
