// What is refused, and never read as fewer rows: broken and strange responses.
import { fc } from '../../fastCheck';
import { writeJson, writeXml } from '../../sandbox/responses/writers';
import { createResponseReader, type DecodedResponse } from '../../../wire/response';
import { arbitraryRecord } from '../../arbitraries';
import { areSame, readBothWays, shapeOf } from './support/readers';

const catalogShape = shapeOf('productCatalog/get');
const projectsShape = shapeOf('changeOrderProject/getAll');

function decoded(address: string, text: string) {
	const { fast, reference } = readBothWays(shapeOf(address), Buffer.from(text), () => 5);
	expect({ ...fast, drift: undefined }).toEqual({ ...reference, drift: undefined });
	return fast;
}

function rowCount(result: DecodedResponse): number | undefined {
	if (!result.ok) return undefined;
	const { COProjects } = result.value as { readonly COProjects?: readonly unknown[] | null };
	return COProjects?.length ?? 0;
}

const rowsInXml = (content: string) =>
	`<COProjectsResult xmlns:i="http://www.w3.org/2001/XMLSchema-instance">${content}</COProjectsResult>`;

test.each([
	['{"COProjects":"Temporarily unavailable"}', undefined],
	['{"COProjects":7}', undefined],
	['{"COProjects":false}', undefined],
	['{"COProjects":{"a":1}}', undefined],
	['{"COProjects":["a"]}', undefined],
	['{"COProjects":[{},null]}', undefined],
	['{"COProjects":null,"TotalCount":0}', 0],
	['{"TotalCount":0}', 0],
	[rowsInXml('<COProjects>text</COProjects>'), undefined],
	[rowsInXml('<COProjects><COProjectInfo i:nil="true"/></COProjects>'), undefined],
	[rowsInXml('<COProjects><A>x</A></COProjects>'), undefined],
	[rowsInXml('<COProjects/>'), 0],
])('rows are a list of records or none: %s', (text, rows) => {
	expect(rowCount(decoded('changeOrderProject/getAll', text))).toBe(rows);
});

describe('a second list of rows takes the place of the first', () => {
	const first = Array.from({ length: 300 }, (_, index) => ({
		Id: String(index),
		COName: 'x'.repeat(2000),
	}));
	const lists: ReadonlyArray<readonly [string, string, number]> = [
		['rows', '[{"Id":"a"}]', 1],
		['empty rows', `[${'{},'.repeat(400)}{}]`, 401],
		['none', '[]', 0],
		['null', 'null', 0],
	];
	const json = (second: string, end = '') =>
		`{"COProjects":${JSON.stringify(first)},"Odd":1,"COProjects":${second}${end}}`;

	test.each(lists)('%s', (_, second, rows) => {
		expect(rowCount(decoded('changeOrderProject/getAll', json(second)))).toBe(rows);
	});

	test('in XML', () => {
		const rows = first.map(
			({ Id, COName }) => `<COProjectInfo><Id>${Id}</Id><COName>${COName}</COName></COProjectInfo>`,
		);
		const list = (content: string) => `<COProjects>${content}</COProjects>`;
		const text = rowsInXml(list(rows.join('')) + list('<COProjectInfo/>'.repeat(400)));
		expect(rowCount(decoded('changeOrderProject/getAll', text))).toBe(400);
	});
});

describe('truncation', () => {
	const record = fc.sample(arbitraryRecord(projectsShape.schema, { xmlText: true }), {
		numRuns: 8,
		seed: 5,
	});
	const grown = record.map((value) => ({ ...value, Odd: 'é & <b>' }));
	const texts = grown.flatMap((value) => [
		writeJson(projectsShape.schema, value),
		writeXml(projectsShape.schema, value, 'dataContract', { indent: ' ' }),
		writeXml(projectsShape.schema, value, 'xmlSerializer', { cdata: true, declaration: true }),
	]);

	test('at every byte of a response is refused', () => {
		for (const text of texts) {
			const bytes = Buffer.from(text.trimEnd());
			for (let length = 0; length < bytes.length; length++) {
				const reader = createResponseReader(projectsShape, { portion: 1 });
				reader.push(bytes.subarray(0, length));
				expect(reader.end()).toMatchObject({ ok: false });
			}
		}
	}, 60_000);
});

test('nesting up to the bound is read', () => {
	for (const levels of [80, 95]) {
		const text = `{"Name":"c","Odd":${'['.repeat(levels)}${']'.repeat(levels)}}`;
		expect(decoded('productCatalog/get', text)).toMatchObject({ ok: true });
	}
});

const manyNames = Array.from({ length: 8_000 }, (_, index) => `f${index}`);

test.each([
	[
		'100,000 attributes',
		`<ProductCatalog><Name ${attributes(1e5)}>c</Name></ProductCatalog>`,
		true,
	],
	[
		'8,000 undocumented fields of a row in JSON',
		`{"Products":[{${manyNames.map((name) => `"${name}":1`).join()}}]}`,
		true,
	],
	[
		'8,000 undocumented fields of a row in XML',
		`<ProductCatalog><Products><Product>${manyNames.map((name) => `<${name}/>`).join('')}</Product></Products></ProductCatalog>`,
		true,
	],
	['a million empty rows', `{"Products":[${'{},'.repeat(999_999)}{}]}`, true],
	[
		'100,000 empty rows in XML',
		`<ProductCatalog><Products>${'<Product/>'.repeat(100_000)}</Products></ProductCatalog>`,
		true,
	],
	['10,000 levels in a row in JSON', `{"Products":[{"Odd":${'[{"a":'.repeat(5_000)}`, false],
	[
		'10,000 levels in a row in XML',
		`<ProductCatalog><Products><Product>${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}</Product></Products></ProductCatalog>`,
		false,
	],
])('%s', (_, text, isRead) => {
	const { fast, reference } = readBothWays(catalogShape, Buffer.from(text), () => 65_536);
	expect(fast.ok).toBe(isRead);
	if (!areSame(fast, reference)) throw new Error('The oracle reads it differently.');
});

function attributes(count: number): string {
	return Array.from({ length: count }, (_, index) => `a${index}="x"`).join(' ');
}

const odd = [
	'{"Name":"c","Products":[{"Id":1,"Model":{"a":[1,null,{"b":"\\u00e9"}]},"Größe":"x","\\u0057arranty":1,"Id":"2"}]}',
	`{"Name": "c",\n  "Products": [\n    {\n "Id": "1",\n "Cost": -1.5\n},\n   {\n "Ok": true\n } ],\n  "Odd" : [ 1 , { "a" : null } ]\n}\n`,
	'<?xml version="1.0"?><!-- c --><?pi x?><p:ProductCatalog xmlns:p="urn:x" xmlns:q="urn:y"><p:Name a="1">a<![CDATA[<b>]]>&#233;\r\n</p:Name ><p:Products><p:Product><q:Model>x</q:Model><p:Odd><p:A>1</p:A><p:A>2</p:A></p:Odd></p:Product></p:Products></p:ProductCatalog><!-- end --><?pi y?>\n',
	'<ProductCatalog xmlns:i="http://www.w3.org/2001/XMLSchema-instance">\n  <Name>c</Name>\n  <Products>\n    <Product>\n      <Id>1</Id>\n      <Model i:nil="true" />\n    </Product>\n    <!-- c -->\n    <Product />\n  </Products>\n</ProductCatalog>\n',
];

test.each(odd)('wherever it is cut, it is read the same: %s', (text) => {
	const bytes = Buffer.from(text);
	for (let cut = 1; cut <= bytes.length; cut++) {
		const { fast, reference } = readBothWays(catalogShape, bytes, () => cut);
		// Of a field that comes twice, both values may be drift.
		expect({ ...fast, drift: undefined }).toEqual({ ...reference, drift: undefined });
		expect(fast.ok).toBe(true);
	}
});
