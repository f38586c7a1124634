// Tags with more in them than a name: attributes, of which the fast reader knows few.
import { type Cursor, type Pattern, patternOf, refuse, skipBlanks, stop } from './cursor';

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const LESS_THAN = 0x3c;
const EQUALS = 0x3d;
const GREATER_THAN = 0x3e;
const AMPERSAND = 0x26;

const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

/** What stands in a tag after its name. */
export interface TagEnd {
	/** Whether the tag closes itself. */
	readonly isClosed: boolean;
	readonly isNil: boolean;
	/** The prefixes that it declares. */
	readonly prefixes: readonly string[];
	/** How `nil` is written, where it is declared here. */
	readonly nil?: Nil;
}

/** How an element says that it has no value. */
export interface Nil {
	readonly prefix: string;
	/** What then most often stands between its name and the end of its tag. */
	readonly marks: readonly Pattern[];
}

function nilOf(prefix: string): Nil {
	return {
		prefix,
		marks: [patternOf(` ${prefix}:nil="true" />`), patternOf(` ${prefix}:nil="true"/>`)],
	};
}

const PLAIN: TagEnd = { isClosed: false, isNil: false, prefixes: [] };
const CLOSED: TagEnd = { isClosed: true, isNil: false, prefixes: [] };

/** Reads to the end of a tag whose name ends at the cursor. `nil` is what outer tags have declared. */
export function readTagEnd(cursor: Cursor, nil: Nil | undefined, isRoot = false): TagEnd {
	const { bytes } = cursor;
	if (bytes[cursor.at] === GREATER_THAN) {
		cursor.at++;
		return PLAIN;
	}
	const attributes = new Map<string, string>();
	for (;;) {
		const at = skipBlanks(bytes, cursor.at);
		const isClosed = bytes[at] === SLASH;
		if (isClosed || bytes[at] === GREATER_THAN) {
			const end = isClosed ? at + 1 : at;
			if (bytes[end] !== GREATER_THAN) stop(cursor, end);
			cursor.at = end + 1;
			return attributes.size === 0 && isClosed
				? CLOSED
				: meaning(attributes, isClosed, nil, isRoot);
		}
		// Attributes are set apart by blanks.
		if (at === cursor.at) stop(cursor, at);
		cursor.at = at;
		readAttribute(cursor, attributes);
	}
}

function readAttribute(cursor: Cursor, attributes: Map<string, string>): void {
	const { bytes, at: from } = cursor;
	let at = from;
	while (isOfName(bytes[at])) at++;
	if (at === from || bytes[at] !== EQUALS) stop(cursor, at);
	const name = bytes.toString('latin1', from, at);
	const quote = bytes[at + 1];
	if (quote !== QUOTE && quote !== APOSTROPHE) stop(cursor, at + 1);
	const start = at + 2;
	for (at = start; bytes[at] !== quote; at++) {
		const byte = bytes[at];
		if (byte < 32 || byte > 126 || byte === LESS_THAN || byte === AMPERSAND) stop(cursor, at);
	}
	if (attributes.has(name)) refuse();
	attributes.set(name, bytes.toString('latin1', start, at));
	cursor.at = at + 1;
}

function isOfName(byte: number): boolean {
	return (
		(byte >= 0x61 && byte <= 0x7a) ||
		(byte >= 0x41 && byte <= 0x5a) ||
		(byte >= 0x30 && byte <= 0x39) ||
		byte === 0x3a ||
		byte === 0x5f
	);
}

// A default namespace is known on the root only: further in it would make strangers of the elements there.
function meaning(
	attributes: ReadonlyMap<string, string>,
	isClosed: boolean,
	outer: Nil | undefined,
	isRoot: boolean,
): TagEnd {
	const prefixes: string[] = [];
	let nil: Nil | undefined;
	let isNil = false;
	for (const [name, value] of attributes) {
		if (name === 'xmlns' && isRoot) continue;
		if (/^xmlns:[A-Za-z]\w*$/.test(name)) {
			const prefix = name.slice(6);
			if (prefix === outer?.prefix || /^xml/i.test(prefix) || value === '') refuse();
			prefixes.push(prefix);
			if (value === SCHEMA_INSTANCE) nil = nilOf(prefix);
		} else if (!isRoot && name === `${outer?.prefix}:nil` && value === 'true') {
			isNil = true;
		} else {
			refuse();
		}
	}
	return { isClosed, isNil, prefixes, ...(nil === undefined ? {} : { nil }) };
}
