// Single values: what each kind takes, and what is expected instead of a value that it does not take.
import type { ScalarSchema } from './types';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WHOLE = /^-?\d+$/;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const DATE_TIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function isText(value: unknown, pattern: RegExp): boolean {
	return typeof value === 'string' && pattern.test(value);
}

function isDateTime(value: unknown): boolean {
	const day = typeof value === 'string' ? DATE_TIME.exec(value)?.[1] : undefined;
	if (day === undefined) return false;
	const time = Date.parse(day);
	// Date.parse takes 30 February for 1 March.
	return Number.isFinite(time) && new Date(time).toISOString().startsWith(day);
}

/** Whether a value is one that the service takes. A number that JavaScript cannot hold exactly is a string of digits. */
export function isValid(schema: ScalarSchema, value: unknown): boolean {
	switch (schema.kind) {
		case 'string':
			return schema.format ? isText(value, GUID) : typeof value === 'string';
		case 'guid':
			return isText(value, GUID);
		case 'integer':
			return Number.isSafeInteger(value) || isText(value, WHOLE);
		case 'decimal':
			return Number.isFinite(value) || isText(value, NUMBER);
		case 'byte':
			return typeof value === 'number' && schema.codes[value] !== undefined;
		case 'boolean':
			return typeof value === 'boolean';
		case 'date':
			return isDateTime(value);
		case 'enum':
			return typeof value === 'string' && schema.values.includes(value);
		default:
			return schema satisfies never;
	}
}

/** The end of a sentence about a value that is not valid. */
export function expectation(schema: ScalarSchema): string {
	switch (schema.kind) {
		case 'string':
			return schema.format ? 'expected a GUID' : 'expected text';
		case 'guid':
			return 'expected a GUID';
		case 'integer':
			return 'expected a whole number';
		case 'decimal':
			return 'expected a number';
		case 'byte': {
			const [[number, name]] = Object.entries(schema.codes);
			return `expected a number or name of the service's table, such as ${number} or "${name}"`;
		}
		case 'boolean':
			return 'expected true or false';
		case 'date':
			return 'expected a date such as 2024-12-31 or 2024-12-31T23:59:59+01:00';
		case 'enum':
			return `expected one of ${schema.values.join(', ')}`;
		default:
			return schema satisfies never;
	}
}
