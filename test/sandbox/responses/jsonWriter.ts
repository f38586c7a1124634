// Writes records as JSON with exact numbers; what both writers need. Independent of wire/ on purpose.
import type { Field, Schema } from '../../../api/schema/types';

type Values = Readonly<Record<string, unknown>>;

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function expected(what: string, value: unknown): never {
	throw new Error(`${what} was expected, not ${JSON.stringify(value)}.`);
}

export function asRecord(value: unknown): Values {
	const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isRecord ? (value as Values) : expected('A record', value);
}

export function asList(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : expected('A list', value);
}

/** The text of a value that is neither a record nor a list; a wrong one is an error, never a guess. */
export function scalarText({ kind }: Schema, value: unknown): string {
	if (kind === 'boolean') {
		return typeof value === 'boolean' ? String(value) : expected('A boolean', value);
	}
	if (kind === 'integer' || kind === 'byte' || kind === 'decimal') {
		const isNumber = typeof value === 'number' || typeof value === 'string';
		return isNumber && NUMBER.test(String(value)) ? String(value) : expected('A number', value);
	}
	return typeof value === 'string' ? value : expected('Text', value);
}

const namesOf = new WeakMap<readonly Field[], ReadonlySet<string>>();

/** The fields that the value holds and the schema does not know; they are written unchanged, at the end. */
export function unknownFields(fields: readonly Field[], values: Values): string[] {
	const known = namesOf.get(fields) ?? new Set(fields.map(({ name }) => name));
	namesOf.set(fields, known);
	return Object.keys(values).filter((name) => !known.has(name) && values[name] !== undefined);
}

/**
 * Writes a value as JSON: fields in the document's order, unknown ones last; digit strings in number
 * fields as the bare numbers they are.
 *
 * @throws Error where a value is not of its field's kind.
 */
export function writeJson(
	schema: Schema,
	value: unknown,
	spelled: (name: string) => string = (name) => name,
): string {
	if (value === null) return 'null';
	switch (schema.kind) {
		case 'record': {
			const values = asRecord(value);
			const known = schema.fields
				.filter(({ name }) => values[name] !== undefined)
				.map(
					(field) =>
						`"${spelled(field.name)}":${writeJson(field.schema, values[field.name], spelled)}`,
				);
			const others = unknownFields(schema.fields, values).map(
				(name) => `${JSON.stringify(name)}:${JSON.stringify(values[name])}`,
			);
			return `{${[...known, ...others].join(',')}}`;
		}
		case 'list': {
			const items = asList(value).map((item) => writeJson(schema.item, item, spelled));
			return `[${items.join(',')}]`;
		}
		case 'opaque':
			return JSON.stringify(value);
		case 'integer':
		case 'byte':
		case 'decimal':
		case 'boolean':
			return scalarText(schema, value);
		default:
			return JSON.stringify(scalarText(schema, value));
	}
}

/** Every field of a record and of what it holds, with null for an absent one, as .NET writes by default. */
export function withNulls(schema: Schema, value: unknown): unknown {
	if (schema.kind === 'list') return asList(value).map((item) => withNulls(schema.item, item));
	if (schema.kind !== 'record') return value;
	const values = asRecord(value);
	const filled = schema.fields.map(({ name, schema: own }) => {
		const held = values[name] ?? null;
		return [name, held === null ? null : withNulls(own, held)] as const;
	});
	return { ...values, ...Object.fromEntries(filled) };
}
