// For every record type: the same item from JSON and from both XML dialects, and back from what we write.
import { recordFields, type Schema, typeName } from '../../api/schema/types';
import { decodeResponse, encodeBody } from '../../wire';
import { arbitraryRecord, type ArbitraryOptions, type ArbitraryValues } from '../arbitraries';
import { fc } from '../fastCheck';
import { type Dialect, writeJson, writeXml, type XmlOptions } from '../sandbox/responses/writers';
import { allRecords, requestRecords } from './schemas';

const RUNS = 500;

function decoded(schema: Schema, text: string): unknown {
	const result = decodeResponse({ schema }, new TextEncoder().encode(text));
	if (!result.ok) throw new Error(`${result.problem}\n${text}`);
	return result.value;
}

function isSame(left: unknown, right: unknown): boolean {
	if (Object.is(left, right)) return true;
	if (typeof left !== 'object' || typeof right !== 'object' || !left || !right) return false;
	if (Array.isArray(left) !== Array.isArray(right)) return false;
	const members = Object.entries(left);
	const others = right as ArbitraryValues;
	return (
		members.length === Object.keys(right).length &&
		members.every(([name, value]) => Object.hasOwn(right, name) && isSame(value, others[name]))
	);
}

// Jest's own comparison is slow, so it only makes the report.
function expectSame(received: unknown, expected: unknown): void {
	if (!isSame(received, expected)) expect(received).toStrictEqual(expected);
	expect(isSame(received, expected)).toBe(true);
}

function withoutNulls(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutNulls);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([, member]) => member !== null)
			.map(([name, member]) => [name, withoutNulls(member)]),
	);
}

function forEachRecord(
	schema: Schema,
	options: ArbitraryOptions,
	check: (record: ArbitraryValues) => void,
): void {
	fc.assert(fc.property(arbitraryRecord(schema, { maxItems: 2, ...options }), check), {
		numRuns: RUNS,
		seed: 4,
	});
}

const dialects: readonly (readonly [Dialect, XmlOptions])[] = [
	['xmlSerializer', {}],
	['xmlSerializer', { declaration: true, indent: '  ' }],
	['dataContract', {}],
	['dataContract', { prefix: 'p', cdata: true }],
];

function named(schemas: readonly Schema[]): (readonly [string, Schema])[] {
	return schemas.map((schema) => [typeName(schema), schema]);
}

test.each(named(allRecords))('%s is the same from JSON and from XML', (_name, schema) => {
	let turn = 0;
	forEachRecord(schema, { xmlText: true }, (record) => {
		expectSame(decoded(schema, writeJson(schema, record)), record);
		for (const [dialect, options] of [dialects[turn % 2], dialects[2 + (turn % 2)]]) {
			const text = writeXml(schema, record, dialect, { nulls: 'nil', ...options });
			expectSame(decoded(schema, text), record);
		}
		const text = writeXml(schema, record, 'xmlSerializer', { nulls: 'omit' });
		expectSame(decoded(schema, text), withoutNulls(record));
		turn++;
	});
});

test.each(named(requestRecords))('%s in a request is read as it was written', (_name, schema) => {
	forEachRecord(schema, { xmlText: true, nulls: false }, (record) => {
		for (const format of ['json', 'xml'] as const) {
			const body = encodeBody(schema, record, format);
			if (!body.ok) throw new Error(body.problem);
			expectSame(decoded(schema, body.value.text), record);
		}
	});
});

// Of an object that the document does not show, the order is kept as it was given.
function holdsUnknown(schema: Schema): boolean {
	if (schema.kind === 'list') return holdsUnknown(schema.item);
	return (
		schema.kind === 'opaque' || recordFields(schema).some((field) => holdsUnknown(field.schema))
	);
}

function backwards(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(backwards);
	if (typeof value !== 'object' || value === null) return value;
	const members = Object.entries(value).map(([name, member]) => [name, backwards(member)]);
	return Object.fromEntries(members.reverse() as Array<[string, unknown]>);
}

const shown = requestRecords.filter((schema) => !holdsUnknown(schema));

test.each(named(shown))('%s in JSON: its order does not matter', (_name, schema) => {
	forEachRecord(schema, {}, (record) => {
		const inOrder = encodeBody(schema, record, 'json');
		expect(inOrder.ok).toBe(true);
		expect(encodeBody(schema, backwards(record), 'json')).toEqual(inOrder);
	});
});

test('JSON carries any text at all', () => {
	for (const schema of allRecords) {
		fc.assert(
			fc.property(arbitraryRecord(schema, { maxItems: 1 }), (record) => {
				expectSame(decoded(schema, writeJson(schema, record)), record);
				const body = encodeBody(schema, record, 'json');
				expectSame(body.ok && decoded(schema, body.value.text), record);
			}),
			{ numRuns: 20, seed: 4 },
		);
	}
});

test('all record types are met', () => {
	expect(allRecords.length).toBeGreaterThanOrEqual(45);
});
