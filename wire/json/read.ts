// The reader of JSON: recursive descent over bytes while they arrive, typed by the schema where there is one.
import { ExactNumber, exactNumber, isLongNumber, JSON_NUMBER } from '../exactNumber';
import {
	append,
	bytesIn,
	createReading,
	type Decode,
	decodePlain,
	decodeUtf8,
	matches,
	needMoreInput,
	patternOf,
	problemText,
	ReadError,
	readDigits,
	type Reading,
	skipSpace,
	textOf,
} from '../reading/bytes';
import {
	addField,
	beginRecord,
	BOOLEAN,
	endRecord,
	fieldNamed,
	LIST,
	noteRetyped,
	NUMBER,
	OBJECT,
	type Plan,
	planAnything,
	readMembers,
	retyped,
	STRING,
	untyped,
} from '../reading/records';
import { failure, MAX_DEPTH, type Result } from '../result';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const CLOSE_OBJECT = 0x7d;
const SMALL_E = 0x65;
const [NULL, TRUE, FALS] = ['null', 'true', 'fals'].map((word) => Buffer.from(word).readInt32LE());

/** The bytes with which a string continues as it is written. */
const PLAIN = bytesIn(/[ !#-[\]-\x7f]/);
const IN_NUMBER = bytesIn(/[-+.\deE]/);
/** The bytes of words, numbers and escapes. */
const IN_TOKEN = bytesIn(/[-+.\\\dA-Za-z]/);

const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/g;
/** What an error shows of the bytes that are not expected. */
const LONGEST_SHOWN = 32;
const SHOWN = /^(?:[A-Za-z]{1,30}|[-+.\d]{1,30}|.?)/su;

/** The type of the value that begins with a byte; zero for null, and where none begins. */
const TYPES = Uint8Array.from({ length: 256 }, (_, byte) => {
	const character = String.fromCharCode(byte);
	if (/[-\d]/.test(character)) return NUMBER;
	return { '"': STRING, '{': OBJECT, '[': LIST, t: BOOLEAN, f: BOOLEAN }[character] ?? 0;
});

/** Reads a response from its beginning to its end. */
export function readJsonDocument(reading: Reading, root: Plan): unknown {
	reading.at = skipSpace(reading.bytes, 0);
	const isList = reading.bytes[reading.at] === OPEN_LIST;
	const value = readValue(reading, isList ? root : (root.item ?? root), 0);
	reading.at = skipSpace(reading.bytes, reading.at);
	if (reading.at < reading.end) unexpected(reading, reading.at);
	if (!reading.isComplete) throw needMoreInput;
	return value;
}

/** Reads a value of any kind. */
function readValue(reading: Reading, plan: Plan, depth: number): unknown {
	const type = TYPES[reading.bytes[reading.at]];
	if ((type & plan.expected) !== type) return readRetyped(reading, plan, depth, type);
	switch (type) {
		case STRING:
			return readString(reading, plan.isWanted);
		case NUMBER:
			return readDigits(reading, plan.isWanted) ?? readNumber(reading);
		case OBJECT:
			return readRecord(reading, plan, depth);
		case LIST:
			return readList(reading, plan, depth);
		default:
			return readWord(reading);
	}
}

/** Reads a value of another type than documented. */
function readRetyped(reading: Reading, plan: Plan, depth: number, type: number): unknown {
	const value = readValue(reading, retyped(plan), depth);
	// A long number is a string, and may come as one.
	const expected = type === NUMBER ? STRING : NUMBER;
	const isSame = plan.expected === expected && typeof value === 'string' && isLongNumber(value);
	if (!isSame) noteRetyped(reading, plan.path);
	return value;
}

function readRecord(reading: Reading, plan: Plan, depth: number): unknown {
	const { bytes, view } = reading;
	const row = beginRecord(plan);
	let previous = (plan.start ??= untyped());
	let count = 0;
	descend(reading, depth);
	for (; isNextMember(reading, count, CLOSE_OBJECT); count++) {
		let field = previous.next;
		const key = field && (field.key ??= patternOf(`${JSON.stringify(field.name)}:`));
		if (field && key && matches(reading, reading.at, key)) {
			reading.at = skipSpace(bytes, reading.at + key.length);
		} else field = fieldNamed(reading, plan, readName(reading), previous);
		// Half of the fields may be null.
		const isNull = view.getInt32(reading.at, true) === NULL;
		const value = isNull ? null : readValue(reading, field, depth + 1);
		if (isNull) reading.at += 4;
		addField(reading, plan, row, field, value);
		previous = field;
	}
	return endRecord(reading, plan, row, count);
}

/** Moves into an object or a list. */
function descend(reading: Reading, depth: number): void {
	if (depth >= MAX_DEPTH) {
		throw new ReadError(`is nested more than ${MAX_DEPTH} levels deep`, reading.at);
	}
	reading.at++;
}

/** Moves to the next member, or past the closing bracket. */
function isNextMember(reading: Reading, count: number, closing = CLOSE_LIST): boolean {
	const { bytes } = reading;
	const at = skipSpace(bytes, reading.at);
	const isEnd = bytes[at] === closing;
	if (isEnd) reading.at = at + 1;
	else if (count === 0) reading.at = at;
	else if (bytes[at] === COMMA) reading.at = skipSpace(bytes, at + 1);
	else unexpected(reading, at);
	return !isEnd;
}

/** Reads a name and its colon. */
function readName(reading: Reading): string {
	const { bytes } = reading;
	if (bytes[reading.at] !== QUOTE) unexpected(reading, reading.at);
	const name = readString(reading, true) ?? '';
	const at = skipSpace(bytes, reading.at);
	if (bytes[at] !== COLON) unexpected(reading, at);
	reading.at = skipSpace(bytes, at + 1);
	return name;
}

function readList(reading: Reading, list: Plan, depth: number): unknown[] {
	descend(reading, depth);
	const isNext = (count: number): boolean => isNextMember(reading, count);
	const read = (plan: Plan): unknown => readValue(reading, plan, depth + 1);
	return readMembers(reading, list, isNext, read);
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
	const { bytes, end } = reading;
	let decode: Decode = decodeUtf8;
	let at = first;
	for (; bytes[at] !== QUOTE || at > end; at++) {
		if (at >= end) throw needMoreInput;
		if (bytes[at] < 32) unexpected(reading, at);
		if (bytes[at] !== BACKSLASH) continue;
		decode = decodeEscapes;
		at++;
	}
	reading.at = at + 1;
	return textOf(reading, from, at, decode);
}

function decodeEscapes(reading: Reading, from: number, to: number): string {
	const text = decodeUtf8(reading, from, to);
	try {
		return JSON.parse(`"${text}"`) as string;
	} catch {
		const invalid = text.replace(ESCAPE, (escape) => ' '.repeat(escape.length)).indexOf('\\');
		return unexpected(reading, from + Buffer.byteLength(text.slice(0, invalid)));
	}
}

/** Reads a number that is long, has an exponent, or is at the end of what is here. */
function readNumber(reading: Reading): unknown {
	const { bytes, at: from } = reading;
	let to = from;
	while (IN_NUMBER[bytes[to]] === 1) to++;
	if (to >= reading.end && !reading.isComplete) throw needMoreInput;
	const token = bytes.latin1Slice(from, to);
	if (!JSON_NUMBER.test(token)) unexpected(reading, from);
	reading.at = to;
	const value = exactNumber(token);
	if (typeof value === 'number') return value;
	reading.quoted?.push(from, to);
	return reading.longNumber(token);
}

function readWord(reading: Reading): boolean | null {
	const { bytes, view, at } = reading;
	const word = view.getInt32(at, true);
	const isShort = word === NULL || word === TRUE;
	if (!isShort && (word !== FALS || bytes[at + 4] !== SMALL_E)) unexpected(reading, at);
	reading.at = isShort ? at + 4 : at + 5;
	return word === NULL ? null : isShort;
}

/** Ends the reading at a word or character that cannot be there. */
function unexpected({ bytes, end, isComplete }: Reading, at: number): never {
	let to = at;
	while (IN_TOKEN[bytes[to]] === 1) to++;
	// It may go on.
	if (to >= end || (!isComplete && at + LONGEST_SHOWN > end)) throw needMoreInput;
	const shown = SHOWN.exec(bytes.utf8Slice(at, Math.min(at + LONGEST_SHOWN, end)))?.[0];
	throw new ReadError(`is not valid JSON: ${JSON.stringify(shown)} is not expected`, at);
}

/**
 * Reads a JSON text; `what` is the subject of the sentence about an error. Long numbers are strings of their digits, or
 * `ExactNumber`s where no schema tells numbers from strings.
 */
export function readJson(text: string, what?: string, longNumber?: 'exact'): Result<unknown> {
	const reading = createReading({}, longNumber && ((token) => new ExactNumber(token)));
	// UTF-8 has no halves of surrogate pairs.
	const half = (character: string) => `\\u${character.charCodeAt(0).toString(16)}`;
	append(reading, Buffer.from(text.replace(/\p{Surrogate}/gu, half)));
	reading.isComplete = true;
	try {
		return { ok: true, value: readJsonDocument(reading, planAnything()) };
	} catch (error) {
		return failure(problemText(reading, error, what));
	}
}
