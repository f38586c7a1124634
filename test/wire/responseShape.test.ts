// Whether an answer is what was asked for, and what is said when it is not.
import { changeOrderProject } from '../../api/changeOrderProject';
import { Client, client } from '../../api/client';
import { OlderProductCatalog, ProductCatalog } from '../../api/productCatalog';
import { PurchaseOrder } from '../../api/purchaseOrder';
import { ServiceOrder } from '../../api/serviceOrder';
import { PublishResponse } from '../../api/shared';
import { SITask } from '../../api/task';
import { type AnswerShape, decodeAnswer } from '../../wire';
import { arbitraryRecord } from '../arbitraries';
import { fc } from '../fastCheck';
import { writeJson } from '../sandbox/writers';
import { bytes, decode, instanceNamespace, problemOf, valueOf } from './support';

const order: AnswerShape = { schema: PurchaseOrder };
const clients: AnswerShape = { schema: client.operations.getAll.answer };
const tasks: AnswerShape = { schema: SITask, oneOrMany: true };
const changes: AnswerShape = {
	schema: changeOrderProject.operations.getAll.answer,
	rows: changeOrderProject.operations.getAll.rows,
};
const nilTask = `xmlns:i="${instanceNamespace}" i:nil="true"`;

test.each<[string, string]>([
	['', 'The service answered with nothing (an empty body).'],
	[' \r\n\t', 'The service answered with nothing (an empty body).'],
	['null', 'The service answered with nothing (null) instead of a PurchaseOrder.'],
	['42', 'The service answered with a number (42) instead of a PurchaseOrder.'],
	['true', 'The service answered with true instead of a PurchaseOrder.'],
	['""', 'The service answered with an empty text instead of a PurchaseOrder.'],
	[
		'"No such order"',
		'The service answered with a text ("No such order") instead of a PurchaseOrder.',
	],
	['[]', 'The service answered with a list of 0 entries instead of a PurchaseOrder.'],
	['[{"Id":"1"}]', 'The service answered with a list of one entry instead of a PurchaseOrder.'],
	[
		'Service\n Unavailable',
		'The service answered with a text ("Service Unavailable") instead of data.',
	],
	['{"Message":"No."}', 'The service answered with a message instead of a PurchaseOrder: No.'],
	['{"a":1,"b":2}', 'The answer is not a PurchaseOrder: it has none of its fields (it has a, b).'],
	[
		'{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}',
		'The answer is not a PurchaseOrder: it has none of its fields (it has a, b, c, d, e ...).',
	],
	[
		'{"COProjects":[],"TotalCount":0}',
		'The answer looks like a COProjectsResult, it is not a PurchaseOrder.',
	],
	[
		'{"Id":"1","Client":"c","Project":"p","Name":"n","Number":"1","Start":"s","End":"e","Progress":"x"}',
		'The answer looks like a ServiceOrder, it is not a PurchaseOrder.',
	],
	['<ServiceOrder/>', 'The answer is a ServiceOrder, not a PurchaseOrder.'],
	[
		'<Error><Message>Gone.</Message></Error>',
		'The service answered with a message instead of a PurchaseOrder: Gone.',
	],
	['<ArrayOfClient/>', 'The answer is an ArrayOfClient, not a PurchaseOrder.'],
	[
		'<PurchaseOrder>No</PurchaseOrder>',
		'The service answered with a text ("No") instead of a PurchaseOrder.',
	],
	[
		`<PurchaseOrder ${nilTask}/>`,
		'The service answered with nothing (null) instead of a PurchaseOrder.',
	],
	[
		'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>\n Sign in &amp; more </title>',
		'The service answered with a web page (title: "Sign in & more") instead of data.',
	],
	[
		'<HTML><BODY><h1>502 Bad Gateway</h1>',
		'The service answered with a web page (title: "502 Bad Gateway") instead of data.',
	],
	['<html></html>', 'The service answered with a web page instead of data.'],
	[
		'<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"><html>',
		'The service answered with a web page instead of data.',
	],
])('%s', (text, problem) => {
	expect(problemOf(order, text)).toBe(problem);
});

test('a record of nothing is a record', () => {
	expect(valueOf(PurchaseOrder, '{}')).toEqual({});
	expect(valueOf(PurchaseOrder, '<PurchaseOrder/>')).toEqual({});
});

test('the format is told by the answer, not by its header', () => {
	expect(decodeAnswer(order, bytes('{"Id":"1"}'), 'application/xml')).toEqual({
		ok: true,
		value: { Id: '1' },
		format: 'json',
	});
	const xml = '\ufeff  <PurchaseOrder><Id>1</Id></PurchaseOrder>';
	expect(decodeAnswer(order, bytes(xml), 'text/json; charset=utf-8')).toEqual({
		ok: true,
		value: { Id: '1' },
		format: 'xml',
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
		['[null]', 'The service answered with nothing (null) instead of an SITask.'],
		[
			'[{"Id":"1"},"x"]',
			'Record 2 of the answer: The service answered with a text ("x") instead of an SITask.',
		],
		['"x"', 'The service answered with a text ("x") instead of an SITask.'],
		['<ArrayOfClient/>', 'The answer is an ArrayOfClient, not an SITask.'],
		[
			'<ArrayOfSITask><SITask>x</SITask></ArrayOfSITask>',
			'Entry 1 of the answer is a text ("x") instead of a record.',
		],
	])('%s is none', (text, problem) => {
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
		['{"Id":"1"}', 'The service answered with an object instead of a list.'],
		['null', 'The service answered with nothing (null) instead of a list.'],
		[
			'[{"Vendor":"x","Projects":"y"}]',
			'The answer looks like a PurchaseOrder, it is not a Client.',
		],
		['<Client/>', 'The answer is a Client, not an ArrayOfClient.'],
		[`<ArrayOfClient ${nilTask}/>`, 'The service answered with nothing (null) instead of a list.'],
		[
			'<ArrayOfClient>none</ArrayOfClient>',
			'The service answered with a text ("none") instead of a list.',
		],
	])('%s is none', (text, problem) => {
		expect(problemOf(clients, text)).toBe(problem);
	});
});

describe('a page of rows', () => {
	test.each<[string, unknown]>([
		['{"TotalCount":0}', { TotalCount: 0 }],
		['{"COProjects":null,"TotalCount":0}', { COProjects: null, TotalCount: 0 }],
		['{"COProjects":[{"Id":"1"}]}', { COProjects: [{ Id: '1' }] }],
	])('%s', (text, value) => {
		expect(decode(changes, text)).toMatchObject({ ok: true, value });
	});

	test.each<[string, string]>([
		['{"COProjects":{"Id":"1"}}', 'COProjects is an object instead of a list.'],
		['{"COProjects":[{},"x"]}', 'Entry 2 of COProjects is a text ("x") instead of a record.'],
		['{"COProjects":[null]}', 'Entry 1 of COProjects is nothing (null) instead of a record.'],
		[
			'<COProjectsResult><COProjects>x</COProjects></COProjectsResult>',
			'COProjects is a text ("x") instead of a list.',
		],
	])('%s is none', (text, problem) => {
		expect(problemOf(changes, text)).toBe(problem);
	});
});

describe('looks', () => {
	const answers = [PurchaseOrder, ServiceOrder, SITask, Client, ProductCatalog, PublishResponse];

	test('a record is never taken for another one', () => {
		for (const schema of answers) {
			fc.assert(
				fc.property(arbitraryRecord(schema, { maxItems: 0 }), (record) => {
					expect(decode({ schema }, writeJson(schema, record)).ok).toBe(true);
				}),
				{ numRuns: 200 },
			);
		}
	});

	test('a complete record of another type is always refused', () => {
		for (const schema of answers) {
			const [record] = fc.sample(arbitraryRecord(schema, { complete: true, maxItems: 0 }), 1);
			for (const other of answers.filter((answer) => answer !== schema)) {
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

	test('a task that has grown fields which only service orders had is still a task', () => {
		const text =
			'{"Id":"1","Client":"c","Project":"p","Name":"n","Number":"1","Start":"s","End":"e","Progress":"x","Notes":"","Priority":"","CurrencyCode":"EUR"}';
		expect(decode({ schema: SITask }, text).ok).toBe(true);
	});
});
