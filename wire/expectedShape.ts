// Whether a value is what was expected of a response, and the sentence that says what came instead.
import { fieldsByName, isRecord, type Schema, typeName } from '../api/schema/types';
import { messageIn } from './errorMessage';
import { isEmpty } from './projection';
import { countText, failure, type ResponseShape, type Result, withArticle } from './result';

export const EMPTY_RECORD = 'The service responded with an empty record.';

/**
 * The value in the expected shape: a list where one or many records may come.
 *
 * @param isNamed True for XML, whose root element names the type
 */
export function checkShape(
	{ schema, oneOrMany, rows = '' }: ResponseShape,
	value: unknown,
	isNamed: boolean,
): Result<unknown> {
	const checked = oneOrMany ? asList(value, isNamed) : value;
	const item = schema.kind === 'list' ? schema.item : schema;
	if (oneOrMany || item !== schema) {
		const problem = listProblem('The response', checked, item, isNamed);
		return problem === undefined ? { ok: true, value: checked } : failure(problem);
	}
	// Without the collection that holds its rows, or with null, a page has none.
	const listed = isRecord(value) && rows !== '' ? (value[rows] ?? []) : [];
	const problem = recordProblem(schema, value) ?? listProblem(rows, listed, undefined, true);
	return problem === undefined ? { ok: true, value: checked } : failure(problem);
}

/** One or many records as a list; what is neither stays, to be reported. */
function asList(value: unknown, isNamed: boolean): unknown {
	if (value === null) return [];
	const isSingle = !Array.isArray(value) && (isRecord(value) || !isNamed);
	return isSingle ? [value] : value;
}

/** Why a row without any documented field is no row at all; not all of its fields may have been read. */
export function foreignRowProblem(schema: Schema, row: unknown): string {
	return (
		recordProblem(schema, row) ??
		`The response contains an entry that is not ${withArticle(typeName(schema))}: it has none of its fields.`
	);
}

/** @param isNamed Whether the list has a name, by which an entry that is not a record is reported */
function listProblem(
	name: string,
	value: unknown,
	item: Schema | undefined,
	isNamed: boolean,
): string | undefined {
	if (!Array.isArray(value)) return `${name} is ${summaryOf(value)} instead of a list.`;
	const problemOf = (entry: unknown): string | undefined => {
		if (entry === null) return undefined;
		if (!isRecord(entry) && isNamed)
			return `${name} contains ${summaryOf(entry)} instead of a record.`;
		if (item && isRecord(entry) && isEmpty(entry)) return EMPTY_RECORD;
		return item && recordProblem(item, entry);
	};
	const index = value.findIndex((entry) => problemOf(entry) !== undefined);
	if (index === -1) return undefined;
	return `${value.length === 1 ? '' : `Entry ${index + 1}: `}${problemOf(value[index])}`;
}

function hasDocumentedField(schema: Schema, record: Readonly<Record<string, unknown>>): boolean {
	const documented = fieldsByName(schema);
	// The first field is usually one.
	for (const name in record) if (documented.has(name)) return true;
	return false;
}

/** Only the reader knows whether a record is empty: here, fields may have been left out. */
function recordProblem(schema: Schema, value: unknown): string | undefined {
	const expected = withArticle(typeName(schema));
	if (!isRecord(value)) return unexpectedResponse(value, expected);
	if (schema.kind !== 'record' || isEmpty(value) || hasDocumentedField(schema, value))
		return undefined;
	const names = Object.keys(value);
	const message = messageIn(value);
	const shown = names.slice(0, 5).map(excerpt).join(', ');
	return message === undefined
		? `The response is not ${expected}: it has none of its fields (it has ${shown}${names.length > 5 ? ' ...' : ''}).`
		: `The service responded with a message instead of ${expected}: ${message}`;
}

/** That something else came than what was expected. */
export function unexpectedResponse(value: unknown, expected: string): string {
	return `The service responded with ${summaryOf(value)} instead of ${expected}.`;
}

/** What kind of value it is, and the beginning of it. */
function summaryOf(value: unknown): string {
	if (value === null) return 'nothing (null)';
	if (value === '') return 'empty text';
	if (Array.isArray(value) && value.length === 1) return 'a list of one entry';
	if (Array.isArray(value)) return `a list of ${countText(value.length)} entries`;
	if (typeof value === 'object') return 'an object';
	return typeof value === 'string' ? `text ("${excerpt(value)}")` : `a ${typeof value} (${value})`;
}

/** The beginning of a text on one line. It ends with a whole word: a part of a secret would not be recognized and redacted. */
function excerpt(text: string): string {
	const line = text.slice(0, 5_000).replace(/\s+/g, ' ').trim();
	const [start] = /^.{0,80}\S*/su.exec(line) ?? [''];
	return line.length > start.length ? `${start}...` : line;
}
