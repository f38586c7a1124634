// Records as people and other nodes give them, turned into what the service takes, or every reason why they cannot be.
import { expectation, isValid } from '../../../api/schema/scalars';
import {
	type Codes,
	isPlainObject,
	type ListSchema,
	type RecordSchema,
	type ScalarSchema,
	type Schema,
} from '../../../api/schema/types';
import { isDateObject, isoDate, isoTextOf } from '../../../client/values/dates';
import { encodeBody, type Format } from '../../../wire';
import { ExactNumber, exactNumber, numberToken } from '../../../wire/exactNumber';
import { readJson } from '../../../wire/json/read';
import { isEmpty } from '../../../wire/projection';
import { isInexact, lostDigits, withoutFullStop } from '../../shared/errors';
import { ownName, type OwnNames } from '../../shared/customFieldNames';
import { enteredList } from '../../shared/expressions';
import { type Problem, unexpected, unknownFieldOf } from './sentences';
import type { MutableRecord, RecordValue } from '../../../wire/result';

/** Turns a value into what its field takes; what it cannot use goes into `problems`. */
type Conversion = (value: unknown, problems: Problem[]) => unknown;

/** Converts a member of a value, and puts its name before the path of every problem found in it. */
export function at(
	step: string | number,
	convert: Conversion,
	value: unknown,
	problems: Problem[],
): unknown {
	const known = problems.length;
	const result = convert(value, problems);
	for (let index = known; index < problems.length; index++) {
		const problem = problems[index];
		problems[index] = { ...problem, path: [step, ...problem.path] };
	}
	return result;
}

function stringOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (isDateObject(value)) return isoTextOf(value);
	if (value instanceof ExactNumber) return value.token;
	const simple = typeof value === 'number' ? Number.isFinite(value) : typeof value === 'boolean';
	return simple || typeof value === 'bigint' ? String(value) : undefined;
}

/** Makes a conversion refuse numbers that have lost digits. */
function rejectLostDigits(convert: (value: unknown) => unknown): Conversion {
	return (value, problems) => {
		if (typeof value === 'number' && isInexact(value))
			problems.push({ path: [], text: lostDigits(value) });
		return convert(value);
	};
}

function numberOf(value: unknown): number | string | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	if (typeof value === 'bigint') return exactNumber(String(value));
	if (value instanceof ExactNumber) return value.token;
	const token = typeof value === 'string' ? numberToken(value) : undefined;
	return token === undefined ? undefined : exactNumber(token);
}

const INTEGER_TOKEN = /^-?\d+$/;
const INTEGER_WITH_ZEROS = /^([+-]?\d+)\.0+$/;

function wholeOf(value: unknown): number | string | undefined {
	const number = numberOf(
		typeof value === 'string' ? value.trim().replace(INTEGER_WITH_ZEROS, '$1') : value,
	);
	if (typeof number === 'string') return INTEGER_TOKEN.test(number) ? number : undefined;
	return Number.isInteger(number) ? number : undefined;
}

function booleanOf(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
	return text === 'true' ? true : text === 'false' ? false : undefined;
}

/** A number, which may be given by the name that the API documentation gives it. */
function codeOf(codes: Codes): Conversion {
	const numbers = new Map(Object.entries(codes).map(([number, name]) => [name, Number(number)]));
	return (value) => (typeof value === 'string' ? numbers.get(value) : undefined) ?? wholeOf(value);
}

/**
 * The conversion of a single value.
 *
 * @param attempt Gives undefined for what it cannot convert
 * @param hasRule Whether the kind has a rule beyond its type
 */
function scalar(schema: ScalarSchema, attempt: Conversion, hasRule = false): Conversion {
	return (value, problems) => {
		const result = attempt(value, problems);
		if (result !== undefined && !(hasRule && !isValid(schema, result))) return result;
		problems.push({ path: [], text: unexpected(result ?? value, expectation(schema)) });
		return value;
	};
}

function scalarConversion(schema: ScalarSchema, zone: string): Conversion {
	switch (schema.kind) {
		case 'string':
			return scalar(schema, rejectLostDigits(stringOf), schema.format !== undefined);
		case 'decimal':
			return scalar(schema, rejectLostDigits(numberOf));
		case 'boolean':
			return scalar(schema, booleanOf);
		case 'date':
			return scalar(schema, (value) => isoDate(value, zone));
		case 'integer':
			return scalar(schema, rejectLostDigits(wholeOf));
		case 'byte':
			return scalar(schema, codeOf(schema.codes), true);
		case 'guid':
		case 'enum':
			return scalar(schema, (value) => value, true);
		default:
			return schema satisfies never;
	}
}

export interface ConversionSettings {
	/** The time zone of dates without an offset. */
	readonly zone: string;
	readonly names: OwnNames;
	/** The format in which the value will be written; XML, for one, cannot carry every character. */
	readonly format: Format;
}

/** Text that holds JSON becomes its value, with every digit; other values stay. */
function parseJsonText(value: unknown, problems: Problem[]): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	const json = readJson(value, 'The text', 'exact');
	if (json.ok) return json.value;
	problems.push({ path: [], text: `cannot be read. ${withoutFullStop(json.problem)}` });
	return undefined;
}

const MISSING: Problem = { path: [], text: 'is required' };

/** A conversion that refuses null, and a blank text where one would make the whole request fail. */
function requireValue(convert: Conversion, refusesBlank = false): Conversion {
	return (value, problems) => {
		const isBlank = refusesBlank && stringOf(value)?.trim() === '';
		if (value !== null && value !== undefined && !isBlank) return convert(value, problems);
		problems.push(MISSING);
		return value;
	};
}

function listConversion({ item }: ListSchema, settings: ConversionSettings): Conversion {
	const { kind } = item;
	// The service takes an empty choice for all of them.
	const isChoice = 'codes' in item;
	const isSplit = kind !== 'record' && kind !== 'opaque' && kind !== 'list';
	const convert = requireValue(conversionOf(item, settings));
	return (input, problems) => {
		const value = parseJsonText(input, problems);
		if (value === undefined) return value;
		const parts = isSplit && typeof value === 'string' ? enteredList(value, true) : value;
		const list = isChoice && isEmpty(parts) && !Array.isArray(value) ? value : parts;
		if (!Array.isArray(list)) {
			problems.push({ path: [], text: unexpected(list, 'expected a list') });
			return list;
		}
		// `map` would skip the holes of the list.
		return Array.from(list, (member, index) => at(index, convert, member, problems));
	};
}

/** The conversion of an object, which may also be given as JSON text. */
function asObject(convert: (value: RecordValue, problems: Problem[]) => unknown): Conversion {
	return (input, problems) => {
		const value = parseJsonText(input, problems);
		if (isPlainObject(value)) return convert(value, problems);
		if (value !== undefined)
			problems.push({ path: [], text: unexpected(value, 'expected an object') });
		return value;
	};
}

/** The fields of a record, by every name by which a person may write them. */
type FieldConversions = Map<string, { readonly name: string; readonly convert: Conversion }>;

function fieldConversions(record: RecordSchema, settings: ConversionSettings): FieldConversions {
	const conversions: FieldConversions = new Map();
	for (const { name, schema, required } of record.fields) {
		const convert = conversionOf(schema, settings);
		const orNull: Conversion = (value, problems) =>
			value === null ? null : convert(value, problems);
		conversions.set(name, {
			name,
			convert: required ? requireValue(convert, schema.kind === 'string') : orNull,
		});
	}
	for (const conversion of [...conversions.values()]) {
		const own = ownName(settings.names, record, conversion.name);
		if (own !== undefined && !conversions.has(own)) conversions.set(own, conversion);
	}
	return conversions;
}

/** Converts a record that has only names of the service: to copy it whole takes half of the time. */
function convertedCopy(
	value: RecordValue,
	fields: FieldConversions,
	problems: Problem[],
): MutableRecord {
	const converted = { ...value };
	for (const [name, found] of Object.entries(value)) {
		const field = fields.get(name);
		const result = field && at(name, field.convert, found, problems);
		if (result !== found) converted[name] = result;
	}
	return converted;
}

/** A record with names of the service, people's own names and unknown ones, converted. */
function convertedByName(
	value: RecordValue,
	fields: FieldConversions,
	problems: Problem[],
	unknownField: (name: string) => Problem,
): MutableRecord {
	const converted: MutableRecord = {};
	for (const [key, found] of Object.entries(value)) {
		if (found === undefined) continue;
		const field = fields.get(key);
		if (!field) problems.push(unknownField(key));
		else if (Object.hasOwn(converted, field.name)) {
			const otherName = Object.keys(value).find(
				(name) => name !== key && fields.get(name) === field,
			);
			problems.push({ path: [key], text: `is given twice, also as ${otherName}` });
		} else converted[field.name] = at(key, field.convert, found, problems);
	}
	return converted;
}

function recordConversion(record: RecordSchema, settings: ConversionSettings): Conversion {
	const fields = fieldConversions(record, settings);
	const required = record.fields.filter((field) => field.required);
	const unknownField = unknownFieldOf(record.name, [...fields.keys()]);
	return asObject((value, problems) => {
		const hasServiceNames = Object.keys(value).every(
			(name) => value[name] !== undefined && fields.get(name)?.name === name,
		);
		const converted = hasServiceNames
			? convertedCopy(value, fields, problems)
			: convertedByName(value, fields, problems, unknownField);
		for (const { name } of required)
			if (converted[name] === undefined) problems.push({ ...MISSING, path: [name] });
		return converted;
	});
}

/** A copy of a value with dates and bigints as text. What cannot be sent is left for the writer to refuse. */
function jsonValue(value: unknown, holders: readonly unknown[] = []): unknown {
	if (isDateObject(value)) return isoTextOf(value) ?? value;
	if (typeof value === 'bigint') return String(value);
	const isNested = Array.isArray(value) || isPlainObject(value);
	if (!isNested || holders.includes(value)) return value;
	const within = [...holders, value];
	if (Array.isArray(value)) return value.map((member) => jsonValue(member, within));
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, jsonValue(member, within)]),
	);
}

function conversionOf(schema: Schema, settings: ConversionSettings): Conversion {
	switch (schema.kind) {
		case 'list':
			return listConversion(schema, settings);
		case 'record':
			return recordConversion(schema, settings);
		case 'opaque':
			// Nothing says where its dates are, so they are looked for.
			return asObject((value, problems) => {
				const converted = jsonValue(value);
				const encoded = encodeBody(schema, converted, 'json');
				if (!encoded.ok) problems.push({ path: encoded.path ?? [], text: encoded.problem });
				return converted;
			});
		default:
			return scalarConversion(schema, settings.zone);
	}
}

/**
 * Makes the check of a schema; make it once and use it for many values.
 *
 * A check gives a value that can be sent, or adds everything that is wrong with it by field.
 */
export function checkOf(schema: Schema, settings: ConversionSettings): Conversion {
	const convert = requireValue(conversionOf(schema, settings));
	// JSON can hold every converted value: only other formats need a further check.
	if (settings.format === 'json') return convert;
	return (input, problems) => {
		const known = problems.length;
		const value = convert(input, problems);
		// Unknown fields are not in the value.
		if (problems.slice(known).some(({ unknownField }) => !unknownField)) return value;
		const written = encodeBody(schema, value, settings.format);
		if (!written.ok) problems.push({ path: written.path ?? [], text: written.problem });
		return value;
	};
}
