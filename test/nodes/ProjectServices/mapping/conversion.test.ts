// What is taken as input and what it becomes; what is refused, and in which words.
import { Client, ClientList } from '../../../../api/resources/client';
import { type Schema, typeName } from '../../../../api/schema/types';
import { Product, ProductCatalog } from '../../../../api/resources/productCatalog';
import { UpdateProject } from '../../../../api/resources/project';
import { UpdateServiceOrder } from '../../../../api/resources/serviceOrder';
import { UpdateTask } from '../../../../api/resources/task';
import { UpdateTimeSheet, UpdateTimeSheetsRequest } from '../../../../api/resources/timeSheet';
import { UpdateVendor, Vendor, VendorList } from '../../../../api/resources/vendor';
import {
	checkOf,
	type ConversionSettings,
} from '../../../../nodes/ProjectServices/mapping/conversion';
import { type Problem, sentenceOf } from '../../../../nodes/ProjectServices/mapping/sentences';
import { encodeBody } from '../../../../wire';
import { fc } from '../../../fastCheck.mjs';
import { writeJson } from '../../../sandbox/responses/writers';
import { sendableRecord } from '../sendableRecord';

const settings: ConversionSettings = { zone: 'Europe/Berlin', names: new Map(), format: 'json' };

function check(schema: Schema, value: unknown, changed: Partial<ConversionSettings> = {}) {
	const problems: Problem[] = [];
	const result = checkOf(schema, { ...settings, ...changed })(value, problems);
	return problems.length === 0 ? result : problems.map((problem) => sentenceOf(problem));
}

const x = (fields: object) => ({ Name: 'x', ...fields });
const update = (fields: object) => ({ ProjectId: '1', ...fields });
const guid = '6f9619ff-8b86-d011-b42d-00c04fc964ff';

const deleting = (DeletedProductIds: unknown) => ({ Name: 'x', DeletedProductIds });
const removing = (ComponentIdsToDelete: unknown) => update({ ComponentIdsToDelete });
const numbering = (UpdateProjectItemFieldIds: unknown) => update({ UpdateProjectItemFieldIds });
const contacting = (Contact: unknown) => ({ TaskId: '1', Contact });

const digits = '638712345678901234';

test.each<[Schema, object, object]>([
	[Client, { Name: 42 }, { Name: '42' }],
	[Client, { Name: true }, { Name: 'true' }],
	[Client, { Name: new Date(0) }, { Name: '1970-01-01T00:00:00.000Z' }],
	[Client, { Name: ' 007 ', Number: '' }, { Name: ' 007 ', Number: '' }],
	[Client, { Name: 'x', Number: null, Email: undefined }, { Name: 'x', Number: null }],
	[Client, { Name: 'x', Id: guid.toUpperCase() }, { Name: 'x', Id: guid.toUpperCase() }],
	[Product, { OFE: ' TRUE' }, { OFE: true }],
	[Product, { OFE: 'false' }, { OFE: false }],
	[Product, { Msrp: ' 19.90 ' }, { Msrp: 19.9 }],
	[Product, { Msrp: '1.5e3' }, { Msrp: 1500 }],
	[Product, { Msrp: '1234567890123456789012345.678' }, { Msrp: '1234567890123456789012345.678' }],
	[Product, { RackUnits: '2.0' }, { RackUnits: 2 }],
	[Product, { UpdatedOnTicks: digits }, { UpdatedOnTicks: digits }],
	[Product, { UpdatedOn: '2024-06-01' }, { UpdatedOn: '2024-06-01T00:00:00+02:00' }],
	[Product, { ItemLaborTypes: '[{"Hours":"1.50"}]' }, { ItemLaborTypes: [{ Hours: 1.5 }] }],
	[ProductCatalog, deleting(`${guid}\n${guid}`), deleting([guid, guid])],
	[UpdateProject, removing('a, b\nc'), removing(['a, b', 'c'])],
	[UpdateProject, numbering(['Quantity', '2', 101]), numbering([1, 2, 101])],
	[UpdateProject, { ProjectId: 1 }, { ProjectId: '1' }],
	[UpdateTask, contacting('{"Name":"Ann"}'), contacting({ Name: 'Ann' })],
])('%#: a value becomes what the field holds', (schema, given, expected) => {
	expect(check(schema, given)).toEqual(expected);
});

test.each<[Schema, object, object]>([
	[Client, x({ Region: 'N', CustomField2: 'y' }), x({ CustomField1: 'N', CustomField2: 'y' })],
	[Client, x({ CustomField1: 'N', Region: 'M' }), ['Region is given twice, also as CustomField1']],
	[Client, x({ Region: 'M', CustomField1: 'N' }), ['CustomField1 is given twice, also as Region']],
	[Product, { Region: 'x' }, ['Region is not a field of Product']],
])(
	'%#: own names of custom fields are taken beside those of the service',
	(schema, given, expected) => {
		const names = new Map([['Client.CustomField1', 'Region']]);
		expect(check(schema, given, { names })).toEqual(expected);
	},
);

test('JSON text for records that the document does not show is sent with every digit, number for number', () => {
	const items = `[{"Id":${digits},"Text":"${digits}","In":{"List":[${digits},0.12345678901234567890]}}]`;
	const written = (format: 'json' | 'xml') => {
		const value = check(UpdateProject, update({ UpdateProjectItems: items }), { format });
		const body = encodeBody(UpdateProject, value, format);
		return body.ok ? body.value.text : body.problem;
	};
	expect(written('json')).toBe(`{"ProjectId":"1","UpdateProjectItems":${items}}`);
	expect(written('xml')).toContain(
		`<UpdateProjectItem><Id>${digits}</Id><Text>${digits}</Text><In><List><long>${digits}</long><decimal>0.12345678901234567890</decimal></List></In></UpdateProjectItem>`,
	);
});

const taxing = (tax: unknown) => update({ Taxes: [tax] });
const never = new Date('never');
const unset = '. Clear or unmap the field, or map null';
const aDate = 'expected a date such as 2024-12-31 or 2024-12-31T23:59:59+01:00';

class Person {
	Name = 'x';
}

const lost =
	', which has lost its last digits as a JavaScript number. Enter it as text, in quotation marks';

test.each<[Schema, unknown, string]>([
	[Client, {}, 'Name is required'],
	[Client, { Name: ' ' }, 'Name is required'],
	[Client, { Name: null }, 'Name is required'],
	[Client, { Name: {} }, 'Name is an object, expected text'],
	[Client, { Name: NaN }, 'Name is NaN, expected text'],
	[Client, x({ Id: '17' }), 'Id is "17", expected a GUID'],
	[Client, x({ ClientType: 'y' }), 'ClientType is "y", expected one of Lead, Prospect, Client'],
	[Client, x({ ClientContacts: 'Ann' }), 'ClientContacts is "Ann", expected a list'],
	[
		Client,
		x({ ClientContacts: '[{]' }),
		'ClientContacts cannot be read. The text is not valid JSON: "]" is not expected (line 1, column 3)',
	],
	[
		Client,
		x({ ClientAddresses: [{}, { TypeId: 'home' }] }),
		'ClientAddresses[1].TypeId is "home", expected a whole number',
	],
	[Client, x({ ClentType: 1 }), 'ClentType is not a field of Client. Did you mean "ClientType"?'],
	[Client, x({ email: 'a' }), 'email is not a field of Client. Did you mean "Email"?'],
	[Client, x({ favouriteColour: 'red' }), 'favouriteColour is not a field of Client'],
	[Client, x({ constructor: 1 }), 'constructor is not a field of Client'],
	[Client, JSON.parse('{"Name":"x","__proto__":{}}'), '__proto__ is not a field of Client'],
	[Client, [], 'The record is a list, expected an object'],
	[Client, null, 'The record is required'],
	[Client, new Map([['Name', 'x']]), 'The record is an instance of Map, expected an object'],
	[Client, new Date(0), 'The record is 1970-01-01T00:00:00.000Z, expected an object'],
	[Client, new Person(), 'The record is an instance of Person, expected an object'],
	[ClientList, x({ Id: '1', Clients: [{ Name: 'x' }, null] }), 'Clients[1] is required'],
	[Product, { OFE: 1 }, 'OFE is 1, expected true or false'],
	[Product, { OFE: '' }, `OFE is "", expected true or false${unset}`],
	[Product, `{"OFE":${digits}}`, `OFE is ${digits}, expected true or false`],
	[Product, { Msrp: '' }, `Msrp is "", expected a number${unset}`],
	[Product, { Msrp: '1,5' }, 'Msrp is "1,5", expected a number'],
	[Product, { Msrp: NaN }, 'Msrp is NaN, expected a number'],
	[Product, { Msrp: Infinity }, 'Msrp is Infinity, expected a number'],
	[Product, { Msrp: 'x'.repeat(5000) }, `Msrp is "${'x'.repeat(77)}...", expected a number`],
	[Product, { RackUnits: 1.5 }, 'RackUnits is 1.5, expected a whole number'],
	[Product, { UpdatedOnTicks: Number(digits) }, `UpdatedOnTicks is 638712345678901200${lost}`],
	[Product, { UpdatedOnTicks: 2 ** 53 }, `UpdatedOnTicks is ${2 ** 53}${lost}`],
	[Product, { Msrp: 2 ** 60 }, `Msrp is ${2 ** 60}${lost}`],
	[Product, { Id: 2 ** 53 }, `Id is ${2 ** 53}${lost}`],
	[UpdateProject, numbering(' '), `UpdateProjectItemFieldIds is " ", expected a list${unset}`],
	[Product, { UpdatedOn: ' ' }, `UpdatedOn is " ", ${aDate}${unset}`],
	[Product, { UpdatedOn: 'soon' }, `UpdatedOn is "soon", ${aDate}`],
	[Product, { UpdatedOn: never }, `UpdatedOn is an invalid date, ${aDate}`],
	[Product, { ItemLaborTypes: '' }, `ItemLaborTypes is "", expected a list${unset}`],
	[
		Product,
		{ ItemLaborTypes: `[{"Hours":{"Id":${digits}}}]` },
		'ItemLaborTypes[0].Hours is an object, expected a number',
	],
	[
		...([UpdateProject, numbering([256])] as const),
		'UpdateProjectItemFieldIds[0] is 256, expected a number or name of the service\'s table, such as 1 or "Quantity"',
	],
	[UpdateProject, taxing('x'), 'Taxes[0] is "x", expected an object'],
	[UpdateProject, taxing({ In: new Map() }), 'Taxes[0].In is not a single value'],
	[UpdateProject, taxing({ In: [1, NaN] }), 'Taxes[0].In[1] is NaN, which cannot be sent'],
	[UpdateProject, taxing({ On: never }), 'Taxes[0].On is an invalid date, which cannot be sent'],
])('%#: what cannot be is refused', (schema, given, expected) => {
	for (const format of ['json', 'xml'] as const)
		expect(check(schema, given, { format })).toEqual([expected]);
});

test('all problems are listed', () => {
	expect(check(Client, { Id: '1', OFE: true, CustomField6: 'si' })).toEqual([
		'Id is "1", expected a GUID',
		'OFE is not a field of Client',
		'CustomField6 is "si", expected true or false',
		'Name is required',
	]);
});

test('what XML cannot carry is refused for XML alone', () => {
	expect(check(Client, { Name: 'a\u0000b' })).toEqual({ Name: 'a\u0000b' });
	expect(check(Client, { Name: 'a\u0000b' }, { format: 'xml' })).toEqual([
		expect.stringMatching(/^Name contains the character U\+0000/),
	]);
});

test('nesting beyond 100 levels is refused with the path, and so is a cycle', () => {
	let deep: object = {};
	for (let level = 0; level < 101; level++) deep = { self: deep };
	const loop: Record<string, unknown> = {};
	loop.self = loop;
	for (const Taxes of [[deep], [loop]])
		expect(check(UpdateProject, update({ Taxes }))).toEqual([
			expect.stringMatching(/^Taxes\[0\](\.self)+ is nested more than 100 levels deep$/),
		]);
});

const bodies: Schema[] = [
	...[Product, Client, Vendor, UpdateTimeSheet, ProductCatalog, ClientList, VendorList],
	...[UpdateTimeSheetsRequest, UpdateTask, UpdateServiceOrder, UpdateVendor, UpdateProject],
];

test.each(bodies.map((schema) => [typeName(schema), schema] as const))(
	'any valid %s passes as it is, also given as JSON text, and is written as it was meant',
	(_, schema) => {
		const checked = checkOf(schema, settings);
		fc.assert(
			fc.property(sendableRecord(schema, { maxItems: 2 }), (record) => {
				const written = writeJson(schema, record);
				for (const given of [record, written]) {
					const problems: Problem[] = [];
					expect([checked(given, problems), problems]).toEqual([record, []]);
				}
				const encoded = encodeBody(schema, record, 'json');
				expect(encoded.ok && encoded.value.text).toBe(written);
			}),
			{ numRuns: 40 },
		);
	},
);
