// Tags that are not in one of the usual forms, the same in each row: they are read once and then recognized.
import { readBothWays, shapeOf } from './support/readers';

const shape = shapeOf('productCatalog/get');
const INSTANCE = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';

function catalogOf(row: (index: number) => string, rows = 40, end = '</ProductCatalog>'): string {
	const products = Array.from({ length: rows }, (_, index) => `<Product>${row(index)}</Product>`);
	return `<ProductCatalog ${INSTANCE} xmlns:p="urn:p"><Name>c</Name>\n<Products>${products.join('\n')}</Products>${end}`;
}

const forms: ReadonlyArray<readonly [string, (index: number) => string]> = [
	['attributes', (index) => `<Model a="1" b='é'>${index}</Model><Notes a="1"/>`],
	['the type of a value', (index) => `<UnitCost i:type="x">${index}.5</UnitCost>`],
	['a space at the end', (index) => `<Model >${index}</Model><Category\n>c</Category >`],
	['prefixes of their own', (index) => `<p:Model>${index}</p:Model><p:New>n</p:New>`],
	['names that are not ASCII', (index) => `<Größe>${index}</Größe><Größe2 />`],
	['null in other forms', () => `<Model i:nil='true'/><UnitCost i:nil="1"></UnitCost>`],
	[
		'null with its own declaration',
		() => `<Model xmlns:q="http://www.w3.org/2001/XMLSchema-instance" q:nil="true" />`,
	],
	['another default namespace', (index) => `<Model xmlns="">${index}</Model>`],
	[
		'a record with a namespace of its own',
		(index) => `<New xmlns:a="urn:a"><a:Key>${index}</a:Key><a:Value b="2">v</a:Value></New>`,
	],
	['attributes that change', (index) => `<Model a="${index % 3}">${index}</Model>`],
	[
		'null in every second row',
		(index) => `<Model i:nil="${index % 2 === 0}" >${index % 2 === 0 ? '' : 'm'}</Model>`,
	],
	[
		'a field in two forms, one after the other',
		(index) => `<New a="1">${index}</New><New b="2">${index}</New>`,
	],
];

describe.each(forms)('%s', (_, row) => {
	const text = catalogOf(row);

	test.each([1, 7, 1_000])('give the same as the oracle, cut every %i bytes', (length) => {
		const { fast, reference } = readBothWays(shape, Buffer.from(text), () => length);
		expect(JSON.stringify(fast)).toBe(JSON.stringify(reference));
		expect(fast.ok).toBe(true);
	});

	test('leave places in messages right', () => {
		// Long rows are discarded while they are read, and only their lengths are remembered.
		const long = catalogOf(
			(index) => `<Id>${'x'.repeat(20_000)}</Id>${row(index)}`,
			40,
			'<oops></p>',
		);
		const { fast, reference } = readBothWays(shape, Buffer.from(long), () => 65_536);
		expect(reference.ok).toBe(false);
		expect(fast).toEqual(reference);
	});
});
