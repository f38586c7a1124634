// The text of XML: with references, CDATA sections, comments and processing instructions, and what is around the root.
import { type Cursor, matches, needMoreInput, patternOf, skipSpace } from '../reading/cursor';
import { decodeReferences, failIn, failXml, NAME, writtenText } from './tags';

const EXCLAMATION_MARK = 0x21;
const SLASH = 0x2f;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const QUESTION_MARK = 0x3f;

const DECLARATION =
	/^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>$/;
const INSTRUCTION = new RegExp(`^<\\?(${NAME})(?:\\s|\\?>)`, 'u');
const DOCTYPE = '<!DOCTYPE';
const SECTION = patternOf('<![CDATA[');

/** Moves to the next tag, past text that does not count where there are elements. */
export function passTexts(cursor: Cursor): string {
	const { bytes } = cursor;
	const at = skipSpace(bytes, cursor.at);
	const next = bytes[at] === LESS_THAN ? bytes[at + 1] : 0;
	if (next === 0 || next === EXCLAMATION_MARK || next === QUESTION_MARK) return readTexts(cursor);
	cursor.at = at;
	return '';
}

export function isAtEndTag(cursor: Cursor): boolean {
	passTexts(cursor);
	return cursor.bytes[cursor.at + 1] === SLASH;
}

/** Reads text to the next start or end tag, with the sections, comments and instructions in it. */
export function readTexts(cursor: Cursor): string {
	const { bytes, end } = cursor;
	let text = '';
	for (;;) {
		const from = cursor.at;
		const to = bytes.indexOf(LESS_THAN, from);
		if (to === -1 || to + 1 >= end) throw needMoreInput;
		if (to > from) text += textBetween(cursor, from, to);
		cursor.at = to;
		const next = bytes[to + 1];
		if (next === EXCLAMATION_MARK) text += passDeclaration(cursor);
		else if (next === QUESTION_MARK) passInstruction(cursor);
		else return text;
	}
}

function textBetween(cursor: Cursor, from: number, to: number): string {
	const written = writtenText(cursor, from, to);
	const section = written.indexOf(']]>');
	if (section !== -1) failIn(from, written, section, ']]> outside of a CDATA section');
	const invalid = (offset: number): never =>
		failIn(from, written, offset, 'an & without a valid reference');
	if (!written.includes('\r')) return decodeReferences(written, invalid);
	decodeReferences(written, invalid);
	return decodeReferences(withLineFeeds(written));
}

function withLineFeeds(text: string): string {
	return text.replace(/\r\n?/g, '\n');
}

/** Moves past a comment or a section, and returns the text of a section. */
function passDeclaration(cursor: Cursor): string {
	const { bytes, at } = cursor;
	const begins = (text: string): boolean => matches(cursor, at, patternOf(text));
	if (begins('<!--')) {
		const dashes = positionOf(cursor, '--', at + 4);
		if (dashes + 2 >= cursor.end) throw needMoreInput;
		if (bytes[dashes + 2] !== GREATER_THAN) failXml(cursor, dashes, '-- inside a comment');
		writtenText(cursor, at + 4, dashes);
		cursor.at = dashes + 3;
		return '';
	}
	if (begins('<![CDATA[')) {
		const to = positionOf(cursor, ']]>', at + 9);
		cursor.at = to + 3;
		return withLineFeeds(writtenText(cursor, at + 9, to));
	}
	const rest = bytes.latin1Slice(at, Math.min(cursor.end, at + DOCTYPE.length));
	if (['<!--', '<![CDATA[', DOCTYPE].some((text) => text.startsWith(rest))) {
		if (rest !== DOCTYPE) throw needMoreInput;
	}
	return failXml(
		cursor,
		at,
		rest === DOCTYPE
			? 'a DOCTYPE, which is refused because it may define entities'
			: 'a declaration that is not allowed here',
		rest.length,
	);
}

/** The position of the next such text. */
function positionOf({ bytes, end }: Cursor, text: string, from: number): number {
	const at = bytes.indexOf(text, from, 'latin1');
	if (at === -1 || at + text.length > end) throw needMoreInput;
	return at;
}

function passInstruction(cursor: Cursor, isFirst = false): void {
	const { at } = cursor;
	const to = positionOf(cursor, '?>', at + 2) + 2;
	const written = writtenText(cursor, at, to);
	const target = INSTRUCTION.exec(written)?.[1];
	const isDeclaration = isFirst && DECLARATION.test(written);
	if (target === undefined || (target.toLowerCase() === 'xml' && !isDeclaration)) {
		failXml(cursor, at, 'a processing instruction or declaration that is not valid');
	}
	cursor.at = to;
}

/** Moves past what may be around the root element: white space, comments and processing instructions. */
function passMisc(cursor: Cursor, isProlog: boolean): void {
	const { bytes } = cursor;
	for (let isFirst = isProlog; ; isFirst = false) {
		const at = skipSpace(bytes, cursor.at);
		cursor.at = at;
		if (bytes[at] !== LESS_THAN) return;
		if (bytes[at + 1] === QUESTION_MARK) passInstruction(cursor, isFirst);
		else if (matches(cursor, at, SECTION)) return;
		else if (bytes[at + 1] === EXCLAMATION_MARK) passDeclaration(cursor);
		else return;
	}
}

export function passProlog(cursor: Cursor): void {
	passMisc(cursor, true);
	failOutside(cursor);
}

export function passEpilog(cursor: Cursor): void {
	passMisc(cursor, false);
	if (cursor.at < cursor.end) {
		failOutside(cursor);
		failXml(cursor, cursor.at, 'a second root element', 2);
	}
	if (!cursor.isComplete) throw needMoreInput;
}

/** Ends the reading at text or an end tag outside of the root element. */
function failOutside(cursor: Cursor): void {
	const { bytes, at, end } = cursor;
	if ((at < end && bytes[at] !== LESS_THAN) || matches(cursor, at, SECTION)) {
		failXml(cursor, at, 'text outside of the root element');
	}
	if (bytes[at + 1] === SLASH) failXml(cursor, at, 'an end tag without a start tag', 2);
}
