// JSON values of a known record, read from bytes.
import { exactNumber, isNumberToken } from '../exact';
import {
	type Cursor,
	matches,
	pass,
	type Pattern,
	patternOf,
	refuse,
	skipBlanks,
	stop,
} from './cursor';
import { readDigits } from './digits';
import {
	beginRecord,
	fieldAt,
	type FieldPlan,
	isKept,
	makeList,
	makeRecord,
	type RecordPlan,
	type ValuePlan,
} from './plan';
import { skipJsonText } from './scan';
import { type OddText, oddText, plainText, textOf } from './texts';

const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;

const TRUE = patternOf('true');
const FALSE = patternOf('false');
const NULL = patternOf('null');

/** What a byte of a text is; all above `WIDE` end the search for its end. */
const WIDE = 1;
const ENDING = 2;
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
	if (byte === QUOTE || byte === BACKSLASH || byte < 32) return ENDING;
	return byte > 127 ? WIDE : 0;
});

/** Reads the record that begins at the cursor. */
export function readJsonRecord(cursor: Cursor, plan: RecordPlan): object {
	const { bytes } = cursor;
	const { values } = plan;
	beginRecord(plan);
	let shape = 0;
	let previous = plan.start;
	cursor.at = skipBlanks(bytes, cursor.at + 1);
	if (bytes[cursor.at] === CLOSE) {
		cursor.at++;
		return makeRecord(plan, shape);
	}
	for (;;) {
		const field = readKey(cursor, plan, previous);
		if (field.seen === plan.records) refuse();
		field.seen = plan.records;
		const value = readJsonValue(cursor, field.value, field, plan);
		if (isKept(plan, field, value)) {
			values[field.slot] = value;
			shape = (Math.imul(shape, 31) + field.slot + 1) | 0;
		}
		previous = field;
		const at = bytes[cursor.at] === COMMA ? cursor.at : skipBlanks(bytes, cursor.at);
		if (bytes[at] === COMMA) {
			cursor.at = bytes[at + 1] === QUOTE ? at + 1 : skipBlanks(bytes, at + 1);
		} else if (bytes[at] === CLOSE) {
			cursor.at = at + 1;
			return makeRecord(plan, shape);
		} else {
			stop(cursor, at);
		}
	}
}

/** Reads a key and its colon: most often the one that followed the key before in the last record. */
export function readKey(cursor: Cursor, plan: RecordPlan, previous: FieldPlan): FieldPlan {
	const { bytes } = cursor;
	const expected = previous.next;
	if (matches(cursor, cursor.at, expected.key)) {
		const after = cursor.at + expected.key.bytes.length;
		cursor.at = bytes[after] > 32 ? after : skipBlanks(bytes, after);
		return expected;
	}
	const field = findField(cursor, plan);
	previous.next = field;
	return field;
}

function findField(cursor: Cursor, plan: RecordPlan): FieldPlan {
	const { bytes } = cursor;
	if (bytes[cursor.at] !== QUOTE) stop(cursor, cursor.at);
	const from = cursor.at + 1;
	let hash = 0;
	let at = from;
	for (let byte = bytes[at]; byte !== QUOTE; byte = bytes[++at]) {
		if (byte < 32 || byte === BACKSLASH || byte > 127) stop(cursor, at);
		hash = (Math.imul(hash, 31) + byte) | 0;
	}
	const field = fieldAt(plan, cursor, from, at, hash);
	if (!field) return refuse();
	const colon = skipBlanks(bytes, at + 1);
	if (bytes[colon] !== COLON) stop(cursor, colon);
	cursor.at = skipBlanks(bytes, colon + 1);
	return field;
}

/** Reads any value; a text or a number stays what it is, whatever the record says of it. */
export function readJsonValue(
	cursor: Cursor,
	value: ValuePlan,
	field: FieldPlan,
	plan: RecordPlan,
): unknown {
	const byte = cursor.bytes[cursor.at];
	switch (byte) {
		case QUOTE:
			return readString(cursor, field, plan);
		case OPEN:
			return value.kind === 'record' ? readJsonRecord(cursor, value.plan) : stop(cursor, cursor.at);
		case OPEN_LIST:
			return value.kind === 'list'
				? readList(cursor, value.item, field, plan)
				: stop(cursor, cursor.at);
		case 0x74:
			return passWord(cursor, TRUE, true);
		case 0x66:
			return passWord(cursor, FALSE, false);
		case 0x6e:
			return passWord(cursor, NULL, null);
		default:
			return readNumber(cursor);
	}
}

function passWord(cursor: Cursor, word: Pattern, value: boolean | null): boolean | null {
	pass(cursor, word);
	return value;
}

function readList(cursor: Cursor, item: ValuePlan, field: FieldPlan, plan: RecordPlan): unknown[] {
	const { bytes } = cursor;
	cursor.at = skipBlanks(bytes, cursor.at + 1);
	if (bytes[cursor.at] === CLOSE_LIST) {
		cursor.at++;
		return [];
	}
	const items = [readJsonValue(cursor, item, field, plan)];
	for (;;) {
		const at = skipBlanks(bytes, cursor.at);
		if (bytes[at] === CLOSE_LIST) {
			cursor.at = at + 1;
			return makeList(items);
		}
		if (bytes[at] !== COMMA) stop(cursor, at);
		cursor.at = skipBlanks(bytes, at + 1);
		items.push(readJsonValue(cursor, item, field, plan));
	}
}

function readString(cursor: Cursor, field: FieldPlan, plan: RecordPlan): unknown {
	const { bytes } = cursor;
	const from = cursor.at + 1;
	let at = skipJsonText(cursor.view, from);
	let seen = 0;
	for (let kind = KINDS[bytes[at]]; kind < ENDING; kind = KINDS[bytes[++at]]) seen |= kind;
	if (bytes[at] !== QUOTE) {
		if (bytes[at] === BACKSLASH) return readEscaped(cursor, from, at, field, plan);
		stop(cursor, at);
	}
	cursor.at = at + 1;
	if (seen === WIDE) {
		const place = { from, to: at, isWide: true, writing: 'plain' } as const;
		return oddText(cursor, place, wideText, plan.texts, field);
	}
	return field.isWanted ? plainText(cursor, from, at, plan.texts, field) : undefined;
}

function wideText(cursor: Cursor, place: OddText): string {
	return textOf(cursor, cursor.bytes, place);
}

function readEscaped(
	cursor: Cursor,
	from: number,
	escape: number,
	field: FieldPlan,
	plan: RecordPlan,
): string {
	const { bytes } = cursor;
	let at = escape;
	for (let byte = bytes[at]; byte !== QUOTE; byte = bytes[at]) {
		if (byte < 32 || at >= cursor.end) stop(cursor, at);
		at += byte === BACKSLASH ? 2 : 1;
	}
	// An escape may have been cut by the end of what is at hand.
	if (at >= cursor.end) stop(cursor, at);
	cursor.at = at + 1;
	const place = { from, to: at, isWide: true, writing: 'json' } as const;
	return oddText(cursor, place, unescaped, plan.texts, field);
}

function unescaped(cursor: Cursor, place: OddText): string {
	const text = textOf(cursor, cursor.bytes, place);
	try {
		return JSON.parse(`"${text}"`) as string;
	} catch {
		return refuse();
	}
}

function readNumber(cursor: Cursor): number | string {
	const { bytes, at: from } = cursor;
	const first = bytes[from] === MINUS ? from + 1 : from;
	const second = bytes[first + 1];
	if (bytes[first] === ZERO && second >= ZERO && second <= NINE) refuse();
	const number = readDigits(cursor);
	const { at } = cursor;
	if (number === undefined || (bytes[at] | 0x20) === 0x65) return readToken(cursor, from);
	if (at >= cursor.end) stop(cursor, at);
	return number;
}

/** A number with many digits or with an exponent. */
function readToken(cursor: Cursor, from: number): number | string {
	const { bytes } = cursor;
	let at = from;
	while (isOfNumber(bytes[at])) at++;
	if (at === from || at >= cursor.end) stop(cursor, at);
	const token = bytes.toString('latin1', from, at);
	if (!isNumberToken(token)) refuse();
	cursor.at = at;
	return exactNumber(token);
}

function isOfNumber(byte: number): boolean {
	return (
		(byte >= ZERO && byte <= NINE) ||
		byte === POINT ||
		byte === MINUS ||
		byte === PLUS ||
		(byte | 0x20) === 0x65
	);
}
