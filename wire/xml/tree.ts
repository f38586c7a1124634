// A document as a tree of elements with local names and namespaces, made from what the library reads.
import { lazy } from '../lazy';
import { XMLParser } from './library';
import { DOCUMENT_SCOPE, namespaceOf, type Scope, scopeWithin } from './namespaces';
import { decodeReferences } from './references';
import { checkXml } from './wellFormed';

/** What the library makes of an element, a text or a CDATA section: its name to what it holds. */
type Node = Readonly<Record<string, unknown>>;

/** An element; `childElements` and `textOf` give its content. */
export interface Element {
	/** The name without a prefix. */
	readonly name: string;
	readonly namespace: string;
	readonly isNil: boolean;
	readonly scope: Scope;
	readonly nodes: readonly Node[];
}

const TEXT = '#text';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';
const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

// The library throws for these names; with a character before them that no name has, it does not.
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);
const ESCAPE = '!';
const escapedName = (name: string): string => (RESERVED.has(name) ? ESCAPE + name : name);

// The order of children is kept, or text and CDATA could not be joined. References are left alone: the library
// counts them, and a large page would reach its limits.
const parser = lazy(
	() =>
		new XMLParser({
			preserveOrder: true,
			ignoreAttributes: false,
			attributeNamePrefix: '',
			cdataPropName: CDATA,
			parseTagValue: false,
			parseAttributeValue: false,
			trimValues: false,
			processEntities: false,
			jPath: false,
			maxNestedTags: 1000,
			onDangerousProperty: (name: string) => name,
			transformTagName: escapedName,
			transformAttributeName: escapedName,
		}),
);

/**
 * The root element of a document that has line feeds as its only line breaks.
 *
 * @throws XmlSyntaxError for a document that is not well-formed
 */
export function parseXml(text: string): Element {
	const nodes = parser().parse(checkXml(text)) as Node[];
	const [root] = elementsOf(nodes, DOCUMENT_SCOPE);
	return root;
}

export function childElements({ nodes, scope }: Element): Element[] {
	return elementsOf(nodes, scope);
}

function elementsOf(nodes: readonly Node[], outer: Scope): Element[] {
	const elements: Element[] = [];
	for (const node of nodes) {
		for (const key in node) {
			if (key !== TEXT && key !== CDATA) elements.push(elementOf(node, key, outer));
			break;
		}
	}
	return elements;
}

function elementOf(node: Node, tag: string, outer: Scope): Element {
	const attributes = Object.entries((node[ATTRIBUTES] ?? {}) as Readonly<Record<string, string>>);
	const scope = attributes.length === 0 ? outer : scopeWithin(outer, attributes);
	return {
		name: localName(tag),
		namespace: namespaceOf(tag, scope) ?? '',
		isNil: attributes.some(([name, value]) => isNil(name, value, scope)),
		scope,
		nodes: node[tag] as readonly Node[],
	};
}

function localName(tag: string): string {
	const name = tag.slice(tag.indexOf(':') + 1);
	return name.startsWith(ESCAPE) ? name.slice(ESCAPE.length) : name;
}

function isNil(name: string, value: string, scope: Scope): boolean {
	return (
		name.endsWith(':nil') &&
		['true', '1'].includes(value.trim()) &&
		namespaceOf(name, scope) === SCHEMA_INSTANCE
	);
}

/** The texts of an element joined, without those of its child elements. */
export function textOf({ nodes }: Element): string {
	let text = '';
	for (const node of nodes) {
		if (typeof node[TEXT] === 'string') text += decodeReferences(node[TEXT]);
		else if (node[CDATA]) text += (node[CDATA] as readonly Node[])[0][TEXT] as string;
	}
	return text;
}
