// What a person sees when something is wrong: a message that says what happened and what to do next.
import { runNode } from '../engine.mjs';
import { reply } from '../service.mjs';
import { getOrder, order, serve, words } from './bareOrders.mjs';

jest.setTimeout(60_000);

describe('ids', () => {
	test.each([
		...['   ', '={{ $json.missing }}', '={{ "" }}'].map(
			(id) => [id, /^'Purchase Order ID' is empty.*map it from the input item/s] as const,
		),
		['={{ true }}', /'Purchase Order ID' is true, expected text or a number/],
		['={{ [] }}', /'Purchase Order ID' is a list, expected text or a number/],
		['={{ $json }}', /'Purchase Order ID' is an object, expected text or a number/],
	] as const)('the ID %j is refused before anything is sent', async (id, expected) => {
		const service = await serve(reply(200, order));
		expect(words(await getOrder(service.url, { id }))).toMatch(expected);
		expect(service.arrived).toHaveLength(0);
	});

	test.each(['a&b?c#d/e f%', 'ümlaut/€', '  kept  ', '0012', '%41', "it's+1"])(
		'the id %j reaches the service as given',
		async (id) => {
			const service = await serve(reply(200, order));
			const result = await getOrder(service.url, { id });
			expect(result.error).toBeUndefined();
			expect(new URL(service.arrived[0]?.url ?? '', service.url).searchParams.get('id')).toBe(id);
			expect(service.arrived[0]?.url).toMatch(/^\/SI\/Subscribe\/PurchaseOrders\?id=[^&?# ]*$/);
		},
	);
});

test.each([
	['contains itself', '={{ (() => { const a = {}; a.a = a; return { Locations: [a] }; })() }}'],
	[
		'is nested too deeply',
		'={{ (() => { let a = {}; for (let i = 0; i < 20000; i++) a = { a }; return { Locations: [a] }; })() }}',
	],
])('a body that %s is refused by its name', async (_, body) => {
	const service = await serve(reply(200, '{}'));
	const result = await runNode({
		parameters: {
			resource: 'project',
			operation: 'update',
			projectId: '1',
			dataMode: 'json',
			body,
		},
		credential: { baseUrl: service.url, authentication: 'none' },
	});
	expect(words(result)).toMatch(/^The value of 'Body' contains itself or is nested too deeply/);
	expect(words(result)).not.toMatch(/call stack/);
	expect(service.arrived).toHaveLength(0);
});

describe('choices that the editor does not offer', () => {
	const read = { resource: 'productCatalog', operation: 'get', id: '1' };
	const write = { resource: 'project', operation: 'update', projectId: '1' };
	test.each([
		['Output', { ...read, output: '={{ "Raw" }}' }, '"Raw"', 'raw, simplified, selected'],
		['Return As', { ...read, returnAs: '={{ "rows" }}' }, '"rows"', 'products, catalog, file'],
		['Response Format', { ...read, options: { responseFormat: '={{ 7 }}' } }, '7', 'json, xml'],
		['Request Format', { ...write, options: { requestFormat: 1 } }, '1', 'json, xml, form'],
		['Data Mode', { ...write, dataMode: 'body' }, '"body"', 'mapFields, json'],
	])('an unknown %s is refused with the allowed ones', async (name, parameters, value, allowed) => {
		const service = await serve(reply(200, '{}'));
		const result = await runNode({ parameters, credential: { baseUrl: service.url } });
		expect(words(result)).toContain(`'${name}' is ${value}, expected one of ${allowed}`);
		expect(service.arrived).toHaveLength(0);
	});
});

describe('statuses', () => {
	test.each([
		[400, /refused the request \(status 400\)/],
		[401, /did not accept the credential \(status 401\)/],
		[403, /does not allow this with this credential \(status 403\)/],
		[404, /did not find the purchase order with the ID "1" \(status 404\)/],
		[429, /too many requests \(status 429\)/],
		[500, /service failed \(status 500\)/],
		[503, /service failed \(status 503\)/],
	])('%i says what happened and what the service said', async (status, message) => {
		const service = await serve(reply(status, '{"Message":"The reason of the service."}'));
		const result = await getOrder(service.url);
		expect(result.error?.message).toMatch(message);
		expect(result.error?.description).toContain('The service said: The reason of the service.');
		expect(result.error?.httpCode).toBe(String(status));
		expect(result.error?.context?.itemIndex).toBe(0);
		expect(result.error?.name).toBe('NodeApiError');
	});

	test('a long reason is cut to a few hundred characters', async () => {
		const service = await serve(reply(400, JSON.stringify({ Message: 'x'.repeat(5_000) })));
		expect((await getOrder(service.url)).error?.description?.length).toBeLessThan(700);
	});
});

describe('answers that are not what they claim', () => {
	test.each([
		['<html><head><title>Sign in</title></head></html>', 'application/json', /web page.*Sign in/],
		['{"Id":"1","Vendor":', 'application/json', /cut off/],
		['', 'application/json', /nothing/],
		['null', 'application/json', /nothing|null/],
		['"fine"', 'application/json', /instead of/],
		['42', 'application/json', /instead of/],
		['[]', 'application/json', /list/],
		['<ServiceOrder><Id>1</Id></ServiceOrder>', 'application/xml', /ServiceOrder.*PurchaseOrder/],
		['<PurchaseOrder><Id>1</PurchaseOrder>', 'application/xml', /./],
		['{"Message":"fine"}', 'application/json', /./],
	])('%j (%s) is an error, never an item', async (body, contentType, message) => {
		const service = await serve(reply(200, body, { 'content-type': contentType }));
		const result = await getOrder(service.url);
		expect(result.json).toEqual([]);
		expect(result.error?.message).toMatch(message);
		expect(result.error?.description).toMatch(/base URL/);
	});
});

describe('time and connection', () => {
	test('a hung connection ends at the timeout', async () => {
		const service = await serve(() => undefined);
		const result = await getOrder(service.url, { options: { timeout: 1, maxRetries: 3 } });
		expect(words(result)).toMatch(/did not respond within 1 second\b/);
		expect(service.arrived).toHaveLength(1);
	});

	test('a broken connection is retried, then reported', async () => {
		const service = await serve((response) => response.destroy());
		const result = await getOrder(service.url, { options: { maxRetries: 1 } });
		expect(words(result)).toMatch(/connection to 127\.0\.0\.1:\d+ broke.*Tried 2 times/s);
		expect(service.arrived).toHaveLength(2);
	});

	test('a Retry-After too long to wait for is told', async () => {
		const service = await serve(reply(429, '', { 'retry-after': '3600' }));
		expect(words(await getOrder(service.url, { options: { maxRetries: 1 } }))).toContain(
			'It asks you to wait 3600 seconds.',
		);
	});

	test('no content is no task of a project', async () => {
		const service = await serve((response) => response.writeHead(204).end());
		const result = await runNode({
			parameters: { resource: 'task', operation: 'getByProject', projectId: 'P' },
			credential: { baseUrl: service.url, authentication: 'none' },
		});
		expect(result.error).toBeUndefined();
		expect(result.json).toEqual([]);
	});

	test.each(['', ' null '])('nothing (%j) may be a record that is not there', async (body) => {
		const result = await getOrder((await serve(reply(200, body))).url);
		expect(words(result)).toMatch(/responded with nothing .* Check the ID and whether/);
	});

	test.each([
		'{}',
		' { } ',
		'<PurchaseOrder/>',
		'<?xml version="1.0"?><PurchaseOrder></PurchaseOrder>',
	])('an empty record (%s) is no record, whatever of it is wanted', async (body) => {
		const { url } = await serve(reply(200, body));
		const options = { maxRetries: 0, onlyFilled: true };
		for (const result of [await getOrder(url), await getOrder(url, { options })])
			expect(words(result)).toMatch(
				/^The service responded with an empty record\. .* Check the ID and whether/,
			);
	});

	test('a record of which nothing that is wanted is there is one', async () => {
		const { url } = await serve(reply(200, '{"Unknown":null,"Number":null}'));
		const options = { maxRetries: 0, onlyFilled: true };
		expect((await getOrder(url, { options })).json).toEqual([{}]);
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
		const result = await runNode({
			parameters: {
				resource: 'changeOrderProject',
				operation: 'getAll',
				returnAll: true,
				options: { pageSize: 2, maxRetries: 0 },
			},
			credential: { baseUrl: service.url },
		});
		expect(words(result)).toMatch(expected);
	});

	test('a client ID that is a whole record is refused', async () => {
		const result = await runNode({
			parameters: { resource: 'client', operation: 'getAll', clientIds: '={{ [$json] }}' },
			credential: { baseUrl: 'http://127.0.0.1:9' },
		});
		expect(words(result)).toMatch(
			/Client IDs contains a value that is not text .* Map the ID itself/,
		);
	});

	test('stopping the execution ends the waiting', async () => {
		const service = await serve(reply(503, '{}', { 'retry-after': '60' }));
		const began = Date.now();
		await getOrder(service.url, {
			options: { maxRetries: 3 },
			whileRunning: (stop) => setTimeout(stop, 500),
		});
		expect(Date.now() - began).toBeLessThan(10_000);
		expect(service.arrived).toHaveLength(1);
	});
});

describe('numbers', () => {
	const getAll = { resource: 'changeOrderProject', operation: 'getAll' };

	test.each([0, -1, 1.5, 'many', '={{ "x" }}'])(
		'a limit of %j is refused in words',
		async (limit) => {
			const credential = { baseUrl: 'http://127.0.0.1:9' };
			const result = await runNode({ parameters: { ...getAll, limit }, credential });
			expect(words(result)).toMatch(/'Limit' must be a whole number of 1 or more/);
		},
	);

	test('a limit and a page size of a billion are fine', async () => {
		const service = await serve(reply(200, '{"COProjects":[{"Id":"1"}],"TotalCount":1}'));
		const parameters = { ...getAll, limit: 1e9, options: { pageSize: 1e9 } };
		const result = await runNode({ parameters, credential: { baseUrl: service.url } });
		expect(result.json).toEqual([{ Id: '1' }]);
	});
});
