// XML responses: dialects, namespaces, types from the schema, exact text.
import { Client } from '../../../api/resources/client';
import { ProductCatalog } from '../../../api/resources/productCatalog';
import { UpdateProject } from '../../../api/resources/project';
import { PurchaseOrder } from '../../../api/resources/purchaseOrder';
import { TimeSheet } from '../../../api/resources/timeSheet';
import { instanceNamespace, problemOf, valueOf } from '../support';

function order(inner: string, attributes = ''): unknown {
	return valueOf(PurchaseOrder, `<PurchaseOrder${attributes}>${inner}</PurchaseOrder>`);
}

function orderProblem(inner: string, attributes = ''): string {
	const text = `<PurchaseOrder${attributes}>${inner}</PurchaseOrder>`;
	return problemOf({ schema: PurchaseOrder }, text);
}

const xsi = ` xmlns:xsi="${instanceNamespace}"`;

describe('types come from the record', () => {
	test.each<[string, unknown]>([
		['<Id>00123</Id>', { Id: '00123' }],
		['<Number>1e5</Number>', { Number: '1e5' }],
		['<Status>true</Status>', { Status: 'true' }],
		['<Notes>null</Notes>', { Notes: 'null' }],
		['<Notes>638712345678901234</Notes>', { Notes: '638712345678901234' }],
		[
			'<Date>2024-05-01T00:00:00.1234567+00:00</Date>',
			{ Date: '2024-05-01T00:00:00.1234567+00:00' },
		],
		['<CurrencyRate>1.10</CurrencyRate>', { CurrencyRate: 1.1 }],
		['<CurrencyRate> +01.10\n</CurrencyRate>', { CurrencyRate: 1.1 }],
		['<CurrencyRate>-0.0</CurrencyRate>', { CurrencyRate: 0 }],
		[
			'<CurrencyRate>0.1234567890123456789012345678</CurrencyRate>',
			{ CurrencyRate: '0.1234567890123456789012345678' },
		],
		['<CurrencyRate>1,10</CurrencyRate>', { CurrencyRate: '1,10' }],
		['<CurrencyRate>NaN</CurrencyRate>', { CurrencyRate: 'NaN' }],
		['<CurrencyRate/>', { CurrencyRate: null }],
		['<CurrencyRate>  </CurrencyRate>', { CurrencyRate: null }],
		['<Date/>', { Date: null }],
		['<Id/>', { Id: '' }],
		['<Id></Id>', { Id: '' }],
		['<Id> \n </Id>', { Id: ' \n ' }],
		['<Contacts/>', { Contacts: [] }],
		['<Contacts>\n</Contacts>', { Contacts: [] }],
		['<VendorAddress/>', { VendorAddress: {} }],
		['<VendorAddress>\n</VendorAddress>', { VendorAddress: {} }],
		['<VendorAddress>none</VendorAddress>', { VendorAddress: 'none' }],
		['<Contacts>none</Contacts>', { Contacts: 'none' }],
	])('%s', (inner, expected) => {
		expect(order(inner)).toStrictEqual(expected);
	});

	test.each<[string, unknown]>([
		['true', true],
		['false', false],
		['1', true],
		['0', false],
		[' true\n', true],
		['True', 'True'],
		['yes', 'yes'],
		['', null],
	])('a flag of %p', (text, Approved) => {
		expect(valueOf(TimeSheet, `<TimeSheet><Approved>${text}</Approved></TimeSheet>`)).toEqual({
			Approved,
		});
	});

	test('bytes, choices, guids and big integers', () => {
		const text =
			'<TimeSheet><EntityId>4</EntityId><DateTicks>638712345678901234</DateTicks><CF28>-1.50</CF28></TimeSheet>';
		expect(valueOf(TimeSheet, text)).toEqual({
			EntityId: 4,
			DateTicks: '638712345678901234',
			CF28: -1.5,
		});
		expect(valueOf(Client, '<Client><ClientType>Lead</ClientType></Client>')).toEqual({
			ClientType: 'Lead',
		});
		const guid = '0f649c11-412c-4c11-a649-000000000000';
		const catalog = `<ProductCatalog><DeletedProductIds><guid>${guid}</guid></DeletedProductIds></ProductCatalog>`;
		expect(valueOf(ProductCatalog, catalog)).toEqual({ DeletedProductIds: [guid] });
	});

	test('a control character is text', () => {
		const text = 'a\u0001\u007f\uffffb';
		expect(order(`<Notes>${text}</Notes><New><![CDATA[${text}]]></New>`)).toEqual({
			Notes: text,
			New: text,
		});
	});

	test('a scalar that holds elements is kept whole', () => {
		expect(order('<Notes>Hello <b>big</b> world</Notes>')).toEqual({
			Notes: { b: 'big', '#text': 'Hello  world' },
		});
	});
});

describe('collections', () => {
	const tax = (items: string) =>
		`<PurchaseOrderTaxes><PurchaseOrderTax>${items}</PurchaseOrderTax></PurchaseOrderTaxes>`;
	const taxes = (Items: unknown[]) => ({ PurchaseOrderTaxes: [{ Items }] });

	test.each<[string, unknown]>([
		[tax('<Items><int>1</int></Items>'), taxes([1])],
		[tax('<Items/>'), taxes([])],
		[tax('<Items>\n\t<a>1</a>\n\t<int xsi:nil="true"/><int/>\n</Items>'), taxes([1, null, null])],
		['<Contacts><Person><Name>x</Name></Person></Contacts>', { Contacts: [{ Name: 'x' }] }],
		['<Contacts xsi:nil="true"/>', { Contacts: null }],
	])('whatever the items are called: %s', (inner, expected) => {
		expect(order(inner, xsi)).toEqual(expected);
	});
});

describe('nil', () => {
	test.each<[string, unknown]>([
		[`<Id xsi:nil="true"/>`, null],
		[`<Id xsi:nil='1'></Id>`, null],
		[`<Id xsi:nil=" true "/>`, null],
		[`<Id xmlns:q="${instanceNamespace}" q:nil="true"/>`, null],
		[`<Id xmlns:q="http&#58;//www.w3.org/2001/XMLSchema-instance" q:nil="true"/>`, null],
		['<Id xsi:nil="false"/>', ''],
		['<Id nil="true"/>', ''],
		['<Id xmlns:q="urn:other" q:nil="true"/>', ''],
		['<Id xmlns:xsi="urn:other" xsi:nil="true"/>', ''],
		['<Id xsi:type="true"/>', ''],
	])('%s', (inner, Id) => {
		expect(order(inner, xsi)).toEqual({ Id });
	});
});

describe('namespaces', () => {
	test('a default namespace, a prefix for all, and a second one for a collection', () => {
		const a = 'xmlns="urn:a"';
		const inner = (prefix: string) =>
			`<${prefix}Id>1</${prefix}Id><${prefix}PurchaseOrderTaxes><${prefix}PurchaseOrderTax>` +
			`<${prefix}Items xmlns:d4p1="urn:arrays"><d4p1:int>5</d4p1:int></${prefix}Items>` +
			`</${prefix}PurchaseOrderTax></${prefix}PurchaseOrderTaxes>`;
		const expected = { Id: '1', PurchaseOrderTaxes: [{ Items: [5] }] };
		expect(order(inner(''), ` ${a}`)).toEqual(expected);
		expect(
			valueOf(PurchaseOrder, `<p:PurchaseOrder xmlns:p="urn:a">${inner('p:')}</p:PurchaseOrder>`),
		).toEqual(expected);
	});

	test('a member in the namespace of its own type is a field', () => {
		const inner = '<VendorAddress xmlns:d2p1="urn:shared"><d2p1:City>x</d2p1:City></VendorAddress>';
		expect(order(inner, ' xmlns="urn:a"')).toEqual({ VendorAddress: { City: 'x' } });
	});

	test('a field in another namespace keeps its place', () => {
		const read = order('<x:Id>1</x:Id><Number>2</Number>', ' xmlns="urn:a" xmlns:x="urn:x"');
		expect(Object.keys(read as object)).toEqual(['Id', 'Number']);
	});

	test.each([
		'<Number>1</Number><x:Number>2</x:Number>',
		'<x:Number>1</x:Number><Number>2</Number>',
		'<Number>1</Number><Number xmlns="urn:x">2</Number>',
		'<Number>1</Number><Number>2</Number>',
	])('they make no difference, and the last element counts: %s', (inner) => {
		expect(order(inner, ' xmlns="urn:a" xmlns:x="urn:x"')).toEqual({ Number: '2' });
	});

	test.each([
		['<x:Number>1</x:Number>', 'x:Number', 16],
		['<New><x:a/></New>', 'x:a', 21],
		['<Contacts><x:a/></Contacts>', 'x:a', 26],
		['<Id x:nil="true"/>', 'x:nil', 16],
		['<Id undefined:nil="true"/>', 'undefined:nil', 16],
		['<Id xmlns:x="urn:x"/><x:Number/>', 'x:Number', 37],
	])('a prefix that is not declared is an error: %s', (inner, name, column) => {
		expect(orderProblem(inner)).toBe(
			`The response is not well-formed XML: the prefix of ${name} is not declared (line 1, column ${column}).`,
		);
	});

	test('the prefix xml needs no declaration', () => {
		expect(order('<Notes xml:space="preserve" xml:lang="en"> a </Notes>')).toEqual({
			Notes: ' a ',
		});
	});
});

describe('text', () => {
	test.each<[string, string]>([
		['&lt;b&gt; &amp; &quot;q&quot; &apos;a&apos;', '<b> & "q" \'a\''],
		['&amp;lt;', '&lt;'],
		['&#65;&#x42;&#x1F50C;&#128268;', 'AB🔌🔌'],
		['a\r\nb\rc\nd', 'a\nb\nc\nd'],
		['a\r<!-- x -->\nb\r<?x?>\nc', 'a\n\nb\n\nc'],
		['a&#13;&#10;b&#xD;c', 'a\r\nb\rc'],
		['&#x1B;[1m', '\u001b[1m'],
		['<![CDATA[<b> & ]] &amp; &#65;]]>', '<b> & ]] &amp; &#65;'],
		['a<![CDATA[b]]>c&amp;<![CDATA[&amp;]]><![CDATA[]]>', 'abc&&amp;'],
		['<![CDATA[a\r\nb]]>', 'a\nb'],
		['<![CDATA[]]]]><![CDATA[>]]>', ']]>'],
		['a<!-- <Id>2</Id> & - - >b -->b<!---->', 'ab'],
		["a<?php echo 'it' ?>b", 'ab'],
		["a<?note it's > 5?>b", 'ab'],
		[' lead and trail ', ' lead and trail '],
		['\u00a0\u2028\ufeff', '\u00a0\u2028\ufeff'],
		['> is allowed', '> is allowed'],
		['e\u0301 日本 🔌', 'e\u0301 日本 🔌'],
	])('%s', (source, text) => {
		expect(order(`<Notes>${source}</Notes>`)).toEqual({ Notes: text });
	});

	test('ten thousand references in one response reach no limit', () => {
		const notes = '&amp;&#65;'.repeat(10_000);
		expect(order(`<Notes>${notes}</Notes><Terms>&lt;</Terms>`)).toEqual({
			Notes: '&A'.repeat(10_000),
			Terms: '<',
		});
	});
});

describe('unknown elements', () => {
	test.each<[string, unknown]>([
		['<New>007</New>', { New: '007' }],
		['<New/>', { New: '' }],
		['<New xsi:nil="true"/>', { New: null }],
		['<New><a>1</a><b> x </b></New>', { New: { a: '1', b: ' x ' } }],
		['<New>\n\t<a>1</a>\n\t<a>2</a>\n\t<a/>\n</New>', { New: { a: ['1', '2', ''] } }],
		['<New>1</New><New>2</New>', { New: ['1', '2'] }],
		['<New>1</New><Id>1</Id><New><a/></New>', { New: ['1', { a: '' }], Id: '1' }],
		['<New>text <a>1</a></New>', { New: { a: '1', '#text': 'text ' } }],
		[
			'<VendorAddress>a <City>b</City> c</VendorAddress>',
			{ VendorAddress: { City: 'b', '#text': 'a  c' } },
		],
		['\n a\n <Id/>\n <Number/>\n', { Id: '', Number: '', '#text': '\n a\n ' }],
		['<new>1</new><ID>2</ID>', { new: '1', Id: '2' }],
		['<Größe>1</Größe><a.b-c_d>2</a.b-c_d>', { Größe: '1', 'a.b-c_d': '2' }],
	])('%s', (inner, expected) => {
		// A record without any documented field is refused.
		const read = order(`<CurrencyRate>5</CurrencyRate>${inner}`, xsi);
		expect(read).toStrictEqual({ CurrencyRate: 5, ...(expected as object) });
	});

	test('one that comes again is a list, whatever its name is and however many came before', () => {
		const all = Array.from({ length: 2100 }, (_, index) => `n${index}`.repeat(1 + (index % 100)));
		const twice = all.map((name) => `<${name}>1</${name}>`.repeat(2)).join('');
		const expected = Object.fromEntries(all.map((name) => [name, ['1', '1']]));
		expect(order(`<Id>1</Id>${twice}`)).toEqual({ Id: '1', ...expected });
	});

	test('records that nobody has shown are objects of texts', () => {
		const text =
			'<UpdateProject><Contacts><Contact><Name>n</Name><Ids><int>1</int></Ids></Contact><Contact/></Contacts></UpdateProject>';
		expect(valueOf(UpdateProject, text)).toEqual({
			Contacts: [{ Name: 'n', Ids: { int: '1' } }, {}],
		});
	});
});

describe('documents', () => {
	test('a declaration, comments and instructions around the root are passed over', () => {
		const text =
			"<?xml version='1.0' encoding='utf-8' standalone=\"yes\"?>\n<!-- a -->\n<?x y?>\n" +
			"<PurchaseOrder\n\txmlns:xsd='http://www.w3.org/2001/XMLSchema' a = \"&lt;'\" >\n<Id >1</Id\t>\n</PurchaseOrder>\n<!-- z --><?z?>\n";
		expect(valueOf(PurchaseOrder, text)).toEqual({ Id: '1' });
	});

	test('an attribute is not a field', () => {
		expect(order('<Contacts><PurchaseOrderContact Name="x" /></Contacts>', ' Id="5"')).toEqual({
			Contacts: [{}],
		});
	});
});
