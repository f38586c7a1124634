// JSON: read without ever rounding a number, written with every digit.
import { type Field, kindOf, type Schema } from '../api/kinds';
import { exactNumber, isNumberToken } from './exact';
import { findJsonFault } from './jsonFault';
import { type Encoded, MAX_DEPTH, refuse, type Refused } from './result';

/** Any JSON value, numbers exact; or what is wrong with the text. */
export type Json = { readonly ok: true; readonly value: unknown } | Refused;

// A number that a double may not hold: sixteen characters of digits or more, or an exponent.
const LONG_NUMBER =
	/((?:\w")?:\s*|[[,]\s*)(-?(?:\d[\d.]{15,}(?:[eE][+-]?\d+)?|\d[\d.]*[eE][+-]?\d+))/g;

/** Reads a JSON text. */
export function readJson(text: string): Json {
	try {
		const value: unknown = JSON.parse(withExactNumbers(text));
		return sweep(value, 0)
			? { ok: true, value }
			: refuse(`The answer is nested more than ${MAX_DEPTH} levels deep.`);
	} catch {
		return refuse(faultOf(text));
	}
}

function faultOf(text: string): string {
	const { offset, found } = findJsonFault(text);
	if (found === undefined) {
		return `The answer is cut off after ${offset.toLocaleString('en-US')} characters.`;
	}
	const before = text.slice(0, offset);
	const line = before.split('\n').length;
	const column = offset - before.lastIndexOf('\n');
	return `The answer is no valid JSON: ${JSON.stringify(found)} is not expected in line ${line}, column ${column}.`;
}

// After a word character a quote can only close a key, so that nearly all long numbers are known
// to stand outside of strings at first sight; the few others are looked for with more care.
function withExactNumbers(text: string): string {
	let isCertain = true;
	const quoted = text.replace(LONG_NUMBER, (_match, before: string, token: string) => {
		if (before[1] !== '"') isCertain = false;
		return before + exactToken(token);
	});
	return isCertain ? quoted : withExactNumbersOutsideStrings(text);
}

function exactToken(token: string): string {
	return isNumberToken(token) && typeof exactNumber(token) === 'string' ? `"${token}"` : token;
}

function withExactNumbersOutsideStrings(text: string): string {
	const pieces: string[] = [];
	const next = /"|-?\d[\d.eE+-]*/g;
	let written = 0;
	for (let match = next.exec(text); match; match = next.exec(text)) {
		if (match[0] === '"') {
			next.lastIndex = endOfString(text, next.lastIndex);
			continue;
		}
		pieces.push(text.slice(written, match.index), exactToken(match[0]));
		written = next.lastIndex;
	}
	pieces.push(text.slice(written));
	return pieces.join('');
}

/** The offset after the closing quote of the string whose content begins at `start`. */
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

// One walk for the three things that JSON.parse lets through: depth, `__proto__` as a key
// (which would become a prototype in the first careless copy), and negative zero.
function sweep(value: unknown, depth: number): boolean {
	if (typeof value !== 'object' || value === null) return true;
	if (depth === MAX_DEPTH) return false;
	const holder = value as Record<string, unknown>;
	for (const key in holder) {
		const child = holder[key];
		if (typeof child === 'object' && child !== null) {
			if (key === '__proto__') delete holder[key];
			else if (!sweep(child, depth + 1)) return false;
		} else if (Object.is(child, -0)) {
			holder[key] = 0;
		} else if (key === '__proto__') {
			delete holder[key];
		}
	}
	return true;
}

/** Writes a request body: the document's field order, unknown fields last, exact strings as the numbers they are. */
export function writeJson(schema: Schema, value: unknown): Encoded {
	try {
		return {
			ok: true,
			text: written(schema, value) ?? 'null',
			contentType: 'application/json',
		};
	} catch (error) {
		return { ok: false, problem: error instanceof Error ? error.message : String(error) };
	}
}

function written(schema: Schema, value: unknown): string | undefined {
	const kind = kindOf(schema);
	switch (kind.kind) {
		case 'record':
			return isPlainObject(value) ? writtenRecord(kind.fields, value) : JSON.stringify(value);
		case 'list':
			return Array.isArray(value)
				? `[${value.map((item) => written(kind.item, item) ?? 'null').join(',')}]`
				: JSON.stringify(value);
		case 'integer':
		case 'byte':
		case 'decimal':
			return typeof value === 'string' && isNumberToken(value) ? value : JSON.stringify(value);
		case 'text':
		case 'flag':
		case 'date':
		case 'guid':
		case 'choice':
		case 'opaque':
			return JSON.stringify(value);
		default:
			return kind satisfies never;
	}
}

function writtenRecord(fields: readonly Field[], record: Record<string, unknown>): string {
	const known = new Map(fields.map((field) => [field.name, field.schema]));
	const names = [...known.keys(), ...Object.keys(record).filter((name) => !known.has(name))];
	const members = names.flatMap((name) => {
		if (!Object.hasOwn(record, name)) return [];
		const schema = known.get(name);
		const text = schema ? written(schema, record[name]) : JSON.stringify(record[name]);
		return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
	});
	return `{${members.join(',')}}`;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
