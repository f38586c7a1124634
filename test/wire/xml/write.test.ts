// Request bodies in XML and as forms: what they may carry, and how what they may not is refused.
import { ClientList } from '../../api/client';
import { list, type Schema, text } from '../../api/kinds';
import { ProductCatalog } from '../../api/productCatalog';
import { UpdateProject } from '../../api/project';
import { UpdateTask } from '../../api/task';
import { encodeBody } from '../../wire';

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';
const ids = list(text, 'string');

function xml(schema: Schema, value: unknown): string {
	const body = encodeBody(schema, value, 'xml');
	if (!body.ok) throw new Error(`${body.path?.join('.')} ${body.problem}`);
	expect(body.text.startsWith(DECLARATION)).toBe(true);
	return body.text.slice(DECLARATION.length);
}

function form(schema: Schema, value: unknown): string {
	const body = encodeBody(schema, value, 'form');
	if (!body.ok) throw new Error(`${body.path?.join('.')} ${body.problem}`);
	return body.text;
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
	])('%p is refused with its field', (value, code) => {
		expect(encodeBody(ClientList, { Clients: [{}, { Name: value }] }, 'xml')).toEqual({
			ok: false,
			problem: `holds the character U+${code}, which XML cannot carry`,
			path: ['Clients', 1, 'Name'],
		});
	});
});

describe('values in XML', () => {
	test('nulls are left out, empty texts, records and collections are not', () => {
		const value = {
			TaskId: '',
			Contact: null,
			SiteAddress: { City: undefined },
			Resources: [],
			UpdateFields: [{ TaskFieldId: 1, Value: null }],
		};
		expect(xml(UpdateTask, value)).toBe(
			'<UpdateTask><TaskId/><SiteAddress/><Resources/><UpdateFields><UpdateTaskField><TaskFieldId>1</TaskFieldId></UpdateTaskField></UpdateFields></UpdateTask>',
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

	test.each<[unknown, string, (string | number)[]]>([
		[{ Contact: 'Jo' }, 'expected the fields of ContactInfo', ['Contact']],
		[{ Contact: [] }, 'expected the fields of ContactInfo', ['Contact']],
		[{ Resources: {} }, 'expected a list', ['Resources']],
		[{ Resources: [{ Name: {} }] }, 'expected a single value', ['Resources', 0, 'Name']],
		[{ Resources: [{ Cost: Number.NaN }] }, 'NaN is no number to send', ['Resources', 0, 'Cost']],
		[{ 'my field': 1 }, '"my field" cannot be the name of an XML element', ['my field']],
		['text', 'expected the fields of UpdateTask', []],
	])('%p is refused', (value, problem, path) => {
		expect(encodeBody(UpdateTask, value, 'xml')).toEqual({ ok: false, problem, path });
	});
});

describe('records that the document does not show, in XML', () => {
	const contacts = (value: unknown) =>
		xml(UpdateProject, { Contacts: [value] })
			.replace('<UpdateProject><Contacts>', '')
			.replace('</Contacts></UpdateProject>', '');

	test.each<[unknown, string]>([
		[{}, '<Contact/>'],
		[
			{ Name: 'a & b', Age: 5, Vip: true, Gone: null },
			'<Contact><Name>a &amp; b</Name><Age>5</Age><Vip>true</Vip></Contact>',
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

	test('a name that is none, and a value that holds itself, are refused', () => {
		const loop: Record<string, unknown> = {};
		loop.self = loop;
		for (const value of [{ '<a>': 1 }, { 'x:y': 1 }, { '1': 1 }, { '': 1 }, loop]) {
			expect(encodeBody(UpdateProject, { Contacts: [value] }, 'xml')).toMatchObject({ ok: false });
		}
		expect(encodeBody(UpdateProject, { Contacts: [loop] }, 'form')).toMatchObject({
			ok: false,
			problem: 'nested too deeply',
		});
	});
});

describe('forms', () => {
	test('a list has its indices as keys', () => {
		expect(form(ids, ['a b', 'ü&=', ''])).toBe('[0]=a%20b&[1]=%C3%BC%26%3D&[2]=');
		expect(form(ids, [])).toBe('');
	});

	test('nulls and empty collections are left out, empty texts are not', () => {
		const value = { Id: '', Name: null, Products: [], DeletedProductIds: null, Description: 'x' };
		expect(form(ProductCatalog, value)).toBe('Id=&Description=x');
	});

	test('numbers and flags are written as in XML', () => {
		expect(
			form(ProductCatalog, {
				Products: [{ Msrp: 1e-7, OFE: false, UpdatedOnTicks: '638712345678901234' }],
			}),
		).toBe(
			'Products[0].Msrp=0.0000001&Products[0].OFE=false&Products[0].UpdatedOnTicks=638712345678901234',
		);
	});

	test('unknown fields come last, nested as they are, their names encoded', () => {
		expect(form(ProductCatalog, { 'a&b': [{ c: [1] }], Name: 'n' })).toBe('Name=n&a%26b[0].c[0]=1');
	});

	test.each<[unknown, string, (string | number)[]]>([
		[{ Products: {} }, 'expected a list', ['Products']],
		[{ Products: ['x'] }, 'expected the fields of Product', ['Products', 0]],
		[{ Products: [[]] }, 'expected the fields of Product', ['Products', 0]],
		[{ Name: [] }, 'expected a single value', ['Name']],
		[{ TotalProductsCount: Infinity }, 'Infinity is no number to send', ['TotalProductsCount']],
	])('%p is refused', (value, problem, path) => {
		expect(encodeBody(ProductCatalog, value, 'form')).toEqual({ ok: false, problem, path });
	});

	test('half a character is refused with its field', () => {
		expect(encodeBody(ProductCatalog, { Products: [{ Model: '\ud800' }] }, 'form')).toEqual({
			ok: false,
			problem: 'holds half of a character',
			path: ['Products', 0, 'Model'],
		});
	});
});
