// Whether a text is a well-formed XML document, with the place where it is not. The library takes
// nearly everything, so this stands before it and hands it only what it reads rightly: elements,
// attributes, text and CDATA, without comments, processing instructions and very long texts.
import { once } from './once';
import { MAX_DEPTH } from './result';

/** What is wrong with a document, and where. `isCut` tells that the text simply ends too early. */
export class XmlFault extends Error {
	constructor(
		message: string,
		readonly offset?: number,
		readonly isCut = false,
	) {
		super(message);
	}
}

/** A document that is ready for the library. */
export interface CheckedXml {
	readonly source: string;
	/** The texts taken out of the source; `\u0001<index>\u0001` stands for each. */
	readonly longTexts: readonly string[];
}

interface Scan {
	readonly text: string;
	offset: number;
	/** The next ampersand at or after the offset, wherever it stands; the text's length if there is none. */
	ampersand: number;
	/** The next `]]>` at or after the offset, likewise. */
	sectionEnd: number;
	readonly names: string[];
	hasRoot: boolean;
	/** What to leave out of the source, and what to put there. */
	readonly cuts: { readonly from: number; readonly to: number; readonly by: string }[];
	readonly longTexts: string[];
}

/** A name without a prefix. */
export const NAME = '[\\p{L}\\p{Nl}_][\\p{L}\\p{Nl}\\p{Mn}\\p{Mc}\\p{Nd}_.\u00B7-]*';
const PREFIXED_NAME = `${NAME}(?::${NAME})?`;
const SPACE = '[ \\t\\r\\n]';

const PLAIN_TAG = /<[A-Za-z_][A-Za-z_0-9]*\/?>/y;
const tagStart = once(() => new RegExp(`<(${PREFIXED_NAME})(?=[ \\t\\r\\n/>])`, 'uy'));
const attribute = once(
	() =>
		new RegExp(
			`${SPACE}+(${PREFIXED_NAME})${SPACE}*=${SPACE}*("[^"<]*"|'[^'<]*')(?=[ \\t\\r\\n/>])`,
			'uy',
		),
);
const instructionStart = once(() => new RegExp(`<\\?(${NAME})(?=[ \\t\\r\\n]|\\?>)`, 'uy'));
const XML_DECLARATION =
	/^<\?xml\s+version\s*=\s*["']1\.\d+["'](?:\s+encoding\s*=\s*["'][A-Za-z][\w.-]*["'])?(?:\s+standalone\s*=\s*["'](?:yes|no)["'])?\s*\?>$/;
const TAG_END = new RegExp(`${SPACE}*(/?)>`, 'y');
const REFERENCE = /&(?:lt|gt|amp|quot|apos|#(\d{1,8})|#x([\dA-Fa-f]{1,8}));/y;
const BLANK = /^[ \t\r\n]*$/;
const FORBIDDEN = /[^\t\n\r\u0020-\ufffd]/;

/** The library reads a text character by character, which a field of 200 MB would not survive. */
const LONG_TEXT = 10_000;

/**
 * Checks a whole document.
 *
 * @throws XmlFault at its first fault.
 */
export function checkXml(text: string): CheckedXml {
	const forbidden = text.search(FORBIDDEN);
	if (forbidden !== -1) throw new XmlFault('a character that XML does not allow', forbidden);
	const scan: Scan = {
		text,
		offset: 0,
		ampersand: indexOfOrEnd(text, '&', 0),
		sectionEnd: indexOfOrEnd(text, ']]>', 0),
		names: [],
		hasRoot: false,
		cuts: [],
		longTexts: [],
	};
	for (;;) {
		const next = text.indexOf('<', scan.offset);
		if (next === -1) break;
		if (next > scan.offset) scanText(scan, next);
		scan.offset = scanMarkup(scan, next);
	}
	checkEnd(scan);
	return { source: withoutCuts(scan), longTexts: scan.longTexts };
}

function indexOfOrEnd(text: string, what: string, from: number): number {
	const found = text.indexOf(what, from);
	return found === -1 ? text.length : found;
}

function checkEnd({ text, offset, names, hasRoot }: Scan): void {
	const open = names.at(-1);
	if (open !== undefined) throw new XmlFault(`<${open}> is not closed`, text.length, true);
	if (!hasRoot) throw new XmlFault('there is no element', text.length, true);
	checkBlank(text, offset, text.length);
}

function checkBlank(text: string, from: number, to: number): void {
	if (!BLANK.test(text.slice(from, to))) {
		throw new XmlFault('text outside of the root element', from);
	}
}

function scanText(scan: Scan, to: number): void {
	const { text, offset: from } = scan;
	if (scan.names.length === 0) checkBlank(text, from, to);
	if (scan.ampersand < from) scan.ampersand = indexOfOrEnd(text, '&', from);
	while (scan.ampersand < to) {
		scan.ampersand = indexOfOrEnd(text, '&', endOfReference(text, scan.ampersand));
	}
	if (scan.sectionEnd < from) scan.sectionEnd = indexOfOrEnd(text, ']]>', from);
	if (scan.sectionEnd < to) throw new XmlFault(']]> outside of a CDATA section', scan.sectionEnd);
	if (to - from > LONG_TEXT) {
		scan.cuts.push({ from, to, by: `\u0001${scan.longTexts.length}\u0001` });
		scan.longTexts.push(text.slice(from, to));
	}
}

// Control characters are let through as references, though XML 1.0 forbids them: .NET writes them so.
function endOfReference(text: string, offset: number): number {
	REFERENCE.lastIndex = offset;
	const match = REFERENCE.exec(text);
	if (!match) throw new XmlFault('an & that begins no known reference', offset);
	const [, decimal, hexadecimal] = match;
	const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '0', 16);
	if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
		throw new XmlFault(`${match[0]} stands for no character`, offset);
	}
	return REFERENCE.lastIndex;
}

/** Checks what begins with `<` and gives the offset after it. */
function scanMarkup(scan: Scan, at: number): number {
	switch (scan.text[at + 1]) {
		case '/':
			return scanEndTag(scan, at);
		case '!':
			return scanDeclaration(scan, at);
		case '?':
			return scanInstruction(scan, at);
		default:
			return scanStartTag(scan, at);
	}
}

function scanEndTag({ text, names }: Scan, at: number): number {
	const name = names.pop();
	if (name === undefined) throw new XmlFault('an end tag that nothing opened', at);
	let end = at + 2 + name.length;
	if (text.startsWith(name, at + 2)) {
		if (text[end] === '>') return end + 1;
		while (text[end] !== undefined && BLANK.test(text[end])) end++;
		if (text[end] === '>') return end + 1;
	}
	if (text.indexOf('>', at) === -1)
		throw new XmlFault(`<${name}> is not closed`, text.length, true);
	throw new XmlFault(`an end tag where </${name}> is expected`, at);
}

function scanDeclaration(scan: Scan, at: number): number {
	const { text } = scan;
	if (text.startsWith('<!--', at)) return scanComment(scan, at);
	if (text.startsWith('<![CDATA[', at)) {
		if (scan.names.length === 0) throw new XmlFault('text outside of the root element', at);
		return endOf(scan, ']]>', at + 9);
	}
	if (text.startsWith('<!DOCTYPE', at)) {
		throw new XmlFault('a DOCTYPE, which is refused because it may define entities', at);
	}
	if (['<!DOCTYPE', '<![CDATA[', '<!--'].some((start) => start.startsWith(text.slice(at)))) {
		throw new XmlFault('a declaration is not closed', text.length, true);
	}
	throw new XmlFault('a declaration that has no place here', at);
}

function scanComment(scan: Scan, at: number): number {
	const hyphens = scan.text.indexOf('--', at + 4) + 2;
	if (hyphens < 2 || hyphens === scan.text.length) {
		throw new XmlFault('--> is missing', scan.text.length, true);
	}
	if (scan.text[hyphens] !== '>') throw new XmlFault('-- inside of a comment', hyphens - 2);
	return cutOut(scan, at, hyphens + 1);
}

function scanInstruction(scan: Scan, at: number): number {
	const { text } = scan;
	const end = endOf(scan, '?>', at + 2);
	const start = instructionStart();
	start.lastIndex = at;
	const target = start.exec(text)?.[1];
	if (target === undefined) throw new XmlFault('an instruction that is not well-formed', at);
	if (target === 'xml') {
		const isFirst = scan.cuts.length === 0 && !scan.hasRoot;
		if (!isFirst || !XML_DECLARATION.test(text.slice(at, end))) {
			throw new XmlFault('an XML declaration that is not well-formed, or not the first', at);
		}
	}
	return cutOut(scan, at, end);
}

function endOf({ text }: Scan, closing: string, from: number): number {
	const end = text.indexOf(closing, from);
	if (end === -1) throw new XmlFault(`${closing} is missing`, text.length, true);
	return end + closing.length;
}

function cutOut(scan: Scan, from: number, to: number): number {
	scan.cuts.push({ from, to, by: '' });
	return to;
}

function scanStartTag(scan: Scan, at: number): number {
	const { text } = scan;
	PLAIN_TAG.lastIndex = at;
	if (PLAIN_TAG.test(text)) {
		const end = PLAIN_TAG.lastIndex;
		const isEmpty = text[end - 2] === '/';
		openElement(scan, text.slice(at + 1, isEmpty ? end - 2 : end - 1), at, isEmpty);
		return end;
	}
	const start = tagStart();
	start.lastIndex = at;
	const name = start.exec(text)?.[1];
	if (name === undefined) throw brokenTag(text, at, at);
	const attributesEnd = scanAttributes(scan, start.lastIndex);
	TAG_END.lastIndex = attributesEnd;
	const end = TAG_END.exec(text);
	if (!end) throw brokenTag(text, at, attributesEnd);
	openElement(scan, name, at, end[1] === '/');
	return TAG_END.lastIndex;
}

function brokenTag(text: string, at: number, offset: number): XmlFault {
	return text.indexOf('>', at) === -1
		? new XmlFault('a tag is not closed', text.length, true)
		: new XmlFault('a tag that is not well-formed', offset);
}

function scanAttributes({ text }: Scan, from: number): number {
	const seen = new Set<string>();
	const pattern = attribute();
	pattern.lastIndex = from;
	let offset = from;
	for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
		const [, name, quoted] = match;
		if (seen.has(name)) throw new XmlFault(`the attribute ${name} stands twice`, offset);
		seen.add(name);
		offset = pattern.lastIndex;
		const valueStart = offset - quoted.length;
		let ampersand = quoted.indexOf('&');
		while (ampersand !== -1) {
			ampersand = quoted.indexOf('&', endOfReference(text, valueStart + ampersand) - valueStart);
		}
	}
	return offset;
}

function openElement(scan: Scan, name: string, at: number, isEmpty: boolean): void {
	if (scan.names.length === 0) {
		if (scan.hasRoot) throw new XmlFault('a second root element', at);
		scan.hasRoot = true;
	}
	if (scan.names.length === MAX_DEPTH) {
		throw new XmlFault(`elements nested more than ${MAX_DEPTH} levels deep`, at);
	}
	if (isEmpty) return;
	scan.names.push(name);
}

function withoutCuts({ text, cuts }: Scan): string {
	if (cuts.length === 0) return text;
	const pieces: string[] = [];
	let written = 0;
	for (const { from, to, by } of cuts) {
		pieces.push(text.slice(written, from), by);
		written = to;
	}
	pieces.push(text.slice(written));
	return pieces.join('');
}
