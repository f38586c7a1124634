// The ledger: what an earlier try sent is not repeated blindly, in any order of tries, crashes and changes.
import type { WriteEndpoint } from '../../../api/endpoint';
import { client as clients } from '../../../api/resources/client';
import { productCatalog } from '../../../api/resources/productCatalog';
import { closeLedger, type LedgerEntries } from '../../../client/publish/ledger';
import { publish } from '../../../client/publish/publish';
import { ServiceError } from '../../../client/serviceError';
import { ConnectionError } from '../../../client/transport/networkErrors';
import type { ServiceRequest } from '../../../client/transport/serviceRequest';
import { clientOf, errorOf, response, type Service, serviceGiving } from '../fakes';

const endpoint = clients.operations.publish;
const noGuid = '00000000-0000-0000-0000-000000000000';

function request(text: string): ServiceRequest {
	const body = { text, contentType: 'application/json' };
	return { method: 'POST', path: endpoint.path, body, accept: 'json', write: true };
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
	const client = clientOf(service, { maxRetries: 0 });
	const ledger = { entries, used: new Map<string, number>() };
	const outcomes: string[] = [];
	const note = (outcome: unknown, isEarlier = false) =>
		outcomes.push(`${String(outcome)}${isEarlier ? ' (earlier)' : ''}`);
	for (const text of texts) {
		await publish(client, endpoint, request(text), ledger, resendUncertain).then(
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
	['a timeout', new ConnectionError('ETIMEDOUT', true), 'timeout'],
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

test('an error in XML is none of the responses that the document does not show', async () => {
	const text = '<?xml version="1.0"?>\n<Error><Message>Catalog is locked</Message></Error>';
	const service = serviceGiving(() => response(200, text, { 'content-type': 'application/xml' }));
	const catalog = productCatalog.operations.publish;
	const ledger = { entries: {}, used: new Map<string, number>() };
	const failed = await errorOf(publish(clientOf(service), catalog, request('a'), ledger, false));
	expect(failed).toMatchObject({ failure: { kind: 'response', said: 'Catalog is locked.' } });
});

describe('a receipt that says that it failed', () => {
	const id = '0f0e0d0c-0b0a-4908-8706-050403020100';
	const answerTo = async (
		body: string,
		write: WriteEndpoint = endpoint,
		settings: Parameters<typeof clientOf>[1] = {},
	) => {
		const type = body.startsWith('<') ? 'application/xml' : 'application/json';
		const service = serviceGiving(() => response(200, body, { 'content-type': type }));
		const ledger = { entries: {}, used: new Map<string, number>() };
		const work = publish(clientOf(service, settings), write, request('a'), ledger, false);
		return { error: await errorOf(work), entries: ledger.entries };
	};
	const inXml = (...fields: string[]) =>
		`<PublishResponse><MessageId>${id}</MessageId>${fields.join('')}</PublishResponse>`;

	test.each([
		{ MessageId: id, Success: false },
		{ MessageId: id, success: false, Message: 'Number is taken' },
		{ MessageId: id, IsSuccess: false },
		{ messageId: id, isSuccess: 'False' },
		{ SUCCESS: 0 },
		{ MessageId: id, Errors: ['Number is taken'] },
		{ MessageId: id, errors: { Number: ['is taken'] } },
		{ MessageId: id, ERRORS: 'Number is taken' },
		{ MessageId: id, Success: true, Errors: [{ Code: 5 }] },
		inXml('<Success>false</Success>'),
		inXml('<IsSuccess> False </IsSuccess>'),
		inXml('<Errors><Error>Number is taken</Error></Errors>'),
	])('is an error, and what was sent may have been applied: %j', async (receipt) => {
		const body = typeof receipt === 'string' ? receipt : JSON.stringify(receipt);
		// Where no field of it is documented, the reader says that it is no receipt at all.
		const messages = /receipt .* failed|is not a PublishResponse/;
		for (const write of [endpoint, productCatalog.operations.publish]) {
			const { error, entries } = await answerTo(body, write);
			expect(error).toMatchObject({
				message: expect.stringMatching(messages) as string,
				description: expect.stringContaining('may or may not have been applied') as string,
				failure: { kind: 'response' },
			});
			expect(Object.values(entries)).toMatchObject([{ failure: { kind: 'response' } }]);
			if (/taken/.test(body))
				expect(error).toHaveProperty('failure.said', expect.stringMatching('taken'));
			if (body.includes('MessageId')) expect(String(error)).toContain(id);
		}
	});

	test.each([
		{ MessageId: id, Success: true, IsSuccess: 'true', Errors: [] },
		{ MessageId: id, Success: null, Errors: null },
		{ MessageId: id, Errors: '' },
		{ MessageId: id, Errors: {} },
		{ MessageId: id, Errors: [null, ''] },
		{ MessageId: id, Errors: 0 },
		{ MessageId: id, Error: 'a field that the document does not show' },
		inXml('<Success>true</Success><Errors/>'),
		inXml('<Errors><Error/></Errors>'),
	])('is not one like %j', async (receipt) => {
		const body = typeof receipt === 'string' ? receipt : JSON.stringify(receipt);
		expect((await answerTo(body)).error).toBeUndefined();
	});

	test('an ID does not bring a secret into the message', async () => {
		const MessageId = 's3cret-key';
		const body = JSON.stringify({ MessageId, Success: false });
		const { error } = await answerTo(body, endpoint, { secrets: [MessageId] });
		expect(String(error)).not.toContain(MessageId);
	});

	test('in XML whose elements the document does not show', async () => {
		const body = '<Result><Success>false</Success><Message>Locked</Message></Result>';
		const { error } = await answerTo(body, productCatalog.operations.publish);
		expect(error).toMatchObject({ failure: { kind: 'response', said: 'Locked.' } });
	});
});

test('the ledger holds no secret of a redirect, and nothing long', async () => {
	const entries: LedgerEntries = {};
	const location = `/login?key=s3cret-key&from=${'x'.repeat(1000)}`;
	const service = serviceGiving(() => response(303, '', { location }));
	const client = clientOf(service, { secrets: ['s3cret-key'] });
	const ledger = { entries, used: new Map<string, number>() };
	await errorOf(publish(client, endpoint, request('a'), ledger, false));
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
		{ maxRetries: 0 },
	);
	const ledger = { entries, used: new Map<string, number>() };
	return await errorOf(publish(client, endpoint, request('a'), ledger, resends));
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
	const client = clientOf(service, { secrets: ['s3cret-key-value'], maxRetries: 0 });
	const ledger = { entries, used: new Map<string, number>() };
	for (const number of [1, 2, 3])
		await errorOf(publish(client, endpoint, request(`${record}${number}`), ledger, false));
	const text = JSON.stringify(entries);
	expect(text.length).toBeLessThan(900);
	expect(text).not.toMatch(/Miller|s3cret/);
	expect(text).toContain(id);
});

test('a ledger forgets its run when that is done, and nothing of another run', async () => {
	const entries: LedgerEntries = { other: {} };
	const ledger = { entries, used: new Map<string, number>() };
	await publish(clientOf(serviceGiving(accepted('1'))), endpoint, request('a'), ledger, false);
	expect(Object.keys(entries)).toHaveLength(2);
	closeLedger(ledger);
	expect(entries).toEqual({ other: {} });
});
