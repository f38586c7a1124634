// XML request bodies: the documented names, wrappers and order; a null is an element with `xsi:nil`.
import { isPlainObject, type Schema, typeName } from '../../api/schema/types';
import { EncodeError, itemOf, membersOf, scalarText, within, type Writer } from '../encode';
import { ExactNumber } from '../exactNumber';
import { NAME } from './markup';

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';
const ELEMENT_NAME = new RegExp(`^${NAME}$`, 'u');
const ESCAPED: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	// As it is, it would be read as a line feed.
	'\r': '&#xD;',
};
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

const NIL = ' xsi:nil="true"';
const NIL_NAMESPACE = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** A body as XML. A bare list has the root `ArrayOfString`, or `ArrayOf` and the name of its record. */
export const xmlText: Writer = (schema, value) => {
	const content = contentOf(schema, value);
	// In text, the last character would be escaped.
	const namespace = content.includes(`${NIL}/>`) ? NIL_NAMESPACE : '';
	return DECLARATION + element(rootName(schema), content, namespace);
};

function rootName(schema: Schema): string {
	if (schema.kind !== 'list') return typeName(schema);
	return `ArrayOf${schema.itemName.slice(0, 1).toUpperCase()}${schema.itemName.slice(1)}`;
}

function element(name: string, content: string, attributes = ''): string {
	const start = `<${name}${attributes}`;
	return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** An element that is a value: `name` is what a list in it is called. */
function valueElement(name: string, schema: Schema, value: unknown): string {
	return value === null ? element(name, '', NIL) : element(name, contentOf(schema, value, name));
}

/** The content of an element; `name` is what a list is called. */
function contentOf(schema: Schema, value: unknown, name = ''): string {
	if (value === null || value === undefined) return '';
	if (Array.isArray(value)) return listContent(schema, value, name);
	if (!isPlainObject(value)) return escaped(scalarText(schema, value));
	const elements = membersOf(schema, value).map(({ name: field, schema: member, value: inner }) =>
		within(field, () => {
			if (ELEMENT_NAME.test(field)) return valueElement(field, member, inner);
			throw new EncodeError('is not a valid name of an XML element');
		}),
	);
	return elements.join('');
}

function listContent(schema: Schema, values: readonly unknown[], list: string): string {
	const item = itemOf(schema);
	const elements = values.map((value, index) =>
		within(index, () => {
			const name = schema.kind === 'list' ? schema.itemName : undocumentedItemName(list, value);
			return valueElement(name, item, value);
		}),
	);
	return elements.join('');
}

/**
 * The element of an item in a list that the document does not describe: the singular of the list's name for an object
 * ("ItemLaborTypes" holds "ItemLaborType"), and what .NET calls the type of a single value.
 */
function undocumentedItemName(list: string, value: unknown): string {
	if (value instanceof ExactNumber) return /^-?\d+$/.test(value.token) ? 'long' : 'decimal';
	switch (typeof value) {
		case 'string':
			return 'string';
		case 'boolean':
			return 'boolean';
		case 'number':
			return Number.isInteger(value) ? 'int' : 'decimal';
		default:
			return singular(list);
	}
}

function singular(name: string): string {
	if (/[^aeiou]ies$/.test(name)) return `${name.slice(0, -3)}y`;
	if (/(?:ss|x|ch|sh)es$/.test(name)) return name.slice(0, -2);
	return /[^s]s$/.test(name) ? name.slice(0, -1) : 'Item';
}

function escaped(text: string): string {
	const forbidden = FORBIDDEN.exec(text);
	if (forbidden) {
		const code = forbidden[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
		throw new EncodeError(`holds the character U+${code}, which XML cannot carry`);
	}
	return text.replace(/[&<>\r]/g, (character) => ESCAPED[character]);
}
