// Single values: what each kind accepts, and the message for a value that it does not.
import * as z from 'zod/v4-mini';

import { type Codes, withKind } from './meta';

function matching(pattern: RegExp, error: string) {
	return z.string({ error }).check(z.regex(pattern, { error }));
}

/** A number, or a string of digits where a JavaScript number cannot hold it exactly. */
function exact<N extends z.ZodMiniNumber>(number: N, digits: RegExp, error: string) {
	return z.union([number, matching(digits, error)], { error });
}

/** A string; white space and emptiness are kept. */
export const string = withKind(z.string({ error: 'expected text' }), { kind: 'string' });

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A GUID as a string, with hyphens and without braces. */
export const guid = withKind(matching(GUID, 'expected a GUID'), { kind: 'guid' });

/** A string that the document requires to be a GUID. */
export const guidString = withKind(matching(GUID, 'expected a GUID'), {
	kind: 'string',
	format: 'guid',
});

const wholeNumber = 'expected a whole number';

/** A whole number; one that a JavaScript number cannot hold exactly is a string with all its digits. */
export const integer = withKind(exact(z.int({ error: wholeNumber }), /^-?\d+$/, wholeNumber), {
	kind: 'integer',
});

/** A whole number from 0 to 255 whose values have names in the document. */
export function codes(names: Codes) {
	const [[number, name]] = Object.entries(names);
	const error = `expected a number or name of the service's table, such as ${number} or "${name}"`;
	const isKnown = z.refine<number>((value) => names[value] !== undefined, { error });
	return withKind(z.int({ error }).check(isKnown), { kind: 'byte', codes: names });
}

/** A decimal number; one that a JavaScript number cannot hold exactly is a string with all its digits. */
export const decimal = withKind(
	exact(
		z.number({ error: 'expected a number' }),
		/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/,
		'expected a number',
	),
	{ kind: 'decimal' },
);

export const boolean = withKind(z.boolean({ error: 'expected true or false' }), {
	kind: 'boolean',
});

/** An ISO 8601 date-time with an offset, as a string, so that its seventh fractional digit survives. */
export const date = withKind(
	z.iso.datetime({
		offset: true,
		error: 'expected a date such as 2024-12-31 or 2024-12-31T23:59:59+01:00',
	}),
	{ kind: 'date' },
);

/** One of a closed set of strings. */
export function enumOf<const V extends readonly [string, ...string[]]>(...values: V) {
	return withKind(z.enum(values, { error: `expected one of ${values.join(', ')}` }), {
		kind: 'enum',
		values,
	});
}
