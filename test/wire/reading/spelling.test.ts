// Names in any spelling: found where a record lacks the documented one, alike by the readers and the oracle.
import { endpoints } from '../../../api/index';
import { recordFields, recordsWithin, type Schema, typeName } from '../../../api/schema/types';
import { ResponseReader } from '../../../wire/response';
import type { Projection } from '../../../wire/projection';
import type { ResponseShape } from '../../../wire/index';
import { plainName } from '../../../wire/spelling';
import { arbitraryValue } from '../../arbitraries';
import { fc, tries } from '../../fastCheck';
import { counted, growth, LINEAR } from '../../growth.mjs';
import { instanceNamespace, xmlText } from '../../sandbox/responses/xmlWriter';
import { grownJson, type Json, type Random, randomFrom } from './support/grown';
import { areSame } from './support/oracle.mjs';
import { answerShapes, readBothWays, shapeOf } from './support/readers';

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

describe('where a record has both spellings, the documented one counts', () => {
	const undocumented = { undocumented: ['Products[].id'] };

	test.each([
		['{"id":5,"Id":"a"}', { Id: 'a', id: 5 }],
		['{"Id":"a","id":5}', { Id: 'a', id: 5 }],
		['{"id":5,"ID":6,"Id":"a","id":7}', { Id: 'a', id: 7, ID: 6 }],
		['<id>5</id><Id>a</Id>', { Id: 'a', id: '5' }],
		['<Id>a</Id><id>5</id>', { Id: 'a', id: '5' }],
		['<Id>a</Id><id>5</id><id>6</id>', { Id: 'a', id: ['5', '6'] }],
	])('%s', (row, expected) => {
		const text = row.startsWith('{')
			? `{"Name":"c","Products":[${row},{"id":"b"},{"Id":"c"},${row}]}`
			: `<ProductCatalog><Name>c</Name><Products><Product>${row}</Product><Product><id>b</id></Product><Product><Id>c</Id></Product><Product>${row}</Product></Products></ProductCatalog>`;
		const { value, drift } = readOf(catalogShape, text);
		const rows = [expected, { Id: 'b' }, { Id: 'c' }, expected];
		expect(value).toMatchObject({ Products: rows });
		expect(drift?.undocumented[0]).toBe(undocumented.undocumented[0]);
		expect(drift?.retyped).toEqual([]);
	});

	test.each([
		[['Id'], { Id: 'a' }],
		[['id'], { id: 5 }],
		[['Id', 'id'], { Id: 'a', id: 5 }],
		[['Model'], {}],
	])('with the fields %j', (fields, expected) => {
		for (const row of ['{"id":5,"Id":"a"}', '{"Id":"a","id":5}']) {
			const text = `{"Name":"c","Products":[${row}]}`;
			expect(readOf(catalogShape, text, { fields }).value).toMatchObject({ Products: [expected] });
		}
	});

	test('the fields that surround many rows, of which bytes were left out', () => {
		const rows = Array.from(
			{ length: 300 },
			(_, index) => `{"id":"${index}","x":"${'y'.repeat(99)}"}`,
		);
		for (const [first, second] of ['"name":"x",|"Name":"c",', '"Name":"c",|"name":"x",'].map(
			(both) => both.split('|'),
		)) {
			const text = `{${first}"products":[${rows.join()}],${second}"isMetric":true}`;
			const { fast, reference } = readBothWays(catalogShape, Buffer.from(text), () => 999);
			expect({ ...fast, drift: undefined }).toEqual({ ...reference, drift: undefined });
			expect(fast).toMatchObject({ ok: true, value: { Name: 'c', name: 'x', IsMetric: true } });
			expect(fast).toHaveProperty('value.Products.length', 300);
		}
	});

	test.each([
		['{"products":[{"id":"a"},{"id":"b"}],"Products":[{"Id":"c"}]}'],
		['{"Products":[{"Id":"c"}],"products":[{"id":"a"},{"id":"b"}]}'],
	])('two lists of rows: %s', (text) => {
		for (const size of [1, 7, 1000]) {
			const { fast } = readBothWays(catalogShape, Buffer.from(text), () => size);
			const value = { Products: [{ Id: 'c' }], products: [{ Id: 'a' }, { Id: 'b' }] };
			expect(fast).toMatchObject({ ok: true, value });
		}
	});
});

test.each(['{"__proto__":{"a":1},"_proto_":2,"constructor":3,"CONSTRUCTOR":4,"id":"a"}'])(
	'names of the language: %s',
	(row) => {
		const { value } = readOf(catalogShape, `{"Name":"c","Products":[${row}]}`);
		const expected = { Id: 'a', _proto_: 2, constructor: 3, CONSTRUCTOR: 4 };
		expect(value).toMatchObject({ Products: [expected] });
		expect(({} as { a?: unknown }).a).toBeUndefined();
	},
);

const SPELLINGS: ReadonlyArray<(name: string) => string> = [
	(name) => name,
	(name) => name.slice(0, 1).toLowerCase() + name.slice(1),
	(name) => name.toUpperCase(),
	(name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase(),
	(name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-'),
	(name) => `${name}_`,
];

/** A value whose records have names in random spellings, some of them in several. */
function respelled(schema: Schema, value: unknown, random: Random, rows = ''): Json {
	if (Array.isArray(value)) {
		const item = schema.kind === 'list' ? schema.item : schema;
		return value.map((member) => respelled(item, member, random));
	}
	if (typeof value !== 'object' || value === null || schema.kind !== 'record') return value as Json;
	const main = SPELLINGS[random(SPELLINGS.length)];
	const entries = Object.entries(value).flatMap(([name, inner]): Array<[string, Json]> => {
		const field = schema.fieldsByName.get(name);
		const own = field ? respelled(field.schema, inner, random) : (inner as Json);
		const spell = random(8) === 0 ? SPELLINGS[random(SPELLINGS.length)] : main;
		const both: Array<[string, Json]> = [[spell(name), own]];
		if (name !== rows && random(12) === 0)
			both.splice(random(2), 0, [SPELLINGS[random(SPELLINGS.length)](name), random(2) ? own : 'x']);
		return both;
	});
	if (random(4) === 0) entries.reverse();
	return Object.fromEntries(entries);
}

/** XML in one namespace: spellings in several would be a third kind. */
function plainXml(name: string, value: Json): string {
	if (value === null) return `<${name} xmlns:i="${instanceNamespace}" i:nil="true"/>`;
	const members = Array.isArray(value) ? value.map((entry) => ['item', entry] as const) : undefined;
	const content =
		typeof value === 'object'
			? (members ?? Object.entries(value)).map(([key, inner]) => plainXml(key, inner)).join('')
			: xmlText(String(value));
	return `<${name}>${content}</${name}>`;
}

test.each(answerShapes)('random spellings: $address', ({ shape }) => {
	const values = fc.sample(arbitraryValue(shape.schema, { xmlText: true }), {
		numRuns: tries(5, 25),
		seed: 9,
	});
	values.forEach((value, seed) => {
		const random = randomFrom(seed);
		const other = respelled(shape.schema, value, random, shape.rows);
		const texts = [
			JSON.stringify(other),
			grownJson(other, random, false),
			plainXml(typeName(shape.schema), other),
		];
		for (const text of texts) {
			const bytes = Buffer.from(text);
			const whole = readBothWays(shape, bytes, () => bytes.length);
			// Ten differences are named, and the two readers may meet others first.
			const count = whole.reference.ok ? (whole.reference.drift?.undocumented.length ?? 0) : 0;
			const compared = count < 10 ? {} : { drift: undefined };
			const [read, expected] = [whole.fast, whole.reference].map((way) => ({
				...way,
				...compared,
			}));
			if (!areSame(read, expected)) expect([text, read]).toEqual([text, expected]);
			// In pieces, drift is noted in another order.
			const { fast, reference } = readBothWays(shape, bytes, () => 1 + random(bytes.length / 3));
			expect(areSame({ ...fast, drift: undefined }, { ...reference, drift: undefined })).toBe(true);
		}
	});
});

describe('lists in XML without an element around them', () => {
	const wrap = (inner: string) => `<ProductCatalog><Name>c</Name>${inner}</ProductCatalog>`;
	const rows = [{ Id: 'a' }, { Id: 'b' }, { Id: 'c' }];
	const entries = (name: string) =>
		rows.map(({ Id }) => `<${name}><Id>${Id}</Id></${name}>`).join('\n');

	test.each([
		['by the name of the list', entries('Products'), rows],
		['by the name of an entry', entries('Product'), rows],
		['in other spellings', entries('products'), rows],
		['an entry in another spelling', entries('product'), rows],
		['one entry', '<Products><Id>a</Id></Products>', [{ Id: 'a' }]],
		['one entry by its own name', '<Product><Id>a</Id></Product>', [{ Id: 'a' }]],
		[
			'an undocumented field first',
			'<Products><New>1</New><Id>a</Id></Products>',
			[{ New: '1', Id: 'a' }],
		],
		['an empty entry', '<Product/><Product><Id>a</Id></Product>', [{}, { Id: 'a' }]],
		[
			'two elements around entries',
			`<Products>${entries('Product')}</Products><Products>${entries('x')}</Products>`,
			[...rows, ...rows],
		],
		[
			'another element between them',
			`<Products><Id>a</Id></Products><IsMetric>true</IsMetric><Products><Id>b</Id></Products>`,
			rows.slice(0, 2),
		],
	])('%s', (_, list, expected) => {
		expect(readOf(catalogShape, wrap(list)).value).toMatchObject({ Products: expected });
	});

	test.each([
		[
			'by the name of the list',
			'<x:Products><Id>a</Id></x:Products><x:Products><Id>b</Id></x:Products>',
		],
		[
			'by the name of an entry',
			'<x:Product><Id>a</Id></x:Product><x:Product><Id>b</Id></x:Product>',
		],
		[
			'in a namespace of their own',
			'<Products xmlns="urn:x"><Id>a</Id></Products><Products xmlns="urn:x"><Id>b</Id></Products>',
		],
	])('in another namespace, %s', (_, list) => {
		const text = wrap(list).replace('>', ' xmlns:x="urn:x">');
		const { value } = readOf(catalogShape, text);
		expect(value).toMatchObject({ Name: 'c', Products: [{ Id: 'a' }, { Id: 'b' }] });
	});

	test('in two other namespaces', () => {
		const list = ['x', 'y', 'x', 'y'].map(
			(prefix, index) =>
				`<${prefix}:Products><${prefix}:Id>${index}</${prefix}:Id></${prefix}:Products>`,
		);
		const text = wrap(list.join('')).replace('>', ' xmlns:x="urn:x" xmlns:y="urn:y">');
		expect(readOf(catalogShape, text).value).toMatchObject({
			Products: [{ Id: '0' }, { Id: '2' }],
			'{urn:y}Products': [[{ Id: '1' }], [{ Id: '3' }]],
		});
	});

	test('within a record', () => {
		const labor = (name: string) =>
			[1, 2, 3].map((number) => `<${name}><Name>${number}</Name></${name}>`).join('');
		for (const name of ['ItemLaborTypes', 'ItemLaborType', 'item_labor_types']) {
			const text = wrap(`<Products><Product><Id>a</Id>${labor(name)}</Product></Products>`);
			const lists = [{ Id: 'a', ItemLaborTypes: [{ Name: '1' }, { Name: '2' }, { Name: '3' }] }];
			expect(readOf(catalogShape, text).value).toMatchObject({ Products: lists });
		}
	});

	test('single values', () => {
		const ids = ['1', '2'].map((id) => `<DeletedProductIds>${id}</DeletedProductIds>`).join('');
		expect(readOf(catalogShape, wrap(ids)).value).toMatchObject({ DeletedProductIds: ['1', '2'] });
	});

	test('only rows that match a filter are kept whole', () => {
		const where = {
			fields: ['Id'],
			matches: ({ Id }: Readonly<Record<string, unknown>>) => Id === 'b',
		};
		const list = rows
			.map(({ Id }) => `<Products><Id>${Id}</Id><Model>m</Model></Products>`)
			.join('');
		const { value } = readOf(catalogShape, wrap(list), { where });
		expect(value).toMatchObject({ Products: [{ Id: 'a' }, { Id: 'b', Model: 'm' }, { Id: 'c' }] });
	});

	test('an element of that name beside the list is an undocumented field', () => {
		const list = '<Product><Id>x</Id></Product><Products><Product><Id>a</Id></Product></Products>';
		const expected = { Products: [{ Id: 'a' }], Product: { Id: 'x' } };
		expect(readOf(catalogShape, wrap(list)).value).toMatchObject(expected);
	});
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
