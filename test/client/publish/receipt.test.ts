// What a receipt says, in the forms in which services say it.
import type { WriteEndpoint } from '../../../api/endpoint';
import { client as clients } from '../../../api/resources/client';
import { productCatalog } from '../../../api/resources/productCatalog';
import type { LedgerEntries } from '../../../client/publish/ledger';
import { Sender } from '../../../client/publish/execute';
import { failedIn } from '../../../client/publish/outcome';
import { planWrite, runListsOf } from '../../../client/publish/plan';
import { readReceipt } from '../../../client/publish/receipt';
import { recordListIn } from '../../../client/publish/recordLists';
import type { ServiceClient } from '../../../client/transport/serviceClient';
import { clientOf, response, serviceGiving } from '../fakes';

const endpoint = clients.operations.publish;

/** Publishes, and gives what was thrown and what the ledger has. */
async function failureOf(client: ServiceClient, write: WriteEndpoint) {
	const entries: LedgerEntries = [];
	const body = { Id: 'L1', Name: 'L', [write.records ?? '']: [{ Id: 'a', Name: 'A' }] };
	const lists = runListsOf([recordListIn(write, body, 0)], write, client.baseUrl);
	const plan = planWrite(lists, { endpoint: write, format: 'json', accept: 'json', maxRecords: 9 });
	const sender = new Sender(plan, { client, endpoint: write, entries, continues: true });
	const [failed] = failedIn(await sender.sendAll());
	return { error: failed?.error, entries };
}

test('an error in XML is none of the responses that the document does not show', async () => {
	const text = '<?xml version="1.0"?>\n<Error><Message>Catalog is locked</Message></Error>';
	const service = serviceGiving(() => response(200, text, { 'content-type': 'application/xml' }));
	const catalog = productCatalog.operations.publish;
	const { error } = await failureOf(clientOf(service), catalog);
	expect(error).toMatchObject({ failure: { kind: 'response', said: 'Catalog is locked' } });
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
		return await failureOf(clientOf(service, settings), write);
	};
	const noGuid = '00000000-0000-0000-0000-000000000000';
	const inXml = (...fields: string[]) =>
		`<PublishResponse><MessageId>${id}</MessageId>${fields.join('')}</PublishResponse>`;

	test.each([
		{ MessageId: id, Success: false },
		{ MessageId: id, success: false, Message: 'Number is taken' },
		{ MessageId: id, IsSuccess: false },
		{ messageId: id, isSuccess: 'False' },
		{ SUCCESS: 0 },
		{ message_id: id, is_success: false },
		{ message_id: noGuid, message: 'Accepted' },
		{ MessageId: id, Errors: ['Number is taken'] },
		{ MessageId: id, errors: { Number: ['is taken'] } },
		{ MessageId: id, ERRORS: 'Number is taken' },
		{ MessageId: id, Success: true, Errors: [{ Code: 5 }] },
		inXml('<Success>false</Success>'),
		inXml('<IsSuccess> False </IsSuccess>'),
		inXml('<Errors><Error>Number is taken</Error></Errors>'),
		{ MessageId: id, Results: [{ Success: true }, { Success: false, Text: 'Number is taken' }] },
		{ MessageId: id, results: [{ id: 1, isSuccess: 'false' }] },
		{ MessageId: id, Records: [{ Errors: [] }, { Errors: ['Number is taken'] }] },
		{ MessageId: id, Result: { Records: [{ Success: 0 }] } },
		inXml('<Results><Result><Success>false</Success></Result></Results>'),
		{ MessageId: noGuid, Message: 'Accepted' },
		{ MessageId: null, Message: 'The list is locked' },
		{ MessageId: '', Message: 'The list is locked' },
		{ MessageId: id, Status: 'Error' },
		{ title: 'Invalid', status: 400 },
		inXml('').replace(id, `{${noGuid}}`),
	])('is an error, and what was sent may have been applied: %j', async (receipt) => {
		const body = typeof receipt === 'string' ? receipt : JSON.stringify(receipt);
		// Where no field of it is documented, the reader says that it is no receipt at all.
		const messages =
			/receipt .* failed|is not a PublishResponse|was never set|error instead|error|PublishResponse/;
		for (const write of [endpoint, productCatalog.operations.publish]) {
			const { error, entries } = await answerTo(body, write);
			expect(error).toMatchObject({
				message: expect.stringMatching(messages) as string,
				description: expect.stringContaining('may or may not have been applied') as string,
				failure: { kind: 'response' },
			});
			expect(entries).toEqual([{ hashes: [expect.any(String)] }]);
			if (/taken/.test(body))
				expect(`${String(error)} ${JSON.stringify(error)}`).toContain('taken');
			if (body.includes(`MessageId":"${id}`)) expect(String(error)).toContain(id);
		}
	});

	test.each([
		{ MessageId: id, Success: true, IsSuccess: 'true', Errors: [] },
		{ MessageId: id, Success: null, Errors: null },
		{ MessageId: id, Errors: '' },
		{ MessageId: id, Errors: {} },
		{ MessageId: id, Errors: [null, ''] },
		{ MessageId: id, Errors: 0 },
		{ MessageId: id, Results: [{ Success: true, Errors: [] }, null, 7] },
		{ MessageId: 17, Message: 'Accepted' },
		{ Message: 'Accepted' },
		{ MessageId: id, Error: 'a field that the document does not show' },
		inXml('<Success>true</Success><Errors/>'),
		inXml('<Errors><Error/></Errors>'),
	])('is not one like %j', async (receipt) => {
		const body = typeof receipt === 'string' ? receipt : JSON.stringify(receipt);
		expect((await answerTo(body)).error).toBeUndefined();
	});

	test('has status 207, whatever it contains', async () => {
		for (const body of ['', JSON.stringify({ MessageId: id })])
			for (const write of [endpoint, productCatalog.operations.publish]) {
				const service = serviceGiving(() => response(207, body));
				const { error, entries } = await failureOf(clientOf(service), write);
				expect(error).toMatchObject({ failure: { kind: 'response' } });
				expect(entries).toEqual([{ hashes: [expect.any(String)] }]);
			}
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
		expect(error).toMatchObject({ failure: { kind: 'response', said: 'Locked' } });
	});
});

describe('a receipt that the document does not show', () => {
	const catalog = productCatalog.operations.publish;
	const info = { write: true, url: '', attempts: 1 };
	const read = (text: string, write: WriteEndpoint = catalog, contentType = 'text/plain') =>
		readReceipt(write, { status: 200, body: Buffer.from(text), contentType, request: info });
	const success = (answer?: unknown) => ({
		ok: true,
		value: { success: true, ...(answer !== undefined && { answer }) },
	});

	test.each([
		['nothing', '', success()],
		['blanks', ' \r\n ', success()],
		['null', 'null', success()],
		['true', 'true', success(true)],
		['a word', 'OK', success('OK')],
		['a number', '17', success(17)],
		['a list', '[{"Id":"A"}]', success([{ Id: 'A' }])],
		['an object', ' {"Job":17}', { ok: true, value: { Job: 17 } }],
		['XML', '\n<Job><Id>17</Id></Job>', success('\n<Job><Id>17</Id></Job>')],
	])('is a success where it has %s', (_, text, expected) => {
		expect(read(text)).toEqual(expected);
	});

	test.each([
		['false', 'false', /error instead of a receipt/],
		['an object that is cut off', ' {"Job":', /cut off/],
		['a list that is cut off', '[1,', /cut off/],
		['a page', '<!DOCTYPE html><html><title>Sign in</title></html>', /page/],
		['a list with a failure', '[{"Success":false,"Id":"A"}]', /part of the request failed.*"A"/],
		['false in XML', '<boolean xmlns="x">false</boolean>', /error instead of a receipt/],
		['a status of failure', '<ApiResult><Status>Error</Status></ApiResult>', /request failed/],
		[
			'a SOAP fault',
			'<s:Envelope xmlns:s="x"><s:Body><s:Fault><faultstring>No</faultstring></s:Fault></s:Body></s:Envelope>',
			/failed/,
		],
		['problem details', '{"title":"Invalid","status":422}', /failed/],
		['a failure in XML', ' <Job><Success>false</Success></Job> ', /request failed/],
		['an error in XML', '<Error><Message>Locked</Message></Error>', /error instead of a receipt/],
	])('is an error where it has %s', (_, text, problem) => {
		expect(read(text)).toMatchObject({
			ok: false,
			problem: expect.stringMatching(problem) as string,
		});
	});

	test('has its MessageId as text, whatever its name and kind', () => {
		for (const text of ['{"messageId":17}', '{"MessageId":"17"}'])
			expect(read(text)).toEqual({ ok: true, value: { MessageId: '17' } });
		expect(read('{"MessageId":"17"}', endpoint)).toMatchObject({ value: { MessageId: '17' } });
		expect(read('{"MessageId":17}', endpoint)).toMatchObject({ value: { MessageId: '17' } });
	});

	test('is none where it comes as problem details', () => {
		expect(read('{}', catalog, 'application/problem+json; charset=utf-8')).toMatchObject({
			ok: false,
		});
	});

	test('has to be a receipt where the document shows one, unless it is empty', () => {
		expect(read('', endpoint)).toEqual(success());
		for (const text of ['OK', '[]', 'true', '<Job><Id>17</Id></Job>'])
			expect(read(text, endpoint)).toMatchObject({ ok: false });
	});
});
