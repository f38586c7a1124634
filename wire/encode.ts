// What can be written at all, in whichever format: one check of a whole value before a writer sees it.
import { fieldsByName, isPlainObject, type Schema } from '../api/schema/types';
import { ExactNumber, numberToken, plainNumber } from './exactNumber';
import { type EncodedBody, type Failure, failure, MAX_DEPTH, type Result } from './result';

type Members = Readonly<Record<string, unknown>>;

/** A value that cannot be written. */
export class EncodeError extends Error {
	/** The steps to the value, added on the way out. */
	readonly path: Array<string | number> = [];
}

/** Writes a checked value. */
export type Writer = (schema: Schema, value: unknown) => string;

/** Of the path to a value that is nested too deeply, the beginning says enough. */
const MAX_PATH_STEPS = 10;

/** A value that the document does not describe. */
const UNDOCUMENTED: Schema = { kind: 'opaque', name: '' };
const UNDOCUMENTED_FIELD = { place: Number.MAX_SAFE_INTEGER, schema: UNDOCUMENTED };

/** Whether values may be strings of digits, which are written as numbers. */
export function isNumeric({ kind }: Schema): boolean {
	return kind === 'integer' || kind === 'byte' || kind === 'decimal';
}

/** Writes a value, or says what of it cannot be written. */
export function encode(
	schema: Schema,
	value: unknown,
	contentType: string,
	write: Writer,
): Result<EncodedBody> {
	return attempt(() => {
		check(schema, value, 0);
		return { text: write(schema, value), contentType };
	});
}

/** What of a value cannot be written in any format. */
export function encodeProblem(schema: Schema, value: unknown): Failure | undefined {
	const checked = attempt(() => check(schema, value, 0));
	return checked.ok ? undefined : checked;
}

function attempt<T>(run: () => T): Result<T> {
	try {
		return { ok: true, value: run() };
	} catch (error) {
		if (!(error instanceof EncodeError)) throw error;
		return failure(error.message, error.path.slice(0, MAX_PATH_STEPS));
	}
}

/** Checks a value. Throws an EncodeError for what cannot be written in every format. */
function check(schema: Schema, value: unknown, depth: number): void {
	if (value === null || value === undefined) return;
	const { kind } = schema;
	if (kind === 'list' && !Array.isArray(value)) throw new EncodeError('is not a list');
	if (kind === 'record' && !isPlainObject(value)) {
		throw new EncodeError(`is not an object with the fields of ${schema.name}`);
	}
	const mayBeNested = kind === 'list' || kind === 'record' || kind === 'opaque';
	if (typeof value === 'object' && depth === MAX_DEPTH) {
		throw new EncodeError(`is nested more than ${MAX_DEPTH} levels deep`);
	}
	if (mayBeNested && Array.isArray(value)) checkList(itemOf(schema), value, depth + 1);
	else if (mayBeNested && isPlainObject(value)) checkRecord(schema, value, depth + 1);
	else checkScalar(value);
}

function checkRecord(schema: Schema, record: Members, depth: number): void {
	const fields = fieldsByName(schema);
	let name = '';
	try {
		for (name in record) check(fields.get(name)?.schema ?? UNDOCUMENTED, record[name], depth);
	} catch (error) {
		throw withStep(error, name);
	}
}

function checkList(item: Schema, values: readonly unknown[], depth: number): void {
	let index = 0;
	try {
		for (; index < values.length; index++) {
			// A gap in a list would be written as null.
			if (values[index] === undefined) throw new EncodeError('is undefined, which cannot be sent');
			check(item, values[index], depth);
		}
	} catch (error) {
		throw withStep(error, index);
	}
}

function withStep(error: unknown, step: string | number): unknown {
	if (error instanceof EncodeError) error.path.unshift(step);
	return error;
}

function checkScalar(value: unknown): void {
	switch (typeof value) {
		case 'string':
		case 'boolean':
		case 'bigint':
			return;
		case 'number':
			if (Number.isFinite(value)) return;
			throw new EncodeError(`is ${value}, which cannot be sent`);
		case 'object':
			if (value instanceof ExactNumber) return;
			if (!(value instanceof Date)) throw new EncodeError('is not a single value');
			if (Number.isFinite(value.getTime())) return;
			throw new EncodeError('is an invalid date, which cannot be sent');
		default:
			throw new EncodeError(`is a ${typeof value}, which cannot be sent`);
	}
}

/** The members of a record that have a value: documented fields in their order, then the others. */
export function membersOf(
	schema: Schema,
	record: Members,
): Array<{ readonly name: string; readonly schema: Schema; readonly value: unknown }> {
	const fields = fieldsByName(schema);
	return Object.keys(record)
		.filter((name) => record[name] !== undefined)
		.map((name) => {
			const field = fields.get(name) ?? UNDOCUMENTED_FIELD;
			return { name, place: field.place, schema: field.schema, value: record[name] };
		})
		.sort((one, other) => one.place - other.place);
}

/** The schema of the items of a list. */
export function itemOf(schema: Schema): Schema {
	return schema.kind === 'list' ? schema.item : UNDOCUMENTED;
}

/** The text of a single value without quotation marks; numbers with all their digits and without an exponent. */
export function scalarText(schema: Schema, value: unknown): string {
	if (value instanceof Date) return value.toISOString();
	const text = value instanceof ExactNumber ? value.token : String(value);
	const isNumber = isNumeric(schema) || typeof value !== 'string';
	return isNumber ? plainNumber(numberToken(text) ?? text) : text;
}

/** Writes what is one step further down. */
export function within<T>(step: string | number, write: () => T): T {
	try {
		return write();
	} catch (error) {
		throw withStep(error, step);
	}
}
