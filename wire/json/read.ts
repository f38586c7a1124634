// The reader of JSON: recursive descent over bytes while they arrive, typed by the schema where there is one.
import { ExactNumber, exactNumber, isLongNumber } from '../exactNumber';
import { selected } from '../projection';
import { failure, MAX_DEPTH, type Result } from '../result';
import {
	append,
	createCursor,
	type Cursor,
	endOfLongWhole,
	fail,
	matches,
	type Pattern,
	patternOf,
	needMoreInput,
	placeText,
	plainString,
	readDigits,
	ReadError,
	skipSpace,
	textOf,
	truncatedText,
	whenHere,
} from '../reading/cursor';
import {
	addField,
	beginRecord,
	BOOLEAN,
	type DocumentPlan,
	endRecord,
	fieldNamed,
	type FieldPlan,
	LIST,
	noteRetyped,
	NUMBER,
	OBJECT,
	type RecordPlan,
	type Rows,
	STRING,
	UNTYPED,
	type ValuePlan,
} from '../reading/record';
import { readRow } from '../reading/rows';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function tableOf(isSet: (byte: number) => boolean): Uint8Array {
	return Uint8Array.from({ length: 256 }, (_, byte) => (isSet(byte) ? 1 : 0));
}

/** The bytes with which a string continues as it is written. */
const PLAIN = tableOf((byte) => byte >= 32 && byte < 128 && byte !== QUOTE && byte !== BACKSLASH);
const IN_NUMBER = tableOf((byte) => '+-.0123456789eE'.includes(String.fromCharCode(byte)));
const IN_WORD = tableOf((byte) => /[A-Za-z]/.test(String.fromCharCode(byte)));
const ESCAPED = tableOf((byte) => '"\\/bfnrt'.includes(String.fromCharCode(byte)));
const HEX = tableOf((byte) => /[\dA-Fa-f]/.test(String.fromCharCode(byte)));

/** The type of the value that begins with a byte; zero for null, and where none begins. */
const TYPES = Uint8Array.from({ length: 256 }, (_, byte) => {
	if (byte === QUOTE) return STRING;
	if (byte === OPEN_OBJECT) return OBJECT;
	if (byte === OPEN_LIST) return LIST;
	const character = String.fromCharCode(byte);
	if (/[-\d]/.test(character)) return NUMBER;
	return /[tf]/.test(character) ? BOOLEAN : 0;
});

const NUMBER_TOKEN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;
const WORDS = { t: patternOf('true'), f: patternOf('false'), n: patternOf('null') };
const LONGEST_WORD = 30;

/** Reads a response while it arrives. */
export function* readJsonDocument(
	cursor: Cursor,
	{ root: plan, rows }: DocumentPlan,
): Generator<void, unknown> {
	const { record } = plan;
	const hasRows = yield* whenHere(cursor, () => {
		cursor.at = skipSpace(cursor.bytes, cursor.at);
		if (cursor.at >= cursor.end) throw needMoreInput;
		return rows !== undefined && cursor.bytes[cursor.at] === OPEN_OBJECT;
	});
	const value =
		hasRows && record && rows
			? yield* readEnvelope(cursor, record, rows)
			: yield* whenHere(cursor, () => readValue(cursor, plan, 0));
	yield* whenHere(cursor, () => {
		cursor.at = skipSpace(cursor.bytes, cursor.at);
		if (cursor.at < cursor.end) unexpected(cursor, cursor.at);
		if (!cursor.isComplete) throw needMoreInput;
	});
	return value;
}

/** Reads the record around the rows, one field at a time. */
function* readEnvelope(cursor: Cursor, plan: RecordPlan, rows: Rows): Generator<void, unknown> {
	const envelope = beginRecord(plan);
	let count = 0;
	cursor.done = ++cursor.at;
	for (;;) {
		const field = yield* whenHere(cursor, () => {
			const named = readName(cursor, plan, plan.start, count === 0);
			// The first byte of the value tells whether it is a list.
			if (named && cursor.at >= cursor.end) throw needMoreInput;
			return named;
		});
		if (!field) break;
		const isList = field.name === rows.name && cursor.bytes[cursor.at] === OPEN_LIST;
		const value = isList
			? yield* readRows(cursor, rows)
			: yield* whenHere(cursor, () => readValue(cursor, field, 1));
		addField(cursor, plan, envelope, field, value);
		count++;
	}
	return endRecord(cursor, plan, envelope, count);
}

function* readRows(cursor: Cursor, rows: Rows): Generator<void, unknown> {
	const read = (plan: ValuePlan): unknown => readValue(cursor, plan, 2);
	rows.read = [];
	cursor.done = ++cursor.at;
	yield* whenHere(cursor, () => {
		while (isNextMember(cursor, rows.read.length === 0)) {
			readRow(cursor, rows, read);
			cursor.done = cursor.at;
		}
	});
	return rows.read;
}

/** Reads a value of any kind. */
function readValue(cursor: Cursor, plan: ValuePlan, depth: number): unknown {
	const type = TYPES[cursor.bytes[cursor.at]];
	if ((type & plan.expected) !== type) return readRetyped(cursor, plan, depth, type);
	switch (type) {
		case STRING:
			return plan.isWanted ? readString(cursor) : skipString(cursor);
		case NUMBER:
			return readDigits(cursor) ?? readNumber(cursor);
		case OBJECT:
			if (plan.record) return readRecord(cursor, plan.record, depth);
			return selected(readObject(cursor, depth), plan.selection);
		case LIST:
			if (plan.item) return readList(cursor, plan.item, depth);
			return selected(readList(cursor, UNTYPED, depth), plan.selection);
		default:
			return readWord(cursor);
	}
}

/** Reads a value of another type than documented. */
function readRetyped(cursor: Cursor, plan: ValuePlan, depth: number, type: number): unknown {
	const value = readValue(cursor, UNTYPED, depth);
	// A long number is a string, and may come as one.
	const expected = type === NUMBER ? STRING : NUMBER;
	const isSame = plan.expected === expected && typeof value === 'string' && isLongNumber(value);
	if (!isSame) noteRetyped(cursor, plan);
	return selected(value, plan.selection);
}

function readRecord(cursor: Cursor, plan: RecordPlan, depth: number): unknown {
	const row = beginRecord(plan);
	let previous = plan.start;
	let count = 0;
	descend(cursor, depth);
	for (;;) {
		const field = readName(cursor, plan, previous, count === 0);
		if (!field) break;
		addField(cursor, plan, row, field, readValue(cursor, field, depth + 1));
		count++;
		// A field that is not remembered has no successor.
		if (field.next === field) continue;
		previous.next = field;
		previous = field;
	}
	return endRecord(cursor, plan, row, count);
}

/** Moves into an object or a list. */
function descend(cursor: Cursor, depth: number): void {
	if (depth >= MAX_DEPTH) {
		fail(cursor, cursor.at, `is nested more than ${MAX_DEPTH} levels deep (`, ').', 1);
	}
	cursor.at++;
}

/** Moves past the name of the next field, to its value; undefined at the end of the object. */
function readName(
	cursor: Cursor,
	plan: RecordPlan,
	previous: FieldPlan,
	isFirst: boolean,
): FieldPlan | undefined {
	const { bytes } = cursor;
	const at = nextMember(cursor, isFirst, CLOSE_OBJECT);
	if (at < 0) return undefined;
	const { next } = previous;
	if (matches(cursor, at, next.open)) {
		cursor.at = skipSpace(bytes, at + next.open.length);
		return next;
	}
	cursor.at = at;
	return fieldNamed(plan, readAnyName(cursor));
}

function readAnyName(cursor: Cursor): string {
	const { bytes } = cursor;
	if (bytes[cursor.at] !== QUOTE) unexpected(cursor, cursor.at);
	const name = readString(cursor);
	const at = skipSpace(bytes, cursor.at);
	if (bytes[at] !== COLON) unexpected(cursor, at);
	cursor.at = skipSpace(bytes, at + 1);
	return name;
}

/** The position of the next member; negative, with the cursor moved past it, at the closing bracket. */
function nextMember(cursor: Cursor, isFirst: boolean, closing: number): number {
	const { bytes } = cursor;
	const at = skipSpace(bytes, cursor.at);
	if (bytes[at] === closing) {
		cursor.at = at + 1;
		return -1;
	}
	if (isFirst) return at;
	if (bytes[at] !== COMMA) unexpected(cursor, at);
	return skipSpace(bytes, at + 1);
}

function isNextMember(cursor: Cursor, isFirst: boolean): boolean {
	const at = nextMember(cursor, isFirst, CLOSE_LIST);
	if (at < 0) return false;
	cursor.at = at;
	return true;
}

function readList(cursor: Cursor, item: ValuePlan, depth: number): unknown[] {
	const members: unknown[] = [];
	descend(cursor, depth);
	while (isNextMember(cursor, members.length === 0)) {
		members.push(readValue(cursor, item, depth + 1));
	}
	// An array that grew has room for sixteen more.
	return members.slice();
}

/** Reads an object without a schema. */
function readObject(cursor: Cursor, depth: number): Record<string, unknown> {
	const object: Record<string, unknown> = {};
	descend(cursor, depth);
	for (let isFirst = true; ; isFirst = false) {
		const at = nextMember(cursor, isFirst, CLOSE_OBJECT);
		if (at < 0) return object;
		cursor.at = at;
		const name = readAnyName(cursor);
		const value = readValue(cursor, UNTYPED, depth + 1);
		if (cursor.quoted && Object.hasOwn(object, name)) cursor.isReduced = true;
		// The assignment would change the prototype.
		if (name === '__proto__') cursor.isReduced = true;
		else object[name] = value;
	}
}

function readString(cursor: Cursor): string {
	const { bytes } = cursor;
	const from = cursor.at + 1;
	let at = from;
	while (PLAIN[bytes[at]] === 1) at++;
	if (bytes[at] !== QUOTE) return readEscaped(cursor, from, at);
	cursor.at = at + 1;
	return plainString(bytes, from, at);
}

function skipString(cursor: Cursor): undefined {
	const { bytes } = cursor;
	let at = cursor.at + 1;
	while (PLAIN[bytes[at]] === 1) at++;
	if (bytes[at] === QUOTE) cursor.at = at + 1;
	else readEscaped(cursor, cursor.at + 1, at);
}

/** Reads a string with escapes or with bytes above 127. */
function readEscaped(cursor: Cursor, from: number, first: number): string {
	const { bytes } = cursor;
	let at = first;
	let isEscaped = false;
	while (bytes[at] !== QUOTE) {
		if (bytes[at] === BACKSLASH) {
			at = endOfEscape(cursor, at);
			isEscaped = true;
		} else if (bytes[at] < 32) unexpected(cursor, at);
		else at++;
	}
	cursor.at = at + 1;
	return isEscaped
		? (JSON.parse(textOf(cursor, from - 1, at + 1)) as string)
		: textOf(cursor, from, at);
}

function endOfEscape(cursor: Cursor, at: number): number {
	const { bytes, end } = cursor;
	if (ESCAPED[bytes[at + 1]] === 1 && at + 1 < end) return at + 2;
	const isUnicode = at + 1 >= end || bytes[at + 1] === 0x75;
	let digits = 0;
	while (isUnicode && digits < 4 && at + 2 + digits < end && HEX[bytes[at + 2 + digits]] === 1)
		digits++;
	if (isUnicode && digits === 4) return at + 6;
	if (isUnicode && at + 2 + digits >= end) throw needMoreInput;
	return unexpected(cursor, at);
}

/** Reads a number that is long, has an exponent, or is at the end of what is here. */
function readNumber(cursor: Cursor): unknown {
	const { bytes, at: from } = cursor;
	let to = endOfLongWhole(cursor) ?? from;
	while (IN_NUMBER[bytes[to]] === 1) to++;
	if (to >= cursor.end && !cursor.isComplete) throw needMoreInput;
	const written = bytes.latin1Slice(from, to);
	const token = NUMBER_TOKEN.exec(written)?.[0] ?? '';
	if (token !== written && to >= cursor.end) throw needMoreInput;
	if (token === '') unexpected(cursor, from);
	cursor.at = from + token.length;
	const value = exactNumber(token);
	if (typeof value === 'number') return value;
	cursor.quoted?.push(from, cursor.at);
	return cursor.longNumber(token);
}

function readWord(cursor: Cursor): boolean | null {
	switch (cursor.bytes[cursor.at]) {
		case 0x6e:
			passWord(cursor, WORDS.n);
			return null;
		case 0x74:
			passWord(cursor, WORDS.t);
			return true;
		case 0x66:
			passWord(cursor, WORDS.f);
			return false;
		default:
			return unexpected(cursor, cursor.at);
	}
}

function passWord(cursor: Cursor, word: Pattern): void {
	const { bytes, at, end } = cursor;
	const to = at + word.length;
	if (matches(cursor, at, word) && IN_WORD[bytes[to]] === 0) {
		cursor.at = to;
		return;
	}
	if (to > end && word.text.startsWith(bytes.latin1Slice(at, end))) throw needMoreInput;
	unexpected(cursor, at);
}

/** Ends the reading at a word or character that cannot be there. */
function unexpected(cursor: Cursor, at: number): never {
	const { bytes, end } = cursor;
	let to = at;
	while (IN_WORD[bytes[to]] === 1 && to - at < LONGEST_WORD) to++;
	const shown =
		to > at ? bytes.latin1Slice(at, to) : [...bytes.utf8Slice(at, Math.min(at + 4, end))][0];
	return fail(cursor, at, `is not valid JSON: ${JSON.stringify(shown)} is not expected in `, '.');
}

/** The sentence about JSON that cannot be read. */
export function jsonProblem(cursor: Cursor, error: unknown, what = 'The response'): string {
	if (error === needMoreInput) return `${truncatedText(cursor, what)}.`;
	if (!(error instanceof ReadError)) throw error;
	return `${what} ${error.message}${placeText(cursor, error.at)}${error.end}`;
}

/** Reads a JSON text, long numbers as strings of their digits; `what` is the subject of the sentence about an error. */
export function readJson(text: string, what?: string): Result<unknown> {
	return readText(text, what, (token) => token);
}

/** Reads a JSON text without a schema that tells numbers from strings: long numbers are `ExactNumber`s. */
export function readUnknownJson(text: string, what: string): Result<unknown> {
	return readText(text, what, (token) => new ExactNumber(token));
}

function readText(
	text: string,
	what: string | undefined,
	longNumber: Cursor['longNumber'],
): Result<unknown> {
	const cursor = createCursor(longNumber);
	append(cursor, Buffer.from(text));
	cursor.isComplete = true;
	try {
		return { ok: true, value: readJsonDocument(cursor, { root: UNTYPED }).next().value };
	} catch (error) {
		return failure(jsonProblem(cursor, error, what));
	}
}
