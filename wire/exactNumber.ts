// Exact numbers: a JavaScript number where it has the value that was written, otherwise a string of the digits.

export const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WHOLE_NUMBER = /^-?\d+$/;
const ANY_NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?([eE][+-]?\d+)?$/;
const DECIMAL_PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** What may follow the shortest print of a number without changing its value. */
const ZEROS = /^\.?0*$/;
const LEADING_ZEROS = /^0+(?=\d)/;

/** A double keeps any fifteen significant digits. */
const SAFE_LENGTH = 15;
/** The length of the longest whole number that is exact. */
const LONGEST_SAFE = '-9007199254740991'.length;

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

/** Whether a text is a number with more digits than a JavaScript number holds, which is read as a string. */
export function isLongNumber(text: string): boolean {
	return JSON_NUMBER.test(text) && typeof exactNumber(text) === 'string';
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
	const digits = whole.replace(LEADING_ZEROS, '') || '0';
	return `${sign === '-' ? '-' : ''}${digits}${fraction && `.${fraction}`}${exponent}`;
}

/**
 * The value of a number token: a number if its shortest print has the same decimal value
 * (`1.50` is 1.5, `1.0E+2` is 100), otherwise the token itself. A whole number beyond 2^53 is always
 * a string, so that a field of large numbers does not change its type with its last digits.
 * There is no negative zero.
 */
export function exactNumber(token: string): number | string {
	const isWhole = WHOLE_NUMBER.test(token);
	if (isWhole && token.length > LONGEST_SAFE) return token;
	const number = Number(token);
	const shortest = String(number);
	const isExact = isWhole
		? Number.isSafeInteger(number)
		: (token.startsWith(shortest) && ZEROS.test(token.slice(shortest.length))) ||
			(token.length <= SAFE_LENGTH && !/e/i.test(token)) ||
			canonical(token) === canonical(shortest);
	return isExact ? number + 0 : token;
}

/** A number token without an exponent, for places where only plain decimals are understood. */
export function plainNumber(token: string): string {
	const parts = DECIMAL_PARTS.exec(token);
	if (!parts?.[4]) return token;
	const [, sign, whole, fraction = '', exponent] = parts;
	const shift = Number(exponent);
	if (Math.abs(shift) > MAX_PLAIN_EXPONENT) return token;
	const zeros = '0'.repeat(Math.max(0, 1 - whole.length - shift));
	const point = Math.max(whole.length + shift, 1);
	const digits = `${zeros}${whole}${fraction}`.padEnd(point, '0');
	const rest = digits.slice(point);
	return `${sign}${digits.slice(0, point).replace(LEADING_ZEROS, '')}${rest && `.${rest}`}`;
}

/** A number in the form in which it is compared; anything else as it is. */
export function comparableNumber(value: unknown): unknown {
	if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
	const text = typeof value === 'number' ? String(value) : value;
	const token = typeof text === 'string' ? numberToken(text) : undefined;
	if (token === undefined) return value;
	const number = exactNumber(token);
	const isDouble = typeof number === 'number' && !(Math.abs(number) > Number.MAX_SAFE_INTEGER);
	return isDouble ? number : canonical(token);
}

/** The same text for all tokens of one value. A loop, because a regular expression for trailing zeros is quadratic on a million digits. */
function canonical(token: string): string {
	const parts = DECIMAL_PARTS.exec(token);
	if (!parts) return token;
	const [, sign, whole, fraction = '', exponent = '0'] = parts;
	const digits = (whole + fraction).replace(/^0+/, '');
	let end = digits.length;
	while (end > 0 && digits[end - 1] === '0') end--;
	if (end === 0) return '0';
	const power = Number(exponent) - fraction.length + (digits.length - end);
	return `${sign}${digits.slice(0, end)}e${power}`;
}
