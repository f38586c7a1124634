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

test('the folder holds one schema an operation, as generated, and nothing else', () => {
	const onDisk = readdirSync(path.join(project, schemaFolder), { recursive: true })
		.map((entry) => String(entry).split(path.sep).join('/'))
		.filter((entry) => entry.endsWith('.json'));
	const generated = schemaFiles();
	expect(onDisk.sort()).toEqual([...generated.keys()].sort());
	expect(generated.size).toBe(18 + 6);
	for (const [file, text] of generated) {
		expect(readFileSync(path.join(project, schemaFolder, file), 'utf8')).toBe(text);
	}
});

test.each([...endpoints, ...changeFeeds].map(({ operationKey: key }) => key))(
	'%s has what the editor asks for',
	(address) => {
		const schema = readSchema(address);
		expect(schema.type).toBe('object');
		expect(Object.keys(schema.properties ?? {}).length).toBeGreaterThan(0);
	},
);

const reads = endpoints.flatMap(({ operationKey: key, endpoint }) =>
	endpoint.kind === 'read' ? [[key, endpoint] as [string, ReadEndpoint]] : [],
);

test.each(reads)(
	'%s: a complete record and its schema hold the same fields',
	(address, endpoint) => {
		const complete = arbitraryRecord(rowSchema(endpoint), { complete: true, maxItems: 2 });
		for (const row of fc.sample(complete, { numRuns: 5, seed: 1 })) {
			expect(schemaMismatches(readSchema(address), row, true)).toEqual([]);
		}
	},
);

test.each(reads)('%s: any record fits its schema', (address, endpoint) => {
	for (const row of fc.sample(arbitraryRecord(rowSchema(endpoint)), { numRuns: 50, seed: 2 })) {
		expect(schemaMismatches(readSchema(address), row, false)).toEqual([]);
	}
});

test('a write gives what the service answers, and how many records it carried', () => {
	const answered = {
		type: 'object',
		properties: {
			MessageId: { type: 'string' },
			Message: { type: 'string' },
			recordCount: { type: 'integer' },
		},
	};
	const silent = {
		type: 'object',
		properties: { success: { type: 'boolean' }, recordCount: { type: 'integer' } },
	};
	const writes = endpoints.filter(({ endpoint }) => endpoint.kind === 'write');
	expect(Object.fromEntries(writes.map(({ operationKey: key }) => [key, readSchema(key)]))).toEqual(
		{
			'client/publish': answered,
			'productCatalog/publish': silent,
			'project/update': silent,
			'serviceOrder/update': answered,
			'task/update': answered,
			'timeSheet/update': answered,
			'vendor/publish': answered,
			'vendor/update': answered,
		},
	);
});

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

	test.each<[string, Record<string, JsonSchema>, string]>([
		['another type', { Id: { type: 'boolean' } }, '.Id: not boolean'],
		['text that is no number', { Id: { type: 'integer' } }, '.Id: not integer'],
		['a field too many', { Colour: { type: 'string' } }, '.Colour: only in the schema'],
		[
			'a field too few, deep inside',
			{ Lines: { type: 'array', items: { type: 'object', properties: {} } } },
			'.Lines[0].Price: only in the item',
		],
		['no items', { Lines: { type: 'array' } }, '.Lines: items are not described'],
	])('%s', (_, properties, mismatch) => {
		expect(changed(properties)).toEqual([mismatch]);
	});
});
