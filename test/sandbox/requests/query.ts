// Holds a query string against the endpoint's parameters: an unknown, doubled or mistyped one is a problem.
import { type Field, fieldsOf, type Shape } from '../../../api/schema/types';
import { checkTree, type Problem } from './checking';
import type { Tree } from './tree';

export type QueryPairs = ReadonlyArray<readonly [name: string, value: string]>;

export interface CheckedQuery {
	readonly values: Readonly<Record<string, unknown>>;
	readonly problems: readonly Problem[];
}

const INDEXED = /^(.+)\[(\d+)\]$/;

/** The parameter that a name belongs to: `clients[0]` belongs to `clients`. */
export function parameterName(name: string): string {
	return INDEXED.exec(name)?.[1] ?? name;
}

function listTree(field: Field, pairs: QueryPairs, problems: Problem[]): Tree | undefined {
	const given = new Map<number, string>();
	for (const [name, value] of pairs) {
		const index = INDEXED.exec(name)?.[2];
		if (index === undefined || given.has(Number(index))) {
			problems.push({
				path: name,
				message: `${field.name}[0], ${field.name}[1], ... was expected.`,
			});
		} else {
			given.set(Number(index), value);
		}
	}
	const items = [...given.keys()]
		.sort((a, b) => a - b)
		.map((index, place): Tree => {
			if (index !== place) {
				problems.push({ path: `${field.name}[${place}]`, message: 'The list has a gap.' });
			}
			return { kind: 'loose', text: given.get(index) ?? '' };
		});
	return items.length === 0 ? undefined : { kind: 'list', items };
}

function singleTree(field: Field, pairs: QueryPairs, problems: Problem[]): Tree | undefined {
	for (const [name] of pairs.filter(([given], index) => index > 0 || given !== field.name)) {
		problems.push({ path: name, message: `${field.name} was expected, once.` });
	}
	const value = pairs[0]?.[1];
	return value === undefined ? undefined : { kind: 'loose', text: value };
}

function checkField(field: Field, pairs: QueryPairs, problems: Problem[]): unknown {
	const isList = field.schema.kind === 'list';
	const tree = isList ? listTree(field, pairs, problems) : singleTree(field, pairs, problems);
	if (tree === undefined || (tree.kind === 'loose' && tree.text === '')) {
		if (field.required) {
			problems.push({ path: field.name, message: `The ${field.name} field is required.` });
		}
		return field.default;
	}
	return checkTree(field.schema, tree, field.name, problems);
}

/** The parameters with their defaults, and what is wrong with them. */
export function checkQuery(shape: Shape, pairs: QueryPairs): CheckedQuery {
	const problems: Problem[] = [];
	const values: Record<string, unknown> = {};
	for (const [name] of pairs) {
		if (parameterName(name) in shape) continue;
		problems.push({ path: name, message: `The parameter ${name} is unknown.` });
	}
	for (const field of fieldsOf(shape)) {
		const own = pairs.filter(([name]) => parameterName(name) === field.name);
		const value = checkField(field, own, problems);
		if (value !== undefined) values[field.name] = value;
	}
	return { values, problems };
}
