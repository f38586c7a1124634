// Values to request bodies in any format: one walk checks what can be sent, and the format writes it.
import { fieldsByName, isNumeric, isPlainObject, recordFields } from '../api/schema/types';
import type { Schema } from '../api/schema/types';
import { ExactNumber, numberToken, plainNumber } from './exactNumber';
import { type EncodedBody, failure, MAX_DEPTH, type Result } from './result';

type Step = string | number;

/** Half of a surrogate pair, which UTF-8 cannot hold. */
export const LONE_SURROGATE = /\p{Surrogate}/u;

/** A value that cannot be written, with the way to it. */
export class EncodeError extends Error {
	constructor(
		message: string,
		readonly path: Step[] = [],
	) {
		super(message);
	}
}

/** How a format writes values. `place` is the name of their element in XML, and their key elsewhere. */
export interface BodyFormat {
	readonly contentType: string;
	/** The place of the body. */
	root(schema: Schema): string;
	/** The place of a field or an item. */
	inner(place: string, step: Step, outer: Schema, value: unknown): string;
	/** Writes a single value or null. */
	scalar(place: string, schema: Schema, value: unknown): string;
	record(place: string, members: readonly string[]): string;
	list(place: string, items: readonly string[]): string;
	/** The whole body. */
	document(root: string): string;
}

/** A value that is nested too deeply is named by the beginning of its path. */
const MAX_PATH_STEPS = 10;

/** A value that the API documentation does not describe. */
const UNDOCUMENTED: Schema = { kind: 'opaque', name: '' };

/** Writes a value, or says what of it cannot be written. */
export function encode(schema: Schema, value: unknown, format: BodyFormat): Result<EncodedBody> {
	const path: Step[] = [];
	try {
		const text = format.document(writeValue(format, schema, value, format.root(schema), path));
		return { ok: true, value: { text, contentType: format.contentType } };
	} catch (error) {
		if (!(error instanceof EncodeError)) throw error;
		return failure(error.message, [...path, ...error.path].slice(0, MAX_PATH_STEPS));
	}
}

/** Writes a value; `path` is the way to it, also when it throws. */
function writeValue(
	format: BodyFormat,
	schema: Schema,
	value: unknown,
	place: string,
	path: Step[],
): string {
	const { kind } = schema;
	const isList = Array.isArray(value);
	const isObject = !isList && isPlainObject(value);
	if (kind === 'list' && !isList && value !== null) throw new EncodeError('is not a list');
	if (kind === 'record' && !isObject && value !== null) {
		throw new EncodeError(`is not an object with the fields of ${schema.name}`);
	}
	if (!isList && !isObject) return format.scalar(place, schema, checkedScalar(value));
	if (kind !== 'list' && kind !== 'record' && kind !== 'opaque') {
		throw new EncodeError('is not a single value');
	}
	if (path.length === MAX_DEPTH)
		throw new EncodeError(`is nested more than ${MAX_DEPTH} levels deep`);
	const parts: string[] = [];
	const add = (step: Step, member: Schema, inside: unknown): void => {
		path.push(step);
		parts.push(writeValue(format, member, inside, format.inner(place, step, schema, inside), path));
		path.pop();
	};
	if (isList) {
		const item = schema.kind === 'list' ? schema.item : UNDOCUMENTED;
		// A gap in a list would be written as null.
		for (let index = 0; index < value.length; index++) add(index, item, value[index]);
		return format.list(place, parts);
	}
	// Documented fields in their order, then the others.
	for (const { name, schema: member } of recordFields(schema)) {
		const inside = Object.hasOwn(value, name) ? value[name] : undefined;
		if (inside !== undefined) add(name, member, inside);
	}
	const documented = fieldsByName(schema);
	for (const name of Object.keys(value)) {
		if (!documented.has(name) && value[name] !== undefined) add(name, UNDOCUMENTED, value[name]);
	}
	return format.record(place, parts);
}

/** A single value or null. Throws an EncodeError for what cannot be written in every format. */
function checkedScalar(value: unknown): unknown {
	const isOther = typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
	if (isOther && !(value instanceof Date)) throw new EncodeError('is not a single value');
	if (value instanceof Date && Number.isNaN(value.getTime())) {
		throw new EncodeError('is an invalid date, which cannot be sent');
	}
	if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) {
		throw new EncodeError(`is ${value}, which cannot be sent`);
	}
	if (typeof value === 'function' || typeof value === 'symbol') {
		throw new EncodeError(`is a ${typeof value}, which cannot be sent`);
	}
	return value;
}

/** The text of a single value without quotation marks; numbers with all their digits and without an exponent. */
export function scalarText(schema: Schema, value: unknown): string {
	if (value instanceof Date) return value.toISOString();
	const text = value instanceof ExactNumber ? value.token : String(value);
	const isNumber = isNumeric(schema) || typeof value !== 'string';
	return isNumber ? plainNumber(numberToken(text) ?? text) : text;
}
