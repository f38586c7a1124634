// Single values as people and other nodes give them, turned into what a field holds: "true" into true, "42"
// into 42, a Date into ISO text. What this file makes is valid by construction; api/schema/scalars.ts says what of the rest is not valid.
import { expectation, isValid } from '../../../api/schema/scalars';
import type { Codes, ScalarSchema } from '../../../api/schema/types';
import { isDateObject, isoDate, textOfDate } from '../../../client/dates';
import { type Conversion, type Problem, unexpected } from '../../shared/problems';
import { ExactNumber, exactNumber, numberToken } from '../../../wire/exactNumber';

/** Gives undefined for what it cannot convert. */
type Attempt = (value: unknown, problems: Problem[]) => unknown;

/** A value as text. */
export function textOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (isDateObject(value)) return textOfDate(value);
	if (value instanceof ExactNumber) return value.token;
	const simple = typeof value === 'number' ? Number.isFinite(value) : typeof value === 'boolean';
	return simple || typeof value === 'bigint' ? String(value) : undefined;
}

function numberOf(value: unknown): number | string | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	if (typeof value === 'bigint') return exactNumber(String(value));
	if (value instanceof ExactNumber) return value.token;
	const token = typeof value === 'string' ? numberToken(value) : undefined;
	return token === undefined ? undefined : exactNumber(token);
}

const WHOLE = /^-?\d+$/;
const WHOLE_WITH_ZEROS = /^([+-]?\d+)\.0+$/;

function wholeOf(value: unknown, problems: Problem[]): number | string | undefined {
	const number = numberOf(
		typeof value === 'string' ? value.trim().replace(WHOLE_WITH_ZEROS, '$1') : value,
	);
	if (typeof number === 'string') return WHOLE.test(number) ? number : undefined;
	if (number === undefined || Number.isSafeInteger(number)) return number;
	if (!Number.isInteger(number)) return undefined;
	// Beyond 2^53 the digits are kept, if a JavaScript number still holds them exactly.
	const digits = String(number);
	if (String(BigInt(number)) !== digits) {
		const text = `is ${digits}, which has lost its last digits as a JavaScript number. Give it as text`;
		problems.push({ path: [], text });
	}
	return digits;
}

function booleanOf(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
	return text === 'true' ? true : text === 'false' ? false : undefined;
}

/** A number, which may be given by the name that the document gives it. */
function codeOf(codes: Codes): Attempt {
	const numbers = new Map(Object.entries(codes).map(([number, name]) => [name, Number(number)]));
	return (value, problems) =>
		(typeof value === 'string' ? numbers.get(value) : undefined) ?? wholeOf(value, problems);
}

function refusal(schema: ScalarSchema, value: unknown): Problem {
	return { path: [], text: unexpected(value, expectation(schema)) };
}

/** For kinds of which every conversion is valid. */
function converted(schema: ScalarSchema, attempt: Attempt): Conversion {
	return (value, problems) => {
		const result = attempt(value, problems);
		if (result !== undefined) return result;
		problems.push(refusal(schema, value));
		return value;
	};
}

/** For kinds with a rule beyond their type. */
function validated(schema: ScalarSchema, attempt: Attempt): Conversion {
	return (value, problems) => {
		const result = attempt(value, problems) ?? value;
		if (!isValid(schema, result)) problems.push(refusal(schema, result));
		return result;
	};
}

/** The conversion of a single value; `zone` is the time zone of dates without an offset. */
export function scalarConversion(schema: ScalarSchema, zone: string): Conversion {
	switch (schema.kind) {
		case 'string':
			return (schema.format ? validated : converted)(schema, textOf);
		case 'decimal':
			return converted(schema, numberOf);
		case 'boolean':
			return converted(schema, booleanOf);
		case 'date':
			return converted(schema, (value) => isoDate(value, zone));
		case 'integer':
			return converted(schema, wholeOf);
		case 'byte':
			return validated(schema, codeOf(schema.codes));
		case 'guid':
		case 'enum':
			return validated(schema, (value) => value);
		default:
			return schema satisfies never;
	}
}
