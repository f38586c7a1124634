// Where responses differ from the service's document: noticed alike by the readers and the oracle.
import type { Drift } from '../../../wire/reading/records';
import { type AddressedShape, readBothWays, shapeOf } from './support/readers';

function driftOf(address: AddressedShape['address'], text: string): Drift | undefined {
	const { fast, reference } = readBothWays(shapeOf(address), Buffer.from(text), () => 9);
	expect(fast).toEqual(reference);
	if (!fast.ok) throw new Error(fast.problem);
	return fast.drift;
}

const none: Drift = { undocumented: [], missing: [], retyped: [] };

test('a documented response has none', () => {
	const text =
		'{"Name":"c","Products":[{"Id":"1","UnitCost":5.5,"UpdatedOnTicks":638712345678901234}]}';
	expect(driftOf('productCatalog/get', text)).toBeUndefined();
});

test.each([
	[
		'JSON',
		'{"Name":"c","New":{"Inner":1},"Products":[{"Id":"1","Warranty":1},{"Warranty":2,"ItemLaborTypes":[{"Rate":1}]}]}',
	],
	[
		'XML',
		'<ProductCatalog><Name>c</Name><New><Inner>1</Inner></New><Products><Product><Id>1</Id><Warranty>1</Warranty></Product><Product><Warranty>2</Warranty><ItemLaborTypes><ItemLaborType><Rate>1</Rate></ItemLaborType></ItemLaborTypes></Product></Products></ProductCatalog>',
	],
])('%s: undocumented fields, by their paths', (_, text) => {
	const undocumented = ['New', 'Products[].Warranty', 'Products[].ItemLaborTypes[].Rate'];
	expect(driftOf('productCatalog/get', text)).toEqual({ ...none, undocumented });
});

test('a list of records has paths without a list', () => {
	expect(driftOf('client/getAll', '[{"Name":"a","Loyalty":1}]')).toEqual({
		...none,
		undocumented: ['Loyalty'],
	});
});

test.each([
	['left out', '{"Products":[]}'],
	['null', '{"Name":null,"Products":[]}'],
	['left out of XML', '<ProductCatalog><Id>1</Id></ProductCatalog>'],
	[
		'nil',
		'<ProductCatalog xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><Name i:nil="true"/></ProductCatalog>',
	],
])('a required field that is %s', (_, text) => {
	expect(driftOf('productCatalog/get', text)).toEqual({ ...none, missing: ['Name'] });
});

test.each([
	['a number as a string', '{"Name":"c","Products":[{"UnitCost":"5.5"}]}', 'UnitCost'],
	['a string as a number', '{"Name":"c","Products":[{"Model":5}]}', 'Model'],
	['a boolean as a string', '{"Name":"c","Products":[{"Taxable":"yes"}]}', 'Taxable'],
	['a list as an object', '{"Name":"c","Products":[{"ItemLaborTypes":{"a":1}}]}', 'ItemLaborTypes'],
	[
		'a record in a list as a string',
		'{"Name":"c","Products":[{"ItemLaborTypes":["a"]}]}',
		'ItemLaborTypes',
	],
	['a string as an object', '{"Name":"c","Products":[{"Model":{"Name":1}}]}', 'Model'],
	[
		'a number in XML',
		'<ProductCatalog><Name>c</Name><Products><Product><UnitCost>much</UnitCost></Product></Products></ProductCatalog>',
		'UnitCost',
	],
	[
		'a string in XML',
		'<ProductCatalog><Name>c</Name><Products><Product><Model><A>1</A></Model></Product></Products></ProductCatalog>',
		'Model',
	],
	[
		'a list in XML',
		'<ProductCatalog><Name>c</Name><Products><Product><ItemLaborTypes>none</ItemLaborTypes></Product></Products></ProductCatalog>',
		'ItemLaborTypes',
	],
])('another type than documented: %s', (_, text, name) => {
	expect(driftOf('productCatalog/get', text)).toEqual({ ...none, retyped: [`Products[].${name}`] });
});

test.each([
	['serviceOrder/get', '{"Name":"n","BillingAddress":[{"City":1,"x":2}]}', 'BillingAddress'],
	[
		'productCatalog/get',
		'{"Name":"n","Products":[{"ItemLaborTypes":[[{"Q":1}]]}]}',
		'Products[].ItemLaborTypes',
	],
	['productCatalog/get', '{"Name":"n","Products":[{"Model":[{"Q":1}]}]}', 'Products[].Model'],
])('of a list that is not documented, only that it came: %s %s', (address, text, path) => {
	const drift = driftOf(address, text);
	expect(drift?.retyped).toEqual([path]);
	expect(drift?.undocumented).toEqual([]);
});

test('at most ten names of each kind', () => {
	const fields = Array.from({ length: 25 }, (_, index) => `"New${index}":1`).join();
	const drift = driftOf('productCatalog/get', `{"Name":"c","Products":[{${fields}}]}`);
	expect(drift?.undocumented).toEqual(
		Array.from({ length: 10 }, (_, index) => `Products[].New${index}`),
	);
});

test('a long name is cut', () => {
	const name = 'n'.repeat(100_000);
	const drift = driftOf('productCatalog/get', `{"Name":"c","Products":[{"${name}":1}]}`);
	expect(drift?.undocumented).toEqual([`Products[].${'n'.repeat(189)}…`]);
});

test('each response has its own', () => {
	const grown = '{"Name":"c","Products":[{"Warranty":1}]}';
	for (let round = 0; round < 3; round++) {
		expect(driftOf('productCatalog/get', grown)?.undocumented).toEqual(['Products[].Warranty']);
		expect(driftOf('productCatalog/get', '{"Name":"c","Products":[{"Id":"1"}]}')).toBeUndefined();
	}
});
