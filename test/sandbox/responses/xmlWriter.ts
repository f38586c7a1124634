// Writes records as XML in the two dialects of .NET. Independent of wire/ on purpose.
import { type Field, type Schema, typeName } from '../../../api/schema/types';
import { asList, asRecord, scalarText, unknownFields } from './jsonWriter';

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
const schemaNamespace = 'http://www.w3.org/2001/XMLSchema';

/** What a piece of XML needs to know of the whole. */
interface Writing {
	readonly dialect: Dialect;
	readonly nil: boolean;
	readonly indent: string;
	readonly prefix: string;
	readonly escape: (text: string) => string;
}

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
	const { declaration, indent = '', prefix } = options;
	// A list of simple values has the arrays' namespace as its default one, so its members need no prefix.
	const isPrefixed = prefix !== undefined && !isSimpleList(schema);
	const writing: Writing = {
		dialect,
		indent,
		nil: (options.nulls ?? (dialect === 'dataContract' ? 'nil' : 'omit')) === 'nil',
		prefix: isPrefixed ? `${prefix}:` : '',
		escape: escaper(options),
	};
	const name = options.root ?? rootName(schema, schema, dialect);
	const namespace = isSimpleList(schema) ? arraysNamespace : dataContractNamespace;
	const attributes =
		dialect === 'xmlSerializer'
			? ` xmlns:xsi="${instanceNamespace}" xmlns:xsd="${schemaNamespace}"`
			: ` xmlns:i="${instanceNamespace}" xmlns${isPrefixed ? `:${prefix}` : ''}="${namespace}"`;
	const written = element(writing, `${writing.prefix}${name}`, schema, value, 0, { attributes });
	const encoding = declaration === true ? 'utf-8' : declaration;
	const head = encoding ? `<?xml version="1.0" encoding="${encoding}"?>` : '';
	if (indent === '') return `${head}${written}`;
	return `${head}${head === '' ? written.trimStart() : written}\n`;
}

function rootName(schema: Schema, kind: Schema, dialect: Dialect): string {
	if (kind.kind !== 'list' || dialect === 'dataContract') return typeName(schema);
	return `ArrayOf${kind.itemName[0]?.toUpperCase() ?? ''}${kind.itemName.slice(1)}`;
}

function isNested({ kind }: Schema): boolean {
	return kind === 'record' || kind === 'list' || kind === 'opaque';
}

function isSimpleList(kind: Schema): boolean {
	return kind.kind === 'list' && !isNested(kind.item);
}

// Most text is this plain, and one look at it is all that a large catalog can afford.
const PLAIN = /^[\t\n\x20-\x25\x27-\x3b\x3d\x3f-\x7e]*$/;
// eslint-disable-next-line no-control-regex -- These are the characters that XML 1.0 leaves out.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

function escaper({ cdata, invalidCharacters }: XmlOptions): (text: string) => string {
	return (text) => {
		const isInvalid = invalidCharacters !== 'reference' && text.search(NOT_IN_XML) >= 0;
		if (isInvalid) throw new Error(`XML cannot carry ${JSON.stringify(text)}.`);
		// A carriage return in CDATA would be read as a line feed, so such text is escaped all the same.
		if (cdata && text !== '' && !text.includes('\r')) {
			return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
		}
		return PLAIN.test(text) ? text : escaped(text);
	};
}

function escaped(text: string): string {
	const reference = (found: string) => `&#x${found.charCodeAt(0).toString(16).toUpperCase()};`;
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('\r', '&#xD;')
		.replace(NOT_IN_XML, reference);
}

/** Text between tags, with what XML cannot carry as references. */
export const xmlText = escaper({ invalidCharacters: 'reference' });

interface ElementOptions {
	readonly attributes?: string;
	/** The prefix of a list's members, where it differs from that of all elements. */
	readonly memberPrefix?: string;
}

/** An element with its content; a kind that is undefined stands for a field that the schema does not know. */
function element(
	writing: Writing,
	tag: string,
	kind: Schema | undefined,
	value: unknown,
	depth: number,
	{ attributes = '', memberPrefix = writing.prefix }: ElementOptions = {},
): string {
	const { indent, dialect } = writing;
	const start = indent === '' ? '' : `\n${indent.repeat(depth)}`;
	if (value === null) {
		const nil = ` ${dialect === 'xmlSerializer' ? 'xsi' : 'i'}:nil="true"`;
		return `${start}<${tag}${attributes}${nil} />`;
	}
	const text = content(writing, kind, value, depth + 1, memberPrefix);
	if (text === '') return `${start}<${tag}${attributes} />`;
	const isNestedHere = kind && kind.kind !== 'opaque' ? isNested(kind) : typeof value === 'object';
	return `${start}<${tag}${attributes}>${text}${isNestedHere ? start : ''}</${tag}>`;
}

function content(
	writing: Writing,
	kind: Schema | undefined,
	value: unknown,
	depth: number,
	memberPrefix: string,
): string {
	if (kind === undefined || kind.kind === 'opaque') {
		if (typeof value !== 'object') return writing.escape(String(value));
		return unknownMembers(writing, Object.keys(asRecord(value)), value, depth);
	}
	if (kind.kind === 'record') return recordMembers(writing, kind.fields, value, depth);
	if (kind.kind === 'list') {
		const itemKind = kind.item;
		const items = asList(value);
		const name = `${memberPrefix}${kind.itemName}`;
		return items.map((item) => element(writing, name, itemKind, item, depth)).join('');
	}
	const text = scalarText(kind, value);
	return typeof value === 'string' ? writing.escape(text) : text;
}

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const sortedFields = new WeakMap<readonly Field[], readonly Field[]>();

function fieldsInOrder(fields: readonly Field[], dialect: Dialect): readonly Field[] {
	if (dialect === 'xmlSerializer') return fields;
	const sorted = sortedFields.get(fields) ?? [...fields].sort((a, b) => byCode(a.name, b.name));
	sortedFields.set(fields, sorted);
	return sorted;
}

function recordMembers(
	writing: Writing,
	fields: readonly Field[],
	value: unknown,
	depth: number,
): string {
	const values = asRecord(value);
	let text = '';
	for (const { name, schema } of fieldsInOrder(fields, writing.dialect)) {
		const member = values[name];
		if (member === undefined || (member === null && !writing.nil)) continue;
		const tag = `${writing.prefix}${name}`;
		if (member === null || writing.dialect === 'xmlSerializer' || !isSimpleList(schema)) {
			text += element(writing, tag, schema, member, depth);
			continue;
		}
		// .NET names the prefix of a namespace met on the way after the depth of the element: root is 1.
		const prefix = `d${depth + 1}p1`;
		const attributes = ` xmlns:${prefix}="${arraysNamespace}"`;
		text += element(writing, tag, schema, member, depth, {
			attributes,
			memberPrefix: `${prefix}:`,
		});
	}
	return text + unknownMembers(writing, unknownFields(fields, values), values, depth, false);
}

/** Undocumented fields; .NET sorts them only within an object of which it knows nothing. */
function unknownMembers(
	writing: Writing,
	names: string[],
	value: unknown,
	depth: number,
	isSorted = writing.dialect === 'dataContract',
): string {
	const values = asRecord(value);
	return (isSorted ? names.sort(byCode) : names)
		.filter((name) => values[name] !== null || writing.nil)
		.map((name) => element(writing, `${writing.prefix}${name}`, undefined, values[name], depth))
		.join('');
}
