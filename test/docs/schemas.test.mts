// The output schemas on disk: current, of the form that the editor reads, and true of what comes out.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod/v4';

import { rowSchema, undocumented, type ReadEndpoint } from '../../api/endpoint';
import { changeFeeds, endpoints } from '../../api/index';
import { serviceOperations } from '../../nodes/ProjectServices/operations/serviceOperations';
import { schemaFiles, SCHEMA_FOLDER, type JsonSchema } from '../../scripts/outputSchemas';
import { arbitraryRecord } from '../arbitraries';
import { fc } from '../fastCheck.mjs';
import { hostRequire } from '../host/location.cjs';

const project = path.resolve(__dirname, '../..');
const { resolveOutputSchemaPath } = hostRequire<{
	resolveOutputSchemaPath(of: object): string | undefined;
}>('n8n-core');

function readSchema(address: string): JsonSchema {
	const file = path.join(project, SCHEMA_FOLDER, `${address}.json`);
	return JSON.parse(readFileSync(file, 'utf8')) as JsonSchema;
}

test('the folder holds one schema for each operation, as generated, and nothing else', () => {
	const onDisk = readdirSync(path.join(project, SCHEMA_FOLDER), { recursive: true })
		.map((entry) => String(entry).split(path.sep).join('/'))
		.filter((entry) => entry.endsWith('.json'));
	const generated = schemaFiles();
	expect(onDisk.sort()).toEqual([...generated.keys()].sort());
	expect(generated.size).toBe([...endpoints, ...changeFeeds, ...serviceOperations].length);
	for (const [file, text] of generated) {
		expect(readFileSync(path.join(project, SCHEMA_FOLDER, file), 'utf8')).toBe(text);
		expect(Object.keys((JSON.parse(text) as JsonSchema).properties ?? {})).not.toEqual([]);
		// Where n8n looks before the first run.
		const [resource, operation] = file.replace('.json', '').split('/');
		const nodeDir = path.join(project, 'nodes/ProjectServices');
		const found = resolveOutputSchemaPath({ nodeDir, version: '1.0.0', resource, operation });
		expect(found).toBe(path.join(project, SCHEMA_FOLDER, file));
	}
});

// A number that a JavaScript number cannot hold is a string with all its digits.
const digits = z.string().regex(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/);

/** Accepts what a schema describes, without other fields; with `complete`, every field has to be there. */
function validatorOf({ type, items, properties }: JsonSchema, complete: boolean): z.ZodType {
	const fields = Object.entries(properties ?? {}).map(
		([name, schema]) => [name, validatorOf(schema, complete)] as const,
	);
	const object = z.strictObject(Object.fromEntries(fields));
	const validator = {
		string: z.string(),
		boolean: z.boolean(),
		integer: z.union([z.number().int(), digits]),
		number: z.union([z.number(), digits]),
		array: z.array(items ? validatorOf(items, complete) : z.never()),
		object: complete ? object : object.partial(),
	}[type];
	return complete ? validator : validator.nullable();
}

const reads = endpoints.flatMap(({ operationKey: key, endpoint }) =>
	endpoint.kind === 'read' ? [[key, endpoint] as [string, ReadEndpoint]] : [],
);

test.each(reads)(
	'%s: records fit their schema, and a complete one has all of it',
	(address, endpoint) => {
		const complete = arbitraryRecord(rowSchema(endpoint), { complete: true, maxItems: 2 });
		const whole = validatorOf(readSchema(address), true);
		for (const row of fc.sample(complete, { numRuns: 5, seed: 1 })) whole.parse(row);
		const partial = validatorOf(readSchema(address), false);
		const some = arbitraryRecord(rowSchema(endpoint));
		for (const row of fc.sample(some, { numRuns: 50, seed: 2 })) partial.parse(row);
	},
);

const written = {
	answered: ['MessageId: string', 'Message: string', 'recordCount: integer'],
	silent: ['success: boolean', 'recordCount: integer'],
};

const writes = endpoints.flatMap(({ operationKey: key, endpoint: { kind, response } }) =>
	kind === 'write'
		? [[key, response === undocumented ? written.silent : written.answered] as const]
		: [],
);

test.each(writes)(
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
