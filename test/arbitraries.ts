// Random records of any type of the service for property tests, with the values that break careless code.
import {
	type Field,
	isGuidString,
	type ListSchema,
	recordFields,
	type Schema,
} from '../api/schema/types';
import { fc } from './fastCheck.mjs';

export interface ArbitraryOptions {
	/** Every field present and none null; otherwise optional fields may be absent or null. */
	readonly complete?: boolean;
	/** Only text that XML 1.0 can carry. */
	readonly xmlText?: boolean;
	/** Whether optional fields may be null; by default they may. */
	readonly nulls?: boolean;
	/** The most members of a collection; 3 by default. */
	readonly maxItems?: number;
}

export type ArbitraryValues = Record<string, unknown>;

const hostileTexts = [
	...['', ' ', '\t\n ', ' padded ', 'line\nbreak', 'carriage\r\nreturn\r'],
	...['00123', '1e5', '-0', '638712345678901234', 'true', 'null', '{}', '2024-01-01T00:00:00Z'],
	...['a & b < c > d "e" \'f\'', '&amp;&#65;&lt;b&gt;', ']]>', '<![CDATA[x]]>', '<!-- x -->'],
	...['<?pi x?>', '__proto__', 'constructor', 'toString', '={{ $json.Id }}'],
	...['"quoted", \\ back\\slash', 'a=b&c[0]=d+e%20f', 'Tröger Größe ñ', '日本語 テスト', 'مرحبا'],
	...['🔌👩‍👩‍👧', 'e\u0301 \u00a0\u2028\u2029\ufeff'],
];

const onlyJsonTexts = ['\u0000', 'a\u0001b', '\u001f', '\ud800', 'a\udc00b', '\uffff'] as const;

// eslint-disable-next-line no-control-regex -- These are the characters that XML 1.0 leaves out.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const anyText = fc.oneof(
	fc.constantFrom(...hostileTexts, ...onlyJsonTexts),
	fc.string({ unit: 'grapheme-ascii' }),
	fc.string({ unit: 'binary', maxLength: 12 }),
);

const xmlText = fc.oneof(
	fc.constantFrom(...hostileTexts),
	fc.string({ unit: 'grapheme-ascii' }),
	fc
		.string({ unit: 'binary', maxLength: 12 })
		.map((characters) => characters.replace(NOT_IN_XML, '')),
);

function digits(minimum: number, maximum: number): fc.Arbitrary<string> {
	return fc
		.tuple(
			fc.integer({ min: 1, max: 9 }),
			fc.array(fc.integer({ min: 0, max: 9 }), {
				minLength: minimum - 2,
				maxLength: maximum - 2,
			}),
			fc.integer({ min: 1, max: 9 }),
		)
		.map(([first, middle, last]) => `${first}${middle.join('')}${last}`);
}

const sign = fc.constantFrom('', '-');

// Beyond 2^53 a whole number is a string; 17 digits always are, and 18 still fit the service's 64 bits.
const bigInteger = fc.oneof(
	fc.constantFrom(
		'638712345678901234',
		'9007199254740993',
		'-9223372036854775808',
		'9223372036854775807',
	),
	fc.tuple(sign, digits(17, 18)).map((parts) => parts.join('')),
);

const integer = fc.oneof(
	{ weight: 3, arbitrary: fc.integer({ min: -1000, max: 1000 }) },
	{ weight: 1, arbitrary: fc.maxSafeInteger().map((value) => (value === 0 ? 0 : value)) },
	{ weight: 1, arbitrary: bigInteger },
);

// Fifteen digits always fit a JavaScript number, and seven after the point are written without an exponent.
const plainDecimal = fc
	.tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 6 }))
	.map(([mantissa, scale]) => (mantissa === 0 ? 0 : Number(`${mantissa}e-${scale}`)));

// Twenty significant digits never fit, so such a number is a string by every rule.
const longDecimal = fc
	.tuple(sign, digits(10, 14), digits(12, 14))
	.map(([minus, whole, fraction]) => `${minus}${whole}.${fraction}`);

const decimal = fc.oneof(
	{ weight: 4, arbitrary: plainDecimal },
	{ weight: 1, arbitrary: longDecimal },
);

function padded(maximum: number, length: number, minimum = 0): fc.Arbitrary<string> {
	return fc
		.integer({ min: minimum, max: maximum })
		.map((value) => String(value).padStart(length, '0'));
}

const offset = fc.oneof(
	fc.constantFrom('Z', '+00:00', '-00:00', '+05:45', '-11:30', '+14:00'),
	fc
		.tuple(fc.constantFrom('+', '-'), padded(13, 2), padded(59, 2))
		.map(([direction, hours, minutes]) => `${direction}${hours}:${minutes}`),
);

const fraction = fc.oneof(
	fc.constantFrom('', '.0', '.1234567', '.0000000', '.9999999'),
	fc
		.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 7 })
		.map((places) => `.${places.join('')}`),
);

const date = fc
	.tuple(
		fc.tuple(padded(9999, 4, 1), padded(12, 2, 1), padded(28, 2, 1)),
		fc.tuple(padded(23, 2), padded(59, 2), padded(59, 2)),
		fraction,
		offset,
	)
	.map(([day, time, part, zone]) => `${day.join('-')}T${time.join(':')}${part}${zone}`);

const opaqueNames = ['Id', 'Value', 'Name', 'ComponentId', 'Überschrift', 'x-1'] as const;

function opaqueRecord(options: ArbitraryOptions): fc.Arbitrary<ArbitraryValues> {
	const member = options.xmlText ? xmlText : anyText;
	return fc.dictionary(fc.constantFrom(...opaqueNames), member, { noNullPrototype: true });
}

function listOf(kind: ListSchema, options: ArbitraryOptions): fc.Arbitrary<unknown[]> {
	const item = arbitraryValue(kind.item, options);
	return fc.oneof(
		{ weight: 1, arbitrary: fc.constant<unknown[]>([]) },
		{ weight: 2, arbitrary: fc.tuple(item) },
		{ weight: 1, arbitrary: fc.array(item, { maxLength: options.maxItems ?? 3 }) },
	);
}

/** A random value of any kind; never null or absent. */
export function arbitraryValue(
	schema: Schema,
	options: ArbitraryOptions = {},
): fc.Arbitrary<unknown> {
	switch (schema.kind) {
		case 'string':
			return options.xmlText ? xmlText : anyText;
		case 'integer':
			return integer;
		case 'byte':
			return fc.constantFrom(...Object.keys(schema.codes).map(Number));
		case 'decimal':
			return decimal;
		case 'boolean':
			return fc.boolean();
		case 'date':
			return date;
		case 'guid':
			return fc.uuid();
		case 'enum':
			return fc.constantFrom(...schema.values);
		case 'list':
			return listOf(schema, options);
		case 'record':
			return arbitraryRecord(schema, options);
		case 'opaque':
			return opaqueRecord(options);
		default:
			return schema satisfies never;
	}
}

function fieldValue(field: Field, options: ArbitraryOptions): fc.Arbitrary<unknown> {
	const value = isGuidString(field.schema) ? fc.uuid() : arbitraryValue(field.schema, options);
	const nullable = !field.required && !options.complete && options.nulls !== false;
	return nullable ? fc.option(value, { nil: null, freq: 6 }) : value;
}

/**
 * A random record: values as the contract gives them in an item, so exact numbers that a JavaScript
 * number cannot hold are strings.
 */
export function arbitraryRecord(
	schema: Schema,
	options: ArbitraryOptions = {},
): fc.Arbitrary<ArbitraryValues> {
	const fields = recordFields(schema);
	const model = Object.fromEntries(fields.map((field) => [field.name, fieldValue(field, options)]));
	const required = fields.filter((field) => field.required).map(({ name }) => name);
	return fc.record(model, {
		noNullPrototype: true,
		...(options.complete ? {} : { requiredKeys: required }),
	});
}
