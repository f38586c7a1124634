// What the writers ask of a value before they write it: a wrong one is an error, never a guess.
import type { Field } from '../../../api/schema/types';

export type Values = Readonly<Record<string, unknown>>;

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

export function asRecord(value: unknown): Values {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new Error(`A record was expected, not ${JSON.stringify(value)}.`);
	}
	return value as Values;
}

export function asList(value: unknown): readonly unknown[] {
	if (!Array.isArray(value)) throw new Error(`A list was expected, not ${JSON.stringify(value)}.`);
	return value;
}

/** A number's digits, as JSON and XML write them. */
export function numberText(value: unknown): string {
	const digits = typeof value === 'number' ? String(value) : value;
	if (typeof digits === 'string' && JSON_NUMBER.test(digits)) return digits;
	throw new Error(`A number was expected, not ${JSON.stringify(value)}.`);
}

export function flagText(value: unknown): string {
	if (typeof value !== 'boolean') {
		throw new Error(`A boolean was expected, not ${JSON.stringify(value)}.`);
	}
	return String(value);
}

export function plainText(value: unknown): string {
	if (typeof value !== 'string') {
		throw new Error(`Text was expected, not ${JSON.stringify(value)}.`);
	}
	return value;
}

/** The fields that the value holds and the schema does not know; they are written as they are, at the end. */
export function unknownFields(fields: readonly Field[], values: Values): string[] {
	const names = Object.keys(values);
	if (names.length === 0) return names;
	const known = knownNames(fields);
	return names.filter((name) => !known.has(name) && values[name] !== undefined);
}

const knownNamesOf = new WeakMap<readonly Field[], ReadonlySet<string>>();

function knownNames(fields: readonly Field[]): ReadonlySet<string> {
	const known = knownNamesOf.get(fields) ?? new Set(fields.map(({ name }) => name));
	knownNamesOf.set(fields, known);
	return known;
}
