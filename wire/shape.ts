// Whether an answer is what was asked for, and what it is instead, in a user's words.
import { endpoints } from '../api/index';
import { kindOf, recordFields, type Schema, typeName } from '../api/kinds';
import { PublishResponse } from '../api/shared';
import { messageIn } from './message';
import { type AnswerShape, refuse, type Refused } from './result';

type Plain = Readonly<Record<string, unknown>>;

/** The value in the shape that was asked for (a list where one or many may come), or what it is instead. */
export type Shaped = { readonly ok: true; readonly value: unknown } | Refused;

/** Checks a value that was read from JSON; XML says by the name of its root what it is. */
export function checkShape(shape: AnswerShape, value: unknown): Shaped {
	const kind = kindOf(shape.schema);
	if (kind.kind === 'list') return checkList(kind.item, value);
	if (shape.oneOrMany) {
		if (value === null) return { ok: true, value: [] };
		return checkList(shape.schema, Array.isArray(value) ? value : [value]);
	}
	const problem = recordProblem(shape.schema, value) ?? rowsProblem(shape, value);
	return problem === undefined ? { ok: true, value } : refuse(problem);
}

function checkList(item: Schema, value: unknown): Shaped {
	if (!Array.isArray(value)) {
		return refuse(`The service answered with ${describe(value)} instead of a list.`);
	}
	for (const [index, entry] of value.entries()) {
		const problem = recordProblem(item, entry);
		if (problem !== undefined) {
			return refuse(value.length === 1 ? problem : `Record ${index + 1} of the answer: ${problem}`);
		}
	}
	return { ok: true, value };
}

/** What is wrong with the collection that holds the rows; an answer without it is a page without rows. */
export function rowsProblem({ rows }: AnswerShape, value: unknown): string | undefined {
	const entries = rows === undefined ? undefined : (value as Plain)[rows];
	if (entries === undefined || entries === null) return undefined;
	if (!Array.isArray(entries)) return `${rows} is ${describe(entries)} instead of a list.`;
	return entriesProblem(rows ?? '', entries);
}

/** What is wrong with the entries of a list that should all be records. */
export function entriesProblem(list: string, entries: readonly unknown[]): string | undefined {
	const odd = entries.findIndex((entry) => !isRecord(entry));
	return odd === -1
		? undefined
		: `Entry ${odd + 1} of ${list} is ${describe(entries[odd])} instead of a record.`;
}

function recordProblem(schema: Schema, value: unknown): string | undefined {
	const name = withArticle(typeName(schema));
	if (!isRecord(value)) {
		return `The service answered with ${describe(value)} instead of ${name}.`;
	}
	const names = Object.keys(value);
	const known = countKnown(schema, names);
	const better = betterFit(schema, names, known);
	if (better !== undefined) {
		return `The answer looks like ${withArticle(better)}, it is not ${name}.`;
	}
	if (known > 0 || names.length === 0) return undefined;
	const message = messageIn(value);
	return message === undefined
		? `The answer is not ${name}: it has none of its fields (it has ${listed(names)}).`
		: `The service answered with a message instead of ${name}: ${message}`;
}

function isRecord(value: unknown): value is Plain {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listed(names: readonly string[]): string {
	return names.length > 5 ? `${names.slice(0, 5).join(', ')} ...` : names.join(', ');
}

/** A value in a few words. */
export function describe(value: unknown): string {
	if (value === null) return 'nothing (null)';
	if (Array.isArray(value)) {
		return value.length === 1 ? 'a list of one entry' : `a list of ${value.length} entries`;
	}
	switch (typeof value) {
		case 'string':
			return value === '' ? 'an empty text' : `a text ("${excerpt(value)}")`;
		case 'number':
			return `a number (${value})`;
		case 'boolean':
			return `${value}`;
		default:
			return 'an object';
	}
}

/** A type's name as a sentence takes it. */
export function withArticle(name: string): string {
	return `${/^[AEIOS][A-Z]|^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** The beginning of a text on one line. */
export function excerpt(text: string, length = 80): string {
	const line = text
		.slice(0, length * 4)
		.replace(/\s+/g, ' ')
		.trim();
	return line.length > length ? `${line.slice(0, length)}...` : line;
}

const fieldNames = new WeakMap<Schema, ReadonlySet<string>>();

function namesOf(schema: Schema): ReadonlySet<string> {
	let names = fieldNames.get(schema);
	if (!names) {
		names = new Set(recordFields(schema).map((field) => field.name));
		fieldNames.set(schema, names);
	}
	return names;
}

function countKnown(schema: Schema, names: readonly string[]): number {
	const known = namesOf(schema);
	return names.filter((name) => known.has(name)).length;
}

// Every record that the service answers with, alone, in a list or as a row.
const answers = (): Schema[] => {
	const found = new Map<string, Schema>([[typeName(PublishResponse), PublishResponse]]);
	for (const { endpoint } of endpoints) {
		if (endpoint.kind !== 'read') continue;
		const { answer, rows } = endpoint;
		const row = recordFields(answer).find((field) => field.name === rows)?.schema;
		for (const schema of [answer, row]) {
			const kind = schema && kindOf(schema);
			const one = kind?.kind === 'list' ? kind.item : schema;
			if (one && !found.has(typeName(one))) found.set(typeName(one), one);
		}
	}
	return [...found.values()];
};

let candidates: readonly Schema[] | undefined;

/**
 * The other record that an answer clearly is. The records share many fields (Id, Name, Number ...),
 * so what counts are the fields that only one of the two has; and a record of the service may have
 * grown fields that the document does not know, so a few of those are no proof.
 */
function betterFit(schema: Schema, names: readonly string[], known: number): string | undefined {
	if (known === names.length) return undefined;
	candidates ??= answers();
	let best: { readonly name: string; readonly count: number } | undefined;
	for (const other of candidates) {
		const name = typeName(other);
		if (name === typeName(schema)) continue;
		const count = countKnown(other, names);
		if (isClearlyMore(schema, other, names, known, count) && count > (best?.count ?? 0)) {
			best = { name, count };
		}
	}
	return best?.name;
}

function isClearlyMore(
	schema: Schema,
	other: Schema,
	names: readonly string[],
	known: number,
	count: number,
): boolean {
	const here = namesOf(schema);
	const there = namesOf(other);
	const shared = names.filter((name) => here.has(name) && there.has(name)).length;
	const onlyHere = known - shared;
	const onlyThere = count - shared;
	if (onlyHere === 0 && onlyThere >= 2) {
		const telling = [...there].filter((name) => !here.has(name)).length;
		if (count >= 2 * known || onlyThere === telling) return true;
	}
	return onlyThere - onlyHere >= 4 && onlyThere >= 3 * onlyHere;
}
