// Errors of the network, however they are wrapped.
import { mayHaveBeenApplied } from '../../../client/failures/failures';
import { NotSentError, sendErrorOf } from '../../../client/transport/networkErrors';
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
		['of n8n', { name: 'NodeApiError', httpCode: 'ECONNREFUSED' }, 'ECONNREFUSED', false],
		['of n8n without its code', { messages: [refused] }, 'ECONNREFUSED', false],
		['of which only the text is left', new Error(refused), 'ECONNREFUSED', false],
		['of a host that does not respond', unreached, 'connect ETIMEDOUT', false],
		[
			'of several such addresses',
			{ code: 'ETIMEDOUT', errors: [unreached, unreached] },
			'connect ETIMEDOUT',
			false,
		],
		['of n8n without its code', { messages: [unreached.message] }, 'connect ETIMEDOUT', false],
		['of a route that was lost', withCode('EHOSTUNREACH'), 'EHOSTUNREACH', true],
		['of a socket', withCode('UND_ERR_SOCKET'), 'UND_ERR_SOCKET', true],
		['of a parser', withCode('HPE_INVALID_CONSTANT'), 'HPE_INVALID_CONSTANT', true],
		['of a broken pipe', withCode('EPIPE'), 'EPIPE', true],
		['of TLS after its handshake', withCode('ERR_SSL_BAD_RECORD'), 'ERR_SSL_BAD_RECORD', true],
		['of axios itself', withCode('ERR_NETWORK'), 'ERR_NETWORK', true],
	])('%s is about the connection', (_, error, code, unsure) => {
		expect(sendErrorOf(error, url)).toMatchObject({ name: 'ConnectionError', code });
		const failure = { kind: 'connection', code } as const;
		expect(mayHaveBeenApplied(failure)).toBe(unsure);
		expect(mayRetry(failure, true)).toBe(!unsure);
	});

	const broken = { code: 'ECONNRESET', message: 'read ECONNRESET' };
	const inHandshake = { ...broken, request: { socket: { secureConnecting: true } } };
	const words = 'Client network socket disconnected before secure TLS connection was established';

	test.each<[string, unknown, boolean]>([
		['without a socket', { ...broken, request: { socket: null } }, true],
		['in the handshake', { cause: inHandshake }, true],
		['in the handshake, by words alone', { ...broken, message: words }, true],
		['after it', { ...broken, request: { socket: { secureConnecting: false } } }, false],
		['of an unknown request', { ...broken, request: {} }, false],
	])('a connection that broke %s', (_, error, isBeforeRequest) => {
		const failed = sendErrorOf(error, url);
		expect(failed).toMatchObject({ code: 'ECONNRESET', isBeforeRequest });
		const failure = { kind: 'connection', code: 'ECONNRESET', isBeforeRequest } as const;
		expect(mayHaveBeenApplied(failure)).toBe(!isBeforeRequest);
		expect(mayRetry(failure, true)).toBe(false);
		expect(mayRetry(failure, false)).toBe(true);
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

	test('about an address or a header says that nothing was sent; one that is a bug stays a bug', () => {
		const bug = new TypeError('x is not a function');
		expect(sendErrorOf(bug, url)).toBe(bug);
		const header = Object.assign(new TypeError('["X Y"]'), { code: 'ERR_INVALID_HTTP_TOKEN' });
		for (const error of [header, new Error('EXAMPLE is not allowed')])
			expect(sendErrorOf(error, url)).toEqual(
				new NotSentError(`The request could not be sent: ${error.message}`),
			);
	});
});
