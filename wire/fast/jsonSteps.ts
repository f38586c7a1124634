// A JSON answer, step by step.
import { type Cursor, refuse, skipBlanks, stop } from './cursor';
import { readJsonRecord, readJsonValue, readKey } from './jsonRecord';
import type { RecordPlan } from './plan';
import type { Program } from './program';
import { createAround, finish, hold, isHeld, type Step, type Steps } from './steps';

const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;

const MARKER = new TextEncoder().encode('{},');

/** The reading of a JSON answer. */
export function jsonSteps(program: Program): Steps {
	const { record } = program;
	return record && program.rows !== undefined
		? stepsWithRowsInside(record, program.row as RecordPlan, program.rows)
		: stepsOfRows(program);
}

/** A record, or a list of records. */
function stepsOfRows({ record, row: rowPlan, many }: Program): Steps {
	const rows: object[] = [];
	let value: unknown = rows;
	const { first: firstRow, row } = rowSteps(rowPlan, rows, undefined);
	const first: Step = (cursor) => {
		cursor.at = skipBlanks(cursor.bytes, cursor.at);
		if (rowPlan && cursor.bytes[cursor.at] === OPEN_LIST) {
			cursor.at++;
			return firstRow;
		}
		if (!record || cursor.bytes[cursor.at] !== OPEN) return stop(cursor, cursor.at);
		const read = readJsonRecord(cursor, record);
		value = many ? [read] : read;
		return undefined;
	};
	return { format: 'json', first, row, rows, marker: MARKER, value: () => value };
}

/** A record with a collection of rows among its fields. */
function stepsWithRowsInside(record: RecordPlan, rowPlan: RecordPlan, name: string): Steps {
	const rows: object[] = [];
	const around = createAround(record);
	const afterRows: Step = (cursor) => (passSeparator(cursor, CLOSE) ? undefined : field);
	const { first: firstRow, row } = rowSteps(rowPlan, rows, afterRows);
	const field: Step = (cursor) => {
		const found = readKey(cursor, record, around.previous);
		if (isHeld(around, found)) refuse();
		if (found.name === name && cursor.bytes[cursor.at] === OPEN_LIST) {
			cursor.at++;
			hold(around, found, rows);
			return firstRow;
		}
		const value = readJsonValue(cursor, found.value, found, record);
		const isLast = passSeparator(cursor, CLOSE);
		hold(around, found, value);
		return isLast ? undefined : field;
	};
	const first: Step = (cursor) => {
		cursor.at = skipBlanks(cursor.bytes, cursor.at);
		if (cursor.bytes[cursor.at] !== OPEN) stop(cursor, cursor.at);
		return isEmptyBehind(cursor, CLOSE) ? undefined : field;
	};
	return { format: 'json', first, row, rows, marker: MARKER, value: () => finish(around) };
}

function rowSteps(
	plan: RecordPlan | undefined,
	rows: object[],
	after: Step | undefined,
): { readonly first: Step; readonly row: Step } {
	const row: Step = (cursor) => {
		if (!plan || cursor.bytes[cursor.at] !== OPEN) return stop(cursor, cursor.at);
		const read = readJsonRecord(cursor, plan);
		const isLast = passSeparator(cursor, CLOSE_LIST);
		rows.push(read);
		return isLast ? after : row;
	};
	const first: Step = (cursor) => {
		cursor.at--;
		return isEmptyBehind(cursor, CLOSE_LIST) ? after : row;
	};
	return { first, row };
}

/** Goes past an opening bracket, and past the closing one if nothing stands between them. */
function isEmptyBehind(cursor: Cursor, closing: number): boolean {
	const at = skipBlanks(cursor.bytes, cursor.at + 1);
	if (at >= cursor.end) stop(cursor, at);
	const isEmpty = cursor.bytes[at] === closing;
	cursor.at = isEmpty ? at + 1 : at;
	return isEmpty;
}

/** Goes past a comma and the blanks after it, or past the closing bracket; whether it was this one. */
function passSeparator(cursor: Cursor, closing: number): boolean {
	const { bytes } = cursor;
	const at = skipBlanks(bytes, cursor.at);
	if (bytes[at] === closing) {
		cursor.at = at + 1;
		return true;
	}
	if (bytes[at] !== COMMA) stop(cursor, at);
	cursor.at = skipBlanks(bytes, at + 1);
	return false;
}
