// Rows that are kept as the text in which they came: with the values that the reader gives otherwise, in one line.
import { isRecord } from '../../../api/schema/types';
import { fileFormats } from '../../../wire/file/write';
import { lineOf } from '../../../wire/projection';
import { ResponseReader } from '../../../wire/response';
import { grownJson, grownValue, jsonNames, randomFrom } from './support/grown';
import { feed, shapeOf } from './support/readers';
import { areSame } from './support/oracle.mjs';

const shape = shapeOf('productCatalog/get');

type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>;

function rowsOf(bytes: Uint8Array, textBy: string | undefined, cut = 7): Rows {
	const reader = new ResponseReader(shape, { projection: { textBy }, portion: 1 });
	const read = feed(reader, bytes, () => cut);
	if (!read.ok) throw new Error(read.problem);
	return (read.value as { readonly Products: Rows }).Products;
}

function linesOf(rows: Rows): string[] {
	return rows.map((row) => {
		const line = Buffer.from(lineOf(row)).toString();
		expect(line.indexOf('\n')).toBe(line.length - 1);
		return line.slice(0, -1);
	});
}

const LONG = 'n'.repeat(300);

const isText = (row: object): boolean => Object.getOwnPropertySymbols(row).length > 0;

function catalogOf(...rows: readonly string[]): Buffer {
	return Buffer.from(`{"Name":"c","Products":[${rows.join()}]}`);
}

test('the text is what came, and only the field is read by which rows are told apart', () => {
	const row = '{"Name":"\\u00e9 \\/","Id":"1","Cost":12.50,"List":[{"A":1e3}],"None":null}';
	const rows = rowsOf(catalogOf(row, row), 'Id');
	expect(rows).toEqual([{ Id: '1' }, { Id: '1' }]);
	expect(linesOf(rows)).toEqual([row, row]);
});

test('numbers with many digits are strings, as in items', () => {
	const row =
		'{"A":638712345678901234,"Id":"1","B":[1.00000000000000000001,2],"C":-99999999999999999}';
	expect(linesOf(rowsOf(catalogOf(row), 'Id'))).toEqual([
		'{"A":"638712345678901234","Id":"1","B":["1.00000000000000000001",2],"C":"-99999999999999999"}',
	]);
});

test.each([
	['without the field by which it is told apart', '{"Name":"x"}', '{"Name":"x"}'],
	['with an empty one', '{"Id":"","Name":"x"}', '{"Id":"","Name":"x"}'],
	['in several lines', '{"Id":"1",\n "Name":"x"\r}', '{"Id":"1","Name":"x"}'],
	['with a field that comes again', '{"Id":"1","A":1,"A":2}', '{"Id":"1","A":2}'],
	['with a documented one', '{"Id":"1","Model":"a","Model":"b"}', '{"Id":"1","Model":"b"}'],
	[
		'with a documented one of a nested record',
		'{"Id":"1","ItemLaborTypes":[{"Hours":1,"Hours":2}]}',
		'{"Id":"1","ItemLaborTypes":[{"Hours":2}]}',
	],
	['with a long name', `{"Id":"1","${LONG}":1,"${LONG}":2}`, `{"Id":"1","${LONG}":2}`],
	['with a nested one', '{"Id":"1","N":{"A":1,"A":2}}', '{"Id":"1","N":{"A":2}}'],
	['with a field that is never kept', '{"Id":"1","__proto__":1}', '{"Id":"1"}'],
])('a row %s is read as a whole', (_, row, line) => {
	const rows = rowsOf(catalogOf('{"Id":"0","A":1}', row), 'Id');
	expect(linesOf(rows)).toEqual(['{"Id":"0","A":1}', line]);
	expect(rows.map(isText)).toEqual([true, false]);
});

test('thousands of names in one response do not matter to the next one', () => {
	const names = Array.from({ length: 2100 }, (_, index) => `"New${index}":1`).join();
	for (const [row, isKept] of [
		[names, false],
		['"New0":1', true],
	] as const) {
		expect(rowsOf(catalogOf(`{"Id":"1",${row}}`), 'Id').map(isText)).toEqual([isKept]);
	}
});

test('rows that follow each other in memory are one piece of a file', () => {
	const texts = Array.from({ length: 100 }, (_, index) => `{"Id":"${index}","A":${index}}`);
	// A row in which a field came twice is encoded, and divides the piece.
	texts[40] = '{"Id":"40","A":1,"A":40}';
	const rows = rowsOf(catalogOf(...texts), 'Id');
	const pieces = fileFormats.ndjson.createEncoder([]).rows(rows);
	expect(pieces.length).toBe(3);
	const lines = texts.map((text) => `${text.replace('"A":1,', '')}\n`);
	expect(Buffer.concat(pieces).toString()).toBe(lines.join(''));
});

test('rows of XML are read as a whole', () => {
	const xml =
		'<ProductCatalog><Products><Product><Id>1</Id><Name>x</Name></Product></Products></ProductCatalog>';
	expect(linesOf(rowsOf(Buffer.from(xml), 'Id'))).toEqual(['{"Id":"1","Name":"x"}']);
});

test('filters decide about rows that are kept as text', () => {
	const where = {
		fields: ['Id', 'Cost'],
		matches: (row: object) => 'Cost' in row && row.Cost === 2,
	};
	const reader = new ResponseReader(shape, { projection: { textBy: 'Id', where } });
	const bytes = catalogOf('{"Id":"1","Cost":1,"A":1}', '{"Id":"2","Cost":2,"A":1}');
	const read = feed(reader, bytes, () => 7);
	if (!read.ok) throw new Error(read.problem);
	const [, kept] = (read.value as { readonly Products: Rows }).Products;
	expect(linesOf([kept])).toEqual(['{"Id":"2","Cost":2,"A":1}']);
});

test('whatever grown rows hold and however they are cut, their texts hold the same', () => {
	const kind = shape.schema;
	const list = kind.kind === 'record' && kind.fields.find(({ name }) => name === shape.rows);
	if (!list) throw new Error('The catalog has no list of products.');
	let asText = 0;
	for (let seed = 0; seed < 300; seed++) {
		const random = randomFrom(seed);
		const products = grownValue(list.schema, random, jsonNames);
		if (!Array.isArray(products) || !products.every(isRecord)) continue;
		const text = grownJson({ Name: 'c', Products: products }, random, seed % 8 === 0);
		const bytes = Buffer.from(random(4) === 0 ? text : text.replaceAll(/[\r\n]/g, ' '));
		const expected = rowsOf(bytes, undefined);
		const rows = rowsOf(bytes, 'Id', 1 + random(bytes.length));
		asText += rows.filter(isText).length;
		expect(rows.length).toBe(expected.length);
		linesOf(rows).forEach((line, index) => {
			expect(line).not.toMatch(/[\r\n]/);
			// Zero may be written as -0.
			const value: unknown = JSON.parse(line, (_, member: unknown) => (member === 0 ? 0 : member));
			if (!areSame(value, expected[index])) throw new Error(`Not the same: ${line}`);
		});
	}
	expect(asText).toBeGreaterThan(50);
});
