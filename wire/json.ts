// JSON: read without ever rounding a number, written with every digit.
import { type Field, type Kind, kindOf, type Schema } from '../api/kinds';
import { ExactNumber, exactNumber, isNumberToken, numberToken } from './exact';
import { findJsonFault } from './jsonFault';
import { cutOff, lineAndColumn } from './place';
import { type Encoded, MAX_DEPTH, refuse, type Refused } from './result';
import { type Path, Unwritable, written } from './unwritable';

/** Any JSON value, numbers exact; or what is wrong with the text. */
export type Json = { readonly ok: true; readonly value: unknown } | Refused;

// A number that a double may not hold: sixteen characters of digits or more, or an exponent.
const LONG_NUMBER = /([:[,]\s*)(-?(?:\d[\d.]{15,}(?:[eE][+-]?\d+)?|\d[\d.]*[eE][+-]?\d+))/g;
const END_OF_KEY = /\w"$/;

/** Says in JSON what stands for a number that a double does not hold. */
type Mark = (token: string) => string;

const asString: Mark = (token) => `"${token}"`;

// No service and no person names a field like this, and nothing but a number is taken for one.
const MARKED = '\u0000';
const asMarked: Mark = (token) => `{${JSON.stringify(MARKED)}:"${token}"}`;

/** Reads a JSON text; `what` begins the sentence that says what is wrong with it. */
export function readJson(text: string, what = 'The answer'): Json {
	return read(text, what, asString);
}

/** Reads a JSON text of which nobody knows the fields: long numbers are `ExactNumber`s, and strings only strings. */
export function readUnknownJson(text: string, what: string): Json {
	const json = read(text, what, asMarked);
	return json.ok ? { ok: true, value: unmarked(json.value) } : json;
}

function unmarked(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const holder = value as Record<string, unknown>;
	const token = holder[MARKED];
	if (typeof token === 'string' && isNumberToken(token)) return new ExactNumber(token);
	for (const key of Object.keys(holder)) holder[key] = unmarked(holder[key]);
	return holder;
}

function read(text: string, what: string, mark: Mark): Json {
	try {
		const value: unknown = JSON.parse(withExactNumbers(text, mark));
		return sweep(value, 0)
			? { ok: true, value }
			: refuse(`${what} is nested more than ${MAX_DEPTH} levels deep.`);
	} catch {
		return refuse(faultOf(text, what));
	}
}

function faultOf(text: string, what: string): string {
	const { offset, found } = findJsonFault(text);
	if (found === undefined) return `${cutOff(text, what)}.`;
	const place = lineAndColumn(text, offset);
	return `${what} is no valid JSON: ${JSON.stringify(found)} is not expected in ${place}.`;
}

// After a word character a quote can only close a key, so that nearly all long numbers are known
// to stand outside of strings at first sight; the few others are looked for with more care.
function withExactNumbers(text: string, mark: Mark): string {
	let isCertain = true;
	const quoted = text.replace(LONG_NUMBER, (_match, before: string, token: string, at: number) => {
		isCertain &&= before[0] === ':' && END_OF_KEY.test(text.slice(Math.max(0, at - 2), at));
		return before + exactToken(token, mark);
	});
	return isCertain ? quoted : withExactNumbersOutsideStrings(text, mark);
}

function exactToken(token: string, mark: Mark): string {
	return isNumberToken(token) && typeof exactNumber(token) === 'string' ? mark(token) : token;
}

function withExactNumbersOutsideStrings(text: string, mark: Mark): string {
	const pieces: string[] = [];
	const next = /"|-?\d[\d.eE+-]*/g;
	let done = 0;
	for (let match = next.exec(text); match; match = next.exec(text)) {
		if (match[0] === '"') {
			next.lastIndex = endOfString(text, next.lastIndex);
			continue;
		}
		pieces.push(text.slice(done, match.index), exactToken(match[0], mark));
		done = next.lastIndex;
	}
	pieces.push(text.slice(done));
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
	return written('application/json', () => json(kindOf(schema), value, []) ?? 'null');
}

/** The way to the value being written: one list for a whole body, because a list for each value costs more than its text. */
type Trail = Array<string | number>;

/** As JSON.stringify does, undefined for what is left out. */
function json(kind: Kind, value: unknown, trail: Trail): string | undefined {
	switch (kind.kind) {
		case 'record':
			if (!isRecord(value) || isOrdinary(kind, value)) return JSON.stringify(value);
			return jsonOfRecord(kind.fields, value, trail);
		case 'list':
			return Array.isArray(value)
				? jsonOfList(kindOf(kind.item), value, trail)
				: JSON.stringify(value);
		case 'integer':
		case 'byte':
		case 'decimal':
			return jsonOfNumber(value, trail);
		case 'text':
		case 'flag':
		case 'date':
		case 'guid':
		case 'choice':
			return JSON.stringify(value);
		case 'opaque':
			return looseJson(value);
		default:
			return kind satisfies never;
	}
}

/** Whether JSON.stringify, which makes one text at once, writes the same: most records are like this. */
function isOrdinary(kind: Kind, value: unknown): boolean {
	if (typeof value === 'bigint') return false;
	switch (kind.kind) {
		case 'record':
			return isRecord(value) ? isOrdinaryRecord(kind.fields, value) : !Array.isArray(value);
		case 'list':
			return Array.isArray(value) && isOrdinaryList(kindOf(kind.item), value);
		case 'integer':
		case 'byte':
		case 'decimal':
			return typeof value === 'number' ? Number.isFinite(value) : typeof value !== 'string';
		case 'text':
		case 'flag':
		case 'date':
		case 'guid':
		case 'choice':
			return true;
		case 'opaque':
			return typeof value !== 'object' || value === null;
		default:
			return kind satisfies never;
	}
}

function isOrdinaryList(item: Kind, values: readonly unknown[]): boolean {
	for (const value of values) if (!isOrdinary(item, value)) return false;
	return true;
}

/** Whether a record has known fields only, in the document's order, and none that is written in a way of its own. */
function isOrdinaryRecord(fields: readonly Field[], record: Values): boolean {
	const { known, members } = formOf(fields);
	let next = 0;
	for (const name of Object.keys(record)) {
		const place = known.get(name);
		if (place === undefined || place < next) return false;
		if (!isOrdinary(members[place].kind, record[name])) return false;
		next = place + 1;
	}
	return typeof record.toJSON !== 'function';
}

/** A value whose fields nobody knows, as JSON.stringify does, but exact numbers bare. */
function looseJson(value: unknown): string | undefined {
	if (value instanceof ExactNumber) return value.token;
	if (Array.isArray(value))
		return `[${value.map((entry) => looseJson(entry) ?? 'null').join(',')}]`;
	if (!isRecord(value) || typeof value.toJSON === 'function') return JSON.stringify(value);
	const members = Object.entries(value).flatMap(([name, member]) => {
		const text = looseJson(member);
		return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
	});
	return `{${members.join(',')}}`;
}

function jsonOfNumber(value: unknown, trail: Path): string | undefined {
	if (typeof value === 'string') return numberToken(value) ?? JSON.stringify(value);
	if (typeof value === 'bigint') return String(value);
	// JSON.stringify would make a null of it, and a null means something else.
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new Unwritable(`${value} is no number to send`, [...trail]);
	}
	return JSON.stringify(value);
}

function jsonOfList(item: Kind, values: readonly unknown[], trail: Trail): string {
	let text = '';
	for (const [index, value] of values.entries()) {
		trail.push(index);
		text += `${index === 0 ? '' : ','}${json(item, value, trail) ?? 'null'}`;
		trail.pop();
	}
	return `[${text}]`;
}

function jsonOfRecord(fields: readonly Field[], record: Values, trail: Trail): string {
	const { known, members } = formOf(fields);
	const names = Object.keys(record);
	let written = 0;
	let text = '';
	const add = (key: string, member: string | undefined): void => {
		if (member !== undefined) text += `${text === '' ? '' : ','}${key}${member}`;
	};
	for (const { name, key, kind } of members) {
		if (!Object.hasOwn(record, name)) continue;
		written++;
		trail.push(name);
		add(key, json(kind, record[name], trail));
		trail.pop();
	}
	if (written < names.length) {
		for (const name of names) {
			if (!known.has(name)) add(`${JSON.stringify(name)}:`, looseJson(record[name]));
		}
	}
	return `{${text}}`;
}

// What is the same for all records of a type, made once.
interface Form {
	/** The places of the fields by their names. */
	readonly known: ReadonlyMap<string, number>;
	readonly members: readonly { readonly name: string; readonly key: string; readonly kind: Kind }[];
}

const forms = new WeakMap<readonly Field[], Form>();

function formOf(fields: readonly Field[]): Form {
	const made = forms.get(fields);
	if (made) return made;
	const form = {
		known: new Map(fields.map(({ name }, place) => [name, place])),
		members: fields.map(({ name, schema }) => ({
			name,
			key: `${JSON.stringify(name)}:`,
			kind: kindOf(schema),
		})),
	};
	forms.set(fields, form);
	return form;
}

type Values = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Values {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
