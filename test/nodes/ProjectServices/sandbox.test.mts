// Any valid record arrives in the sandbox as it was meant, through n8n's engine and in every format.
import type { INodeParameters } from 'n8n-workflow';
import { Client } from '../../../api/resources/client';
import type { Schema } from '../../../api/schema/types';
import { Product } from '../../../api/resources/productCatalog';
import { UpdateProject } from '../../../api/resources/project';
import { UpdateServiceOrder } from '../../../api/resources/serviceOrder';
import { UpdateTask } from '../../../api/resources/task';
import { UpdateTimeSheet } from '../../../api/resources/timeSheet';
import { UpdateVendor, Vendor } from '../../../api/resources/vendor';
import type { ArbitraryValues } from '../../arbitraries';
import { fc, tries } from '../../fastCheck';
import { type Sandbox, sampleIds, startSandbox } from '../../sandbox/server.mjs';
import { runNode } from '../engine.mjs';
import { sendableRecord } from './sendableRecord';

jest.setTimeout(60_000);

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ products: 10 });
});
afterAll(async () => await sandbox.stop());

type Format = 'json' | 'xml' | 'form';

async function write(
	resource: string,
	operation: string,
	parameters: object,
	items: readonly object[],
	requestFormat: Format,
) {
	sandbox.forgetRequests();
	const result = await runNode({
		parameters: { resource, operation, ...parameters } as INodeParameters,
		items,
		credential: { baseUrl: sandbox.url, authentication: 'none' },
		service: { requestFormat },
	});
	expect(result.error?.description ?? result.error?.message).toBeUndefined();
	return { result, requests: sandbox.requests };
}

function isRecord(value: unknown): value is ArbitraryValues {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value without its nulls, which XML and form bodies leave out. */
function withoutNulls(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutNulls);
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([, member]) => member !== null)
			.map(([name, member]) => [name, withoutNulls(member)]),
	);
}

// A form body has no way to say that a list is empty.
function withoutEmptyLists(record: ArbitraryValues): ArbitraryValues {
	const isEmpty = (value: unknown) =>
		Array.isArray(value) && value.every((member) => Object.keys(member as object).length === 0);
	return Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)));
}

/** Blanks around IDs are cut off. */
function withTrimmedId(record: ArbitraryValues): ArbitraryValues {
	return typeof record.Id === 'string' ? { ...record, Id: record.Id.trim() } : record;
}

function arbitrary(schema: Schema, format: Format): fc.Arbitrary<ArbitraryValues> {
	const record = sendableRecord(schema, {
		xmlText: format !== 'json',
		nulls: format === 'json',
		maxItems: 1,
	});
	return (format === 'form' ? record.map(withoutEmptyLists) : record).map(withTrimmedId);
}

const publishes: ReadonlyArray<
	[
		resource: string,
		operation: string,
		schema: Schema,
		records: string,
		head: object,
		formats: Format[],
	]
> = [
	['client', 'publish', Client, 'Clients', { listId: 'L', listName: 'N' }, ['json', 'xml']],
	['vendor', 'publish', Vendor, 'Vendors', { listId: 'L', listName: 'N' }, ['json', 'xml']],
	['timeSheet', 'update', UpdateTimeSheet, 'UpdateTimeSheets', {}, ['json', 'xml']],
	['productCatalog', 'publish', Product, 'Products', { catalogName: 'N' }, ['json', 'xml', 'form']],
];

describe.each(
	publishes.flatMap(([resource, operation, schema, records, head, formats]) =>
		formats.map((format) => ({ resource, operation, schema, records, head, format })),
	),
)('$resource/$operation as $format', ({ resource, operation, schema, records, head, format }) => {
	test('arrives as it was meant', async () => {
		// Records without a key go out apart, and keys without the blanks around them.
		const record = arbitrary(schema, format).map(
			({ IntegrationId, IntegrationProductId, Number, ...value }) => ({
				...value,
				Id: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
			}),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 4 }), async (items) => {
				const { result, requests } = await write(
					resource,
					operation,
					{
						...head,
						record: { mappingMode: 'autoMapInputData', value: null, schema: [] },
					},
					items,
					format,
				);
				expect(requests).toHaveLength(1);
				const body = requests[0].body as ArbitraryValues;
				expect(body[records]).toEqual(format === 'json' ? items : withoutNulls(items));
				expect(result.json).toMatchObject([{ recordCount: items.length }]);
			}),
			{ numRuns: tries(3, 12) },
		);
	});
});

const updates: ReadonlyArray<[resource: string, schema: Schema, identity: ArbitraryValues]> = [
	['task', UpdateTask, { TaskId: sampleIds.task }],
	['serviceOrder', UpdateServiceOrder, { ServiceOrderId: sampleIds.serviceOrder }],
	['vendor', UpdateVendor, { IntegrationId: 'ERP-V-1001', Number: null }],
	['project', UpdateProject, { ProjectId: 'P-1001' }],
];

describe.each(
	updates.flatMap(([resource, schema, identity]) =>
		(['json', 'xml'] as const).map((format) => ({ resource, schema, identity, format })),
	),
)('$resource/update as $format', ({ resource, schema, identity, format }) => {
	test('arrives as it was meant', async () => {
		// An update that sets nothing is refused, and so is an empty choice, which the service would read as all.
		const all = arbitrary(schema, format).map(withoutEmptyLists);
		const update = all.filter(
			(values) =>
				values.UpdateProjectItemFieldIds !== null &&
				Object.entries(values).some(
					([name, value]) => !(name in identity) && JSON.stringify(value) !== '{}',
				),
		);
		await fc.assert(
			fc.asyncProperty(update, async (values) => {
				const body = { ...values, ...identity };
				const { requests } = await write(
					resource,
					'update',
					{ dataMode: 'json', body: '={{ $json }}', itemFieldsToUpdate: 'all' },
					[body],
					format,
				);
				expect(requests.map((request) => request.body)).toEqual([body]);
			}),
			{ numRuns: tries(3, 10) },
		);
	});
});
