// For every record type: the same item from JSON and from both XML dialects, and back from what we write.

import { endpoints } from '../../api';
import { undocumented } from '../../api/endpoint';
import { recordFields, type Schema, typeName } from '../../api/schema/types';
import { encodeBody } from '../../wire';
import { arbitraryRecord, type ArbitraryOptions, type ArbitraryValues } from '../arbitraries';
import { fc, tries } from '../fastCheck.mjs';
import { type Dialect, writeJson, writeXml, type XmlOptions } from '../sandbox/responses/writers';
import { valueOf } from './support';
import { areSame } from './areSame.mjs';

const RUNS = tries(20, 150);

function records(schema: Schema): Schema[] {
	if (schema.kind === 'list') return records(schema.item);
	return [schema, ...recordFields(schema).flatMap((field) => records(field.schema))].filter(
		({ kind }) => kind === 'record',
	);
}

/** The record types within schemas; an optional field wraps its record again, so one may occur several times. */
function recordTypes(schemas: ReadonlyArray<Schema | typeof undocumented | undefined>) {
	const found = schemas.flatMap((schema) =>
		schema && schema !== undocumented ? records(schema) : [],
	);
	const key = (schema: Schema) =>
		[typeName(schema), ...recordFields(schema).map(({ name }) => name)].join();
	return [...new Map(found.map((schema) => [key(schema), schema])).values()];
}

const requestRecords = recordTypes(endpoints.map(({ endpoint }) => endpoint.body));
const allRecords = recordTypes(
	endpoints.flatMap(({ endpoint: { response, body } }) => [response, body]),
);

function expectSame(received: unknown, expected: unknown): void {
	if (!areSame(received, expected)) expect(received).toStrictEqual(expected);
	expect(areSame(received, expected)).toBe(true);
}

function withoutNulls(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value), (_, member: unknown) => member ?? undefined);
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
		expectSame(valueOf(schema, writeJson(schema, record)), record);
		for (const [dialect, options] of [dialects[turn % 2], dialects[2 + (turn % 2)]]) {
			const text = writeXml(schema, record, dialect, { nulls: 'nil', ...options });
			expectSame(valueOf(schema, text), record);
		}
		const text = writeXml(schema, record, 'xmlSerializer', { nulls: 'omit' });
		expectSame(valueOf(schema, text), withoutNulls(record));
		turn++;
	});
});

test.each(named(requestRecords))('%s in a request is read as it was written', (_name, schema) => {
	forEachRecord(schema, { xmlText: true, nulls: false }, (record) => {
		for (const format of ['json', 'xml'] as const) {
			const body = encodeBody(schema, record, format);
			if (!body.ok) throw new Error(body.problem);
			expectSame(valueOf(schema, body.value.text), record);
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
		// JSON carries any text at all.
		expectSame(inOrder.ok && valueOf(schema, inOrder.value.text), record);
		expect(encodeBody(schema, backwards(record), 'json')).toEqual(inOrder);
	});
});

test('all record types are met', () => {
	expect(allRecords.length).toBeGreaterThanOrEqual(45);
});
