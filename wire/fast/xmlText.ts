// The text of XML elements as the kinds of values that stand alone.
import { readScalar } from '../xmlRead';
import { decodeReferences, NAMED } from '../xmlTree';
import { type Cursor, matches, type Pattern, patternOf, refuse, stop } from './cursor';
import { readDigits } from './digits';
import type { FieldPlan, RecordPlan, ValuePlan } from './plan';
import { skipXmlText } from './scan';
import { type OddText, oddText, plainText, textOf } from './texts';

/** A value that stands alone. */
export type ScalarPlan = Extract<ValuePlan, { kind: 'scalar' }>;
type Scalar = ScalarPlan['scalar'];

const TAB = 0x09;
const LINE_FEED = 0x0a;
const AMPERSAND = 0x26;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;

const TRUE = patternOf('true<');
const FALSE = patternOf('false<');

/** What a byte of a text is: an ending one ends the search for the end of the text. */
const WIDE = 1;
const MARKUP = 2;
const ENDING = 4;
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
	if (byte === LESS_THAN || (byte < 32 && byte !== LINE_FEED && byte !== TAB)) return ENDING;
	if (byte > 127) return WIDE;
	return byte === AMPERSAND || byte === GREATER_THAN ? MARKUP : 0;
});

/** The references that most texts with references hold, and nothing else. */
const REFERENCES = Object.entries(NAMED).map(([name, character]) => ({
	written: patternOf(`&${name};`),
	byte: character.charCodeAt(0),
}));
/** Room for the bytes of a text of the usual length while it is decoded. */
const decodedBytes = Buffer.alloc(1024);

// Known besides them are references to characters as .NET writes them.
const ODD_REFERENCE = /&(?!(?:lt|gt|amp|quot|apos|#\d\d?|#x[\dA-Fa-f]{1,2});)/;
/** What no text may hold outside of a CDATA section. */
const SECTION_END = ']]>';
const NO_CHARACTERS = /[\ufffe\uffff]/;

/** Reads the text of an element up to its closing tag. */
export function readScalarContent(
	cursor: Cursor,
	scalar: Scalar,
	field: FieldPlan,
	plan: RecordPlan,
): unknown {
	const { bytes, at } = cursor;
	switch (scalar) {
		case 'text':
		case 'choice':
			return readText(cursor, field, plan);
		case 'date':
		case 'guid': {
			const text = readText(cursor, field, plan);
			return text === '' ? null : text;
		}
		case 'flag':
			if (matches(cursor, at, TRUE)) return passFlag(cursor, TRUE, true);
			if (matches(cursor, at, FALSE)) return passFlag(cursor, FALSE, false);
			return readOddScalar(cursor, scalar);
		case 'integer':
		case 'byte':
		case 'decimal': {
			const number = readDigits(cursor);
			if (number !== undefined && bytes[cursor.at] === LESS_THAN) return number;
			cursor.at = at;
			return readOddScalar(cursor, scalar);
		}
		default:
			return scalar satisfies never;
	}
}

function passFlag(cursor: Cursor, text: Pattern, value: boolean): boolean {
	cursor.at += text.bytes.length - 1;
	return value;
}

/** What is no plain number and no plain flag is understood, or not, by the words of the reference. */
function readOddScalar(cursor: Cursor, scalar: Scalar): unknown {
	const { bytes, at: from } = cursor;
	let at = from;
	for (let byte = bytes[at]; byte !== LESS_THAN; byte = bytes[++at]) {
		if (byte < 32 || byte > 126 || byte === AMPERSAND) stop(cursor, at);
	}
	cursor.at = at;
	const text = bytes.toString('latin1', from, at);
	if (text.includes(SECTION_END)) refuse();
	return readScalar(scalar, text);
}

function readText(cursor: Cursor, field: FieldPlan, plan: RecordPlan): unknown {
	const { bytes, at: from } = cursor;
	let at = skipXmlText(cursor.view, from);
	let seen = 0;
	for (let kind = KINDS[bytes[at]]; kind < ENDING; kind = KINDS[bytes[++at]]) seen |= kind;
	if (bytes[at] !== LESS_THAN) stop(cursor, at);
	cursor.at = at;
	if (seen !== 0) {
		const place = { from, to: at, isWide: (seen & WIDE) !== 0, writing: 'xml' } as const;
		return oddText(cursor, place, readOddText, plan.texts, field);
	}
	return field.isWanted ? plainText(cursor, from, at, plan.texts, field) : undefined;
}

/** A text with references, or with bytes above 127. */
function readOddText(cursor: Cursor, place: OddText): string {
	const length = decodeBytes(cursor, place);
	const text =
		length === undefined
			? decoded(textOf(cursor, cursor.bytes, place))
			: textOf(cursor, decodedBytes, { from: 0, to: length, isWide: place.isWide });
	return NO_CHARACTERS.test(text) ? refuse() : text;
}

/** Decodes the bytes of a text and gives their number, unless there is more in it than the five names. */
function decodeBytes(cursor: Cursor, { from, to }: OddText): number | undefined {
	const { bytes } = cursor;
	if (to - from > decodedBytes.length) return undefined;
	let length = 0;
	for (let at = from; at < to; at++) {
		let byte = bytes[at];
		if (byte === GREATER_THAN) return undefined;
		if (byte === AMPERSAND) {
			const reference = referenceAt(cursor, at);
			if (!reference) return undefined;
			byte = reference.byte;
			at += reference.written.bytes.length - 1;
		}
		decodedBytes[length++] = byte;
	}
	return length;
}

function referenceAt(cursor: Cursor, at: number): (typeof REFERENCES)[number] | undefined {
	return REFERENCES.find(({ written }) => matches(cursor, at, written));
}

function decoded(text: string): string {
	if (ODD_REFERENCE.test(text) || text.includes(SECTION_END)) refuse();
	return decodeReferences(text);
}
