// The output schemas on disk: current, of the form that the editor reads, and true of what comes out.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rowSchema, type ReadEndpoint } from '../../api/endpoint';
import { changeFeeds, endpoints } from '../../api/index';
import { schemaFiles, schemaFolder, type JsonSchema } from '../../scripts/outputSchemas';
import { arbitraryRecord } from '../arbitraries';
import { fc } from '../fastCheck';
import { schemaMismatches } from './checks/schemaMismatches';

const project = path.resolve(__dirname, '../..');

function readSchema(address: string): JsonSchema {
	const file = path.join(project, schemaFolder, `${address}.json`);
	return JSON.parse(readFileSync(file, 'utf8')) as JsonSchema;
}

test('the folder holds one schema for each operation, as generated, and nothing else', () => {
	const onDisk = readdirSync(path.join(project, schemaFolder), { recursive: true })
		.map((entry) => String(entry).split(path.sep).join('/'))
		.filter((entry) => entry.endsWith('.json'));
	const generated = schemaFiles();
	expect(onDisk.sort()).toEqual([...generated.keys()].sort());
	expect(generated.size).toBe([...endpoints, ...changeFeeds].length);
	for (const [file, text] of generated) {
		expect(readFileSync(path.join(project, schemaFolder, file), 'utf8')).toBe(text);
		expect(Object.keys((JSON.parse(text) as JsonSchema).properties ?? {})).not.toEqual([]);
	}
});

const reads = endpoints.flatMap(({ operationKey: key, endpoint }) =>
	endpoint.kind === 'read' ? [[key, endpoint] as [string, ReadEndpoint]] : [],
);

test.each(reads)(
	'%s: records fit their schema, and a complete one has all of it',
	(address, endpoint) => {
		const complete = arbitraryRecord(rowSchema(endpoint), { complete: true, maxItems: 2 });
		for (const row of fc.sample(complete, { numRuns: 5, seed: 1 }))
			expect(schemaMismatches(readSchema(address), row, true)).toEqual([]);
		for (const row of fc.sample(arbitraryRecord(rowSchema(endpoint)), { numRuns: 50, seed: 2 }))
			expect(schemaMismatches(readSchema(address), row, false)).toEqual([]);
	},
);

const written = {
	answered: ['MessageId: string', 'Message: string', 'recordCount: integer'],
	silent: ['success: boolean', 'recordCount: integer'],
};

test.each([
	['client/publish', written.answered],
	['productCatalog/publish', written.silent],
	['project/update', written.silent],
	['serviceOrder/update', written.answered],
	['task/update', written.answered],
	['timeSheet/update', written.answered],
	['vendor/publish', written.answered],
	['vendor/update', written.answered],
])(
	'%s returns what the service responds with, and how many records were sent',
	(address, fields) => {
		const properties = Object.entries(readSchema(address).properties ?? {});
		expect(properties.map(([name, { type }]) => `${name}: ${type}`)).toEqual(fields);
	},
);

test('the changes of a list are its records with their change', () => {
	const { properties } = readSchema('productCatalog/get');
	expect(readSchema('productCatalog/getChanges').properties).toEqual({
		...properties,
		change: { type: 'string' },
	});
});

describe('a wrong schema is caught', () => {
	const item = { Id: 'a', Lines: [{ Price: 1.5 }], Ticks: '638712345678901234' };
	const right: JsonSchema = {
		type: 'object',
		properties: {
			Id: { type: 'string' },
			Lines: {
				type: 'array',
				items: { type: 'object', properties: { Price: { type: 'number' } } },
			},
			Ticks: { type: 'integer' },
		},
	};
	const changed = (properties: Record<string, JsonSchema>) =>
		schemaMismatches(
			{ type: 'object', properties: { ...right.properties, ...properties } },
			item,
			true,
		);

	test('the right one is not', () => expect(changed({})).toEqual([]));

	test.each<[Record<string, JsonSchema>, string]>([
		[{ Id: { type: 'boolean' } }, '.Id: not boolean'],
		[{ Id: { type: 'integer' } }, '.Id: not integer'],
		[{ Colour: { type: 'string' } }, '.Colour: only in the schema'],
		[
			{ Lines: { type: 'array', items: { type: 'object', properties: {} } } },
			'.Lines[0].Price: only in the item',
		],
		[{ Lines: { type: 'array' } }, '.Lines: items are not described'],
	])('%j', (properties, mismatch) => {
		expect(changed(properties)).toEqual([mismatch]);
	});
});
