// JSON values of a record, read from bytes: those of documented fields and all others.
import { isLongNumber } from '../../drift';
import { exactNumber, isNumberToken } from '../../exactNumber';
import { bailOut, type Cursor, descend, skipSpace, unexpected } from '../bytes/cursor';
import { expect, patternOf } from '../bytes/pattern';
import { endOfLongWhole, readDigits } from '../bytes/digits';
import { recordPlanOf } from '../plans/createPlan';
import {
	BOOLEAN,
	type FieldPlan,
	LIST,
	NUMBER,
	OBJECT,
	type RecordPlan,
	STRING,
	type ValuePlan,
} from '../plans/plan';
import { addNull, endNulls, type Nulls, passNulls } from '../records/nulls';
import { addValue, beginRecord, makeList, makeRecord, noteRetyped } from '../records/record';
import { readKey, readString } from './text';

const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const LETTER_N = 0x6e;
const OPEN = 0x7b;
const CLOSE = 0x7d;

const TRUE = patternOf('true');
const FALSE = patternOf('false');
const NULL = patternOf('null');

/** Reads the object that begins at the cursor. */
export function readObject(cursor: Cursor, plan: RecordPlan): object {
	const { bytes } = cursor;
	const { nullsSoFar } = plan;
	let previous = plan.start;
	beginRecord(plan);
	descend(cursor);
	cursor.at = skipSpace(bytes, cursor.at + 1);
	if (bytes[cursor.at] === CLOSE) return endObject(cursor, plan, cursor.at);
	for (;;) {
		const lastNull = previous.nulls && readNulls(cursor, plan, previous.nulls);
		if (lastNull) {
			previous = lastNull;
		} else {
			const from = cursor.at;
			const field = readKey(cursor, plan, previous);
			const isNull = bytes[cursor.at] === LETTER_N;
			if (!isNull && nullsSoFar.fields.length > 0) endNulls(nullsSoFar, cursor, plan.context);
			addValue(cursor, plan, field, readValue(cursor, field.value, field, plan));
			if (isNull) addNull(nullsSoFar, cursor, previous, field, from);
			previous = field;
		}
		const at = bytes[cursor.at] === COMMA ? cursor.at : skipSpace(bytes, cursor.at);
		if (bytes[at] === CLOSE) return endObject(cursor, plan, at);
		if (bytes[at] !== COMMA) unexpected(cursor, at);
		cursor.at = bytes[at + 1] === QUOTE ? at + 1 : skipSpace(bytes, at + 1);
	}
}

function endObject(cursor: Cursor, plan: RecordPlan, at: number): object {
	cursor.at = at + 1;
	cursor.depth--;
	endNulls(plan.nullsSoFar, cursor, plan.context);
	return makeRecord(cursor, plan);
}

/** Reads fields that are null where they were in the record before, and returns the last one; undefined if none is. */
function readNulls(cursor: Cursor, plan: RecordPlan, nulls: Nulls): FieldPlan | undefined {
	const count = passNulls(cursor, nulls);
	if (count > 0) endNulls(plan.nullsSoFar, cursor, plan.context);
	for (let index = 0; index < count; index++) addValue(cursor, plan, nulls.fields[index], null);
	return count > 0 ? nulls.fields[count - 1] : undefined;
}

/** Reads any value; it stays what it is, whatever the document says of the field. */
export function readValue(
	cursor: Cursor,
	value: ValuePlan,
	field: FieldPlan,
	plan: RecordPlan,
): unknown {
	const { expects } = value;
	switch (cursor.bytes[cursor.at]) {
		case QUOTE:
			return (expects & STRING) !== 0
				? readString(cursor, field.isWanted, plan.context.cache, field)
				: readRetypedString(cursor, expects, field, plan);
		case OPEN:
			if ((expects & OBJECT) === 0) noteRetyped(cursor, field);
			return readObject(cursor, recordPlanOf(value, cursor.depth));
		case OPEN_LIST:
			if ((expects & LIST) === 0) noteRetyped(cursor, field);
			return readList(cursor, value.item, field, plan);
		case 0x74:
			expect(cursor, TRUE);
			return (expects & BOOLEAN) !== 0 ? true : retyped(cursor, field, true);
		case 0x66:
			expect(cursor, FALSE);
			return (expects & BOOLEAN) !== 0 ? false : retyped(cursor, field, false);
		case LETTER_N:
			expect(cursor, NULL);
			return null;
		default:
			return (expects & NUMBER) !== 0
				? readNumber(cursor, field.isWanted)
				: readRetypedNumber(cursor, expects, field);
	}
}

function retyped<Value>(cursor: Cursor, field: FieldPlan, value: Value): Value {
	noteRetyped(cursor, field);
	return value;
}

function readRetypedString(
	cursor: Cursor,
	expects: number,
	field: FieldPlan,
	plan: RecordPlan,
): unknown {
	const text = readString(cursor, true, plan.context.cache, field);
	// A number with many digits is read as such a string, too.
	if ((expects & NUMBER) === 0 || !isLongNumber(text ?? '')) noteRetyped(cursor, field);
	return text;
}

function readRetypedNumber(cursor: Cursor, expects: number, field: FieldPlan): unknown {
	const number = readNumber(cursor, field.isWanted);
	// A number with many digits is read as a string, which may well be the documented type.
	if (typeof number === 'number' || (expects & STRING) === 0) noteRetyped(cursor, field);
	return number;
}

function readList(cursor: Cursor, item: ValuePlan, field: FieldPlan, plan: RecordPlan): unknown[] {
	const { bytes } = cursor;
	descend(cursor);
	const members: unknown[] = [];
	cursor.at = skipSpace(bytes, cursor.at + 1);
	if (bytes[cursor.at] === CLOSE_LIST) {
		cursor.at++;
		cursor.depth--;
		return members;
	}
	for (;;) {
		const member = readValue(cursor, item, field, plan);
		if (field.isWanted) members.push(member);
		const at = skipSpace(bytes, cursor.at);
		if (bytes[at] === CLOSE_LIST) {
			cursor.at = at + 1;
			cursor.depth--;
			return field.isWanted ? makeList(members) : members;
		}
		if (bytes[at] !== COMMA) unexpected(cursor, at);
		cursor.at = skipSpace(bytes, at + 1);
	}
}

/** Reads a number; zero instead of a short one that is not wanted. */
function readNumber(cursor: Cursor, isWanted: boolean): number | string {
	const { bytes, at: from } = cursor;
	const first = bytes[from] === MINUS ? from + 1 : from;
	const second = bytes[first + 1];
	if (bytes[first] === ZERO && second >= ZERO && second <= NINE) bailOut();
	const number = readDigits(cursor);
	const { at } = cursor;
	if (number === undefined || (bytes[at] | 0x20) === 0x65) return readToken(cursor, from, isWanted);
	if (at >= cursor.end) unexpected(cursor, at);
	return isWanted ? number : 0;
}

/** Reads a number with many digits or with an exponent; any text instead of a long one that is not wanted. */
function readToken(cursor: Cursor, from: number, isWanted: boolean): number | string {
	const { bytes } = cursor;
	const end = endOfLongWhole(cursor, from);
	if (end !== undefined && end < cursor.end && !isOfNumber(bytes[end])) {
		cursor.at = end;
		cursor.quoted.push(from, end);
		return isWanted ? bytes.latin1Slice(from, end) : '';
	}
	let at = end ?? from;
	while (isOfNumber(bytes[at])) at++;
	if (at === from || at >= cursor.end) unexpected(cursor, at);
	const token = bytes.latin1Slice(from, at);
	if (!isNumberToken(token)) bailOut();
	cursor.at = at;
	const number = exactNumber(token);
	if (typeof number === 'string') cursor.quoted.push(from, at);
	return number;
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
