// What no format can carry: the same error with the same path in all of them.
import { UpdateProject } from '../../api/resources/project';
import { ProductCatalog } from '../../api/resources/productCatalog';
import { isPlainObject, type Schema } from '../../api/schema/types';
import { UpdateTask } from '../../api/resources/task';
import { encodeBody, type Format } from '../../wire';

const formats: readonly Format[] = ['json', 'xml', 'form'];

function nested(levels: number): unknown {
	let value: unknown = 1;
	for (let level = 0; level < levels; level++) value = { a: value };
	return value;
}

function cycle(): unknown {
	const loop: Record<string, unknown> = {};
	loop.self = loop;
	return loop;
}

class Contact {
	readonly Name = 'Jo';
}

const tooDeep = 'is nested more than 100 levels deep';

test.each<[string, Schema, unknown, string, (string | number)[]]>([
	[
		'a string for a record',
		UpdateTask,
		{ Contact: 'Jo' },
		'is not an object with the fields of ContactInfo',
		['Contact'],
	],
	[
		'a gap in a list that is not documented',
		UpdateProject,
		{ Locations: [{ Name: 'x', New: [undefined, 1] }] },
		'is undefined, which cannot be sent',
		['Locations', 0, 'New', 0],
	],
	[
		'a list for a record',
		UpdateTask,
		{ Contact: [] },
		'is not an object with the fields of ContactInfo',
		['Contact'],
	],
	[
		'a map for a record',
		UpdateTask,
		{ Contact: new Map([['Name', 'Jo']]) },
		'is not an object with the fields of ContactInfo',
		['Contact'],
	],
	[
		'a date for a record',
		UpdateTask,
		{ Contact: new Date(0) },
		'is not an object with the fields of ContactInfo',
		['Contact'],
	],
	[
		'an instance for a record',
		UpdateTask,
		{ Contact: new Contact() },
		'is not an object with the fields of ContactInfo',
		['Contact'],
	],
	[
		'a string for the body',
		UpdateTask,
		'text',
		'is not an object with the fields of UpdateTask',
		[],
	],
	['an object for a list', UpdateTask, { Resources: {} }, 'is not a list', ['Resources']],
	[
		'an object for a string',
		UpdateTask,
		{ Resources: [{ Name: {} }] },
		'is not a single value',
		['Resources', 0, 'Name'],
	],
	[
		'NaN',
		UpdateTask,
		{ Resources: [{ Cost: Number.NaN }] },
		'is NaN, which cannot be sent',
		['Resources', 0, 'Cost'],
	],
	[
		'infinity',
		ProductCatalog,
		{ TotalProductsCount: -Infinity },
		'is -Infinity, which cannot be sent',
		['TotalProductsCount'],
	],
	[
		'NaN in an undocumented field',
		ProductCatalog,
		{ Products: [{ New: Number.NaN }] },
		'is NaN, which cannot be sent',
		['Products', 0, 'New'],
	],
	[
		'NaN in an undocumented record',
		UpdateProject,
		{ Contacts: [{ A: [1, Infinity] }] },
		'is Infinity, which cannot be sent',
		['Contacts', 0, 'A', 1],
	],
	[
		'an invalid date',
		UpdateProject,
		{ Date: new Date('x') },
		'is an invalid date, which cannot be sent',
		['Date'],
	],
	[
		'an invalid date in an undocumented record',
		UpdateProject,
		{ Contacts: [{ On: new Date('x') }] },
		'is an invalid date, which cannot be sent',
		['Contacts', 0, 'On'],
	],
	[
		'a map in an undocumented record',
		UpdateProject,
		{ Contacts: [{ A: new Map() }] },
		'is not a single value',
		['Contacts', 0, 'A'],
	],
	[
		'a function',
		UpdateProject,
		{ Contacts: [{ toJSON: () => 1 }] },
		'is a function, which cannot be sent',
		['Contacts', 0, 'toJSON'],
	],
	[
		'a symbol',
		UpdateTask,
		{ TaskId: Symbol('x') },
		'is a symbol, which cannot be sent',
		['TaskId'],
	],
	[
		'101 levels',
		UpdateProject,
		{ Contacts: [nested(99)] },
		tooDeep,
		['Contacts', 0, ...Array<string>(8).fill('a')],
	],
	[
		'10,000 levels',
		UpdateProject,
		{ New: nested(10_000) },
		tooDeep,
		['New', ...Array<string>(9).fill('a')],
	],
	[
		'a cycle',
		UpdateProject,
		{ Contacts: [cycle()] },
		tooDeep,
		['Contacts', 0, ...Array<string>(8).fill('self')],
	],
])('%s', (_name, schema, value, problem, path) => {
	for (const format of formats) {
		expect(encodeBody(schema, value, format)).toEqual({ ok: false, problem, path });
	}
});

test('100 levels are written', () => {
	for (const format of formats) {
		expect(encodeBody(UpdateProject, { Contacts: [nested(98)] }, format)).toMatchObject({
			ok: true,
		});
	}
});

test('an object of another realm, whose prototype is not ours, is plain', () => {
	expect(isPlainObject(Object.create(Object.create(null)))).toBe(true);
	expect(isPlainObject(Object.create(null))).toBe(true);
	expect(isPlainObject([])).toBe(false);
	expect(isPlainObject(new Contact())).toBe(false);
});
