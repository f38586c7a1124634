// Exact numbers: a JavaScript number where it has the value that was written, otherwise a string of the digits.

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WHOLE = /^-?\d+$/;
const ANY_NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?([eE][+-]?\d+)?$/;
const DECIMAL_PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** A double keeps any fifteen significant digits. */
const SAFE_LENGTH = 15;

/** No double prints more significant digits. */
const LONGEST_PRINT = 17;

/** A decimal up to this length is far from the largest and the smallest double. */
const MAX_DECIMAL = 300;

/** A whole number with more characters is a string: even with a sign it is beyond 2^53. */
export const LONGEST_WHOLE_NUMBER = String(Number.MIN_SAFE_INTEGER).length;

/** A number with a larger exponent keeps it, because the zeros would fill pages. */
const MAX_PLAIN_EXPONENT = 1000;

/**
 * A number of which a JavaScript number would lose digits, in a record without a schema: there, its digits as a
 * string would be written as a string.
 */
export class ExactNumber {
	constructor(readonly token: string) {}

	toJSON(): string {
		return this.token;
	}
}

/** Whether a text is a whole number that has too many digits for a JavaScript number. A loop, because this runs often. */
export function isLongWhole(text: string): boolean {
	if (text.length <= LONGEST_WHOLE_NUMBER) return false;
	const first = text.charCodeAt(0) === MINUS ? 1 : 0;
	if (text.charCodeAt(first) === ZERO) return false;
	for (let at = first; at < text.length; at++) {
		const digit = text.charCodeAt(at);
		if (digit < ZERO || digit > NINE) return false;
	}
	return true;
}

/** Whether a text is a number with more digits than a JavaScript number holds, which is read as a string. */
export function isLongNumber(text: string): boolean {
	return isLongWhole(text) || (isNumberToken(text) && typeof exactNumber(text) === 'string');
}

/** Whether a text is a JSON number. */
export function isNumberToken(text: string): boolean {
	return JSON_NUMBER.test(text);
}

/**
 * The JSON number for a number as XML or a person may write it (` +007. `, `.5`); undefined for anything
 * else.
 */
export function numberToken(text: string): string | undefined {
	if (JSON_NUMBER.test(text)) return text;
	const parts = ANY_NUMBER.exec(text.trim());
	if (!parts) return undefined;
	const [, sign, whole = '', fraction = '', exponent = ''] = parts;
	if (whole === '' && fraction === '') return undefined;
	const digits = withoutLeadingZeros(whole) || '0';
	return `${sign === '-' ? '-' : ''}${digits}${fraction && `.${fraction}`}${exponent}`;
}

/**
 * The value of a number token: a number if its shortest print has the same decimal value
 * (`1.50` is 1.5, `1.0E+2` is 100), otherwise the token itself. A whole number beyond 2^53 is always
 * a string, so that a field of large numbers does not change its type with its last digits.
 * There is no negative zero.
 */
export function exactNumber(token: string): number | string {
	const number = Number(token);
	if (token.length <= SAFE_LENGTH && !/[eE]/.test(token)) return number + 0;
	const digits = significantDigits(token);
	if (digits <= SAFE_LENGTH) return number + 0;
	if (digits > LONGEST_PRINT) return token;
	const isExact = WHOLE.test(token)
		? Number.isSafeInteger(number)
		: sameDecimal(token, String(number));
	return isExact ? number + 0 : token;
}

/**
 * How many digits there are from the first to the last that is not zero; NaN unless the token has a fraction and no
 * exponent, and is neither too large nor too small for all digits of a double.
 */
function significantDigits(token: string): number {
	if (token.length > MAX_DECIMAL) return NaN;
	let count = 0;
	let zeros = 0;
	let isFraction = false;
	for (let at = 0; at < token.length; at++) {
		const byte = token.charCodeAt(at);
		if (byte === POINT) isFraction = true;
		else if (byte > NINE) return NaN;
		else if (byte !== MINUS && (byte !== ZERO || count > 0)) {
			count++;
			zeros = byte === ZERO ? zeros + 1 : 0;
		}
	}
	return isFraction ? count - zeros : NaN;
}

/** A number token without an exponent, for places where only plain decimals are understood. */
export function plainNumber(token: string): string {
	const parts = DECIMAL_PARTS.exec(token);
	if (!parts?.[4]) return token;
	const [, sign, whole, fraction = '', exponent] = parts;
	const shift = Number(exponent);
	if (Math.abs(shift) > MAX_PLAIN_EXPONENT) return token;
	const point = whole.length + shift;
	const digits = `${'0'.repeat(Math.max(0, 1 - point))}${whole}${fraction}`;
	const pointInDigits = Math.max(point, 1);
	const padded = digits.padEnd(pointInDigits, '0');
	const wholeDigits = withoutLeadingZeros(padded.slice(0, pointInDigits)) || '0';
	const rest = padded.slice(pointInDigits);
	return `${sign}${wholeDigits}${rest && `.${rest}`}`;
}

function withoutLeadingZeros(digits: string): string {
	let start = 0;
	while (digits[start] === '0') start++;
	return digits.slice(start);
}

function sameDecimal(left: string, right: string): boolean {
	return left === right || canonical(left) === canonical(right);
}

// A loop, because a regular expression for trailing zeros is quadratic on a million digits.
function canonical(token: string): string {
	const parts = DECIMAL_PARTS.exec(token);
	if (!parts) return token;
	const [, sign, whole, fraction = '', exponent = '0'] = parts;
	const digits = withoutLeadingZeros(whole + fraction);
	let end = digits.length;
	while (end > 0 && digits[end - 1] === '0') end--;
	if (end === 0) return '0';
	const power = Number(exponent) - fraction.length + (digits.length - end);
	return `${sign}${digits.slice(0, end)}e${power}`;
}
