// XML tags: names, attributes, and which namespace a prefix stands for, anywhere in a document.
import {
	type Cursor,
	fail,
	matches,
	type Pattern,
	patternOf,
	plainString,
	needMoreInput,
	ReadError,
	textOf,
} from '../reading/cursor';
import { MAX_DEPTH } from '../result';

/** The declarations of an element, and the scope around it: a link, since a copy for each element would cost too much. */
export interface Scope {
	/** Namespaces by prefix; the empty prefix is the default namespace. */
	readonly declared: ReadonlyMap<string, string>;
	readonly outer?: Scope | undefined;
	/** The default namespace. */
	readonly namespace: string;
	/** How most elements say that they are null: ` i:nil="true"`, with the prefix that is declared here. */
	readonly nil: Pattern;
	/** Start tags without prefix and attributes, by name. */
	readonly plain: Map<string, Tag>;
}

/** The start tag of an element. */
export interface Tag {
	/** Without its prefix. */
	readonly name: string;
	readonly namespace: string;
	readonly scope: Scope;
	/** The end tag: `</p:Name>` */
	readonly close: Pattern;
	/** Whether the element is null. */
	readonly isNil: boolean;
	/** Whether it is an empty-element tag. */
	readonly isClosed: boolean;
}

const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
const NEVER = patternOf('\ufffe');

/** What is declared outside the root element. */
export const DOCUMENT_SCOPE: Scope = {
	declared: new Map([
		['', ''],
		['xml', 'http://www.w3.org/XML/1998/namespace'],
		['xmlns', 'http://www.w3.org/2000/xmlns/'],
	]),
	namespace: '',
	nil: NEVER,
	plain: new Map(),
};

// The names of XML 1.0, fifth edition.
const NAME_START =
	'A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
/** A name without a prefix. */
export const NAME = `[${NAME_START}][\\u0300-\\u036F\\u203F\\u2040\\xB7\\-.0-9${NAME_START}]*`;
const PREFIXED_NAME = `${NAME}(?::${NAME})?`;

const SPACE = '[ \\t\\r\\n]';
const START = new RegExp(`<(${PREFIXED_NAME})`, 'uy');
const ATTRIBUTE = new RegExp(
	`${SPACE}+(${PREFIXED_NAME})${SPACE}*=${SPACE}*(?:"([^"<]*)"|'([^'<]*)')`,
	'uy',
);
const END = new RegExp(`${SPACE}*(/?)>`, 'y');
const END_OF_END_TAG = new RegExp(`^${SPACE}*>$`);

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const QUOTES = [0x22, 0x27];

/** The characters that every XML document may write by a name. */
export const NAMED: Readonly<Record<string, string>> = {
	lt: '<',
	gt: '>',
	amp: '&',
	quot: '"',
	apos: "'",
};

// Matches an ampersand without a reference, too.
const REFERENCE = /&(?:(?:(lt|gt|amp|quot|apos)|#(\d+)|#x([\dA-Fa-f]+));)?/g;

// Control characters are accepted, though XML 1.0 forbids references to them: .NET writes them.
function characterOf(name?: string, decimal?: string, hexadecimal = ''): string | undefined {
	if (name !== undefined) return NAMED[name];
	const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
	const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
	return isCharacter ? String.fromCodePoint(code) : undefined;
}

/** A text with its references decoded; `whenInvalid` is called with the offset of each & that begins none. */
export function decodeReferences(
	text: string,
	whenInvalid: (offset: number) => void = () => undefined,
): string {
	if (!text.includes('&')) return text;
	return text.replace(
		REFERENCE,
		(reference, name?: string, decimal?: string, hexadecimal?: string, offset = 0) => {
			const character = characterOf(name, decimal, hexadecimal);
			if (character === undefined) whenInvalid(offset);
			return character ?? reference;
		},
	);
}

const FORBIDDEN = /[^\t\n\r\u0020-\ufffd]/;

/** The text of bytes as they are written. */
export function writtenText(cursor: Cursor, from: number, to: number): string {
	const text = textOf(cursor, from, to);
	const forbidden = text.search(FORBIDDEN);
	if (forbidden !== -1) failIn(from, text, forbidden, 'a character that XML does not allow');
	return text;
}

/** Ends the reading at an offset in a text that is here. */
export function failIn(from: number, text: string, offset: number, message: string): never {
	throw new ReadError(message, from + Buffer.byteLength(text.slice(0, offset)), ').');
}

/** Ends the reading at a place, or awaits more bytes. */
export function failXml(cursor: Cursor, at: number, message: string, length = 1): never {
	return fail(cursor, at, message, ').', length);
}

/** The position behind the tag that begins here; quotation marks may hold its last character. */
function endOfTag({ bytes, at: from, end }: Cursor): number {
	let quote = 0;
	for (let at = from + 1; at < end; at++) {
		const byte = bytes[at];
		if (quote !== 0) quote = byte === quote ? 0 : quote;
		else if (byte === GREATER_THAN) return at + 1;
		else if (QUOTES.includes(byte)) quote = byte;
		if (byte === LESS_THAN) return at;
	}
	throw needMoreInput;
}

/** How many plain tags a scope remembers, and how long their names may be. */
const MAX_PLAIN = 1000;
const LONGEST_PLAIN = 100;
const IN_NAME = Uint8Array.from({ length: 256 }, (_, byte) =>
	/[A-Za-z_]/.test(String.fromCharCode(byte))
		? 2
		: /[\d.-]/.test(String.fromCharCode(byte))
			? 1
			: 0,
);

/** Reads a start tag that is nothing but a usual name, as those of undocumented elements mostly are. */
function readPlainTag(cursor: Cursor, scope: Scope, depth: number): Tag | undefined {
	const { bytes, at: from } = cursor;
	let at = from + 1;
	while (IN_NAME[bytes[at]] > 0) at++;
	if (bytes[at] !== GREATER_THAN || IN_NAME[bytes[from + 1]] !== 2 || depth >= MAX_DEPTH)
		return undefined;
	cursor.at = at + 1;
	const name = plainString(bytes, from + 1, at);
	const known = scope.plain.get(name);
	if (known) return known;
	const close = patternOf(`</${name}>`);
	const tag = { name, namespace: scope.namespace, scope, close, isNil: false, isClosed: false };
	if (scope.plain.size < MAX_PLAIN && name.length <= LONGEST_PLAIN) scope.plain.set(name, tag);
	return tag;
}

/** Reads any start tag. */
export function readTag(cursor: Cursor, outer: Scope, depth: number): Tag {
	const plain = readPlainTag(cursor, outer, depth);
	if (plain) return plain;
	const { at: from } = cursor;
	const to = endOfTag(cursor);
	const text = writtenText(cursor, from, to);
	const wrong = (offset: number, message = 'a tag that is not well-formed'): never =>
		failIn(from, text, offset, message);
	START.lastIndex = 0;
	const qualified = START.exec(text)?.[1] ?? wrong(0);
	let at = START.lastIndex;
	const attributes = new Map<string, string>();
	for (;;) {
		ATTRIBUTE.lastIndex = at;
		const match = ATTRIBUTE.exec(text);
		if (!match) break;
		const [, name, inDouble, inSingle] = match;
		if (attributes.has(name)) wrong(at, `the attribute ${name} is repeated`);
		attributes.set(name, inDouble ?? inSingle);
		at = ATTRIBUTE.lastIndex;
	}
	END.lastIndex = at;
	const isClosed = (END.exec(text) ?? wrong(at))[1] === '/';
	decodeReferences(text, (offset) => wrong(offset, 'an & without a valid reference'));
	if (depth >= MAX_DEPTH) wrong(0, `elements nested more than ${MAX_DEPTH} levels deep`);
	const scope = attributes.size === 0 ? outer : scopeWithin(outer, attributes);
	for (const name of [qualified, ...attributes.keys()]) {
		if (namespaceOf(name, scope) === undefined) wrong(0, `the prefix of ${name} is not declared`);
	}
	cursor.at = to;
	return {
		name: qualified.slice(qualified.indexOf(':') + 1),
		namespace: namespaceOf(qualified, scope) ?? '',
		scope,
		close: patternOf(`</${qualified}>`),
		isNil: [...attributes].some(([name, value]) => isNil(name, value, scope)),
		isClosed,
	};
}

function isNil(name: string, value: string, scope: Scope): boolean {
	return (
		name.endsWith(':nil') &&
		['true', '1'].includes(value.trim()) &&
		namespaceOf(name, scope) === SCHEMA_INSTANCE
	);
}

/** The scope inside an element with these attributes. */
function scopeWithin(outer: Scope, attributes: ReadonlyMap<string, string>): Scope {
	const declared = new Map<string, string>();
	for (const [name, value] of attributes) {
		if (name === 'xmlns' || name.startsWith('xmlns:')) {
			declared.set(name.slice('xmlns:'.length), decodeReferences(value));
		}
	}
	if (declared.size === 0) return outer;
	const namespace = declared.get('') ?? outer.namespace;
	const scope = { declared, outer, namespace, plain: new Map<string, Tag>() };
	const prefix = [...declared].find(([, namespace]) => namespace === SCHEMA_INSTANCE)?.[0];
	const isOther = [...declared].some(
		([name, namespace]) => namespace !== SCHEMA_INSTANCE && outer.nil.text.startsWith(` ${name}:`),
	);
	return { ...scope, nil: prefix ? nilOf(prefix) : isOther ? NEVER : outer.nil };
}

function nilOf(prefix: string): Pattern {
	return patternOf(` ${prefix}:nil="true"`);
}

/** The namespace of a name as it is written; undefined for a prefix that is not declared. */
function namespaceOf(name: string, scope: Scope): string | undefined {
	const colon = name.indexOf(':');
	const prefix = colon === -1 ? '' : name.slice(0, colon);
	for (let at: Scope | undefined = scope; at; at = at.outer) {
		const namespace = at.declared.get(prefix);
		if (namespace !== undefined) return namespace;
	}
	return undefined;
}

/** Moves past an end tag, which has to be this one; white space may be at its end. */
export function passEndTag(cursor: Cursor, close: Pattern): void {
	const { at: from } = cursor;
	if (matches(cursor, from, close)) {
		cursor.at = from + close.length;
		return;
	}
	const to = endOfTag(cursor);
	const name = close.text.slice(0, -1);
	const written = textOf(cursor, from, to);
	if (!written.startsWith(name) || !END_OF_END_TAG.test(written.slice(name.length))) {
		failXml(cursor, from, `an end tag where ${close.text} is expected`);
	}
	cursor.at = to;
}
