// Long answers: rows are let go as they are read, and still nothing is lost when the reference decoder takes over.
import { Client } from '../../../api/resources/client';
import { ProductCatalog, Product } from '../../../api/resources/productCatalog';
import { createResponseReader } from '../../../wire/streaming/responseReader';
import { isReadToEnd, receivedBytes, take } from '../../../wire/streaming/window';
import { arbitraryRecord } from '../../arbitraries';
import { fc } from '../../fastCheck';
import { writeJson, writeXml } from '../../sandbox/responses/writers';
import { readBothWays, shapeOf, windowFor } from './support/readers';

const catalogShape = shapeOf('productCatalog/get');
const clientsShape = shapeOf('client/getAll');

const products = fc.sample(arbitraryRecord(Product, { xmlText: true }), { numRuns: 60, seed: 3 });
const clients = fc.sample(arbitraryRecord(Client, { xmlText: true }), { numRuns: 60, seed: 4 });

function times<T>(values: readonly T[], count: number): T[] {
	return Array.from({ length: count }, (_, index) => values[index % values.length]);
}

const catalog = {
	Id: 'c-1',
	Name: 'Größe',
	Products: times(products, 300),
	DeletedProductIds: ['a2a57a1c-3f3c-4c3e-8b55-0d2b1c1f8d11'],
	TotalProductsCount: 300,
};

function indentedJson(json: string): string {
	return json.replace(/"(?:[^"\\]|\\.)*"|[[\]{},:]/g, (token) =>
		token === ',' || token === '{' || token === '[' ? `${token}\r\n  ` : token,
	);
}

const catalogs: Readonly<Record<string, string>> = {
	JSON: writeJson(ProductCatalog, catalog),
	'JSON, indented': indentedJson(writeJson(ProductCatalog, catalog)),
	XML: writeXml(ProductCatalog, catalog, 'xmlSerializer', { declaration: true }),
	'XML, indented': writeXml(ProductCatalog, catalog, 'xmlSerializer', { indent: '  ' }),
	'XML, DataContract': writeXml(ProductCatalog, catalog, 'dataContract'),
};

const lists: Readonly<Record<string, string>> = {
	JSON: writeJson(clientsShape.schema, times(clients, 500)),
	XML: writeXml(clientsShape.schema, times(clients, 500), 'xmlSerializer'),
	'XML, DataContract': writeXml(clientsShape.schema, times(clients, 500), 'dataContract'),
};

const pieces = (): number => 20_011;

/** Changes the last place where something stands. */
function replaceLast(text: string, what: string, by: string): string {
	const at = text.lastIndexOf(what);
	if (at < 0) throw new Error(`There is no ${what}.`);
	return text.slice(0, at) + by + text.slice(at + what.length);
}

const faults: Readonly<Record<string, (text: string, isXml: boolean) => string>> = {
	nothing: (text) => text,
	'a cut': (text) => text.slice(0, -40),
	'a cut in a row': (text) => text.slice(0, text.lastIndexOf('UpdatedOn')),
	'an unknown field late': (text, isXml) =>
		isXml
			? replaceLast(text, '<Model>', '<Odd>1</Odd><Model>')
			: replaceLast(text, '"Model":', '"Odd":1,"Model":'),
	'a broken row late': (text, isXml) =>
		isXml ? replaceLast(text, '</Model>', '</Modal>') : replaceLast(text, '"Model":', '"Model"'),
	'a row that is none': (text, isXml) =>
		isXml
			? replaceLast(text, '</Products>', '<Product>x</Product></Products>')
			: replaceLast(text, '],"Del', ',7],"Del'),
	'something behind the end': (text) => `${text} x`,
	'another collection of the same name': (text, isXml) =>
		isXml
			? replaceLast(
					text,
					'</ProductCatalog>',
					'<Products><Product><Id>7</Id></Product></Products></ProductCatalog>',
				)
			: `${text.slice(0, -1)},"Products":[{"Id":"7"}]}`,
};

describe.each(Object.entries(catalogs))('%s', (title, text) => {
	test.each(Object.entries(faults))('%s: the same as by the reference', (_, damage) => {
		const isXml = title.startsWith('XML');
		const compact = title.includes('indented') && !isXml;
		const damaged = compact ? indentedJson(damage(catalogs.JSON, false)) : damage(text, isXml);
		const { fast, reference } = readBothWays(catalogShape, Buffer.from(damaged), pieces);
		expect(fast).toEqual(reference);
	});
});

describe.each(Object.entries(lists))('a list in %s', (title, text) => {
	test('a cut, an unknown field and an odd member: the same as by the reference', () => {
		const odd = title.startsWith('XML')
			? replaceLast(text, '<Name>', '<Odd>1</Odd><Name>')
			: replaceLast(text, '"Name":', '"Odd":{"a":[1]},"Name":');
		for (const damaged of [text, text.slice(0, -300), odd, `${text}<`]) {
			const { fast, reference } = readBothWays(clientsShape, Buffer.from(damaged), pieces);
			expect(fast).toEqual(reference);
		}
	});
});

test.each(Object.entries(catalogs))('%s: rows that were read are let go', (_, text) => {
	const window = windowFor(catalogShape);
	const bytes = Buffer.from(text);
	for (let at = 0; at < bytes.length; at += 30_000) take(window, bytes.subarray(at, at + 30_000));
	const kept = window.retained.pieces.reduce(
		(sum, piece) => sum + (piece instanceof Uint8Array ? piece.length : 0),
		0,
	);
	expect(kept).toBeLessThan(400_000);
	// What waits to be read is no more than a portion and a piece.
	expect(window.cursor.end).toBeLessThan(300_000);
	expect(bytes.length).toBeGreaterThan(500_000);
	expect(receivedBytes(window).toString('utf8')).toHaveLength(text.length);
	expect(isReadToEnd(window)).toBe(true);
});

// With portions of 400 bytes, at most 100 are awaited.
test.each([
	[80, 80],
	[300, 100],
])('after a row of %i bytes, rows are read while %i bytes are here', (longest, awaited) => {
	const short = '{"Id":"2"},';
	const long = `{"Id":"1","Name":"${'x'.repeat(longest - 22)}"},`;
	const window = windowFor(clientsShape, 400);
	take(window, Buffer.from(`[${long}${short.repeat(50)}`));
	const waiting = window.cursor.end;
	expect(waiting).toBeLessThan(awaited);
	expect(waiting).toBeGreaterThanOrEqual(awaited - short.length);
	take(window, Buffer.from('{"Id":"3"}]'));
	expect(isReadToEnd(window)).toBe(true);
	expect(window.parser?.rows.read).toHaveLength(52);
});

test('rows keep one shape, are plain and share nothing that can be changed', () => {
	const reader = createResponseReader(catalogShape, { fast: true });
	const product = { ...products[0], ItemLaborTypes: [{ Name: 'Install', Hours: 1.5 }] };
	reader.push(
		Buffer.from(writeJson(ProductCatalog, { ...catalog, Products: times([product], 50) })),
	);
	const read = reader.end();
	if (!read.ok) throw new Error(read.problem);
	const rows = (read.value as { readonly Products: ReadonlyArray<Record<string, unknown>> })
		.Products;
	expect(rows).toHaveLength(50);
	for (const row of rows) {
		expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
		expect(row.constructor).toBe(Object);
	}
	const lists = rows.map((row) => row.ItemLaborTypes as object[]);
	expect(new Set(lists).size).toBe(50);
	expect(new Set(lists.flat()).size).toBe(50);
});

test.each([
	[undefined, true],
	['application/json', true],
	['application/json; charset=utf-8', true],
	['application/json; charset="UTF-8"', true],
	['application/json; charset=iso-8859-1', false],
	['text/xml; charset=utf-16', false],
])('with the Content-Type %s: as the reference decoder reads it', (contentType, isUtf8) => {
	const bytes = Buffer.from('[{"Id":"1","Name":"é"}]', 'utf8');
	const { fast, reference } = readBothWays(clientsShape, bytes, () => 5, { contentType });
	expect(fast).toEqual(reference);
	expect(fast).toMatchObject({
		ok: true,
		value: [{ Name: isUtf8 || !contentType?.includes('8859') ? 'é' : 'Ã©' }],
	});
});

test.each([
	['a byte order mark', Buffer.from('\ufeff[{"Id":"1"}]')],
	['UTF-16', Buffer.from('\ufeff[{"Id":"1"}]', 'utf16le')],
	[
		'XML in Latin-1',
		Buffer.from(
			'<?xml version="1.0" encoding="iso-8859-1"?><ArrayOfClient><Client><Name>é</Name></Client></ArrayOfClient>',
			'latin1',
		),
	],
	['nothing', Buffer.alloc(0)],
	['blanks', Buffer.from(' \n ')],
	['a web page', Buffer.from('<!DOCTYPE html><html><title>Sign in</title></html>')],
	['another record', Buffer.from('{"Vendor":"x","Terms":"y","ShipPref":"z"}')],
	['a message', Buffer.from('{"Message":"No."}')],
	['null', Buffer.from('null')],
])('%s: as the reference decoder reads it', (_, bytes) => {
	for (const length of [1, 2, 7, 1000]) {
		const { fast, reference } = readBothWays(clientsShape, bytes, () => length);
		expect(fast).toEqual(reference);
	}
});

test.each(['application/json; charset=utf-8', 'application/json; charset=iso-8859-1'])(
	'with the Content-Type %s: bytes may be used again once they were taken',
	(contentType) => {
		const reader = createResponseReader(clientsShape, { contentType, fast: true });
		const bytes = Buffer.alloc(5);
		for (const piece of '[{"Id":"1","Name":"Client"},{"Id":"2","Odd":1}]'.match(/.{1,5}/g) ?? []) {
			bytes.write(piece);
			reader.push(bytes.subarray(0, piece.length));
			bytes.fill('x');
		}
		expect(reader.end()).toMatchObject({
			ok: true,
			value: [
				{ Id: '1', Name: 'Client' },
				{ Id: '2', Odd: 1 },
			],
		});
	},
);

test('a long text that trickles in is read in linear time', () => {
	const text = 'x'.repeat(3_000_000);
	const bytes = Buffer.from(`[{"Id":"1","Name":"${text}"}]`);
	const reader = createResponseReader(clientsShape, { fast: true });
	for (let at = 0; at < bytes.length; at += 100) reader.push(bytes.subarray(at, at + 100));
	expect(reader.end()).toMatchObject({ ok: true, value: [{ Id: '1', Name: text }] });
}, 10_000);

test('a response that is longer than a string can be is read, as long as its rows are short', () => {
	const text = writeJson(ProductCatalog, { ...catalog, Products: times(products, 1000) });
	const longest = 600_000;
	expect(text.length).toBeGreaterThan(2 * longest);
	const read = (fast: boolean) => {
		const reader = createResponseReader(catalogShape, { fast, longest });
		reader.push(Buffer.from(text));
		return reader.end();
	};
	expect(read(true)).toMatchObject({ ok: true, value: { TotalProductsCount: 300 } });
	expect(read(false)).toMatchObject({ ok: false, isTooLarge: true });
});
