// Writes under n8n's own retries: Retry On Fail, Retry execution, loops. Nothing is applied twice.
import type { OnError } from 'n8n-workflow';

import { reply } from '../../../service.mjs';
import {
	arrived,
	breaks,
	clients,
	hangs,
	messageId,
	publish as publishItems,
	service,
	stopAfter,
	type Publish,
} from './writing.mjs';

const publish = async (settings: Publish) =>
	await publishItems({ items: clients(10), ...settings });
const all = clients(10).map(({ Name }) => Name);
/** What arrives if the third request was refused, and then the rest. */
const thirdTwice = [...all.slice(0, 6), ...all.slice(4)];

describe('Retry On Fail', () => {
	test('of a request that was certainly not applied: the others are not sent again', async () => {
		service.replies.set(2, reply(400));
		const { json, error, hints } = await publish({ tries: 3 });
		expect(error).toBeUndefined();
		expect(arrived()).toEqual(thirdTwice);
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

	test.each([2, 5])(
		'of a request that may have been applied: the error stays through %i tries',
		async (tries) => {
			service.replies.set(2, reply(500, 'Out of paper'));
			const { error } = await publish({ tries });
			expect(arrived()).toEqual(all.slice(0, 6));
			expect(error?.message).toBe(
				'The service failed (status 500), after 4 records in 2 requests had been sent',
			);
			expect(error?.description).toMatch(
				/Out of paper.*may or may not have been applied.*turn on 'Resend Uncertain Requests'.*Not sent: 4 records in 2 requests/s,
			);
		},
	);

	test.each(['continueErrorOutput', 'continueRegularOutput'] as OnError[])(
		'that repeats the node because its first item holds an error (%s)',
		async (onError) => {
			const items = [{ Name: 'Bad', ClientType: 'lead' }, ...clients(4)];
			const { outputs } = await publish({ items, tries: 3, onError });
			expect(arrived()).toEqual(['C0', 'C1', 'C2', 'C3']);
			const json = outputs.flat().map((item) => item.json);
			expect(json.filter(({ error }) => error !== undefined)).toHaveLength(1);
			expect(json.filter(({ fromEarlierTry }) => fromEarlierTry)).toHaveLength(2);
		},
	);

	test('with the error output, a failed first request is not repeated and the others are sent once', async () => {
		service.replies.set(0, reply(500));
		const { outputs } = await publish({ tries: 3, onError: 'continueErrorOutput' });
		expect(arrived()).toEqual(all);
		expect(outputs.map((items) => items.length)).toEqual([4, 2]);
	});
});

describe('Retry execution', () => {
	test('goes on where the execution failed', async () => {
		service.replies.set(2, reply(400));
		const { data } = await publish({});
		const { error, outputs } = await publish({ retryOf: data });
		expect(error).toBeUndefined();
		expect(arrived()).toEqual(thirdTwice);
		expect(outputs[0]?.map(({ json }) => json.fromEarlierTry ?? false)).toEqual([
			...[true, true, false, false, false],
		]);
	});

	test('of what may have been applied sends nothing, until it is allowed', async () => {
		service.replies.set(0, breaks);
		let { data, error } = await publish({});
		for (let retry = 0; retry < 2; retry++) {
			({ data, error } = await publish({ retryOf: data }));
			expect(error?.description).toContain('may or may not have been applied');
		}
		expect(arrived()).toEqual(['C0', 'C1']);
		const last = await publish({ retryOf: data, options: { resendUncertain: true } });
		expect(last.error).toBeUndefined();
		expect(arrived().slice(2)).toEqual(all);
	});

	test('of an execution that was stopped: what was under way may have been applied', async () => {
		service.replies.set(1, hangs);
		const { data } = await publish({ whileRunning: stopAfter(2) });
		const ledger = data.executionData?.contextData['node:Project Services']?.ledger;
		expect(JSON.stringify(ledger)).toContain(messageId(0));
		expect(Object.keys((ledger as Record<string, object>)['0'] ?? {})).toHaveLength(2);
	});
});

test('equal records in two iterations of a loop are two writes', async () => {
	const { runs } = await publish({ runs: [clients(2), clients(2)] });
	expect(arrived()).toEqual(['C0', 'C1', 'C0', 'C1']);
	expect(JSON.stringify(runs)).not.toContain('fromEarlierTry');
});

test('a loop that fails in a later iteration repeats none of the earlier ones', async () => {
	service.replies.set(1, reply(400));
	const runs = [clients(2), clients(2)];
	const { data } = await publish({ runs });
	await publish({ runs, retryOf: data });
	expect(arrived()).toEqual(['C0', 'C1', 'C0', 'C1', 'C0', 'C1']);
});

test.each([{}, { dryRun: true }])(
	'nothing is kept of a run that succeeded (%j)',
	async (options) => {
		const { data } = await publish({ options });
		expect(data.executionData?.contextData['node:Project Services']).toEqual({
			ledger: { '0': {} },
		});
	},
);
