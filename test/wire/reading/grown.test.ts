// Grown responses: the readers give what the oracle and JSON.parse give.
import type { ResponseShape } from '../../../wire/index';
import { fc } from '../../fastCheck';
import { grownJson, grownValue, grownXml, type Json, jsonNames, xmlNames } from './support/grown';
import { randomFrom, type Random } from './support/random';
import { answerShapes, areSame, readBothWays } from './support/readers';

const RUNS = 150;

/** Responses in which every list of rows is one, since the readers refuse all others. */
function responseOf(
	{ schema, rows }: ResponseShape,
	random: Random,
	names: readonly string[],
): Json {
	const item = schema.kind === 'list' ? schema.item : schema;
	const own = names.filter((name) => name !== rows);
	if (schema.kind === 'list') {
		return Array.from({ length: random(4) }, () => grownValue(item, random, own));
	}
	const value = grownValue(schema, random, own) as Record<string, Json>;
	if (rows === undefined || !(rows in value)) return value;
	const field = schema.kind === 'record' && schema.fields.find(({ name }) => name === rows);
	if (!field) return value;
	return { ...value, [rows]: grownValue(field.schema, random, own) };
}

/** Without `__proto__`, which is dropped, and with long numbers as strings. */
function parsed(text: string): unknown {
	return JSON.parse(
		text.replace(/638712345678901234(?!")/g, '"638712345678901234"'),
		(name, value) =>
			name === '__proto__' ? undefined : Object.is(value, -0) ? 0 : (value as unknown),
	);
}

describe.each(answerShapes)('$address', ({ shape }) => {
	const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
	const check = (format: 'json' | 'xml') => {
		let accepted = 0;
		fc.assert(
			fc.property(seeds, (seed) => {
				const random = randomFrom(seed);
				const isJson = format === 'json';
				const value = responseOf(shape, random, isJson ? jsonNames : xmlNames);
				const text = isJson ? grownJson(value, random) : grownXml(shape.schema, value, random);
				const bytes = Buffer.from(text);
				const { fast, reference } = readBothWays(shape, bytes, () => 1 + random(bytes.length));
				const [left, right] =
					isJson && text.includes('null') ? [fast, reference].map(withoutDrift) : [fast, reference];
				if (!areSame(left, right)) {
					expect(left).toEqual(right);
					throw new Error(`Not the same: ${text}`);
				}
				if (!reference.ok) return;
				accepted++;
				if (!isJson || !fast.ok) return;
				const given = parsed(text);
				const expected = Array.isArray(fast.value) && !Array.isArray(given) ? [given] : given;
				if (!areSame(fast.value, expected)) throw new Error(`JSON.parse differs: ${text}`);
			}),
			{ numRuns: RUNS, seed: 20_261_122, endOnFailure: true },
		);
		return accepted;
	};

	test('JSON', () => {
		expect(check('json')).toBeGreaterThan(RUNS / 10);
	});

	test('XML', () => {
		expect(check('xml')).toBeGreaterThan(RUNS / 10);
	});
});

function withoutDrift(decoded: object): object {
	return { ...decoded, drift: undefined };
}
