// What a person is told where n8n reaches the service through a proxy, or may not reach it: through n8n's real helper.
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';

import type { IDataObject } from 'n8n-workflow';
import { generate } from 'selfsigned';

import { hostRequire } from '../../host/location.cjs';
import { runNode, type RunResult } from '../engine.mjs';
import {
	hangUp,
	letThrough,
	type Proxy,
	refuse,
	reset,
	silence,
	startProxy,
	type Tunnel,
} from '../proxy.mjs';
import { reply } from '../service.mjs';
import { order, serve, words } from './bareOrders.mjs';

const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY'].flatMap((name) => [
	name,
	name.toLowerCase(),
]);
const before = Object.fromEntries(variables.map((name) => [name, process.env[name]]));

let secure: Server;
let secureUrl: string;
let arrived = 0;
let status = 200;
beforeAll(async () => {
	const name = [{ name: 'commonName', value: 'localhost' }];
	const { private: key, cert } = await generate(name, { keySize: 2048 });
	secure = createServer({ key, cert }, (request, response) => {
		arrived++;
		request.resume();
		const body =
			request.method === 'POST' ? '{"MessageId":"0f0e0d0c-0b0a-4908-8706-050403020100"}' : order;
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(status === 200 ? body : '{"Message":"Out of paper"}');
	});
	await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
	secureUrl = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
});
afterAll(() => void secure.close());

let proxy: Proxy | undefined;
beforeEach(() => {
	for (const name of variables) delete process.env[name];
	[arrived, status] = [0, 200];
});
afterEach(async () => {
	await proxy?.stop();
	proxy = undefined;
	for (const [name, value] of Object.entries(before)) {
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}
});

async function through(tunnel: Tunnel): Promise<Proxy> {
	proxy = await startProxy(tunnel);
	process.env.HTTPS_PROXY = process.env.HTTP_PROXY = proxy.url;
	return proxy;
}

const get = { resource: 'purchaseOrder', operation: 'get', id: '1' };
const publish = {
	resource: 'client',
	operation: 'publish',
	listId: 'L',
	listName: 'N',
	record: { mappingMode: 'autoMapInputData', value: null },
};

async function run(
	parameters: object,
	baseUrl = secureUrl,
	options: object = { requests: { maxRetries: 0 } },
	onError?: 'continueErrorOutput',
): Promise<RunResult> {
	return await runNode({
		parameters: { ...parameters, options } as never,
		items: [{ Name: 'a' }],
		credential: { baseUrl, authentication: 'none', allowUnauthorizedCerts: true },
		onError,
	});
}

const closed = 'http://127.0.0.1:9';
const noName = 'http://no-such-proxy.invalid:3128';

const failures: ReadonlyArray<[title: string, proxy: Tunnel | string, said: RegExp]> = [
	[
		'is closed',
		closed,
		/^The proxy 127\.0\.0\.1:9 between n8n and 127\.0\.0\.1:\d+ cannot be reached/,
	],
	[
		'does not exist',
		noName,
		/^The proxy no-such-proxy\.invalid .*(?:does not exist|cannot be reached)/,
	],
	[
		'wants a password',
		refuse('407 Proxy Authentication Required'),
		/^The proxy .* wants a user name and a password \(status 407\)/,
	],
	[
		'is busy',
		refuse('503 Service Unavailable'),
		/^The proxy .* refused the connection \(status 503\)/,
	],
	[
		'forbids the host',
		refuse('403 Forbidden'),
		/^The proxy .* refused the connection \(status 403\)/,
	],
	[
		'does not know a page',
		refuse('404 Not Found'),
		/^The proxy .* refused the connection \(status 404\)/,
	],
	['redirects', refuse('302 Found'), /^The proxy .* refused the connection \(status 302\)/],
	['hangs up', hangUp, /^The proxy .* broke the connection/],
	['resets the connection', reset, /^The proxy .* broke the connection/],
	['says nothing', silence, /^The proxy .* did not respond/],
];

describe.each(failures)('a proxy that %s', (_title, tunnel, said) => {
	beforeEach(async () => {
		if (typeof tunnel === 'string') process.env.HTTPS_PROXY = tunnel;
		else await through(tunnel);
	});
	const options = { requests: { maxRetries: 0, ...(tunnel === silence && { timeout: 1 }) } };

	test.each([
		['read', get],
		['write', publish],
	])('is named, and nothing is called uncertain: a %s', async (_name, parameters) => {
		const text = words(await run(parameters, secureUrl, options));
		expect(text).toMatch(said);
		expect(text).toMatch(/not sent to the service\. Check HTTPS_PROXY and NO_PROXY/);
		expect(text).not.toMatch(/may or may not|base URL|The service said/);
		const { outputs } = await run(parameters, secureUrl, options, 'continueErrorOutput');
		const { details } = outputs[1][0].json;
		expect(details).toMatchObject({ kind: 'connection' });
		expect((details as IDataObject).mayHaveBeenApplied ?? false).toBe(false);
		expect(arrived).toBe(0);
	});
});

test.each([
	['hangs up', hangUp],
	['resets the connection', reset],
	['is busy', refuse('503 Service Unavailable')],
])('after a proxy that %s the request is made again', async (_title, tunnel) => {
	const { asked } = await through((...given) => (given[2] === 1 ? tunnel : letThrough)(...given));
	expect((await run(get, secureUrl, { requests: { maxRetries: 1 } })).json).toMatchObject([
		{ Id: '1' },
	]);
	expect([asked(), arrived]).toEqual([2, 1]);
});

test('one that asks for a password is not asked again', async () => {
	const { asked } = await through(refuse('407 Proxy Authentication Required'));
	await run(get, secureUrl, { requests: { maxRetries: 3 } });
	expect(asked()).toBe(1);
});

test.each([500, 503])('behind a proxy, the status %d of the service is its own', async (given) => {
	await through(letThrough);
	status = given;
	const { outputs } = await run(publish, secureUrl, {}, 'continueErrorOutput');
	expect(arrived).toBe(1);
	expect(outputs[1][0].json).toMatchObject({
		error: `The service failed (status ${given})`,
		details: {
			description: expect.stringContaining('Out of paper') as string,
			httpStatus: given,
			kind: 'status',
			mayHaveBeenApplied: true,
		},
	});
});

test('NO_PROXY leads past the proxy', async () => {
	const { asked } = await through(refuse('503 Service Unavailable'));
	process.env.NO_PROXY = '127.0.0.1';
	expect((await run(get)).json).toMatchObject([{ Id: '1' }]);
	expect(asked()).toBe(0);
});

describe('a service that speaks http', () => {
	test.each([
		[
			'a closed proxy',
			undefined,
			/^The proxy 127\.0\.0\.1:9 .* cannot be reached .*Check HTTP_PROXY/,
		],
		['one that wants a password', letThrough, /^The proxy .* \(status 407\) .*Check HTTP_PROXY/],
	])('%s', async (_title, tunnel, said) => {
		if (tunnel) await through(tunnel);
		else process.env.HTTP_PROXY = closed;
		const service = await serve(reply(200, order));
		const text = words(await run(publish, service.url));
		expect(text).toMatch(said);
		expect(text).not.toMatch(/may or may not/);
		expect(service.arrived).toEqual([]);
	});
});

test("n8n's protection against requests to inner networks is named", async () => {
	const { Container } = hostRequire<{ Container: { get(type: unknown): { enabled: boolean } } }>(
		'@n8n/di',
	);
	const { SsrfProtectionConfig } = hostRequire<Record<string, unknown>>('@n8n/config');
	const protection = Container.get(SsrfProtectionConfig);
	protection.enabled = true;
	try {
		const result = await run(publish, secureUrl, { requests: { maxRetries: 2 } });
		expect(words(result)).toMatch(
			/^n8n's SSRF protection does not allow requests to 127\.0\.0\.1:\d+ .*This request was not sent\. Ask the administrator of n8n/,
		);
		expect(result.hints).toEqual([]);
		const { outputs } = await run(publish, secureUrl, {}, 'continueErrorOutput');
		expect(outputs[1][0].json.details).toMatchObject({ kind: 'input', mayHaveBeenApplied: false });
		expect(arrived).toBe(0);
	} finally {
		protection.enabled = false;
	}
});
