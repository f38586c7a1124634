// The rows of a response: filters decide by a first look at a few fields, and a row may be kept as the text it came in.
import { isRecord } from '../../api/schema/types';
import { withLine } from '../projection';
import { type Cursor, needMoreInput } from './cursor';
import type { FieldPlan, Rows } from './record';

const MOST_AWAITED = 64 * 1024;
const BLOCK_SIZE = 256 * 1024;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 0x22;

/** Reads a row. One that does not match holds only what was needed to know that. */
export function readRow(cursor: Cursor, rows: Rows, read: (plan: FieldPlan) => unknown): void {
	const { at } = cursor;
	// A row that is not here as a whole would be read twice, and the engine discards compiled code that throws.
	const isNear = cursor.end - at < Math.min(rows.longest, MOST_AWAITED);
	if (isNear && !cursor.isComplete) throw needMoreInput;
	readAnyRow(cursor, rows, read);
	rows.longest = Math.max(rows.longest, cursor.at - at);
}

function readAnyRow(cursor: Cursor, rows: Rows, read: (plan: FieldPlan) => unknown): void {
	const { at } = cursor;
	const { probe, where, textBy } = rows;
	if (probe) {
		cursor.quoted = textBy === undefined ? undefined : [];
		cursor.isReduced = false;
		const look = read(probe);
		const line = textBy !== undefined && isRecord(look) && isText(look[textBy]);
		const isKept = !isRecord(look) || !where || where.matches(look);
		const text = isKept && line ? lineSince(cursor, rows.lines, at) : undefined;
		if (!isKept || (text && isRecord(look))) {
			rows.read.push(text && isRecord(look) ? withLine(look, text) : look);
			return;
		}
		cursor.quoted = undefined;
		cursor.at = at;
	}
	rows.read.push(read(rows.row));
}

function isText(value: unknown): boolean {
	return typeof value === 'string' && value !== '';
}

/** The row since a position as a line of JSON, with long numbers as strings; undefined where its text says more. */
function lineSince(cursor: Cursor, lines: Rows['lines'], from: number): Uint8Array | undefined {
	const { bytes, at, quoted = [], isReduced } = cursor;
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

function reserve(lines: Rows['lines'], length: number): Buffer {
	if (lines.used + length > lines.block.length) {
		lines.block = Buffer.allocUnsafeSlow(Math.max(BLOCK_SIZE, length));
		lines.used = 0;
	}
	const { block, used } = lines;
	lines.used += length;
	return block.subarray(used, lines.used);
}
