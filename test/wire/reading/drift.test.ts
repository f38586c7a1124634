// Where responses differ from the service's document: noticed wherever they are cut.
import type { Drift } from '../../../wire/result';
import { readBothWays, shapeOf } from './support/readers';

function driftOf(address: string, text: string): Drift | undefined {
	const { fast, reference } = readBothWays(shapeOf(address), Buffer.from(text), () => 9);
	expect(fast).toEqual(reference);
	if (!fast.ok) throw new Error(fast.problem);
	return fast.drift;
}

const none: Drift = { undocumented: [], missing: [], retyped: [], dropped: [] };

test('a documented response has none', () => {
	const text = '{"Name":"c","Products":[{"Id":"1","Msrp":5.5,"UpdatedOnTicks":9007199254740993}]}';
	expect(driftOf('productCatalog/get', text)).toBeUndefined();
});

test.each([{ fields: ['Id'] }, { where: { fields: ['Id'], matches: () => false } }])(
	'a long number that came as a string is none, whatever is kept: %j',
	(projection) => {
		const text = '{"Products":[{"Id":"a","UpdatedOnTicks":"637450560000000000"}]}';
		const bytes = Buffer.from(text);
		const { fast } = readBothWays(shapeOf('productCatalog/get'), bytes, () => 9, { projection });
		expect(fast).toMatchObject({ ok: true });
		expect(fast).not.toHaveProperty('drift.retyped', ['Products[].UpdatedOnTicks']);
	},
);

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

test('one or many records have paths without a list, whatever came before', () => {
	const drift = driftOf('client/getAll', '[{"Name":"a","Loyalty":1}]');
	expect(drift).toEqual({ ...none, undocumented: ['Loyalty'] });
	driftOf('task/getByProject', '{"Number":"1"}');
	expect(driftOf('task/getByProject', '{"Id":"1"}')?.missing).toContain('Number');
});

test.each([
	'{"Products":[]}',
	'{"Name":null,"Products":[]}',
	'<ProductCatalog><Id>1</Id></ProductCatalog>',
	'<ProductCatalog xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><Name i:nil="true"/></ProductCatalog>',
])('a required field is missing or null: %s', (text) => {
	expect(driftOf('productCatalog/get', text)).toEqual({ ...none, missing: ['Name'] });
});

test.each([
	['{"UnitCost":"5.5"}', 'UnitCost'],
	['{"Model":5}', 'Model'],
	['{"Taxable":"yes"}', 'Taxable'],
	['{"ItemLaborTypes":{"a":1}}', 'ItemLaborTypes'],
	['{"ItemLaborTypes":["a"]}', 'ItemLaborTypes'],
	['{"Model":{"Name":1}}', 'Model'],
	['<UnitCost>much</UnitCost>', 'UnitCost'],
	['<Model><A>1</A></Model>', 'Model'],
	['<ItemLaborTypes>none</ItemLaborTypes>', 'ItemLaborTypes'],
])('another type than documented: %s', (row, name) => {
	const text = row.startsWith('<')
		? `<ProductCatalog><Name>c</Name><Products><Product>${row}</Product></Products></ProductCatalog>`
		: `{"Name":"c","Products":[${row}]}`;
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
	const drift = driftOf('productCatalog/get', `{"Name":"c","Products":[{"Id":"1",${fields}}]}`);
	const names = Array.from({ length: 10 }, (_, index) => `Products[].New${index}`);
	expect(drift?.undocumented).toEqual(names);
});

test('each response has its own', () => {
	const grown = '{"Name":"c","Products":[{"Id":"1","Warranty":1}]}';
	for (let round = 0; round < 3; round++) {
		expect(driftOf('productCatalog/get', grown)?.undocumented).toEqual(['Products[].Warranty']);
		expect(driftOf('productCatalog/get', '{"Name":"c","Products":[{"Id":"1"}]}')).toBeUndefined();
	}
});
