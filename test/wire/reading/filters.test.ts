// Rows that are chosen while they are read: the same wherever they are cut, and little is made of the others.
import { type Projection, projector, type RowFilter } from '../../../wire/projection';
import { readBothWays, shapeOf } from './support/readers';
import { writeJson, writeXml } from '../../sandbox/responses/writers';

const shape = shapeOf('productCatalog/get');

const products = Array.from({ length: 400 }, (_, index) => ({
	Id: `P-${index}`,
	Model: index % 50 === 7 ? `Größe-${index}` : `Model ${index}`,
	PartNumber: String(index),
	Manufacturer: ['Acme', 'ACME', 'Other', null][index % 4],
	UnitCost: index,
	Description: 'x'.repeat(2000),
}));

const everyIndex = products.map((_, index) => index);
const nulls = everyIndex.filter((index) => index % 4 === 3);

const catalog = { Name: 'catalog', TotalProductsCount: products.length, Products: products };
const json = writeJson(shape.schema, catalog);
const texts = {
	JSON: json,
	XML: writeXml(shape.schema, catalog, 'xmlSerializer'),
	'XML, DataContract': writeXml(shape.schema, catalog, 'dataContract'),
	// A product in which the last value counts, and one with a field in two namespaces.
	'JSON with a field that comes again': json.replace(
		'"PartNumber":"7"',
		'"PartNumber":"x","PartNumber":"7"',
	),
	'XML with an odd product late': writeXml(shape.schema, catalog, 'xmlSerializer').replace(
		'<Id>P-390</Id>',
		'<Id>P-390</Id><q:Id xmlns:q="urn:q">x</q:Id>',
	),
};

function isOneOf(field: string, ...values: readonly unknown[]): RowFilter {
	return { fields: ['Id', field], matches: (row) => values.includes(row[field] ?? null) };
}

const all: RowFilter = { fields: ['Id', 'Model'], matches: () => true };
const projections: Readonly<Record<string, readonly [Projection, readonly number[]]>> = {
	'some rows': [{ where: isOneOf('PartNumber', '3', '7', '390') }, [3, 7, 390]],
	'no value': [{ where: isOneOf('Manufacturer', null) }, nulls],
	'a field that is not selected': [
		{ fields: ['Id', 'Description'], where: isOneOf('PartNumber', '7') },
		[7],
	],
	'filled fields only': [{ onlyFilled: true, where: isOneOf('Manufacturer', null) }, nulls],
	'an undocumented field': [{ where: isOneOf('Unheard', null) }, everyIndex],
	none: [{ where: isOneOf('PartNumber', 'x') }, []],
	all: [{ where: all }, everyIndex],
};

describe.each(Object.entries(projections))('%s', (_, [projection, matching]) => {
	test.each(Object.entries(texts))('%s', (__, text) => {
		const bytes = Buffer.from(text);
		const { fast, reference } = readBothWays(shape, bytes, () => 10_007, { projection });
		expect(fast).toEqual(reference);
		if (!fast.ok) throw new Error(fast.problem);
		const { Products: rows } = fast.value as { readonly Products: readonly object[] };
		expect(rows).toHaveLength(products.length);
		const isWhole = (row: object) => 'Description' in row;
		expect(rows.flatMap((row, index) => (isWhole(row) ? [index] : []))).toEqual(matching);
		const { fields = [] } = projection.where ?? {};
		const others = rows.filter((row) => !isWhole(row)).flatMap((row) => Object.keys(row));
		expect(others.filter((name) => !fields.includes(name))).toEqual([]);
	});
});

describe('nested and undocumented fields', () => {
	const record = {
		Id: '1',
		'a.b': 'dotted',
		Contact: { Email: 'a@b', Phone: null, Deep: { X: 1, Y: 2 } },
		Rows: [{ Name: 'A', Hours: 1 }, 'text', { Name: 'B' }],
		Nothing: null,
	};

	test.each([
		[['Contact.Email'], { Contact: { Email: 'a@b' } }],
		[['Contact.Deep.X', 'Contact.Email'], { Contact: { Email: 'a@b', Deep: { X: 1 } } }],
		[['Contact', 'Contact.Email'], { Contact: record.Contact }],
		[['Rows.Name'], { Rows: [{ Name: 'A' }, 'text', { Name: 'B' }] }],
		[['a.b'], { 'a.b': 'dotted' }],
		[['Nothing.X', 'Unheard.X'], { Nothing: null }],
		[[], {}],
	])('%j', (fields, expected) => {
		expect(projector({ fields })(record)).toEqual(expected);
		const bytes = Buffer.from(JSON.stringify({ Name: 'c', Products: [record] }));
		const { fast, reference } = readBothWays(shape, bytes, () => 7, { projection: { fields } });
		expect(fast).toEqual(reference);
		expect(fast).toMatchObject({ ok: true, value: { Products: [expected] } });
	});

	test('all fields where none are named', () => {
		expect(projector()(record)).toBe(record);
	});
});
