// The reader of JSON: recursive descent over bytes while they arrive, typed by the schema where there is one.
import { ExactNumber, exactNumber, isLongNumber } from '../exactNumber';
import {
	append,
	bytesIn,
	type Decode,
	decodePlain,
	decodeUtf8,
	endRow,
	fail,
	matches,
	needMoreInput,
	patternOf,
	problemText,
	readDigits,
	rowsHere,
	skipSpace,
	textOf,
} from '../reading/bytes';
import type { Members } from '../reading/objects';
import {
	addField,
	beginRecord,
	BOOLEAN,
	createReading,
	DROPPED_NAME,
	endRecord,
	fieldNamed,
	LIST,
	noteRetyped,
	NUMBER,
	OBJECT,
	type Plan,
	type Reading,
	readRow,
	STRING,
	UNTYPED,
} from '../reading/records';
import { failure, MAX_DEPTH, type Result } from '../result';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const SMALL_T = 0x74;
const SMALL_U = 0x75;
const CLOSE_OBJECT = 0x7d;

/** The bytes with which a string continues as it is written. */
const PLAIN = bytesIn(/[ !#-[\]-\x7f]/);
const IN_NUMBER = bytesIn(/[-+.\deE]/);
const IN_WORD = bytesIn(/[A-Za-z]/);
const ESCAPED = bytesIn(/["\\/bfnrt]/);
const HEX = bytesIn(/[\dA-Fa-f]/);

/** The type of the value that begins with a byte; zero for null, and where none begins. */
const TYPES = Uint8Array.from({ length: 256 }, (_, byte) => {
	const character = String.fromCharCode(byte);
	if (/[-\d]/.test(character)) return NUMBER;
	return { '"': STRING, '{': OBJECT, '[': LIST, t: BOOLEAN, f: BOOLEAN }[character] ?? 0;
});

const NUMBER_TOKEN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;
const [NULL, TRUE, FALSE] = ['null', 'true', 'false'].map(patternOf);
const NULL_BYTES = NULL.view.getUint32(0);
const LONGEST_WORD = 30;

/** Reads a response from its beginning to its end. */
export function readJsonDocument(reading: Reading, root: Plan): unknown {
	reading.at = skipSpace(reading.bytes, 0);
	if (reading.at >= reading.end) throw needMoreInput;
	const isList = reading.bytes[reading.at] === OPEN_LIST;
	const value = readValue(reading, isList ? root : (root.item ?? root), 0);
	reading.at = skipSpace(reading.bytes, reading.at);
	if (reading.at < reading.end) unexpected(reading, reading.at);
	if (!reading.isComplete) throw needMoreInput;
	return value;
}

/** Reads a value of any kind. */
function readValue(reading: Reading, plan: Plan, depth: number): unknown {
	if (reading.view.getUint32(reading.at) === NULL_BYTES) {
		reading.at += 4;
		return null;
	}
	const type = TYPES[reading.bytes[reading.at]];
	if ((type & plan.expected) !== type) return readRetyped(reading, plan, depth, type);
	switch (type) {
		case STRING:
			return readString(reading, plan.isWanted);
		case NUMBER:
			return readDigits(reading, plan.isWanted) ?? readNumber(reading);
		case OBJECT:
			return plan.kind === 'record' ? readRecord(reading, plan, depth) : readObject(reading, depth);
		case LIST:
			return readList(reading, plan, depth);
		default:
			return readBoolean(reading);
	}
}

/** Reads a value of another type than documented. */
function readRetyped(reading: Reading, plan: Plan, depth: number, type: number): unknown {
	const value = readValue(reading, UNTYPED, depth);
	// A long number is a string, and may come as one.
	const expected = type === NUMBER ? STRING : NUMBER;
	const isSame = plan.expected === expected && typeof value === 'string' && isLongNumber(value);
	if (!isSame) noteRetyped(reading, plan.path);
	return value;
}

function readRecord(reading: Reading, plan: Plan, depth: number): unknown {
	const row = beginRecord(plan);
	const { bytes } = reading;
	let previous = plan.start ?? plan;
	let count = 0;
	descend(reading, depth);
	for (; isNextMember(reading, count === 0, CLOSE_OBJECT); count++) {
		let field = previous.next;
		if (field && matches(reading, reading.at, field.key)) {
			reading.at = skipSpace(bytes, reading.at + field.key.length);
		} else field = fieldNamed(plan, previous, readAnyName(reading));
		addField(reading, plan, row, field, readValue(reading, field, depth + 1));
		previous = field;
	}
	return endRecord(reading, plan, row, count);
}

/** Moves into an object or a list. */
function descend(reading: Reading, depth: number): void {
	if (depth >= MAX_DEPTH) {
		fail(reading, reading.at, `is nested more than ${MAX_DEPTH} levels deep (`, ').', 1);
	}
	reading.at++;
}

function readAnyName(reading: Reading): string {
	const { bytes } = reading;
	if (bytes[reading.at] !== QUOTE) unexpected(reading, reading.at);
	const name = readString(reading, true) ?? '';
	const at = skipSpace(bytes, reading.at);
	if (bytes[at] !== COLON) unexpected(reading, at);
	reading.at = skipSpace(bytes, at + 1);
	return name;
}

/** Moves to the next member, or past the closing bracket. */
function isNextMember(reading: Reading, isFirst: boolean, closing = CLOSE_LIST): boolean {
	const { bytes } = reading;
	const at = skipSpace(bytes, reading.at);
	const isEnd = bytes[at] === closing;
	if (isEnd) reading.at = at + 1;
	else if (isFirst) reading.at = at;
	else if (bytes[at] === COMMA) reading.at = skipSpace(bytes, at + 1);
	else unexpected(reading, at);
	return !isEnd;
}

function readList(reading: Reading, { item = UNTYPED, isRows }: Plan, depth: number): unknown[] {
	const read = (plan: Plan): unknown => readValue(reading, plan, depth + 1);
	descend(reading, depth);
	const members = isRows ? rowsHere(reading) : [];
	while (isNextMember(reading, members.length === 0)) {
		members.push(isRows ? readRow(reading, item, read) : read(item));
		if (isRows) endRow(reading, members);
	}
	// An array that grew has room for sixteen more.
	return isRows ? members : members.slice();
}

/** Reads an object without a schema. */
function readObject(reading: Reading, depth: number): Members {
	const object: Members = {};
	descend(reading, depth);
	for (let isFirst = true; isNextMember(reading, isFirst, CLOSE_OBJECT); isFirst = false) {
		const name = readAnyName(reading);
		const value = readValue(reading, UNTYPED, depth + 1);
		if (name === DROPPED_NAME || Object.hasOwn(object, name)) reading.isReduced = true;
		if (name !== DROPPED_NAME) object[name] = value;
	}
	return object;
}

function readString(reading: Reading, isWanted: boolean): string | undefined {
	const { bytes } = reading;
	const from = reading.at + 1;
	let at = from;
	while (PLAIN[bytes[at]] === 1) at++;
	if (bytes[at] !== QUOTE) return readEscaped(reading, from, at);
	reading.at = at + 1;
	return isWanted ? textOf(reading, from, at, decodePlain) : undefined;
}

/** Reads a string with escapes or with bytes above 127. */
function readEscaped(reading: Reading, from: number, first: number): string {
	const { bytes } = reading;
	let at = first;
	let isEscaped = false;
	while (bytes[at] !== QUOTE) {
		if (bytes[at] === BACKSLASH) {
			at = endOfEscape(reading, at);
			isEscaped = true;
		} else if (bytes[at] < 32) unexpected(reading, at);
		else at++;
	}
	reading.at = at + 1;
	return textOf(reading, from, at, isEscaped ? decodeEscaped : decodeUtf8);
}

const decodeEscaped: Decode = (reading, from, to) =>
	JSON.parse(`"${decodeUtf8(reading, from, to)}"`) as string;

function endOfEscape(reading: Reading, at: number): number {
	const { bytes, end } = reading;
	if (ESCAPED[bytes[at + 1]] === 1) return at + 2;
	let to = at + 2;
	while (bytes[at + 1] === SMALL_U && to < at + 6 && HEX[bytes[to]] === 1) to++;
	if (to === at + 6) return to;
	if (to >= end) throw needMoreInput;
	return unexpected(reading, at);
}

/** Reads a number that is long, has an exponent, or is at the end of what is here. */
function readNumber(reading: Reading): unknown {
	const { bytes, at: from } = reading;
	let to = from;
	while (IN_NUMBER[bytes[to]] === 1) to++;
	if (to >= reading.end && !reading.isComplete) throw needMoreInput;
	const written = bytes.latin1Slice(from, to);
	const token = NUMBER_TOKEN.exec(written)?.[0] ?? '';
	if (token !== written && to >= reading.end) throw needMoreInput;
	if (token === '') unexpected(reading, from);
	reading.at = from + token.length;
	const value = exactNumber(token);
	if (typeof value === 'number') return value;
	reading.quoted?.push(from, reading.at);
	return reading.longNumber(token);
}

function readBoolean(reading: Reading): boolean {
	const { bytes, at, end } = reading;
	const word = bytes[at] === SMALL_T ? TRUE : FALSE;
	if (matches(reading, at, word)) {
		reading.at = at + word.length;
		return word === TRUE;
	}
	const rest = bytes.latin1Slice(at, Math.min(end, at + word.length));
	if ([NULL, TRUE, FALSE].some(({ text }) => text.startsWith(rest))) throw needMoreInput;
	return unexpected(reading, at);
}

/** Ends the reading at a word or character that cannot be there. */
function unexpected(reading: Reading, at: number): never {
	const { bytes, end } = reading;
	let to = at;
	while (IN_WORD[bytes[to]] === 1 && to - at < LONGEST_WORD) to++;
	const shown =
		to > at ? bytes.latin1Slice(at, to) : [...bytes.utf8Slice(at, Math.min(at + 4, end))][0];
	return fail(reading, at, `is not valid JSON: ${JSON.stringify(shown)} is not expected in `, '.');
}

/** Reads a JSON text, long numbers as strings of their digits; `what` is the subject of the sentence about an error. */
export function readJson(
	text: string,
	what?: string,
	longNumber?: Reading['longNumber'],
): Result<unknown> {
	const reading = createReading(longNumber);
	append(reading, Buffer.from(text));
	reading.isComplete = true;
	try {
		return { ok: true, value: readJsonDocument(reading, UNTYPED) };
	} catch (error) {
		return failure(problemText(reading, error, what));
	}
}

/** Reads a JSON text without a schema that tells numbers from strings: long numbers are `ExactNumber`s. */
export function readUnknownJson(text: string, what: string): Result<unknown> {
	return readJson(text, what, (token) => new ExactNumber(token));
}
