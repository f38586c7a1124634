// What a write says under n8n's own retries, and what is kept for them. That nothing is applied twice, is tested in
// randomFaults.test.mts.
import { reply } from '../../../service.mjs';
import { byHand, clients, messageId, publish, service } from './writing.mjs';

const items = clients(10);

/** The names of clients that arrived, in order, whatever became of them. */
const arrived = () =>
	(service.bodies() as Array<{ Clients: typeof items }>).flatMap(({ Clients }) =>
		Clients.map(({ Name }) => Name),
	);
const all = items.map(({ Name }) => Name);

test('Retry On Fail sends nothing again after a receipt with a field `error`, which n8n takes for a failure', async () => {
	const receipt = JSON.stringify({ MessageId: messageId(0), error: 'none' });
	service.replies.set(0, reply(200, receipt));
	const { json } = await publish({ items: clients(2), tries: 3 });
	expect(arrived()).toEqual(['C0', 'C1']);
	expect(json).toMatchObject([{ fromEarlierTry: true }]);
});

test('a request that may have been applied is not sent again, and its status stays through all tries', async () => {
	service.replies.set(2, reply(500, 'Out of paper'));
	const { data, error } = await publish({ items, tries: 5 });
	expect(arrived()).toEqual(all.slice(0, 6));
	expect(error?.message).toBe(
		'The service failed (status 500), after 4 records in 2 requests had been sent',
	);
	expect(error?.description).toMatch(
		/may or may not have been applied.*turn on 'Resend Uncertain Requests'.*Not sent: 4 records in 2 requests/s,
	);
	const context = JSON.stringify(data.executionData?.contextData);
	expect(context).not.toMatch(/Out of paper|Accepted|C0/);
	const retry = { retryOf: data, mode: 'retry' } as const;
	const { hints } = await publish({ items, ...retry, options: { resendUncertain: true } });
	expect(arrived().slice(6)).toEqual(all.slice(4));
	expect(hints).toContainEqual(
		expect.objectContaining({
			type: 'warning',
			message: expect.stringContaining("'Resend Uncertain Requests' is on") as string,
		}),
	);
});

test.each([
	['the list', { listName: '={{ $now.toISO() }} of {{ $itemIndex < 0 }}' }],
	[
		'its records',
		{ record: byHand({ Name: '={{ $json.Name }} {{ $now.toMillis() }}', Number: '1' }) },
	],
])('a further try that differs in %s sends nothing', async (_, parameters) => {
	service.replies.set(1, reply(500));
	const first = await publish({ items: clients(4), parameters });
	service.reset();
	const retry = { retryOf: first.data, mode: 'retry' } as const;
	const { error } = await publish({ items: clients(4), parameters, ...retry });
	expect(error?.message).toMatch(/^The data differ from those of an earlier try/);
	expect(error?.description).toMatch(/Nothing was sent now.*\$now/);
	expect(arrived()).toEqual([]);
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

test('MessageIds are in the highlighted data of the execution, each once', async () => {
	const body = JSON.stringify({ MessageId: messageId(6), Message: 'Accepted' });
	service.replies.set(7, reply(200, body));
	const { data } = await publish({ items: clients(16) });
	expect(data.resultData.metadata).toEqual({
		MessageId: messageId(0),
		...Object.fromEntries([2, 3, 4].map((key) => [`MessageId${key}`, messageId(key - 1)])),
		MessageId5: [4, 5, 6].map(messageId).join(' '),
	});
});
