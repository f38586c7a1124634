// Whether a response is what the endpoint promises, and the problem when it is not.
import { changeOrderProject } from '../../api/resources/changeOrderProject';
import { Client, client } from '../../api/resources/client';
import { OlderProductCatalog, ProductCatalog } from '../../api/resources/productCatalog';
import { PurchaseOrder } from '../../api/resources/purchaseOrder';
import { ServiceOrder } from '../../api/resources/serviceOrder';
import { PublishResponse } from '../../api/shared';
import { SITask } from '../../api/resources/task';
import { type ResponseShape, decodeResponse } from '../../wire';
import { arbitraryRecord } from '../arbitraries';
import { fc } from '../fastCheck';
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
	['', 'The service responded with nothing (an empty body).'],
	[' \r\n\t', 'The service responded with nothing (an empty body).'],
	['null', 'The service responded with nothing (null) instead of a PurchaseOrder.'],
	['42', 'The service responded with a number (42) instead of a PurchaseOrder.'],
	['true', 'The service responded with true instead of a PurchaseOrder.'],
	['""', 'The service responded with an empty text instead of a PurchaseOrder.'],
	[
		'"No such order"',
		'The service responded with a text ("No such order") instead of a PurchaseOrder.',
	],
	['[]', 'The service responded with a list of 0 entries instead of a PurchaseOrder.'],
	['[{"Id":"1"}]', 'The service responded with a list of one entry instead of a PurchaseOrder.'],
	[
		'Service\n Unavailable',
		'The service responded with a text ("Service Unavailable") instead of data.',
	],
	['{"Message":"No."}', 'The service responded with a message instead of a PurchaseOrder: No.'],
	[
		'{"a":1,"b":2}',
		'The response is not a PurchaseOrder: it has none of its fields (it has a, b).',
	],
	[
		'{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}',
		'The response is not a PurchaseOrder: it has none of its fields (it has a, b, c, d, e ...).',
	],
	[
		'{"COProjects":[],"TotalCount":0}',
		'The response looks like a COProjectsResult, not a PurchaseOrder.',
	],
	[
		'{"Id":"1","Client":"c","Project":"p","Name":"n","Number":"1","Start":"s","End":"e","Progress":"x"}',
		'The response looks like a ServiceOrder, not a PurchaseOrder.',
	],
	['<ServiceOrder/>', 'The response is a ServiceOrder, not a PurchaseOrder.'],
	[
		'<Error><Message>Gone.</Message></Error>',
		'The service responded with a message instead of a PurchaseOrder: Gone.',
	],
	['<ArrayOfClient/>', 'The response is an ArrayOfClient, not a PurchaseOrder.'],
	[
		'<PurchaseOrder>No</PurchaseOrder>',
		'The service responded with a text ("No") instead of a PurchaseOrder.',
	],
	[
		`<PurchaseOrder ${nilTask}/>`,
		'The service responded with nothing (null) instead of a PurchaseOrder.',
	],
	[
		'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>\n Sign in &amp; more </title>',
		'The service responded with a web page (title: "Sign in & more") instead of data.',
	],
	[
		'<HTML><BODY><h1>502 Bad Gateway</h1>',
		'The service responded with a web page (title: "502 Bad Gateway") instead of data.',
	],
	['<html></html>', 'The service responded with a web page instead of data.'],
	[
		'<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"><html>',
		'The service responded with a web page instead of data.',
	],
])('%s', (text, problem) => {
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

describe('one task or many', () => {
	test.each<[string, unknown]>([
		['{"Id":"1"}', [{ Id: '1' }]],
		['[{"Id":"1"},{"Id":"2"}]', [{ Id: '1' }, { Id: '2' }]],
		['[]', []],
		['null', []],
		['<SITask><Id>1</Id></SITask>', [{ Id: '1' }]],
		['<ArrayOfSITask><SITask><Id>1</Id></SITask></ArrayOfSITask>', [{ Id: '1' }]],
		['<ArrayOfSITask/>', []],
		[`<ArrayOfSITask ${nilTask}/>`, []],
		[`<SITask ${nilTask}/>`, []],
	])('%s', (text, value) => {
		expect(decode(tasks, text)).toMatchObject({ ok: true, value });
	});

	test.each<[string, string]>([
		['[null]', 'The service responded with nothing (null) instead of an SITask.'],
		[
			'[{"Id":"1"},"x"]',
			'Record 2 of the response: The service responded with a text ("x") instead of an SITask.',
		],
		['"x"', 'The service responded with a text ("x") instead of an SITask.'],
		['<ArrayOfClient/>', 'The response is an ArrayOfClient, not an SITask.'],
		[
			'<ArrayOfSITask><SITask>x</SITask></ArrayOfSITask>',
			'Entry 1 of the response is a text ("x") instead of a record.',
		],
	])('%s is an error', (text, problem) => {
		expect(problemOf(tasks, text)).toBe(problem);
	});
});

describe('a list of clients', () => {
	test.each<[string, unknown]>([
		['[]', []],
		['[{"Id":"1"}]', [{ Id: '1' }]],
		['<ArrayOfClient/>', []],
		['<ArrayOfClient><Client><Id>1</Id></Client></ArrayOfClient>', [{ Id: '1' }]],
	])('%s', (text, value) => {
		expect(decode(clients, text)).toMatchObject({ ok: true, value });
	});

	test.each<[string, string]>([
		['{"Id":"1"}', 'The service responded with an object instead of a list.'],
		['null', 'The service responded with nothing (null) instead of a list.'],
		['[{"Vendor":"x","Projects":"y"}]', 'The response looks like a PurchaseOrder, not a Client.'],
		['<Client/>', 'The response is a Client, not an ArrayOfClient.'],
		[`<ArrayOfClient ${nilTask}/>`, 'The service responded with nothing (null) instead of a list.'],
		[
			'<ArrayOfClient>none</ArrayOfClient>',
			'The service responded with a text ("none") instead of a list.',
		],
	])('%s is an error', (text, problem) => {
		expect(problemOf(clients, text)).toBe(problem);
	});
});

describe('a page of rows', () => {
	test.each<[string, unknown]>([
		['{"TotalCount":0}', { TotalCount: 0 }],
		['{"COProjects":null,"TotalCount":0}', { COProjects: null, TotalCount: 0 }],
		['{"COProjects":[{"Id":"1"}]}', { COProjects: [{ Id: '1' }] }],
		['{"COProjects":[{"Id":"1"},{"Id":"2"}],"COProjects":[]}', { COProjects: [] }],
		[
			'<COProjectsResult><COProjects><COProjectInfo/></COProjects><COProjects/></COProjectsResult>',
			{ COProjects: [] },
		],
	])('%s', (text, value) => {
		expect(decode(changes, text)).toMatchObject({ ok: true, value });
	});

	test.each<[string, string]>([
		['{"COProjects":{"Id":"1"}}', 'COProjects is an object instead of a list.'],
		[
			'{"COProjects":"Temporarily unavailable"}',
			'COProjects is a text ("Temporarily unavailable") instead of a list.',
		],
		['{"COProjects":""}', 'COProjects is an empty text instead of a list.'],
		['{"COProjects":0}', 'COProjects is a number (0) instead of a list.'],
		['{"COProjects":false}', 'COProjects is false instead of a list.'],
		['{"COProjects":[{},"x"]}', 'Entry 2 of COProjects is a text ("x") instead of a record.'],
		['{"COProjects":[null]}', 'Entry 1 of COProjects is nothing (null) instead of a record.'],
		[
			'<COProjectsResult><COProjects>x</COProjects></COProjectsResult>',
			'COProjects is a text ("x") instead of a list.',
		],
	])('%s is an error', (text, problem) => {
		expect(problemOf(changes, text)).toBe(problem);
	});
});

describe('fields that tell records apart', () => {
	const records = [PurchaseOrder, ServiceOrder, SITask, Client, ProductCatalog, PublishResponse];

	test('a record is never read as another one', () => {
		for (const schema of records) {
			fc.assert(
				fc.property(arbitraryRecord(schema, { maxItems: 0 }), (record) => {
					expect(decode({ schema }, writeJson(schema, record)).ok).toBe(true);
				}),
				{ numRuns: 200 },
			);
		}
	});

	test('a complete record of another type is always an error', () => {
		for (const schema of records) {
			const [record] = fc.sample(arbitraryRecord(schema, { complete: true, maxItems: 0 }), 1);
			for (const other of records.filter((record) => record !== schema)) {
				expect(decode({ schema: other }, writeJson(schema, record))).toMatchObject({ ok: false });
			}
		}
	});

	test('the older and the full catalog are read as each other', () => {
		const [record] = fc.sample(arbitraryRecord(ProductCatalog, { complete: true }), 1);
		expect(decode({ schema: OlderProductCatalog }, writeJson(ProductCatalog, record)).ok).toBe(
			true,
		);
	});

	test('a task with new fields that only service orders had is still a task', () => {
		const text =
			'{"Id":"1","Client":"c","Project":"p","Name":"n","Number":"1","Start":"s","End":"e","Progress":"x","Notes":"","Priority":"","CurrencyCode":"EUR"}';
		expect(decode({ schema: SITask }, text).ok).toBe(true);
	});
});
