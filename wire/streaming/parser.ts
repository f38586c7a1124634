// What the parsers of both formats are to the window on a response: steps, each of which reads one piece.
import { noteDrift } from '../drift';
import { reserve } from './bytes/blocks';
import type { Cursor } from './bytes/cursor';
import { type RowFilter, withLine } from '../projection';
import { recordPlanOf } from './plans/createPlan';
import type { FieldPlan, RecordPlan, ValuePlan } from './plans/plan';
import type { ResponsePlan } from './plans/responsePlan';
import { makeRow } from './records/row';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 0x22;

/**
 * Reads one piece and returns the step for the next one; undefined at the end of the response. A step that needs more
 * input has changed nothing yet, and is repeated from where it began.
 */
export type Step = (cursor: Cursor) => Step | undefined;

/** The parser of one response. */
export interface Parser {
	readonly first: Step;
	/** The step that reads a row; between two of them rows may be discarded. */
	row: Step | undefined;
	/** The step that reads what may follow the end, should more bytes arrive. */
	readonly epilog?: Step | undefined;
	readonly rows: Rows;
	/** What takes the place of a discarded row in the document for the reference decoder. */
	placeholder: Uint8Array;
	/** The whole response, once there are no more steps. */
	value(): unknown;
}

/** The rows of a response. */
export interface Rows {
	readonly read: object[];
	/** How many lists of rows there were: the last one counts. */
	lists: number;
}

/** Whether a row is kept with all its fields. */
export type RowMatch = RowFilter['matches'];

export function createRows(): Rows {
	return { read: [], lists: 0 };
}

/** Begins a list of rows. */
export function beginRows(rows: Rows): void {
	rows.read.length = 0;
	rows.lists++;
}

/**
 * Reads a row. Whether it matches is decided by a first look at a few fields; of one that does not, they are the row,
 * and of one that is kept as text.
 */
export function readRow(
	cursor: Cursor,
	{ row, probe, textBy }: Pick<ResponsePlan, 'row' | 'probe' | 'textBy'>,
	isMatch: RowMatch,
	read: (cursor: Cursor, row: ValuePlan) => object,
): object | undefined {
	if (!row) return undefined;
	const { at, surplus } = cursor;
	if (probe) {
		const look = read(cursor, probe) as Parameters<RowMatch>[0];
		if (!isMatch(look)) return look;
		const isTold = textBy !== undefined && typeof look[textBy] === 'string' && look[textBy] !== '';
		const line = isTold ? lineSince(cursor, at) : undefined;
		if (line) return withLine(look, line);
		cursor.at = at;
		cursor.surplus = surplus;
	}
	return read(cursor, row);
}

/** The row since a position as a line of JSON, with long numbers as strings; undefined where its text says more. */
function lineSince(cursor: Cursor, from: number): Uint8Array | undefined {
	const { bytes, at, quoted, isReduced, lines } = cursor;
	if (isReduced) return undefined;
	const read = bytes.subarray(from, at);
	if (read.includes(LINE_FEED) || read.includes(CARRIAGE_RETURN)) return undefined;
	const line = reserve(lines, read.length + quoted.length + 1);
	let done = from;
	let end = 0;
	for (const place of quoted) {
		end += bytes.copy(line, end, done, place);
		line[end++] = QUOTE;
		done = place;
	}
	end += bytes.copy(line, end, done, at);
	line[end] = LINE_FEED;
	return line;
}

/** The record around the rows, of which the fields are read in a step each. */
export interface Envelope {
	readonly plan: RecordPlan;
	readonly fields: FieldPlan[];
	readonly values: unknown[];
	previous: FieldPlan;
}

export function createEnvelope({ record }: ResponsePlan): Envelope | undefined {
	if (!record) return undefined;
	const plan = recordPlanOf(record, 0);
	return { plan, fields: [], values: [], previous: plan.start };
}

export function addToEnvelope(envelope: Envelope, field: FieldPlan, value: unknown): void {
	envelope.fields.push(field);
	envelope.values.push(value);
	envelope.previous = field;
}

/** Makes the record of all fields that were added. */
export function closeEnvelope({ drift }: Cursor, { plan, fields, values }: Envelope): object {
	for (const field of plan.required) {
		if ((values[fields.lastIndexOf(field)] ?? null) === null) {
			noteDrift(drift.missing, field.path ?? '');
		}
	}
	return makeRow(plan.shapes, fields, [...values], values.length);
}
