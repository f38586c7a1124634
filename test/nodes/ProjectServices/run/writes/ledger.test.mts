// Writes under n8n's own retries: Retry On Fail, Retry execution, loops. Nothing is applied twice.
import type { OnError } from 'n8n-workflow';

import { type RunResult, runNode, type RunSettings } from '../../../engine.mjs';
import { listenerForTests, messageId, type Reply } from '../server.mjs';
import { clientPublish } from './clientPublish';

const service = listenerForTests();

function clients(count: number, prefix = 'C') {
	return Array.from({ length: count }, (_, index) => ({ Name: `${prefix}${index}` }));
}

type Settings = Omit<Partial<RunSettings>, 'parameters'> & { readonly options?: object };

async function publish({ options, ...settings }: Settings): Promise<RunResult> {
	return await runNode({
		parameters: clientPublish(options),
		items: clients(10),
		credential: { baseUrl: service.url, authentication: 'none' },
		...settings,
	});
}

/** The names that arrived, in order, whatever became of them. */
function arrived(): string[] {
	return (service.bodies() as Array<{ Clients: Array<{ Name: string }> }>).flatMap(({ Clients }) =>
		Clients.map(({ Name }) => Name),
	);
}

function replyTo(number: number, reply: Reply): void {
	service.replies.set(number, reply);
}

describe('Retry On Fail', () => {
	test('of a request that was certainly not applied: the others are not sent again', async () => {
		replyTo(2, { status: 400 });
		const { json, error, hints } = await publish({ tries: 3 });
		expect(error).toBeUndefined();
		expect(arrived()).toEqual([
			...['C0', 'C1', 'C2', 'C3', 'C4', 'C5'],
			...['C4', 'C5', 'C6', 'C7', 'C8', 'C9'],
		]);
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

	test.each([2, 3, 5])(
		'of a request that may have been applied: the error stands through %i tries',
		async (tries) => {
			replyTo(2, { status: 500, body: 'Out of paper' });
			const { error } = await publish({ tries });
			expect(arrived()).toEqual(['C0', 'C1', 'C2', 'C3', 'C4', 'C5']);
			expect(error?.message).toBe(
				'The service failed (status 500), after 4 records in 2 requests had been sent',
			);
			expect(error?.description).toContain('Out of paper');
			expect(error?.description).toContain('may or may not have been applied');
			expect(error?.description).toContain("turn on 'Resend Uncertain Requests'");
			expect(error?.description).toContain('Not sent: 4 records in 2 requests');
		},
	);

	test.each(['continueErrorOutput', 'continueRegularOutput'] as OnError[])(
		'that repeats the node because its first item holds an error (%s)',
		async (onError) => {
			const items = [{ Name: 'Bad', ClientType: 'lead' }, ...clients(4)];
			const { outputs } = await publish({ items, tries: 3, onError });
			expect(arrived()).toEqual(['C0', 'C1', 'C2', 'C3']);
			const all = outputs.flat().map(({ json }) => json);
			expect(all.filter(({ error }) => error !== undefined)).toHaveLength(1);
			expect(all.filter(({ fromEarlierTry }) => fromEarlierTry)).toHaveLength(2);
		},
	);

	test('with the error output, a failed first request is not repeated and the others are sent once', async () => {
		replyTo(0, { status: 500 });
		const { outputs } = await publish({ tries: 3, onError: 'continueErrorOutput' });
		expect(arrived()).toEqual(clients(10).map(({ Name }) => Name));
		expect(outputs[0]).toHaveLength(4);
		expect(outputs[1]).toHaveLength(2);
	});
});

describe('Retry execution', () => {
	test('goes on where the execution failed', async () => {
		replyTo(2, { status: 400 });
		const { data } = await publish({});
		const { error, json } = await publish({ retryOf: data });
		expect(error).toBeUndefined();
		expect(arrived()).toEqual([
			...['C0', 'C1', 'C2', 'C3', 'C4', 'C5'],
			...['C4', 'C5', 'C6', 'C7', 'C8', 'C9'],
		]);
		expect(json.map((item) => (item as { fromEarlierTry?: true }).fromEarlierTry)).toEqual([
			true,
			true,
			undefined,
			undefined,
			undefined,
		]);
	});

	test('of what may have been applied sends nothing, again and again, until it is allowed', async () => {
		replyTo(0, { breaks: true });
		let { data, error } = await publish({});
		for (let retry = 0; retry < 2; retry++) {
			({ data, error } = await publish({ retryOf: data }));
			expect(error?.description).toContain('may or may not have been applied');
		}
		expect(arrived()).toEqual(['C0', 'C1']);
		const last = await publish({ retryOf: data, options: { resendUncertain: true } });
		expect(last.error).toBeUndefined();
		expect(arrived().slice(2)).toEqual(clients(10).map(({ Name }) => Name));
	});

	test('of an execution that was stopped: what was under way may have been applied', async () => {
		replyTo(1, { hangs: true });
		const waiting = new Promise<void>((resolve) => {
			const look = setInterval(() => {
				if (service.received.length < 2) return;
				clearInterval(look);
				resolve();
			}, 5);
		});
		const { data } = await publish({ whileRunning: (stop) => void waiting.then(stop) });
		const ledger = data.executionData?.contextData['node:Project Services']?.ledger;
		expect(JSON.stringify(ledger)).toContain(messageId(0));
		expect(Object.keys((ledger as Record<string, object>)['0'] ?? {})).toHaveLength(2);
	});
});

describe('a loop', () => {
	test('with equal records in two iterations writes twice', async () => {
		const { runs } = await publish({ runs: [clients(2), clients(2)] });
		expect(arrived()).toEqual(['C0', 'C1', 'C0', 'C1']);
		expect(JSON.stringify(runs)).not.toContain('fromEarlierTry');
	});

	test('that fails in a later iteration repeats none of the earlier ones', async () => {
		replyTo(1, { status: 400 });
		const runs = [clients(2), clients(2)];
		const { data } = await publish({ runs });
		await publish({ runs, retryOf: data });
		expect(arrived()).toEqual(['C0', 'C1', 'C0', 'C1', 'C0', 'C1']);
	});
});

test('nothing is kept of a run that succeeded', async () => {
	const { data } = await publish({});
	expect(data.executionData?.contextData['node:Project Services']).toEqual({ ledger: { '0': {} } });
});
