// XML request bodies: names, wrappers and order of the document; nulls are left out.
import { type Kind, kindOf, type Schema, typeName } from '../api/kinds';
import { ExactNumber } from './exact';
import { type Encoded, MAX_DEPTH } from './result';
import { once } from './once';
import { looseText, scalarText } from './scalar';
import { type Path, Unwritable, written } from './unwritable';
import { NAME } from './xmlCheck';

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';
const elementName = once(() => new RegExp(`^${NAME}$`, 'u'));
const ESCAPED: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'\r': '&#xD;',
};
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** Writes a request body. A bare list has the root `ArrayOfString`, or `ArrayOf` and its record. */
export function writeXml(schema: Schema, value: unknown): Encoded {
	return written(
		'application/xml',
		() => DECLARATION + element(rootName(schema), content(kindOf(schema), value, [])),
	);
}

function rootName(schema: Schema): string {
	const kind = kindOf(schema);
	return kind.kind === 'list' ? `ArrayOf${capitalised(kind.itemName)}` : typeName(schema);
}

function capitalised(name: string): string {
	return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function element(name: string, inner: string): string {
	return inner === '' ? `<${name}/>` : `<${name}>${inner}</${name}>`;
}

function isNothing(value: unknown): value is null | undefined {
	return value === null || value === undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return (
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		!(value instanceof Date || value instanceof ExactNumber)
	);
}

function content(kind: Kind, value: unknown, path: Path): string {
	if (isNothing(value)) return '';
	switch (kind.kind) {
		case 'record':
			return recordContent(kind, value, path);
		case 'list':
			return listContent(kind, value, path);
		case 'opaque':
			return looseContent(value, path);
		case 'text':
		case 'choice':
		case 'flag':
		case 'integer':
		case 'byte':
		case 'decimal':
		case 'date':
		case 'guid':
			return escaped(scalarText(kind.kind, value, path), path);
		default:
			return kind satisfies never;
	}
}

function recordContent(
	kind: Extract<Kind, { kind: 'record' }>,
	value: unknown,
	path: Path,
): string {
	if (!isRecord(value)) throw new Unwritable(`expected the fields of ${kind.name}`, path);
	const parts: string[] = [];
	for (const { name, schema } of kind.fields) {
		if (!Object.hasOwn(value, name) || isNothing(value[name])) continue;
		parts.push(element(name, content(kindOf(schema), value[name], [...path, name])));
	}
	const known = new Set(kind.fields.map((field) => field.name));
	const others = Object.keys(value).filter((name) => !known.has(name));
	for (const name of others) parts.push(looseElement(name, value[name], [...path, name]));
	return parts.join('');
}

// A null among the items cannot be left out without moving the others; it becomes an empty element.
function listContent(kind: Extract<Kind, { kind: 'list' }>, value: unknown, path: Path): string {
	if (!Array.isArray(value)) throw new Unwritable('expected a list', path);
	const item = kindOf(kind.item);
	return value
		.map((entry, index) => element(kind.itemName, content(item, entry, [...path, index])))
		.join('');
}

/** A field that the document does not show: its own name, its members as they are given. */
function looseElement(name: string, value: unknown, path: Path): string {
	if (isNothing(value)) return '';
	if (!elementName().test(name)) {
		throw new Unwritable(`"${name}" cannot be the name of an XML element`, path);
	}
	return element(name, looseContent(value, path));
}

function looseContent(value: unknown, path: Path): string {
	if (path.length > MAX_DEPTH) throw new Unwritable('nested too deeply', path);
	if (isNothing(value)) return '';
	if (Array.isArray(value)) {
		const list = String(path.at(-1) ?? '');
		return value
			.map((entry, index) =>
				element(looseItemName(list, entry), looseContent(entry, [...path, index])),
			)
			.join('');
	}
	if (!isRecord(value)) return escaped(looseText(value, path), path);
	return Object.entries(value)
		.map(([name, member]) => looseElement(name, member, [...path, name]))
		.join('');
}

/**
 * The element of an item in a list that the document does not show: the singular of the list's
 * name for an object ("ItemLaborTypes" holds "ItemLaborType"), .NET's word for a single value.
 */
function looseItemName(list: string, entry: unknown): string {
	if (entry instanceof ExactNumber) return /^-?\d+$/.test(entry.token) ? 'long' : 'decimal';
	switch (typeof entry) {
		case 'string':
			return 'string';
		case 'boolean':
			return 'boolean';
		case 'number':
			return Number.isInteger(entry) ? 'int' : 'decimal';
		default:
			return singular(list);
	}
}

function singular(name: string): string {
	if (/[^aeiou]ies$/.test(name)) return `${name.slice(0, -3)}y`;
	if (/(?:ss|x|ch|sh)es$/.test(name)) return name.slice(0, -2);
	return /[^s]s$/.test(name) ? name.slice(0, -1) : 'Item';
}

// A carriage return would come back as a line feed if it did not stand as a reference.
function escaped(text: string, path: Path): string {
	const forbidden = FORBIDDEN.exec(text);
	if (forbidden) {
		const code = forbidden[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
		throw new Unwritable(`holds the character U+${code}, which XML cannot carry`, path);
	}
	return text.replace(/[&<>\r]/g, (character) => ESCAPED[character]);
}
