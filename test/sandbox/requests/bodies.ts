// From a request body's text to a record, and everything that is wrong with it, as ModelState names it.
import {
	type ListSchema,
	type RecordSchema,
	type Schema,
	typeName,
} from '../../../api/schema/types';
import { checkTree, type Problem } from './checking';
import { readForm } from './formReader';
import { readJson } from './jsonReader';
import type { Tree } from './tree';
import { readXml, type XmlElement } from './xmlReader';
import { arraysNamespace, dataContractNamespace, instanceNamespace } from '../responses/xmlWriter';

export type BodyFormat = 'json' | 'xml' | 'form';

export interface ReadBody {
	/** The record, as far as it could be read; numbers beyond a JavaScript number's digits are strings. */
	readonly value: unknown;
	readonly problems: readonly Problem[];
}

/**
 * Reads a body strictly.
 *
 * @throws UnreadableBody for text that is not of its format.
 */
export function readBody(schema: Schema, format: BodyFormat, text: string): ReadBody {
	const problems: Problem[] = [];
	const tree = treeOf(schema, format, text, problems);
	if (problems.length > 0) return { value: undefined, problems };
	const value = checkTree(schema, tree, 'body', problems);
	return { value, problems };
}

function treeOf(schema: Schema, format: BodyFormat, text: string, problems: Problem[]): Tree {
	switch (format) {
		case 'json':
			return readJson(text);
		case 'xml':
			return rootTree(schema, readXml(text), problems);
		case 'form':
			return readForm(text);
		default:
			return format satisfies never;
	}
}

const namespaces = ['', dataContractNamespace, arraysNamespace];

function rootNames(schema: Schema): string[] {
	const name = typeName(schema);
	if (schema.kind !== 'list') return [name];
	return [name, `ArrayOf${schema.itemName[0]?.toUpperCase() ?? ''}${schema.itemName.slice(1)}`];
}

function rootTree(schema: Schema, root: XmlElement, problems: Problem[]): Tree {
	const names = rootNames(schema);
	if (!names.includes(root.name) || !namespaces.includes(root.namespace)) {
		const message = `The root element is ${root.name} in the namespace '${root.namespace}', not ${names.join(' or ')}.`;
		problems.push({ path: 'body', message });
	}
	const ordering = root.namespace === '' ? declaredOrder : alphabeticalOrder;
	const { namespace } = root;
	return elementTree(schema, root, 'body', { problems, ordering, namespace });
}

interface Reading {
	readonly problems: Problem[];
	readonly namespace: string;
	/** Where a field stands among the record's own; XmlSerializer and DataContractSerializer differ. */
	readonly ordering: (names: readonly string[]) => readonly string[];
}

const declaredOrder = (names: readonly string[]): readonly string[] => names;
const alphabeticalOrder = (names: readonly string[]): readonly string[] => [...names].sort();

function checkNamespace(child: XmlElement, wanted: string, path: string, reading: Reading): void {
	if (child.namespace === wanted) return;
	const message = `The element is in the namespace '${child.namespace}', not '${wanted}'.`;
	reading.problems.push({ path, message });
}

// DataContractSerializer has a namespace of its own for the members of collections of simple values.
function memberNamespace(item: Schema, reading: Reading): string {
	const { kind } = item;
	const nested = kind === 'record' || kind === 'list' || kind === 'opaque';
	return nested || reading.namespace === '' ? reading.namespace : arraysNamespace;
}

const NIL = `${instanceNamespace} nil`;

function elementTree(kind: Schema, element: XmlElement, path: string, reading: Reading): Tree {
	if (element.attributes.get(NIL) === 'true') return { kind: 'null' };
	const nested = kind.kind === 'record' || kind.kind === 'list' || kind.kind === 'opaque';
	if (nested && element.children.length > 0 && element.text.trim() !== '') {
		reading.problems.push({ path, message: 'Text stands between the elements.' });
	}
	switch (kind.kind) {
		case 'record':
			return recordTree(kind, element, path, reading);
		case 'list':
			return listTree(kind, element, path, reading);
		case 'opaque':
			return unknownTree(element);
		default:
			if (element.children.length > 0) {
				reading.problems.push({ path, message: 'Text was expected, not elements.' });
			}
			return { kind: 'loose', text: element.text };
	}
}

function recordTree(kind: RecordSchema, element: XmlElement, path: string, reading: Reading): Tree {
	const members = new Map<string, Tree>();
	const order = reading.ordering(kind.fields.map(({ name }) => name));
	let last = -1;
	for (const child of element.children) {
		const place = order.indexOf(child.name);
		const at = `${path}.${child.name}`;
		checkNamespace(child, reading.namespace, at, reading);
		if (members.has(child.name)) reading.problems.push({ path: at, message: 'Given twice.' });
		if (place >= 0 && place < last) {
			const message = `The element must stand before ${order[last]}.`;
			reading.problems.push({ path: at, message });
		}
		last = Math.max(last, place);
		const field = kind.fields.find(({ name }) => name === child.name);
		const tree = field ? elementTree(field.schema, child, at, reading) : unknownTree(child);
		members.set(child.name, tree);
	}
	return { kind: 'record', members };
}

function listTree(kind: ListSchema, element: XmlElement, path: string, reading: Reading): Tree {
	const wanted = memberNamespace(kind.item, reading);
	const items = element.children.map((child, index) => {
		const at = `${path}[${index}]`;
		checkNamespace(child, wanted, at, reading);
		if (child.name !== kind.itemName) {
			const message = `The element is ${child.name}, not ${kind.itemName}.`;
			reading.problems.push({ path: at, message });
		}
		return elementTree(kind.item, child, at, reading);
	});
	return { kind: 'list', items };
}

function unknownTree(element: XmlElement): Tree {
	if (element.attributes.get(NIL) === 'true') return { kind: 'null' };
	if (element.children.length === 0) return { kind: 'loose', text: element.text };
	const members = new Map(element.children.map((child) => [child.name, unknownTree(child)]));
	return { kind: 'record', members };
}
