// Reads JSON, XML, forms and queries strictly into trees, before a record says what should have been there.
import { SaxesParser } from 'saxes';

import { instanceNamespace } from '../responses/xmlWriter';

export interface XmlElement {
	readonly kind: 'element';
	readonly name: string;
	readonly isNil: boolean;
	readonly children: XmlElement[];
	/** All text directly inside, white space included. */
	text: string;
}

/** `loose` is text of a form, where only the record tells a number or a boolean from text. */
export type Tree =
	| { readonly kind: 'null' }
	| { readonly kind: 'string' | 'number' | 'boolean' | 'loose'; readonly text: string }
	| { readonly kind: 'list'; readonly items: readonly Tree[] }
	| { readonly kind: 'record'; readonly members: ReadonlyMap<string, Tree> }
	| XmlElement;

/** A body that cannot be read at all. */
export class UnreadableBody extends Error {}

// Node 20 gives no source: the digits of a number are then those that JavaScript kept.
type Revive = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;
const parse = JSON.parse as (text: string, revive: Revive) => Tree;
const NAMES = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * Reads JSON with every digit of its numbers.
 *
 * @throws UnreadableBody with the position for anything that is not JSON, and for a name that is given twice.
 */
export function readJson(text: string): Tree {
	let names = 0;
	const revive: Revive = (_, value, context): Tree => {
		if (value === null) return { kind: 'null' };
		if (Array.isArray(value)) return { kind: 'list', items: value as Tree[] };
		if (typeof value === 'string') return { kind: 'string', text: value };
		if (typeof value === 'number')
			return { kind: 'number', text: context?.source ?? String(value) };
		if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) };
		const members = new Map(Object.entries(value as Record<string, Tree>));
		names += members.size;
		return { kind: 'record', members };
	};
	let tree: Tree;
	try {
		tree = parse(text, revive);
	} catch (error) {
		throw new UnreadableBody(`JSON: ${error instanceof Error ? error.message : String(error)}`);
	}
	const written = [...text.matchAll(NAMES)].filter(([, colon]) => colon !== undefined);
	if (written.length > names) throw new UnreadableBody('JSON: a name is given twice.');
	return tree;
}

const DEEPEST = 100;

/** @throws UnreadableBody for anything that is not XML, for a DOCTYPE, and for a namespace, since XmlSerializer has none. */
export function readXml(text: string): XmlElement {
	const parser = new SaxesParser({ xmlns: true });
	const fail = (message: string): never => {
		throw new UnreadableBody(`XML: ${message}`);
	};
	const newElement = (name: string, isNil = false): XmlElement => ({
		...{ kind: 'element', name, isNil },
		...{ children: [], text: '' },
	});
	const top = newElement('');
	const open = [top];
	const addText = (part: string): void => void ((open.at(-1) ?? top).text += part);
	parser.on('error', ({ message }) => fail(message));
	parser.on('doctype', () => fail('a DOCTYPE is refused'));
	parser.on('text', addText);
	parser.on('cdata', addText);
	parser.on('opentag', ({ local, uri, attributes }) => {
		if (open.length > DEEPEST) fail(`nesting beyond ${DEEPEST} levels`);
		if (uri !== '') fail(`${local} is in the namespace '${uri}'`);
		const isNil = Object.values(attributes).some(
			(each) => each.uri === instanceNamespace && each.local === 'nil' && each.value === 'true',
		);
		const element = newElement(local, isNil);
		open.at(-1)?.children.push(element);
		open.push(element);
	});
	parser.on('closetag', () => void open.pop());
	parser.write(text).close();
	return top.children[0] ?? fail('there is no element');
}

interface Branch {
	text?: string;
	readonly parts: Map<string, Branch>;
}

const STEP = /\[(\d+)\]|(?:^|\.)([^.[\]]+)/g;

function branchAt(root: Branch, name: string): Branch {
	const steps = [...name.matchAll(STEP)];
	if (name === '' || steps.map(([step]) => step).join('') !== name) {
		throw new UnreadableBody(`Form: the name '${name}' cannot be read.`);
	}
	let branch = root;
	for (const [step, , part = step] of steps) {
		const next: Branch = branch.parts.get(part) ?? { parts: new Map() };
		branch.parts.set(part, next);
		branch = next;
	}
	return branch;
}

function treeOf({ parts, text }: Branch, path: string): Tree {
	if (parts.size === 0 && text !== undefined) return { kind: 'loose', text };
	if (text !== undefined) throw new UnreadableBody(`Form: '${path}' has both a value and parts.`);
	const entries = [...parts];
	if (!entries.some(([step]) => step.startsWith('['))) {
		const members = entries.map(([name, part]) => [name, treeOf(part, `${path}.${name}`)] as const);
		return { kind: 'record', members: new Map(members) };
	}
	// .NET stops reading at the first missing number, so a gap would silently lose what follows.
	const items = entries.map((_, index) => {
		const part = parts.get(`[${index}]`);
		if (!part) throw new UnreadableBody(`Form: '${path}[${index}]' is missing.`);
		return treeOf(part, `${path}[${index}]`);
	});
	return { kind: 'list', items };
}

/**
 * Reads the pairs of a form or of a query: `Name=x`, `[0]=a&[1]=b`, `Products[0].Id=1`.
 *
 * @throws UnreadableBody for names that are no paths, are given twice, or leave a gap in a list.
 */
export function readForm(pairs: Iterable<readonly [name: string, value: string]>): Tree {
	const root: Branch = { parts: new Map() };
	for (const [name, value] of pairs) {
		const branch = branchAt(root, name);
		if (branch.text !== undefined) throw new UnreadableBody(`Form: '${name}' is given twice.`);
		branch.text = value;
	}
	return treeOf(root, '');
}
