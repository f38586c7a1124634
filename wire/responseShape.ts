// Whether a response is what the endpoint promises; if not, a sentence for people.
import { rowSchema } from '../api/endpoint';
import { endpoints } from '../api/index';
import { fieldsByName, isRecord, type Schema, typeName } from '../api/schema/types';
import { PublishResponse } from '../api/shared';
import { messageIn } from './errorMessage';
import { failure, type ResponseShape, type Result } from './result';

/**
 * The value in the expected shape: a list where one or many records may come.
 *
 * @param isNamed Whether the name of the root, in XML, has told what the response is; in JSON, its fields tell.
 */
export function checkShape(
	shape: ResponseShape,
	value: unknown,
	isNamed: boolean,
): Result<unknown> {
	const { schema, oneOrMany } = shape;
	if (oneOrMany && value === null) return { ok: true, value: [] };
	const isSingle = oneOrMany && !Array.isArray(value) && (isRecord(value) || !isNamed);
	const checked = isSingle ? [value] : value;
	const problem =
		oneOrMany || schema.kind === 'list'
			? listProblem(schema.kind === 'list' ? schema.item : schema, checked, isNamed)
			: (recordProblem(schema, value, isNamed) ?? rowsProblem(shape, value));
	return problem === undefined ? { ok: true, value: checked } : failure(problem);
}

function listProblem(item: Schema, value: unknown, isNamed: boolean): string | undefined {
	if (!Array.isArray(value)) return unexpectedResponse(value, 'a list');
	if (isNamed) return entriesProblem('the response', value);
	for (const [index, entry] of value.entries()) {
		const problem = recordProblem(item, entry, isNamed);
		if (problem === undefined) continue;
		return value.length === 1 ? problem : `Record ${index + 1} of the response: ${problem}`;
	}
	return undefined;
}

/** What is wrong with the collection that holds the rows; without one, or with null, a page has no rows. */
function rowsProblem({ rows }: ResponseShape, value: unknown): string | undefined {
	if (rows === undefined || !isRecord(value)) return undefined;
	const entries = value[rows] ?? [];
	return Array.isArray(entries)
		? entriesProblem(rows, entries)
		: `${rows} is ${summaryOf(entries)} instead of a list.`;
}

/** What is wrong with the entries of a list that should all be records. */
function entriesProblem(list: string, entries: readonly unknown[]): string | undefined {
	const index = entries.findIndex((entry) => !isRecord(entry));
	return index === -1
		? undefined
		: `Entry ${index + 1} of ${list} is ${summaryOf(entries[index])} instead of a record.`;
}

function recordProblem(schema: Schema, value: unknown, isNamed: boolean): string | undefined {
	const expected = withArticle(typeName(schema));
	if (!isRecord(value)) return unexpectedResponse(value, expected);
	if (isNamed) return undefined;
	const names = Object.keys(value);
	const undocumented = names.filter((name) => !fieldsByName(schema).has(name));
	if (undocumented.length === 0) return undefined;
	const other = otherRecord(schema, names);
	if (other !== undefined) return `The response looks like ${withArticle(other)}, not ${expected}.`;
	if (undocumented.length < names.length) return undefined;
	const message = messageIn(value);
	const shown = names.slice(0, 5).map(excerpt).join(', ');
	const listed = names.length > 5 ? `${shown} ...` : shown;
	return message === undefined
		? `The response is not ${expected}: it has none of its fields (it has ${listed}).`
		: `The service responded with a message instead of ${expected}: ${message}`;
}

/** That something else came than what was expected. */
export function unexpectedResponse(value: unknown, expected: string): string {
	return `The service responded with ${summaryOf(value)} instead of ${expected}.`;
}

/** What kind of value it is, and the beginning of it. */
function summaryOf(value: unknown): string {
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
			return String(value);
		default:
			return 'an object';
	}
}

/** The beginning of a text on one line. */
function excerpt(text: string): string {
	const line = text.slice(0, 320).replace(/\s+/g, ' ').trim();
	return line.length > 80 ? `${line.slice(0, 80)}...` : line;
}

/** For example "an SITask". */
export function withArticle(name: string): string {
	return `${/^[AEIOS][A-Z]|^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** Every record that is a response or a row of one. */
function responseRecords(): Schema[] {
	const read = endpoints.flatMap(({ endpoint }) =>
		endpoint.kind === 'read' ? [endpoint.response, rowSchema(endpoint)] : [],
	);
	return [PublishResponse, ...read];
}

/**
 * The name of the other record that a response clearly is. Records share many fields (Id, Name, Number ...), and the
 * service may have added undocumented fields: only those that one of the two records has alone tell them apart.
 */
function otherRecord(schema: Schema, names: readonly string[]): string | undefined {
	const here = fieldsByName(schema);
	const others = responseRecords().flatMap((other) => {
		const there = fieldsByName(other);
		const known = names.filter((name) => there.has(name));
		const onlyThere = known.filter((name) => !here.has(name)).length;
		const shared = known.length - onlyThere;
		const onlyHere = names.filter((name) => here.has(name)).length - shared;
		const distinctive = [...there.keys()].filter((name) => !here.has(name)).length;
		const isClear =
			onlyThere >= Math.max(4, 3 * onlyHere) ||
			(onlyHere === 0 && onlyThere >= 2 && (onlyThere >= shared || onlyThere === distinctive));
		return isClear && typeName(other) !== typeName(schema) ? [{ other, count: known.length }] : [];
	});
	const [best] = others.sort((one, another) => another.count - one.count);
	return best && typeName(best.other);
}
