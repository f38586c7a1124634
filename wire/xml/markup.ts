// The markup of XML: tags and their namespaces, and text with references, sections, comments and instructions.
import { copied, type Decode, matches, NEED_MORE_INPUT, Pattern } from '../reading/engine';
import { type ByteWindow, decodeUtf8, ReadError } from '../reading/window';
import { countText, MAX_DEPTH } from '../result';
import type { Scope, Tag, ExpectedTags } from './tags';

const PREDECLARED = new Map([
	['xmlns', ''],
	['xmlns:xml', 'http://www.w3.org/XML/1998/namespace'],
	['xmlns:xmlns', 'http://www.w3.org/2000/xmlns/'],
]);
const REFERENCE_ATTRIBUTE = 'http://schemas.microsoft.com/2003/10/Serialization/ Ref';
const NIL_ATTRIBUTE = 'http://www.w3.org/2001/XMLSchema-instance nil';
/** The names with namespaces of attributes that are no data. */
const ABOUT_SCHEMA =
	/^(?:xmlns$|http:\/\/www\.w3\.org\/(?:2000\/xmlns\/|2001\/XMLSchema-instance) )/;

const LONGEST_REFERENCE = 100;
/** The longest tag that is remembered. */
const LONGEST_KEPT = 400;
/** The blanks of a longer tag may overflow the stack of the regular expressions. */
const LONGEST_TAG = 2_000_000;
/** How many tags are remembered in a response. */
const MAX_LEARNED_TAGS = 2000;

// The names of XML 1.0, fifth edition.
const NAME_START =
	'A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
/** A name without a prefix. */
export const NAME = `[${NAME_START}][\\u0300-\\u036F\\u203F\\u2040\\xB7\\-.0-9${NAME_START}]*`;

const START_TAG = new RegExp(`^<(((?:${NAME}:)?)(${NAME}))`, 'u');
const WS = '[ \\t\\r\\n]';
const ATTRIBUTE = new RegExp(`${WS}+((?:${NAME}:)?${NAME})${WS}*=${WS}*("[^<"]*"|'[^<']*')`, 'guy');
const END_OF_TAG = new RegExp(`^${WS}*/?>$`);

/** What is not an element, by its beginning and its end. */
const SPECIAL = /^<(?:!--|\?|!\[CDATA\[|!DOCTYPE)/;
const SECTION = '<![CDATA[';
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<?': '?>', [SECTION]: ']]>' };

/** The name under which text beside elements or attributes is kept. */
export const TEXT = '#text';

const OUTSIDE = 'content outside of the root element';

export const [LESS_THAN] = Buffer.from('<');
const [GREATER_THAN, SLASH, EXCLAMATION, QUESTION, QUOTE, APOSTROPHE] = Buffer.from(`>/!?"'`);

const NAMED = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));

/** Reads tags and texts, of which the reader makes records. */
export class MarkupReader {
	/** How many tags are remembered. */
	private learned = 0;

	constructor(private readonly window: ByteWindow) {}

	readTag(outer: Scope, depth: number): Tag {
		const { window } = this;
		const { at: from } = window;
		const to = this.endOfTag();
		if (depth >= MAX_DEPTH) fail(from, `elements nested more than ${MAX_DEPTH} levels deep`);
		const source = window.text(from, to, decodeUtf8);
		const known = outer.tags.get(source);
		const tag = known ?? parseTag(from, source, outer);
		if (!known && tag.source && this.learned++ < MAX_LEARNED_TAGS) outer.tags.set(source, tag);
		window.at = to;
		return tag;
	}

	/** Moves past the next start tag, if it is one with which the field or member began before. */
	passExpected(expected: ExpectedTags | undefined, outer: Scope): Tag | undefined {
		if (!expected) return undefined;
		return this.passTag(expected.latest, outer) ?? this.passTag(expected.earlier, outer);
	}

	/** Moves past a start tag, if it is this one in this scope. */
	private passTag(tag: Tag | undefined, outer: Scope): Tag | undefined {
		const { window } = this;
		const source = tag?.source;
		if (!source || tag.outer !== outer || !matches(window, window.at, source)) return undefined;
		window.at += source.length;
		return tag;
	}

	/** The position behind the tag that begins here; quotation marks may hold its last character. */
	private endOfTag(): number {
		const { bytes, at: from, end } = this.window;
		let quote = 0;
		for (let at = from + 1; at < end; at++) {
			const byte = bytes[at];
			if (byte === quote) quote = 0;
			else if (quote === 0 && byte === GREATER_THAN) return at + 1;
			else if (quote === 0 && (byte === QUOTE || byte === APOSTROPHE)) quote = byte;
			if (byte === LESS_THAN) return at;
			if (at - from > LONGEST_TAG) fail(from, `a tag of more than ${countText(LONGEST_TAG)} bytes`);
		}
		throw NEED_MORE_INPUT;
	}

	/** Moves past an end tag, which has to be this one; white space may be at its end. */
	passEndTag(close: Pattern): void {
		const { window } = this;
		const { at: from } = window;
		const length = close.length - 1;
		const isOwn = matches(window, from, close, length);
		const at = isOwn ? window.skipSpace(from + length) : from;
		if (window.bytes[at] !== GREATER_THAN) {
			this.endOfTag();
			fail(from, `an end tag where ${close.text} is expected`);
		}
		window.at = at + 1;
	}

	/** Reads text to the next start or end tag, with the sections in it. Blanks between two pieces of markup may be left out. */
	readTexts(keepSpace = false): string {
		const { window } = this;
		const { bytes, end } = window;
		let text = '';
		for (;;) {
			const at = window.skipSpace(window.at);
			const isBlank = bytes[at] === LESS_THAN;
			const to = isBlank ? at : bytes.indexOf(LESS_THAN, at);
			if (to === -1 || to + 1 >= end) throw NEED_MORE_INPUT;
			if (keepSpace || !isBlank) text += window.text(window.at, to, decodeText);
			window.at = to;
			if (this.isTagNext()) return text;
			text += this.readSpecial();
		}
	}

	/** Reads a section, whose text it gives, a comment or an instruction. */
	private readSpecial(): string {
		const { window } = this;
		const { bytes, at, end } = window;
		const begun = bytes.latin1Slice(at, Math.min(end, at + SECTION.length));
		const [start = ''] = SPECIAL.exec(begun) ?? [];
		if (start === '' && begun.length < SECTION.length) throw NEED_MORE_INPUT;
		if (start === '') fail(at, 'a declaration that is not allowed here');
		const closing = ENDS[start];
		if (!closing) fail(at, 'a DOCTYPE, which is refused because it may define entities');
		const from = at + start.length;
		const to = bytes.indexOf(closing, from, 'latin1');
		if (to === -1 || to + closing.length > end) throw NEED_MORE_INPUT;
		// Not interned: the same bytes mean something else outside of a section.
		const text = decodeUtf8(window, from, to);
		window.at = to + closing.length;
		return start === SECTION ? withLineFeeds(text) : '';
	}

	/** Whether a start or end tag is next. */
	private isTagNext(): boolean {
		const { at, bytes } = this.window;
		const next = bytes[at + 1];
		return bytes[at] === LESS_THAN && next !== EXCLAMATION && next !== QUESTION;
	}

	isEndTagNext(): boolean {
		const { at, bytes } = this.window;
		return bytes[at + 1] === SLASH;
	}

	/** Moves past what may be outside of the root element: white space, comments and instructions. */
	passOutside(): void {
		const { window } = this;
		for (;;) {
			const at = window.skipSpace(window.at);
			window.at = at;
			if (window.bytes[at] !== LESS_THAN || this.isTagNext()) return;
			this.readSpecial();
			if (window.bytes[at + 2] === SECTION.charCodeAt(2)) fail(at, OUTSIDE);
		}
	}

	/** Ends the reading after the root element. */
	passEnd(): void {
		this.passOutside();
		const { at, end, isComplete } = this.window;
		if (at < end && (isComplete || at + 1 < end)) fail(at, OUTSIDE);
		if (!isComplete) throw NEED_MORE_INPUT;
	}
}

/** Ends the reading at a place, or at an offset in the text that begins there. */
function fail(at: number, message: string, text = '', offset = 0): never {
	const place = at + Buffer.byteLength(text.slice(0, offset));
	throw new ReadError(`is not well-formed XML: ${message}`, place);
}

function parseTag(from: number, text: string, outer: Scope): Tag {
	const failAt = (offset: number, message = 'a tag that is not well-formed'): never =>
		fail(from, message, text, offset);
	const [start, qualified, prefix, name] = START_TAG.exec(text) ?? failAt(0);
	const attributes = new Map<string, string>();
	let at = start.length;
	for (const [attribute, each, quoted] of text.slice(at).matchAll(ATTRIBUTE)) {
		if (attributes.has(each)) failAt(at, `the attribute ${each} is repeated`);
		attributes.set(each, decodeReferences(quoted.slice(1, -1)));
		at += attribute.length;
	}
	if (!END_OF_TAG.test(text.slice(at))) failAt(at);
	// Only to report an invalid reference at its place.
	decodeReferences(text, from);
	const scope = scopeWithin(outer, attributes);
	const namespaceOf = (qualifiedName: string, before: string): string =>
		scope.namespaces[before] ?? failAt(0, `the prefix of ${qualifiedName} is not declared`);
	const names = [...attributes.keys()].map((each) => {
		const [before, local] = each.split(':');
		return local === undefined ? each : `${namespaceOf(each, before)} ${local}`;
	});
	namespaceOf(qualified, prefix.slice(0, -1));
	if (new Set(names).size < names.length) failAt(0, 'an attribute under two prefixes');
	const values = [...attributes.values()];
	const nil = values[names.indexOf(NIL_ATTRIBUTE)]?.trim();
	return {
		source: text.length <= LONGEST_KEPT ? new Pattern(text) : undefined,
		name: copied(name),
		outer,
		scope,
		close: new Pattern(`</${qualified}>`),
		attributes: names.flatMap((each, index) =>
			ABOUT_SCHEMA.test(each) ? [] : [[each.split(' ').at(-1) ?? '', values[index]]],
		),
		isReference: names.includes(REFERENCE_ATTRIBUTE),
		isNil: nil === 'true' || nil === '1',
		isClosed: text.endsWith('/>'),
	};
}

/** The scope inside an element with these attributes, or that of a document. */
export function scopeWithin(outer?: Scope, attributes = PREDECLARED): Scope {
	const declared = [...attributes].filter(([name]) => /^xmlns(?::|$)/.test(name));
	if (outer && declared.length === 0) return outer;
	const namespaces = Object.create(outer?.namespaces ?? null) as Record<string, string>;
	for (const [name, value] of declared) namespaces[name.slice('xmlns:'.length)] = value;
	return { namespaces, tags: new Map() };
}

/** Decodes a text, the references in it and its line breaks. */
const decodeText: Decode = (window, from, to) =>
	decodeReferences(decodeUtf8(window, from, to), from);

/**
 * A text with its references decoded, and line feeds for all line breaks. An & that begins no reference is an error if
 * the position of the text is given, and kept if not. A loop: `replace` keeps all matches before it calls a function.
 */
export function decodeReferences(text: string, from?: number): string {
	const parts: string[] = [];
	let done = 0;
	for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', done)) {
		const name = text.slice(at + 1, at + 1 + LONGEST_REFERENCE);
		const length = name.indexOf(';');
		const character = characterOf(name.slice(0, Math.max(length, 0)));
		const isWrong = character === undefined && from !== undefined;
		if (isWrong) fail(from, 'an & without a valid reference', text, at);
		parts.push(withLineFeeds(text.slice(done, at)), character ?? '&');
		done = character === undefined ? at + 1 : at + length + 2;
	}
	parts.push(withLineFeeds(text.slice(done)));
	// `join`, not `+=`: a rope would keep every part alive.
	return parts.join('');
}

function withLineFeeds(text: string): string {
	return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

// Control characters are read, though XML 1.0 forbids references to them: .NET writes them.
function characterOf(name: string): string | undefined {
	const named = NAMED.get(name);
	if (named !== undefined || !/^#(?:\d+|x[\dA-Fa-f]+)$/.test(name)) return named;
	const code = Number(name.replace('#', '0'));
	const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
	return isCharacter ? String.fromCodePoint(code) : undefined;
}
