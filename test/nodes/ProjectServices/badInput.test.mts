// What a person sees when something is wrong: a message that says what happened and what to do next.
import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../engine.mjs';
import { type Answer, reply } from '../service.mjs';
import { getOrder, serve, words } from './bareOrders.mjs';

jest.setTimeout(60_000);

const readOrder = { resource: 'purchaseOrder', operation: 'get' };
const read = { resource: 'productCatalog', operation: 'get', id: '1' };
const write = { resource: 'project', operation: 'update', projectId: '1' };
const getAll = { resource: 'changeOrderProject', operation: 'getAll' };
const json = { ...write, dataMode: 'json' };
const cycle = '(() => { const a = {}; a.a = a; return { Locations: [a] }; })()';
const deep =
	'(() => { let a = {}; for (let i = 0; i < 20000; i++) a = { a }; return { Locations: [a] }; })()';

test.each<[INodeParameters, RegExp]>([
	...['   ', '={{ $json.missing }}', '={{ "" }}'].map((id): [INodeParameters, RegExp] => [
		{ ...readOrder, id },
		/^'Purchase Order ID' is empty.*map it from the input item/s,
	]),
	[{ ...readOrder, id: '={{ true }}' }, /'Purchase Order ID' is true, expected text or a number/],
	[{ ...readOrder, id: '={{ [] }}' }, /'Purchase Order ID' is a list, expected text or a number/],
	[{ ...readOrder, id: '={{ $json }}' }, /'Purchase Order ID' is an object, expected text or a/],
	[{ ...readOrder, id: '={{ 2 ** 53 }}' }, /'Purchase Order ID' is \d+, which has lost its last/],
	[
		{ resource: 'client', operation: 'getAll', clientIds: '={{ [2 ** 60] }}' },
		/A number under 'Client IDs' is \d+, which has lost its last digits/,
	],
	...['={{ $json }}', '={{ [$json] }}'].map((clients): [INodeParameters, RegExp] => [
		{ ...getAll, filters: { clients } },
		/'Clients' under Filters is an object, expected text/,
	]),
	[
		{ ...getAll, filters: { projectId: '={{ ["P1", "P2"] }}' } },
		/'Project ID' under Filters is a list, expected text/,
	],
	[
		{ ...getAll, filters: { clients: '={{ [2 ** 60] }}' } },
		/'Clients' under Filters is \d+, which has lost its last digits/,
	],
	...[cycle, deep].map((body): [INodeParameters, RegExp] => [
		{ ...json, body: `={{ ${body} }}` },
		/^The value of 'Body' contains itself or is nested too deeply(?!.*call stack)/s,
	]),
	[{ ...read, output: '={{ "Raw" }}' }, /'Output' is "Raw", .* one of raw, simplified, selected/],
	[
		{ ...read, returnAs: '={{ "rows" }}' },
		/'Return As' is "rows", expected one of products, catalog, file/,
	],
	[{ ...write, dataMode: 'body' }, /'Data Mode' is "body", expected one of mapFields, json/],
	[
		{ resource: 'client', operation: 'getAll', clientIds: '={{ [$json] }}' },
		/'Client IDs' contains a value that is not text .* Map the ID itself/,
	],
	...[0, -1, 1.5, 'many', '={{ "x" }}'].map((limit): [INodeParameters, RegExp] => [
		{ ...getAll, limit },
		/'Limit' is .*, expected a whole number of 1 or more/,
	]),
])('%j is refused before anything is sent', async (parameters, expected) => {
	const service = await serve(reply(200, '{}'));
	const result = await runNode({ parameters, credential: { baseUrl: service.url } });
	expect(words(result)).toMatch(expected);
	expect(service.arrived).toHaveLength(0);
});

const json200 = (body: string) => reply(200, body);
const notFound = (content: string) =>
	new RegExp(
		`^The service did not find the purchase order with the ID "1" \\(the service responded with ${content}\\).* Check the ID. .*base URL`,
		's',
	);
const noRecord = notFound('an empty record');

const withoutEnd: Answer = (response) => {
	response.writeHead(200, { 'content-type': 'text/html' }).write('<html>');
	const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
	response.on('close', () => clearInterval(timer));
};

/** An answer, the words about it, and the options and the number of requests where they are others. */
test.each<[string, Answer, RegExp, object?, number?]>([
	['a web page', json200('<html><head><title>Sign in</title></head></html>'), /web page.*Sign in/],
	['half a record', json200('{"Id":"1","Vendor":'), /cut off.*base URL/s],
	['nothing', json200(''), notFound('nothing')],
	['null', json200(' null '), notFound('null')],
	...[' { } ', '<PurchaseOrder/>', '<?xml version="1.0"?><PurchaseOrder></PurchaseOrder>'].map(
		(body): [string, Answer, RegExp] => [body, reply(200, body, {}), noRecord],
	),
	['an empty record', json200('{}'), noRecord, { onlyFilled: true }],
	['a page without an end', withoutEnd, /web page/],
	['no answer', () => undefined, /not respond within 1 second\b/, { requests: { timeout: 1 } }],
	[
		'a broken connection',
		(response) => response.destroy(),
		/connection to 127\.0\.0\.1:\d+ broke.*Tried 2 times/s,
		{ requests: { maxRetries: 1 } },
		2,
	],
])(
	'%s is an error in words, never an item',
	async (_, answer, expected, ...[more, requests = 1]) => {
		const service = await serve(answer);
		const options = { requests: { maxRetries: 0 }, ...more };
		const result = await getOrder(service.url, { options });
		expect(result.json).toEqual([]);
		expect(words(result)).toMatch(expected);
		expect(service.arrived).toHaveLength(requests);
	},
);

test('a record of which nothing that is wanted is there is one; no content is no task of a project', async () => {
	const { url } = await serve(json200('{"Unknown":null,"Number":null}'));
	expect((await getOrder(url, { options: { onlyFilled: true } })).json).toEqual([{}]);
	const { url: baseUrl } = await serve((response) => response.writeHead(204).end());
	const parameters = { resource: 'task', operation: 'getByProject', projectId: 'P' };
	const { error, json: items } = await runNode({ parameters, credential: { baseUrl } });
	expect([error, items]).toEqual([undefined, []]);
});
