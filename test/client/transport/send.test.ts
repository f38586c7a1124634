// Requests: what goes out, what is retried after how long, which redirects are followed, and when it is stopped.
import { mayHaveBeenApplied, ServiceError } from '../../../client/failures';
import { ConnectionError, sendErrorOf } from '../../../client/transport/http';
import { mayRetry, send, type ServiceRequest, urlOf } from '../../../client/transport/send';
import { clientOf, errorOf, fakeClock, response, serviceGiving, serviceOf, settle } from '../fakes';

const read: ServiceRequest = {
	method: 'GET',
	path: '/SI/Subscribe/PurchaseOrders',
	query: [['id', 'A 1']],
	accept: 'json',
	write: false,
	subject: 'the purchase order with the ID "A 1"',
};
const write: ServiceRequest = {
	method: 'POST',
	path: '/SI/Publish/Clients',
	body: { text: '{"Id":"1"}', contentType: 'application/json' },
	accept: 'xml',
	write: true,
};
const good = () => response(200, '{"Id":"A 1"}');
const refused = new ConnectionError('ECONNREFUSED');
const reset = new ConnectionError('ECONNRESET');
const expired = new ConnectionError('ETIMEDOUT', true);

async function failureOf(work: Promise<unknown>): Promise<ServiceError> {
	const error = await errorOf(work);
	if (error instanceof ServiceError) return error;
	throw new Error(`Expected a ServiceError, got ${String(error)}`);
}

test('a request goes out with its query encoded, its body and what is accepted', async () => {
	const service = serviceGiving(good);
	await send(clientOf(service), { ...write, query: [['clients[0]', 'ä&b']] });
	expect(service.requests).toMatchObject([
		{
			method: 'POST',
			url: 'https://projects.example/exchange/SI/Publish/Clients?clients[0]=%C3%A4%26b',
			headers: { accept: 'application/xml', 'content-type': 'application/json' },
			body: '{"Id":"1"}',
			timeoutMs: 300_000,
		},
	]);
	expect(urlOf({ baseUrl: 'http://x' }, { path: '/SI' })).toBe('http://x/SI');
});

describe('retries', () => {
	test.each([408, 429, 500, 502, 503, 504])('a read is retried after %i', async (status) => {
		const service = serviceGiving(() => response(status), good);
		let retries = 0;
		const received = await send(clientOf(service, { onRetry: () => retries++ }), read);
		expect(received.body.toString()).toBe('{"Id":"A 1"}');
		expect(received.request.attempts).toBe(2);
		expect(retries).toBe(1);
	});

	test.each([400, 401, 403, 404, 413])('a read is not retried after %i', async (status) => {
		const service = serviceGiving(() => response(status), good);
		const error = await failureOf(send(clientOf(service), read));
		expect(error.failure).toMatchObject({ kind: 'status', status });
		expect(service.requests).toHaveLength(1);
	});

	test.each([
		['a broken connection', reset, true, false],
		['a refused connection', refused, true, true],
		['a name that was not looked up', new ConnectionError('EAI_AGAIN'), true, true],
		['a name that does not exist', new ConnectionError('ENOTFOUND'), false, false],
		['a bad certificate', new ConnectionError('CERT_HAS_EXPIRED'), false, false],
		['a timeout', expired, false, false],
	])('after %s', async (_, error, retriesRead, retriesWrite) => {
		for (const [request, retries] of [
			[read, retriesRead],
			[write, retriesWrite],
		] as const) {
			const service = serviceGiving(error, good);
			const failed = await errorOf(send(clientOf(service), request));
			expect(service.requests).toHaveLength(retries ? 2 : 1);
			expect(failed === undefined).toBe(retries);
		}
	});

	test.each([
		[429, {}, true],
		[503, { 'retry-after': '1' }, true],
		[503, {}, false],
		[500, { 'retry-after': '1' }, false],
		[408, {}, false],
	])('a write after %i %j: %p', async (status, headers, retried) => {
		const service = serviceGiving(() => response(status, '', headers), good);
		await errorOf(send(clientOf(service), write));
		expect(service.requests).toHaveLength(retried ? 2 : 1);
	});

	test('the delay doubles, and Retry-After overrides it', async () => {
		const clock = fakeClock();
		const date = new Date(clock.now() + 60_000).toUTCString();
		const service = serviceGiving(
			() => response(500),
			() => response(500),
			() => response(429, '', { 'retry-after': '7' }),
			() => response(503, '', { 'retry-after': date }),
			good,
		);
		await send(clientOf(service, { clock, maxRetries: 5 }), read);
		expect(clock.slept).toEqual([500, 1000, 7000, 60_000 - 8500]);
	});

	test('end with the last failure, which says how often it was tried', async () => {
		const service = serviceGiving(() => response(500, '{"Message":"No database"}'));
		const error = await failureOf(send(clientOf(service, { maxRetries: 2 }), read));
		expect(service.requests).toHaveLength(3);
		expect(error.message).toBe('The service failed (status 500)');
		expect(error.description).toMatch(/^The service said: No database\.\n.* Tried 3 times\.$/s);
		expect(error.category).toBe('temporarily-unavailable');
	});

	test('do not wait longer than the longest wait', async () => {
		const service = serviceGiving(() => response(429, '', { 'retry-after': '301' }), good);
		const error = await failureOf(send(clientOf(service), read));
		expect(error.failure).toMatchObject({ kind: 'status', retryAfterMs: 301_000 });
		expect(error.description).toContain('It asks you to wait 301 seconds.');
	});

	test('a bug is thrown as it is, once, and never called a broken connection', async () => {
		const bug = new TypeError('x is undefined');
		const service = serviceGiving(good);
		const reader = () => ({
			push: () => {
				throw bug;
			},
			end: () => ({ ok: false as const, problem: '' }),
			received: () => new Uint8Array(),
		});
		expect(await errorOf(send(clientOf(service), { ...read, reader }))).toBe(bug);
		expect(service.requests).toHaveLength(1);
		expect(await errorOf(send(clientOf(serviceGiving(bug)), read))).toBe(bug);
	});
});

describe('redirects', () => {
	const to =
		(location: string, status = 302) =>
		() =>
			response(status, '', { location });

	test('a read is followed within its origin', async () => {
		const service = serviceGiving(
			to('/elsewhere?id=1', 307),
			to('https://projects.example/x'),
			good,
		);
		await send(clientOf(service), read);
		expect(service.requests.map(({ url }) => url).slice(1)).toEqual([
			'https://projects.example/elsewhere?id=1',
			'https://projects.example/x',
		]);
	});

	test.each(['https://other.example/x', 'http://projects.example/x', '', 'https://'])(
		'a read is not followed to %j',
		async (location) => {
			const service = serviceGiving(to(location), good);
			const error = await failureOf(send(clientOf(service), read));
			expect(error.failure).toEqual({ kind: 'redirect', status: 302, location });
			expect(service.requests).toHaveLength(1);
		},
	);

	test('a loop ends', async () => {
		const service = serviceGiving(to('/again'));
		expect((await failureOf(send(clientOf(service), read))).failure.kind).toBe('redirect');
		expect(service.requests).toHaveLength(6);
	});

	test.each([
		[302, true],
		[303, true],
		[307, false],
		[308, false],
	])(
		'a write is never followed after %i; whether it may have been applied: %p',
		async (status, unsure) => {
			const service = serviceGiving(to('/elsewhere', status), good);
			const error = await failureOf(send(clientOf(service), write));
			expect(error.message).toContain('redirects the request to /elsewhere');
			expect(error.description.includes('may or may not have been applied')).toBe(unsure);
			expect(service.requests).toHaveLength(1);
		},
	);
});

describe('cancellation', () => {
	test('before a request sends nothing', async () => {
		const service = serviceGiving(good);
		const signal = AbortSignal.abort();
		const error = await failureOf(send(clientOf(service, { signal }), write));
		expect(error.failure).toEqual({ kind: 'cancelled', sent: false });
		expect(error.message).toBe('The execution was stopped');
		expect(service.requests).toHaveLength(0);
	});

	test('ends a wait between two attempts at once', async () => {
		const controller = new AbortController();
		const service = serviceGiving(() => response(429, '', { 'retry-after': '60' }), good);
		const clock = fakeClock(false);
		const work = failureOf(send(clientOf(service, { clock, signal: controller.signal }), read));
		await settle();
		controller.abort();
		expect((await work).failure.kind).toBe('cancelled');
		expect(service.requests).toHaveLength(1);
	});

	test('of a request on its way says that it may have been applied, and is not retried', async () => {
		const controller = new AbortController();
		const service = serviceOf(() => {
			controller.abort();
			throw new ConnectionError('ERR_CANCELED');
		});
		const error = await failureOf(send(clientOf(service, { signal: controller.signal }), write));
		expect(error.failure).toEqual({ kind: 'cancelled', sent: true });
		expect(error.description).toContain('may or may not have been applied');
		expect(service.requests).toHaveLength(1);
		expect(service.requests[0]?.signal).toBe(controller.signal);
	});
});

test('a secret that the service repeats is redacted', async () => {
	const service = serviceGiving(() => response(400, '{"Message":"You sent s3cret-key"}'));
	const error = await failureOf(send(clientOf(service, { secrets: ['s3cret-key'] }), read));
	expect(`${error.message} ${error.description}`).not.toContain('s3cret');
	expect(error.description).toContain('You sent ***');
});

test('a record that was not found is named, and so is the page', async () => {
	const service = serviceGiving(() => response(404));
	const error = await failureOf(send(clientOf(service), { ...read, page: 3 }));
	expect(error.message).toBe(
		'The service did not find the purchase order with the ID "A 1" (status 404)',
	);
	expect(error.description).toContain('It happened while reading page 3.');
});

describe('an error of the HTTP function', () => {
	const axios = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), {
		code: 'ECONNREFUSED',
	});
	const n8n1 = Object.assign(
		new Error('The service refused the connection - perhaps it is offline'),
		{
			name: 'NodeApiError',
			httpCode: 'ECONNREFUSED',
			messages: ['connect ECONNREFUSED 127.0.0.1:9'],
		},
	);

	test.each<[string, unknown]>([
		['of axios', axios],
		['of axios as a cause', new Error('wrapped', { cause: axios })],
		[
			'of several addresses',
			Object.assign(new Error(''), { errors: [axios], name: 'AggregateError' }),
		],
		['of n8n 1', n8n1],
		['of n8n 1 without its code', Object.assign(new Error('offline'), { messages: n8n1.messages })],
		['of which only the text is left', new Error('connect ECONNREFUSED 127.0.0.1:9')],
	])('%s that says refused was never applied', (_, error) => {
		const found = sendErrorOf(error);
		expect(found).toBeInstanceOf(ConnectionError);
		const { code } = found as ConnectionError;
		expect(code).toBe('ECONNREFUSED');
		expect(mayHaveBeenApplied({ kind: 'connection', code })).toBe(false);
		expect(mayRetry({ kind: 'connection', code }, true)).toBe(true);
	});

	test.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'HPE_INVALID_CONSTANT', 'ERR_NETWORK'])(
		'with the code %s may have been applied',
		(code) => {
			const found = sendErrorOf(Object.assign(new Error('x'), { code }));
			expect(found).toBeInstanceOf(ConnectionError);
			expect(mayHaveBeenApplied({ kind: 'connection', code })).toBe(true);
		},
	);

	test.each<[string, unknown]>([
		[
			'a forbidden address',
			new Error('The request was blocked because it resolves to a restricted IP address'),
		],
		[
			'a header that cannot be sent',
			Object.assign(new TypeError('Header name must be a valid HTTP token ["X Y"]'), {
				code: 'ERR_INVALID_HTTP_TOKEN',
			}),
		],
		['a host that looks like a code', new Error('EXAMPLE is not allowed')],
	])(
		'about %s is not about the connection: nothing was sent, and nothing is tried again',
		async (_, error) => {
			let sent = 0;
			const client = clientOf(
				serviceOf(async () => {
					sent++;
					return await Promise.reject(sendErrorOf(error));
				}),
			);
			const failed = await errorOf(send(client, write));
			expect(failed).toMatchObject({ failure: { kind: 'input' } });
			expect(`${String(failed)} ${(failed as ServiceError).description}`).not.toMatch(
				/may or may not/,
			);
			expect((failed as ServiceError).description).toContain('Nothing was sent');
			expect(sent).toBe(1);
		},
	);

	test('that is a bug stays a bug', async () => {
		const bug = new TypeError('x is not a function');
		expect(sendErrorOf(bug)).toBe(bug);
	});
});

test('an ID with half of a surrogate pair is a failure of that request', async () => {
	const client = clientOf(serviceOf(() => response(200, '{}')));
	const query = [['id', '\ud800']] as const;
	const failed = await errorOf(send(client, { ...read, query }));
	expect(failed).toMatchObject({ failure: { kind: 'input' } });
	expect(String(failed)).toContain('half of a surrogate pair');
});

test.each([500, 200])('of a response with the status %i at most 1 MB is read', async (status) => {
	let [taken, closed] = [0, false];
	const client = clientOf(
		serviceOf(async () => ({
			...response(status, ''),
			body: async (take) => {
				for (let piece = 0; piece < 1000 && !closed; piece++) {
					taken += 65_536;
					take(Buffer.alloc(65_536, ' '));
					await Promise.resolve();
				}
			},
			close: () => {
				closed = true;
			},
		})),
	);
	await errorOf(send({ ...client, maxRetries: 0 }, write));
	expect(taken).toBeLessThan(1_200_000);
	expect(closed).toBe(true);
});

test.each([
	['/next', 'redirects the request again and again'],
	['data:text/html,x', 'an address that begins with data:'],
	['', 'another address'],
])('a redirect to %p is told: %s', async (location, words) => {
	const client = clientOf(serviceOf(() => response(302, '', { location })));
	const failed = await errorOf(send(client, { ...read, query: [] }));
	expect(String(failed)).toContain(words);
	expect(String(failed)).not.toContain('null');
});

test('secrets are removed before a text is cut, the longest first', () => {
	const secret = 'not-a-real-key';
	const said = `${'x'.repeat(393)}${secret} and ${secret}-longer`;
	const info = { write: false, url: 'https://projects.example', attempts: 1 };
	const { message, description } = new ServiceError({ kind: 'status', status: 400, said }, info, [
		secret,
		`${secret}-longer`,
	]);
	expect(`${message} ${description}`).not.toMatch(/not-|longer/);
});
