// What of a row is wanted: some of its fields, or only those with something in them.
import { kindOf, recordFields } from '../../api/kinds';
import type { AnswerShape } from '../result';

/** What to keep of a row (of the record, where the answer is the row). */
export interface Projection {
	/** The names of the fields to keep; all of them where it is left out. */
	readonly fields?: readonly string[];
	/** Leaves out fields with nothing in them, in nested records as well. */
	readonly onlyFilled?: boolean;
}

type Plain = Record<string, unknown>;

/** Whether a field counts as not filled: null, empty text, an empty collection, a record without fields. */
export function isEmpty(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return value === null || value === '';
	if (Array.isArray(value)) return value.length === 0;
	for (const name in value) if (Object.hasOwn(value, name)) return false;
	return true;
}

function isPlain(value: unknown): value is Plain {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function filled(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(filled);
	if (!isPlain(value)) return value;
	const kept: Plain = {};
	for (const name of Object.keys(value)) {
		const inner = filled(value[name]);
		if (!isEmpty(inner)) kept[name] = inner;
	}
	return kept;
}

function selected(value: unknown, fields: readonly string[]): unknown {
	if (!isPlain(value)) return value;
	const wanted = new Set(fields);
	const kept: Plain = {};
	for (const name of Object.keys(value)) if (wanted.has(name)) kept[name] = value[name];
	return kept;
}

/** Whether a value is a record without fields. */
export function isEmptyRecord(value: unknown): boolean {
	return isPlain(value) && isEmpty(value);
}

/** The wanted part of a row; what is left out of it never comes back as null or undefined. */
export function project(value: unknown, projection: Projection = {}): unknown {
	const part = projection.fields ? selected(value, projection.fields) : value;
	return projection.onlyFilled ? filled(part) : part;
}

/** The wanted part of every row of a decoded answer; what stands around the rows is kept. */
export function projectAnswer(
	shape: AnswerShape,
	value: unknown,
	projection?: Projection,
): unknown {
	if (!projection) return value;
	if (shape.oneOrMany || kindOf(shape.schema).kind === 'list') {
		return (value as unknown[]).map((row) => project(row, projection));
	}
	const { rows } = shape;
	if (rows === undefined) return project(value, projection);
	const around = value as Plain;
	const members = around[rows];
	if (!Array.isArray(members)) return value;
	return { ...around, [rows]: members.map((row) => project(row, projection)) };
}

/** The names of a row that are wanted, for readers that never make the others. */
export function wantedNames(
	row: Parameters<typeof recordFields>[0],
	projection: Projection = {},
): ReadonlySet<string> {
	const names = recordFields(row).map(({ name }) => name);
	return new Set(
		projection.fields ? names.filter((name) => projection.fields?.includes(name)) : names,
	);
}
