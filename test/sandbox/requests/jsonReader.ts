// Reads JSON strictly: every digit of a number is kept, and a name given twice is refused.
import { UnreadableBody, type Tree } from './tree';

const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// eslint-disable-next-line no-control-regex -- JSON allows no control character in a string.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const DEEPEST = 100;

interface Cursor {
	readonly text: string;
	at: number;
	depth: number;
}

function fail(cursor: Cursor, wanted: string): never {
	throw new UnreadableBody(`JSON: ${wanted} was expected at position ${cursor.at}.`);
}

function take(cursor: Cursor, pattern: RegExp): string | undefined {
	pattern.lastIndex = cursor.at;
	const found = pattern.exec(cursor.text)?.[0];
	if (found !== undefined) cursor.at += found.length;
	return found;
}

function skip(cursor: Cursor): string {
	take(cursor, BLANK);
	return cursor.text[cursor.at] ?? '';
}

function takeSign(cursor: Cursor, sign: string): boolean {
	if (skip(cursor) !== sign) return false;
	cursor.at++;
	return true;
}

function takeString(cursor: Cursor): string {
	const found = take(cursor, STRING) ?? fail(cursor, 'a string');
	return JSON.parse(found) as string;
}

function readRecord(cursor: Cursor): Tree {
	const members = new Map<string, Tree>();
	if (takeSign(cursor, '}')) return { kind: 'record', members };
	do {
		skip(cursor);
		const name = takeString(cursor);
		if (members.has(name)) fail(cursor, `another name than ${JSON.stringify(name)}, given before,`);
		if (!takeSign(cursor, ':')) fail(cursor, 'a colon');
		members.set(name, readValue(cursor));
	} while (takeSign(cursor, ','));
	if (!takeSign(cursor, '}')) fail(cursor, 'the end of an object');
	return { kind: 'record', members };
}

function readList(cursor: Cursor): Tree {
	const items: Tree[] = [];
	if (takeSign(cursor, ']')) return { kind: 'list', items };
	do items.push(readValue(cursor));
	while (takeSign(cursor, ','));
	if (!takeSign(cursor, ']')) fail(cursor, 'the end of an array');
	return { kind: 'list', items };
}

function nested(cursor: Cursor, read: (cursor: Cursor) => Tree): Tree {
	if (++cursor.depth > DEEPEST) fail(cursor, `nesting of at most ${DEEPEST} levels`);
	cursor.at++;
	const tree = read(cursor);
	cursor.depth--;
	return tree;
}

function readWord(cursor: Cursor, word: string, tree: Tree): Tree {
	if (!cursor.text.startsWith(word, cursor.at)) fail(cursor, 'a value');
	cursor.at += word.length;
	return tree;
}

function readValue(cursor: Cursor): Tree {
	switch (skip(cursor)) {
		case '{':
			return nested(cursor, readRecord);
		case '[':
			return nested(cursor, readList);
		case '"':
			return { kind: 'string', text: takeString(cursor) };
		case 't':
			return readWord(cursor, 'true', { kind: 'boolean', value: true });
		case 'f':
			return readWord(cursor, 'false', { kind: 'boolean', value: false });
		case 'n':
			return readWord(cursor, 'null', { kind: 'null' });
		default:
			return { kind: 'number', digits: take(cursor, NUMBER) ?? fail(cursor, 'a value') };
	}
}

/** @throws UnreadableBody with the position for anything that is not JSON. */
export function readJson(text: string): Tree {
	const cursor = { text, at: 0, depth: 0 };
	const tree = readValue(cursor);
	if (skip(cursor) !== '') fail(cursor, 'the end');
	return tree;
}
