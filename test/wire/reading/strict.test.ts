// What is refused, and never read as fewer rows: broken and strange responses.

import { fc, tries } from '../../fastCheck.mjs';
import { writeJson, writeXml } from '../../sandbox/responses/writers';
import { decodeResponse } from '../../../wire/index';
import { ResponseReader } from '../../../wire/response';
import { arbitraryRecord } from '../../arbitraries';
import { readBothWays, shapeOf } from './support/readers';
import { counted, growth, LINEAR } from '../../growth.mjs';
import { areSame } from '../areSame.mjs';

const catalogShape = shapeOf('productCatalog/get');
const projectsShape = shapeOf('changeOrderProject/getAll');

describe('of two lists of rows, the second counts in JSON, and both in XML', () => {
	const rows = Array.from({ length: 300 }, (_, index) => ({
		Id: String(index),
		COName: 'x'.repeat(2000),
	}));
	const row = ({ Id, COName }: (typeof rows)[0]) =>
		`<COProjectInfo><Id>${Id}</Id><COName>${COName}</COName></COProjectInfo>`;
	const lists = (...contents: readonly string[]) =>
		`<COProjectsResult>${contents.map((list) => `<COProjects>${list}</COProjects>`).join('')}</COProjectsResult>`;
	const json = (second: string) =>
		`{"COProjects":${JSON.stringify(rows)},"Odd":1,"COProjects":${second}}`;

	test.each([
		['rows', json('[{"Id":"a"}]'), 1],
		['empty rows', json(`[${'{},'.repeat(400)}{}]`), 401],
		['none', json('[]'), 0],
		['null', json('null'), undefined],
		['rows in XML', lists(rows.map(row).join(''), '<COProjectInfo/>'.repeat(400)), 700],
	])('%s', (_, text, count) => {
		const { fast, reference } = readBothWays(projectsShape, Buffer.from(text), () => 999);
		expect({ ...fast, drift: undefined }).toEqual({ ...reference, drift: undefined });
		if (!fast.ok) throw new Error(fast.problem);
		const { COProjects } = fast.value as { readonly COProjects: readonly unknown[] | null };
		expect(COProjects?.length).toBe(count);
	});

	test.each<[string, number, (count: number) => string]>([
		['JSON', 35_000, (count) => `{${'"COProjects":[{}],'.repeat(count)}"COProjects":[{},{}]}`],
		[
			'XML',
			15_000,
			(count) => lists('<a/>').replace(/<COProjects>.*<.COProjects>/, (list) => list.repeat(count)),
		],
	])('many lists take linear time in %s', (_, most, make) => {
		const wire = counted<{ decodeResponse: typeof decodeResponse }>('wire/index.ts');
		const read = (bytes: Uint8Array) =>
			expect(wire.decodeResponse(projectsShape, bytes).ok).toBe(true);
		expect(growth(most, (count) => Buffer.from(make(count)), read)).toBeLessThan(LINEAR);
	});
});

test('a response that is truncated at any byte is refused, and said to be cut off', () => {
	const numRuns = tries(2, 8);
	const values = fc.sample(arbitraryRecord(projectsShape.schema, { xmlText: true }), {
		numRuns,
		seed: 5,
	});
	const texts = values.flatMap((value) => {
		const grown = { ...value, Odd: 'é & <b>' };
		return [
			writeJson(projectsShape.schema, grown),
			writeXml(projectsShape.schema, grown, 'dataContract', { indent: ' ' }),
			writeXml(projectsShape.schema, grown, 'xmlSerializer', { cdata: true, declaration: true }),
		];
	});
	const others = [
		'{"Id":"1\\u00e9\\n","TotalCount":-12.5e+3,"New":[ {"Name":null},true , false],"a":{}}',
		'<?xml version="1.0"?><!-- c --><COProjectsResult a="1" b=\'&amp;\'><Id>1&lt;</Id><![CDATA[x]]><Notes /></COProjectsResult>',
	];
	for (const text of [...texts, ...others]) {
		const bytes = Buffer.from(text.trimEnd());
		for (let length = 1; length < bytes.length; length++) {
			const reader = new ResponseReader(projectsShape, { portion: 1 });
			reader.push(bytes.subarray(0, length));
			expect(reader.end()).toMatchObject({
				ok: false,
				problem: expect.stringContaining(
					others.includes(text) ? `cut off after ${length} byte` : 'cut off',
				) as unknown,
			});
		}
	}
});

const manyNames = Array.from({ length: 1_000 }, (_, index) => `f${index}`);

test.each([
	[
		'100,000 attributes',
		`<ProductCatalog><Name ${attributes(1e5)}>c</Name></ProductCatalog>`,
		true,
	],
	[
		'1,000 undocumented fields of a row in JSON',
		`{"Products":[{"Id":"1",${manyNames.map((name) => `"${name}":1`).join()}}]}`,
		true,
	],
	[
		'1,000 undocumented fields of a row in XML',
		`<ProductCatalog><Products><Product><Id>1</Id>${manyNames.map((name) => `<${name}/>`).join('')}</Product></Products></ProductCatalog>`,
		true,
	],
	['30,000 empty rows', `{"Products":[${'{},'.repeat(29_999)}{}]}`, true],
	[
		'10,000 empty rows in XML',
		`<ProductCatalog><Products>${'<Product/>'.repeat(10_000)}</Products></ProductCatalog>`,
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
	if (!areSame(fast, reference)) throw new Error('In pieces, it is read differently.');
});

function attributes(count: number): string {
	return Array.from({ length: count }, (_, index) => `a${index}="x"`).join(' ');
}

const odd = [
	'{"Name":"c","Products":[{"Id":1,"Model":{"a":[1,null,{"b":"\\u00e9"}]},"Größe":"x","\\u0057arranty":1,"Id":"2"}]}',
	`{"Name": "c",\n  "Products": [\n    {\n "Id": "1",\n "Cost": -1.5\n},\n   {\n "Id": "2",\n "Ok": true\n } ],\n  "Odd" : [ 1 , { "a" : null } ]\n}\n`,
	'<?xml version="1.0"?><!-- c --><?pi x?><p:ProductCatalog xmlns:p="urn:x" xmlns:q="urn:y"><p:Name a="1">a<![CDATA[<b>]]>&#233;\r\n</p:Name ><p:Products><p:Product><q:Model>x</q:Model><p:Odd><p:A>1</p:A><p:A>2</p:A></p:Odd></p:Product></p:Products></p:ProductCatalog><!-- end --><?pi y?>\n',
	'<ProductCatalog xmlns:i="http://www.w3.org/2001/XMLSchema-instance">\n  <Name>c</Name>\n  <Products>\n    <Product>\n      <Id>1</Id>\n      <Model i:nil="true" />\n    </Product>\n    <!-- c -->\n    <Product />\n  </Products>\n</ProductCatalog>\n',
	`<a:ProductCatalog xmlns:a="urn:y" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><a:Products>${'<a:Product><a:Model xmlns:a="urn:z" i:nil="true"/><a:Model>m</a:Model><a:Id i:nil="true"/></a:Product>'.repeat(2)}</a:Products></a:ProductCatalog>`,
	'{"Products":[{"Id":"1","\\ud800":1,"\\ud801":2,"a\\ud800b":3}]}',
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

const oddRow = `<Product><Id>${'é🔌'.repeat(5_000)}</Id><!-- ß --><ä/><Model a="1" b='é'>1</Model><p:Größe>n</p:Größe><ä>1</ä><ä>1</ä ><ö>1</ö><New b="2" >1</New><Tax>ä<a/></Tax><UnitCost i:nil='1'/></Product>`;
const instance = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:p="urn:p"';
const oddXml = `<ProductCatalog ${instance}><Products>${oddRow.repeat(40)}<oops>`;
const prefixed = `<é:Product><é:Id>1</é:Id><é:Model/><é:Tax i:nil="true"/></é:Product>`;
const oddJson = `{"Id":"${'é🔌'.repeat(5_000)}","Model":"ä","Tax":"ä\\u00e9","Größe":["日本",{"ö":"ä"}]},`;

test.each([
	['XML', oddXml, '</p>', 1],
	['XML in lines', oddXml.replaceAll('<Model', '\n<Model'), '</p>', 41],
	[
		'XML with a prefix',
		`<é:ProductCatalog xmlns:é="u" ${instance}><é:Products>${prefixed.repeat(900)}`,
		'</p>',
		1,
	],
	['JSON', `{"Products":[${oddJson.repeat(40)}`, 'oops ', 1],
])('the place of an error counts what was read long before: %s', (_, text, wrong, line) => {
	const column = Buffer.byteLength(text.slice(text.lastIndexOf('\n') + 1)) + 1;
	for (const fields of [[], ['Model']]) {
		const where = { fields, matches: () => true };
		const bytes = Buffer.from(text + wrong.repeat(30));
		const { fast } = readBothWays(catalogShape, bytes, () => 65_536, { projection: { where } });
		const place = expect.stringContaining(`(line ${line}, column ${column})`) as unknown;
		expect(fast).toMatchObject({ problem: place });
	}
});

const clientsShape = shapeOf('client/getAll');
const client = (index: number, more: object) => ({ Name: `n${index}`, Number: '1', ...more });
const order = { Vendor: 'V', Status: 's', PurchaseOrderItems: [] };

test.each([
	['the only record', [order]],
	['a later record', [client(1, {}), order]],
	['a record without a field of its own', [client(1, {}), { Unheard: 1, Of: 2 }]],
])('another record is refused as %s', (_, rows) => {
	const bytes = Buffer.from(JSON.stringify(rows));
	const { fast, reference } = readBothWays(clientsShape, bytes, () => 999);
	expect(reference.ok).toBe(false);
	expect(fast).toEqual(reference);
});
