// What a person sees when the base URL or the connection is wrong, and where the credential is sent.
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createPlainServer } from 'node:net';

import { generate } from 'selfsigned';

import { reply, startBareService } from '../service.mjs';
import { getOrder, order, serve, words } from './bareOrders.mjs';

jest.setTimeout(60_000);

describe('base URLs', () => {
	test.each([
		'',
		'projects.example',
		'ftp://projects.example',
		'htp://x',
		'http://',
		'http://bad host/',
	])('%j is refused with an example', async (baseUrl) => {
		const result = await getOrder(baseUrl);
		expect(words(result)).toMatch(/base URL/i);
		expect(words(result)).toMatch(/https:\/\/projects\.example\/exchange/);
	});

	test.each(['', '/', '///', '/exchange', '/exchange/', ' /exchange// ', '/SI', '/exchange/si/'])(
		'a path of %j is kept without the slash at its end',
		async (path) => {
			const service = await serve(reply(200, order));
			const result = await getOrder(` ${service.url}${path.trim()} `);
			expect(result.error).toBeUndefined();
			const kept = path.includes('exchange') ? '/exchange' : '';
			expect(service.arrived[0]?.url).toBe(`${kept}/SI/Subscribe/PurchaseOrders?id=1`);
		},
	);

	test.each(['/SI/Subscribe', '/si/subscribe/COProjects'])(
		'the path %s is refused, since it is of the service',
		async (path) => {
			const service = await serve(reply(200, order));
			const result = await getOrder(`${service.url}${path}`);
			expect(words(result)).toMatch(/base URL .* everything before \/SI/);
			expect(service.arrived).toHaveLength(0);
		},
	);

	test('a path that only begins like it is kept', async () => {
		const service = await serve(reply(200, order));
		expect((await getOrder(`${service.url}/SI-exchange`)).error).toBeUndefined();
	});

	test('a host that does not exist', async () => {
		const result = await getOrder('http://no-such-host.invalid');
		expect(words(result)).toMatch(/no host named no-such-host\.invalid|could not be looked up/);
		expect(words(result)).toMatch(/base URL/);
	});

	test('a port where nothing listens', async () => {
		const service = await startBareService(reply(200, order));
		await service.stop();
		expect(words(await getOrder(service.url))).toMatch(/Nothing listens at 127\.0\.0\.1/);
	});

	test('a certificate that nobody vouches for', async () => {
		const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
			keySize: 2048,
		});
		const server = createSecureServer({ key, cert }, (_request, response) => response.end(order));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const result = await getOrder(`https://127.0.0.1:${port}`);
		server.closeAllConnections();
		server.close();
		expect(words(result)).toMatch(/certificate of 127\.0\.0\.1:\d+ is not valid or not trusted/);
	});

	test('https where http is spoken', async () => {
		const service = await serve(reply(200, order));
		expect(words(await getOrder(service.url.replace('http:', 'https:')))).toMatch(
			/does not speak https/,
		);
	});
});

describe('the credential', () => {
	const secret = 'not-a-real-key-0123456789';

	test.each([
		['headerKey', { headerName: 'X-Key', headerValue: secret }, 'x-key', secret],
		['bearer', { token: secret }, 'authorization', `Bearer ${secret}`],
		[
			'basic',
			{ username: 'user', password: secret },
			'authorization',
			`Basic ${Buffer.from(`user:${secret}`).toString('base64')}`,
		],
	])('%s is sent, and redacted in an error', async (authentication, values, header, expected) => {
		const service = await serve((response, request, number) =>
			reply(
				400,
				JSON.stringify({ Message: `You sent ${String(request.headers[header])} and ${secret}` }),
			)(response, request, number),
		);
		const result = await getOrder(service.url, {
			credential: { baseUrl: service.url, authentication, ...values },
		});
		expect(service.arrived[0]?.headers[header]).toBe(expected);
		expect(words(result)).toContain('***');
		expect(JSON.stringify(result)).not.toContain(secret);
		expect(JSON.stringify(result)).not.toContain(Buffer.from(`user:${secret}`).toString('base64'));
	});

	test('a record is never altered, not even to hide a secret', async () => {
		const service = await serve(reply(200, `{"Id":"1","Notes":"key ${secret}."}`));
		const result = await getOrder(service.url, {
			credential: { baseUrl: service.url, authentication: 'bearer', token: secret },
		});
		expect(result.json).toEqual([{ Id: '1', Notes: `key ${secret}.` }]);
	});

	test('is never sent to another origin', async () => {
		const other = await serve(reply(200, order));
		const service = await serve((response) => {
			response.writeHead(302, { location: `${other.url}/SI/Subscribe/PurchaseOrders?id=1` });
			response.end();
		});
		const result = await getOrder(service.url, {
			credential: { baseUrl: service.url, authentication: 'bearer', token: secret },
		});
		expect(other.arrived).toHaveLength(0);
		expect(words(result)).toMatch(
			/redirects the request to http:\/\/127\.0\.0\.1:\d+ \(status 302\)/,
		);
	});

	test('is sent along on the same origin', async () => {
		const service = await serve((response, request, number) => {
			if (number > 1) return reply(200, order)(response, request, number);
			response.writeHead(307, { location: '/elsewhere?id=1' });
			response.end();
		});
		const result = await getOrder(service.url, {
			credential: { baseUrl: service.url, authentication: 'bearer', token: secret },
		});
		expect(result.json).toEqual([JSON.parse(order)]);
		expect(service.arrived[1]?.headers.authorization).toBe(`Bearer ${secret}`);
	});

	test('is kept to its allowed domains', async () => {
		const service = await serve(reply(200, order));
		const result = await getOrder(service.url, {
			credential: {
				baseUrl: service.url,
				authentication: 'none',
				allowedHttpRequestDomains: 'domains',
				allowedDomains: 'projects.example',
			},
		});
		expect(words(result)).toMatch(/may not be used for 127\.0\.0\.1/);
		expect(service.arrived).toHaveLength(0);
	});
});

test('a plain TCP server that says nothing and closes is a broken connection', async () => {
	const server = createPlainServer((socket) => socket.end());
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	expect(words(await getOrder(`http://127.0.0.1:${port}`))).toMatch(/connection to .* broke/);
	server.close();
});

describe('error items', () => {
	test.each<[string, object]>([
		['"denied"', { httpStatus: 403, kind: 'status' }],
		['"\ud800"', { kind: 'input' }],
		['', { kind: 'input' }],
	])('for the ID %s say in details what happened', async (id, details) => {
		const service = await serve(reply(403, '{"Message":"No"}'));
		const given: unknown = id === '' ? '' : JSON.parse(id);
		const { outputs } = await getOrder(service.url, {
			id: '={{ $json.id }}',
			items: [{ id: given }, { id: 'x' }],
			onError: 'continueErrorOutput',
		});
		expect(outputs[1]).toHaveLength(2);
		expect(outputs[1]?.[0]?.json).toMatchObject({ error: expect.any(String) as string, details });
		expect(outputs[1]?.[0]?.json.details).not.toHaveProperty('mayHaveBeenApplied');
	});
});

test('a header that cannot be sent is not taken for a broken connection', async () => {
	const service = await serve(reply(200, order));
	const credential = {
		baseUrl: service.url,
		authentication: 'headerKey',
		headerName: 'X Y',
		headerValue: 'not-a-real-key',
	};
	const result = await getOrder('', { credential, options: { maxRetries: 3 } });
	expect(words(result)).toContain('could not be sent');
	expect(words(result)).toContain('Nothing was sent');
	expect(result.hints).toEqual([]);
});

test('names of undocumented fields are shown without secrets and control characters', async () => {
	const name = 'a\nnot-a-real-key\u001b[31m';
	const service = await serve(reply(200, JSON.stringify({ ...JSON.parse(order), [name]: 1 })));
	const { hints } = await getOrder('', {
		credential: {
			baseUrl: service.url,
			authentication: 'headerKey',
			headerName: 'X-Key',
			headerValue: 'Bearer not-a-real-key',
		},
	});
	const text = hints.map(({ message }) => message).join();
	expect(text).toContain('a ***');
	expect(text).not.toMatch(/not-a-real-key|\p{Cc}/u);
});
