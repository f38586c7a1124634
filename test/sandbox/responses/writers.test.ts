// The writers judge wire/, so they are judged here by XML and JSON written by hand.
import { list, string } from '../../../api/schema/types';
import { Client } from '../../../api/resources/client';
import { ProductCatalog } from '../../../api/resources/productCatalog';
import { PurchaseOrder } from '../../../api/resources/purchaseOrder';
import { writeJson, writeXml } from './writers';

const order = {
	Status: 'Open',
	Id: 'PO-1',
	Vendor: 'Tröger & <Söhne>',
	Number: '00123',
	Projects: null,
	CurrencyRate: '1.0000000000000000000000000001',
	Contacts: [],
	VendorAddress: { City: ' ', Street1: '' },
	PurchaseOrderItems: [{ TypeId: '9007199254740993', Quantity: -0.5 }],
	PurchaseOrderTaxes: [{ TaxId: 7, Group: false, Items: [1, 2] }],
};

const xsi =
	'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
const contract =
	'xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://schemas.datacontract.org/2004/07/ProjectServices.Exchange"';
const arrays = 'http://schemas.microsoft.com/2003/10/Serialization/Arrays';

describe('writeJson', () => {
	test('orders fields as the document does and writes exact numbers bare', () => {
		expect(writeJson(PurchaseOrder, order)).toBe(
			'{"Id":"PO-1","Vendor":"Tröger & <Söhne>","Projects":null,"Number":"00123","Status":"Open",' +
				'"CurrencyRate":1.0000000000000000000000000001,"Contacts":[],' +
				'"VendorAddress":{"Street1":"","City":" "},' +
				'"PurchaseOrderItems":[{"TypeId":9007199254740993,"Quantity":-0.5}],' +
				'"PurchaseOrderTaxes":[{"TaxId":7,"Group":false,"Items":[1,2]}]}',
		);
	});

	test('keeps fields that the document does not know', () => {
		expect(writeJson(Client, { Extra: { Deep: [1] }, Name: 'A' })).toBe(
			'{"Name":"A","Extra":{"Deep":[1]}}',
		);
	});

	test.each([
		[{ Name: 5 }, 'Text was expected'],
		[{ CustomField6: 'true' }, 'A boolean was expected'],
		[{ ClientAddresses: [{ TypeId: '007' }] }, 'A number was expected'],
		[{ ClientAddresses: {} }, 'A list was expected'],
		[{ ClientAddresses: ['x'] }, 'A record was expected'],
	])('refuses %j', (value, problem) => {
		expect(() => writeJson(Client, value)).toThrow(problem);
		expect(() => writeXml(Client, value, 'xmlSerializer')).toThrow(problem);
	});
});

describe('writeXml, XmlSerializer', () => {
	test('orders fields as the document does and leaves nulls out', () => {
		expect(writeXml(PurchaseOrder, order, 'xmlSerializer')).toBe(
			`<PurchaseOrder ${xsi}><Id>PO-1</Id><Vendor>Tröger &amp; &lt;Söhne&gt;</Vendor><Number>00123</Number>` +
				'<Status>Open</Status><CurrencyRate>1.0000000000000000000000000001</CurrencyRate><Contacts />' +
				'<VendorAddress><Street1 /><City> </City></VendorAddress>' +
				'<PurchaseOrderItems><PurchaseOrderItem><TypeId>9007199254740993</TypeId><Quantity>-0.5</Quantity>' +
				'</PurchaseOrderItem></PurchaseOrderItems>' +
				'<PurchaseOrderTaxes><PurchaseOrderTax><TaxId>7</TaxId><Group>false</Group>' +
				'<Items><int>1</int><int>2</int></Items></PurchaseOrderTax></PurchaseOrderTaxes></PurchaseOrder>',
		);
	});

	test('writes nil where asked, an indent, a declaration, CDATA and another root', () => {
		const options = {
			nulls: 'nil',
			indent: '  ',
			declaration: 'utf-16',
			cdata: true,
			root: 'Kunde',
		} as const;
		expect(writeXml(Client, { Name: 'a]]>b', Number: null }, 'xmlSerializer', options)).toBe(
			`<?xml version="1.0" encoding="utf-16"?>\n<Kunde ${xsi}>\n` +
				'  <Name><![CDATA[a]]]]><![CDATA[>b]]></Name>\n  <Number xsi:nil="true" />\n</Kunde>\n',
		);
	});

	test('names the root of a list after its members', () => {
		expect(writeXml(list(Client), [{ Name: 'A' }, null], 'xmlSerializer')).toBe(
			`<ArrayOfClient ${xsi}><Client><Name>A</Name></Client><Client xsi:nil="true" /></ArrayOfClient>`,
		);
		expect(writeXml(list(string, 'string'), ['a'], 'xmlSerializer')).toBe(
			`<ArrayOfString ${xsi}><string>a</string></ArrayOfString>`,
		);
		expect(writeXml(list(Client), [], 'xmlSerializer')).toBe(`<ArrayOfClient ${xsi} />`);
	});
});

describe('writeXml, DataContractSerializer', () => {
	test('sorts fields, writes nil and puts simple members in the namespace of arrays', () => {
		expect(writeXml(PurchaseOrder, order, 'dataContract')).toBe(
			`<PurchaseOrder ${contract}><Contacts /><CurrencyRate>1.0000000000000000000000000001</CurrencyRate>` +
				'<Id>PO-1</Id><Number>00123</Number><Projects i:nil="true" />' +
				'<PurchaseOrderItems><PurchaseOrderItem><Quantity>-0.5</Quantity><TypeId>9007199254740993</TypeId>' +
				'</PurchaseOrderItem></PurchaseOrderItems><PurchaseOrderTaxes><PurchaseOrderTax><Group>false</Group>' +
				`<Items xmlns:d4p1="${arrays}"><d4p1:int>1</d4p1:int><d4p1:int>2</d4p1:int></Items>` +
				'<TaxId>7</TaxId></PurchaseOrderTax></PurchaseOrderTaxes><Status>Open</Status>' +
				'<Vendor>Tröger &amp; &lt;Söhne&gt;</Vendor>' +
				'<VendorAddress><City> </City><Street1 /></VendorAddress></PurchaseOrder>',
		);
	});

	test('writes a prefix for every element where asked', () => {
		const value = { Name: 'A', DeletedProductIds: ['b'] };
		const options = { prefix: 'a', nulls: 'omit' } as const;
		expect(writeXml(ProductCatalog, value, 'dataContract', options)).toBe(
			'<a:ProductCatalog xmlns:i="http://www.w3.org/2001/XMLSchema-instance" ' +
				'xmlns:a="http://schemas.datacontract.org/2004/07/ProjectServices.Exchange">' +
				`<a:DeletedProductIds xmlns:d2p1="${arrays}"><d2p1:guid>b</d2p1:guid></a:DeletedProductIds>` +
				'<a:Name>A</a:Name></a:ProductCatalog>',
		);
	});

	test('makes the namespace of arrays the default one where the root is such a list', () => {
		expect(writeXml(list(string, 'string'), ['a', null], 'dataContract')).toBe(
			`<ArrayOfstring xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns="${arrays}">` +
				'<string>a</string><string i:nil="true" /></ArrayOfstring>',
		);
	});

	test('keeps unknown fields as text or as nested elements', () => {
		const value = { Name: 'A', Extra: { B: 1, A: true }, Gone: null };
		expect(writeXml(Client, value, 'dataContract')).toBe(
			`<Client ${contract}><Name>A</Name><Extra><A>true</A><B>1</B></Extra><Gone i:nil="true" /></Client>`,
		);
	});
});

describe('hostile text', () => {
	test('a carriage return survives as a reference, also where CDATA is asked for', () => {
		for (const cdata of [false, true]) {
			expect(writeXml(Client, { Name: 'a\r\nb' }, 'xmlSerializer', { cdata })).toBe(
				`<Client ${xsi}><Name>a&#xD;\nb</Name></Client>`,
			);
		}
	});

	test.each(['\u0000', '\u001f', '\uffff', '\ud800'])('%j is refused, or written', (character) => {
		const value = { Name: `a${character}` };
		expect(() => writeXml(Client, value, 'xmlSerializer')).toThrow('XML cannot carry');
		expect(writeXml(Client, value, 'xmlSerializer', { invalidCharacters: 'reference' })).toBe(
			`<Client ${xsi}><Name>a&#x${character.charCodeAt(0).toString(16).toUpperCase()};</Name></Client>`,
		);
	});

	test('characters beyond the first plane are carried', () => {
		expect(writeXml(Client, { Name: '🔌' }, 'xmlSerializer')).toContain('<Name>🔌</Name>');
	});
});
