// XML answers: the record says what each element is, never the text's looks.
import { type Kind, kindOf, type Schema, typeName } from '../api/kinds';
import { exactNumber, numberToken } from './exact';
import { messageIn } from './message';
import { cutOff, lineAndColumn } from './place';
import { type AnswerShape, type Decoded, refuse } from './result';
import { describe, entriesProblem, rowsProblem, withArticle } from './shape';
import { XmlFault } from './xmlCheck';
import {
	childElement,
	type Element,
	localName,
	namespaceOf,
	type Node,
	parseXml,
	plainTextOf,
	tagOf,
	textOf,
} from './xmlTree';

type Plain = Record<string, unknown>;

/** Reads an XML answer of the expected shape. */
export function readXml(shape: AnswerShape, text: string): Decoded {
	try {
		return readRoot(shape, parseXml(text));
	} catch (error) {
		return refuse(faultOf(error, text));
	}
}

/** Any XML as nested objects and texts, for messages; undefined for what is no XML. */
export function readXmlLoosely(text: string): unknown {
	try {
		return readUnknown(parseXml(text));
	} catch (error) {
		if (error instanceof XmlFault) return undefined;
		throw error;
	}
}

function faultOf(error: unknown, text: string): string {
	if (!(error instanceof XmlFault)) throw error;
	const { message, offset, isCut } = error;
	if (isCut) return `${cutOff(text)}: ${message}.`;
	const place = offset === undefined ? '' : ` (${lineAndColumn(text, offset)})`;
	return `The answer is no well-formed XML: ${message}${place}.`;
}

function readRoot(shape: AnswerShape, root: Element): Decoded {
	const kind = kindOf(shape.schema);
	const name = localName(root.tag, root.scope);
	const many = kind.kind === 'list' ? kind : shape.oneOrMany && listOf(shape.schema);
	if (many && isListName(name, many.itemName)) return readRootList(shape, root, many);
	if (name !== typeName(shape.schema) || kind.kind === 'list') return wrongRoot(shape, root, name);
	const value = readElement(kind, root);
	if (value === null && shape.oneOrMany) return { ok: true, value: [], format: 'xml' };
	if (typeof value !== 'object' || value === null) {
		return refuse(`The service answered with ${describe(value)} instead of ${withArticle(name)}.`);
	}
	const problem = rowsProblem(shape, value);
	if (problem !== undefined) return refuse(problem);
	return { ok: true, value: shape.oneOrMany ? [value] : value, format: 'xml' };
}

type ListKind = Extract<Kind, { kind: 'list' }>;

function listOf(item: Schema): ListKind {
	return { kind: 'list', item, itemName: typeName(item) };
}

// One .NET serializer writes ArrayOfString, the other ArrayOfstring.
function isListName(name: string, itemName: string): boolean {
	return name.toLowerCase() === `arrayof${itemName}`.toLowerCase();
}

function readRootList(shape: AnswerShape, root: Element, kind: ListKind): Decoded {
	const value = readElement(kind, root);
	if (value === null) {
		return shape.oneOrMany
			? { ok: true, value: [], format: 'xml' }
			: refuse('The service answered with nothing (null) instead of a list.');
	}
	if (!Array.isArray(value)) {
		return refuse(`The service answered with ${describe(value)} instead of a list.`);
	}
	const problem =
		kindOf(kind.item).kind === 'record' ? entriesProblem('the answer', value) : undefined;
	return problem === undefined ? { ok: true, value, format: 'xml' } : refuse(problem);
}

function wrongRoot(shape: AnswerShape, root: Element, name: string): Decoded {
	const expected = typeName(shape.schema);
	const message = /^(?:Error|HttpError|ProblemDetails|problem|string)$/.test(name)
		? messageIn(readUnknown(root))
		: undefined;
	return refuse(
		message === undefined
			? `The answer is ${withArticle(name)}, not ${withArticle(expected)}.`
			: `The service answered with a message instead of ${withArticle(expected)}: ${message}`,
	);
}

const fieldKinds = new WeakMap<Kind, ReadonlyMap<string, Kind>>();

function kindsOf(kind: Extract<Kind, { kind: 'record' }>): ReadonlyMap<string, Kind> {
	let known = fieldKinds.get(kind);
	if (!known) {
		known = new Map(kind.fields.map((field) => [field.name, kindOf(field.schema)]));
		fieldKinds.set(kind, known);
	}
	return known;
}

function readElement(kind: Kind, element: Element): unknown {
	if (element.isNil) return null;
	switch (kind.kind) {
		case 'record':
			return readRecord(kindsOf(kind), element);
		case 'list':
			return readList(kindOf(kind.item), element);
		case 'opaque':
			return hasElements(element) ? readUnknown(element) : emptyOr(element, {});
		case 'text':
		case 'choice':
		case 'flag':
		case 'integer':
		case 'byte':
		case 'decimal':
		case 'date':
		case 'guid':
			return hasElements(element) ? readUnknown(element) : readScalar(kind.kind, textOf(element));
		default:
			return kind satisfies never;
	}
}

type ScalarKind = Exclude<Kind['kind'], 'record' | 'list' | 'opaque'>;

// What does not fit its kind stays as it came: the text is all there is to know of it.
export function readScalar(kind: ScalarKind, text: string): unknown {
	switch (kind) {
		case 'text':
		case 'choice':
			return text;
		case 'date':
		case 'guid':
			return text === '' ? null : text;
		case 'flag':
			return readFlag(text);
		case 'integer':
		case 'byte':
		case 'decimal':
			return readNumber(text);
		default:
			return kind satisfies never;
	}
}

function readFlag(text: string): unknown {
	switch (text.trim()) {
		case 'true':
		case '1':
			return true;
		case 'false':
		case '0':
			return false;
		case '':
			return null;
		default:
			return text;
	}
}

function readNumber(text: string): unknown {
	const token = numberToken(text);
	if (token !== undefined) return exactNumber(token);
	return text.trim() === '' ? null : text;
}

function hasElements({ children }: Element): boolean {
	return children.some((node) => tagOf(node) !== undefined);
}

/** The items of a collection are the children of its element, whatever they are called. */
function readList(item: Kind, element: Element): unknown {
	const items: unknown[] = [];
	for (const node of element.children) {
		const tag = tagOf(node);
		if (tag === undefined) continue;
		const child = childElement(element, node, tag);
		localName(tag, child.scope);
		items.push(readElement(item, child));
	}
	return items.length === 0 ? emptyOr(element, items) : items;
}

function emptyOr(element: Element, empty: object): unknown {
	const text = textOf(element);
	return text.trim() === '' ? empty : text;
}

/** A record while its elements are read. */
interface Reading {
	readonly record: Plain;
	readonly parent: Element;
	readonly kinds: ReadonlyMap<string, Kind>;
	/** Fields that came from another namespace than the record's, with that namespace. */
	foreign?: Map<string, string>;
}

function readRecord(kinds: ReadonlyMap<string, Kind>, parent: Element): unknown {
	const reading: Reading = { record: {}, parent, kinds };
	const isPrefixed = parent.tag.includes(':');
	let isEmpty = true;
	for (const node of parent.children) {
		const tag = tagOf(node);
		if (tag === undefined) continue;
		isEmpty = false;
		if (isPrefixed || !readPlainField(reading, node, tag)) readField(reading, node, tag);
	}
	return isEmpty ? emptyOr(parent, reading.record) : reading.record;
}

// Nearly every element is a field with nothing but text, which needs no look at namespaces.
function readPlainField({ kinds, record, parent, foreign }: Reading, node: Node, tag: string) {
	const kind = kinds.get(tag)?.kind;
	if (kind === undefined || kind === 'record' || kind === 'list' || kind === 'opaque') return false;
	const text = plainTextOf(parent, node, tag);
	if (text === undefined || foreign) return false;
	record[tag] = readScalar(kind, text);
	return true;
}

function readField(reading: Reading, node: Node, tag: string): void {
	const { kinds, record, parent } = reading;
	const element = childElement(parent, node, tag);
	const name = localName(tag, element.scope);
	if (name === '__proto__') return;
	const kind = kinds.get(name);
	if (kind === undefined) {
		addUnknown(record, name, readUnknown(element));
		return;
	}
	const value = readElement(kind, element);
	if (isForeign(parent, element)) addForeign(reading, name, element, value);
	else addOwn(reading, name, value);
}

// Only a prefix or a default namespace of its own can put an element into another namespace.
function isForeign(parent: Element, element: Element): boolean {
	if (element.scope === parent.scope && !element.tag.includes(':') && !parent.tag.includes(':')) {
		return false;
	}
	return namespaceOf(element.tag, element.scope) !== namespaceOf(parent.tag, parent.scope);
}

// A member may well stand in another namespace than its record; but where two claim a name, the
// record's own one is the field, and the other one is kept with its namespace: {urn:other}Name.
function addForeign(reading: Reading, name: string, element: Element, value: unknown): void {
	const namespace = namespaceOf(element.tag, element.scope);
	if (Object.hasOwn(reading.record, name)) {
		addUnknown(reading.record, `{${namespace}}${name}`, value);
		return;
	}
	reading.record[name] = value;
	reading.foreign ??= new Map();
	reading.foreign.set(name, namespace);
}

function addOwn({ record, foreign }: Reading, name: string, value: unknown): void {
	const namespace = foreign?.get(name);
	if (namespace !== undefined) {
		addUnknown(record, `{${namespace}}${name}`, record[name]);
		foreign?.delete(name);
	}
	record[name] = value;
}

function addUnknown(record: Plain, name: string, value: unknown): void {
	if (!Object.hasOwn(record, name)) record[name] = value;
	else if (Array.isArray(record[name])) record[name].push(value);
	else record[name] = [record[name], value];
}

/** An element that the document does not know: text, or an object of its elements. */
function readUnknown(element: Element): unknown {
	if (element.isNil) return null;
	const text = textOf(element);
	if (!hasElements(element)) return text;
	const record: Plain = {};
	for (const node of element.children) {
		const tag = tagOf(node);
		if (tag === undefined) continue;
		const child = childElement(element, node, tag);
		const name = localName(tag, child.scope);
		if (name !== '__proto__') addUnknown(record, name, readUnknown(child));
	}
	if (text.trim() !== '') record['#text'] = text;
	return record;
}
