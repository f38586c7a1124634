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
	type CheckSettings,
	checkOf,
	sentenceOf,
} from '../../../../nodes/ProjectServices/input/check';
import { encodeBody } from '../../../../wire';
import { type ArbitraryValues, invalidIn } from '../../../arbitraries';
import { fc } from '../../../fastCheck';
import { writeJson } from '../../../sandbox/responses/writers';
import { sendableRecord } from '../run/records';

const settings: CheckSettings = { zone: 'Europe/Berlin', ownNames: new Map(), format: 'json' };

function check(schema: Schema, value: unknown, changed: Partial<CheckSettings> = {}) {
	const result = checkOf(schema, { ...settings, ...changed })(value);
	return result.ok ? result.value : result.problems.map((problem) => sentenceOf(problem));
}

const guid = '6f9619ff-8b86-d011-b42d-00c04fc964ff';

describe('what is given becomes what the field holds', () => {
	test.each<[string, Schema, object, object]>([
		['a number for text', Client, { Name: 42 }, { Name: '42' }],
		['a boolean for text', Client, { Name: true }, { Name: 'true' }],
		['a date for text', Client, { Name: new Date(0) }, { Name: '1970-01-01T00:00:00.000Z' }],
		['text as it is', Client, { Name: ' 007 ' }, { Name: ' 007 ' }],
		['empty text', Client, { Name: 'x', Number: '' }, { Name: 'x', Number: '' }],
		['null', Client, { Name: 'x', Number: null }, { Name: 'x', Number: null }],
		['what is undefined is left out', Client, { Name: 'x', Number: undefined }, { Name: 'x' }],
		['"TRUE" for a flag', Product, { OFE: ' TRUE' }, { OFE: true }],
		['"false" for a flag', Product, { OFE: 'false' }, { OFE: false }],
		['text for a decimal', Product, { Msrp: ' 19.90 ' }, { Msrp: 19.9 }],
		['text with an exponent', Product, { Msrp: '1.5e3' }, { Msrp: 1500 }],
		[
			'28 digits',
			Product,
			{ Msrp: '1234567890123456789012345.678' },
			{ Msrp: '1234567890123456789012345.678' },
		],
		['text for an integer', Product, { RackUnits: '2' }, { RackUnits: 2 }],
		['"2.0" for an integer', Product, { RackUnits: '2.0' }, { RackUnits: 2 }],
		[
			'ticks',
			Product,
			{ UpdatedOnTicks: '638712345678901234' },
			{ UpdatedOnTicks: '638712345678901234' },
		],
		[
			'an integer that is exact beyond 2^53',
			Product,
			{ UpdatedOnTicks: 9007199254740992 },
			{ UpdatedOnTicks: '9007199254740992' },
		],
		[
			'a GUID in any case',
			Client,
			{ Name: 'x', Id: guid.toUpperCase() },
			{ Name: 'x', Id: guid.toUpperCase() },
		],
		['a date', Product, { UpdatedOn: '2024-06-01' }, { UpdatedOn: '2024-06-01T00:00:00+02:00' }],
		[
			'a list as JSON text',
			Product,
			{ ItemLaborTypes: '[{"Hours":"1.50"}]' },
			{ ItemLaborTypes: [{ Hours: 1.5 }] },
		],
		[
			'a list of ids as text',
			ProductCatalog,
			{ Name: 'x', DeletedProductIds: `${guid},\n${guid}` },
			{ Name: 'x', DeletedProductIds: [guid, guid] },
		],
		[
			'names for numbers that have them',
			UpdateProject,
			{ ProjectId: 1, UpdateProjectItemFieldIds: ['Quantity', '2', 101] },
			{ ProjectId: '1', UpdateProjectItemFieldIds: [1, 2, 101] },
		],
		[
			'a record as JSON text',
			UpdateTask,
			{ TaskId: '1', Contact: '{"Name":"Ann"}' },
			{ TaskId: '1', Contact: { Name: 'Ann' } },
		],
	])('%s', (_, schema, given, expected) => {
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
	test.each<[string, Schema, unknown, string]>([
		['no name', Client, {}, 'Name is required'],
		['a blank name', Client, { Name: ' ' }, 'Name is required'],
		['null for a name', Client, { Name: null }, 'Name is required'],
		['no GUID', Client, { Name: 'x', Id: '17' }, 'Id is "17", expected a GUID'],
		[
			'another case',
			Client,
			{ Name: 'x', ClientType: 'lead' },
			'ClientType is "lead", expected one of Lead, Prospect, Client',
		],
		['1 for a flag', Product, { OFE: 1 }, 'OFE is 1, expected true or false'],
		[
			'an empty flag',
			Product,
			{ OFE: '' },
			'OFE is "", expected true or false. Clear or unmap the field, or map null',
		],
		[
			'an empty number',
			Product,
			{ Msrp: '' },
			'Msrp is "", expected a number. Clear or unmap the field, or map null',
		],
		[
			'an empty date',
			Product,
			{ UpdatedOn: ' ' },
			'UpdatedOn is " ", expected a date such as 2024-12-31 or 2024-12-31T23:59:59+01:00. Clear or unmap the field, or map null',
		],
		[
			'an empty list',
			Product,
			{ ItemLaborTypes: '' },
			'ItemLaborTypes is "", expected a list. Clear or unmap the field, or map null',
		],
		['a comma', Product, { Msrp: '1,5' }, 'Msrp is "1,5", expected a number'],
		['no number', Product, { Msrp: NaN }, 'Msrp is NaN, expected a number'],
		['a fraction', Product, { RackUnits: 1.5 }, 'RackUnits is 1.5, expected a whole number'],
		[
			'lost digits',
			Product,
			{ UpdatedOnTicks: Number('638712345678901234') },
			'UpdatedOnTicks is 638712345678901200, which has lost its last digits as a JavaScript number. Give it as text',
		],
		[
			'no date',
			Product,
			{ UpdatedOn: 'soon' },
			'UpdatedOn is "soon", expected a date such as 2024-12-31 or 2024-12-31T23:59:59+01:00',
		],
		[
			'an invalid date',
			Product,
			{ UpdatedOn: new Date('never') },
			'UpdatedOn is an invalid date, expected a date such as 2024-12-31 or 2024-12-31T23:59:59+01:00',
		],
		['an object for text', Client, { Name: {} }, 'Name is an object, expected text'],
		[
			'text for a list',
			Client,
			{ Name: 'x', ClientContacts: 'Ann' },
			'ClientContacts is "Ann", expected a list',
		],
		[
			'broken JSON',
			Client,
			{ Name: 'x', ClientContacts: '[{]' },
			'ClientContacts cannot be read. The text is not valid JSON: "]" is not expected in line 1, column 3',
		],
		[
			'deep inside',
			Client,
			{ Name: 'x', ClientAddresses: [{}, { TypeId: 'home' }] },
			'ClientAddresses[1].TypeId is "home", expected a whole number',
		],
		[
			'a mistyped field',
			Client,
			{ Name: 'x', ClentType: 'Lead' },
			'ClentType is not a field of Client. Did you mean "ClientType"?',
		],
		[
			'another case of a field',
			Client,
			{ Name: 'x', email: 'a' },
			'email is not a field of Client. Did you mean "Email"?',
		],
		[
			'a strange field',
			Client,
			{ Name: 'x', favouriteColour: 'red' },
			'favouriteColour is not a field of Client',
		],
		[
			'a field of every object',
			Client,
			{ Name: 'x', constructor: 1 },
			'constructor is not a field of Client',
		],
		['a list', Client, [], 'The record is a list, expected an object'],
		['nothing', Client, null, 'The record is required'],
		[
			'256',
			UpdateProject,
			{ ProjectId: '1', UpdateProjectItemFieldIds: [256] },
			'UpdateProjectItemFieldIds[0] is 256, expected a number or name of the service\'s table, such as 1 or "Quantity"',
		],
		[
			'a missing member',
			ClientList,
			{ Id: '1', Name: 'x', Clients: [{ Name: 'x' }, null] },
			'Clients[1] is required',
		],
	])('%s', (_, schema, given, expected) => {
		expect(check(schema, given)).toEqual([expected]);
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

	test.each<[string, Schema, unknown, string]>([
		[
			'a Map',
			Client,
			new Map([['Name', 'x']]),
			'The record is an instance of Map, expected an object',
		],
		['a Date', Client, new Date(0), 'The record is 1970-01-01T00:00:00.000Z, expected an object'],
		[
			'a class',
			Client,
			new (class Person {
				Name = 'x';
			})(),
			'The record is an instance of Person, expected an object',
		],
		['Infinity', Product, { Msrp: Infinity }, 'Msrp is Infinity, expected a number'],
		['NaN as text', Client, { Name: NaN }, 'Name is NaN, expected text'],
		[
			'a Map in an undocumented record',
			UpdateProject,
			{ ProjectId: '1', Taxes: [{ In: new Map() }] },
			'Taxes[0].In is not a single value',
		],
		[
			'NaN in an undocumented record',
			UpdateProject,
			{ ProjectId: '1', Taxes: [{ In: [1, NaN] }] },
			'Taxes[0].In[1] is NaN, which cannot be sent',
		],
		[
			'an invalid date in an undocumented record',
			UpdateProject,
			{ ProjectId: '1', Taxes: [{ On: new Date('never') }] },
			'Taxes[0].On is an invalid date, which cannot be sent',
		],
		[
			'text for an undocumented record',
			UpdateProject,
			{ ProjectId: '1', Taxes: ['x'] },
			'Taxes[0] is "x", expected an object',
		],
	])('what no format can carry: %s', (_, schema, given, expected) => {
		for (const format of ['json', 'xml'] as const) {
			expect(check(schema, given, { format })).toEqual([expected]);
		}
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
				const result = checked(record);
				expect(result).toEqual({ ok: true, value: record });
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
				expect(checked(given)).toEqual({ ok: true, value: record });
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
						const result = checked(given);
						if (!result.ok) {
							refused++;
							for (const problem of result.problems) {
								expect(problem.path[0]).toBe(key);
								expect(sentenceOf(problem)).not.toMatch(/undefined|\[object/);
							}
							return;
						}
						const sent = result.value as ArbitraryValues;
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
