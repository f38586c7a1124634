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
import { clientOf, response, serviceGiving } from '../fakes';

const documented = clients.operations.publish;
const catalog = productCatalog.operations.publish;
const id = '0f0e0d0c-0b0a-4908-8706-050403020100';
const noGuid = '00000000-0000-0000-0000-000000000000';
const inXml = (...fields: string[]) =>
	`<PublishResponse><MessageId>${id}</MessageId>${fields.join('')}</PublishResponse>`;
const taken = { Errors: ['Number is taken'] };

function read(receipt: unknown, write: WriteEndpoint = catalog, type = 'text/plain', status = 200) {
	const text = typeof receipt === 'string' ? receipt : JSON.stringify(receipt);
	const request = { write: true, url: '', attempts: 1 };
	return readReceipt(write, { status, body: Buffer.from(text), contentType: type, request });
}

test.each<[receipt: unknown, problem: RegExp]>([
	[{ MessageId: id, Success: false }, /request failed \(MessageId 0f0e/],
	[{ MessageId: id, IsSuccess: false }, /request failed \(MessageId 0f0e/],
	[{ messageId: id, isSuccess: 'False' }, /request failed \(MessageId 0f0e/],
	[{ SUCCESS: 0, MessageId: id }, /request failed/],
	[{ message_id: id, is_success: false }, /request failed/],
	[{ MessageId: id, errors: { Number: ['is taken'] } }, /request failed/],
	[{ MessageId: id, ERRORS: 'Number is taken' }, /request failed/],
	[{ MessageId: id, Success: true, Errors: [{ Code: 5 }] }, /request failed/],
	[{ MessageId: id, Status: 'Error' }, /request failed/],
	[{ MessageId: id, title: 'Invalid', status: 400 }, /request failed/],
	[inXml('<Success>false</Success>'), /request failed/],
	[inXml('<IsSuccess> False </IsSuccess>'), /request failed/],
	[inXml('<Errors><Error>Number is taken</Error></Errors>'), /request failed/],
	// An entry of it.
	[
		{ MessageId: id, Results: [{ Success: true }, { Success: false, Text: 'taken' }] },
		/part .*taken/,
	],
	[{ MessageId: id, results: [{ id: 1, isSuccess: 'false' }] }, /part of the request failed/],
	[{ MessageId: id, Records: [{ Errors: [] }, taken] }, /part .*Number is taken/],
	[{ MessageId: id, Result: { Records: [{ Success: 0 }] } }, /part of the request failed/],
	[inXml('<Results><Result><Success>false</Success></Result></Results>'), /part of the request/],
	// An ID that is none.
	[{ message_id: noGuid, message: 'Accepted' }, /never set/],
	[{ MessageId: null, Message: 'The list is locked' }, /never set/],
	[{ MessageId: '', Message: 'The list is locked' }, /never set/],
	[inXml('').replace(id, `{${noGuid}}`), /never set/],
	[{ MessageId: noGuid, ...taken }, /error instead of a receipt/],
])('the receipt %j is an error', (receipt, problem) => {
	for (const write of [documented, catalog])
		expect(read(receipt, write)).toMatchObject({
			ok: false,
			problem: expect.stringMatching(problem) as string,
		});
});

test.each([
	{ MessageId: id, Success: true, IsSuccess: 'true', Errors: [] },
	{ MessageId: id, Success: null, Errors: null },
	{ MessageId: id, title: 'Accepted', status: 202 },
	{ MessageId: id, title: 'Accepted', status: 600 },
	{ MessageId: id, Errors: '' },
	{ MessageId: id, Errors: {} },
	{ MessageId: id, Errors: [null, ''] },
	{ MessageId: id, Errors: 0 },
	{ MessageId: id, Results: [{ Success: true, Errors: [] }, null, 7] },
	{ Message: 'Accepted' },
	{ MessageId: id, Error: 'a field that the document does not show' },
	inXml('<Success>true</Success><Errors/>'),
	inXml('<Errors><Error/></Errors>'),
])('the receipt %j is accepted', (receipt) => {
	expect(read(receipt, documented)).toMatchObject({ ok: true });
});

const success = (answer?: unknown) => ({ success: true, ...(answer !== undefined && { answer }) });

test.each<[text: string, value: object]>([
	['', success()],
	[' \r\n ', success()],
	['null', success()],
	['true', success(true)],
	['OK', success('OK')],
	['17', success(17)],
	['[{"Id":"A"}]', success([{ Id: 'A' }])],
	[' {"Job":17}', { Job: 17 }],
	['\n<Job><Id>17</Id></Job>', success('\n<Job><Id>17</Id></Job>')],
	['{"messageId":17}', { MessageId: '17' }],
	['{"messageId":{"Id":"A"}}', { MessageId: { Id: 'A' } }],
])('where the document shows no receipt, %j is a success', (text, value) => {
	expect(read(text)).toEqual({ ok: true, value });
});

test.each<[text: string, problem: RegExp]>([
	['false', /error instead of a receipt/],
	['{"SUCCESS":0}', /request failed/],
	[' {"Job":', /cut off/],
	['[1,', /cut off/],
	['<!DOCTYPE html><html><title>Sign in</title></html>', /page/],
	['[{"Success":false,"Id":"A"}]', /part of the request failed.*"A"/],
	['<boolean xmlns="x">false</boolean>', /error instead of a receipt/],
	['<ApiResult><Status>Error</Status></ApiResult>', /request failed/],
	[
		'<s:Envelope xmlns:s="x"><s:Body><s:Fault><faultstring>No</faultstring></s:Fault></s:Body></s:Envelope>',
		/failed/,
	],
	['{"title":"Invalid","status":422}', /failed/],
	[' <Job><Success>false</Success></Job> ', /request failed/],
	['<Error><Message>Locked</Message></Error>', /error instead of a receipt/],
])('where the document shows no receipt, %j is an error', (text, problem) => {
	const expected = { ok: false, problem: expect.stringMatching(problem) as string };
	expect(read(text)).toMatchObject(expected);
});

test('where the document shows a receipt, it has to be one, unless it is empty', () => {
	expect(read('', documented)).toEqual({ ok: true, value: success() });
	expect(read({ MessageId: 17 }, documented)).toMatchObject({ value: { MessageId: '17' } });
	for (const text of ['OK', '[]', 'true', 'false', '<Job><Id>17</Id></Job>', '{"SUCCESS":0}'])
		expect(read(text, documented)).toMatchObject({ ok: false });
});

test('problem details and the status 207 are errors, whatever they contain', () => {
	const details = 'application/problem+json; charset=utf-8';
	for (const write of [documented, catalog])
		for (const receipt of ['', { MessageId: id }]) {
			expect(read(receipt, write, details)).toMatchObject({ ok: false });
			expect(read(receipt, write, undefined, 207)).toMatchObject({ ok: false });
		}
});

test.each<[write: WriteEndpoint, body: string, said: string]>([
	[documented, '{"MessageId":"s3cret-key","Success":false,"Message":"Number is taken"}', 'taken'],
	[catalog, '<?xml version="1.0"?>\n<Error><Message>It is locked</Message></Error>', 'locked'],
	[catalog, '<Result><Success>false</Success><Message>Locked</Message></Result>', 'Locked'],
])(
	'what was sent may have been applied, and the reason is said, without a secret',
	async (...row) => {
		const [endpoint, text, said] = row;
		const type = text.startsWith('<') ? 'application/xml' : 'application/json';
		const service = serviceGiving(() => response(200, text, { 'content-type': type }));
		const client = clientOf(service, { secrets: ['s3cret-key'] });
		const entries: LedgerEntries = [];
		const body = { Id: 'L1', Name: 'L', [endpoint.records ?? '']: [{ Id: 'a', Name: 'A' }] };
		const lists = runListsOf([recordListIn(endpoint, body, 0)], endpoint, client.baseUrl);
		const plan = planWrite(lists, { endpoint, format: 'json', accept: 'json', maxRecords: 9 });
		const sender = new Sender(plan, { client, endpoint, entries, continues: true });
		const [failed] = failedIn(await sender.sendAll());
		expect(failed?.error).toMatchObject({
			message: expect.not.stringContaining('s3cret') as string,
			description: expect.stringContaining('may or may not have been applied') as string,
			failure: { kind: 'response', said: expect.stringContaining(said) as string },
		});
		expect(entries).toEqual([{ hashes: [expect.any(String)] }]);
	},
);
