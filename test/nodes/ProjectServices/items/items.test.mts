// What the items of a read hold in n8n's engine: which fields, under which names; and
// the hint where a service differs from its document.
import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/server.mjs';
import { held, pairs, withSandbox } from '../operations/support.mjs';
import { runNode, type RunResult } from '../../engine.mjs';
import { reply } from '../../service.mjs';
import { serve } from '../bareOrders.mjs';

jest.setTimeout(60_000);

type Json = Record<string, unknown>;

interface Order extends Json {
	readonly ShipToAddress: Json;
	readonly PurchaseOrderItems: readonly Json[];
}

let sandbox: Sandbox;
const read = withSandbox((started) => {
	sandbox = started;
});

function picked(record: Json, ...names: readonly string[]): Json {
	return Object.fromEntries(names.map((name) => [name, record[name]]));
}

const simplified =
	'Id Number Vendor Status Projects Date RequestDeliveryDate CurrencyCode UpdatedOn';

test.each<[string, INodeParameters, (order: Order) => Json[]]>([
	[
		'simplified: the few fields that identify and summarize',
		{ output: 'simplified' },
		(order) => [picked(order, ...simplified.split(' ').filter((name) => name in order))],
	],
	[
		'selected: what was chosen, and the ID',
		{ output: 'selected', fields: ['Number', 'PurchaseOrderItems'] },
		(order) => [picked(order, 'Id', 'Number', 'PurchaseOrderItems')],
	],
	[
		'nested fields, selected with a dot',
		{
			output: 'selected',
			otherFields: 'ShipToAddress.City, PurchaseOrderItems.Model, Undocumented',
		},
		({ Id, ShipToAddress, PurchaseOrderItems }) => [
			{
				Id,
				ShipToAddress: picked(ShipToAddress, 'City'),
				PurchaseOrderItems: PurchaseOrderItems.map((line) => picked(line, 'Model')),
			},
		],
	],
])('an order as %s', async (_, parameters, expected) => {
	const items = expected(held(sandbox, 'purchaseOrder', 'PO-1001') as Order);
	const result = await read('purchaseOrder/get', { id: 'PO-1001', fields: [], ...parameters });
	expect(result.error).toBeUndefined();
	expect(result.json).toEqual(items);
	expect(pairs(result.outputs[0])).toEqual(items.map(() => ({ item: 0 })));
});

test.each([
	['number', '"number" is not a field of this record. Did you mean "Number"?'],
	['VendorAddress.city', '"city" is not a field of this record. Did you mean "City"?'],
	['purchase_order_items.Id', /Did you mean "PurchaseOrderItems"\?$/],
	['Nummer', '"Nummer" is not a field of this record. Did you mean "Number"?'],
	['Warranty', '"Warranty" is not a field of this record'],
])(
	'%s under Field Names, which is not documented so, is refused by name',
	async (field, message) => {
		const parameters = { id: 'PO-1001', output: 'selected', fields: `={{ ["${field}"] }}` };
		const { error } = await read('purchaseOrder/get', parameters);
		expect(error?.message).toMatch(message);
		expect(error?.description).toContain("belongs under 'Other Fields'");
	},
);

test('under Other Fields, an undocumented name is taken as it is, a documented one in its spelling', async () => {
	sandbox.change('purchaseOrder', 'PO-1006', { Warranty: { Until: '2030' } });
	const order = { id: 'PO-1006', output: 'selected', fields: [] };
	const { json } = await read('purchaseOrder/get', { ...order, otherFields: 'Warranty.Until' });
	expect(json).toEqual([{ Id: 'PO-1006', Warranty: { Until: '2030' } }]);
	const { error } = await read('purchaseOrder/get', { ...order, otherFields: 'number' });
	expect(error?.message).toBe('"number" is not a field of this record. Did you mean "Number"?');
});

/** Reads from a service that gives these bodies, one after the other. */
async function readBare(
	{ customFieldNames = '', ...parameters }: { customFieldNames?: string } & INodeParameters,
	...bodies: readonly object[]
): Promise<RunResult> {
	const { url: baseUrl } = await serve((response, request, number) =>
		reply(200, JSON.stringify(bodies[number - 1] ?? bodies.at(-1)))(response, request, number),
	);
	return await runNode({
		parameters: { operation: 'get', id: '1', ...parameters },
		credential: { baseUrl, authentication: 'none', customFieldNames },
	});
}

test('a name for one type of record counts for no other one, and leads to nested fields', async () => {
	const record = {
		Id: '1',
		Labors: [{ ItemCustomField1: 'team A' }],
		Products: [{ ItemCustomField1: 'red' }],
		Extra: { CustomField1: 'undocumented' },
		CustomField1: 'Ballroom',
	};
	const customFieldNames =
		'CustomField1 = Remark\nServiceOrderLabor.ItemCustomField1 = Crew\nServiceOrderProduct.ItemCustomField1 = Color';
	const get = async (more: object) =>
		(await readBare({ resource: 'serviceOrder', customFieldNames, ...more }, record)).json;
	const { Id, Extra } = record;
	const named = { Id, Labors: [{ Crew: 'team A' }], Products: [{ Color: 'red' }] };
	expect(await get({})).toEqual([{ ...named, Extra, Remark: 'Ballroom' }]);
	const nested = { output: 'selected', fields: [], otherFields: 'Labors.Crew,Products.Color' };
	expect(await get(nested)).toEqual([named]);
});

test('a name of a custom field that the service uses itself replaces nothing', async () => {
	const record = { Id: '1', CustomField1: 'mine', Room: 'theirs' };
	const parameters = { resource: 'task', customFieldNames: 'CustomField1 = Room' };
	expect((await readBare(parameters, record)).json).toEqual([record]);
});

const unknown = (noun: string, paths: string) =>
	`The service sent fields of the ${noun} that this version does not know: ${paths}. Raw items have those of the records unchanged; to select these, enter their names under 'Other Fields'.`;
const catalog = { Id: 'C', Name: 'N', TotalProductsCount: 3 };
const product = (Id: string) => ({ Id, Warranty: 'two years', Msrp: 'on request' });

test('undocumented and retyped fields are in the items, and named once', async () => {
	const { json, hints } = await readBare(
		{ resource: 'productCatalog', returnAll: true, options: { pageSize: 2 } },
		{ ...catalog, Products: [product('1'), product('2')] },
		{ ...catalog, Products: [product('3')] },
	);
	expect(json).toEqual([product('1'), product('2'), product('3')]);
	expect(hints).toEqual([
		{
			message: `${unknown('product catalog', 'Products[].Warranty')} The service sent fields of the product catalog with a type other than documented: Products[].Msrp.`,
			type: 'warning',
			location: 'outputPane',
		},
	]);
});

const order = { Id: '1', Vendor: 'North', Number: '7' };
const twelve = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`New${index}`, index]));
const ten = Object.keys(twelve).slice(0, 10).join(', ');

test.each([
	['as documented', { Status: 'Open' }, []],
	[
		'without a required field',
		{ Colour: { Name: 'red' } },
		[
			`${unknown('purchase order', 'Colour')} The service sent no value for required fields of the purchase order: Status.`,
		],
	],
	[
		'with many undocumented fields',
		{ Status: 'Open', ...twelve },
		[unknown('purchase order', `${ten} and possibly more`)],
	],
])('the hints about a record %s', async (_, fields, expected) => {
	const record = { ...order, ...fields };
	const { hints, json } = await readBare({ resource: 'purchaseOrder' }, record);
	expect(json).toEqual([record]);
	expect(hints.map(({ message }) => message)).toEqual(expected);
});

test('Get Changes keeps a field of the record that is called change', async () => {
	const products = [
		{ Id: '1', Model: 'A', change: 'their own' },
		{ Id: '2', Model: 'B' },
	];
	const parameters = { resource: 'productCatalog', operation: 'getChanges' };
	const { json } = await readBare(parameters, { Products: products, TotalProductsCount: 2 });
	expect(json).toEqual([
		{ Id: '1', Model: 'A', change_1: 'their own', change: 'created' },
		{ Id: '2', Model: 'B', change: 'created' },
	]);
});
