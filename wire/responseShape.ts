// Whether a response is what the endpoint promises, and what it is unexpectedResponse, as a sentence for people.
import { endpoints } from '../api/index';
import { fieldsByName, isRecord, recordFields, type Schema, typeName } from '../api/schema/types';
import { PublishResponse } from '../api/shared';
import { messageIn } from './errorMessage';
import { failure, type ResponseShape, type Result } from './result';

type Members = Readonly<Record<string, unknown>>;
type Fields = ReturnType<typeof fieldsByName>;

/** With fewer fields that only other records have, a record is what it should be if it has any of its own. */
const LEAST_FOREIGN = 2;

/**
 * The value in the expected shape: a list where one or many records may come. Checks values read from JSON; in XML,
 * the name of the root says what a response is.
 */
export function checkShape(shape: ResponseShape, value: unknown): Result<unknown> {
	const { schema } = shape;
	if (schema.kind === 'list') return checkList(schema.item, value);
	if (shape.oneOrMany) {
		if (value === null) return { ok: true, value: [] };
		return checkList(shape.schema, Array.isArray(value) ? value : [value]);
	}
	const problem = recordProblem(shape.schema, value) ?? rowsProblem(shape, value);
	return problem === undefined ? { ok: true, value } : failure(problem);
}

/** The value of a response in XML, where the name of its root has told what it is. */
export function checkXmlShape(shape: ResponseShape, value: unknown): Result<unknown> {
	const { schema, oneOrMany } = shape;
	if (oneOrMany && value === null) return { ok: true, value: [] };
	if (schema.kind === 'list' || Array.isArray(value)) {
		if (!Array.isArray(value)) return failure(unexpectedResponse(value, 'a list'));
		const item = schema.kind === 'list' ? schema.item : schema;
		const isOfRecords = item.kind === 'record';
		const problem = isOfRecords ? entriesProblem('the response', value) : undefined;
		return problem === undefined ? { ok: true, value } : failure(problem);
	}
	const problem = isRecord(value)
		? rowsProblem(shape, value)
		: unexpectedResponse(value, oneOrMany ? 'a list' : withArticle(typeName(schema)));
	if (problem !== undefined) return failure(problem);
	return { ok: true, value: oneOrMany ? [value] : value };
}

function checkList(item: Schema, value: unknown): Result<unknown> {
	if (!Array.isArray(value)) return failure(unexpectedResponse(value, 'a list'));
	for (const [index, entry] of value.entries()) {
		const problem = recordProblem(item, entry);
		if (problem === undefined) continue;
		return failure(
			value.length === 1 ? problem : `Record ${index + 1} of the response: ${problem}`,
		);
	}
	return { ok: true, value };
}

/** What is wrong with the collection that holds the rows; without one, or with null, a page has no rows. */
function rowsProblem({ rows }: ResponseShape, value: unknown): string | undefined {
	const entries = rows === undefined ? undefined : (value as Members)[rows];
	if (entries === undefined || entries === null) return undefined;
	return Array.isArray(entries)
		? entriesProblem(rows ?? '', entries)
		: `${rows} is ${summaryOf(entries)} instead of a list.`;
}

/** What is wrong with the entries of a list that should all be records. */
function entriesProblem(list: string, entries: readonly unknown[]): string | undefined {
	const index = entries.findIndex((entry) => !isRecord(entry));
	return index === -1
		? undefined
		: `Entry ${index + 1} of ${list} is ${summaryOf(entries[index])} instead of a record.`;
}

/** What is wrong with a record that was read from JSON, going by the names of its fields. */
function recordProblem(schema: Schema, value: unknown): string | undefined {
	const expected = withArticle(typeName(schema));
	if (!isRecord(value)) return unexpectedResponse(value, expected);
	const names = Object.keys(value);
	const known = countKnown(fieldsByName(schema), names);
	const better = known < names.length ? betterFit(schema, names) : undefined;
	if (better !== undefined)
		return `The response looks like ${withArticle(better)}, not ${expected}.`;
	if (known > 0 || names.length === 0) return undefined;
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

let known: ReadonlyMap<string, Fields> | undefined;

/** The names of the fields of every record that is a response, alone, in a list or as a row. */
function responseFields(): ReadonlyMap<string, Fields> {
	if (known) return known;
	const found = new Map<string, Fields>();
	const add = (schema: Schema | undefined) => {
		const record = schema?.kind === 'list' ? schema.item : schema;
		if (record && !found.has(typeName(record))) found.set(typeName(record), fieldsByName(record));
	};
	add(PublishResponse);
	for (const { endpoint } of endpoints) {
		if (endpoint.kind !== 'read') continue;
		add(endpoint.response);
		add(recordFields(endpoint.response).find(({ name }) => name === endpoint.rows)?.schema);
	}
	return (known = found);
}

function countKnown(fields: Fields, names: readonly string[]): number {
	return names.filter((name) => fields.has(name)).length;
}

/**
 * The name of the other record that a response clearly is. The records share many fields (Id, Name, Number ...), so
 * only those count that one of the two has; and since the service may have added undocumented fields to a record, a
 * few of them prove nothing: at least `LEAST_FOREIGN` fields must be of the other record alone.
 */
function betterFit(schema: Schema, names: readonly string[]): string | undefined {
	const here = fieldsByName(schema);
	let best: { readonly name: string; readonly count: number } | undefined;
	for (const [name, there] of responseFields()) {
		if (name === typeName(schema)) continue;
		const count = countKnown(there, names);
		if (count > (best?.count ?? 0) && isClearlyOther(here, there, names)) best = { name, count };
	}
	return best?.name;
}

function isClearlyOther(here: Fields, there: Fields, names: readonly string[]): boolean {
	const onlyHere = names.filter((name) => here.has(name) && !there.has(name)).length;
	const onlyThere = names.filter((name) => there.has(name) && !here.has(name)).length;
	const shared = names.filter((name) => here.has(name) && there.has(name)).length;
	if (onlyHere === 0 && onlyThere >= LEAST_FOREIGN) {
		const distinctive = [...there.keys()].filter((name) => !here.has(name)).length;
		if (onlyThere >= shared || onlyThere === distinctive) return true;
	}
	return onlyThere - onlyHere >= 4 && onlyThere >= 3 * onlyHere;
}
