// XML request bodies: the documented names, wrappers and order; a null is an element with `xsi:nil`.
import { typeName } from '../../api/schema/types';
import { type BodyFormat, EncodeError, scalarText } from '../encode';
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

/** A bare list has the root `ArrayOfString`, or `ArrayOf` and the name of its record. */
export const XML_BODY: BodyFormat = {
	contentType: 'application/xml',
	root(schema) {
		if (schema.kind !== 'list') return typeName(schema);
		return `ArrayOf${schema.itemName.slice(0, 1).toUpperCase()}${schema.itemName.slice(1)}`;
	},
	inner(place, step, outer, value) {
		if (typeof step === 'number') {
			return outer.kind === 'list' ? outer.itemName : undocumentedItemName(place, value);
		}
		if (ELEMENT_NAME.test(step)) return step;
		throw new EncodeError('is not a valid name of an XML element');
	},
	scalar: (name, schema, value) =>
		value === null ? `<${name}${NIL}/>` : element(name, escaped(scalarText(schema, value))),
	record: (name, members) => element(name, members.join('')),
	list: (name, items) => element(name, items.join('')),
	document(root) {
		// In text, the last character would be escaped.
		const namespace = root.includes(`${NIL}/>`) ? NIL_NAMESPACE : '';
		return DECLARATION + root.replace(/(?=[/>])/, namespace);
	},
};

function element(name: string, content: string): string {
	return content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`;
}

/**
 * The element of an item in a list that the API documentation does not describe: for an object, the singular of the
 * list's name ("ItemLaborType" in "ItemLaborTypes"); for a single value, what .NET calls its type.
 */
function undocumentedItemName(list: string, value: unknown): string {
	if (value instanceof ExactNumber) return /^-?\d+$/.test(value.token) ? 'long' : 'decimal';
	if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'decimal';
	return typeof value === 'string' || typeof value === 'boolean' ? typeof value : singular(list);
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
		throw new EncodeError(`contains the character U+${code}, which XML cannot carry`);
	}
	return text.replace(/[&<>\r]/g, (character) => ESCAPED[character]);
}
