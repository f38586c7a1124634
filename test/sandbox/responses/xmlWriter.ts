// Writes records as XML in the two dialects of .NET. Independent of wire/ on purpose.
import { type Field, opaque, type Schema, typeName } from '../../../api/schema/types';
import { asList, asRecord, scalarText, unknownFields } from './jsonWriter';

export type Dialect = 'xmlSerializer' | 'dataContract';

export interface XmlOptions {
	/** Nulls are left out, or written with a nil attribute; by default as the dialect does it. */
	readonly nulls?: 'omit' | 'nil';
	/** Whether the XML declaration stands first. */
	readonly declaration?: boolean;
	/** Text put before every element once for each level, for example two blanks; none by default. */
	readonly indent?: string;
	/** A prefix for every element of the record's namespace, instead of a default namespace. */
	readonly prefix?: string;
	/** Whether text is wrapped in CDATA sections instead of being escaped. */
	readonly cdata?: boolean;
	/** How documented names are spelled; as documented by default. */
	readonly spelled?: (name: string) => string;
}

export const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance';
const contractNamespace = 'http://schemas.datacontract.org/2004/07/Exchange';
const arraysNamespace = 'http://schemas.microsoft.com/2003/10/Serialization/Arrays';
const xsi = ` xmlns:xsi="${instanceNamespace}" xmlns:xsd="http://www.w3.org/2001/XMLSchema"`;

// Most text is this plain, and one look at it is all that a large catalog can afford.
const PLAIN = /^[\t\n\x20-\x25\x27-\x3b\x3d\x3f-\x7e]*$/;
// eslint-disable-next-line no-control-regex -- These are the characters that XML 1.0 leaves out.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Text between tags, with what XML cannot carry as references. */
export function xmlText(text: string): string {
	if (PLAIN.test(text)) return text;
	const reference = (found: string) => `&#x${found.charCodeAt(0).toString(16).toUpperCase()};`;
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('\r', '&#xD;')
		.replace(NOT_IN_XML, reference);
}

function carriedText(text: string, cdata: boolean): string {
	if (text.search(NOT_IN_XML) >= 0) throw new Error(`XML cannot carry ${JSON.stringify(text)}.`);
	// A carriage return in CDATA would be read as a line feed, so such text is escaped all the same.
	if (!cdata || text === '' || text.includes('\r')) return xmlText(text);
	return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

function isNested({ kind }: Schema): boolean {
	return kind === 'record' || kind === 'list' || kind === 'opaque';
}

function isSimpleList(schema: Schema): boolean {
	return schema.kind === 'list' && !isNested(schema.item);
}

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const sortedFields = new WeakMap<readonly Field[], readonly Field[]>();

function sorted(fields: readonly Field[]): readonly Field[] {
	const known = sortedFields.get(fields) ?? [...fields].sort((a, b) => byCode(a.name, b.name));
	sortedFields.set(fields, known);
	return known;
}

const undocumented = opaque('undocumented');

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
	const { declaration = false, indent = '', cdata = false, spelled = (name) => name } = options;
	const isContract = dialect === 'dataContract';
	const isNil = (options.nulls ?? (isContract ? 'nil' : 'omit')) === 'nil';
	const nil = ` ${isContract ? 'i' : 'xsi'}:nil="true" />`;
	const prefix = options.prefix ? `${options.prefix}:` : '';

	const element = (
		tag: string,
		own: Schema,
		held: unknown,
		depth: number,
		attributes = '',
		memberPrefix = prefix,
	): string => {
		const start = indent === '' ? '' : `\n${indent.repeat(depth)}`;
		if (held === null) return `${start}<${tag}${attributes}${nil}`;
		const text = content(own, held, depth + 1, memberPrefix);
		if (text === '') return `${start}<${tag}${attributes} />`;
		const hasElements = own.kind === 'opaque' ? typeof held === 'object' : isNested(own);
		return `${start}<${tag}${attributes}>${text}${hasElements ? start : ''}</${tag}>`;
	};
	const content = (own: Schema, held: unknown, depth: number, memberPrefix: string): string => {
		switch (own.kind) {
			case 'opaque':
				if (typeof held !== 'object') return carriedText(String(held), cdata);
				return unknownMembers(Object.keys(asRecord(held)), held, depth, isContract);
			case 'record':
				return recordMembers(own.fields, held, depth);
			case 'list': {
				const name = `${memberPrefix}${spelled(own.itemName)}`;
				return asList(held)
					.map((item) => element(name, own.item, item, depth))
					.join('');
			}
			default: {
				const text = scalarText(own, held);
				return typeof held === 'string' ? carriedText(text, cdata) : text;
			}
		}
	};
	const recordMembers = (fields: readonly Field[], held: unknown, depth: number): string => {
		const values = asRecord(held);
		let text = '';
		for (const { name, schema: own } of isContract ? sorted(fields) : fields) {
			const member = values[name];
			if (member === undefined || (member === null && !isNil)) continue;
			// .NET names the prefix of a namespace met on the way after the depth of the element: root is 1.
			const arrays = isContract && member !== null && isSimpleList(own) ? `d${depth + 1}p1` : '';
			const attributes = arrays && ` xmlns:${arrays}="${arraysNamespace}"`;
			const memberPrefix = arrays ? `${arrays}:` : prefix;
			const tag = `${prefix}${spelled(name)}`;
			text += element(tag, own, member, depth, attributes, memberPrefix);
		}
		return text + unknownMembers(unknownFields(fields, values), values, depth, false);
	};
	// .NET sorts undocumented fields only within an object of which it knows nothing.
	const unknownMembers = (names: string[], held: unknown, depth: number, isSorted: boolean) => {
		const values = asRecord(held);
		return (isSorted ? names.sort(byCode) : names)
			.filter((name) => values[name] !== null || isNil)
			.map((name) => element(`${prefix}${name}`, undocumented, values[name], depth))
			.join('');
	};

	const isOwnArray = schema.kind === 'list' && !isContract;
	const root = spelled(isOwnArray ? `ArrayOf${capitalized(schema.itemName)}` : typeName(schema));
	const named = `xmlns${prefix && `:${options.prefix}`}="${contractNamespace}"`;
	const attributes = isContract ? ` xmlns:i="${instanceNamespace}" ${named}` : xsi;
	const written = element(`${prefix}${root}`, schema, value, 0, attributes);
	const head = declaration ? '<?xml version="1.0" encoding="utf-8"?>' : '';
	if (indent === '') return `${head}${written}`;
	return `${declaration ? `${head}${written}` : written.trimStart()}\n`;
}

/** What .NET's XmlSerializer calls the type of a list's members in the list's own name. */
export function capitalized(name: string): string {
	return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}
