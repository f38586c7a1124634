// The reading of one answer while its bytes arrive: a window on them that holds no more than an unfinished piece.
import { type Cursor, MoreWanted, NotRecognised, READ_BEHIND, skipBlanks } from './cursor';
import { createDocument, type Document, documentBytes, dropRows, keepBytes } from './document';
import { jsonSteps } from './jsonSteps';
import type { Program } from './program';
import type { Step, Steps } from './steps';
import { xmlSteps } from './xmlSteps';

export interface Reading {
	readonly program: Program | undefined;
	readonly cursor: Cursor;
	readonly document: Document;
	/** Set with the first bytes, which tell the format. */
	steps?: Steps;
	/** What to read next; undefined after the end of the answer. */
	step?: Step;
	/** Whether the rest is left to the reference decoder. */
	isOff: boolean;
	/** So many bytes are waited for, unless the answer ends before. */
	readonly portion: number;
	/** So many are waited for now: more where a long piece was unfinished, so that slow trickles cost no more. */
	enough: number;
	/** Whether the window begins with a row, and how many rows came before it. */
	beginsWithRow: boolean;
	rowsBefore: number;
}

/** A row in which a portion ends is read again with the next one: the larger the portions, the fewer rows are. */
const PORTION = 256 * 1024;

const LESS_THAN = 0x3c;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

export function createReading(program: Program | undefined, portion = PORTION): Reading {
	return {
		program,
		cursor: { ...createWindow(READ_BEHIND), at: 0, end: 0, surplus: 0 },
		document: createDocument(),
		isOff: program === undefined,
		portion,
		enough: portion,
		beginsWithRow: false,
		rowsBefore: 0,
	};
}

/** Takes bytes that arrived, and reads what is complete. */
export function take(reading: Reading, piece: Uint8Array): void {
	if (reading.isOff) {
		keepBytes(reading.document, Buffer.from(piece));
		return;
	}
	append(reading.cursor, piece);
	if (reading.cursor.end >= reading.enough) advance(reading);
}

/** Whether all was read to the end of the answer; otherwise the rest is left to the reference decoder. */
export function isReadToEnd(reading: Reading): boolean {
	if (!reading.isOff) advance(reading);
	if (!reading.isOff && reading.steps && !reading.step) return true;
	turnOff(reading);
	return false;
}

/** The answer without the rows that were let go; empty ones stand in their places. */
export function receivedBytes({ cursor, document }: Reading): Buffer {
	return Buffer.concat([documentBytes(document), cursor.bytes.subarray(0, cursor.end)]);
}

function createWindow(size: number): Pick<Cursor, 'bytes' | 'view'> {
	const bytes = Buffer.allocUnsafeSlow(size);
	bytes[0] = 0;
	return { bytes, view: new DataView(bytes.buffer) };
}

function append(cursor: Cursor, piece: Uint8Array): void {
	const end = cursor.end + piece.length;
	if (end + READ_BEHIND > cursor.bytes.length) {
		const larger = createWindow(Math.max(end + READ_BEHIND, cursor.bytes.length * 2));
		larger.bytes.set(cursor.bytes.subarray(0, cursor.end));
		Object.assign(cursor, larger);
	}
	cursor.bytes.set(piece, cursor.end);
	cursor.bytes[end] = 0;
	cursor.end = end;
}

/** What the steps have read to their end. */
interface Place {
	done: number;
	surplus: number;
}

function advance(reading: Reading): void {
	const { cursor } = reading;
	const place: Place = { done: 0, surplus: 0 };
	try {
		takeSteps(reading, place);
	} catch (error) {
		if (!(error instanceof MoreWanted || error instanceof NotRecognised)) throw error;
		reading.isOff = error instanceof NotRecognised;
	}
	cursor.at = place.done;
	cursor.surplus = place.surplus;
	release(reading);
	reading.enough = Math.max(reading.portion, cursor.end * 2);
	if (reading.isOff) turnOff(reading);
}

function takeSteps(reading: Reading, place: Place): void {
	const { cursor } = reading;
	const steps = (reading.steps ??= begin(reading));
	if (!steps) return;
	place.done = cursor.at;
	while (reading.step) {
		const next = reading.step(cursor);
		place.done = cursor.at;
		place.surplus = cursor.surplus;
		if (next === steps.row && reading.step !== next) {
			reading.step = next;
			release(reading);
			place.done = 0;
			place.surplus = 0;
		}
		reading.step = next;
	}
	place.done = skipBlanks(cursor.bytes, cursor.at);
	if (place.done < cursor.end) reading.isOff = true;
}

/** Chooses the reader by the first byte that is no blank; undefined while there is none. */
function begin(reading: Reading): Steps | undefined {
	const { cursor, program } = reading;
	const hasMark = BYTE_ORDER_MARK.every((byte, index) => cursor.bytes[index] === byte);
	const at = skipBlanks(cursor.bytes, hasMark ? BYTE_ORDER_MARK.length : 0);
	if (at >= cursor.end || !program) return undefined;
	cursor.at = at;
	const steps = cursor.bytes[at] === LESS_THAN ? xmlSteps(program) : jsonSteps(program);
	reading.step = steps.first;
	return steps;
}

/** Takes what was read out of the window: rows are let go, all else is kept for the reference decoder. */
function release(reading: Reading): void {
	const { cursor, document, steps, step } = reading;
	const { bytes, at, end } = cursor;
	const isAtRow = steps !== undefined && step === steps.row;
	if (at > 0) {
		const read = bytes.subarray(0, at);
		const rows = steps?.rows.length ?? 0;
		const isGone =
			reading.beginsWithRow &&
			isAtRow &&
			dropRows(
				document,
				read,
				cursor.surplus,
				{ from: reading.rowsBefore, to: rows },
				steps.marker,
			);
		if (!isGone) keepBytes(document, Buffer.from(read));
		bytes.copyWithin(0, at, end + 1);
		cursor.end = end - at;
		cursor.at = 0;
		cursor.surplus = 0;
		reading.rowsBefore = rows;
	}
	reading.beginsWithRow = isAtRow;
}

function turnOff(reading: Reading): void {
	const { cursor, document } = reading;
	reading.isOff = true;
	keepBytes(document, cursor.bytes.subarray(0, cursor.end));
	Object.assign(cursor, createWindow(READ_BEHIND));
	cursor.end = 0;
}
