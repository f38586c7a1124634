// Reads XML strictly and with its namespaces, by itself, so that it shares no mistake with wire/.
import { UnreadableBody } from './tree';

export interface XmlElement {
	/** The name without its prefix. */
	readonly name: string;
	/** What the prefix, or its absence, stands for; empty for no namespace. */
	readonly namespace: string;
	/** Attributes other than namespace declarations, by `namespace name`, or by name alone. */
	readonly attributes: ReadonlyMap<string, string>;
	readonly children: readonly XmlElement[];
	/** All text directly inside, white space included. */
	readonly text: string;
}

const NAME = '[A-Za-z_\\u0080-\\uffff][\\w.\\-\\u0080-\\uffff]*';
const TAG = new RegExp(
	`<(?:(${NAME}):)?(${NAME})((?:\\s+[^<>=\\s]+\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`,
	'y',
);
const END = new RegExp(`</((?:${NAME}:)?${NAME})\\s*>`, 'y');
const ATTRIBUTE = new RegExp(`(?:(${NAME}):)?(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g');
const COMMENT = /<!--(?:(?!--)[^])*-->/y;
const CDATA = /<!\[CDATA\[([^]*?)\]\]>/y;
const INSTRUCTION = /<\?(?!xml\s)[^]*?\?>/y;
const DECLARATION = /<\?xml\s+version=["']1\.0["'][^]*?\?>/y;
const TEXT = /[^<]+/y;
const REFERENCE = /&(?:(lt|gt|amp|quot|apos)|#(\d+)|#x([0-9A-Fa-f]+));|&/g;
// eslint-disable-next-line no-control-regex -- These are the characters that XML 1.0 leaves out.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;
const DEEPEST = 100;
const named = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" } as const;

type Prefixes = Readonly<Record<string, string>>;

interface Cursor {
	readonly text: string;
	at: number;
}

function fail(cursor: Cursor, problem: string): never {
	throw new UnreadableBody(`XML: ${problem} at position ${cursor.at}.`);
}

function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
	pattern.lastIndex = cursor.at;
	const found = pattern.exec(cursor.text) ?? undefined;
	if (found) cursor.at += found[0].length;
	return found;
}

function resolve(cursor: Cursor, text: string): string {
	return text.replace(REFERENCE, (_, name?: string, decimal?: string, hex?: string) => {
		if (name !== undefined) return named[name as keyof typeof named];
		const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
		if (Number.isNaN(code) || code > 0x10ffff) return fail(cursor, 'a bare ampersand or entity');
		return String.fromCodePoint(code);
	});
}

// Line ends become line feeds before anything else is looked at, as XML demands.
function textOf(cursor: Cursor, raw: string, isCdata: boolean): string {
	const lines = raw.replace(/\r\n?/g, '\n');
	if (!isCdata && lines.includes(']]>')) fail(cursor, 'a CDATA end outside CDATA');
	const text = isCdata ? lines : resolve(cursor, lines);
	if (NOT_IN_XML.test(text)) fail(cursor, 'a character that XML cannot carry');
	return text;
}

function readAttributes(cursor: Cursor, source: string, outer: Prefixes) {
	const prefixes: Record<string, string> = { ...outer };
	const plain: Array<[prefix: string, name: string, value: string]> = [];
	for (const [, prefix = '', name = '', double, single] of source.matchAll(ATTRIBUTE)) {
		const value = resolve(cursor, double ?? single ?? '');
		if (prefix === 'xmlns') prefixes[name] = value;
		else if (prefix === '' && name === 'xmlns') prefixes[''] = value;
		else plain.push([prefix, name, value]);
	}
	const attributes = new Map(
		plain.map(([prefix, name, value]) => [
			prefix === '' ? name : `${namespaceOf(cursor, prefixes, prefix)} ${name}`,
			value,
		]),
	);
	if (attributes.size < plain.length) fail(cursor, 'an attribute given twice');
	return { attributes, prefixes };
}

function namespaceOf(cursor: Cursor, prefixes: Prefixes, prefix: string): string {
	return prefixes[prefix] ?? (prefix === '' ? '' : fail(cursor, `the unknown prefix ${prefix}`));
}

function readElement(cursor: Cursor, outer: Prefixes, depth: number): XmlElement {
	const tag = take(cursor, TAG) ?? fail(cursor, 'something that is no element');
	if (depth > DEEPEST) fail(cursor, `nesting beyond ${DEEPEST} levels`);
	const [, prefix = '', name = '', source = '', closed] = tag;
	const { attributes, prefixes } = readAttributes(cursor, source, outer);
	const namespace = namespaceOf(cursor, prefixes, prefix);
	const head = { name, namespace, attributes };
	if (closed) return { ...head, children: [], text: '' };
	const { children, text } = readContent(cursor, prefixes, depth);
	const full = prefix === '' ? name : `${prefix}:${name}`;
	if (take(cursor, END)?.[1] !== full) fail(cursor, `no end of the element ${full}`);
	return { ...head, children, text };
}

function readContent(cursor: Cursor, prefixes: Prefixes, depth: number) {
	const children: XmlElement[] = [];
	let text = '';
	while (cursor.at < cursor.text.length && !cursor.text.startsWith('</', cursor.at)) {
		const plain = take(cursor, TEXT);
		const cdata = plain ? undefined : take(cursor, CDATA);
		if (plain) text += textOf(cursor, plain[0], false);
		else if (cdata) text += textOf(cursor, cdata[1] ?? '', true);
		else if (!takeAside(cursor)) children.push(readElement(cursor, prefixes, depth + 1));
	}
	return { children, text };
}

function takeAside(cursor: Cursor): boolean {
	return take(cursor, COMMENT) !== undefined || take(cursor, INSTRUCTION) !== undefined;
}

function skipAsides(cursor: Cursor): void {
	do take(cursor, /\s*/y);
	while (takeAside(cursor));
}

/** @throws UnreadableBody with the position for anything that is not XML, and for a DOCTYPE. */
export function readXml(text: string): XmlElement {
	const cursor = { text, at: 0 };
	take(cursor, DECLARATION);
	skipAsides(cursor);
	if (text.startsWith('<!DOCTYPE', cursor.at)) fail(cursor, 'a DOCTYPE, which is refused,');
	const root = readElement(cursor, { xml: 'http://www.w3.org/XML/1998/namespace' }, 1);
	skipAsides(cursor);
	if (cursor.at < text.length) fail(cursor, 'something after the root element');
	return root;
}
