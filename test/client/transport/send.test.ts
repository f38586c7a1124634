// Requests: what goes out, what comes back, and when it is stopped.
import { ServiceError } from '../../../client/failures/serviceError';
import { ConnectionError, NotSentError } from '../../../client/transport/networkErrors';
import { send } from '../../../client/transport/send';
import { urlOf } from '../../../client/transport/serviceRequest';
import { clientOf, errorOf, fakeClock, response, serviceGiving, serviceOf, settle } from '../fakes';
import { failureOf, good, read, write } from './requests';

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
	expect(message).toMatch(/^x{393}\*\*\*/);
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
	const first = await failureOf(service, { ...read, page: 1 }, 2);
	expect(first.description).not.toContain('page');
});

test.each([
	['the purchase order with the ID "A-1, A-2"', true],
	['the purchase order with the ID "[1]"', true],
	['the purchase order with the ID "A 1"', false],
	['/SI/Orders(1,2)', false],
])('%s that was not found may be several IDs: %s', async (subject, isAdvised) => {
	const service = serviceGiving(() => response(404));
	const { description } = await failureOf(service, { ...read, subject }, 1);
	expect(description.includes('If these are several IDs')).toBe(isAdvised);
});

test('a timeout names where it is set', () => {
	const info = { write: false, url: 'http://service.example', attempts: 1 };
	const { description } = new ServiceError({ kind: 'timeout', timeoutMs: 1000 }, info, []);
	expect(description).toContain("raise 'Timeout' in the credential");
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
	await errorOf(send(clientOf(service, { settings: { maxRetries: 0 } }), write));
	expect(taken).toBeLessThan(1_200_000);
	expect(closed).toBe(true);
});
