// A JSON response, step by step.
import type { Schema } from '../../../api/schema/types';
import { LEAST_FOREIGN, recordProblem } from '../../responseShape';
import { bailOut, type Cursor, skipSpace, unexpected } from '../bytes/cursor';
import {
	addToEnvelope,
	beginRows,
	closeEnvelope,
	createEnvelope,
	createRows,
	type Envelope,
	type Parser,
	readRow,
	type RowMatch,
	type Rows,
	type Step,
} from '../parser';
import { DROPPED_NAME, recordPlanOf } from '../plans/createPlan';
import type { RecordPlan, ValuePlan } from '../plans/plan';
import { isPresent, noteUndocumented } from '../records/record';
import type { ResponsePlan } from '../plans/responsePlan';
import { PLACEHOLDERS } from '../retained';
import { readKey } from './text';
import { readObject, readValue } from './value';

const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Creates the parser of a JSON response. */
export function createJsonParser(plan: ResponsePlan, isMatch: RowMatch): Parser {
	const envelope = plan.rows === undefined ? undefined : createEnvelope(plan);
	return envelope ? envelopeParser(plan, envelope, isMatch) : rootParser(plan, isMatch);
}

/** For a response that is a record or a list of records. */
function rootParser(plan: ResponsePlan, isMatch: RowMatch): Parser {
	const { record, schema } = plan;
	const rows = createRows();
	let value: unknown = rows.read;
	const readRecord = (cursor: Cursor, row: ValuePlan): object => {
		const recordPlan = recordPlanOf(row, 0);
		const read = readObject(cursor, recordPlan);
		checkFields(recordPlan, schema);
		return read;
	};
	const row = rowStep(plan, rows, isMatch, readRecord, () => undefined);
	const first: Step = (cursor) => {
		cursor.at = skipSpace(cursor.bytes, cursor.at);
		if (plan.row && cursor.bytes[cursor.at] === OPEN_LIST) {
			const isEmpty = isEmptyAfter(cursor, CLOSE_LIST);
			beginRows(rows);
			return isEmpty ? undefined : row;
		}
		if (!record || cursor.bytes[cursor.at] !== OPEN) return unexpected(cursor, cursor.at);
		if (!plan.row) {
			value = readRecord(cursor, record);
			return undefined;
		}
		const read = readRow(cursor, plan, isMatch, readRecord);
		if (read) rows.read.push(read);
		return undefined;
	};
	return { first, row, rows, placeholder: PLACEHOLDERS.json.root, value: () => value };
}

/** For a response that is a record with a list of rows. */
function envelopeParser(plan: ResponsePlan, envelope: Envelope, isMatch: RowMatch): Parser {
	const { schema, rows: name } = plan;
	const rows = createRows();
	let value: unknown;
	const close: Step = (cursor) => {
		checkNames(
			schema,
			envelope.fields.map((field) => field.name),
		);
		value = closeEnvelope(cursor, envelope);
		return undefined;
	};
	const readRecord = (cursor: Cursor, row: ValuePlan): object =>
		readObject(cursor, recordPlanOf(row, 0));
	const row = rowStep(plan, rows, isMatch, readRecord, () => afterRows);
	const afterRows: Step = (cursor) => (passSeparator(cursor, CLOSE) ? close : field);
	const field: Step = (cursor) => {
		const found = readKey(cursor, envelope.plan, envelope.previous);
		if (!found.isDocumented) noteUndocumented(cursor, found);
		if (found.name === name && cursor.bytes[cursor.at] === OPEN_LIST) {
			const isEmpty = isEmptyAfter(cursor, CLOSE_LIST);
			beginRows(rows);
			addToEnvelope(envelope, found, rows.read);
			return isEmpty ? afterRows : row;
		}
		const read = readValue(cursor, found.value, found, envelope.plan);
		const isLast = passSeparator(cursor, CLOSE);
		if (found.name === name) {
			if (read !== null) bailOut();
			beginRows(rows);
		}
		if (found.isWanted) addToEnvelope(envelope, found, read);
		return isLast ? close : field;
	};
	const first: Step = (cursor) => {
		cursor.at = skipSpace(cursor.bytes, cursor.at);
		if (cursor.bytes[cursor.at] !== OPEN) unexpected(cursor, cursor.at);
		return isEmptyAfter(cursor, CLOSE) ? close : field;
	};
	return { first, row, rows, placeholder: PLACEHOLDERS.json.nested, value: () => value };
}

function rowStep(
	plan: ResponsePlan,
	rows: Rows,
	isMatch: RowMatch,
	readRecord: (cursor: Cursor, row: ValuePlan) => object,
	after: () => Step | undefined,
): Step {
	const row: Step = (cursor) => {
		if (cursor.bytes[cursor.at] !== OPEN) unexpected(cursor, cursor.at);
		const read = readRow(cursor, plan, isMatch, readRecord);
		const isLast = passSeparator(cursor, CLOSE_LIST);
		if (read) rows.read.push(read);
		return isLast ? after() : row;
	};
	return row;
}

/** Leaves a record to the reference decoder that may not be the expected one: the decoder says which it is. */
function checkFields(plan: RecordPlan, schema: Schema): void {
	const { fields, foreign, records, unlearnedIn } = plan;
	if (foreign < LEAST_FOREIGN && isOwnPresent(plan)) return;
	if (unlearnedIn === records) bailOut();
	const present = fields.filter((field) => isPresent(field, plan));
	checkNames(
		schema,
		present.map(({ name }) => name),
	);
}

function isOwnPresent(plan: RecordPlan): boolean {
	for (let index = 0; index < plan.documentedCount; index++) {
		if (isPresent(plan.fields[index], plan)) return true;
	}
	return false;
}

function checkNames(schema: Schema, names: readonly string[]): void {
	const known = names.filter((name) => name !== DROPPED_NAME);
	const record = Object.fromEntries(known.map((name) => [name, null]));
	if (recordProblem(schema, record) !== undefined) bailOut();
}

/** Moves past an opening bracket, and past the closing one if nothing is between them. */
function isEmptyAfter(cursor: Cursor, closing: number): boolean {
	const at = skipSpace(cursor.bytes, cursor.at + 1);
	if (at >= cursor.end) unexpected(cursor, at);
	const isEmpty = cursor.bytes[at] === closing;
	cursor.at = isEmpty ? at + 1 : at;
	return isEmpty;
}

/** Moves past a comma and the space after it, or past the closing bracket; whether it was this one. */
function passSeparator(cursor: Cursor, closing: number): boolean {
	const { bytes } = cursor;
	const at = skipSpace(bytes, cursor.at);
	if (bytes[at] === closing) {
		cursor.at = at + 1;
		return true;
	}
	if (bytes[at] !== COMMA) unexpected(cursor, at);
	cursor.at = skipSpace(bytes, at + 1);
	// There may be more space, which no step begins with.
	if (cursor.at >= cursor.end) unexpected(cursor, cursor.at);
	return false;
}
