// What a write says under n8n's own retries, and what is kept for them. That nothing is applied twice, is tested in
// randomFaults.test.mts.
import { reply } from '../../../service.mjs';
import { arrived, clients, hangs, messageId, publish, service, stopAfter } from './writing.mjs';

const items = clients(10);
const all = items.map(({ Name }) => Name);

test('Retry On Fail of a request that was certainly not applied sends no other one again', async () => {
	service.replies.set(2, reply(404));
	const { json, error, hints } = await publish({ items, tries: 3 });
	expect(error).toBeUndefined();
	expect(arrived()).toEqual([...all.slice(0, 6), ...all.slice(4)]);
	expect(json).toEqual(
		[0, 1, 3, 4, 5].map((number) => ({
			MessageId: messageId(number),
			Message: 'Accepted',
			recordCount: 2,
			...(number < 2 ? { fromEarlierTry: true } : {}),
		})),
	);
	expect(hints.map(({ message }) => message)).toEqual([
		'4 records in 2 requests had been accepted in an earlier try and were not sent again.',
	]);
});

test('Retry On Fail sends nothing again after a receipt with a field `error`, which n8n takes for a failure', async () => {
	const receipt = JSON.stringify({ MessageId: messageId(0), error: 'none' });
	service.replies.set(0, reply(200, receipt));
	const { json } = await publish({ items: clients(2), tries: 3 });
	expect(arrived()).toEqual(['C0', 'C1']);
	expect(json).toMatchObject([{ fromEarlierTry: true }]);
});

test('the error of a request that may have been applied stays through all tries', async () => {
	service.replies.set(2, reply(500, 'Out of paper'));
	const { error } = await publish({ items, tries: 5 });
	expect(arrived()).toEqual(all.slice(0, 6));
	expect(error?.message).toBe(
		'The service failed (status 500), after 4 records in 2 requests had been sent',
	);
	expect(error?.description).toMatch(
		/Out of paper.*may or may not have been applied.*turn on 'Resend Uncertain Requests'.*Not sent: 4 records in 2 requests/s,
	);
});

test('a further try of an execution whose data differ sends nothing', async () => {
	service.replies.set(1, reply(500));
	const listName = '={{ $now.toISO() }} of {{ $itemIndex < 0 }}';
	const { error } = await publish({ items: clients(4), parameters: { listName }, tries: 3 });
	const sent = arrived().length;
	expect(sent).toBeGreaterThan(0);
	expect(sent).toBeLessThanOrEqual(4);
	expect(error?.message).toMatch(/^The data differ from those of an earlier try/);
	expect(error?.description).toContain('Nothing was sent now');
});

test.each([
	['recordsPerRequest', { options: { recordsPerRequest: 3 } }, 'Records per Request'],
	['requestFormat', { service: { requestFormat: 'xml' } }, 'Request Format'],
])(
	'a further try with another %s names the option and sends nothing',
	async (_, changed, label) => {
		service.replies.set(1, reply(500));
		const first = await publish({ items: clients(4) });
		service.reset();
		const retry = { retryOf: first.data, mode: 'retry' } as const;
		const { error } = await publish({ items: clients(4), ...changed, ...retry });
		expect(error?.message).toBe(
			`'${label}' is not what it was in an earlier try of this execution, in which some records were sent`,
		);
		expect(error?.description).toContain('Change it back');
		expect(arrived()).toEqual([]);
	},
);

test('after a refusal of several records without a key, none of them is sent again', async () => {
	service.replies.set(0, reply(400, 'No'));
	const { error } = await publish({ items: clients(2), tries: 3 });
	expect(arrived()).toEqual(['C0', 'C1']);
	expect(error?.description).toMatch(
		/may or may not have been applied.*'Resend Uncertain Requests'/s,
	);
});

test('a second retry of one execution sends nothing, and names the first one', async () => {
	service.replies.set(1, reply(404));
	const ids = { workflowId: 'retried', items: clients(6) };
	const first = await publish({ ...ids, executionId: '11' });
	expect(arrived()).toHaveLength(4);
	service.reset();
	service.replies.set(1, reply(404));
	const failed = JSON.parse(JSON.stringify(first.data)) as typeof first.data;
	const retry = { ...ids, mode: 'retry' } as const;
	const second = await publish({ ...retry, retryOf: first.data, executionId: '12' });
	expect(second.error?.message).toContain('404');
	service.reset();
	const third = await publish({ ...retry, retryOf: failed, executionId: '13' });
	expect(third.error?.message).toBe(
		'This execution was retried before, by execution 12, which sent records',
	);
	expect(arrived()).toEqual([]);
	const newest = await publish({ ...retry, retryOf: second.data, executionId: '14' });
	expect(newest.error).toBeUndefined();
});

test('of an execution that was stopped, what was under way may have been applied', async () => {
	service.replies.set(1, hangs);
	const { data } = await publish({ items, whileRunning: stopAfter(2) });
	const ledger = data.executionData?.contextData['node:Project Services']?.ledger;
	expect(JSON.stringify(ledger)).toContain(messageId(0));
	expect(Object.keys((ledger as Record<string, object>)['0'] ?? {})).toHaveLength(2);
});

test.each([
	[{}, { ledger: { '0': {} } }],
	[{ dryRun: true }, {}],
])('nothing is kept of a run that succeeded (%j)', async (options, empty) => {
	const { data } = await publish({ items, options });
	const context = data.executionData?.contextData['node:Project Services'];
	const { hints, ...kept } = context ?? {};
	expect(kept).toEqual(empty);
	expect(JSON.stringify(hints ?? {})).not.toMatch(/Dry|sent/);
});
