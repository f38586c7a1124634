// Compares a request with its schema, more strictly than the service may do, and makes the record of it.
import { isValid } from '../../../api/schema/scalars';
import {
	type Field,
	fieldsOf,
	type ListSchema,
	type ScalarSchema,
	type Schema,
	type Shape,
	typeName,
} from '../../../api/schema/types';
import { capitalized } from '../responses/xmlWriter';
import { readForm, readJson, readXml, type Tree } from './reading.mjs';

export type BodyFormat = 'json' | 'xml' | 'form';

/** What is wrong, and where, as ModelState names it. */
export interface Problem {
	readonly path: string;
	readonly message: string;
}

export interface Checked<Value> {
	/** Numbers with more digits than a JavaScript number holds are strings. */
	readonly value: Value;
	readonly problems: readonly Problem[];
}

const readers: Readonly<Record<BodyFormat, (text: string) => Tree>> = {
	json: readJson,
	xml: readXml,
	form: (text) => readForm(new URLSearchParams(text)),
};

/** @throws UnreadableBody for text that is not of its format. */
export function readBody(schema: Schema, format: BodyFormat, text: string): Checked<unknown> {
	const tree = readers[format](text);
	const problems: Problem[] = [];
	const root = schema.kind === 'list' ? `ArrayOf${capitalized(schema.itemName)}` : typeName(schema);
	if (tree.kind === 'element' && tree.name !== root) {
		problems.push({ path: 'body', message: `The root element is ${tree.name}, not ${root}.` });
	}
	return { value: checkTree(schema, tree, 'body', problems), problems };
}

/**
 * The parameters of a query with their defaults; one without a value counts as left out.
 *
 * @throws UnreadableBody for a parameter that is given twice.
 */
export function checkQuery(
	shape: Shape,
	pairs: ReadonlyArray<readonly [name: string, value: string]>,
): Checked<Record<string, unknown>> {
	const problems: Problem[] = [];
	const fields = fieldsOf(shape);
	const defaults = fields.filter((field) => field.default !== undefined);
	const tree = readForm(pairs.filter(([, value]) => value !== ''));
	const value = {
		...Object.fromEntries(defaults.map((field) => [field.name, field.default])),
		...checkRecord(fields, tree, '', problems),
	};
	return { value, problems };
}

function checkTree(schema: Schema, tree: Tree, path: string, problems: Problem[]): unknown {
	if (isNull(tree)) return null;
	switch (schema.kind) {
		case 'record':
			return checkRecord(schema.fields, tree, path, problems);
		case 'list':
			return itemsOf(schema, tree, path, problems).map((item, index) =>
				checkTree(schema.item, item, `${path}[${index}]`, problems),
			);
		case 'opaque':
			return membersOf(tree, path, problems).size === 0 ? {} : plainValue(tree);
		default: {
			if (hasChildren(tree)) problems.push({ path, message: 'Text was expected, not elements.' });
			const value = scalarOf(schema, tree);
			if (value !== undefined && isValid(schema, value)) return value;
			const shown = 'text' in tree ? tree.text.slice(0, 60) : `of kind ${tree.kind}`;
			const quoted = tree.kind === 'number' || !('text' in tree) ? shown : `'${shown}'`;
			const message = `The value ${quoted} is not valid for the type ${schema.kind}.`;
			problems.push({ path, message });
			return value;
		}
	}
}

function isNull(tree: Tree): boolean {
	return tree.kind === 'null' || (tree.kind === 'element' && tree.isNil);
}

/** Whether a tree is text without anything in it: a record without fields, or a list without members. */
function isBlank(tree: Tree): boolean {
	return 'text' in tree && tree.text.trim() === '' && !hasChildren(tree);
}

function hasChildren(tree: Tree): boolean {
	return tree.kind === 'element' && tree.children.length > 0;
}

/** What a tree holds by name. */
function membersOf(tree: Tree, path: string, problems: Problem[]): ReadonlyMap<string, Tree> {
	if (tree.kind === 'record') return tree.members;
	if (tree.kind === 'element' && hasChildren(tree)) {
		return new Map(tree.children.map((child) => [child.name, child]));
	}
	if (!isBlank(tree) || tree.kind === 'string') {
		problems.push({ path, message: 'An object was expected.' });
	}
	return new Map();
}

function checkRecord(
	fields: readonly Field[],
	tree: Tree,
	path: string,
	problems: Problem[],
): Record<string, unknown> {
	const at = (name: string) => (path === '' ? name : `${path}.${name}`);
	const members = membersOf(tree, path, problems);
	checkOrder(fields, tree, path, problems);
	for (const name of members.keys()) {
		if (fields.some((field) => field.name === name)) continue;
		problems.push({ path: at(name), message: `The field ${name} is unknown.` });
	}
	const value: Record<string, unknown> = {};
	for (const { name, schema, required } of fields) {
		const member = members.get(name);
		// .NET's Required attribute refuses an empty text as well.
		if (required && (!member || isNull(member) || isBlank(member))) {
			problems.push({ path: at(name), message: `The ${name} field is required.` });
		} else if (member) {
			value[name] = checkTree(schema, member, at(name), problems);
		}
	}
	return value;
}

/** XmlSerializer wants the fields in the record's order, each once, and no text between them. */
function checkOrder(fields: readonly Field[], tree: Tree, path: string, problems: Problem[]): void {
	if (tree.kind !== 'element') return;
	checkNoText(tree, path, problems);
	const names = fields.map(({ name }) => name);
	let last = -1;
	for (const { name } of tree.children) {
		const place = names.indexOf(name);
		const isBack = place >= 0 && place <= last;
		const message = `The element must stand once, and before ${names[last]}.`;
		if (isBack) problems.push({ path: `${path}.${name}`, message });
		last = Math.max(last, place);
	}
}

function checkNoText({ text }: { text: string }, path: string, problems: Problem[]): void {
	if (text.trim() !== '') problems.push({ path, message: 'Text stands between the elements.' });
}

function itemsOf(
	{ itemName }: ListSchema,
	tree: Tree,
	path: string,
	problems: Problem[],
): readonly Tree[] {
	if (tree.kind === 'list') return tree.items;
	if (tree.kind !== 'element') {
		const isEmpty = tree.kind === 'loose' && isBlank(tree);
		if (!isEmpty) problems.push({ path, message: 'An array was expected.' });
		return [];
	}
	checkNoText(tree, path, problems);
	for (const [index, { name }] of tree.children.entries()) {
		const message = `The element is ${name}, not ${itemName}.`;
		if (name !== itemName) problems.push({ path: `${path}[${index}]`, message });
	}
	return tree.children;
}

const WHOLE = /^-?(0|[1-9]\d*)$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const LARGEST = 9_223_372_036_854_775_807n;

function scalarOf({ kind }: ScalarSchema, tree: Tree): unknown {
	if (!('text' in tree)) return undefined;
	const { text } = tree;
	const isUntyped = tree.kind === 'loose' || tree.kind === 'element';
	switch (kind) {
		case 'integer':
		case 'byte':
		case 'decimal': {
			const pattern = kind === 'decimal' ? NUMBER : WHOLE;
			if (!(isUntyped || tree.kind === 'number') || !pattern.test(text)) return undefined;
			return kind === 'decimal' || fitsInteger(text) ? exact(text) : undefined;
		}
		case 'boolean': {
			const isBoolean = isUntyped || tree.kind === 'boolean';
			return isBoolean && /^(true|false)$/.test(text) ? text === 'true' : undefined;
		}
		default:
			return isUntyped || tree.kind === 'string' ? text : undefined;
	}
}

// The service's integers are at most 64 bits wide.
function fitsInteger(digits: string): boolean {
	const value = BigInt(digits);
	return value <= LARGEST && value >= -LARGEST - 1n;
}

/** The number, or its digits where a JavaScript number may not hold every one of them. */
function exact(digits: string): number | string {
	const value = Number(digits);
	const isShort = /^-?[\d.]{1,15}$/.test(digits);
	const isKept = WHOLE.test(digits)
		? Number.isSafeInteger(value)
		: isShort || String(value) === digits;
	return isKept ? value : digits;
}

/** What was read where no schema says what it should be. */
function plainValue(tree: Tree): unknown {
	if (isNull(tree)) return null;
	if (tree.kind === 'list') return tree.items.map(plainValue);
	if (tree.kind === 'record' || hasChildren(tree)) {
		const members = [...membersOf(tree, '', [])];
		return Object.fromEntries(members.map(([name, member]) => [name, plainValue(member)]));
	}
	if (!('text' in tree)) return undefined;
	if (tree.kind === 'boolean') return tree.text === 'true';
	return tree.kind === 'number' ? exact(tree.text) : tree.text;
}
