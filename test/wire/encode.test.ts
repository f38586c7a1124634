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
const notContact = 'is not an object with the fields of ContactInfo';

function check(schema: Schema, value: unknown, problem: string, ...path: (string | number)[]) {
	for (const format of formats) {
		expect(encodeBody(schema, value, format)).toEqual({ ok: false, problem, path });
	}
}

test.each<[string, unknown]>([
	['a string', 'Jo'],
	['a list', []],
	['a map', new Map([['Name', 'Jo']])],
	['a date', new Date(0)],
	['an instance', new Contact()],
])('%s for a record', (_, given) => check(UpdateTask, { Contact: given }, notContact, 'Contact'));

test('other shapes than documented', () => {
	check(UpdateTask, 'text', 'is not an object with the fields of UpdateTask');
	check(UpdateTask, { Resources: {} }, 'is not a list', 'Resources');
	const value = { Resources: [{ Name: {} }] };
	check(UpdateTask, value, 'is not a single value', 'Resources', 0, 'Name');
});

test.each<[unknown, string]>([
	[Number.NaN, 'is NaN, which cannot be sent'],
	[-Infinity, 'is -Infinity, which cannot be sent'],
	[new Date('x'), 'is an invalid date, which cannot be sent'],
	[() => 1, 'is a function, which cannot be sent'],
	[Symbol('x'), 'is a symbol, which cannot be sent'],
])('%p in a documented, an undocumented field and a list', (given, problem) => {
	check(UpdateTask, { Resources: [{ Cost: given }] }, problem, 'Resources', 0, 'Cost');
	check(ProductCatalog, { Products: [{ New: given }] }, problem, 'Products', 0, 'New');
	check(UpdateProject, { Contacts: [{ A: [1, given] }] }, problem, 'Contacts', 0, 'A', 1);
});

test('what only undocumented fields can hold', () => {
	const map = { Contacts: [{ A: new Map() }] };
	check(UpdateProject, map, 'is not a single value', 'Contacts', 0, 'A');
	const gap = { Locations: [{ New: [undefined, 1] }] };
	check(UpdateProject, gap, 'is undefined, which cannot be sent', 'Locations', 0, 'New', 0);
});

test('what is nested too deeply, with the first ten steps', () => {
	const steps = (name: string, count: number) => Array<string>(count).fill(name);
	check(UpdateProject, { Contacts: [nested(99)] }, tooDeep, 'Contacts', 0, ...steps('a', 8));
	check(UpdateProject, { New: nested(10_000) }, tooDeep, 'New', ...steps('a', 9));
	check(UpdateProject, { Contacts: [cycle()] }, tooDeep, 'Contacts', 0, ...steps('self', 8));
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
