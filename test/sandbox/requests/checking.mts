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
import { arraysNamespace, dataContractNamespace } from '../responses/xmlWriter';
import { readForm, readJson, readXml, type Tree, type XmlElement } from './reading.mjs';

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

/** @throws UnreadableBody for text that is not of its format. */
export function readBody(schema: Schema, format: BodyFormat, text: string): Checked<unknown> {
	const problems: Problem[] = [];
	const tree =
		format === 'json'
			? readJson(text)
			: format === 'xml'
				? readXml(text)
				: readForm(new URLSearchParams(text));
	if (tree.kind === 'element') checkRoot(schema, tree, problems);
	const value = checkTree(schema, tree, 'body', problems);
	return { value, problems };
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

function checkRoot(schema: Schema, root: XmlElement, problems: Problem[]): void {
	const names = [typeName(schema)];
	if (schema.kind === 'list') {
		names.push(`ArrayOf${schema.itemName[0]?.toUpperCase() ?? ''}${schema.itemName.slice(1)}`);
	}
	const namespaces = ['', dataContractNamespace, arraysNamespace];
	if (names.includes(root.name) && namespaces.includes(root.namespace)) return;
	const message = `The root element is ${root.name} in the namespace '${root.namespace}', not ${names.join(' or ')}.`;
	problems.push({ path: 'body', message });
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
			if (membersOf(tree) === undefined)
				problems.push({ path, message: 'An object was expected.' });
			return membersOf(tree)?.size === 0 ? {} : plainValue(tree);
		default: {
			const value = scalarOf(schema, tree, path, problems);
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
	return 'text' in tree && tree.text.trim() === '';
}

/** What a tree holds by name; nothing where it cannot be a record. */
function membersOf(tree: Tree): ReadonlyMap<string, Tree> | undefined {
	if (tree.kind === 'record') return tree.members;
	const children = tree.kind === 'element' ? tree.children : [];
	const isRecord = children.length > 0 || (isBlank(tree) && tree.kind !== 'string');
	return isRecord ? new Map(children.map((child) => [child.name, child])) : undefined;
}

function checkRecord(
	fields: readonly Field[],
	tree: Tree,
	path: string,
	problems: Problem[],
): Record<string, unknown> {
	const at = (name: string) => (path === '' ? name : `${path}.${name}`);
	const members = membersOf(tree);
	if (!members) problems.push({ path, message: 'An object was expected.' });
	if (tree.kind === 'element') checkElements(fields, tree, path, problems);
	for (const name of members?.keys() ?? []) {
		if (fields.some((field) => field.name === name)) continue;
		problems.push({ path: at(name), message: `The field ${name} is unknown.` });
	}
	const value: Record<string, unknown> = {};
	for (const { name, schema, required } of fields) {
		const member = members?.get(name);
		const hasValue = member && !isNull(member) && (!isBlank(member) || hasChildren(member));
		// .NET's Required attribute refuses an empty text as well.
		if (required && !hasValue) {
			problems.push({ path: at(name), message: `The ${name} field is required.` });
		} else if (member) {
			value[name] = checkTree(schema, member, at(name), problems);
		}
	}
	return value;
}

function hasChildren(tree: Tree): boolean {
	return tree.kind === 'element' && tree.children.length > 0;
}

function checkNoText(element: XmlElement, path: string, problems: Problem[]): void {
	if (isBlank(element)) return;
	problems.push({ path, message: 'Text stands between the elements.' });
}

function checkNamespace(
	child: XmlElement,
	wanted: string,
	path: string,
	problems: Problem[],
): void {
	if (child.namespace === wanted) return;
	const message = `The element is in the namespace '${child.namespace}', not '${wanted}'.`;
	problems.push({ path, message });
}

/** XmlSerializer wants the fields in the record's order, and DataContractSerializer in that of the alphabet. */
function checkElements(
	fields: readonly Field[],
	element: XmlElement,
	path: string,
	problems: Problem[],
): void {
	checkNoText(element, path, problems);
	const names = fields.map(({ name }) => name);
	const order = element.namespace === '' ? names : names.sort();
	const seen = new Set<string>();
	let last = -1;
	for (const child of element.children) {
		const at = `${path}.${child.name}`;
		const place = order.indexOf(child.name);
		checkNamespace(child, element.namespace, at, problems);
		if (seen.has(child.name)) problems.push({ path: at, message: 'Given twice.' });
		seen.add(child.name);
		if (place >= 0 && place < last) {
			problems.push({ path: at, message: `The element must stand before ${order[last]}.` });
		}
		last = Math.max(last, place);
	}
}

function itemsOf(
	{ item, itemName }: ListSchema,
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
	// DataContractSerializer has a namespace of its own for the members of collections of simple values.
	const isNested = ['record', 'list', 'opaque'].includes(item.kind);
	const namespace = isNested || tree.namespace === '' ? tree.namespace : arraysNamespace;
	for (const [index, child] of tree.children.entries()) {
		const at = `${path}[${index}]`;
		checkNamespace(child, namespace, at, problems);
		const message = `The element is ${child.name}, not ${itemName}.`;
		if (child.name !== itemName) problems.push({ path: at, message });
	}
	return tree.children;
}

const WHOLE = /^-?(0|[1-9]\d*)$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const LARGEST = 9_223_372_036_854_775_807n;

type ScalarKind = ScalarSchema;

function scalarOf({ kind }: ScalarKind, tree: Tree, path: string, problems: Problem[]): unknown {
	if (hasChildren(tree)) problems.push({ path, message: 'Text was expected, not elements.' });
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

/** The number, or its digits where a JavaScript number does not hold every one of them. */
function exact(digits: string): number | string {
	const value = Number(digits);
	const isKept = WHOLE.test(digits)
		? Number.isSafeInteger(value)
		: significant(digits) === significant(String(value));
	return isKept ? value : digits;
}

// Two spellings of one number differ in their zeros and their exponents.
function significant(digits: string): string {
	const [, sign, whole = '', fraction = '', exponent = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(digits) ?? [];
	const all = `${whole}${fraction}`.replace(/^0+/, '');
	const trimmed = all.replace(/0+$/, '');
	const scale = Number(exponent) - fraction.length + all.length - trimmed.length;
	return trimmed === '' ? '0' : `${sign}${trimmed}e${scale}`;
}

/** What was read where no schema says what it should be. */
function plainValue(tree: Tree): unknown {
	if (isNull(tree)) return null;
	if (tree.kind === 'list') return tree.items.map(plainValue);
	if (tree.kind === 'record' || hasChildren(tree)) {
		const members = [...(membersOf(tree) ?? [])];
		return Object.fromEntries(members.map(([name, member]) => [name, plainValue(member)]));
	}
	if (!('text' in tree)) return undefined;
	if (tree.kind === 'boolean') return tree.text === 'true';
	return tree.kind === 'number' ? exact(tree.text) : tree.text;
}
