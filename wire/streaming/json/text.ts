// JSON strings and the names of fields, read from bytes.
import { bailOut, type Cursor, skipSpace, unexpected } from '../bytes/cursor';
import { matches } from '../bytes/pattern';
import { fieldAt } from '../plans/fieldTable';
import { fieldNamed } from '../plans/createPlan';
import type { FieldPlan, RecordPlan } from '../plans/plan';
import {
	type EncodedString,
	encodedString,
	plainString,
	type Repetition,
	type StringCache,
	stringOf,
} from '../bytes/stringCache';
import { skipJsonText } from '../bytes/textScan';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** What a byte of a string is; those from `ENDING` on end the search for its end. */
const WIDE = 1;
const ENDING = 2;
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
	if (byte === QUOTE || byte === BACKSLASH || byte < 32) return ENDING;
	return byte > 127 ? WIDE : 0;
});

/** Reads a key and its colon: most often the one that followed the key before in the last record. */
export function readKey(cursor: Cursor, plan: RecordPlan, previous: FieldPlan): FieldPlan {
	const { bytes } = cursor;
	const predicted = previous.next;
	if (matches(cursor, cursor.at, predicted.open)) {
		const after = cursor.at + predicted.open.length;
		cursor.at = bytes[after] > 32 ? after : skipSpace(bytes, after);
		return predicted;
	}
	const field = findField(cursor, plan);
	const colon = skipSpace(bytes, cursor.at);
	if (bytes[colon] !== COLON) unexpected(cursor, colon);
	cursor.at = skipSpace(bytes, colon + 1);
	if (field.id > 0) previous.next = field;
	return field;
}

function findField(cursor: Cursor, plan: RecordPlan): FieldPlan {
	const { bytes } = cursor;
	if (bytes[cursor.at] !== QUOTE) unexpected(cursor, cursor.at);
	const from = cursor.at + 1;
	let at = from;
	let hash = 0;
	let seen = 0;
	for (let kind = KINDS[bytes[at]]; kind < ENDING; kind = KINDS[bytes[++at]]) {
		hash = (Math.imul(hash, 31) + bytes[at]) | 0;
		seen |= kind;
	}
	if (bytes[at] === BACKSLASH) {
		const to = endOfString(cursor, at);
		return fieldNamed(plan, unescaped(cursor, { from, to, isWide: true, escaping: 'json' }));
	}
	if (bytes[at] !== QUOTE) unexpected(cursor, at);
	cursor.at = at + 1;
	const field = fieldAt(plan.table, bytes, from, at, hash);
	if (!field)
		return fieldNamed(plan, stringOf(cursor, bytes, { from, to: at, isWide: seen === WIDE }));
	cursor.surplus += field.surplus;
	return field;
}

/** Reads a string; undefined for one that is not wanted, unless it takes more than a look to see that it is valid. */
export function readString(
	cursor: Cursor,
	isWanted: boolean,
	cache: StringCache,
	repetition: Repetition,
): string | undefined {
	const { bytes } = cursor;
	const from = cursor.at + 1;
	let at = skipJsonText(cursor.view, from);
	let seen = 0;
	for (let kind = KINDS[bytes[at]]; kind < ENDING; kind = KINDS[bytes[++at]]) seen |= kind;
	if (bytes[at] === BACKSLASH) {
		const to = endOfString(cursor, at);
		const place = { from, to, isWide: true, escaping: 'json' } as const;
		return encodedString(cursor, place, unescaped, cache, repetition);
	}
	if (bytes[at] !== QUOTE) unexpected(cursor, at);
	cursor.at = at + 1;
	if (seen === WIDE) {
		const place = { from, to: at, isWide: true, escaping: 'none' } as const;
		return encodedString(cursor, place, wideString, cache, repetition);
	}
	return isWanted ? plainString(cursor, from, at, cache, repetition) : undefined;
}

function wideString(cursor: Cursor, place: EncodedString): string {
	return stringOf(cursor, cursor.bytes, place);
}

/** Moves past the end of a string with escapes, and returns where its content ends. */
function endOfString(cursor: Cursor, from: number): number {
	const { bytes } = cursor;
	let at = from;
	for (let byte = bytes[at]; byte !== QUOTE; byte = bytes[at]) {
		if (byte < 32 || at >= cursor.end) unexpected(cursor, at);
		at += byte === BACKSLASH ? 2 : 1;
	}
	// An escape may have been cut by the end of what is at hand.
	if (at >= cursor.end) unexpected(cursor, at);
	cursor.at = at + 1;
	return at;
}

function unescaped(cursor: Cursor, place: EncodedString): string {
	const text = stringOf(cursor, cursor.bytes, place);
	try {
		return JSON.parse(`"${text}"`) as string;
	} catch {
		return bailOut();
	}
}
