// The ledger: what an earlier try sent is not repeated blindly, in any order of tries, crashes and changes.
import { client as clients } from '../../../api/resources/client';
import { Ledger, type LedgerEntries } from '../../../client/publish/ledger';
import { ServiceError } from '../../../client/failures/serviceError';
import { ConnectionError } from '../../../client/transport/networkErrors';
import type { ServiceRequest } from '../../../client/transport/serviceRequest';
import { clientOf, errorOf, response, type Service, serviceGiving } from '../fakes';

const endpoint = clients.operations.publish;
const noGuid = '00000000-0000-0000-0000-000000000000';

function request(text: string): ServiceRequest {
	const body = { text, contentType: 'application/json' };
	return { method: 'POST', path: endpoint.path, body, accept: 'json', write: true };
}

/** Sends a request as the next one of a ledger. */
async function publish(ledger: Ledger, text: string, resends = false) {
	const encoded = request(text);
	const slot = ledger.slotOf({ encode: () => encoded, halves: () => [] });
	return await slot.send(endpoint, encoded, { resendUncertain: resends });
}

const accepted = (id: string) => () =>
	response(200, JSON.stringify({ MessageId: id, Message: 'Accepted' }));
const reset = new ConnectionError('ECONNRESET');

/** One try: what came of each request, as `receipt`, `receipt (earlier)` or the kind of failure. */
async function tryAll(
	service: Service,
	entries: LedgerEntries,
	texts: readonly string[],
	resendUncertain = false,
): Promise<string[]> {
	const client = clientOf(service, { settings: { maxRetries: 0 } });
	const ledger = new Ledger(client, entries);
	const outcomes: string[] = [];
	const note = (outcome: unknown, isEarlier = false) =>
		outcomes.push(`${String(outcome)}${isEarlier ? ' (earlier)' : ''}`);
	for (const text of texts) {
		await publish(ledger, text, resendUncertain).then(
			({ receipt, fromEarlierTry }) => note(receipt.MessageId, fromEarlierTry),
			(error: unknown) => {
				if (!(error instanceof ServiceError)) throw error;
				note(error.failure.kind, error.request.fromEarlierTry);
			},
		);
	}
	return outcomes;
}

/** As the host saves it and reads it back. */
function saved(entries: LedgerEntries): LedgerEntries {
	return JSON.parse(JSON.stringify(entries)) as LedgerEntries;
}

test('what was accepted is not sent again: its receipt comes again', async () => {
	const entries = {};
	const first = serviceGiving(accepted('1'), accepted('2'), () => response(400));
	expect(await tryAll(first, entries, ['a', 'b', 'c'])).toEqual(['1', '2', 'status']);
	const second = serviceGiving(accepted('3'));
	expect(await tryAll(second, saved(entries), ['a', 'b', 'c'])).toEqual([
		'1 (earlier)',
		'2 (earlier)',
		'3',
	]);
	expect(second.requests.map(({ body }) => body)).toEqual(['c']);
});

test.each([
	['a server error', () => response(500, '{"Message":"x"}'), 'status'],
	['a broken connection', reset, 'connection'],
	['a timeout', new ConnectionError('ETIMEDOUT', { timedOut: true }), 'timeout'],
	['an unreadable response', () => response(200, '<html>'), 'response'],
	[
		'an error with a status of success',
		() => response(200, '{"Message":"x","ExceptionMessage":"y"}'),
		'response',
	],
	['an error without an ID', () => response(200, '{"Success":false,"Message":"x"}'), 'response'],
	[
		'an error with an ID that was never set',
		() => response(200, `{"MessageId":"${noGuid}","Errors":["x"]}`),
		'response',
	],
	['a redirect', () => response(303, '', { location: '/x' }), 'redirect'],
] as const)('after %s it may have been applied, and is not sent again', async (_, answer, kind) => {
	const entries = {};
	expect(await tryAll(serviceGiving(answer), entries, ['a'])).toEqual([kind]);
	const second = serviceGiving(accepted('2'));
	expect(await tryAll(second, saved(entries), ['a'])).toEqual([`${kind} (earlier)`]);
	expect(second.requests).toEqual([]);
	const third = serviceGiving(accepted('3'));
	expect(await tryAll(third, saved(entries), ['a'], true)).toEqual(['3']);
});

test.each([
	['a refusal', () => response(400)],
	['a missing record', () => response(404)],
	['a request to slow down', () => response(429)],
	['a refused connection', new ConnectionError('ECONNREFUSED')],
	['a redirect that changes nothing', () => response(307, '', { location: '/x' })],
] as const)('after %s it was certainly not applied, and is sent', async (_, answer) => {
	const entries = {};
	await tryAll(serviceGiving(answer), entries, ['a']);
	expect(entries).toEqual({});
	expect(await tryAll(serviceGiving(accepted('2')), saved(entries), ['a'])).toEqual(['2']);
});

test('the ledger holds no secret of a redirect, and nothing long', async () => {
	const entries: LedgerEntries = {};
	const location = `/login?key=s3cret-key&from=${'x'.repeat(1000)}`;
	const service = serviceGiving(() => response(303, '', { location }));
	const client = clientOf(service, { secrets: ['s3cret-key'] });
	const ledger = new Ledger(client, entries);
	await errorOf(publish(ledger, 'a'));
	expect(JSON.stringify(entries)).not.toContain('s3cret');
	expect(JSON.stringify(entries).length).toBeLessThan(400);
});

test('a request that was under way when everything ended may have been applied', async () => {
	const entries: LedgerEntries = {};
	const crash = new Error('the process ended');
	await errorOf(tryAll(serviceGiving(crash), entries, ['a']));
	const second = serviceGiving(accepted('2'));
	expect(await tryAll(second, saved(entries), ['a'])).toEqual(['interrupted (earlier)']);
	expect(second.requests).toEqual([]);
});

test('the ledger knows of a request before it is sent', async () => {
	const entries: LedgerEntries = {};
	let known = 0;
	const service: Service = {
		requests: [],
		sendHttp: async () => {
			known = Object.keys(entries).length;
			return await Promise.resolve(accepted('1')());
		},
	};
	await tryAll(service, entries, ['a']);
	expect(known).toBe(1);
});

test('equal requests of one run are different writes, also on a retry', async () => {
	const entries = {};
	const first = serviceGiving(accepted('1'), accepted('2'), () => response(400));
	await tryAll(first, entries, ['a', 'a', 'a']);
	expect(first.requests).toHaveLength(3);
	const second = serviceGiving(accepted('3'));
	expect(await tryAll(second, saved(entries), ['a', 'a', 'a'])).toEqual([
		'1 (earlier)',
		'2 (earlier)',
		'3',
	]);
});

test('changed input is a new request, and the others are still known in another order', async () => {
	const entries = {};
	await tryAll(serviceGiving(accepted('1'), accepted('2')), entries, ['a', 'b']);
	const second = serviceGiving(accepted('3'));
	const outcomes = await tryAll(second, saved(entries), ['new', 'b', 'a']);
	expect(outcomes).toEqual(['3', '2 (earlier)', '1 (earlier)']);
});

/** The error of a request in a second try. */
async function secondError(first: Service, entries: LedgerEntries, resends: boolean) {
	await tryAll(first, entries, ['a']);
	const client = clientOf(
		serviceGiving(() => response(400)),
		{ settings: { maxRetries: 0 } },
	);
	const ledger = new Ledger(client, entries);
	return await errorOf(publish(ledger, 'a', resends));
}

test('the error of a request that was not sent again says so, and what to do', async () => {
	const outOfPaper = () => response(500, '{"Message":"Out of paper"}');
	expect(await secondError(serviceGiving(outOfPaper), {}, false)).toMatchObject({
		message: 'The service failed (status 500)',
		description: expect.stringMatching(
			/Out of paper.*earlier try.*may or may not have been applied.*'Resend Uncertain Requests'/s,
		) as unknown,
	});
});

test('a request that is refused when it is sent again may still have been applied before', async () => {
	const entries = {};
	expect(await secondError(serviceGiving(reset), entries, true)).toMatchObject({
		message: 'The service refused the request (status 400)',
		description: expect.stringContaining('That one may or may not have been applied') as unknown,
	});
	const last = serviceGiving(accepted('3'));
	expect(await tryAll(last, saved(entries), ['a'])).toEqual(['connection (earlier)']);
	expect(last.requests).toEqual([]);
});

test('what is saved is small and holds neither records nor secrets', async () => {
	const entries: LedgerEntries = {};
	const record = JSON.stringify({ Name: 'Miller', Note: 'n'.repeat(100_000) });
	const said = `Wrong key s3cret-key-value ${'x'.repeat(5000)}`;
	const id = '0f0e0d0c-0b0a-4908-8706-050403020100';
	const service = serviceGiving(
		accepted(id),
		() => response(500, JSON.stringify({ Message: said })),
		() => response(200, JSON.stringify({ MessageId: '1', Echo: record })),
	);
	const client = clientOf(service, { secrets: ['s3cret-key-value'], settings: { maxRetries: 0 } });
	const ledger = new Ledger(client, entries);
	for (const number of [1, 2, 3]) await errorOf(publish(ledger, `${record}${number}`));
	const text = JSON.stringify(entries);
	expect(text.length).toBeLessThan(900);
	expect(text).not.toMatch(/Miller|s3cret/);
	expect(text).toContain(id);
});

test('of a long receipt, five short fields are kept', async () => {
	const entries: LedgerEntries = {};
	const receipt = {
		MessageId: '1',
		Echo: 'e'.repeat(100_000),
		Nested: { A: 1 },
		At: 'x'.repeat(201),
	};
	const numbers = { N1: 1, N2: 2, N3: 'x'.repeat(200), N4: 4, N5: 5 };
	const service = serviceGiving(() => response(200, JSON.stringify({ ...receipt, ...numbers })));
	await tryAll(service, entries, ['a']);
	const { N5: dropped, ...kept } = numbers;
	expect(dropped).toBe(5);
	expect(Object.values(entries)).toEqual([{ receipt: { MessageId: '1', ...kept } }]);
});

test('of a failure, short texts without secrets are kept', () => {
	const entries: LedgerEntries = {};
	const client = clientOf(serviceGiving(), { secrets: ['s3cret-key'] });
	const encoded = request('a');
	const slot = new Ledger(client, entries).slotOf({ encode: () => encoded, halves: () => [] });
	const said = `s3cret-key ${'x'.repeat(1000)}`;
	slot.fail({ kind: 'response', problem: said, said, isEmpty: false }, 2);
	const [entry] = Object.values(entries) as Array<{ failure?: { problem: string; said: string } }>;
	expect(entry?.failure?.problem).toMatch(/^(?!s3cret).{200}$/);
	expect(entry?.failure?.said).toBe(entry?.failure?.problem);
	slot.fail({ kind: 'refused', messageId: '1', said, appliesNothing: false }, 1);
	const [refused] = Object.values(entries) as Array<{ failure?: { said: string } }>;
	expect(refused?.failure?.said).toMatch(/^(?!s3cret).{200}$/);
});

test('a later try knows that a transaction was applied, and what the service said', async () => {
	const entries: LedgerEntries = {};
	const encoded = request('a');
	const repeatable = { encode: () => encoded, halves: () => [] };
	const client = clientOf(serviceGiving(accepted('1')));
	const slot = new Ledger(client, entries).slotOf(repeatable);
	slot.confirm('too early');
	expect(entries).toEqual({});
	await slot.send(endpoint, encoded);
	slot.confirm('done');
	expect(new Ledger(client, saved(entries)).slotOf(repeatable).accepted).toMatchObject({
		receipt: { MessageId: '1' },
		confirmation: { status: 'applied', said: 'done' },
	});
});

test('a try must make all requests of the one before, in any order; an agent may make others', async () => {
	const repeatable = (text: string) => ({ encode: () => request(text), halves: () => [] });
	const entries: LedgerEntries = {};
	const client = clientOf(serviceGiving());
	const repeats = (texts: readonly string[], mayDiffer = false) =>
		new Ledger(client, entries, mayDiffer).repeatsEarlierTry(texts.map(repeatable));
	expect(repeats(['b'])).toBe(true);
	await tryAll(serviceGiving(accepted('1'), accepted('2')), entries, ['a', 'b']);
	expect(repeats(['c', 'b', 'a'])).toBe(true);
	expect(repeats(['a', 'c'])).toBe(false);
	expect(repeats(['a', 'c'], true)).toBe(true);
});

test('a ledger forgets its run when that is done, and nothing of another run', async () => {
	const entries: LedgerEntries = { other: {} };
	const client = clientOf(serviceGiving(accepted('1')));
	const ledger = new Ledger(client, entries);
	await publish(ledger, 'a');
	expect(Object.keys(entries)).toHaveLength(2);
	ledger.close();
	expect(entries).toEqual({ other: {} });
});
