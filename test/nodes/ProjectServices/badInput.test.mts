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

test.each([400, 409, 422])(
	'after the status %i, the reason of the service is the message',
	async (status) => {
		const service = await serve(reply(status, '{"Message":"The reason of the service."}'));
		expect((await getOrder(service.url)).error).toMatchObject({
			message: 'The reason of the service.',
			description: expect.stringContaining(`The service refused the request (status ${status}).`),
		});
	},
);

const json200 = (body: string) => reply(200, body);
const xml200 = (body: string) => reply(200, body, { 'content-type': 'application/xml' });
const notFound = (content: string) =>
	new RegExp(
		`^The service did not find the purchase order with the ID "1" \\(the service responded with ${content}\\).* Check the ID and whether .*base URL`,
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
	['a list', json200('[]'), /list.*base URL/s],
	[
		'another record',
		xml200('<ServiceOrder><Id>1</Id></ServiceOrder>'),
		/ServiceOrder.*PurchaseOrder.*base URL/s,
	],
	...['{}', ' { } '].map((body): [string, Answer, RegExp] => [body, json200(body), noRecord]),
	...['<PurchaseOrder/>', '<?xml version="1.0"?><PurchaseOrder></PurchaseOrder>'].map(
		(body): [string, Answer, RegExp] => [body, xml200(body), noRecord],
	),
	['an empty record', json200('{}'), noRecord, { onlyFilled: true }],
	['a long reason', reply(400, JSON.stringify({ Message: 'x'.repeat(5_000) })), /^.{200,800}$/s],
	['a page without an end', withoutEnd, /web page/],
	[
		'no answer',
		() => undefined,
		/not respond within 1 second\b/,
		{ requests: { timeout: 1, maxRetries: 3 } },
	],
	[
		'a broken connection',
		(response) => response.destroy(),
		/connection to 127\.0\.0\.1:\d+ broke.*Tried 2 times/s,
		{ requests: { maxRetries: 1 } },
		2,
	],
	[
		'a Retry-After too long to wait for',
		reply(429, '', { 'retry-after': '3600' }),
		/It asks you to wait 3600 seconds\./,
		{ requests: { maxRetries: 1 } },
	],
])(
	'%s is an error in words, never an item',
	async (_, answer, expected, ...[options, requests = 1]) => {
		const service = await serve(answer);
		const result = await getOrder(service.url, {
			options: { requests: { maxRetries: 0 }, ...options },
		});
		expect(result.json).toEqual([]);
		expect(words(result)).toMatch(expected);
		expect(service.arrived).toHaveLength(requests);
	},
);

test('a record of which nothing that is wanted is there is one', async () => {
	const { url } = await serve(reply(200, '{"Unknown":null,"Number":null}'));
	expect((await getOrder(url, { options: { onlyFilled: true } })).json).toEqual([{}]);
});

test('no content is no task of a project', async () => {
	const { url: baseUrl } = await serve((response) => response.writeHead(204).end());
	const parameters = { resource: 'task', operation: 'getByProject', projectId: 'P' };
	const { error, json: items } = await runNode({ parameters, credential: { baseUrl } });
	expect([error, items]).toEqual([undefined, []]);
});

test.each([
	[1, /^The service failed \(status 500\) \|(?!.*page)/s],
	[3, /^The service failed .*while reading page 3\.$/s],
])('an error on page %i of a list says so where it helps', async (failing, expected) => {
	const rows = (page: number) => [{ Id: `${page}-1` }, { Id: `${page}-2` }];
	const service = await serve((response, request, number) => {
		const page = Number(new URL(request.url, 'http://x').searchParams.get('pageNumber'));
		const body = JSON.stringify({ COProjects: rows(page), TotalCount: 10 });
		reply(page === failing ? 500 : 200, page === failing ? '' : body)(response, request, number);
	});
	const options = { pageSize: 2, requests: { maxRetries: 0 } };
	const parameters = { ...getAll, returnAll: true, options };
	const result = await runNode({ parameters, credential: { baseUrl: service.url } });
	expect(words(result)).toMatch(expected);
});
