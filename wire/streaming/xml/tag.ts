// The start tags of XML elements: names, attributes and the namespaces that they declare.
import { DOCUMENT_SCOPE, namespaceOf, type Scope, scopeWithin } from '../../xml/namespaces';
import { findInvalidReference } from '../../xml/references';
import { NAME } from '../../xml/wellFormed';
import { bailOut, type Cursor, MAX_NAME, skipSpace, unexpected } from '../bytes/cursor';
import {
	countSame,
	matches,
	NEVER,
	type Pattern,
	patternOf,
	patternOfBytes,
} from '../bytes/pattern';
import { stringOf } from '../bytes/stringCache';
import type { FieldPlan } from '../plans/plan';

const SPACE = 0x20;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const LESS_THAN = 0x3c;
const EQUALS = 0x3d;
const GREATER_THAN = 0x3e;

/** The most attributes of a tag that are streamed: each is compared with all others. */
const MAX_ATTRIBUTES = 100;

const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
const FORBIDDEN = /[^\t\n\r\u0020-\ufffd]/;
const WHOLE_NAME = new RegExp(`^${NAME}(?::${NAME})?$`, 'u');

/** What the tags around an element declare. */
export interface Declarations {
	readonly scope: Scope;
	/** How a tag then most often ends that says that its element is null. */
	readonly nil: Nil | undefined;
}

interface Nil {
	readonly prefix: string;
	readonly endings: readonly Pattern[];
}

/** What is declared outside the root element. */
export const NO_DECLARATIONS: Declarations = { scope: DOCUMENT_SCOPE, nil: undefined };

/** A start tag. */
export interface Tag {
	/** As it is written, with the prefix. */
	readonly name: string;
	/** With its colon; empty if there is none. */
	readonly prefix: string;
	/** How many more bytes than characters the whole name has. */
	readonly surplus: number;
	readonly isClosed: boolean;
	readonly isNil: boolean;
	readonly declarations: Declarations;
	readonly close: Pattern;
}

/** A tag of a field as it was written, so that the same one need not be read again. */
export interface SeenTag {
	readonly written: Pattern;
	/** What was declared around it. */
	readonly outer: Declarations;
	readonly tag: Tag;
	/** How many more bytes than characters it has. */
	readonly surplus: number;
}

/** Longer tags are read each time. */
const MAX_SEEN = 500;

/** What a tag in one of the usual forms says. */
export const OTHER_TAG = 0;
export const OPEN_TAG = 1;
export const EMPTY_TAG = 2;
export const NIL_TAG = 3;

/** Moves past a tag with this name if it has one of the usual forms, and returns which. */
export function passUsualTag(cursor: Cursor, tag: Pattern, nil: Nil | undefined): number {
	const { bytes, at } = cursor;
	if (!matches(cursor, at, tag)) return OTHER_TAG;
	const name = at + tag.length;
	if (bytes[name] === GREATER_THAN) {
		cursor.at = name + 1;
		return OPEN_TAG;
	}
	const end = bytes[name] === SPACE ? name + 1 : name;
	if (bytes[end] === SLASH && bytes[end + 1] === GREATER_THAN) {
		cursor.at = end + 2;
		return EMPTY_TAG;
	}
	return nil && passNilEnding(cursor, name, nil) ? NIL_TAG : OTHER_TAG;
}

function passNilEnding(cursor: Cursor, at: number, { endings }: Nil): boolean {
	for (const ending of endings) {
		if (!matches(cursor, at, ending)) continue;
		cursor.at = at + ending.length;
		return true;
	}
	return false;
}

const NAME_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
	byte > 127 || /[-.\w:]/.test(String.fromCharCode(byte)) ? 1 : 0,
);
const NAME_IN_ASCII = /^[A-Za-z_][-.\w]*(?::[A-Za-z_][-.\w]*)?$/;

/** Reads the start tag at the cursor. */
export function readTag(cursor: Cursor, outer: Declarations): Tag {
	const { bytes } = cursor;
	if (bytes[cursor.at] !== LESS_THAN) unexpected(cursor, cursor.at);
	const start = cursor.at + 1;
	cursor.at = start;
	const name = readName(cursor);
	const surplus = cursor.at - start - name.length;
	const prefix = name.slice(0, name.indexOf(':') + 1);
	const attributes = readAttributes(cursor);
	const isClosed = bytes[cursor.at] === SLASH;
	if (isClosed) cursor.at++;
	if (bytes[cursor.at] !== GREATER_THAN) unexpected(cursor, cursor.at);
	cursor.at++;
	const declarations = attributes.length === 0 ? outer : declarationsWithin(outer, attributes);
	const { scope } = declarations;
	if (prefix !== '') assertDeclared(name, scope);
	for (const [attribute] of attributes) assertDeclared(attribute, scope);
	return {
		name,
		prefix,
		surplus,
		isClosed,
		isNil: attributes.some(([attribute, value]) => isNil(attribute, value, scope)),
		declarations,
		close: isClosed ? NEVER : patternOf(`</${name}>`),
	};
}

/** Moves past a tag that is written like the one that this field had last, and returns what that one said. */
export function passSeenTag(
	cursor: Cursor,
	{ tag: seen }: FieldPlan,
	outer: Declarations,
): Tag | undefined {
	if (seen?.outer !== outer || !matches(cursor, cursor.at, seen.written)) return undefined;
	cursor.at += seen.written.length;
	cursor.surplus += seen.surplus;
	return seen.tag;
}

/** Remembers the tag that was read since a position. */
export function rememberTag(
	{ bytes, at, surplus }: Cursor,
	field: FieldPlan,
	outer: Declarations,
	tag: Tag,
	from: Pick<Cursor, 'at' | 'surplus'>,
): void {
	if (field.id <= 0 || at - from.at > MAX_SEEN) return;
	const written = patternOfBytes(Uint8Array.from(bytes.subarray(from.at, at)));
	field.tag = { written, outer, tag, surplus: surplus - from.surplus };
}

/** Reads a name with or without a prefix. */
function readName(cursor: Cursor): string {
	const { bytes, at: from } = cursor;
	let at = from;
	while (NAME_BYTES[bytes[at]] !== 0) at++;
	// A name at the end of what is at hand may go on.
	if (at === from || at >= cursor.end) unexpected(cursor, at);
	if (at - from > MAX_NAME) bailOut();
	cursor.at = at;
	const name = stringOf(cursor, bytes, { from, to: at, isWide: true });
	return NAME_IN_ASCII.test(name) || WHOLE_NAME.test(name) ? name : bailOut();
}

/** Reads all attributes of a tag, and the white space after them. */
function readAttributes(cursor: Cursor): ReadonlyArray<readonly [name: string, value: string]> {
	const { bytes } = cursor;
	const attributes: Array<readonly [name: string, value: string]> = [];
	for (;;) {
		const at = skipSpace(bytes, cursor.at);
		const byte = bytes[at];
		if (byte === SLASH || byte === GREATER_THAN) {
			cursor.at = at;
			return attributes;
		}
		// White space separates attributes from what is before them.
		if (at === cursor.at) unexpected(cursor, at);
		cursor.at = at;
		const name = readName(cursor);
		if (attributes.length === MAX_ATTRIBUTES) bailOut();
		if (attributes.some(([other]) => other === name)) bailOut();
		attributes.push([name, readAttributeValue(cursor)]);
	}
}

function readAttributeValue(cursor: Cursor): string {
	const { bytes } = cursor;
	const equals = skipSpace(bytes, cursor.at);
	if (bytes[equals] !== EQUALS) unexpected(cursor, equals);
	const open = skipSpace(bytes, equals + 1);
	const quote = bytes[open];
	if (quote !== QUOTE && quote !== APOSTROPHE) unexpected(cursor, open);
	let at = open + 1;
	while (bytes[at] !== quote && bytes[at] !== LESS_THAN && at < cursor.end) at++;
	if (bytes[at] !== quote) unexpected(cursor, at);
	const value = stringOf(cursor, bytes, { from: open + 1, to: at, isWide: true });
	if (FORBIDDEN.test(value) || findInvalidReference(value) !== -1) bailOut();
	cursor.at = at + 1;
	// The line breaks of all other text become line feeds first.
	return value.includes('\r') ? bailOut() : value;
}

/** Whether a prefix with its colon, or none, is declared. */
export function isDeclared(prefix: string, { scope }: Declarations): boolean {
	return prefix === '' || namespaceOf(`${prefix}name`, scope) !== undefined;
}

function assertDeclared(name: string, scope: Scope): void {
	if (namespaceOf(name, scope) === undefined) bailOut();
}

function isNil(name: string, value: string, scope: Scope): boolean {
	return (
		name.endsWith(':nil') &&
		['true', '1'].includes(value.trim()) &&
		namespaceOf(name, scope) === SCHEMA_INSTANCE
	);
}

function declarationsWithin(
	outer: Declarations,
	attributes: ReadonlyArray<readonly [name: string, value: string]>,
): Declarations {
	const scope = scopeWithin(outer.scope, attributes);
	if (scope === outer.scope) return outer;
	for (const [prefix, namespace] of scope.declared) {
		if (namespace === SCHEMA_INSTANCE && prefix !== '') return { scope, nil: nilOf(prefix) };
	}
	const isRedeclared = outer.nil !== undefined && scope.declared.has(outer.nil.prefix);
	return { scope, nil: isRedeclared ? undefined : outer.nil };
}

function nilOf(prefix: string): Nil {
	const endings = [`${prefix}:nil="true" />`, `${prefix}:nil="true"/>`];
	return { prefix, endings: endings.map((ending) => patternOf(` ${ending}`)) };
}

/** Moves past the closing tag, which has to be next. */
export function passClosingTag(cursor: Cursor, close: Pattern): void {
	const { bytes, at } = cursor;
	const end = at + close.length;
	if (matches(cursor, at, close)) {
		cursor.at = end;
		return;
	}
	// White space may follow its name.
	const same = countSame(cursor, at, close);
	if (same < close.length - 1) unexpected(cursor, at + same);
	const last = skipSpace(bytes, end - 1);
	if (bytes[last] !== GREATER_THAN) unexpected(cursor, last);
	cursor.at = last + 1;
}

/** Whether two names, each by its prefix and the declarations around it, are in one namespace. */
export function isSameNamespace(
	left: { readonly prefix: string; readonly declarations: Declarations },
	right: { readonly prefix: string; readonly declarations: Declarations },
): boolean {
	if (left.prefix === right.prefix && left.declarations === right.declarations) return true;
	return (
		namespaceOf(`${left.prefix}name`, left.declarations.scope) ===
		namespaceOf(`${right.prefix}name`, right.declarations.scope)
	);
}
