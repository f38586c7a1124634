// What people and other nodes give, turned into what the service's fields hold: "true" into true, "42" into
// 42, a Date into ISO text. What cannot be turned is left as it is, for the schema to refuse.
import { type Field, type Kind, kindOf, type Schema } from '../../api/kinds';
import { ExactNumber, exactNumber, numberToken } from '../../wire/exact';
import { readUnknownJson } from '../../wire/json';
import { isDateObject, isoDate, textOfDate } from './dates';
import { nearestName } from './nearestName';
import { listOf } from './parameters';
import { plainValue } from './plainValue';
import { at, type Coercion, type Problem, shown, unexpected, withoutFullStop } from './problems';

export interface CoercionSettings {
	/** The time zone of dates without an offset. */
	readonly zone: string;
	/** People's own names of custom fields to the service's. */
	readonly ownNames: ReadonlyMap<string, string>;
}

type Members = Record<string, unknown>;

function asText(value: unknown): unknown {
	if (typeof value === 'string') return value;
	if (isDateObject(value)) return textOfDate(value) ?? value;
	if (value instanceof ExactNumber) return value.token;
	const simple = typeof value === 'number' ? Number.isFinite(value) : typeof value === 'boolean';
	return simple || typeof value === 'bigint' ? String(value) : value;
}

function asNumber(value: unknown): unknown {
	if (typeof value === 'number') return value;
	if (typeof value === 'bigint') return exactNumber(String(value));
	if (value instanceof ExactNumber) return value.token;
	const token = typeof value === 'string' ? numberToken(value) : undefined;
	return token === undefined ? value : exactNumber(token);
}

const WHOLE_WITH_ZEROS = /^([+-]?\d+)\.0+$/;

// A whole number beyond 2^53 is kept as its digits, if a JavaScript number still holds it exactly.
function digitsOf(value: number, problems: Problem[]): unknown {
	const digits = String(value);
	if (String(BigInt(value)) === digits) return digits;
	problems.push({
		path: [],
		text: `is ${digits}, which has lost its last digits as a JavaScript number. Give it as text`,
	});
	return value;
}

const asWhole: Coercion = (value, problems) => {
	if (Number.isSafeInteger(value)) return value;
	const number = asNumber(
		typeof value === 'string' ? value.trim().replace(WHOLE_WITH_ZEROS, '$1') : value,
	);
	return Number.isInteger(number) && !Number.isSafeInteger(number)
		? digitsOf(Number(number), problems)
		: number;
};

function asFlag(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const word = value.trim().toLowerCase();
	return word === 'true' ? true : word === 'false' ? false : value;
}

function dateCoercion(zone: string): Coercion {
	return (value, problems) => {
		const text = isoDate(value, zone);
		if (text === undefined) {
			problems.push({
				path: [],
				text: unexpected(value, 'expected a date such as 2024-12-31 or 2024-12-31T23:59:59+01:00'),
			});
		}
		return text ?? value;
	};
}

/** A number may be given by the name that the document gives it. */
function codeCoercion(codes: Readonly<Record<number, string>>): Coercion {
	const numbers = new Map(Object.entries(codes).map(([number, name]) => [name, Number(number)]));
	return (value, problems) =>
		(typeof value === 'string' ? numbers.get(value) : undefined) ?? asWhole(value, problems);
}

/** A number of a list that has to stand in the document's table, since any other one would choose nothing. */
function choiceCoercion(codes: Readonly<Record<number, string>>): Coercion {
	const coerce = codeCoercion(codes);
	return (value, problems) => {
		const code = coerce(value, problems);
		if (typeof code === 'number' && codes[code] === undefined) {
			problems.push({
				path: [],
				text: `is ${shown(value)}, expected a number or name of the service's table, such as ${exampleOf(codes)}`,
			});
		}
		return code;
	};
}

function exampleOf(codes: Readonly<Record<number, string>>): string {
	const [[number, name]] = Object.entries(codes);
	return `${number} or ${JSON.stringify(name)}`;
}

/** Text that holds JSON becomes its value, with every digit; other values stay. */
function parsed(value: unknown, problems: Problem[]): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	const json = readUnknownJson(value, 'The text');
	if (json.ok) return json.value;
	problems.push({ path: [], text: `cannot be read. ${withoutFullStop(json.problem)}` });
	return value;
}

function listCoercion(kind: Kind & { kind: 'list' }, settings: CoercionSettings): Coercion {
	const inner = kindOf(kind.item);
	const item =
		'codes' in inner && inner.codes ? choiceCoercion(inner.codes) : coercionOf(kind.item, settings);
	const splits = inner.kind !== 'record' && inner.kind !== 'opaque' && inner.kind !== 'list';
	return (given, problems) => {
		const value = parsed(given, problems);
		const list = splits && typeof value === 'string' ? listOf(value) : value;
		if (!Array.isArray(list)) return list;
		const coerced = list.map((member: unknown, index) => at(index, item, member, problems));
		return coerced.some((member, index) => member !== list[index]) ? coerced : list;
	};
}

function isRecord(value: unknown): value is Members {
	return (
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		!isDateObject(value) &&
		!(value instanceof ExactNumber)
	);
}

interface Member {
	readonly name: string;
	readonly coerce: Coercion;
}

/** A text that has to be there has to say something: blank, it would let a whole request fail. */
function requiredText(value: unknown, problems: Problem[]): unknown {
	const text = asText(value);
	if (typeof text === 'string' && text.trim() === '') {
		problems.push({ path: [], text: 'is required' });
	}
	return text;
}

function memberOf({ name, schema, required }: Field, settings: CoercionSettings): Member {
	const isText = required && kindOf(schema).kind === 'text';
	return { name, coerce: isText ? requiredText : coercionOf(schema, settings) };
}

/** Every name by which a field may be given. */
function membersOf(fields: readonly Field[], settings: CoercionSettings): Map<string, Member> {
	const members = new Map<string, Member>();
	for (const field of fields) {
		members.set(field.name, memberOf(field, settings));
	}
	for (const [own, name] of settings.ownNames) {
		const member = members.get(name);
		if (member && !members.has(own)) members.set(own, member);
	}
	return members;
}

function unknownField(record: string, name: string, known: readonly string[]): Problem {
	const nearest = nearestName(name, known);
	const advice = nearest === undefined ? '' : `. Did you mean ${JSON.stringify(nearest)}?`;
	return { path: [name], text: `is not a field of ${record}${advice}` };
}

/** The first fields of a record, in a record of their own. */
function firstFields(record: Members, keys: readonly string[], count: number): Members {
	return Object.fromEntries(keys.slice(0, count).map((key) => [key, record[key]]));
}

// Most records are right as they come: a copy is made only where something has to be different.
function recordCoercion(kind: Kind & { kind: 'record' }, settings: CoercionSettings): Coercion {
	const members = membersOf(kind.fields, settings);
	const names = [...members.keys()];
	return (given, problems) => {
		const value = parsed(given, problems);
		if (!isRecord(value)) return value;
		const keys = Object.keys(value);
		let changed: Members | undefined;
		for (let index = 0; index < keys.length; index++) {
			const key = keys[index];
			const found = value[key];
			const member = members.get(key);
			if (member?.name !== key || found === undefined) changed ??= firstFields(value, keys, index);
			if (found === undefined) continue;
			if (!member) problems.push(unknownField(kind.name, key, names));
			else if (changed && Object.hasOwn(changed, member.name)) {
				problems.push({ path: [key], text: `is given twice, also as ${member.name}` });
			} else {
				const coerced = found === null ? null : at(key, member.coerce, found, problems);
				if (coerced !== found) changed ??= firstFields(value, keys, index);
				if (changed) changed[member.name] = coerced;
			}
		}
		return changed ?? value;
	};
}

/** Makes the coercion of a schema; make it once and use it for many values. */
export function coercionOf(schema: Schema, settings: CoercionSettings): Coercion {
	const kind = kindOf(schema);
	switch (kind.kind) {
		case 'text':
			return asText;
		case 'guid':
		case 'choice':
			return (value) => value;
		case 'integer':
		case 'byte':
			return kind.codes ? codeCoercion(kind.codes) : asWhole;
		case 'decimal':
			return asNumber;
		case 'flag':
			return asFlag;
		case 'date':
			return dateCoercion(settings.zone);
		case 'list':
			return listCoercion(kind, settings);
		case 'record':
			return recordCoercion(kind, settings);
		case 'opaque':
			return (value, problems) => plainValue(parsed(value, problems), problems);
		default:
			return kind satisfies never;
	}
}
