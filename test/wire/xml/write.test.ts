// XML request bodies: what they carry, and which characters and names they cannot.
import { ClientList } from '../../../api/resources/client';
import { list, type Schema, string } from '../../../api/schema/types';
import { ProductCatalog } from '../../../api/resources/productCatalog';
import { UpdateProject } from '../../../api/resources/project';
import { UpdateTask } from '../../../api/resources/task';
import { encodeBody } from '../../../wire';

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';
const ids = list(string, 'string');

function xml(schema: Schema, value: unknown): string {
	const body = encodeBody(schema, value, 'xml');
	if (!body.ok) throw new Error(`${body.path?.join('.')} ${body.problem}`);
	expect(body.value.text.startsWith(DECLARATION)).toBe(true);
	return body.value.text.slice(DECLARATION.length);
}

describe('text in XML', () => {
	test.each<[string, string]>([
		['a & b < c > d', 'a &amp; b &lt; c &gt; d'],
		['"quotes\'', '"quotes\''],
		[']]>', ']]&gt;'],
		['a\r\nb\rc\nd\te', 'a&#xD;\nb&#xD;c\nd\te'],
		[' blanks ', ' blanks '],
		['🔌 e\u0301 \u2028\u0085', '🔌 e\u0301 \u2028\u0085'],
		['&amp;', '&amp;amp;'],
	])('%p', (value, written) => {
		expect(xml(UpdateTask, { TaskId: value })).toBe(
			`<UpdateTask><TaskId>${written}</TaskId></UpdateTask>`,
		);
	});

	test.each<[string, string]>([
		['a\u0000b', '0000'],
		['\u001b[1m', '001B'],
		['\u000b', '000B'],
		['\ufffe', 'FFFE'],
		['\uffff', 'FFFF'],
		['\ud800', 'D800'],
		['a\udc00b', 'DC00'],
	])('%p is an error with its path', (value, code) => {
		expect(encodeBody(ClientList, { Clients: [{}, { Name: value }] }, 'xml')).toEqual({
			ok: false,
			problem: `contains the character U+${code}, which XML cannot carry`,
			path: ['Clients', 1, 'Name'],
		});
	});
});

describe('values in XML', () => {
	test('nulls are marked, empty texts, records and collections are empty elements', () => {
		const value = {
			TaskId: '',
			Contact: null,
			SiteAddress: { City: undefined },
			Resources: [],
			UpdateFields: [{ TaskFieldId: 1, Value: null }],
		};
		expect(xml(UpdateTask, value)).toBe(
			'<UpdateTask xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><TaskId/><Contact xsi:nil="true"/><SiteAddress/><Resources/><UpdateFields><UpdateTaskField><TaskFieldId>1</TaskFieldId><Value xsi:nil="true"/></UpdateTaskField></UpdateFields></UpdateTask>',
		);
	});

	test.each<[unknown, string]>([
		['638712345678901234', '638712345678901234'],
		['0.1234567890123456789012345678', '0.1234567890123456789012345678'],
		[1e21, '1000000000000000000000'],
		[1.5e-7, '0.00000015'],
		['1E2', '100'],
		[12n, '12'],
		[-0, '0'],
		['many', 'many'],
	])('the number %p is written %s', (Msrp, written) => {
		expect(xml(ProductCatalog, { Products: [{ Msrp }] })).toBe(
			`<ProductCatalog><Products><Product><Msrp>${written}</Msrp></Product></Products></ProductCatalog>`,
		);
	});

	test('a Date is written as its instant', () => {
		expect(xml(UpdateProject, { Date: new Date(0) })).toBe(
			'<UpdateProject><Date>1970-01-01T00:00:00.000Z</Date></UpdateProject>',
		);
	});

	test('ids are an ArrayOfString, of none as well', () => {
		expect(xml(ids, ['a', '', '<'])).toBe(
			'<ArrayOfString><string>a</string><string/><string>&lt;</string></ArrayOfString>',
		);
		expect(xml(ids, [])).toBe('<ArrayOfString/>');
	});
});

describe('undocumented records', () => {
	const contacts = (value: unknown) =>
		xml(UpdateProject, { Contacts: [value] })
			.replace(/^<UpdateProject[^>]*><Contacts>/, '')
			.replace('</Contacts></UpdateProject>', '');

	test.each<[unknown, string]>([
		[{}, '<Contact/>'],
		[
			{ Name: 'a & b', Age: 5, Vip: true, Gone: null },
			'<Contact><Name>a &amp; b</Name><Age>5</Age><Vip>true</Vip><Gone xsi:nil="true"/></Contact>',
		],
		[{ Address: { City: 'x' } }, '<Contact><Address><City>x</City></Address></Contact>'],
		[
			{ Entries: [{ A: 1 }, { A: 2 }] },
			'<Contact><Entries><Entry><A>1</A></Entry><Entry><A>2</A></Entry></Entries></Contact>',
		],
		[{ Addresses: [{}] }, '<Contact><Addresses><Address/></Addresses></Contact>'],
		[
			{ ItemLaborTypes: [{ Hours: 1 }] },
			'<Contact><ItemLaborTypes><ItemLaborType><Hours>1</Hours></ItemLaborType></ItemLaborTypes></Contact>',
		],
		[{ Gear: [{ A: 1 }] }, '<Contact><Gear><Item><A>1</A></Item></Gear></Contact>'],
		[
			{ Ids: [1, 2.5, 'x', true] },
			'<Contact><Ids><int>1</int><decimal>2.5</decimal><string>x</string><boolean>true</boolean></Ids></Contact>',
		],
	])('%j', (value, written) => {
		expect(contacts(value)).toBe(written);
	});

	test.each(['<a>', 'x:y', '1', '', 'my field'])('%p is not a name of an element', (name) => {
		expect(encodeBody(UpdateProject, { Contacts: [{ [name]: 1 }] }, 'xml')).toEqual({
			ok: false,
			problem: 'is not a valid name of an XML element',
			path: ['Contacts', 0, name],
		});
	});
});
