// Rows that are chosen while they are read: the same as by the reference decoder, and nothing else is made.
import { type Projection, projector, rowMatcher, selectionOf } from '../../../wire/projection';
import { createResponseReader } from '../../../wire/streaming/responseReader';
import { isReadToEnd, take } from '../../../wire/streaming/window';
import { readBothWays, shapeOf, windowFor } from './support/readers';
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

const catalog = { Name: 'catalog', TotalProductsCount: products.length, Products: products };
const json = writeJson(shape.schema, catalog);
const texts = {
	JSON: json,
	XML: writeXml(shape.schema, catalog, 'xmlSerializer'),
	'XML, DataContract': writeXml(shape.schema, catalog, 'dataContract'),
	// A product in which the last value counts, and one that the reference decoder has to read.
	'JSON with a field that comes again': json.replace(
		'"PartNumber":"7"',
		'"PartNumber":"x","PartNumber":"7"',
	),
	'XML with an odd product late': writeXml(shape.schema, catalog, 'xmlSerializer').replace(
		'<Id>P-390</Id>',
		'<Id>P-390</Id><q:Id xmlns:q="urn:q">x</q:Id>',
	),
};

const projections: Readonly<
	Record<string, { readonly projection: Projection; readonly ids: number[] }>
> = {
	'one of several values, in any case': {
		projection: { where: [{ fields: ['Manufacturer'], equalsAny: ['acme', 'nobody'] }] },
		ids: products.flatMap((_, index) => (index % 4 < 2 ? [index] : [])),
	},
	'a number as text': {
		projection: { where: [{ fields: ['UnitCost'], equalsAny: ['12'] }] },
		ids: [12],
	},
	'text in one of several fields': {
		projection: { where: [{ fields: ['Id', 'Model'], contains: 'GRÖSSE'.replace('SS', 'ß') }] },
		ids: [7, 57, 107, 157, 207, 257, 307, 357],
	},
	'all filters': {
		projection: {
			where: [
				{ fields: ['PartNumber'], equalsAny: ['7', '8', '390'] },
				{ fields: ['Model'], contains: 'model' },
			],
		},
		ids: [8, 390],
	},
	'a field that is not selected': {
		projection: { fields: ['Id'], where: [{ fields: ['PartNumber'], equalsAny: ['7'] }] },
		ids: [7],
	},
	'filled fields only': {
		projection: { onlyFilled: true, where: [{ fields: ['PartNumber'], equalsAny: ['3'] }] },
		ids: [3],
	},
	none: { projection: { where: [{ fields: ['Id'], equalsAny: ['x'] }] }, ids: [] },
};

describe.each(Object.entries(projections))('%s', (_, { projection, ids }) => {
	test.each(Object.entries(texts))('%s', (__, text) => {
		const { fast, reference } = readBothWays(shape, Buffer.from(text), () => 10_007, {
			projection,
		});
		expect(fast).toEqual(reference);
		if (!fast.ok) throw new Error(fast.problem);
		const { Products: rows } = fast.value as {
			readonly Products: ReadonlyArray<{ readonly Id: string }>;
		};
		expect(rows.map(({ Id }) => Id)).toEqual(ids.map((id) => `P-${id}`));
		expect(fast.rowsRead).toBe(products.length);
	});
});

test('of rows that do not match, only the fields that decide are made', () => {
	const made = new Set<unknown>();
	const where = [{ fields: ['PartNumber'], equalsAny: ['7'] }];
	const isMatch = rowMatcher(where);
	const window = windowFor(shape, undefined, { where }, (row) => {
		Object.keys(row as object).forEach((name) => made.add(name));
		return isMatch(row);
	});
	take(window, Buffer.from(json));
	expect(isReadToEnd(window)).toBe(true);
	expect([...made]).toEqual(['PartNumber']);
	expect(window.parser?.rows).toMatchObject({ read: products.length, kept: [{ Id: 'P-7' }] });
});

test('a filter matches what Object.prototype has in no row', () => {
	const isMatch = rowMatcher([{ fields: ['constructor', 'toString'], contains: '' }]);
	expect(isMatch({ Id: 1 })).toBe(false);
	expect(isMatch({ toString: 'x' })).toBe(true);
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
		expect(selectionOf(undefined)).toBeUndefined();
		expect(projector()(record)).toBe(record);
	});
});

test('the reference decoder, asked for everything, reports as many rows', () => {
	const reader = createResponseReader(shape, { fast: false });
	reader.push(Buffer.from(json));
	expect(reader.end()).toMatchObject({ ok: true, rowsRead: products.length });
});
