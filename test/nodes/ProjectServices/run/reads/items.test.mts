// What the items of a read hold in n8n's engine: which fields, under which names, split out of which collection.
import type { Sandbox } from '../../../../sandbox/server.mjs';
import { held, pairs, withSandbox } from './support.mjs';
import { runNode } from '../../../engine.mjs';
import { reply, startBareService } from '../../../service.mjs';

jest.setTimeout(60_000);

let sandbox: Sandbox;
const read = withSandbox((started) => {
	sandbox = started;
});

describe('what an item holds', () => {
	test('simplified is the few fields that identify and summarise', async () => {
		const result = await read('purchaseOrder/get', { id: 'PO-1001', output: 'simplified' });
		const order = held(sandbox, 'purchaseOrder', 'PO-1001') as Record<string, unknown>;
		expect(result.json).toEqual([
			Object.fromEntries(
				[
					'Id',
					'Number',
					'Vendor',
					'Status',
					'Projects',
					'Date',
					'RequestDeliveryDate',
					'CurrencyCode',
					'UpdatedOn',
				]
					.filter((name) => name in order)
					.map((name) => [name, order[name]]),
			),
		]);
	});

	test('selected is what was chosen, and the ID', async () => {
		const order = held(sandbox, 'purchaseOrder', 'PO-1001') as Record<string, unknown>;
		const result = await read('purchaseOrder/get', {
			id: 'PO-1001',
			output: 'selected',
			fields: ['Number', 'PurchaseOrderItems'],
		});
		expect(result.json).toEqual([
			{ Id: 'PO-1001', Number: order.Number, PurchaseOrderItems: order.PurchaseOrderItems },
		]);
	});

	test('nested fields are selected with a dot, in records and in collections', async () => {
		const order = held(sandbox, 'purchaseOrder', 'PO-1001') as Record<string, never>;
		const result = await read('purchaseOrder/get', {
			id: 'PO-1001',
			output: 'selected',
			fields: [],
			otherFields: 'ShipToAddress.City, PurchaseOrderItems.Model, Undocumented',
		});
		const { ShipToAddress, PurchaseOrderItems } = order as Record<string, never> & {
			ShipToAddress: { City: string };
			PurchaseOrderItems: Array<{ Model: string }>;
		};
		expect(result.json).toEqual([
			{
				Id: 'PO-1001',
				ShipToAddress: { City: ShipToAddress.City },
				PurchaseOrderItems: PurchaseOrderItems.map(({ Model }) => ({ Model })),
			},
		]);
	});

	test('a documented field that is written otherwise is refused by name', async () => {
		const result = await read('purchaseOrder/get', {
			id: 'PO-1001',
			output: 'selected',
			fields: '={{ ["number"] }}',
		});
		expect(result.error?.message).toBe(
			'"number" is not a field of this record. Did you mean "Number"?',
		);
	});

	test('split out gives a row a line with its order beside it', async () => {
		const order = held(sandbox, 'purchaseOrder', 'PO-1001') as Record<string, unknown> & {
			PurchaseOrderItems: object[];
		};
		const result = await read('purchaseOrder/get', {
			id: 'PO-1001',
			output: 'selected',
			fields: ['Number', 'Vendor'],
			options: { splitOut: 'PurchaseOrderItems' },
		});
		expect(result.json).toEqual(
			order.PurchaseOrderItems.map((line) => ({
				...line,
				PurchaseOrder: { Id: order.Id, Number: order.Number, Vendor: order.Vendor },
			})),
		);
		expect(pairs(result.outputs[0])).toEqual([{ item: 0 }, { item: 0 }, { item: 0 }]);
	});

	test.each<[string, string[]]>([
		['simplified', ['Id', 'Number', 'Vendor', 'Status']],
		['all', ['Id', 'Number', 'Vendor', 'Status', 'Terms', 'VendorAddress']],
		['none', []],
	])('split out keeps of the record: %s', async (splitOutParent, names) => {
		const result = await read('purchaseOrder/get', {
			id: 'PO-1001',
			options: { splitOut: 'PurchaseOrderItems', splitOutParent },
		});
		expect(result.json).toHaveLength(3);
		for (const row of result.json as Array<{ Model?: string; PurchaseOrder?: object }>) {
			expect(row).toHaveProperty('Model');
			const kept = Object.keys(row.PurchaseOrder ?? {});
			expect(kept).toEqual(expect.arrayContaining(names));
			expect(kept.length > 10).toBe(splitOutParent === 'all');
			expect('PurchaseOrder' in row).toBe(splitOutParent !== 'none');
		}
	});

	test('split out says how many records had nothing to split out', async () => {
		const ids = ['PO-1001', 'PO-1008', 'PO-1007'];
		sandbox.change('purchaseOrder', 'PO-1008', { PurchaseOrderItems: [] });
		sandbox.change('purchaseOrder', 'PO-1007', { PurchaseOrderItems: null });
		const parameters = { id: '={{ $json.id }}', options: { splitOut: 'PurchaseOrderItems' } };
		const items = ids.map((id) => ({ id }));
		const result = await read('purchaseOrder/get', parameters, { items });
		expect(result.hints.map(({ message }) => message)).toEqual([
			"2 records were skipped: their 'Split Out' collection is empty.",
		]);
		expect(new Set(pairs(result.outputs[0]).map((pair) => JSON.stringify(pair))).size).toBe(1);
	});

	test('only filled fields leaves nothing empty', async () => {
		sandbox.change('purchaseOrder', 'PO-1009', { Notes: '', Terms: null, Contacts: [] });
		const result = await read('purchaseOrder/get', {
			id: 'PO-1009',
			options: { onlyFilled: true },
		});
		expect(Object.keys(result.json[0] as object)).not.toEqual(expect.arrayContaining(['Notes']));
		expect(JSON.stringify(result.json)).not.toMatch(/:(null|""|\[\])/);
	});

	test('custom fields come under the names that a person gave them', async () => {
		sandbox.change('task', 'T-1002', { CustomField1: 'Ballroom', CustomField6: true });
		const names = [
			{ field: 'CustomField1', name: 'Room' },
			{ field: 'CustomField6', name: 'Signed Off' },
		];
		const result = await read('task/get', {
			id: 'T-1002',
			options: { customFieldNames: { names } },
		});
		expect(result.json).toEqual([
			expect.objectContaining({ Room: 'Ballroom', 'Signed Off': true }),
		]);
		expect(result.json[0]).not.toHaveProperty('CustomField1');
	});

	test('names in the credential count for every node, and can be selected', async () => {
		sandbox.change('task', 'T-1002', { CustomField1: 'Ballroom' });
		const result = await read(
			'task/get',
			{ id: 'T-1002', output: 'selected', fields: [], otherFields: 'Room' },
			{
				credential: {
					baseUrl: sandbox.url,
					authentication: 'none',
					customFieldNames: 'SITask.CustomField1 = Room\nClient.CustomField1 = Region',
				},
			},
		);
		expect(result.json).toEqual([{ Id: 'T-1002', Room: 'Ballroom' }]);
	});

	test.each([
		[[{ field: 'CustomField1', name: 'Number' }], /the name of another field/],
		[
			[
				{ field: 'CustomField1', name: 'Room' },
				{ field: 'CustomField2', name: 'Room' },
			],
			/the name of another field/,
		],
		[[{ field: 'CustomField99', name: 'Room' }], /not a custom field/],
		[[{ field: 'CustomField1', name: ' ' }], /has no name/],
	])('names that clash are refused: %j', async (names, message) => {
		const result = await read('task/get', {
			id: 'T-1002',
			options: { customFieldNames: { names } },
		});
		expect(result.error?.message).toMatch(message);
	});
});

test('a name of a custom field that the service uses itself replaces nothing', async () => {
	const names = [{ field: 'CustomField1', name: 'Room' }];
	const record = { Id: '1', CustomField1: 'mine', Room: 'theirs' };
	const service = await startBareService(reply(200, JSON.stringify(record)));
	const { json } = await runNode({
		parameters: {
			resource: 'task',
			operation: 'get',
			id: '1',
			options: { customFieldNames: { names } },
		},
		credential: { baseUrl: service.url, authentication: 'none' },
	});
	await service.stop();
	expect(json).toEqual([record]);
});
