// What a response holds, by JSON.parse and saxes and a walk over the schema: slow, plain, and without a line of wire/'s readers.
import { SaxesParser } from 'saxes';

import { isRecord, type RecordSchema, type Schema, typeName } from '../../../../api/schema/types';
import { exactNumber, isLongNumber, numberToken } from '../../../../wire/exactNumber';
import { type Projection, projector } from '../../../../wire/projection';
import { type DecodedResponse, checkShape } from '../../../../wire/response';
import type { Drift, ResponseShape } from '../../../../wire/result';

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
	const read = isXml ? xmlValue(shape, text) : jsonValue(text);
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
function jsonValue(text: string): { readonly value: unknown } | undefined {
	const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.]*(?:[eE][+-]?\d+)?(?![\d.eE+-]|\s*:)/g;
	const source = text.replace(token, (found) => {
		if (found.startsWith('"') || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(found))
			return found;
		return typeof exactNumber(found) === 'string' ? `"${found}"` : found;
	});
	try {
		return { value: clean(JSON.parse(source), 0) };
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
	const name = `arrayof${lists?.itemName}`.toLowerCase();
	if (lists && root.name.toLowerCase() === name) return { value: elementValue(lists, root) };
	if (schema.kind === 'list' || root.name !== typeName(schema)) return undefined;
	return { value: elementValue(schema, root) };
}

function elementValue(kind: Schema, element: Tree): unknown {
	const { children, isNil, text } = element;
	if (isNil) return null;
	if (children.length === 0) return textValue(kind, text);
	if (kind.kind === 'list') return children.map((child) => elementValue(kind.item, child));
	return kind.kind === 'record' ? recordValue(kind.fields, element) : untypedValue(element);
}

function textValue({ kind }: Schema, text: string): unknown {
	const isBlank = text.trim() === '';
	switch (kind) {
		case 'list':
			return isBlank ? [] : text;
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
	const own = new Set(
		children.filter((child) => child.namespace === namespace).map(({ name }) => name),
	);
	for (const child of children) {
		const { name } = child;
		const field = fields.find((one) => one.name === name);
		const isForeign = child.namespace !== namespace;
		if (!field) add(record, name, untypedValue(child));
		else if (isForeign && (own.has(name) || Object.hasOwn(record, name))) {
			add(record, `{${child.namespace}}${name}`, elementValue(field.schema, child));
		} else record[name] = elementValue(field.schema, child);
	}
	if (text.trim() !== '') record['#text'] = text;
	return record;
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

/** Where a value differs from the API documentation. */
function driftOf({ schema }: ResponseShape, value: unknown): Drift | undefined {
	const log: Drift = { undocumented: [], missing: [], retyped: [] };
	const isMany = Array.isArray(value) && schema.kind !== 'list';
	for (const one of isMany ? (value as unknown[]) : [value]) noteDriftIn(log, schema, one, '');
	return Object.values(log).some((paths) => paths.length > 0) ? log : undefined;
}

function noteDriftIn(log: Drift, schema: Schema, value: unknown, path: string): void {
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

/** Keeps at most ten different paths, each of at most 200 characters. */
function noteDrift(paths: string[], path: string): void {
	const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
	if (paths.length < 10 && !paths.includes(shown)) paths.push(shown);
}

function fieldPath(record: string, name: string): string {
	return record === '' ? name : `${record}.${name}`;
}
