// A service that differs from its document: items hold everything, and one hint says what is different.
import { reply, startBareService } from '../../service.mjs';
import { runNode, type RunResult } from '../../engine.mjs';

const product = (id: string) => ({ Id: id, Warranty: 'two years', Msrp: 'on request' });

async function read(
	parameters: Record<string, string | object>,
	...bodies: readonly object[]
): Promise<RunResult> {
	const service = await startBareService((response, request, number) =>
		reply(200, JSON.stringify(bodies[number - 1] ?? bodies.at(-1)))(response, request, number),
	);
	try {
		return await runNode({
			parameters: parameters as never,
			credential: { baseUrl: service.url, authentication: 'none' },
		});
	} finally {
		await service.stop();
	}
}

const catalog = { resource: 'productCatalog', operation: 'get', id: 'C' };

test('undocumented and retyped fields are in the items, and named once', async () => {
	const { error, json, hints } = await read(
		{ ...catalog, returnAll: true as never, options: { pageSize: 2 } },
		{ Id: 'C', Name: 'N', TotalProductsCount: 3, Products: [product('1'), product('2')] },
		{ Id: 'C', Name: 'N', TotalProductsCount: 3, Products: [product('3')] },
	);
	expect(error).toBeUndefined();
	expect(json).toEqual([product('1'), product('2'), product('3')]);
	expect(hints).toEqual([
		{
			message:
				"The service sent fields of the product catalog that this version does not know: Products[].Warranty. Raw items hold them unchanged; Selected Fields takes their names under 'Other Fields'. The service sent fields of the product catalog with a type other than documented: Products[].Msrp.",
			type: 'warning',
			location: 'outputPane',
		},
	]);
});

test('a required field that is missing is named', async () => {
	const order = { Id: '1', Vendor: 'North', Number: '7', Colour: { Name: 'red' } };
	const { json, hints } = await read(
		{ resource: 'purchaseOrder', operation: 'get', id: '1' },
		order,
	);
	expect(json).toEqual([order]);
	expect(hints.map(({ message }) => message)).toEqual([
		"The service sent fields of the purchase order that this version does not know: Colour. Raw items hold them unchanged; Selected Fields takes their names under 'Other Fields'. The service sent no value for required fields of the purchase order: Status.",
	]);
});

test('a record as documented gives no hint', async () => {
	const order = { Id: '1', Vendor: 'North', Number: '7', Status: 'Open' };
	const { hints } = await read({ resource: 'purchaseOrder', operation: 'get', id: '1' }, order);
	expect(hints).toEqual([]);
});

test('a name is taken under Other Fields as the hint writes it', async () => {
	const parts = [{ Name: 'A', Maker: { City: 'Oslo', Zip: '1' } }];
	const body = { Id: 'C', Name: 'N', TotalProductsCount: 1, Products: [] as object[] };
	body.Products = [{ ...product('1'), Parts: parts, ItemLaborTypes: [{ Name: 'L', Rate: 2 }] }];
	const { json } = await read(
		{
			...catalog,
			output: 'selected',
			fields: [],
			otherFields: 'Products[].Warranty, Parts[].Maker.City, Products[].ItemLaborTypes[].Rate',
		},
		body,
	);
	expect(json).toEqual([
		{
			Id: '1',
			Warranty: 'two years',
			Parts: [{ Maker: { City: 'Oslo' } }],
			ItemLaborTypes: [{ Rate: 2 }],
		},
	]);
});

test('ten names are shown, and that there may be more', async () => {
	const fields = Object.fromEntries(
		Array.from({ length: 12 }, (_, index) => [`New${index}`, index]),
	);
	const order = { Id: '1', Vendor: 'North', Number: '7', Status: 'Open', ...fields };
	const { hints } = await read({ resource: 'purchaseOrder', operation: 'get', id: '1' }, order);
	expect(hints[0]?.message).toMatch(/know: New0, New1, .*New9 and possibly more\. Raw items/);
});
