// What is retried, and after how long.
import { ConnectionError, NotSentError } from '../../../client/transport/networkErrors';
import { send } from '../../../client/transport/send';
import { opaque } from '../../../api/schema/types';
import { ResponseReader } from '../../../wire/response';
import { clientOf, errorOf, fakeClock, response, serviceGiving } from '../fakes';
import { failureOf, good, read, write } from './requests';

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
		['a timeout', false, false, new ConnectionError('ETIMEDOUT', { timedOut: true })],
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
		const { body, request } = await send(
			clientOf(service, { clock, settings: { maxRetries: 5 } }),
			read,
		);
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
		['1.5', 2000],
		['0.2', 1000],
		['Thu, 01 Jan 2026 00:01:00 UTC', 60_000],
		['Thu, 01 Jan 2026 00:01:00 +0000', 60_000],
		['Thu, 01 Jan 2026 00:01:00 +0200', undefined],
		...['', 'soon', 'soon 5', '5 s', '1.', '.5', '-5', '+5', '1e3', '0x10', 'Infinity'].map(
			(text): [string, undefined] => [text, undefined],
		),
		['2026-01-01T00:01:00Z', undefined],
		['01 Jan 2026 00:01:00 GMT', undefined],
		['Thu, 99 Jan 2026 00:01:00 GMT', undefined],
	])('Retry-After: %j is %p ms, and only then a write is sent again', async (value, expected) => {
		const service = serviceGiving(() => response(503, '', { 'retry-after': value }), good);
		const { failure } = await failureOf(service, write, 1, { settings: { maxRetries: 0 } });
		expect(failure).toEqual({ kind: 'status', status: 503, retryAfterMs: expected });
		const again = serviceGiving(() => response(503, '', { 'retry-after': value }), good);
		const failed = await errorOf(send(clientOf(again), write));
		expect(failed === undefined).toBe(expected !== undefined);
	});

	test('end with the last failure, which says how often it was tried', async () => {
		const service = serviceGiving(() => response(500, '{"Message":"No database"}'));
		const error = await failureOf(service, read, 3, { settings: { maxRetries: 2 } });
		expect(error.message).toBe('The service failed (status 500)');
		expect(error.description).toMatch(/^The service said: No database\n.* Tried 3 times\.$/s);
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
