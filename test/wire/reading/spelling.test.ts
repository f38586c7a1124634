// Names in any spelling: found, and one of them counts.
import { endpoints } from '../../../api/index';
import { recordFields, recordsWithin } from '../../../api/schema/types';
import { ResponseReader } from '../../../wire/response';
import type { Projection } from '../../../wire/projection';
import type { ResponseShape } from '../../../wire/index';
import { plainName } from '../../../wire/spelling';
import { counted, growth, LINEAR } from '../../growth.mjs';
import { readBothWays, shapeOf } from './support/readers';

const catalogShape = shapeOf('productCatalog/get');

function readOf(shape: ResponseShape, text: string, projection?: Projection) {
	const { fast, reference } = readBothWays(shape, Buffer.from(text), () => 5, { projection });
	expect(fast).toEqual(reference);
	if (!fast.ok) throw new Error(fast.problem);
	return fast;
}

function spellingIn(shape: ResponseShape, text: string): string | undefined {
	const reader = new ResponseReader(shape);
	reader.push(Buffer.from(text));
	const read = reader.end();
	if (!read.ok) throw new Error(read.problem);
	return read.otherSpelling;
}

test('no two documented names of a record have the same letters and digits', () => {
	const schemas = endpoints.flatMap(({ endpoint: { response, body } }) =>
		[response, body].flatMap((schema) =>
			typeof schema === 'object' && 'kind' in schema ? recordsWithin(schema) : [],
		),
	);
	expect(schemas.length).toBeGreaterThan(40);
	for (const schema of schemas) {
		const names = recordFields(schema).map(({ name }) => plainName(name));
		expect(new Set(names).size).toBe(names.length);
	}
});

test.each([
	['{"name":"c","products":[{"id":"a"}],"TOTAL_PRODUCTS_COUNT":1}', 'name'],
	['{"Name":"c","Products":[{"i-d":"a"}],"total products count":1}', 'i-d'],
	['{"Name":"c","Products":[{"Id":"a"}],"TotalProductsCount":1}', undefined],
	[
		'<product_catalog><name>c</name><products><product><ID>a</ID></product></products><totalProductsCount>1</totalProductsCount></product_catalog>',
		'name',
	],
	[
		'<productcatalog><Name>c</Name><Products><Product><Id>a</Id></Product></Products><TotalProductsCount>1</TotalProductsCount></productcatalog>',
		undefined,
	],
])('%s', (text, spelling) => {
	const { value, drift } = readOf(catalogShape, text);
	expect(value).toEqual({ Name: 'c', Products: [{ Id: 'a' }], TotalProductsCount: 1 });
	expect(drift).toBeUndefined();
	expect(spellingIn(catalogShape, text)?.toLowerCase()).toBe(spelling);
});

describe('of two spellings in a record the documented one counts, else the first by character code', () => {
	test.each<[string, object, string[]]>([
		['{"id":5,"Id":"a"}', { Id: 'a' }, ['id']],
		['{"Id":"a","id":5}', { Id: 'a' }, ['id']],
		['{"id":"b","ID":"a"}', { Id: 'a' }, ['id']],
		['{"ID":"a","id":"b"}', { Id: 'a' }, ['id']],
		['{"id":5,"ID":6,"Id":"a","i_d":7}', { Id: 'a' }, ['id', 'ID', 'i_d']],
		['{"Model":"m","id":"a","id":"b"}', { Model: 'm', Id: 'b' }, []],
		['<id>5</id><Id>a</Id>', { Id: 'a' }, ['id']],
		['<Id>a</Id><id>5</id>', { Id: 'a' }, ['id']],
		['<id>b</id><ID>a</ID>', { Id: 'a' }, ['id']],
		[
			'<itemLaborTypes><I><Name>b</Name></I></itemLaborTypes><ItemLaborTypes><I><Name>a</Name></I></ItemLaborTypes>',
			{ ItemLaborTypes: [{ Name: 'a' }] },
			['itemLaborTypes'],
		],
	])('%s', (row, expected, names) => {
		const text = row.startsWith('{')
			? `{"Name":"c","Products":[${row},{"id":"b"},{"Id":"c"},${row}]}`
			: `<ProductCatalog><Name>c</Name><Products><Product>${row}</Product><Product><id>b</id></Product><Product><Id>c</Id></Product><Product>${row}</Product></Products></ProductCatalog>`;
		const { value, drift } = readOf(catalogShape, text);
		const rows = [expected, { Id: 'b' }, { Id: 'c' }, expected];
		expect(value).toEqual({ Name: 'c', Products: rows });
		expect(drift?.dropped ?? []).toEqual(names.map((name) => `Products[].${name}`));
		expect(drift?.undocumented ?? []).toEqual([]);
	});

	test.each([
		[['Id'], { Id: 'a' }],
		[['Model'], {}],
	])('with the fields %j', (fields, expected) => {
		for (const row of ['{"id":5,"Id":"a"}', '{"Id":"a","id":5}']) {
			const text = `{"Name":"c","Products":[${row}]}`;
			expect(readOf(catalogShape, text, { fields }).value).toMatchObject({ Products: [expected] });
		}
	});

	test.each([
		'{"products":[{"Id":"a"},{"Id":"b"}],"Products":[{"Id":"c"}]}',
		'{"Products":[{"Id":"c"}],"products":[{"Id":"a"},{"Id":"b"}]}',
		'<ProductCatalog><products><Product><Id>a</Id></Product></products><Products><Product><Id>c</Id></Product></Products></ProductCatalog>',
	])('two lists of rows: %s', (text) => {
		for (const size of [1, 7, 1000]) {
			const { fast } = readBothWays(catalogShape, Buffer.from(text), () => size);
			expect(fast).toMatchObject({ ok: true, value: { Products: [{ Id: 'c' }] } });
			expect(fast).not.toHaveProperty('value.products');
		}
	});
});

test('an underscore between two digits counts', () => {
	expect(['Field1_2', 'Field12', 'field_1_2', 'FIELD12_'].map(plainName)).toEqual([
		...['field1_2', 'field12', 'field1_2', 'field12'],
	]);
});

test('names of the language are undocumented fields; the one that is dropped is named', () => {
	const row = '{"__proto__":{"a":1},"_proto_":2,"constructor":3,"CONSTRUCTOR":4,"id":"a"}';
	const { drift, value } = readOf(catalogShape, `{"Name":"c","Products":[${row}]}`);
	expect(drift?.dropped).toEqual(['Products[].__proto__']);
	const expected = { Id: 'a', _proto_: 2, constructor: 3, CONSTRUCTOR: 4 };
	expect(value).toMatchObject({ Products: [expected] });
	expect(({} as { a?: unknown }).a).toBeUndefined();
});

test('namespaces make no difference', () => {
	const text =
		'<a:ProductCatalog xmlns:a="urn:a" xmlns:b="urn:b"><Name>c</Name><b:Products><a:Product><b:Id>1</b:Id><Model xmlns="urn:c">m</Model></a:Product></b:Products></a:ProductCatalog>';
	const { value, drift } = readOf(catalogShape, text);
	expect(value).toEqual({ Name: 'c', Products: [{ Id: '1', Model: 'm' }] });
	expect(drift).toBeUndefined();
});

test.each(['JSON', 'XML'])('a row without any documented field is an error, in %s', (format) => {
	const rows = [{ Id: '1' }, { CONumber: 'x', Other: 1 }, { Id: '2' }];
	const entry = (row: object) =>
		Object.entries(row)
			.map(([name, value]) => `<${name}>${value}</${name}>`)
			.join('');
	const text =
		format === 'JSON'
			? JSON.stringify({ Name: 'c', Products: rows })
			: `<ProductCatalog><Name>c</Name><Products>${rows.map((row) => `<Product>${entry(row)}</Product>`).join('')}</Products></ProductCatalog>`;
	for (const projection of [undefined, { fields: ['Id'] }, { onlyFilled: true }]) {
		const { fast } = readBothWays(catalogShape, Buffer.from(text), () => 5, { projection });
		expect(fast).toMatchObject({
			ok: false,
			problem: expect.stringContaining('none of its fields') as string,
		});
	}
});

test('a reference of DataContractSerializer is an error, and no empty record', () => {
	const text =
		'<ProductCatalog xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:z="http://schemas.microsoft.com/2003/10/Serialization/"><Name>c</Name><Products><Product z:Id="i1"><Id>1</Id></Product><Product z:Ref="i1" i:nil="true"/></Products></ProductCatalog>';
	const { fast } = readBothWays(catalogShape, Buffer.from(text), () => 5);
	expect(fast).toMatchObject({ ok: false, problem: expect.stringContaining('z:Ref') as string });
});

test.each<[string, number, (count: number) => string]>([
	[
		'spellings of one name',
		10_000,
		(count) =>
			`{${Array.from({ length: count }, (_, index) => `"${'I_-'[index % 3]}d${'_'.repeat(index % 150)}":1`).join()},"Id":"a"}`,
	],
	[
		'undocumented names',
		20_000,
		(count) => `{${Array.from({ length: count }, (_, index) => `"x${index}":1`).join()},"Id":"a"}`,
	],
])('many %s take linear time', (_, most, make) => {
	const wire = counted<{ ResponseReader: typeof ResponseReader }>('wire/response.ts');
	const read = (bytes: Uint8Array) => {
		const reader = new wire.ResponseReader(catalogShape);
		reader.push(bytes);
		expect(reader.end().ok).toBe(true);
	};
	const page = (count: number) => Buffer.from(`{"Name":"c","Products":[${make(count)}]}`);
	expect(growth(most, page, read)).toBeLessThan(LINEAR);
});
