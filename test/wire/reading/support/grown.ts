// Responses of a service that has grown: undocumented and retyped fields, and every way to write what JSON and XML allow.
import { recordFields, type Schema, typeName } from '../../../../api/schema/types';

/** Random numbers that a seed repeats: fast-check would shrink responses of this size for minutes. */
export type Random = (below: number) => number;

export function randomFrom(seed: number): Random {
	let state = seed >>> 0;
	return (below) => {
		state = (state + 0x6d2b79f5) >>> 0;
		let bits = Math.imul(state ^ (state >>> 15), state | 1);
		bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
		return ((bits ^ (bits >>> 14)) >>> 0) % below;
	};
}

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

const SCALARS: readonly Json[] = [0, -1, 5.25, 1e21, 123456789012, true, false, null, ...TEXTS];

function pick<Value>(random: Random, values: readonly Value[]): Value {
	return values[random(values.length)];
}

/** Any value, as deep as `depth` lets it be. */
function anything(random: Random, depth: number, names: readonly string[]): Json {
	if (depth === 0 || random(3) > 0) return pick(random, SCALARS);
	if (random(2) === 0) {
		return Array.from({ length: random(4) }, () => anything(random, depth - 1, names));
	}
	const entries = Array.from({ length: random(5) }, () => [
		pick(random, names),
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
				entries.splice(at, 0, [pick(random, names), anything(random, 3, names)]);
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
		default:
			return random(9) === 0 ? null : pick(random, TEXTS);
	}
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

const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
const NULLS = ['i:nil="true"', "i:nil='true'", 'i:nil="1"', `xmlns:q="${INSTANCE}" q:nil="true"`];
const ATTRIBUTES = [
	...[' lang="en"', " a = 'é &amp; b'", ' x:y="1"', '\n id="7"', ' ', ' xmlns=""'],
	...[' i:type="x"', ' i:nil="false" '],
];

/** The XML element of a value; most names have the prefix. */
function grownElement(
	random: Random,
	prefix: string,
	name: string,
	value: Json,
	item = 'item',
): string {
	const isOther = random(30) === 0;
	const tag = isOther ? `d1p1:${name}` : `${prefix}${name}`;
	const declared = isOther ? ' xmlns:d1p1="urn:other"' : '';
	const start = `<${tag}${declared}${random(12) === 0 && value !== null ? pick(random, ATTRIBUTES) : ''}`;
	if (value === null)
		return `${start} ${pick(random, NULLS)}${random(2) === 0 ? ' /' : `></${tag}`}>`;
	const space = random(6) === 0 ? pick(random, ['\n  ', ' ', '\r\n', '<!-- c -->']) : '';
	const content = elementContent(random, prefix, value, item, space);
	if (content === '' && random(2) === 0) return `${start}/>`;
	return `${start}>${content}</${tag}${random(20) === 0 ? ' ' : ''}>`;
}

function elementContent(
	random: Random,
	prefix: string,
	value: Json,
	item: string,
	space = '',
): string {
	if (typeof value !== 'object' || value === null) return xmlText(String(value), random);
	const entries: Array<[string, Json]> = Array.isArray(value)
		? value.map((member) => [item, member])
		: Object.entries(value);
	return entries.map(([name, inner]) => space + grownElement(random, prefix, name, inner)).join('');
}

/** The XML document of a value of a schema, with everything that may be around and in its elements. */
export function grownXml(schema: Schema, value: Json, random: Random): string {
	const prefix = random(4) === 0 ? 'p:' : '';
	const [name, item] =
		schema.kind === 'list'
			? [`ArrayOf${schema.itemName}`, schema.itemName]
			: [typeName(schema), 'item'];
	const own = `xmlns${prefix && ':p'}="urn:own"`;
	const declared = `xmlns:i="${INSTANCE}" xmlns:x="urn:x"${random(2) === 0 && prefix === '' ? '' : ` ${own}`}`;
	const start = random(2) === 0 ? '<?xml version="1.0" encoding="utf-8"?>\n<!-- c -->' : '';
	const content = elementContent(random, prefix, value, item);
	return `${start}<${prefix}${name} ${declared}>${content}</${prefix}${name}>`;
}
