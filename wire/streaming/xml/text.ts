// The text of XML elements, and what is not an element or text: comments, CDATA sections, processing instructions.
import { readScalar } from '../../xml/read';
import { decodeReferences, findInvalidReference, NAMED } from '../../xml/references';
import { NAME } from '../../xml/wellFormed';
import { bailOut, type Bytes, type Cursor, unexpected } from '../bytes/cursor';
import { matches, type Pattern, patternOf } from '../bytes/pattern';
import { endOfLongWhole, readDigits } from '../bytes/digits';
import type { FieldPlan, ValuePlan } from '../plans/plan';
import {
	type EncodedString,
	encodedString,
	plainString,
	type Repetition,
	type StringCache,
	stringOf,
} from '../bytes/stringCache';
import { skipXmlText } from '../bytes/textScan';

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const EXCLAMATION_MARK = 0x21;
const AMPERSAND = 0x26;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const QUESTION_MARK = 0x3f;

const TRUE = patternOf('true<');
const FALSE = patternOf('false<');
const COMMENT = patternOf('<!--');
const COMMENT_END = Buffer.from('--');
const SECTION = patternOf('<![CDATA[');
const SECTION_END = Buffer.from(']]>');
const INSTRUCTION_END = Buffer.from('?>');

/** What a byte of a text is; those from `ENDING` on end the search for the end of the text. */
const WIDE = 1;
const MARKUP = 2;
const ENDING = 4;
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
	if (byte > 127) return WIDE;
	if (byte === AMPERSAND || byte === GREATER_THAN || byte === CARRIAGE_RETURN) return MARKUP;
	return byte === LESS_THAN || (byte < 32 && byte !== LINE_FEED && byte !== TAB) ? ENDING : 0;
});

/** The references that most texts with references have, and no others. */
const REFERENCES = Object.entries(NAMED).map(([name, character]) => ({
	written: patternOf(`&${name};`),
	byte: character.charCodeAt(0),
}));

/** Room for the bytes of a text of the usual length while it is decoded. */
const decodedBytes = Buffer.alloc(1024) as Bytes;

const NOT_CHARACTERS = /[\ufffe\uffff]/;
const FORBIDDEN = /[^\t\n\r\u0020-\ufffd]/;
const INSTRUCTION = new RegExp(`^(?!xml(?:\\s|$))${NAME}(?:[ \\t\\r\\n]|$)`, 'iu');

/** For texts that are not worth a place in the cache. */
const UNCACHED: Repetition = { tries: Infinity, hits: 0 };

/** Reads the text of an element up to the next tag, as a value of a kind. */
export function readLeaf(
	cursor: Cursor,
	kind: Exclude<ValuePlan['kind'], 'record' | 'list' | 'opaque'>,
	field: FieldPlan,
	cache: StringCache,
): unknown {
	const { bytes, at } = cursor;
	switch (kind) {
		case 'string':
		case 'enum':
		case 'undocumented':
			return readText(cursor, field.isWanted, cache, field);
		case 'date':
		case 'guid': {
			const text = readText(cursor, field.isWanted, cache, field);
			return text === '' ? null : text;
		}
		case 'boolean':
			if (matches(cursor, at, TRUE)) return passBoolean(cursor, TRUE, true);
			if (matches(cursor, at, FALSE)) return passBoolean(cursor, FALSE, false);
			return readScalar(kind, readText(cursor, true, cache, field) ?? '');
		case 'integer':
		case 'byte':
		case 'decimal': {
			const number = readDigits(cursor);
			if (number !== undefined && bytes[cursor.at] === LESS_THAN) return number;
			cursor.at = at;
			const end = endOfLongWhole(cursor, at);
			if (end !== undefined && bytes[end] === LESS_THAN) {
				cursor.at = end;
				return bytes.latin1Slice(at, end);
			}
			return readScalar(kind, readText(cursor, true, cache, field) ?? '');
		}
		default:
			return kind satisfies never;
	}
}

function passBoolean(cursor: Cursor, written: Pattern, value: boolean): boolean {
	cursor.at += written.length - 1;
	return value;
}

/** Reads text up to the next `<`; undefined where it is not wanted, unless it takes more than a look to see that it is valid. */
function readText(
	cursor: Cursor,
	isWanted: boolean,
	cache: StringCache,
	repetition: Repetition,
): string | undefined {
	const { bytes, at: from } = cursor;
	let at = skipXmlText(cursor.view, from);
	let seen = 0;
	for (let kind = KINDS[bytes[at]]; kind < ENDING; kind = KINDS[bytes[++at]]) seen |= kind;
	if (bytes[at] !== LESS_THAN) unexpected(cursor, at);
	cursor.at = at;
	if (seen !== 0) {
		const place = { from, to: at, isWide: (seen & WIDE) !== 0, escaping: 'xml' } as const;
		return encodedString(cursor, place, decodedText, cache, repetition);
	}
	return isWanted ? plainString(cursor, from, at, cache, repetition) : undefined;
}

/** A text with references or line breaks, or with bytes above 127. */
function decodedText(cursor: Cursor, place: EncodedString): string {
	const length = decodeBytes(cursor, place);
	const text =
		length === undefined
			? stringOf(cursor, cursor.bytes, place)
			: stringOf(cursor, decodedBytes, { from: 0, to: length, isWide: place.isWide });
	if (place.isWide && NOT_CHARACTERS.test(text)) bailOut();
	if (length !== undefined) return text;
	if (text.includes(']]>') || findInvalidReference(text) !== -1) bailOut();
	return decodeReferences(withLineFeeds(text));
}

function withLineFeeds(text: string): string {
	return text.replace(/\r\n?/g, '\n');
}

/** Decodes the bytes of a text and returns their number, unless there is more in it than the five named references. */
function decodeBytes(cursor: Cursor, { from, to }: EncodedString): number | undefined {
	const { bytes } = cursor;
	if (to - from > decodedBytes.length) return undefined;
	let length = 0;
	for (let at = from; at < to; at++) {
		let byte = bytes[at];
		if (byte === GREATER_THAN || byte === CARRIAGE_RETURN) return undefined;
		if (byte === AMPERSAND) {
			const reference = referenceAt(cursor, at);
			if (!reference) return undefined;
			byte = reference.byte;
			at += reference.written.length - 1;
		}
		decodedBytes[length++] = byte;
	}
	return length;
}

function referenceAt(cursor: Cursor, at: number): (typeof REFERENCES)[number] | undefined {
	return REFERENCES.find(({ written }) => matches(cursor, at, written));
}

/** Reads everything up to the next tag: texts and CDATA sections, joined, without comments and processing instructions. */
export function readTexts(cursor: Cursor, cache: StringCache): string {
	const { bytes } = cursor;
	let text = '';
	for (;;) {
		if (bytes[cursor.at] !== LESS_THAN) text += readText(cursor, true, cache, UNCACHED) ?? '';
		const next = bytes[cursor.at + 1];
		if (next === EXCLAMATION_MARK) text += readDeclaration(cursor);
		else if (next === QUESTION_MARK) passInstruction(cursor);
		else if (next === 0) unexpected(cursor, cursor.at + 1);
		else return text;
	}
}

function readDeclaration(cursor: Cursor): string {
	if (matches(cursor, cursor.at, SECTION)) {
		cursor.at += SECTION.length;
		return withLineFeeds(contentUpTo(cursor, SECTION_END));
	}
	passComment(cursor);
	return '';
}

/** Moves past a comment. */
export function passComment(cursor: Cursor): void {
	// The beginning of a comment may have arrived, or something else, for example a DOCTYPE.
	if (!matches(cursor, cursor.at, COMMENT)) unexpected(cursor, cursor.at + SECTION.length);
	cursor.at += COMMENT.length;
	contentUpTo(cursor, COMMENT_END);
	if (cursor.bytes[cursor.at] !== GREATER_THAN) unexpected(cursor, cursor.at);
	cursor.at++;
}

/** Moves past a processing instruction. */
export function passInstruction(cursor: Cursor): void {
	cursor.at += 2;
	if (!INSTRUCTION.test(contentUpTo(cursor, INSTRUCTION_END))) bailOut();
}

/** The text up to an end, and moves past it. */
function contentUpTo(cursor: Cursor, end: Buffer): string {
	const { bytes, at: from } = cursor;
	const to = bytes.indexOf(end, from);
	if (to === -1 || to + end.length > cursor.end) unexpected(cursor, cursor.end);
	const text = stringOf(cursor, bytes, { from, to, isWide: true });
	if (FORBIDDEN.test(text)) bailOut();
	cursor.at = to + end.length;
	return text;
}
