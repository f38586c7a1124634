// Whether a text is a namespace-well-formed XML 1.0 document, with the place where it is not. The library accepts
// nearly everything, and misreads a few well-formed documents; test/wire/xml/conformance.test.ts shows which.
import { MAX_DEPTH } from '../result';
import { DOCUMENT_SCOPE, namespaceOf, type Scope, scopeWithin } from './namespaces';
import { findInvalidReference } from './references';

/** What is wrong with a document, and where: at its length if it ends too early. */
export class XmlSyntaxError extends Error {
	constructor(
		message: string,
		readonly offset: number,
	) {
		super(message);
	}
}

interface OpenElement {
	readonly name: string;
	readonly scope: Scope;
}

/** The state of a check. */
interface Scan {
	readonly text: string;
	readonly open: OpenElement[];
	hasRoot: boolean;
	/** The document for the library, up to the offset `copied`. */
	readonly source: string[];
	copied: number;
}

// The names of XML 1.0, fifth edition.
const NAME_START =
	'A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
/** A name without a prefix. */
export const NAME = `[${NAME_START}][\\u0300-\\u036F\\u203F\\u2040\\xB7\\-.0-9${NAME_START}]*`;
const PREFIXED_NAME = `${NAME}(?::${NAME})?`;
const SPACE = '[ \\t\\n]';

const START_TAG = new RegExp(`<(${PREFIXED_NAME})`, 'uy');
const ATTRIBUTE = new RegExp(
	`${SPACE}+(${PREFIXED_NAME})${SPACE}*=${SPACE}*(?:"([^"<]*)"|'([^'<]*)')`,
	'uy',
);
const START_TAG_END = new RegExp(`${SPACE}*(/?)>`, 'y');
const END_TAG = new RegExp(`</(${PREFIXED_NAME})${SPACE}*>`, 'uy');
const INSTRUCTION = new RegExp(`<\\?(${NAME})(?:${SPACE}|\\?>)`, 'uy');
const XML_DECLARATION =
	/^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>$/;
const FORBIDDEN = /[^\t\n\r\u0020-\ufffd]/;

/** The library builds a text character by character, which takes it too much memory for a very long one. */
const LONG_TEXT = 10_000;
const LONG_TEXT_PART = /(?:[^&]|&[^;&]*;){1,10000}/g;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(text);
}

/**
 * Checks a whole document, with line feeds as the only line breaks.
 *
 * @returns the document as the library reads it rightly: without processing instructions, whose quotation marks it
 * takes for those of attributes, and with very long texts in CDATA sections
 * @throws XmlSyntaxError at its first error
 */
export function checkXml(text: string): string {
	const forbidden = text.search(FORBIDDEN);
	if (forbidden !== -1) throw new XmlSyntaxError('a character that XML does not allow', forbidden);
	const scan: Scan = { text, open: [], hasRoot: false, source: [], copied: 0 };
	let at = 0;
	for (let next = text.indexOf('<'); next !== -1; next = text.indexOf('<', at)) {
		checkText(scan, at, next);
		at = endOfMarkup(scan, next);
	}
	if (scan.open.length > 0) throw truncated(text);
	checkText(scan, at, text.length);
	if (!scan.hasRoot) throw truncated(text);
	return scan.source.join('') + text.slice(scan.copied);
}

function truncated(text: string): XmlSyntaxError {
	return new XmlSyntaxError('the end of the text', text.length);
}

/** The error of a tag, or that the text ends within it. */
function tagError({ text }: Scan, at: number, message: string): XmlSyntaxError {
	return text.includes('>', at) ? new XmlSyntaxError(message, at) : truncated(text);
}

/** Puts something else into the source. */
function replace(scan: Scan, from: number, to: number, by: string): void {
	scan.source.push(scan.text.slice(scan.copied, from), by);
	scan.copied = to;
}

function checkText(scan: Scan, from: number, to: number): void {
	if (from === to) return;
	const text = scan.text.slice(from, to);
	const outside = scan.open.length === 0 ? text.search(/[^ \t\n]/) : -1;
	if (outside !== -1) throw textOutside(from + outside);
	checkReferences(text, from);
	const sectionEnd = text.indexOf(']]>');
	if (sectionEnd !== -1) {
		throw new XmlSyntaxError(']]> outside of a CDATA section', from + sectionEnd);
	}
	if (text.length > LONG_TEXT) replace(scan, from, to, inSections(text));
}

function textOutside(at: number): XmlSyntaxError {
	return new XmlSyntaxError('text outside of the root element', at);
}

function inSections(text: string): string {
	return text.replace(LONG_TEXT_PART, (part) =>
		part.includes('&') ? `${part}<![CDATA[]]>` : `<![CDATA[${part}]]>`,
	);
}

function checkReferences(text: string, offset: number): void {
	const invalid = findInvalidReference(text);
	if (invalid !== -1) throw new XmlSyntaxError('an & without a valid reference', offset + invalid);
}

/** Checks the markup that begins at an offset, and returns the offset after it. */
function endOfMarkup(scan: Scan, at: number): number {
	switch (scan.text[at + 1]) {
		case '/':
			return endOfEndTag(scan, at);
		case '!':
			return endOfDeclaration(scan, at);
		case '?':
			return endOfInstruction(scan, at);
		default:
			return endOfStartTag(scan, at);
	}
}

function endOfEndTag(scan: Scan, at: number): number {
	const name = matchAt(END_TAG, scan.text, at)?.[1];
	const open = scan.open.pop();
	if (!open) throw tagError(scan, at, 'an end tag without a start tag');
	if (name !== open.name) throw tagError(scan, at, `an end tag where </${open.name}> is expected`);
	return END_TAG.lastIndex;
}

function endOfDeclaration(scan: Scan, at: number): number {
	const { text } = scan;
	if (text.startsWith('<!--', at)) {
		const end = endOf(scan, '--', at + 4);
		if (text[end] === '>') return end + 1;
		throw end === text.length
			? truncated(text)
			: new XmlSyntaxError('-- inside a comment', end - 2);
	}
	if (text.startsWith('<![CDATA[', at)) {
		if (scan.open.length === 0) throw textOutside(at);
		return endOf(scan, ']]>', at + 9);
	}
	if (text.startsWith('<!DOCTYPE', at)) {
		throw new XmlSyntaxError('a DOCTYPE, which is refused because it may define entities', at);
	}
	throw tagError(scan, at, 'a declaration that is not allowed here');
}

function endOfInstruction(scan: Scan, at: number): number {
	const { text } = scan;
	const end = endOf(scan, '?>', at + 2);
	const target = matchAt(INSTRUCTION, text, at)?.[1];
	// Some services send white space before the declaration, which XML 1.0 forbids.
	const isDeclaration =
		text.slice(0, at).trim() === '' && XML_DECLARATION.test(text.slice(at, end));
	if (target === undefined || (target.toLowerCase() === 'xml' && !isDeclaration)) {
		throw new XmlSyntaxError('a processing instruction or declaration that is not valid', at);
	}
	replace(scan, at, end, '');
	return end;
}

function endOf({ text }: Scan, closing: string, from: number): number {
	const end = text.indexOf(closing, from);
	if (end === -1) throw truncated(text);
	return end + closing.length;
}

function endOfStartTag(scan: Scan, at: number): number {
	const { text } = scan;
	const name = matchAt(START_TAG, text, at)?.[1];
	if (name === undefined) throw tagError(scan, at, 'a tag that is not well-formed');
	const nameEnd = START_TAG.lastIndex;
	const attributes = new Map<string, string>();
	let end = nameEnd;
	for (let match = matchAt(ATTRIBUTE, text, end); match; match = matchAt(ATTRIBUTE, text, end)) {
		const [, attribute, doubleQuoted, singleQuoted] = match;
		if (attributes.has(attribute)) {
			throw new XmlSyntaxError(`the attribute ${attribute} is repeated`, end);
		}
		attributes.set(attribute, doubleQuoted ?? singleQuoted);
		end = ATTRIBUTE.lastIndex;
	}
	const tagEnd = matchAt(START_TAG_END, text, end);
	if (!tagEnd) throw tagError(scan, end, 'a tag that is not well-formed');
	checkReferences(text.slice(nameEnd, end), nameEnd);
	const scope = openElement(scan, name, attributes, at);
	if (tagEnd[1] !== '/') scan.open.push({ name, scope });
	return START_TAG_END.lastIndex;
}

/** Checks the place of an element and the prefixes of its names, and returns the scope inside it. */
function openElement(
	scan: Scan,
	name: string,
	attributes: ReadonlyMap<string, string>,
	at: number,
): Scope {
	const { open } = scan;
	if (open.length === 0 && scan.hasRoot) throw new XmlSyntaxError('a second root element', at);
	scan.hasRoot = true;
	if (open.length === MAX_DEPTH) {
		throw new XmlSyntaxError(`elements nested more than ${MAX_DEPTH} levels deep`, at);
	}
	const scope = scopeWithin(open.at(-1)?.scope ?? DOCUMENT_SCOPE, attributes);
	const undeclared = [name, ...attributes.keys()].find(
		(prefixed) => namespaceOf(prefixed, scope) === undefined,
	);
	if (undeclared !== undefined) {
		throw new XmlSyntaxError(`the prefix of ${undeclared} is not declared`, at);
	}
	return scope;
}
