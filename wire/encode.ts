// Values to request bodies in any format: one walk checks what can be sent, and the format writes it.
import { fieldsByName, isPlainObject, type Schema } from '../api/schema/types';
import { ExactNumber, numberToken, plainNumber } from './exactNumber';
import { type EncodedBody, failure, MAX_DEPTH, type Result } from './result';

type Step = string | number;

/** A value that cannot be written, with the way to it. */
export class EncodeError extends Error {
	constructor(
		message: string,
		readonly path: Step[] = [],
	) {
		super(message);
	}
}

/** How a format writes values. `place` is what it calls their place: the name of an element, or the key in a form. */
export interface BodyFormat {
	readonly contentType: string;
	/** The place of the body. */
	root(schema: Schema): string;
	/** The place of a field or an item. */
	inner(place: string, step: Step, outer: Schema, value: unknown): string;
	/** Writes a single value or null. */
	scalar(place: string, schema: Schema, value: unknown): string;
	record(place: string, members: ReadonlyArray<readonly [name: string, text: string]>): string;
	list(place: string, items: readonly string[]): string;
	/** The whole body. */
	document(root: string): string;
}

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
export function encode(schema: Schema, value: unknown, format: BodyFormat): Result<EncodedBody> {
	try {
		const text = format.document(write(format, schema, value, format.root(schema), 0));
		return { ok: true, value: { text, contentType: format.contentType } };
	} catch (error) {
		if (!(error instanceof EncodeError)) throw error;
		return failure(error.message, error.path.slice(0, MAX_PATH_STEPS));
	}
}

function write(
	format: BodyFormat,
	schema: Schema,
	value: unknown,
	place: string,
	depth: number,
): string {
	const isList = Array.isArray(value);
	const isObject = !isList && isPlainObject(value);
	check(schema, value, isList, isObject, depth);
	if (!isList && !isObject) return format.scalar(place, schema, value);
	const inner = (step: Step, member: Schema, inside: unknown): string => {
		try {
			return write(format, member, inside, format.inner(place, step, schema, inside), depth + 1);
		} catch (error) {
			if (error instanceof EncodeError) error.path.unshift(step);
			throw error;
		}
	};
	if (isList) {
		const item = schema.kind === 'list' ? schema.item : UNDOCUMENTED;
		// A gap in a list would be written as null.
		const items = Array.from(value, (entry: unknown, index) => inner(index, item, entry));
		return format.list(place, items);
	}
	const fields = fieldsByName(schema);
	const members = Object.keys(value)
		.filter((name) => value[name] !== undefined)
		.map((name) => ({ name, ...(fields.get(name) ?? UNDOCUMENTED_FIELD) }))
		// Documented fields in their order, then the others.
		.sort((one, other) => one.place - other.place)
		.map((field) => [field.name, inner(field.name, field.schema, value[field.name])] as const);
	return format.record(place, members);
}

/** Throws an EncodeError for a value that cannot be written in every format. */
function check(
	schema: Schema,
	value: unknown,
	isList: boolean,
	isObject: boolean,
	depth: number,
): void {
	if (value === null) return;
	const { kind } = schema;
	if (kind === 'list' && !isList) throw new EncodeError('is not a list');
	if (kind === 'record' && !isObject) {
		throw new EncodeError(`is not an object with the fields of ${schema.name}`);
	}
	if (typeof value === 'object' && depth === MAX_DEPTH) {
		throw new EncodeError(`is nested more than ${MAX_DEPTH} levels deep`);
	}
	const isNested =
		kind === 'list' || kind === 'record' || (kind === 'opaque' && (isList || isObject));
	if (!isNested) checkScalar(value);
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
		case 'undefined':
			throw new EncodeError('is undefined, which cannot be sent');
		default:
			throw new EncodeError(`is a ${typeof value}, which cannot be sent`);
	}
}

/** The text of a single value without quotation marks; numbers with all their digits and without an exponent. */
export function scalarText(schema: Schema, value: unknown): string {
	if (value instanceof Date) return value.toISOString();
	const text = value instanceof ExactNumber ? value.token : String(value);
	const isNumber = isNumeric(schema) || typeof value !== 'string';
	return isNumber ? plainNumber(numberToken(text) ?? text) : text;
}
