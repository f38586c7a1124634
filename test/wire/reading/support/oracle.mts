// What a response holds, by JSON.parse and saxes and a walk over the schema: slow, plain, and without a line of wire/'s readers.
import { SaxesParser } from 'saxes';

import { isRecord, type RecordSchema, type Schema, typeName } from '../../../../api/schema/types';
import { exactNumber, isLongNumber, numberToken } from '../../../../wire/exactNumber';
import { type Projection, projector } from '../../../../wire/projection';
import type { DecodedResponse } from '../../../../wire/response';
import type { Drift, ResponseShape } from '../../../../wire/result';
import { checkShape } from '../../../../wire/expectedShape';

/** Jest's own comparison is slow, so it only makes reports. */
export { isDeepStrictEqual as areSame } from 'node:util';

type Members = Record<string, unknown>;

/** An element of a document; `text` is that of the element itself. */
interface Tree {
	readonly namespace: string;
	readonly name: string;
	readonly isNil: boolean;
	text: string;
	readonly children: Tree[];
}

const refused: DecodedResponse = { ok: false, problem: 'The oracle refuses it.' };
const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

/** Reads a whole response in UTF-8. Of one that is refused, it gives no reason. */
export function readByOracle(
	shape: ResponseShape,
	bytes: Uint8Array,
	projection: Projection = {},
): DecodedResponse {
	let text: string;
	try {
		text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return refused;
	}
	const isXml = text.trimStart().startsWith('<');
	const read = isXml ? xmlValue(shape, text) : jsonValue(shape.schema, text);
	if (!read) return refused;
	const checked = checkShape(shape, read.value, isXml);
	return checked.ok ? kept(shape, checked.value, projection) : refused;
}

function kept(shape: ResponseShape, value: unknown, projection: Projection): DecodedResponse {
	const drift = driftOf(shape, value);
	const keep = keeper(projection);
	/** The entries that are records, and how many are null. */
	const entriesOf = (list: unknown[]) => {
		const entries = list.filter((entry) => entry !== null).map(keep);
		const nulls = list.length - entries.length;
		return { entries, ...(nulls > 0 && { nulls }) };
	};
	if (shape.rows === undefined) {
		if (!Array.isArray(value)) return { ok: true, value: keep(value), drift };
		const { entries, ...nulls } = entriesOf(value);
		return { ok: true, value: entries, drift, ...nulls };
	}
	const envelope = value as Members;
	const rows = envelope[shape.rows];
	if (!Array.isArray(rows)) return { ok: true, value, drift };
	const { entries, ...nulls } = entriesOf(rows);
	return { ok: true, value: { ...envelope, [shape.rows]: entries }, drift, ...nulls };
}

/** What is kept of a row; of one that does not match, only what decides about it. */
function keeper({ fields, onlyFilled, where }: Projection): (row: unknown) => unknown {
	const keep = projector({ fields, onlyFilled });
	if (!where) return keep;
	const look = projector({ fields: where.fields, onlyFilled });
	return (row) => (where.matches(look(row) as Members) ? keep(row) : look(row));
}

/** The first bytes that are no part of a JSON text as `JSON.parse` reads it; long numbers become strings first. */
function jsonValue(schema: Schema, text: string): { readonly value: unknown } | undefined {
	const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.]*(?:[eE][+-]?\d+)?(?![\d.eE+-]|\s*:)/g;
	const source = text.replace(token, (found) => {
		if (found.startsWith('"') || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(found))
			return found;
		return typeof exactNumber(found) === 'string' ? `"${found}"` : found;
	});
	try {
		return { value: withDocumentedNames(schema, clean(JSON.parse(source), 0)) };
	} catch {
		return undefined;
	}
}

function clean(value: unknown, depth: number): unknown {
	if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
	if (depth === 100) throw new Error('It is nested too deeply.');
	if (Array.isArray(value)) return value.map((member) => clean(member, depth + 1));
	const members = Object.entries(value).filter(([name]) => name !== '__proto__');
	return Object.fromEntries(members.map(([name, member]) => [name, clean(member, depth + 1)]));
}

/** The letters and digits of a name, by which other spellings of it are recognized. */
function lettersOf(name: string): string {
	return [...name]
		.filter((character) => !/[_\s-]/.test(character))
		.join('')
		.toLowerCase();
}

/** A value in which the first other spelling of a documented name that a record lacks stands for it. */
function withDocumentedNames(schema: Schema, value: unknown): unknown {
	if (Array.isArray(value)) {
		const item = schema.kind === 'list' ? schema.item : schema;
		const isList = schema.kind === 'list' || schema.kind === 'record';
		return isList ? value.map((member) => withDocumentedNames(item, member)) : value;
	}
	if (schema.kind !== 'record' || !isRecord(value)) return value;
	const keys = Object.keys(value);
	const entries = keys.map((key) => {
		const field = schema.fields.find(
			({ name }) => name === key || lettersOf(name) === lettersOf(key),
		);
		const stands =
			key === field?.name ||
			(!keys.includes(field?.name ?? '') &&
				keys.find((other) => lettersOf(other) === lettersOf(key)) === key);
		return field && stands
			? [field.name, withDocumentedNames(field.schema, value[key])]
			: [key, value[key]];
	});
	return Object.fromEntries(entries);
}

/** The tree of a document as a strict parser reads it; undefined if it is not well-formed. */
function strictTree(document: string): Tree | undefined {
	const root: Tree = { namespace: '', name: '', isNil: false, text: '', children: [] };
	const open: Tree[] = [root];
	const addText = (text: string): void => {
		(open.at(-1) ?? root).text += text;
	};
	const parser = new SaxesParser({ xmlns: true });
	parser.on('opentag', ({ uri, local, attributes }) => {
		const isNil = Object.values(attributes).some(
			(attribute) =>
				attribute.local === 'nil' &&
				attribute.uri === INSTANCE &&
				['true', '1'].includes(attribute.value.trim()),
		);
		const element: Tree = { namespace: uri, name: local, isNil, text: '', children: [] };
		open.at(-1)?.children.push(element);
		if (open.push(element) > 101) throw new Error('It is nested too deeply.');
	});
	parser.on('closetag', () => open.pop());
	parser.on('text', addText);
	parser.on('cdata', addText);
	try {
		parser.write(document).close();
	} catch {
		return undefined;
	}
	return root.children[0];
}

function xmlValue(
	{ schema, oneOrMany }: ResponseShape,
	text: string,
): { readonly value: unknown } | undefined {
	if (text.includes('<!DOCTYPE')) return undefined;
	const root = strictTree(text.trimStart());
	if (!root) return undefined;
	const list: Schema = { kind: 'list', item: schema, itemName: typeName(schema) };
	const lists = schema.kind === 'list' ? schema : oneOrMany ? list : undefined;
	const isNamed = (name: string) => lettersOf(root.name) === lettersOf(name);
	if (lists && isNamed(`ArrayOf${lists.itemName}`)) return { value: listValue(lists, root, false) };
	if (schema.kind === 'list' || !isNamed(typeName(schema))) return undefined;
	return { value: elementValue(schema, root) };
}

type ListSchema = Extract<Schema, { kind: 'list' }>;

function elementValue(kind: Schema, element: Tree): unknown {
	const { children, isNil, text } = element;
	if (kind.kind === 'list') return listValue(kind, element);
	if (isNil) return null;
	if (children.length === 0) return textValue(kind, text);
	return kind.kind === 'record' ? recordValue(kind.fields, element) : untypedValue(element);
}

/** @param mayBeEntry Whether the list may have no element around it, so that this is one of its records */
function listValue({ item, itemName }: ListSchema, element: Tree, mayBeEntry = true): unknown {
	const { children, isNil, text } = element;
	if (isNil) return null;
	const isOwnName = lettersOf(element.name) === lettersOf(itemName);
	if (
		mayBeEntry &&
		item.kind === 'record' &&
		(isOwnName || beginsWithField(item, itemName, element))
	)
		return [elementValue(item, element)];
	if (children.length > 0) return children.map((child) => elementValue(item, child));
	if (text.trim() === '') return [];
	return item.kind === 'record' ? text : [textValue(item, text)];
}

function beginsWithField({ fields }: RecordSchema, itemName: string, { children }: Tree): boolean {
	const named = (name: string) => fields.find((field) => lettersOf(field.name) === lettersOf(name));
	for (const child of children.slice(0, 300)) {
		const { kind } = named(child.name)?.schema ?? {};
		if (lettersOf(child.name) === lettersOf(itemName)) return false;
		if (kind === 'record' || kind === 'list') return true;
		if (child.children.length > 0 || kind !== undefined) return child.children.length === 0;
	}
	return false;
}

function textValue({ kind }: Schema, text: string): unknown {
	const isBlank = text.trim() === '';
	switch (kind) {
		case 'record':
		case 'opaque':
			return isBlank ? {} : text;
		case 'string':
		case 'enum':
			return text;
		case 'date':
		case 'guid':
			return text || null;
		case 'boolean':
			if (/^\s*(?:true|1)\s*$/.test(text)) return true;
			return /^\s*(?:false|0)\s*$/.test(text) ? false : isBlank ? null : text;
		default: {
			const token = numberToken(text);
			return token === undefined ? (isBlank ? null : text) : exactNumber(token);
		}
	}
}

type Fields = RecordSchema['fields'];

function recordValue(fields: Fields, { children, namespace, text }: Tree): Members {
	const record: Members = {};
	const names = new Set(children.map(({ name }) => name));
	/** The names under which fields came in the record's namespace. */
	const taken = new Map<string, string>();
	const foreign: Array<readonly [string, string, unknown]> = [];
	for (const child of children) {
		const field = fieldOf(fields, child.name, names);
		const isOther = field && (taken.get(field.name) ?? child.name) !== child.name;
		if (!field || isOther) add(record, child.name, untypedValue(child));
		else {
			const value = elementValue(field.schema, child);
			const isForeign = child.namespace !== namespace;
			if (isForeign) {
				foreign.push([field.name, `{${child.namespace}}${child.name}`, value]);
				// Keeps its place among the fields.
				if (!taken.has(field.name)) record[field.name] = null;
			} else
				record[field.name] = taken.has(field.name)
					? again(record[field.name], value, field)
					: value;
			if (!isForeign) taken.set(field.name, child.name);
		}
	}
	for (const [name, qualified, value] of foreign) {
		const field = fields.find((each) => each.name === name);
		const isList = field?.schema.kind === 'list' && field.schema.item.kind === 'record';
		if (isList && taken.get(name) === qualified) record[name] = again(record[name], value, field);
		else if (taken.has(name)) add(record, qualified, value);
		else {
			record[name] = value;
			taken.set(name, qualified);
		}
	}
	if (text.trim() !== '') record['#text'] = text;
	return record;
}

/** The field that an element is, unless its record has the documented name as well. */
function fieldOf(fields: Fields, element: string, names: ReadonlySet<string>) {
	const letters = lettersOf(element);
	const field =
		fields.find(({ name }) => name === element) ??
		fields.find(({ name }) => lettersOf(name) === letters) ??
		fields.find(
			({ schema }) =>
				schema.kind === 'list' &&
				schema.item.kind === 'record' &&
				lettersOf(schema.itemName) === letters,
		);
	return field && (field.name === element || !names.has(field.name)) ? field : undefined;
}

/** The value of a field that came before: a list without an element around it is several elements. */
function again(earlier: unknown, value: unknown, { schema }: Fields[number]): unknown {
	if (schema.kind !== 'list' || !Array.isArray(earlier)) return value;
	return Array.isArray(value)
		? [...(earlier as unknown[]), ...(value as unknown[])]
		: (value ?? earlier);
}

/** The lists of values that came again; others are such values. */
const joined = new WeakSet<object>();

function add(record: Members, name: string, value: unknown): void {
	if (name === '__proto__') return;
	const earlier = record[name];
	if (!Object.hasOwn(record, name)) record[name] = value;
	else if (Array.isArray(earlier) && joined.has(earlier)) earlier.push(value);
	else joined.add((record[name] = [earlier, value]));
}

/** The value of an element without a schema. */
function untypedValue({ isNil, text, children }: Tree): unknown {
	if (isNil) return null;
	if (children.length === 0) return text;
	const record: Members = {};
	for (const child of children) add(record, child.name, untypedValue(child));
	if (text.trim() !== '') record['#text'] = text;
	return record;
}

type Drifts = Record<keyof Drift, string[]>;

/** Where a value differs from the API documentation. */
function driftOf({ schema }: ResponseShape, value: unknown): Drift | undefined {
	const log: Drifts = { undocumented: [], missing: [], retyped: [] };
	const isMany = Array.isArray(value) && schema.kind !== 'list';
	for (const one of isMany ? (value as unknown[]) : [value]) noteDriftIn(log, schema, one, '');
	return Object.values(log).some((paths) => paths.length > 0) ? log : undefined;
}

function noteDriftIn(log: Drifts, schema: Schema, value: unknown, path: string): void {
	if (value === null || schema.kind === 'opaque') return;
	if (schema.kind === 'list' && Array.isArray(value)) {
		for (const member of value) noteDriftIn(log, schema.item, member, path && `${path}[]`);
	} else if (schema.kind === 'record' && isRecord(value)) {
		for (const name of Object.keys(value)) {
			const field = schema.fields.find((one) => one.name === name);
			if (field) noteDriftIn(log, field.schema, value[name], fieldPath(path, name));
			else noteDrift(log.undocumented, fieldPath(path, name));
		}
		for (const { name, required } of schema.fields) {
			const isMissing = required && (value[name] ?? null) === null;
			if (isMissing) noteDrift(log.missing, fieldPath(path, name));
		}
	} else if (!isOfKind(schema.kind, value)) noteDrift(log.retyped, path.replace(/(?:\[\])+$/, ''));
}

function isOfKind(kind: Schema['kind'], value: unknown): boolean {
	if (kind === 'boolean') return typeof value === 'boolean';
	if (kind !== 'integer' && kind !== 'byte' && kind !== 'decimal') {
		return kind !== 'record' && kind !== 'list' && typeof value === 'string';
	}
	return typeof value === 'number' || (typeof value === 'string' && isLongNumber(value));
}

/** Keeps at most ten different paths. */
function noteDrift(paths: string[], path: string): void {
	if (paths.length < 10 && !paths.includes(path)) paths.push(path);
}

function fieldPath(record: string, name: string): string {
	return record === '' ? name : `${record}.${name}`;
}
