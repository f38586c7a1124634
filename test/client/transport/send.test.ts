// Requests: what goes out, what is retried after how long, which redirects are followed, when it is stopped; and many
// at once: in order, within the bound, and none after a failure.
import { sleep } from 'n8n-workflow';

import { ServiceError } from '../../../client/failures';
import { ConnectionError, NotSentError } from '../../../client/transport/http';
import { fanOut, send, type ServiceRequest, urlOf } from '../../../client/transport/send';
import { opaque } from '../../../api/schema/types';
import { ResponseReader } from '../../../wire/response';
import {
	clientOf,
	errorOf,
	fakeClock,
	response,
	type Service,
	serviceGiving,
	serviceOf,
	settle,
} from '../fakes';

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
const to =
	(location: string, status = 302) =>
	() =>
		response(status, '', { location });

/** The error that a request ends with, after this number of requests. */
async function failureOf(
	service: Service,
	request: ServiceRequest,
	requests: number,
	settings: Parameters<typeof clientOf>[1] = {},
): Promise<ServiceError> {
	const error = await errorOf(send(clientOf(service, settings), request));
	expect(service.requests).toHaveLength(requests);
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
	const halfPair = { ...read, query: [['id', '\ud800']] as const };
	const { failure, message } = await failureOf(serviceGiving(good), halfPair, 0);
	expect(failure.kind).toBe('input');
	expect(message).toContain('half of a surrogate pair');
});

test.each([
	[413, 'status'],
	[200, 'connection'],
])(
	'a response with status %d whose body breaks off is a failure of the kind %s',
	async (status, kind) => {
		const body = async () => await Promise.reject(new ConnectionError('ECONNRESET'));
		const service = serviceGiving(() => ({ ...response(status), body }));
		expect((await failureOf(service, write, 1)).failure).toMatchObject({ kind });
	},
);

describe('retries', () => {
	const later = { 'retry-after': '1' };

	test.each<readonly [string | number, boolean, boolean, Error | object]>([
		[408, true, false, {}],
		[429, true, true, {}],
		[500, true, false, later],
		[502, true, false, {}],
		[503, true, false, {}],
		['503 with Retry-After', true, true, later],
		[504, true, false, {}],
		...[400, 401, 403, 404, 413].map((status) => [status, false, false, {}] as const),
		['a broken connection', true, false, new ConnectionError('ECONNRESET')],
		['a refused connection', true, true, new ConnectionError('ECONNREFUSED')],
		['a name that was not looked up', true, true, new ConnectionError('EAI_AGAIN')],
		['a name that does not exist', false, false, new ConnectionError('ENOTFOUND')],
		['a bad certificate', false, false, new ConnectionError('CERT_HAS_EXPIRED')],
		['a timeout', false, false, new ConnectionError('ETIMEDOUT', true)],
		['nothing was sent', false, false, new NotSentError('bad header')],
	])('after %s: of a read %p, of a write %p', async (title, ofRead, ofWrite, headersOrError) => {
		const first =
			headersOrError instanceof Error
				? headersOrError
				: () => response(parseInt(String(title)), '', { ...headersOrError });
		for (const [request, retried] of [
			[read, ofRead],
			[write, ofWrite],
		] as const) {
			const service = serviceGiving(first, good);
			const client = clientOf(service);
			const failed = await errorOf(send(client, request));
			expect(service.requests).toHaveLength(retried ? 2 : 1);
			expect(client.report.retries).toBe(retried ? 1 : 0);
			expect(failed === undefined).toBe(retried);
		}
	});

	test('the delay doubles, and a Retry-After above zero overrides it', async () => {
		const clock = fakeClock();
		const date = new Date(clock.now() + 60_000).toUTCString();
		const service = serviceGiving(
			() => response(500),
			() => response(500),
			() => response(429, '', { 'retry-after': '7' }),
			() => response(503, '', { 'retry-after': date }),
			() => response(429, '', { 'retry-after': '0' }),
			good,
		);
		const { body, request } = await send(clientOf(service, { clock, maxRetries: 5 }), read);
		expect(clock.slept).toEqual([500, 1000, 7000, 60_000 - 8500, 8000]);
		expect([body.toString(), request.attempts]).toEqual(['{"Id":"A 1"}', 6]);
	});

	test.each<[string, number | undefined]>([
		['0', 0],
		[' 120 ', 120_000],
		['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
		['Thursday, 01-Jan-26 00:01:00 GMT', 60_000],
		['Thu Jan  1 00:01:00 2026', 60_000],
		['Wed, 31 Dec 2025 00:00:00 GMT', 0],
		...['', 'soon', 'soon 5', '5 s', '1.5', '-5', '+5', '1e3', '0x10', 'Infinity'].map(
			(text): [string, undefined] => [text, undefined],
		),
		['2026-01-01T00:01:00Z', undefined],
		['01 Jan 2026 00:01:00 GMT', undefined],
		['Thu, 99 Jan 2026 00:01:00 GMT', undefined],
	])('Retry-After: %j is %p ms, and only then a write is sent again', async (value, expected) => {
		const service = serviceGiving(() => response(503, '', { 'retry-after': value }), good);
		const { failure } = await failureOf(service, write, 1, { maxRetries: 0 });
		expect(failure).toEqual({ kind: 'status', status: 503, retryAfterMs: expected });
		const again = serviceGiving(() => response(503, '', { 'retry-after': value }), good);
		const failed = await errorOf(send(clientOf(again), write));
		expect(failed === undefined).toBe(expected !== undefined);
	});

	test('end with the last failure, which says how often it was tried', async () => {
		const service = serviceGiving(() => response(500, '{"Message":"No database"}'));
		const error = await failureOf(service, read, 3, { maxRetries: 2 });
		expect(error.message).toBe('The service failed (status 500)');
		expect(error.description).toMatch(/^The service said: No database\.\n.* Tried 3 times\.$/s);
		expect(error.category).toBe('temporarily-unavailable');
	});

	test('do not wait longer than the longest wait', async () => {
		const service = serviceGiving(() => response(429, '', { 'retry-after': '301' }), good);
		const error = await failureOf(service, read, 1);
		expect(error.failure).toMatchObject({ kind: 'status', retryAfterMs: 301_000 });
		expect(error.description).toContain('It asks you to wait 301 seconds.');
	});

	test('a bug is thrown as it is, once, and never called a broken connection', async () => {
		const bug = new TypeError('x is undefined');
		const service = serviceGiving(good);
		const reader = new ResponseReader({ schema: opaque('') });
		jest.spyOn(reader, 'push').mockImplementation(() => {
			throw bug;
		});
		const request = { ...read, reader: () => reader };
		expect(await errorOf(send(clientOf(service), request))).toBe(bug);
		expect(service.requests).toHaveLength(1);
		expect(await errorOf(send(clientOf(serviceGiving(bug)), read))).toBe(bug);
	});
});

describe('redirects', () => {
	test('a read is followed within its origin', async () => {
		const next = 'https://projects.example/x';
		const service = serviceGiving(to('/elsewhere?id=1', 307), to(next), good);
		await send(clientOf(service), read);
		const urls = service.requests.map(({ url }) => url).slice(1);
		expect(urls).toEqual(['https://projects.example/elsewhere?id=1', next]);
	});

	test.each([
		['https://other.example/x', 'https://other.example', 1],
		['http://projects.example/x', 'http://projects.example', 1],
		['', 'another address', 1],
		['https://', 'another address', 1],
		['data:text/html,x', 'an address that begins with data:', 1],
		['/again', 'again and again (status 302), the last time to /again', 6],
	])('a read to %j is not followed, at least not to its end', async (location, place, requests) => {
		const { failure, message } = await failureOf(serviceGiving(to(location)), read, requests);
		expect(failure).toMatchObject({ kind: 'redirect', status: 302, location });
		expect(message).toContain(place);
	});

	test.each([
		[302, true],
		[303, true],
		[307, false],
		[308, false],
	])('a write is never followed after %i; it may have been applied: %p', async (status, unsure) => {
		const service = serviceGiving(to('/elsewhere', status), good);
		const { message, description } = await failureOf(service, write, 1);
		expect(message).toContain('redirects the request to /elsewhere');
		expect(description.includes('may or may not have been applied')).toBe(unsure);
	});
});

describe('cancellation', () => {
	test('before a request sends nothing', async () => {
		const signal = AbortSignal.abort();
		const { failure, message } = await failureOf(serviceGiving(good), write, 0, { signal });
		expect(failure).toEqual({ kind: 'cancelled', sent: false });
		expect(message).toBe('The execution was stopped');
	});

	test('ends a wait between two attempts at once', async () => {
		const controller = new AbortController();
		const service = serviceGiving(() => response(429, '', { 'retry-after': '60' }), good);
		const settings = { clock: fakeClock(false), signal: controller.signal };
		const work = failureOf(service, read, 1, settings);
		await settle();
		controller.abort();
		expect((await work).failure.kind).toBe('cancelled');
	});

	test('of a request on its way says that it may have been applied, and is not retried', async () => {
		const controller = new AbortController();
		const { signal } = controller;
		const service = serviceOf(() => {
			controller.abort();
			throw new ConnectionError('ERR_CANCELED');
		});
		const { failure, description } = await failureOf(service, write, 1, { signal });
		expect(failure).toEqual({ kind: 'cancelled', sent: true });
		expect(description).toContain('may or may not have been applied');
		expect(service.requests[0]?.signal).toBe(signal);
	});
});

test('a secret is removed before a text is cut, the longest first', async () => {
	const secret = 'not-a-real-key';
	const Message = `${'x'.repeat(393)}${secret} and ${secret}-longer`;
	const service = serviceGiving(() => response(400, JSON.stringify({ Message })));
	const secrets = [secret, `${secret}-longer`];
	const { message, description } = await failureOf(service, read, 1, { secrets });
	expect(`${message} ${description}`).not.toMatch(/not-|longer/);
	expect(description).toMatch(/^The service said: x{393}\*\*\*/);
	const info = { write: false, url: '', attempts: 1 };
	const problem = `${'x'.repeat(593)}${secret}`;
	expect(new ServiceError({ kind: 'list', problem }, info, secrets).message).not.toContain('not-');
});

test('a record that was not found is named, and so is the page', async () => {
	const service = serviceGiving(() => response(404));
	const { message, description } = await failureOf(service, { ...read, page: 3 }, 1);
	expect(message).toBe(
		'The service did not find the purchase order with the ID "A 1" (status 404)',
	);
	expect(description).toContain('It happened while reading page 3.');
});

test('what could not be sent says so, and never that it may have been applied', async () => {
	const service = serviceGiving(new NotSentError('bad header'));
	const { failure, message, description } = await failureOf(service, write, 1);
	expect(failure).toEqual({ kind: 'input', problem: 'bad header' });
	expect(`${message} ${description}`).toMatch(/This request was not sent/);
	expect(`${message} ${description}`).not.toMatch(/may or may not/);
});

test.each([500, 200])('of a response with the status %i at most 1 MB is read', async (status) => {
	let [taken, closed] = [0, false];
	const service = serviceOf(() => ({
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
	}));
	await errorOf(send(clientOf(service, { maxRetries: 0 }), write));
	expect(taken).toBeLessThan(1_200_000);
	expect(closed).toBe(true);
});

const host = { clock: { ...fakeClock(), sleep } };

test('fanOut keeps order and its bound', async () => {
	let running = 0;
	let most = 0;
	const results = await fanOut(host, 30, 4, async (index) => {
		most = Math.max(most, ++running);
		await sleep(20);
		running--;
		return index * 2;
	});
	expect(results).toEqual(Array.from({ length: 30 }, (_, index) => index * 2));
	expect(most).toBe(4);
});

test('fanOut starts one job after the other, so that each can send before the next begins', async () => {
	// A message arrives when the event loop has come round to it, as the connection of a request does.
	const { port1, port2 } = new MessageChannel();
	const met: number[] = [];
	let isSending = false;
	port2.on('message', () => {
		isSending = false;
	});
	await fanOut(host, 12, 4, async (index) => {
		if (isSending) met.push(index);
		isSending = true;
		port1.postMessage(index);
		await sleep(5);
	});
	port1.close();
	expect(met).toEqual([]);
});

test('fanOut starts nothing after a failure and throws the first by number', async () => {
	const begun: number[] = [];
	const work = fanOut(host, 30, 2, async (index) => {
		begun.push(index);
		await Promise.resolve();
		if (index >= 3) throw new Error(`job ${index}`);
	});
	await expect(work).rejects.toThrow('job 3');
	expect(Math.max(...begun)).toBeLessThan(6);
});

test('fanOut starts nothing once the execution was stopped', async () => {
	const controller = new AbortController();
	const begun: number[] = [];
	const work = fanOut({ ...host, signal: controller.signal }, 30, 2, async (index) => {
		begun.push(index);
		await Promise.resolve();
		if (index === 3) controller.abort();
	});
	expect(await errorOf(work)).toMatchObject({ failure: { kind: 'cancelled', sent: false } });
	expect(begun.length).toBeLessThan(6);
});
