// An XML answer, step by step.
import { type Cursor, pass, type Pattern, patternOf, refuse, skipBlanks, stop } from './cursor';
import type { RecordPlan } from './plan';
import type { Program } from './program';
import { createAround, finish, hold, isHeld, type Step, type Steps } from './steps';
import { readContent, readMember, readOpenTag, readXmlRecord } from './xmlRecord';
import { type Nil, readTagEnd } from './xmlTag';

const QUESTION_MARK = 0x3f;
const SLASH = 0x2f;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;

const encoder = new TextEncoder();

/** A declaration of an encoding in which the bytes are what they seem; .NET says utf-16 of texts that it has converted. */
const DECLARATION =
	/^<\?xml version="1\.0"(?: encoding="(?:utf-?8|utf-16)")?(?: standalone="(?:yes|no)")? *\?>$/i;
const LONGEST_DECLARATION = 120;

/** The reading of an XML answer. */
export function xmlSteps(program: Program): Steps {
	const { record, row } = program;
	return record && row && program.rows !== undefined
		? stepsWithRowsInside(record, row, program.rows)
		: stepsOfRows(program);
}

/** A record, or a list of records. */
function stepsOfRows({ record, row: rowPlan, many }: Program): Steps {
	const rows: object[] = [];
	let value: unknown = rows;
	let nil: Nil | undefined;
	const row = rowStep(rowPlan, rows, patternOf(`</ArrayOf${rowPlan?.name}>`), () => nil, undefined);
	const first: Step = (cursor) => {
		passDeclaration(cursor);
		const name = readRootName(cursor);
		const root = readTagEnd(cursor, undefined, true);
		if (rowPlan && name === `ArrayOf${rowPlan.name}`) {
			({ nil } = root);
			return root.isClosed ? undefined : row;
		}
		if (!record || name !== record.name) return refuse();
		const read = root.isClosed ? {} : readXmlRecord(cursor, record, record.closeTag, root.nil);
		value = many ? [read] : read;
		return undefined;
	};
	return { format: 'xml', first, row, rows, marker: markerOf(rowPlan), value: () => value };
}

/** A record with a collection of rows among its fields. */
function stepsWithRowsInside(record: RecordPlan, rowPlan: RecordPlan, name: string): Steps {
	const rows: object[] = [];
	const around = createAround(record);
	let nil: Nil | undefined;
	const field: Step = (cursor) => {
		cursor.at = skipBlanks(cursor.bytes, cursor.at);
		if (cursor.bytes[cursor.at + 1] === SLASH) {
			pass(cursor, record.closeTag);
			return undefined;
		}
		const { field: found, value, prefix } = readOpenTag(cursor, record, nil);
		if (isHeld(around, found)) refuse();
		if (found.name === name && value === undefined) {
			if (prefix !== undefined) refuse();
			hold(around, found, rows);
			return row;
		}
		hold(
			around,
			found,
			value === undefined ? readContent(cursor, found, record, nil, prefix) : value,
		);
		return field;
	};
	const row = rowStep(rowPlan, rows, patternOf(`</${name}>`), () => nil, field);
	const first: Step = (cursor) => {
		passDeclaration(cursor);
		if (readRootName(cursor) !== record.name) refuse();
		const root = readTagEnd(cursor, undefined, true);
		({ nil } = root);
		return root.isClosed ? undefined : field;
	};
	return {
		format: 'xml',
		first,
		row,
		rows,
		marker: markerOf(rowPlan),
		value: () => finish(around),
	};
}

function markerOf(row: RecordPlan | undefined): Uint8Array {
	return encoder.encode(`<${row?.name}/>`);
}

function rowStep(
	plan: RecordPlan | undefined,
	rows: object[],
	closeTag: Pattern,
	nilOfRoot: () => Nil | undefined,
	after: Step | undefined,
): Step {
	const row: Step = (cursor) => {
		const { bytes } = cursor;
		cursor.at = skipBlanks(bytes, cursor.at);
		if (bytes[cursor.at + 1] === SLASH) {
			pass(cursor, closeTag);
			return after;
		}
		if (!plan) return refuse();
		rows.push(readMember(cursor, plan, nilOfRoot()) ?? refuse());
		return row;
	};
	return row;
}

function passDeclaration(cursor: Cursor): void {
	const { bytes, at: from } = cursor;
	if (bytes[from] !== LESS_THAN || bytes[from + 1] !== QUESTION_MARK) return;
	let at = from;
	while (bytes[at] !== GREATER_THAN) {
		if (bytes[at] < 32 || at - from > LONGEST_DECLARATION) stop(cursor, at);
		at++;
	}
	if (!DECLARATION.test(bytes.toString('latin1', from, at + 1))) refuse();
	cursor.at = skipBlanks(bytes, at + 1);
}

function readRootName(cursor: Cursor): string {
	const { bytes } = cursor;
	if (bytes[cursor.at] !== LESS_THAN) stop(cursor, cursor.at);
	const from = cursor.at + 1;
	let at = from;
	while (isLetter(bytes[at])) at++;
	if (at >= cursor.end) stop(cursor, at);
	cursor.at = at;
	return bytes.toString('latin1', from, at);
}

function isLetter(byte: number): boolean {
	return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}
