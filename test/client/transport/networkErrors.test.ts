// Errors of the network, however they are wrapped.
import { mayHaveBeenApplied } from '../../../client/failures/failures';
import {
	ConnectionError,
	NotSentError,
	sendErrorOf,
} from '../../../client/transport/networkErrors';
import { mayRetry } from '../../../client/transport/retry';

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
