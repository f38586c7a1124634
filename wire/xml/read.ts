// XML responses: the schema says what an element is, never the look of its text.
import { type Kind, kindOf, type Schema, typeName } from '../../api/schema/types';
import { messageIn } from '../errorMessage';
import { exactNumber, numberToken } from '../exactNumber';
import { fieldsByName } from '../fields';
import { lineAndColumn, truncated } from '../wording';
import { entriesProblem, unexpectedResponse, rowsProblem, withArticle } from '../responseShape';
import { failure, type ResponseShape, type Result } from '../result';
import { childElements, type Element, parseXml, textOf } from './tree';
import { XmlSyntaxError } from './wellFormed';

type RecordKind = Extract<Kind, { kind: 'record' }>;
type ListKind = Extract<Kind, { kind: 'list' }>;
type Members = Record<string, unknown>;

/** Reads an XML response of the expected shape. */
export function readXml(shape: ResponseShape, text: string): Result<unknown> {
	const root = readTree(text);
	return root.ok ? readRoot(shape, root.value) : root;
}

/** Any XML as nested objects and strings, for messages; undefined where it is not well-formed. */
export function readUntypedXml(text: string): unknown {
	const root = readTree(text);
	return root.ok ? readUndocumented(root.value) : undefined;
}

function readTree(received: string): Result<Element> {
	const text = received.replace(/\r\n?/g, '\n');
	try {
		return { ok: true, value: parseXml(text) };
	} catch (error) {
		if (!(error instanceof XmlSyntaxError)) throw error;
		const { message, offset } = error;
		return failure(
			offset === text.length
				? `${truncated(received)}.`
				: `The response is not well-formed XML: ${message} (${lineAndColumn(text, offset)}).`,
		);
	}
}

function readRoot(shape: ResponseShape, root: Element): Result<unknown> {
	const kind = kindOf(shape.schema);
	const list = kind.kind === 'list' ? kind : shape.oneOrMany && listOf(shape.schema);
	const isList = list && isListName(root.name, list.itemName);
	if (!isList && (kind.kind === 'list' || root.name !== typeName(shape.schema))) {
		return wrongRoot(shape, root);
	}
	const value = readElement(isList ? list : kind, root);
	if (value === null && shape.oneOrMany) return { ok: true, value: [] };
	const problem = isList ? listProblem(list, value) : recordProblem(shape, value);
	if (problem !== undefined) return failure(problem);
	return { ok: true, value: shape.oneOrMany && !isList ? [value] : value };
}

function listOf(item: Schema): ListKind {
	return { kind: 'list', item, itemName: typeName(item) };
}

// One .NET serializer writes ArrayOfString, the other ArrayOfstring.
function isListName(name: string, itemName: string): boolean {
	return name.toLowerCase() === `arrayof${itemName}`.toLowerCase();
}

function listProblem({ item }: ListKind, value: unknown): string | undefined {
	if (!Array.isArray(value)) return unexpectedResponse(value, 'a list');
	return kindOf(item).kind === 'record' ? entriesProblem('the response', value) : undefined;
}

function recordProblem(shape: ResponseShape, value: unknown): string | undefined {
	return typeof value === 'object' && value !== null
		? rowsProblem(shape, value)
		: unexpectedResponse(value, withArticle(typeName(shape.schema)));
}

function wrongRoot({ schema }: ResponseShape, root: Element): Result<unknown> {
	const expected = withArticle(typeName(schema));
	const message = /^(?:Error|HttpError|ProblemDetails|problem|string)$/.test(root.name)
		? messageIn(readUndocumented(root))
		: undefined;
	return failure(
		message === undefined
			? `The response is ${withArticle(root.name)}, not ${expected}.`
			: `The service responded with a message instead of ${expected}: ${message}`,
	);
}

function readElement(kind: Kind, element: Element): unknown {
	if (element.isNil) return null;
	const children = childElements(element);
	if (children.length === 0) return readLeaf(kind, textOf(element));
	switch (kind.kind) {
		case 'record':
			return readRecord(kind, element, children);
		case 'list': {
			const item = kindOf(kind.item);
			return children.map((child) => readElement(item, child));
		}
		default:
			return readUndocumented(element);
	}
}

function readLeaf({ kind }: Kind, text: string): unknown {
	if (kind === 'list') return text.trim() === '' ? [] : text;
	if (kind === 'record' || kind === 'opaque') return text.trim() === '' ? {} : text;
	return readScalar(kind, text);
}

/** The value of a text; a text that does not fit its kind stays as it came. */
export function readScalar(kind: Scalar, text: string): unknown {
	return scalarReaders[kind](text);
}

type Scalar = Exclude<Kind['kind'], 'record' | 'list' | 'opaque'>;

const scalarReaders: Readonly<Record<Scalar, (text: string) => unknown>> = {
	string: (text) => text,
	enum: (text) => text,
	date: (text) => text || null,
	guid: (text) => text || null,
	boolean: readBoolean,
	integer: readNumber,
	byte: readNumber,
	decimal: readNumber,
};

function readBoolean(text: string): unknown {
	switch (text.trim()) {
		case 'true':
		case '1':
			return true;
		case 'false':
		case '0':
			return false;
		default:
			return text.trim() === '' ? null : text;
	}
}

function readNumber(text: string): unknown {
	const token = numberToken(text);
	if (token !== undefined) return exactNumber(token);
	return text.trim() === '' ? null : text;
}

// A field may come in another namespace than its record. Where two namespaces have an element of a name, the one in
// the record's namespace is the field, and the other one is kept as `{namespace}Name`.
function readRecord(kind: RecordKind, element: Element, children: readonly Element[]): Members {
	const record: Members = {};
	const fields = fieldsByName(kind);
	const own = children.filter(({ namespace }) => namespace === element.namespace);
	const ownNames =
		own.length === children.length ? undefined : new Set(own.map(({ name }) => name));
	for (const child of children) {
		const { name, namespace } = child;
		const known = fields.get(name)?.kind;
		const isForeign = ownNames !== undefined && namespace !== element.namespace;
		if (known === undefined) {
			addUndocumented(record, name, readUndocumented(child));
		} else if (isForeign && (ownNames.has(name) || Object.hasOwn(record, name))) {
			addUndocumented(record, `{${namespace}}${name}`, readElement(known, child));
		} else {
			record[name] = readElement(known, child);
		}
	}
	return record;
}

function addUndocumented(record: Members, name: string, value: unknown): void {
	// The assignment would change the prototype.
	if (name === '__proto__') return;
	if (!Object.hasOwn(record, name)) record[name] = value;
	else if (Array.isArray(record[name])) record[name].push(value);
	else record[name] = [record[name], value];
}

/** An element that the schema does not describe: its text, or an object of its elements. */
function readUndocumented(element: Element): unknown {
	if (element.isNil) return null;
	const text = textOf(element);
	const children = childElements(element);
	if (children.length === 0) return text;
	const record: Members = {};
	for (const child of children) addUndocumented(record, child.name, readUndocumented(child));
	if (text.trim() !== '') record['#text'] = text;
	return record;
}
