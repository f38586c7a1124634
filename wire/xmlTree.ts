// The library's tree of a document, and what its names, attributes and texts mean.
import { XMLParser } from './library';
import { once } from './once';
import { checkXml, XmlFault } from './xmlCheck';

/** A child of an element: an element, a text or a CDATA section, by its first key. */
export type Node = Readonly<Record<string, unknown>>;

/** Which namespace each prefix stands for; the empty prefix is the default namespace. */
export type Scope = ReadonlyMap<string, string>;

/** An element with what its names mean inside of it. */
export interface Element {
	readonly tag: string;
	readonly children: readonly Node[];
	readonly scope: Scope;
	readonly isNil: boolean;
	readonly longTexts: readonly string[];
}

const TEXT = '#text';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';
const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
const PREDECLARED: Scope = new Map([
	['xml', 'http://www.w3.org/XML/1998/namespace'],
	['xmlns', 'http://www.w3.org/2000/xmlns/'],
]);

// The order of children has to be kept, or text and CDATA could not be put together again.
// Entities are left alone: the library counts them, and an honest large page would trip its limits.
const OPTIONS = {
	preserveOrder: true,
	ignoreAttributes: false,
	attributeNamePrefix: '',
	cdataPropName: CDATA,
	parseTagValue: false,
	parseAttributeValue: false,
	trimValues: false,
	processEntities: false,
	ignorePiTags: true,
	jPath: false,
	maxNestedTags: 1000,
	onDangerousProperty: (name: string) => name,
};

// The library refuses a document for these names; under another one they do no harm.
const REFUSED_NAME = /^(?:__proto__|constructor|prototype)$/;
const STAND_IN = '!';

const parser = once(() => new XMLParser(OPTIONS));
const patientParser = once(
	() => new XMLParser({ ...OPTIONS, transformTagName: standIn, transformAttributeName: standIn }),
);

function mayHoldRefusedName(source: string): boolean {
	return source.includes('proto') || source.includes('constructor');
}

function standIn(name: string): string {
	return REFUSED_NAME.test(name) ? STAND_IN + name : name;
}

/**
 * The root element of a document.
 *
 * @throws XmlFault for what is not well-formed.
 */
export function parseXml(text: string): Element {
	const { source, longTexts } = checkXml(text);
	const chosen = mayHoldRefusedName(source) ? patientParser() : parser();
	const nodes = parsed(chosen, source);
	const root = nodes.find((node) => tagOf(node) !== undefined);
	if (!root) throw new XmlFault('there is no element');
	return elementOf(root, tagOf(root) as string, PREDECLARED, longTexts);
}

function parsed(chosen: XMLParser, source: string): readonly Node[] {
	try {
		return chosen.parse(source) as Node[];
	} catch (error) {
		throw new XmlFault(error instanceof Error ? error.message : String(error));
	}
}

/** The tag of a node as it is written; undefined for text. */
export function tagOf(node: Node): string | undefined {
	for (const key in node) return key === TEXT || key === CDATA ? undefined : key;
	return undefined;
}

/** The text of a child that has no attributes and nothing but text, as nearly all have; undefined for others. */
export function plainTextOf(parent: Element, node: Node, tag: string): string | undefined {
	const children = node[tag] as readonly Node[];
	if (children.length > 1 || node[ATTRIBUTES] !== undefined) return undefined;
	if (children.length === 0) return '';
	const text = children[0][TEXT];
	return typeof text === 'string' && !text.includes('&') && parent.longTexts.length === 0
		? text
		: undefined;
}

/** A child node as an element. */
export function childElement(parent: Element, node: Node, tag: string): Element {
	return elementOf(node, tag, parent.scope, parent.longTexts);
}

function elementOf(node: Node, tag: string, outer: Scope, longTexts: readonly string[]): Element {
	const children = node[tag] as readonly Node[];
	const attributes = node[ATTRIBUTES] as Readonly<Record<string, string>> | undefined;
	if (!attributes) return { tag, children, scope: outer, isNil: false, longTexts };
	const scope = scopeWithin(outer, attributes);
	return { tag, children, scope, isNil: isNil(attributes, scope), longTexts };
}

function scopeWithin(outer: Scope, attributes: Readonly<Record<string, string>>): Scope {
	let inner: Map<string, string> | undefined;
	for (const name in attributes) {
		const prefix = name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : undefined;
		if (prefix === undefined) continue;
		inner ??= new Map(outer);
		inner.set(prefix, decodeReferences(attributes[name]));
	}
	return inner ?? outer;
}

function isNil(attributes: Readonly<Record<string, string>>, scope: Scope): boolean {
	for (const name in attributes) {
		const colon = name.indexOf(':');
		if (colon === -1 || name.startsWith('xmlns:')) continue;
		const namespace = namespaceOf(name, scope);
		if (name.slice(colon + 1) !== 'nil' || namespace !== SCHEMA_INSTANCE) continue;
		const value = attributes[name].trim();
		return value === 'true' || value === '1';
	}
	return false;
}

/**
 * The namespace of a name as it is written.
 *
 * @throws XmlFault for a prefix that is not declared.
 */
export function namespaceOf(tag: string, scope: Scope): string {
	const colon = tag.indexOf(':');
	if (colon === -1) return scope.get('') ?? '';
	const prefix = tag.slice(0, colon);
	const namespace = scope.get(prefix);
	if (namespace === undefined) {
		throw new XmlFault(`the prefix ${prefix} of ${tag} is not declared`);
	}
	return namespace;
}

/** A name without its prefix, which has to be declared. */
export function localName(tag: string, scope: Scope): string {
	const colon = tag.indexOf(':');
	if (colon !== -1) namespaceOf(tag, scope);
	const name = colon === -1 ? tag : tag.slice(colon + 1);
	return name.startsWith(STAND_IN) ? name.slice(STAND_IN.length) : name;
}

/** The texts of an element put together, its child elements left out. */
export function textOf({ children, longTexts }: Element): string {
	if (children.length === 0) return '';
	if (children.length === 1) return textOfNode(children[0], longTexts);
	return children.map((node) => textOfNode(node, longTexts)).join('');
}

function textOfNode(node: Node, longTexts: readonly string[]): string {
	const text = node[TEXT];
	if (typeof text === 'string') return decodeReferences(withLongTexts(text, longTexts));
	const section = node[CDATA] as readonly Node[] | undefined;
	return section ? String(section[0][TEXT]) : '';
}

function withLongTexts(text: string, longTexts: readonly string[]): string {
	if (longTexts.length === 0 || !text.includes('\u0001')) return text;
	return text
		.split('\u0001')
		.map((part, index) => (index % 2 === 0 ? part : withLineFeeds(longTexts[Number(part)])))
		.join('');
}

// What the library does to the rest of the document.
function withLineFeeds(text: string): string {
	return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** The characters that every XML document may write by a name. */
export const NAMED: Readonly<Record<string, string>> = {
	lt: '<',
	gt: '>',
	amp: '&',
	quot: '"',
	apos: "'",
};

export function decodeReferences(text: string): string {
	if (!text.includes('&')) return text;
	return text.replace(/&(?:#x([\dA-Fa-f]+)|#(\d+)|(\w+));/g, (_, hexadecimal, decimal, name) => {
		if (name) return NAMED[name];
		return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16));
	});
}
