// What is taken as input and what it becomes; what is refused, and in which words.
import { Client, ClientList } from '../../../../api/resources/client';
import { list, recordFields, type Schema, string, typeName } from '../../../../api/schema/types';
import { Product, ProductCatalog } from '../../../../api/resources/productCatalog';
import { projectItemFieldIds, UpdateProject } from '../../../../api/resources/project';
import { UpdateServiceOrder } from '../../../../api/resources/serviceOrder';
import { UpdateTask } from '../../../../api/resources/task';
import { UpdateTimeSheet, UpdateTimeSheetsRequest } from '../../../../api/resources/timeSheet';
import { UpdateVendor, Vendor, VendorList } from '../../../../api/resources/vendor';
import {
	checkOf,
	type ConversionSettings,
	sentenceOf,
} from '../../../../nodes/ProjectServices/input/records';
import type { Problem } from '../../../../nodes/ProjectServices/input/records';
import { encodeBody } from '../../../../wire';
import { type ArbitraryValues, invalidIn } from '../../../arbitraries';
import { fc } from '../../../fastCheck';
import { writeJson } from '../../../sandbox/responses/writers';
import { sendableRecord } from '../run/records';

const settings: ConversionSettings = { zone: 'Europe/Berlin', ownNames: new Map(), format: 'json' };

function check(schema: Schema, value: unknown, changed: Partial<ConversionSettings> = {}) {
	const problems: Problem[] = [];
	const result = checkOf(schema, { ...settings, ...changed })(value, problems);
	return problems.length === 0 ? result : problems.map((problem) => sentenceOf(problem));
}

const guid = '6f9619ff-8b86-d011-b42d-00c04fc964ff';

describe('what is given becomes what the field holds', () => {
	test.each<[object, object, Schema]>([
		[{ Name: 42 }, { Name: '42' }, Client],
		[{ Name: true }, { Name: 'true' }, Client],
		[{ Name: new Date(0) }, { Name: '1970-01-01T00:00:00.000Z' }, Client],
		[{ Name: ' 007 ' }, { Name: ' 007 ' }, Client],
		[{ Name: 'x', Number: '' }, { Name: 'x', Number: '' }, Client],
		[{ Name: 'x', Number: null }, { Name: 'x', Number: null }, Client],
		[{ Name: 'x', Number: undefined }, { Name: 'x' }, Client],
		[{ OFE: ' TRUE' }, { OFE: true }, Product],
		[{ OFE: 'false' }, { OFE: false }, Product],
		[{ Msrp: ' 19.90 ' }, { Msrp: 19.9 }, Product],
		[{ Msrp: '1.5e3' }, { Msrp: 1500 }, Product],
		[{ Msrp: '1234567890123456789012345.678' }, { Msrp: '1234567890123456789012345.678' }, Product],
		[{ RackUnits: '2' }, { RackUnits: 2 }, Product],
		[{ RackUnits: '2.0' }, { RackUnits: 2 }, Product],
		[{ UpdatedOnTicks: '638712345678901234' }, { UpdatedOnTicks: '638712345678901234' }, Product],
		[{ UpdatedOnTicks: 9007199254740992 }, { UpdatedOnTicks: '9007199254740992' }, Product],
		[{ Name: 'x', Id: guid.toUpperCase() }, { Name: 'x', Id: guid.toUpperCase() }, Client],
		[{ UpdatedOn: '2024-06-01' }, { UpdatedOn: '2024-06-01T00:00:00+02:00' }, Product],
		[{ ItemLaborTypes: '[{"Hours":"1.50"}]' }, { ItemLaborTypes: [{ Hours: 1.5 }] }, Product],
		[
			{ Name: 'x', DeletedProductIds: `${guid},\n${guid}` },
			{ Name: 'x', DeletedProductIds: [guid, guid] },
			ProductCatalog,
		],
		[
			{ ProjectId: 1, UpdateProjectItemFieldIds: ['Quantity', '2', 101] },
			{ ProjectId: '1', UpdateProjectItemFieldIds: [1, 2, 101] },
			UpdateProject,
		],
		[
			{ TaskId: '1', Contact: '{"Name":"Ann"}' },
			{ TaskId: '1', Contact: { Name: 'Ann' } },
			UpdateTask,
		],
	])('%j becomes %j', (given, expected, schema) => {
		expect(check(schema, given)).toEqual(expected);
	});

	test('own names of custom fields, beside the service’s', () => {
		const ownNames = new Map([['Region', 'CustomField1']]);
		expect(check(Client, { Name: 'x', Region: 'N', CustomField2: 'y' }, { ownNames })).toEqual({
			Name: 'x',
			CustomField1: 'N',
			CustomField2: 'y',
		});
		expect(check(Client, { Name: 'x', CustomField1: 'N', Region: 'M' }, { ownNames })).toEqual([
			'Region is given twice, also as CustomField1',
		]);
	});

	test('every number with a name is taken by its name', () => {
		const names = Object.values(projectItemFieldIds);
		expect(names).toHaveLength(106);
		expect(
			check(UpdateProject, { ProjectId: '1', UpdateProjectItemFieldIds: names }),
		).toMatchObject({ UpdateProjectItemFieldIds: Object.keys(projectItemFieldIds).map(Number) });
	});
});

describe('numbers that a JavaScript number does not hold, in records that the document does not show', () => {
	const digits = '638712345678901234';
	const items = `[{"Id":${digits},"Text":"${digits}","In":{"List":[${digits},0.12345678901234567890]}}]`;
	const written = (format: 'json' | 'xml') => {
		const value = check(UpdateProject, { ProjectId: '1', UpdateProjectItems: items }, { format });
		const body = encodeBody(UpdateProject, value, format);
		return body.ok ? body.value.text : body.problem;
	};

	test('JSON text is sent in JSON as it was written, number for number and text for text', () => {
		expect(written('json')).toBe(`{"ProjectId":"1","UpdateProjectItems":${items}}`);
	});

	test('JSON text is sent in XML with every digit', () => {
		expect(written('xml')).toContain(
			`<UpdateProjectItem><Id>${digits}</Id><Text>${digits}</Text><In><List><long>${digits}</long><decimal>0.12345678901234567890</decimal></List></In></UpdateProjectItem>`,
		);
	});

	test('for fields that are known, such a number is what it always was', () => {
		const product = `{"Id":${digits},"UpdatedOnTicks":${digits},"Msrp":1234567890123456789.25}`;
		expect(check(list(Product, 'Product'), `[${product}]`)).toEqual([
			{ Id: digits, UpdatedOnTicks: digits, Msrp: '1234567890123456789.25' },
		]);
		expect(check(Product, { ItemLaborTypes: `[{"Hours":{"Id":${digits}}}]` })).toEqual([
			'ItemLaborTypes[0].Hours is an object, expected a number',
		]);
		expect(check(Product, `{"OFE":${digits}}`)).toEqual([
			`OFE is ${digits}, expected true or false`,
		]);
	});
});

describe('what cannot be is refused by field, value and expectation', () => {
	test.each<[string, Schema, unknown]>([
		['Name is required', Client, {}],
		['Name is required', Client, { Name: ' ' }],
		['Name is required', Client, { Name: null }],
		['Id is "17", expected a GUID', Client, { Name: 'x', Id: '17' }],
		[
			'ClientType is "lead", expected one of Lead, Prospect, Client',
			Client,
			{ Name: 'x', ClientType: 'lead' },
		],
		['OFE is 1, expected true or false', Product, { OFE: 1 }],
		[
			'OFE is "", expected true or false. Clear or unmap the field, or map null',
			Product,
			{ OFE: '' },
		],
		['Msrp is "", expected a number. Clear or unmap the field, or map null', Product, { Msrp: '' }],
		[
			'UpdatedOn is " ", expected a date such as 2024-12-31 or 2024-12-31T23:59:59+01:00. Clear or unmap the field, or map null',
			Product,
			{ UpdatedOn: ' ' },
		],
		[
			'ItemLaborTypes is "", expected a list. Clear or unmap the field, or map null',
			Product,
			{ ItemLaborTypes: '' },
		],
		['Msrp is "1,5", expected a number', Product, { Msrp: '1,5' }],
		['Msrp is NaN, expected a number', Product, { Msrp: NaN }],
		['RackUnits is 1.5, expected a whole number', Product, { RackUnits: 1.5 }],
		[
			'UpdatedOnTicks is 638712345678901200, which has lost its last digits as a JavaScript number. Give it as text',
			Product,
			{ UpdatedOnTicks: Number('638712345678901234') },
		],
		[
			'UpdatedOn is "soon", expected a date such as 2024-12-31 or 2024-12-31T23:59:59+01:00',
			Product,
			{ UpdatedOn: 'soon' },
		],
		[
			'UpdatedOn is an invalid date, expected a date such as 2024-12-31 or 2024-12-31T23:59:59+01:00',
			Product,
			{ UpdatedOn: new Date('never') },
		],
		['Name is an object, expected text', Client, { Name: {} }],
		['ClientContacts is "Ann", expected a list', Client, { Name: 'x', ClientContacts: 'Ann' }],
		[
			'ClientContacts cannot be read. The text is not valid JSON: "]" is not expected in line 1, column 3',
			Client,
			{ Name: 'x', ClientContacts: '[{]' },
		],
		[
			'ClientAddresses[1].TypeId is "home", expected a whole number',
			Client,
			{ Name: 'x', ClientAddresses: [{}, { TypeId: 'home' }] },
		],
		[
			'ClentType is not a field of Client. Did you mean "ClientType"?',
			Client,
			{ Name: 'x', ClentType: 'Lead' },
		],
		['email is not a field of Client. Did you mean "Email"?', Client, { Name: 'x', email: 'a' }],
		['favouriteColour is not a field of Client', Client, { Name: 'x', favouriteColour: 'red' }],
		['constructor is not a field of Client', Client, { Name: 'x', constructor: 1 }],
		['The record is a list, expected an object', Client, []],
		['The record is required', Client, null],
		[
			'UpdateProjectItemFieldIds[0] is 256, expected a number or name of the service\'s table, such as 1 or "Quantity"',
			UpdateProject,
			{ ProjectId: '1', UpdateProjectItemFieldIds: [256] },
		],
		['Clients[1] is required', ClientList, { Id: '1', Name: 'x', Clients: [{ Name: 'x' }, null] }],
		['The record is an instance of Map, expected an object', Client, new Map([['Name', 'x']])],
		['The record is 1970-01-01T00:00:00.000Z, expected an object', Client, new Date(0)],
		[
			'The record is an instance of Person, expected an object',
			Client,
			new (class Person {
				Name = 'x';
			})(),
		],
		['Msrp is Infinity, expected a number', Product, { Msrp: Infinity }],
		['Name is NaN, expected text', Client, { Name: NaN }],
		[
			'Taxes[0].In is not a single value',
			UpdateProject,
			{ ProjectId: '1', Taxes: [{ In: new Map() }] },
		],
		[
			'Taxes[0].In[1] is NaN, which cannot be sent',
			UpdateProject,
			{ ProjectId: '1', Taxes: [{ In: [1, NaN] }] },
		],
		[
			'Taxes[0].On is an invalid date, which cannot be sent',
			UpdateProject,
			{ ProjectId: '1', Taxes: [{ On: new Date('never') }] },
		],
		['Taxes[0] is "x", expected an object', UpdateProject, { ProjectId: '1', Taxes: ['x'] }],
	])('%s', (expected, schema, given) => {
		for (const format of ['json', 'xml'] as const) {
			expect(check(schema, given, { format })).toEqual([expected]);
		}
	});

	test('__proto__ is a field like any other that does not exist', () => {
		const given: unknown = JSON.parse('{"Name":"x","__proto__":{"Number":"7"}}');
		expect(check(Client, given)).toEqual(['__proto__ is not a field of Client']);
	});

	test('a long value is cut', () => {
		expect(check(Product, { Msrp: 'x'.repeat(5000) })).toEqual([
			`Msrp is "${'x'.repeat(80)}…", expected a number`,
		]);
	});

	test('all problems are told', () => {
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
			expect.stringMatching(/^Name holds the character U\+0000/),
		]);
	});

	test('nesting beyond 100 levels is refused with the path', () => {
		let deep: object = {};
		for (let level = 0; level < 101; level++) deep = { a: deep };
		const [problem] = check(UpdateProject, { ProjectId: '1', Taxes: [deep] }) as string[];
		expect(problem).toMatch(/^Taxes\[0\](\.a)+ is nested more than 100 levels deep$/);
	});

	test('what JSON cannot carry inside an undocumented record is refused', () => {
		const loop: Record<string, unknown> = {};
		loop.self = loop;
		expect(check(UpdateProject, { ProjectId: '1', Locations: [loop] })).toEqual([
			expect.stringMatching(/^Locations\[0\](\.self)+ is nested more than 100 levels deep$/),
		]);
	});
});

const bodies: Schema[] = [
	Product,
	Client,
	Vendor,
	UpdateTimeSheet,
	ProductCatalog,
	ClientList,
	VendorList,
	UpdateTimeSheetsRequest,
	UpdateTask,
	UpdateServiceOrder,
	UpdateVendor,
	UpdateProject,
];

describe.each(bodies.map((schema) => [typeName(schema), schema] as const))('%s', (_, schema) => {
	test('any valid record passes as it is and is written as it was meant', () => {
		const checked = checkOf(schema, settings);
		fc.assert(
			fc.property(sendableRecord(schema, { maxItems: 2 }), (record) => {
				const problems: Problem[] = [];
				expect([checked(record, problems), problems]).toEqual([record, []]);
				const encoded = encodeBody(schema, record, 'json');
				expect(encoded.ok && encoded.value.text).toBe(writeJson(schema, record));
			}),
			{ numRuns: 40 },
		);
	});

	test('the same record given as JSON text is the same', () => {
		const checked = checkOf(schema, settings);
		fc.assert(
			fc.property(sendableRecord(schema, { maxItems: 2 }), (record) => {
				const given = writeJson(schema, record);
				const problems: Problem[] = [];
				expect([checked(given, problems), problems]).toEqual([record, []]);
			}),
			{ numRuns: 20 },
		);
	});
});

// Anything that can stand in an item, and some of what can only come from code.
const anything = fc.oneof(
	fc.anything({ withDate: true, withBigInt: true, withSparseArray: true, maxDepth: 2 }),
	fc.constantFrom<unknown>(
		'',
		' ',
		'null',
		'NaN',
		'1e999',
		'-0',
		'2024-02-30',
		'[',
		'{',
		'[1,2',
		'{"a":',
		'[[]]',
		'{}',
		'[]',
		'[null]',
		'true ',
		-1,
		256,
		1.5,
		2 ** 60,
		Infinity,
		new Date('never'),
	),
);

function scalarText(value: unknown): string | undefined {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	return typeof value === 'object' || value === undefined ? undefined : String(value);
}

/** Whether what is sent means what was given; compound values are left to the schema. */
function sameMeaning(given: unknown, sent: unknown): boolean {
	if (Object.is(given, sent) || (given === undefined && sent === undefined)) return true;
	if (typeof sent === 'object') return true;
	const [one, other] = [scalarText(given), scalarText(sent)];
	if (one === undefined || other === undefined) return false;
	if (one.trim().toLowerCase() === other.toLowerCase()) return true;
	if (typeof sent === 'number' || /^-?\d+(\.\d+)?$/.test(other))
		return Number(one) === Number(other);
	return !Number.isNaN(Date.parse(one)) && other.startsWith(one.slice(0, 10));
}

describe('2,000 records with something wrong', () => {
	const schemas: Schema[] = [Product, Client, Vendor, UpdateTimeSheet, UpdateProject];

	test.each(schemas.map((schema) => [typeName(schema), schema] as const))(
		'%s: refused by the name of the field, or delivered exactly',
		(_, schema) => {
			const checked = checkOf(schema, settings);
			const fields = recordFields(schema).map(({ name }) => name);
			const name = fc.oneof(
				{ weight: 9, arbitrary: fc.constantFrom(...fields) },
				{ weight: 1, arbitrary: fc.string().filter((key) => !fields.includes(key)) },
			);
			let refused = 0;
			fc.assert(
				fc.property(
					sendableRecord(schema, { maxItems: 1 }),
					name,
					anything,
					(record, key, value) => {
						const given: ArbitraryValues = { ...record };
						Object.defineProperty(given, key, { value, enumerable: true, configurable: true });
						const problems: Problem[] = [];
						const result = checked(given, problems);
						if (problems.length > 0) {
							refused++;
							for (const problem of problems) {
								expect(problem.path[0]).toBe(key);
								expect(sentenceOf(problem)).not.toMatch(/undefined|\[object/);
							}
							return;
						}
						const sent = result as ArbitraryValues;
						expect(invalidIn(schema, sent)).toEqual([]);
						expect({ ...sent, [key]: undefined }).toEqual({ ...record, [key]: undefined });
						expect(sameMeaning(value, Object.hasOwn(sent, key) ? sent[key] : undefined)).toBe(true);
						const encoded = encodeBody(schema, sent, 'json');
						expect(encoded.ok && encoded.value.text).toBe(writeJson(schema, sent));
					},
				),
				{ numRuns: 500 },
			);
			expect(refused).toBeGreaterThan(100);
		},
	);
});

test('a list of texts is taken as text, too', () => {
	expect(check(list(string, 'string'), 'a, b\nc')).toEqual(['a', 'b', 'c']);
});
