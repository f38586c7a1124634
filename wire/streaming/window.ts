// The window on a response while its bytes arrive: it holds no more than what is not read yet.
import { MAX_TEXT_LENGTH } from '../charset';
import { createDriftLog } from '../drift';
import { createBlocks } from './bytes/blocks';
import {
	bailOut,
	type Bytes,
	type Cursor,
	NeedMoreInput,
	READ_AHEAD,
	skipSpace,
	Unsupported,
} from './bytes/cursor';
import { createJsonParser } from './json/response';
import type { Parser, RowMatch, Step } from './parser';
import type { PlanSettings, ResponsePlan } from './plans/responsePlan';
import { createRetained, discardRows, retain, type Retained, retainedBytes } from './retained';
import { createXmlParser } from './xml/response';

/** The plan of the response, once its format is known. */
export type PlanOf = (
	settings: Pick<PlanSettings, 'format' | 'prefix'>,
) => ResponsePlan | undefined;

export interface WindowSettings {
	/** Left out, nothing is streamed. */
	readonly planOf?: PlanOf | undefined;
	readonly isMatch: RowMatch;
	/** So many bytes are awaited before any are read, unless the response ends before. */
	readonly portion?: number | undefined;
	/** More bytes than this never wait to be read. */
	readonly longest?: number | undefined;
}

export interface Window {
	readonly settings: WindowSettings;
	readonly cursor: Cursor;
	readonly retained: Retained;
	/** Set with the first bytes, which tell the format. */
	parser: Parser | undefined;
	/** What to read next; undefined after the end of the response. */
	step: Step | undefined;
	/** Whether the rest is left to the reference decoder. */
	isOff: boolean;
	/** Whether all bytes of the response are here. */
	isComplete: boolean;
	/** So many bytes are awaited now: more where a long piece was incomplete, so that slow trickles cost no more. */
	awaited: number;
	/** The length of the longest row so far. */
	longestRow: number;
	/** Whether the window begins with a row, and which one of which list that is. */
	beginsWithRow: boolean;
	firstRow: number;
	list: number;
}

/** A row in which a portion ends is read again with the next one: the larger the portions, the fewer rows are. */
const PORTION = 256 * 1024;

const LESS_THAN = 0x3c;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

export function createWindow(settings: WindowSettings): Window {
	// No spread: in Node.js 20, each cursor would have a shape of its own, and compiled code fits one shape.
	const { bytes, view } = createBytes(READ_AHEAD);
	return {
		settings,
		cursor: {
			bytes,
			view,
			at: 0,
			end: 0,
			surplus: 0,
			depth: 0,
			quoted: [],
			isReduced: false,
			lines: createBlocks(),
			drift: createDriftLog(),
		},
		retained: createRetained(),
		parser: undefined,
		step: undefined,
		isOff: settings.planOf === undefined,
		isComplete: false,
		awaited: settings.portion ?? PORTION,
		longestRow: 0,
		beginsWithRow: false,
		firstRow: 0,
		list: 0,
	};
}

/** Takes bytes that arrived, and reads what is complete. */
export function take(window: Window, piece: Uint8Array): void {
	if (window.isOff) {
		retain(window.retained, piece);
		return;
	}
	const { longest = MAX_TEXT_LENGTH } = window.settings;
	append(window.cursor, piece);
	// Not even the reference decoder can read a text that is longer.
	if (window.cursor.end > longest) turnOff(window);
	else if (window.cursor.end >= window.awaited) advance(window);
}

/** Whether everything was read to the end of the response; otherwise the rest is left to the reference decoder. */
export function isReadToEnd(window: Window): boolean {
	window.isComplete = true;
	if (!window.isOff) advance(window);
	if (!window.isOff && window.parser && !window.step) return true;
	if (!window.isOff) turnOff(window);
	return false;
}

/** The response with placeholders for the rows that were discarded. */
export function receivedBytes({ cursor, retained }: Window): Buffer {
	return Buffer.concat([retainedBytes(retained), cursor.bytes.subarray(0, cursor.end)]);
}

function createBytes(size: number): Pick<Cursor, 'bytes' | 'view'> {
	const bytes = Buffer.allocUnsafeSlow(size) as Bytes;
	bytes[0] = 0;
	return { bytes, view: new DataView(bytes.buffer) };
}

function append(cursor: Cursor, piece: Uint8Array): void {
	const end = cursor.end + piece.length;
	if (end + READ_AHEAD > cursor.bytes.length) {
		const larger = createBytes(Math.max(end + READ_AHEAD, cursor.bytes.length * 2));
		larger.bytes.set(cursor.bytes.subarray(0, cursor.end));
		Object.assign(cursor, larger);
	}
	cursor.bytes.set(piece, cursor.end);
	cursor.bytes[end] = 0;
	cursor.end = end;
}

/** Up to where the steps have read. */
interface Progress {
	done: number;
	surplus: number;
}

function advance(window: Window): void {
	const { cursor, settings } = window;
	const progress: Progress = { done: 0, surplus: 0 };
	try {
		takeSteps(window, progress);
	} catch (error) {
		if (!(error instanceof NeedMoreInput || error instanceof Unsupported)) throw error;
		window.isOff = error instanceof Unsupported;
	}
	cursor.at = progress.done;
	cursor.surplus = progress.surplus;
	release(window);
	window.awaited = Math.max(settings.portion ?? PORTION, cursor.end * 2);
	if (window.isOff) turnOff(window);
}

function takeSteps(window: Window, progress: Progress): void {
	const { cursor } = window;
	const parser = (window.parser ??= begin(window));
	if (!parser) return;
	window.step ??= parser.epilog;
	progress.done = cursor.at;
	while (window.step) {
		cursor.depth = 0;
		cursor.quoted.length = 0;
		cursor.isReduced = false;
		const { at } = cursor;
		if (window.step === parser.row && !isRowAtHand(window)) return;
		const next = window.step(cursor);
		if (window.step === parser.row) window.longestRow = Math.max(window.longestRow, cursor.at - at);
		progress.done = cursor.at;
		progress.surplus = cursor.surplus;
		if (next === parser.row && window.step !== next) {
			window.step = next;
			release(window);
			progress.done = 0;
			progress.surplus = 0;
		}
		window.step = next;
	}
	progress.done = skipSpace(cursor.bytes, cursor.at);
	if (progress.done < cursor.end) window.isOff = true;
}

/**
 * Whether the next row is probably here as a whole. Begun too early, it would be read twice, and the first time that
 * a compiled function runs out of bytes, the engine discards its code.
 */
function isRowAtHand({ cursor, settings, isComplete, longestRow }: Window): boolean {
	const { portion = PORTION } = settings;
	return isComplete || cursor.end - cursor.at >= Math.min(longestRow, portion / 4);
}

/** Chooses the parser by the first byte that is not white space; undefined while there is none. */
function begin(window: Window): Parser | undefined {
	const { cursor, settings } = window;
	const { planOf, isMatch } = settings;
	const isMarked = BYTE_ORDER_MARK.every((byte, index) => cursor.bytes[index] === byte);
	const at = skipSpace(cursor.bytes, isMarked ? BYTE_ORDER_MARK.length : 0);
	if (at >= cursor.end || !planOf) return undefined;
	cursor.at = at;
	const parser =
		cursor.bytes[at] === LESS_THAN
			? createXmlParser((prefix) => planOf({ format: 'xml', prefix }), isMatch)
			: createJsonParser(planOf({ format: 'json', prefix: '' }) ?? bailOut(), isMatch);
	window.step = parser.first;
	return parser;
}

/** Takes what was read out of the window: rows are discarded, all else is retained for the reference decoder. */
function release(window: Window): void {
	const { cursor, retained, parser, step } = window;
	const { bytes, at, end } = cursor;
	const isAtRow = parser !== undefined && step !== undefined && step === parser.row;
	const list = parser?.rows.lists ?? 0;
	const isNewList = list !== window.list;
	if (isNewList) {
		window.list = list;
		retained.firstGap = undefined;
	}
	if (at > 0) {
		const read = bytes.subarray(0, at);
		const rows = parser?.rows.read.length ?? 0;
		const isDiscarded =
			window.beginsWithRow &&
			isAtRow &&
			!isNewList &&
			discardRows(retained, read, {
				first: window.firstRow,
				count: rows - window.firstRow,
				surplus: cursor.surplus,
				placeholder: parser.placeholder,
			});
		if (!isDiscarded) retain(retained, read);
		bytes.copyWithin(0, at, end + 1);
		cursor.end = end - at;
		cursor.at = 0;
		cursor.surplus = 0;
		window.firstRow = rows;
	}
	window.beginsWithRow = isAtRow;
}

function turnOff(window: Window): void {
	const { cursor, retained } = window;
	window.isOff = true;
	retain(retained, cursor.bytes.subarray(0, cursor.end));
	Object.assign(cursor, createBytes(READ_AHEAD));
	cursor.end = 0;
}
