// The quick verdict on a value is the schema's own, whatever stands in whichever field.
import { acceptsOf } from '../../api/accepts';
import { recordFields, type Schema, typeName } from '../../api/kinds';
import { arbitraryRecord } from '../arbitraries';
import { fc } from '../fastCheck';
import { allRecords } from '../wire/schemas';

const odd: readonly unknown[] = [
	undefined,
	null,
	'',
	' ',
	'text',
	'12',
	'-12.50',
	'1e5',
	'2024-01-31T00:00:00Z',
	'2024-01-31',
	'7a0c5f4e-5b0e-4b43-9d5c-3f1b7c0f2a11',
	'{7a0c5f4e-5b0e-4b43-9d5c-3f1b7c0f2a11}',
	0,
	-1,
	1.5,
	255,
	256,
	2 ** 53,
	NaN,
	Infinity,
	10n,
	true,
	new Date(0),
	{},
	{ Unknown: 1 },
	[],
	[null],
	[undefined],
	// eslint-disable-next-line no-sparse-arrays -- A hole is no member.
	[,],
	['text'],
	[1],
	[{}],
	[[]],
	() => 1,
	Symbol('odd'),
];

interface Verdicts {
	right: number;
	wrong: number;
}

function compare(schema: Schema, value: unknown, verdicts: Verdicts, where: string): void {
	const expected = schema.safeParse(value).success;
	verdicts[expected ? 'right' : 'wrong']++;
	if (acceptsOf(schema)(value) !== expected) {
		throw new Error(`${where} is ${expected ? 'right' : 'wrong'} by its schema`);
	}
}

test.each(allRecords.map((schema) => [typeName(schema), schema]))('%s', (name, schema) => {
	const verdicts = { right: 0, wrong: 0 };
	const [record] = fc.sample(arbitraryRecord(schema, { complete: true }), {
		numRuns: 1,
		seed: 7,
	});
	compare(schema, record, verdicts, name);
	expect(verdicts.right).toBe(1);
	for (const value of [...odd, { ...record, unknown: 1 }, [record], Object.create(record)]) {
		compare(schema, value, verdicts, `${name} as ${String(value)}`);
	}
	for (const field of recordFields(schema)) {
		const { [field.name]: left, ...rest } = record;
		compare(schema, rest, verdicts, `${name} without ${field.name}`);
		for (const value of [...odd, [left]]) {
			compare(schema, { ...record, [field.name]: value }, verdicts, `${name}.${field.name}`);
		}
	}
	expect(verdicts.right).toBeGreaterThan(recordFields(schema).length);
	expect(verdicts.wrong).toBeGreaterThan(odd.length / 2);
});
