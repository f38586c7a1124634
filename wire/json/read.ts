// JSON responses and texts: read without ever rounding a number.
import { ExactNumber, exactNumber, isNumberToken } from '../exactNumber';
import { lineAndColumn, truncated } from '../wording';
import { failure, MAX_DEPTH, type Result } from '../result';
import { findSyntaxError } from './syntaxError';

// The beginning of a string, or a number that a double may not hold: sixteen characters or more, or an exponent.
// As a key it stays as it is, for JSON.parse to reject.
const STRING_OR_LONG_NUMBER = /"|-?\d[\d.]*(?:[\d.]{15}|[eE])[\d.eE+-]*(?![\d.eE+-]|\s*:)/g;

/** How a number that a double does not hold is kept: what is parsed in its place, and what becomes of that. */
interface LongNumbers {
	readonly replace: (token: string) => string;
	readonly revive?: (key: string, value: unknown) => unknown;
}

const asStrings: LongNumbers = { replace: (token) => `"${token}"` };

// No string of a service or a person begins like this.
const PREFIX = '\u0000number ';
const asExactNumbers: LongNumbers = {
	replace: (token) => JSON.stringify(PREFIX + token),
	revive: (_key, value) =>
		typeof value === 'string' && value.startsWith(PREFIX)
			? new ExactNumber(value.slice(PREFIX.length))
			: value,
};

/** Reads a JSON text, long numbers as strings of their digits; `what` is the subject of the sentence about an error. */
export function readJson(text: string, what = 'The response'): Result<unknown> {
	return read(text, what, asStrings);
}

/** Reads a JSON text without a schema that tells numbers from strings: long numbers are `ExactNumber`s. */
export function readUnknownJson(text: string, what: string): Result<unknown> {
	return read(text, what, asExactNumbers);
}

function read(text: string, what: string, { replace, revive }: LongNumbers): Result<unknown> {
	const source = withoutLongNumbers(text, replace);
	let value: unknown;
	try {
		value = JSON.parse(source, revive);
	} catch {
		return failure(syntaxProblem(text, what));
	}
	return clean(value, 0) ? { ok: true, value } : failure(syntaxProblem(text, what));
}

function syntaxProblem(text: string, what: string): string {
	const { offset, found, isTooDeep } = findSyntaxError(text);
	if (offset === text.length) return `${truncated(text, what)}.`;
	const place = lineAndColumn(text, offset);
	return isTooDeep
		? `${what} is nested more than ${MAX_DEPTH} levels deep (${place}).`
		: `${what} is not valid JSON: ${JSON.stringify(found)} is not expected in ${place}.`;
}

function withoutLongNumbers(text: string, replace: LongNumbers['replace']): string {
	const pieces: string[] = [];
	let copied = 0;
	const next = new RegExp(STRING_OR_LONG_NUMBER);
	for (let match = next.exec(text); match; match = next.exec(text)) {
		const [token] = match;
		if (token === '"') next.lastIndex = endOfString(text, next.lastIndex);
		else if (isNumberToken(token) && typeof exactNumber(token) === 'string') {
			pieces.push(text.slice(copied, match.index), replace(token));
			copied = next.lastIndex;
		}
	}
	return pieces.join('') + text.slice(copied);
}

/** The offset after the closing quotation mark of the string whose content begins at `start`. */
function endOfString(text: string, start: number): number {
	let quote = text.indexOf('"', start);
	while (quote !== -1) {
		let backslashes = 0;
		while (text[quote - 1 - backslashes] === '\\') backslashes++;
		if (backslashes % 2 === 0) return quote + 1;
		quote = text.indexOf('"', quote + 1);
	}
	return text.length;
}

// One walk for the three things that JSON.parse accepts: depth, `__proto__` as a key (which the first careless copy
// would make a prototype), and negative zero.
function clean(value: unknown, depth: number): boolean {
	if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return true;
	if (depth === MAX_DEPTH) return false;
	const holder = value as Record<string, unknown>;
	for (const key in holder) {
		const child = holder[key];
		if (key === '__proto__') delete holder[key];
		else if (Object.is(child, -0)) holder[key] = 0;
		else if (!clean(child, depth + 1)) return false;
	}
	return true;
}
