// Whether a response is what the endpoint promises, and the problem when it is not.
import { changeOrderProject } from '../../api/resources/changeOrderProject';
import { client } from '../../api/resources/client';
import { OlderProductCatalog, ProductCatalog } from '../../api/resources/productCatalog';
import { PurchaseOrder } from '../../api/resources/purchaseOrder';
import { SITask } from '../../api/resources/task';
import { type ResponseShape, decodeResponse } from '../../wire';
import { withArticle } from '../../wire/result';
import { ResponseReader } from '../../wire/response';
import { arbitraryRecord } from '../arbitraries';
import { fc } from '../fastCheck.mjs';
import { writeJson } from '../sandbox/responses/writers';
import { bytes, decode, instanceNamespace, problemOf, valueOf } from './support';

const order: ResponseShape = { schema: PurchaseOrder };
const clients: ResponseShape = { schema: client.operations.getAll.response };
const tasks: ResponseShape = { schema: SITask, oneOrMany: true };
const changes: ResponseShape = {
	schema: changeOrderProject.operations.getAll.response,
	rows: changeOrderProject.operations.getAll.rows,
};
const nilTask = `xmlns:i="${instanceNamespace}" i:nil="true"`;

test.each<[string, string]>([
	['null', 'nothing (null)'],
	['42', 'a number (42)'],
	['true', 'a boolean (true)'],
	['""', 'empty text'],
	['"No such order"', 'text ("No such order")'],
	['[]', 'a list of 0 entries'],
	['[{"Id":"1"}]', 'a list of one entry'],
	['<ServiceOrder/>', '<ServiceOrder>'],
	['<ArrayOfClient/>', '<ArrayOfClient>'],
	['<a/>', '<a>'],
	['<PurchaseOrder>No</PurchaseOrder>', 'text ("No")'],
	[`<PurchaseOrder ${nilTask}/>`, 'nothing (null)'],
])('%s is %s instead of an order', (text, what) => {
	const problem = `The service responded with ${what} instead of a PurchaseOrder.`;
	expect(problemOf(order, text)).toBe(problem);
});

const message = 'The service responded with a message instead of a PurchaseOrder';
const none = 'The response is not a PurchaseOrder: it has none of its fields';

test.each<[string, string]>([
	['', 'The service responded with nothing (an empty body).'],
	[' \r\n\t', 'The service responded with nothing (an empty body).'],
	['No\n Service', 'The service responded with text ("No Service") instead of data.'],
	[
		`${'key '.repeat(19)}${'k'.repeat(40)} at all`,
		`The service responded with text ("${'key '.repeat(19)}${'k'.repeat(40)}...") instead of data.`,
	],
	['{"Message":"No."}', `${message}: No.`],
	['<Error><Message>Gone.</Message></Error>', `${message}: Gone.`],
	['<http-error><message>Gone.</message></http-error>', `${message}: Gone.`],
	['{"message":"No."}', `${message}: No.`],
	['{"a":1,"b":2}', `${none} (it has a, b).`],
	['<PurchaseOrder><a>1</a></PurchaseOrder>', `${none} (it has a).`],
	['{"COProjects":[],"TotalCount":0}', `${none} (it has COProjects, TotalCount).`],
	['{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', `${none} (it has a, b, c, d, e ...).`],
])('%j: %s', (text, problem) => {
	expect(problemOf(order, text)).toBe(problem);
});

test.each<[string, string]>([
	[
		'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>\n Sign in &amp; more </title>',
		' (title: "Sign in & more")',
	],
	['<HTML><BODY><h1>502 Bad Gateway</h1>', ' (title: "502 Bad Gateway")'],
	['<html></html>', ''],
	['<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"><html>', ''],
])('%s is a web page', (text, title) => {
	const problem = `The service responded with a web page${title} instead of data.`;
	expect(problemOf(order, text)).toBe(problem);
});

test('an empty record is a record', () => {
	expect(valueOf(PurchaseOrder, '{}')).toEqual({});
	expect(valueOf(PurchaseOrder, '<PurchaseOrder/>')).toEqual({});
});

test('the format is recognized in the response, not in its header', () => {
	expect(decodeResponse(order, bytes('{"Id":"1"}'), 'application/xml')).toEqual({
		ok: true,
		value: { Id: '1' },
	});
	const xml = '\ufeff  <PurchaseOrder><Id>1</Id></PurchaseOrder>';
	expect(decodeResponse(order, bytes(xml), 'text/json; charset=utf-8')).toEqual({
		ok: true,
		value: { Id: '1' },
	});
});

const shapes = { tasks, clients, changes };

test.each<[keyof typeof shapes, string, unknown]>([
	['tasks', '{"Id":"1"}', [{ Id: '1' }]],
	['tasks', '[{"Id":"1"},{"Id":"2"}]', [{ Id: '1' }, { Id: '2' }]],
	['tasks', '[]', []],
	['tasks', '[null,{"Id":"1"}]', [{ Id: '1' }]],
	['tasks', 'null', []],
	['tasks', '<SITask><Id>1</Id></SITask>', [{ Id: '1' }]],
	['tasks', '<ArrayOfSITask><SITask><Id>1</Id></SITask></ArrayOfSITask>', [{ Id: '1' }]],
	['tasks', '<ArrayOfSITask/>', []],
	['tasks', `<ArrayOfSITask ${nilTask}/>`, []],
	['tasks', `<SITask ${nilTask}/>`, []],
	['clients', '[]', []],
	['clients', '[{"Id":"1"}]', [{ Id: '1' }]],
	['clients', '[{"Id":"1","Vendor":"x"}]', [{ Id: '1', Vendor: 'x' }]],
	['clients', '[null]', []],
	['clients', '<ArrayOfClient/>', []],
	['clients', '<ArrayOfClient><Client><Id>1</Id></Client></ArrayOfClient>', [{ Id: '1' }]],
	['changes', '{"TotalCount":0}', { TotalCount: 0 }],
	['changes', '{"COProjects":null,"TotalCount":0}', { COProjects: null, TotalCount: 0 }],
	['changes', '{"COProjects":[{"Id":"1"}]}', { COProjects: [{ Id: '1' }] }],
	['changes', '{"COProjects":[null,{"Id":"1"},null]}', { COProjects: [{ Id: '1' }] }],
	[
		'changes',
		`<COProjectsResult><COProjects><COProjectInfo ${nilTask}/></COProjects></COProjectsResult>`,
		{ COProjects: [] },
	],
	['changes', '<COProjectsResult><COProjects/></COProjectsResult>', { COProjects: [] }],
])('%s: %s', (name, text, value) => {
	expect(decode(shapes[name], text)).toMatchObject({ ok: true, value });
});

test.each<[keyof typeof shapes, string, number | undefined]>([
	['changes', '{"COProjects":[null,{"Id":"1"},null]}', 2],
	['changes', '{"COProjects":[{"Id":"1"}]}', undefined],
	['clients', '[null,{"Id":"1"}]', 1],
	['tasks', '[null]', 1],
	['tasks', 'null', undefined],
])('%s: in %s, %s entries are null', (name, text, nulls) => {
	const reader = new ResponseReader(shapes[name]);
	reader.push(bytes(text));
	expect(reader.end()).toEqual(expect.objectContaining({ ok: true, ...(nulls && { nulls }) }));
	expect('nulls' in reader.end()).toBe(nulls !== undefined);
});

const entries = (what: string) => `COProjects is ${what} instead of a list.`;
const task = (what: string) => `The service responded with ${what} instead of an SITask.`;
const listed = (what: string) => `The response is ${what} instead of a list.`;
const unlisted = (list: string, what: string) => `${list} contains ${what} instead of a record.`;

test.each<[keyof typeof shapes, string, string]>([
	['tasks', '{}', 'The service responded with an empty record.'],
	['tasks', '<SITask/>', 'The service responded with an empty record.'],
	['tasks', '[{"Id":"1"},{}]', 'Entry 2: The service responded with an empty record.'],
	[
		'tasks',
		'<ArrayOfSITask><SITask><a>1</a></SITask></ArrayOfSITask>',
		'The response is not an SITask: it has none of its fields (it has a).',
	],
	['tasks', '[{"Id":"1"},"x"]', `Entry 2: ${task('text ("x")')}`],
	['tasks', '"x"', task('text ("x")')],
	['tasks', '<SITask>x</SITask>', listed('text ("x")')],
	['tasks', '<ArrayOfClient/>', 'The service responded with <ArrayOfClient> instead of an SITask.'],
	[
		'tasks',
		'<ArrayOfSITask><SITask>x</SITask></ArrayOfSITask>',
		unlisted('The response', 'text ("x")'),
	],
	['clients', '{"Id":"1"}', listed('an object')],
	['clients', 'null', listed('nothing (null)')],
	[
		'clients',
		'[{"Vendor":"x","Projects":"y"}]',
		'The response is not a Client: it has none of its fields (it has Vendor, Projects).',
	],
	['clients', '<Client/>', 'The service responded with <Client> instead of an ArrayOfClient.'],
	['clients', `<ArrayOfClient ${nilTask}/>`, listed('nothing (null)')],
	['clients', '<ArrayOfClient>none</ArrayOfClient>', listed('text ("none")')],
	['changes', '{"COProjects":{"Id":"1"}}', entries('an object')],
	['changes', '{"COProjects":"Come later"}', entries('text ("Come later")')],
	['changes', '{"COProjects":""}', entries('empty text')],
	['changes', '{"COProjects":0}', entries('a number (0)')],
	['changes', '{"COProjects":false}', entries('a boolean (false)')],
	['changes', '{"COProjects":[{},"x"]}', `Entry 2: ${unlisted('COProjects', 'text ("x")')}`],
	[
		'changes',
		'<COProjectsResult><COProjects>x</COProjects></COProjectsResult>',
		entries('text ("x")'),
	],
	[
		'changes',
		'<COProjectsResult><COProjects><A>x</A></COProjects></COProjectsResult>',
		unlisted('COProjects', 'text ("x")'),
	],
])('%s: %s is an error', (name, text, problem) => {
	expect(problemOf(shapes[name], text)).toBe(problem);
});

test('the older and the full catalog are read as each other', () => {
	const [record] = fc.sample(arbitraryRecord(ProductCatalog, { complete: true }), 1);
	const text = writeJson(ProductCatalog, record);
	expect(decode({ schema: OlderProductCatalog }, text).ok).toBe(true);
});

test.each([
	['UpdateTask', 'an UpdateTask'],
	['SITask', 'an SITask'],
	['Item', 'an Item'],
	['ServiceOrder', 'a ServiceOrder'],
	['COProjectInfo', 'a COProjectInfo'],
])('the article of %s', (name, expected) => expect(withArticle(name)).toBe(expected));
