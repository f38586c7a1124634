// Where a text is not JSON: the engine's own messages often name no place.
import { MAX_DEPTH } from '../result';

export interface JsonSyntaxError {
	/** The first offset at which the text cannot be JSON; its length where it ends too early. */
	readonly offset: number;
	/** The word or character at the offset. */
	readonly found: string;
	/** Whether only the nesting is too deep. */
	readonly isTooDeep: boolean;
}

const SPACE = /[ \t\r\n]*/y;
const STRING_RUN = /[\u0020\u0021\u0023-\u005b\u005d-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const TRUNCATED_ESCAPE = /\\(?:u[\da-fA-F]{0,3})?$/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NUMBER_RUN = /[-+.\deE]*/y;
const WORD = /[A-Za-z]+/y;
const WORDS = ['true', 'false', 'null'];

/** The end of what matches at an offset; -1 where nothing does. */
function endOf(pattern: RegExp, text: string, offset: number): number {
	pattern.lastIndex = offset;
	return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The end of a value, or the offset at which it is not one. A value that the end of the text cuts off is invalid there. */
interface Token {
	readonly at: number;
	readonly isValid: boolean;
}

const valid = (at: number): Token => ({ at, isValid: true });
const invalid = (at: number): Token => ({ at, isValid: false });

/** Finds the first error of a text that is not JSON, or that is nested too deeply. */
export function findSyntaxError(text: string): JsonSyntaxError {
	const open: string[] = [];
	let expected: 'value' | 'key' | 'separator' = 'value';
	let mayClose = false;
	let at = endOf(SPACE, text, 0);
	while (at < text.length) {
		const character = text[at];
		let token = valid(at + 1);
		if (character === open.at(-1) && (mayClose || expected === 'separator')) {
			open.pop();
			expected = 'separator';
		} else if (expected === 'separator') {
			if (character !== ',' || open.length === 0) return errorAt(text, at);
			expected = open.at(-1) === '}' ? 'key' : 'value';
		} else if (expected === 'key') {
			token = keyAt(text, at);
			expected = 'value';
		} else if (character === '{' || character === '[') {
			if (open.push(character === '{' ? '}' : ']') > MAX_DEPTH) return errorAt(text, at, true);
			expected = character === '{' ? 'key' : 'value';
		} else {
			token = scalarAt(text, at);
			expected = 'separator';
		}
		if (!token.isValid) return errorAt(text, token.at);
		mayClose = character === '{' || character === '[';
		at = endOf(SPACE, text, token.at);
	}
	return errorAt(text, text.length);
}

function errorAt(text: string, offset: number, isTooDeep = false): JsonSyntaxError {
	const end = Math.max(endOf(WORD, text, offset), offset + 1);
	return { offset, found: text.slice(offset, Math.min(end, offset + 30)), isTooDeep };
}

function keyAt(text: string, at: number): Token {
	const key = text[at] === '"' ? stringAt(text, at) : invalid(at);
	if (!key.isValid) return key;
	const colon = endOf(SPACE, text, key.at);
	return text[colon] === ':' ? valid(colon + 1) : invalid(colon);
}

function scalarAt(text: string, at: number): Token {
	const first = text[at];
	if (first === '"') return stringAt(text, at);
	if (first === '-' || (first >= '0' && first <= '9')) return numberAt(text, at);
	const end = endOf(WORD, text, at);
	const word = end === -1 ? '' : text.slice(at, end);
	if (WORDS.includes(word)) return valid(end);
	const isTruncated = end === text.length && WORDS.some((known) => known.startsWith(word));
	return invalid(isTruncated ? end : at);
}

function stringAt(text: string, start: number): Token {
	let at = endOf(STRING_RUN, text, start + 1);
	while (text[at] === '\\') {
		const end = endOf(ESCAPE, text, at);
		if (end === -1) return invalid(endOf(TRUNCATED_ESCAPE, text, at) === -1 ? at : text.length);
		at = endOf(STRING_RUN, text, end);
	}
	return text[at] === '"' ? valid(at + 1) : invalid(at);
}

function numberAt(text: string, at: number): Token {
	const end = endOf(NUMBER, text, at);
	// "12." and "-" may be cut off.
	if (end < text.length && endOf(NUMBER_RUN, text, at) === text.length) return invalid(text.length);
	return end === -1 ? invalid(at) : valid(end);
}
