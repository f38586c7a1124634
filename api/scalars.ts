// The values that stand alone: what is one of them, and what a person is told of what is not.
import * as z from 'zod/v4-mini';

import { type Accepts, marked, type ScalarKind } from './meta';

const WHOLE = /^-?\d+$/;
const DECIMAL = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function scalar<T>(kind: ScalarKind, error: string, accepts: Accepts) {
	return marked(z.custom<T>(accepts, { error }), { kind, accepts });
}

function isTextOf(pattern: RegExp): Accepts {
	return (value) => typeof value === 'string' && pattern.test(value);
}

const isWhole = isTextOf(WHOLE);
const isDecimal = isTextOf(DECIMAL);

/** A string; white space and emptiness are kept. */
export const text = scalar<string>('text', 'expected text', (value) => typeof value === 'string');

/** A GUID as text, with hyphens and without braces. */
export const guid = scalar<string>('guid', 'expected a GUID', isTextOf(GUID));

/** A text which the document demands to be a GUID. */
export const guidText = marked(guid, { kind: 'text', format: 'guid' });

/** A whole number; one that a JavaScript number cannot hold exactly is a string with all its digits. */
export const integer = scalar<number | string>(
	'integer',
	'expected a whole number',
	(value) => Number.isSafeInteger(value) || isWhole(value),
);

/** A whole number from 0 to 255. */
export const byte = scalar<number>(
	'byte',
	'expected a whole number from 0 to 255',
	(value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255,
);

/** A decimal number; one that a JavaScript number cannot hold exactly is a string with all its digits. */
export const decimal = scalar<number | string>(
	'decimal',
	'expected a number',
	(value) => Number.isFinite(value) || isDecimal(value),
);

export const flag = scalar<boolean>(
	'flag',
	'expected true or false',
	(value) => typeof value === 'boolean',
);

/** An ISO 8601 date-time with offset, as text, so that its seventh fractional digit survives. */
export const date = scalar<string>(
	'date',
	'expected an ISO 8601 date-time with an offset',
	isTextOf(DATE),
);

/** One of a closed set of texts. */
export function choice<const V extends readonly [string, ...string[]]>(...values: V) {
	return marked(z.enum(values, { error: `expected one of ${values.join(', ')}` }), {
		kind: 'choice',
		values,
		accepts: (value) => values.some((known) => known === value),
	});
}
