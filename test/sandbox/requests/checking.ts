// Holds what was read against the record's schema, more strictly than the service may do.
import { isValid } from '../../../api/schema/scalars';
import type { ListSchema, RecordSchema, ScalarSchema, Schema } from '../../../api/schema/types';
import type { Tree } from './tree';

/** What is wrong, and where, as ModelState names it. */
export interface Problem {
	readonly path: string;
	readonly message: string;
}

const WHOLE = /^-?(0|[1-9]\d*)$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const LARGEST = 9_223_372_036_854_775_807n;

/** The number, or its digits where a JavaScript number does not hold every one of them. */
function exact(digits: string): number | string {
	const value = Number(digits);
	const kept = WHOLE.test(digits) ? Number.isSafeInteger(value) : isSame(digits, value);
	return kept ? value : digits;
}

function isSame(digits: string, value: number): boolean {
	return significant(digits) === significant(String(value));
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

/** The checked value; what is wrong with it is added to the problems. */
export function checkTree(schema: Schema, tree: Tree, path: string, problems: Problem[]): unknown {
	if (tree.kind === 'null') return null;
	switch (schema.kind) {
		case 'record':
			return checkRecord(schema, tree, path, problems);
		case 'list':
			return checkList(schema, tree, path, problems);
		case 'opaque':
			if (!isRecord(tree)) problems.push({ path, message: 'An object was expected.' });
			return isEmpty(tree) ? {} : plainValue(tree);
		default:
			return checkScalar(schema, tree, path, problems);
	}
}

// An empty element is a record without fields or a list without members.
function isEmpty(tree: Tree): boolean {
	return tree.kind === 'loose' && tree.text.trim() === '';
}

function isRecord(tree: Tree): boolean {
	return tree.kind === 'record' || isEmpty(tree);
}

function checkRecord(
	{ fields }: RecordSchema,
	tree: Tree,
	path: string,
	problems: Problem[],
): Record<string, unknown> {
	if (!isRecord(tree)) problems.push({ path, message: 'An object was expected.' });
	const members = tree.kind === 'record' ? tree.members : new Map<string, Tree>();
	const names = new Set(fields.map(({ name }) => name));
	for (const name of members.keys()) {
		if (names.has(name)) continue;
		problems.push({ path: `${path}.${name}`, message: `The field ${name} is unknown.` });
	}
	const value: Record<string, unknown> = {};
	for (const { name, schema, required } of fields) {
		const member = members.get(name);
		if (required && (member === undefined || member.kind === 'null' || isBlank(member))) {
			problems.push({ path: `${path}.${name}`, message: `The ${name} field is required.` });
		} else if (member) {
			value[name] = checkTree(schema, member, `${path}.${name}`, problems);
		}
	}
	return value;
}

// .NET's Required attribute refuses an empty text as well.
function isBlank(tree: Tree): boolean {
	return (tree.kind === 'string' || tree.kind === 'loose') && tree.text.trim() === '';
}

function checkList(kind: ListSchema, tree: Tree, path: string, problems: Problem[]): unknown[] {
	if (tree.kind === 'list') {
		return tree.items.map((item, index) =>
			checkTree(kind.item, item, `${path}[${index}]`, problems),
		);
	}
	const nothing = isEmpty(tree) || (tree.kind === 'record' && tree.members.size === 0);
	if (!nothing || tree.kind === 'record') {
		problems.push({ path, message: 'An array was expected.' });
	}
	return [];
}

function checkScalar(schema: ScalarSchema, tree: Tree, path: string, problems: Problem[]): unknown {
	const value = scalarOf(schema, tree);
	if (value === undefined || !isValid(schema, value)) {
		const message = `The value ${shown(tree)} is not valid for the type ${schema.kind}.`;
		problems.push({ path, message });
	}
	return value;
}

function shown(tree: Tree): string {
	switch (tree.kind) {
		case 'string':
		case 'loose':
			return `'${tree.text.slice(0, 60)}'`;
		case 'number':
			return tree.digits.slice(0, 60);
		case 'boolean':
			return String(tree.value);
		default:
			return `of kind ${tree.kind}`;
	}
}

function scalarOf(kind: ScalarSchema, tree: Tree): unknown {
	switch (kind.kind) {
		case 'integer':
		case 'byte': {
			const digits = digitsOf(tree);
			return digits !== undefined && isWhole(digits) ? exact(digits) : undefined;
		}
		case 'decimal': {
			const digits = digitsOf(tree);
			return digits !== undefined && NUMBER.test(digits) ? exact(digits) : undefined;
		}
		case 'boolean':
			if (tree.kind === 'boolean') return tree.value;
			return tree.kind === 'loose' && /^(true|false)$/.test(tree.text)
				? tree.text === 'true'
				: undefined;
		case 'string':
		case 'date':
		case 'guid':
		case 'enum':
			return tree.kind === 'string' || tree.kind === 'loose' ? tree.text : undefined;
		default:
			return kind satisfies never;
	}
}

function digitsOf(tree: Tree): string | undefined {
	if (tree.kind === 'number') return tree.digits;
	return tree.kind === 'loose' ? tree.text : undefined;
}

// The service's integers are at most 64 bits wide.
function isWhole(digits: string): boolean {
	if (!WHOLE.test(digits)) return false;
	const value = BigInt(digits);
	return value <= LARGEST && value >= -LARGEST - 1n;
}

/** What was read where no schema says what it should be. */
export function plainValue(tree: Tree): unknown {
	switch (tree.kind) {
		case 'null':
			return null;
		case 'boolean':
			return tree.value;
		case 'number':
			return exact(tree.digits);
		case 'string':
		case 'loose':
			return tree.text;
		case 'list':
			return tree.items.map(plainValue);
		case 'record':
			return Object.fromEntries([...tree.members].map(([name, part]) => [name, plainValue(part)]));
		default:
			return tree satisfies never;
	}
}
