// Responses of a service that has grown: undocumented and retyped fields, and every way to write what JSON and XML allow.
import { recordFields, type Schema, typeName } from '../../../../api/schema/types';
import type { Random } from './random';

export type Json = string | number | boolean | null | Json[] | { readonly [name: string]: Json };

/** A number with more digits than a JavaScript number holds. */
const LONG_NUMBER = '638712345678901234';

const NAMES = 'Warranty größe 中 x_1 Id Name constructor toString value _'.split(' ');
export const xmlNames: readonly string[] = NAMES;
// No backslash: once Node 24's JSON.parse has met that name, it takes other escaped names for it.
export const jsonNames: readonly string[] = [
	...NAMES,
	...['😀', '', '__proto__', 'a.b', 'with space', '"', '1', 'd\u0001'],
];
const TEXTS = [
	...['', ' ', 'text', 'é中😀', 'a & b < c > d', ']]>', '\n\t', '00123', '-0', 'true', '5.5'],
	LONG_NUMBER,
	'x'.repeat(300),
];

function scalar(random: Random): Json {
	switch (random(4)) {
		case 0:
			return [0, -1, 5.25, 1e21, 123456789012][random(5)];
		case 1:
			return random(2) === 0;
		case 2:
			return null;
		default:
			return TEXTS[random(TEXTS.length)];
	}
}

/** Any value, as deep as `depth` lets it be. */
export function anything(random: Random, depth: number, names: readonly string[]): Json {
	if (depth === 0 || random(3) > 0) return scalar(random);
	if (random(2) === 0) {
		return Array.from({ length: random(4) }, () => anything(random, depth - 1, names));
	}
	const entries = Array.from({ length: random(5) }, () => [
		names[random(names.length)],
		anything(random, depth - 1, names),
	]);
	return Object.fromEntries(entries) as Json;
}

/** A value of a schema, of which some fields are missing, retyped, null or undocumented. */
export function grownValue(schema: Schema, random: Random, names: readonly string[]): Json {
	switch (schema.kind) {
		case 'record': {
			const fields = recordFields(schema).filter(() => random(3) > 0);
			const entries: Array<[string, Json]> = fields.map((field) => [
				field.name,
				random(12) === 0 ? anything(random, 2, names) : grownValue(field.schema, random, names),
			]);
			for (let count = random(4); count > 0; count--) {
				const at = random(entries.length + 1);
				entries.splice(at, 0, [names[random(names.length)], anything(random, 3, names)]);
			}
			return Object.fromEntries(entries);
		}
		case 'list':
			return Array.from({ length: random(3) }, () => grownValue(schema.item, random, names));
		case 'opaque':
			return anything(random, 2, names);
		case 'integer':
		case 'byte':
		case 'decimal':
			return random(9) === 0 ? null : random(100_000) / 100;
		case 'boolean':
			return random(2) === 0;
		case 'string':
		case 'date':
		case 'guid':
		case 'enum':
			return random(9) === 0 ? null : TEXTS[random(TEXTS.length)];
		default:
			return schema satisfies never;
	}
}

function pick<Value>(random: Random, values: readonly Value[]): Value {
	return values[random(values.length)];
}

function jsonString(text: string, random: Random): string {
	const escaped = JSON.stringify(text);
	if (random(6) > 0) return escaped;
	return `"${[...Array(text.length).keys()]
		.map((index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`)
		.join('')}"`;
}

/** The JSON of a value with white space, escapes and, if it `repeats`, fields that come again at random. */
export function grownJson(value: Json, random: Random, repeats = true): string {
	const space = (): string => (random(5) === 0 ? pick(random, [' ', '\n', '\r\n\t', '   ']) : '');
	if (Array.isArray(value)) {
		return `[${space()}${value.map((member) => grownJson(member, random, repeats) + space()).join(`,${space()}`)}]`;
	}
	if (typeof value === 'string') {
		return value === LONG_NUMBER && random(2) === 0 ? value : jsonString(value, random);
	}
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const member = (name: string, inner: Json): string =>
		`${jsonString(name, random)}${space()}:${space()}${grownJson(inner, random, repeats)}${space()}`;
	const members = Object.entries(value).flatMap(([name, inner]) =>
		repeats && random(20) === 0 ? [member(name, null), member(name, inner)] : [member(name, inner)],
	);
	return `{${space()}${members.join(`,${space()}`)}}`;
}

function xmlText(text: string, random: Random): string {
	const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	switch (random(8)) {
		case 0:
			return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
		case 1:
			return [...text].map((character) => `&#${character.codePointAt(0)};`).join('');
		case 2:
			return `${escaped}<!-- a comment --><?target content?>`;
		case 3:
			return `${escaped}\r\n`;
		default:
			return escaped;
	}
}

/** How the elements of a document are named. */
export interface XmlWriting {
	readonly random: Random;
	/** The prefix of most elements with its colon, or nothing. */
	readonly prefix: string;
}

const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

function attributes({ random }: XmlWriting): string {
	return random(15) === 0
		? pick(random, [' lang="en"', " a = 'é &amp; b'", ' x:y="1"', '\n id="7"'])
		: '';
}

/** The XML element of a value. */
export function grownElement(name: string, value: Json, item: string, writing: XmlWriting): string {
	const { random, prefix } = writing;
	const isAny = random(30) === 0;
	const tag = isAny ? `d1p1:${name}` : `${prefix}${name}`;
	const declared = isAny ? ' xmlns:d1p1="urn:other"' : '';
	const start = `<${tag}${declared}${attributes(writing)}`;
	if (value === null) return `${start} i:nil="true"${random(2) === 0 ? ' /' : `></${tag}`}>`;
	const space = random(6) === 0 ? pick(random, ['\n  ', ' ', '\r\n', '<!-- c -->']) : '';
	const content = elementContent(value, item, writing, space);
	if (content === '' && random(2) === 0) return `${start}/>`;
	return `${start}>${content}</${tag}${random(20) === 0 ? ' ' : ''}>`;
}

function elementContent(value: Json, item: string, writing: XmlWriting, space: string): string {
	if (Array.isArray(value)) {
		return value.map((member) => space + grownElement(item, member, 'item', writing)).join('');
	}
	if (typeof value !== 'object' || value === null) return xmlText(String(value), writing.random);
	return Object.entries(value)
		.map(([name, inner]) => space + grownElement(name, inner, 'item', writing))
		.join('');
}

/** The XML document of a value of a schema, with everything that may be around and in its elements. */
export function grownXml(schema: Schema, value: Json, random: Random): string {
	const name = schema.kind === 'list' ? `ArrayOf${schema.itemName}` : typeName(schema);
	const prefix = random(4) === 0 ? 'p:' : '';
	const namespace = prefix === '' ? 'xmlns' : 'xmlns:p';
	const root = `${prefix}${name}`;
	const item = schema.kind === 'list' ? schema.itemName : 'item';
	const declared = `xmlns:i="${INSTANCE}" xmlns:x="urn:x"${random(2) === 0 && prefix === '' ? '' : ` ${namespace}="urn:own"`}`;
	const content = elementContent(value, item, { random, prefix }, '');
	return `${random(2) === 0 ? '<?xml version="1.0" encoding="utf-8"?>\n<!-- c -->' : ''}<${root} ${declared}>${content}</${root}>`;
}
