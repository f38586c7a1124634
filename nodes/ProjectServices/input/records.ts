// Records as people and other nodes give them, turned into what the service takes, or every reason why they cannot be.
// Zod validates the values; the walk over records is ours, since it also renames, converts and suggests: validated by
// zod as a whole, 5,000 clients take 110 ms and 72 MB instead of 60 ms and 15 MB.
import { isPlainObject } from '../../../api/schema/objects';
import { type Field, type Kind, kindOf, type Schema } from '../../../api/schema/types';
import { isDateObject, textOfDate } from '../../../client/dates';
import { encodeBody, encodeProblem, type Format } from '../../../wire';
import { readUnknownJson } from '../../../wire/json/read';
import { listOf } from '../../shared/parameters';
import {
	at,
	type Conversion,
	type Problem,
	unexpected,
	withoutFullStop,
} from '../../shared/problems';
import { nearestName } from './nearestName';
import { scalarConversion, textOf } from './scalars';

export interface ConversionSettings {
	/** The time zone of dates without an offset. */
	readonly zone: string;
	/** People's own names of custom fields to the service's. */
	readonly ownNames: ReadonlyMap<string, string>;
	/** The format in which the value will be written; XML, for one, cannot carry every character. */
	readonly format: Format;
}

type Members = Record<string, unknown>;

/** Text that holds JSON becomes its value, with every digit; other values stay. */
function parsed(value: unknown, problems: Problem[]): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	const json = readUnknownJson(value, 'The text');
	if (json.ok) return json.value;
	problems.push({ path: [], text: `cannot be read. ${withoutFullStop(json.problem)}` });
	return undefined;
}

const missing: Problem = { path: [], text: 'is required' };

/** A conversion that refuses null. */
function present(convert: Conversion): Conversion {
	return (value, problems) => {
		if (value !== null && value !== undefined) return convert(value, problems);
		problems.push(missing);
		return value;
	};
}

function listConversion(
	{ item }: Extract<Kind, { kind: 'list' }>,
	settings: ConversionSettings,
): Conversion {
	const { kind } = kindOf(item);
	const isSplit = kind !== 'record' && kind !== 'opaque' && kind !== 'list';
	const convert = present(conversionOf(item, settings));
	return (given, problems) => {
		const value = parsed(given, problems);
		if (value === undefined) return value;
		const list = isSplit && typeof value === 'string' ? listOf(value) : value;
		if (!Array.isArray(list)) {
			problems.push({ path: [], text: unexpected(list, 'expected a list') });
			return list;
		}
		// A hole is a missing member, too, which map would pass over.
		const converted = Array.from(list, (member, index) => at(index, convert, member, problems));
		return converted.some((member, index) => member !== list[index]) ? converted : list;
	};
}

/** The conversion of an object, which may also be given as JSON text. */
function asObject(convert: (value: Members, problems: Problem[]) => unknown): Conversion {
	return (given, problems) => {
		const value = parsed(given, problems);
		if (isPlainObject(value)) return convert(value, problems);
		if (value !== undefined)
			problems.push({ path: [], text: unexpected(value, 'expected an object') });
		return value;
	};
}

interface Member {
	readonly name: string;
	readonly isRequired: boolean;
	readonly convert: Conversion;
}

/** A required text must say something: blank, it would make the whole request fail. */
function requiredText(convert: Conversion): Conversion {
	return (value, problems) => {
		if (textOf(value)?.trim() !== '') return convert(value, problems);
		problems.push(missing);
		return value;
	};
}

/** Every name by which a field may be given. */
function membersOf(fields: readonly Field[], settings: ConversionSettings): Map<string, Member> {
	const members = new Map<string, Member>();
	for (const { name, schema, required: isRequired } of fields) {
		const convert = conversionOf(schema, settings);
		const isText = kindOf(schema).kind === 'string';
		const needed = () => present(isText ? requiredText(convert) : convert);
		members.set(name, { name, isRequired, convert: isRequired ? needed() : convert });
	}
	for (const [own, name] of settings.ownNames) {
		const member = members.get(name);
		if (member && !members.has(own)) members.set(own, member);
	}
	return members;
}

/** A search for a near name is slow, so at most this many names of a record are searched for. */
const mostAdvised = 100;

/** Says that a record does not have a field. */
function unknownFieldOf(record: string, known: readonly string[]): (name: string) => Problem {
	const advice = new Map<string, string>();
	const adviceFor = (name: string) => {
		if (advice.has(name) || advice.size >= mostAdvised) return advice.get(name) ?? '';
		const nearest = nearestName(name, known);
		advice.set(name, nearest === undefined ? '' : `. Did you mean ${JSON.stringify(nearest)}?`);
		return advice.get(name) ?? '';
	};
	return (name) => ({
		path: [name],
		text: `is not a field of ${record}${adviceFor(name)}`,
		unknownField: true,
	});
}

/** The first fields of a record, in a record of their own. */
function firstFields(record: Members, keys: readonly string[], count: number): Members {
	return Object.fromEntries(keys.slice(0, count).map((key) => [key, record[key]]));
}

// Most records are right as they come: a copy is made only where something must differ.
function recordConversion(
	{ name: type, fields }: Extract<Kind, { kind: 'record' }>,
	settings: ConversionSettings,
): Conversion {
	const members = membersOf(fields, settings);
	const needed = fields.filter((field) => field.required).map(({ name }) => name);
	const unknownField = unknownFieldOf(type, [...members.keys()]);
	return asObject((value, problems) => {
		const keys = Object.keys(value);
		let changed: Members | undefined;
		for (let index = 0; index < keys.length; index++) {
			const key = keys[index];
			const found = value[key];
			const member = members.get(key);
			if (member?.name !== key || found === undefined) changed ??= firstFields(value, keys, index);
			if (found === undefined) continue;
			if (!member) problems.push(unknownField(key));
			else if (changed && Object.hasOwn(changed, member.name)) {
				problems.push({ path: [key], text: `is given twice, also as ${member.name}` });
			} else {
				const isNull = found === null && !member.isRequired;
				const converted = isNull ? null : at(key, member.convert, found, problems);
				if (converted !== found) changed ??= firstFields(value, keys, index);
				if (changed) changed[member.name] = converted;
			}
		}
		const result = changed ?? value;
		for (const name of needed) {
			if (result[name] === undefined) problems.push({ ...missing, path: [name] });
		}
		return result;
	});
}

/** A copy of a value with dates and bigints as text. What cannot be sent is left for the writer to refuse. */
function jsonValue(value: unknown, holders: readonly unknown[] = []): unknown {
	if (isDateObject(value)) return textOfDate(value) ?? value;
	if (typeof value === 'bigint') return String(value);
	const isNested = Array.isArray(value) || isPlainObject(value);
	if (!isNested || holders.includes(value)) return value;
	const within = [...holders, value];
	if (Array.isArray(value)) return value.map((member) => jsonValue(member, within));
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, jsonValue(member, within)]),
	);
}

/** A record whose fields the document does not show: nothing says where its dates are, so they are looked for. */
function undocumentedRecord(schema: Schema, value: Members, problems: Problem[]): unknown {
	const converted = jsonValue(value);
	const failed = encodeProblem(schema, converted);
	if (failed) problems.push({ path: failed.path ?? [], text: failed.problem });
	return converted;
}

function conversionOf(schema: Schema, settings: ConversionSettings): Conversion {
	const kind = kindOf(schema);
	switch (kind.kind) {
		case 'list':
			return listConversion(kind, settings);
		case 'record':
			return recordConversion(kind, settings);
		case 'opaque':
			return asObject((value, problems) => undocumentedRecord(schema, value, problems));
		default:
			return scalarConversion(schema, kind, settings.zone);
	}
}

/**
 * Makes the check of a schema; make it once and use it for many values.
 *
 * A check gives a value that can be sent, or adds everything that is wrong with it by field.
 */
export function checkOf(schema: Schema, settings: ConversionSettings): Conversion {
	const convert = present(conversionOf(schema, settings));
	// A converted value always fits into JSON.
	if (settings.format === 'json') return convert;
	return (given, problems) => {
		const known = problems.length;
		const value = convert(given, problems);
		if (problems.length > known) return value;
		const written = encodeBody(schema, value, settings.format);
		if (!written.ok) problems.push({ path: written.path ?? [], text: written.problem });
		return value;
	};
}

/** A problem as a sentence without its full stop; `whole` names the value itself. */
export function sentenceOf({ path, text }: Problem, whole = 'The record'): string {
	// As people write it: ClientAddresses[1].TypeId.
	const place = path.reduce<string>((before, step) => {
		if (typeof step === 'number') return `${before}[${step}]`;
		return before === '' ? step : `${before}.${step}`;
	}, '');
	return `${place || whole} ${text}`;
}
