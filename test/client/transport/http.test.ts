// Bodies that arrive in pieces, stop arriving, break or are cancelled; and errors of the network, however wrapped.
import { mayHaveBeenApplied } from '../../../client/failures';
import {
	ConnectionError,
	NotSentError,
	readBody,
	releaseBytes,
	sendErrorOf,
} from '../../../client/transport/http';
import { mayRetry } from '../../../client/transport/send';
import { errorOf, fakeClock, response, settle } from '../fakes';

/** Reads a body that the test feeds, until it has 1000 characters. */
function reading(clock = fakeClock(false), signal?: AbortSignal) {
	let text = '';
	let isClosed = false;
	let push: (piece: Uint8Array) => void = () => undefined;
	let end: (error?: Error) => void = () => undefined;
	const fed = {
		...response(200),
		body: async (take: typeof push) =>
			await new Promise<void>((resolve, reject) => {
				push = take;
				end = (error) => (error ? reject(error) : resolve());
			}),
		close: () => {
			isClosed = true;
		},
	};
	const work = readBody(clock, 300_000, signal, fed, (piece) => {
		text += Buffer.from(piece).toString();
		if (text.includes('bug')) throw new TypeError('no such field');
		return text.length < 1000;
	});
	return {
		text: () => text,
		error: errorOf(work),
		isClosed: () => isClosed,
		push: (piece: string) => push(Buffer.from(piece)),
		end: (error?: Error) => end(error),
	};
}

describe('a body', () => {
	test('is read to its end, in order', async () => {
		const body = reading();
		body.push('one ');
		await settle();
		body.push('two');
		body.end();
		expect(await body.error).toBeUndefined();
		expect(body.text()).toBe('one two');
		expect(body.isClosed()).toBe(false);
	});

	test('is read no further than it is wanted, and closed', async () => {
		const body = reading();
		for (let piece = 0; piece < 5; piece++) body.push('x'.repeat(400));
		expect(await body.error).toBeUndefined();
		expect(body.text()).toHaveLength(1200);
		expect(body.isClosed()).toBe(true);
	});

	test('of which nothing comes for the timeout ends, however long it took before', async () => {
		const clock = fakeClock(false);
		const body = reading(clock);
		for (let piece = 0; piece < 5; piece++) {
			body.push('x');
			await clock.pass(299_000);
		}
		expect(body.isClosed()).toBe(false);
		await clock.pass(1000);
		expect(await body.error).toMatchObject({ code: 'ETIMEDOUT', timedOut: true });
		expect(body.isClosed()).toBe(true);
	});

	test.each([true, false])(
		'that is cancelled ends at once (before it began: %p)',
		async (before) => {
			const controller = new AbortController();
			if (before) controller.abort();
			const body = reading(fakeClock(), controller.signal);
			body.push('x');
			controller.abort();
			expect(await body.error).toMatchObject({ code: 'ERR_CANCELED' });
			expect(body.isClosed()).toBe(true);
		},
	);

	test('that breaks is a failed connection with the code of the network', async () => {
		const body = reading();
		body.end(Object.assign(new Error('aborted'), { cause: { code: 'ECONNRESET' } }));
		expect(await body.error).toMatchObject({ code: 'ECONNRESET', timedOut: false });
	});

	test('ends with the error of what takes its pieces', async () => {
		const body = reading();
		body.push('bug');
		body.push('never taken');
		expect(await body.error).toEqual(new TypeError('no such field'));
		expect(body.text()).toBe('bug');
		expect(body.isClosed()).toBe(true);
	});
});

test('the memory of used bytes is given back, unless something else is in it', () => {
	const own = new Uint8Array(64);
	const shared = new Uint8Array(64).subarray(0, 32);
	releaseBytes(own);
	releaseBytes(shared);
	expect(shared).toHaveLength(32);
	// Node can do so since version 21.
	expect(own.byteLength).toBe('transfer' in ArrayBuffer.prototype ? 0 : 64);
});

describe('an error of the HTTP function', () => {
	const url = 'http://127.0.0.1:9/SI/Publish/Clients';
	const refused = 'connect ECONNREFUSED 127.0.0.1:9';
	const axios = Object.assign(new Error(refused), { code: 'ECONNREFUSED' });
	const unreached = Object.assign(new Error('connect ETIMEDOUT 127.0.0.1:9'), {
		code: 'ETIMEDOUT',
	});
	const withCode = (code: string) => Object.assign(new Error('x'), { code });

	test.each<[string, unknown, string, boolean]>([
		['of axios', axios, 'ECONNREFUSED', false],
		['of axios as a cause', new Error('wrapped', { cause: axios }), 'ECONNREFUSED', false],
		['of several addresses', { errors: [axios], name: 'AggregateError' }, 'ECONNREFUSED', false],
		['of n8n 1', { name: 'NodeApiError', httpCode: 'ECONNREFUSED' }, 'ECONNREFUSED', false],
		['of n8n 1 without its code', { messages: [refused] }, 'ECONNREFUSED', false],
		['of which only the text is left', new Error(refused), 'ECONNREFUSED', false],
		['of a host that does not respond', unreached, 'connect ETIMEDOUT', false],
		[
			'of several such addresses',
			{ code: 'ETIMEDOUT', errors: [unreached, unreached] },
			'connect ETIMEDOUT',
			false,
		],
		['of n8n 1 without its code', { messages: [unreached.message] }, 'connect ETIMEDOUT', false],
		['of a route that was lost', withCode('EHOSTUNREACH'), 'EHOSTUNREACH', true],
		['of a socket', withCode('UND_ERR_SOCKET'), 'UND_ERR_SOCKET', true],
		['of a parser', withCode('HPE_INVALID_CONSTANT'), 'HPE_INVALID_CONSTANT', true],
		['of a broken pipe', withCode('EPIPE'), 'EPIPE', true],
		['of TLS after its handshake', withCode('ERR_SSL_BAD_RECORD'), 'ERR_SSL_BAD_RECORD', true],
		['of axios itself', withCode('ERR_NETWORK'), 'ERR_NETWORK', true],
	])('%s is about the connection', (_, error, code, unsure) => {
		expect(sendErrorOf(error, url)).toEqual(new ConnectionError(code));
		const failure = { kind: 'connection', code } as const;
		expect(mayHaveBeenApplied(failure)).toBe(unsure);
		expect(mayRetry(failure, true)).toBe(!unsure);
	});

	test.each([
		'The request was blocked because it resolves to a restricted IP address',
		'The request was blocked because the destination hostname is restricted',
		{ cause: { name: 'SsrfBlockedIpError', message: 'Not allowed' } },
	])('%j: n8n does not allow it', (error) => {
		const message = "n8n's SSRF protection does not allow requests to 127.0.0.1:9";
		const blocked = sendErrorOf(typeof error === 'string' ? new Error(error) : error, url);
		expect(blocked).toEqual(new NotSentError(message));
		expect((blocked as NotSentError).advice).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
	});

	test.each([
		{ httpCode: 'ECONNABORTED', messages: ['timeout of 2000ms exceeded'] },
		{ code: 'ECONNABORTED', message: 'timeout of 2000ms exceeded' },
		{ cause: { code: 'ETIMEDOUT' } },
	])('%j is a timeout', (error) => {
		expect(sendErrorOf(error, url)).toHaveProperty('timedOut', true);
	});

	test('of an address that the credential does not allow: nothing was sent', () => {
		const error = new Error('EXAMPLE is not allowed');
		const message = 'The request could not be sent: EXAMPLE is not allowed';
		expect(sendErrorOf(error, url)).toEqual(new NotSentError(message));
	});

	describe('behind a proxy', () => {
		const https = 'https://projects.example/SI/Publish/Clients';
		const broken = { code: 'ECONNRESET', message: 'read ECONNRESET' };
		const at = (request: object) => ({ ...broken, request });
		const hangUp = { messages: ['Proxy connection ended before receiving CONNECT response'] };

		test.each<[string, unknown, string, object | undefined]>([
			[
				'another port',
				{ messages: ['connect ECONNREFUSED 10.0.0.1:3128'] },
				https,
				{ address: '10.0.0.1:3128' },
			],
			['another host', { messages: [refused] }, 'http://127.0.0.2:9/', { address: '127.0.0.1:9' }],
			['another name', new Error('getaddrinfo ENOTFOUND proxy'), https, { address: 'proxy' }],
			[
				'another address in a cause',
				{ cause: { cause: axios } },
				https,
				{ address: '127.0.0.1:9' },
			],
			['the same name', new Error('getaddrinfo ENOTFOUND projects.example'), https, undefined],
			['the same port of a name', new Error('connect ECONNREFUSED 10.0.0.1:443'), https, undefined],
			[
				'the same address of IPv6',
				new Error('connect ECONNREFUSED ::1:80'),
				'http://[::1]/',
				undefined,
			],
			['no socket', at({ socket: null }), https, {}],
			['no socket in a cause', { cause: at({ socket: null }) }, url, {}],
			['a socket without TLS', at({ socket: {} }), https, {}],
			['a socket with TLS', at({ socket: { encrypted: true } }), https, undefined],
			['a socket of http', at({ socket: {} }), url, undefined],
			['an unknown request', at({}), https, undefined],
			['a hang-up that only a text says', hangUp, https, {}],
		])('%s', (_, error, target, proxy) => {
			const failed = sendErrorOf(error, target);
			expect(failed).toBeInstanceOf(ConnectionError);
			expect((failed as ConnectionError).proxy).toEqual(proxy);
		});

		test.each<[string, object, boolean]>([
			['ECONNRESET', {}, true],
			['ECONNREFUSED', { address: 'p:1' }, true],
			['ENOTFOUND', { address: 'p' }, false],
			['ECONNABORTED', {}, false],
			['DEPTH_ZERO_SELF_SIGNED_CERT', {}, false],
			['503', { status: 503 }, true],
			['407', { status: 407 }, false],
			['403', { status: 403 }, false],
		])('after %s %j nothing was applied; a write is sent again: %p', (code, proxy, retried) => {
			const failure = { kind: 'connection', code, proxy } as const;
			expect(mayHaveBeenApplied(failure)).toBe(false);
			expect(mayRetry(failure, true)).toBe(retried);
			expect(mayRetry(failure, false)).toBe(retried);
		});
	});

	test('about a header says that nothing was sent; one that is a bug stays a bug', () => {
		const bug = new TypeError('x is not a function');
		expect(sendErrorOf(bug, url)).toBe(bug);
		const header = Object.assign(new TypeError('["X Y"]'), { code: 'ERR_INVALID_HTTP_TOKEN' });
		expect(sendErrorOf(header, url)).toEqual(
			new NotSentError('The request could not be sent: ["X Y"]'),
		);
	});
});
