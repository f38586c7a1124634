// Writes records as XML in the two dialects of .NET. Independent of wire/ on purpose.
import { type Field, type ListSchema, type Schema, typeName } from '../../../api/schema/types';
import {
	asList,
	asRecord,
	flagText,
	numberText,
	plainText,
	unknownFields,
	type Values,
} from './values';

export type Dialect = 'xmlSerializer' | 'dataContract';

export interface XmlOptions {
	/** Nulls are left out, or written with a nil attribute; by default as the dialect does it. */
	readonly nulls?: 'omit' | 'nil';
	/** Whether the XML declaration stands first; `true` names utf-8. */
	readonly declaration?: boolean | string;
	/** Text put before every element once for each level, for example two blanks; none by default. */
	readonly indent?: string;
	/** A prefix for every element of the record's namespace, instead of a default namespace. */
	readonly prefix?: string;
	/** Whether text is wrapped in CDATA sections instead of being escaped. */
	readonly cdata?: boolean;
	/** Characters that XML 1.0 cannot hold are refused, or written as character references as .NET does. */
	readonly invalidCharacters?: 'refuse' | 'reference';
	/** Another name for the root than the type's. */
	readonly root?: string;
}

export const dataContractNamespace =
	'http://schemas.datacontract.org/2004/07/ProjectServices.Exchange';
export const arraysNamespace = 'http://schemas.microsoft.com/2003/10/Serialization/Arrays';
export const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance';
export const schemaNamespace = 'http://www.w3.org/2001/XMLSchema';

// eslint-disable-next-line no-control-regex -- These are the characters that XML 1.0 leaves out.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** What a piece of XML needs to know of the whole. */
interface Writing {
	readonly dialect: Dialect;
	readonly nil: boolean;
	readonly indent: string;
	readonly prefix: string;
	readonly escape: (text: string) => string;
}

const nilNames = { xmlSerializer: 'xsi', dataContract: 'i' } as const;

/**
 * Writes a value as XML as .NET's XmlSerializer or DataContractSerializer does.
 *
 * XmlSerializer: elements in the document's order and no namespace. DataContractSerializer: elements
 * in alphabetical order, in a namespace, nulls as `i:nil`, and members of collections of simple values
 * in the namespace of arrays under a prefix.
 *
 * @throws Error where a value is not of its field's kind, or holds what XML cannot carry.
 */
export function writeXml(
	schema: Schema,
	value: unknown,
	dialect: Dialect,
	options: XmlOptions = {},
): string {
	const writing: Writing = {
		dialect,
		nil: (options.nulls ?? (dialect === 'dataContract' ? 'nil' : 'omit')) === 'nil',
		indent: options.indent ?? '',
		prefix: options.prefix ? `${options.prefix}:` : '',
		escape: escaper(options),
	};
	const name = options.root ?? rootName(schema, schema, dialect);
	const declared = rootAttributes(schema, dialect, options.prefix);
	const attributes = value === null ? `${declared}${nilAttribute(writing)}` : declared;
	const simple = schema.kind === 'list' && isSimple(schema.item);
	// A list of simple values has the arrays' namespace as its default one, so its members need no prefix.
	const scope = simple ? { ...writing, prefix: '' } : writing;
	const root = `${scope.prefix}${name}`;
	const body = value === null ? empty : rootContent(scope, schema, value);
	const declaration = declarationText(options.declaration);
	const written = element(root, attributes, body, scope.indent, 0);
	if (options.indent === undefined) return `${declaration}${written}`;
	return `${declaration}${declaration === '' ? written.trimStart() : written}\n`;
}

function rootContent(writing: Writing, kind: Schema, value: unknown): Content {
	return kind.kind === 'list'
		? listMembers(writing, kind, asList(value), 1, writing.prefix)
		: content(writing, kind, value, 1);
}

function declarationText(declaration: boolean | string = false): string {
	if (declaration === false) return '';
	return `<?xml version="1.0" encoding="${declaration === true ? 'utf-8' : declaration}"?>`;
}

function rootName(schema: Schema, kind: Schema, dialect: Dialect): string {
	const name = typeName(schema);
	if (kind.kind !== 'list' || dialect === 'dataContract') return name;
	return `ArrayOf${kind.itemName[0]?.toUpperCase() ?? ''}${kind.itemName.slice(1)}`;
}

function rootAttributes(kind: Schema, dialect: Dialect, prefix: string | undefined): string {
	if (dialect === 'xmlSerializer') {
		return ` xmlns:xsi="${instanceNamespace}" xmlns:xsd="${schemaNamespace}"`;
	}
	const simple = kind.kind === 'list' && isSimple(kind.item);
	const namespace = simple ? arraysNamespace : dataContractNamespace;
	const declared = prefix && !simple ? `xmlns:${prefix}` : 'xmlns';
	return ` xmlns:i="${instanceNamespace}" ${declared}="${namespace}"`;
}

function isSimple(schema: Schema): boolean {
	const { kind } = schema;
	return kind !== 'record' && kind !== 'list' && kind !== 'opaque';
}

function escaper(options: XmlOptions): (text: string) => string {
	const refuse = (text: string): string => {
		if (text.search(NOT_IN_XML) < 0) return text;
		throw new Error(`XML cannot carry ${JSON.stringify(text)}.`);
	};
	const reference = (text: string): string =>
		text.replace(NOT_IN_XML, (found) => `&#x${found.charCodeAt(0).toString(16).toUpperCase()};`);
	// A carriage return in CDATA would be read as a line feed, so such text is escaped all the same.
	if (options.cdata) {
		return (text) => (text.includes('\r') ? escapeText(refuse(text)) : cdata(refuse(text)));
	}
	const checked = options.invalidCharacters === 'reference' ? (text: string) => text : refuse;
	return (text) => (PLAIN.test(text) ? text : reference(escapeText(checked(text))));
}

function cdata(text: string): string {
	return text === '' ? '' : `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

// Most text is this plain, and one look at it is all that a large catalog can afford.
const PLAIN = /^[\t\n\x20-\x25\x27-\x3b\x3d\x3f-\x7e]*$/;

/** Text as it stands between tags, with what XML cannot carry as references. */
export function xmlText(text: string): string {
	return escaper({ invalidCharacters: 'reference' })(text);
}

function escapeText(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('\r', '&#xD;');
}

/** An element's content: text, or child elements. */
interface Content {
	readonly text: string;
	readonly nested: boolean;
}

function element(
	name: string,
	attributes: string,
	{ text, nested }: Content,
	indent: string,
	depth: number,
): string {
	const start = indent === '' ? '' : `\n${indent.repeat(depth)}`;
	if (text === '') return `${start}<${name}${attributes} />`;
	return `${start}<${name}${attributes}>${text}${nested ? start : ''}</${name}>`;
}

function content(writing: Writing, kind: Schema, value: unknown, depth: number): Content {
	switch (kind.kind) {
		case 'record':
			return recordMembers(writing, kind.fields, asRecord(value), depth);
		case 'list':
			return listMembers(writing, kind, asList(value), depth, writing.prefix);
		case 'integer':
		case 'byte':
		case 'decimal':
			return { text: numberText(value), nested: false };
		case 'boolean':
			return { text: flagText(value), nested: false };
		case 'string':
		case 'date':
		case 'guid':
		case 'enum':
			return { text: writing.escape(plainText(value)), nested: false };
		case 'opaque':
			return unknownContent(writing, value, depth);
		default:
			return kind satisfies never;
	}
}

const sortedFields = new WeakMap<readonly Field[], readonly Field[]>();

function inAlphabet(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

function fieldsInOrder(fields: readonly Field[], dialect: Dialect): readonly Field[] {
	if (dialect === 'xmlSerializer') return fields;
	const sorted = sortedFields.get(fields) ?? [...fields].sort((a, b) => inAlphabet(a.name, b.name));
	sortedFields.set(fields, sorted);
	return sorted;
}

function recordMembers(
	writing: Writing,
	fields: readonly Field[],
	values: Values,
	depth: number,
): Content {
	let text = '';
	for (const { name, schema } of fieldsInOrder(fields, writing.dialect)) {
		const value = values[name];
		if (value === undefined || (value === null && !writing.nil)) continue;
		text += field(writing, name, schema, value, depth);
	}
	for (const name of unknownFields(fields, values)) {
		text += unknownElement(writing, name, values[name], depth);
	}
	return { text, nested: true };
}

function nilAttribute(writing: Writing): string {
	return ` ${nilNames[writing.dialect]}:nil="true"`;
}

function field(
	writing: Writing,
	name: string,
	kind: Schema,
	value: unknown,
	depth: number,
): string {
	const tag = `${writing.prefix}${name}`;
	if (value === null) return element(tag, nilAttribute(writing), empty, writing.indent, depth);
	if (kind.kind !== 'list' || writing.dialect === 'xmlSerializer' || !isSimple(kind.item)) {
		return element(tag, '', content(writing, kind, value, depth + 1), writing.indent, depth);
	}
	// .NET names the prefix of a namespace met on the way after the depth of the element: root is 1.
	const prefix = `d${depth + 1}p1`;
	const members = listMembers(writing, kind, asList(value), depth + 1, `${prefix}:`);
	return element(tag, ` xmlns:${prefix}="${arraysNamespace}"`, members, writing.indent, depth);
}

const empty: Content = { text: '', nested: false };

function listMembers(
	writing: Writing,
	kind: ListSchema,
	items: readonly unknown[],
	depth: number,
	prefix: string,
): Content {
	const itemKind = kind.item;
	const name = `${prefix}${kind.itemName}`;
	let text = '';
	for (const item of items) {
		text +=
			item === null
				? element(name, nilAttribute(writing), empty, writing.indent, depth)
				: element(name, '', content(writing, itemKind, item, depth + 1), writing.indent, depth);
	}
	return { text, nested: true };
}

function unknownElement(writing: Writing, name: string, value: unknown, depth: number): string {
	if (value === null && !writing.nil) return '';
	const tag = `${writing.prefix}${name}`;
	if (value === null) return element(tag, nilAttribute(writing), empty, writing.indent, depth);
	return element(tag, '', unknownContent(writing, value, depth + 1), writing.indent, depth);
}

function unknownContent(writing: Writing, value: unknown, depth: number): Content {
	if (typeof value !== 'object' || value === null) {
		return { text: writing.escape(String(value)), nested: false };
	}
	const values = asRecord(value);
	const names = Object.keys(values);
	if (writing.dialect === 'dataContract') names.sort(inAlphabet);
	const text = names.map((name) => unknownElement(writing, name, values[name], depth)).join('');
	return { text, nested: true };
}
