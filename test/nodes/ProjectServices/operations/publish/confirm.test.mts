// Confirm in n8n's engine, against a service that queues what it accepts.
import type { INodeParameters } from 'n8n-workflow';

import { REFUSAL } from '../../../../sandbox/queue';
import { sampleIds } from '../../../../sandbox/state';
import type { Sandbox } from '../../../../sandbox/server.mjs';
import { runNode, type RunResult, type RunSettings } from '../../../engine.mjs';
import { withSandbox } from '../support.mjs';
import { automatic, pairsOf } from './writing.mjs';

jest.setTimeout(60_000);

let sandbox: Sandbox;
withSandbox((started) => (sandbox = started));
afterEach(() => sandbox.setOptions({ queue: undefined }));

const statuses = {
	...{ statusPath: '/SI/Status/{MessageId}', statusField: 'Result.State' },
	...{ appliedValues: 'Imported', refusedValues: 'Rejected', messageField: 'Result.Text' },
	refusedAppliesNothing: true,
};

const BAD = 'without a price list';

const clients = (count: number, bad?: number) =>
	Array.from({ length: count }, (_, number) => ({
		Id: `6f9619ff-8b86-d011-b42d-${String(number).padStart(12, '0')}`,
		Name: bad === number ? `C${number} ${BAD}` : `C${number}`,
	}));

interface Settings extends Partial<Omit<RunSettings, 'parameters' | 'credential'>> {
	readonly options?: object;
	readonly parameters?: object;
	readonly credential?: object;
	readonly perRequest?: number;
}

/** Publishes clients, and waits for what becomes of them. */
async function publish(settings: Settings): Promise<RunResult> {
	const { options, parameters, credential, perRequest = 500, ...more } = settings;
	return await runNode({
		parameters: {
			...{ resource: 'client', operation: 'publish', listId: 'L1', listName: 'List' },
			...{ record: automatic, ...parameters },
			options: { confirm: 'wait', confirmMinutes: 0.1, ...options },
		} as INodeParameters,
		credential: {
			...{ baseUrl: sandbox.url, authentication: 'none', serviceSettings: true },
			...{ ...statuses, recordsPerRequest: perRequest, ...credential },
		},
		onError: 'continueErrorOutput',
		...more,
	});
}

const messages = ({ hints }: RunResult) => hints.map(({ message }) => message);
const requestsOf = (method: string) => sandbox.requests.filter((each) => each.method === method);

function setQueue(asks: number, more: object = {}): void {
	sandbox.setOptions({ queue: { asks, refuses: BAD, ...more } });
}

test('of 20 clients with a guilty one, 19 are applied and one leaves with the words of the service', async () => {
	setQueue(0);
	const items = clients(20, 13);
	const result = await publish({ items });
	expect(result.error).toBeUndefined();
	expect(pairsOf(result.outputs[1])).toEqual([13]);
	const details = { kind: 'refused', mayHaveBeenApplied: false };
	expect(result.outputs[1][0].json).toMatchObject({ error: REFUSAL, details });
	expect(pairsOf(result.outputs[0])).toHaveLength(19);
	for (const { json } of result.outputs[0])
		expect(json).toMatchObject({ status: 'applied', MessageId: expect.any(String) as string });
	for (const [number, { Id }] of items.entries())
		expect(sandbox.find('client', Id)?.Name).toBe(number === 13 ? undefined : `C${number}`);
	expect(messages(result)).toContain('1 of 20 records was refused, in a request of its own.');
});

test('what has no MessageId is said to be unknown', async () => {
	setQueue(0);
	const parameters = { resource: 'productCatalog', catalogId: 'CAT', catalogName: 'Catalog' };
	const result = await publish({ items: [{ Id: 'P1', Model: 'M' }], parameters });
	expect(result.json).toMatchObject([{ status: 'unknown' }]);
	expect(messages(result).join()).toMatch(/1 receipt had no MessageId, so their status/);
});

test('two receipts with one MessageId are unknown, and a hint says so', async () => {
	setQueue(0);
	const body = { MessageId: '6f9619ff-8b86-d011-b42d-00c04fc964ff', Message: 'Accepted' };
	const fault = { kind: 'status', status: 200, body } as const;
	sandbox.setFault({ address: 'client/publish', times: 2, fault });
	const result = await publish({ items: clients(2), perRequest: 1 });
	expect(result.json).toMatchObject([{ status: 'unknown' }, { status: 'unknown' }]);
	expect(messages(result).join()).toContain(body.MessageId);
});

test('a refused transaction that may have been applied fails whole', async () => {
	setQueue(0, { appliesRest: true });
	const settings = { items: clients(4, 1), credential: { refusedAppliesNothing: false } };
	const { outputs } = await publish(settings);
	expect(pairsOf(outputs[1])).toEqual([0, 1, 2, 3]);
	const description = expect.stringMatching(
		/may or may not have been applied.*refused its transaction \(MessageId/s,
	) as string;
	expect(outputs[1][0].json).toMatchObject({
		error: `Refused together with 3 others: ${REFUSAL}`,
		details: { description, kind: 'refused', mayHaveBeenApplied: true },
	});
});

test('a node that stops says what was applied, what was refused and what is open', async () => {
	setQueue(0, { holds: 'C4' });
	const options = { confirmMinutes: 0 };
	const settings = { items: clients(6, 3), onError: undefined, perRequest: 2, options };
	const { error } = await publish(settings);
	expect(error?.message).toBe(
		'Refused together with 1 other: No price list has this client, after 4 records in 2 requests had been sent',
	);
	for (const line of [
		/carried 2 records \(input items 2 to 3\)/,
		/^Applied: 2 records in 1 request \(MessageId \S+\)\.$/m,
		/^Received, but not known to be applied: 2 records in 1 request \(MessageId \S+\)\.$/m,
	])
		expect(error?.description).toMatch(line);
});

test.each([
	['statusPath', 'Status Path'],
	['statusField', 'Status Field'],
	['appliedValues', 'Applied Values'],
])('without %s in the credential, nothing is sent', async (name, label) => {
	const settings = { items: clients(1), onError: undefined, credential: { [name]: '' } };
	const { error } = await publish(settings);
	expect(error?.message).toBe(`'Confirm' needs '${label}' in the credential, which is empty`);
	expect(error?.description).toContain('Nothing was sent');
	expect(sandbox.requests).toEqual([]);
});

test('after a word in neither list nothing is lost, and a hint names it', async () => {
	setQueue(0);
	const credential = { appliedValues: 'Done' };
	const options = { confirmMinutes: 0.001 };
	const result = await publish({ items: clients(2), perRequest: 1, credential, options });
	expect(pairsOf(result.outputs[0])).toEqual([0, 1]);
	for (const { json } of result.outputs[0])
		expect(json).toMatchObject({ status: 'pending', said: null });
	expect(messages(result).join()).toMatch(
		/^2 records in 2 requests \(input items 0 to 1\) are still pending\..*"Imported".*'Applied Values'/,
	);
});

test('a hint names the input items of which nothing is known, and no others', async () => {
	setQueue(0, { holds: ['C1', 'C4'] });
	const options = { confirmMinutes: 0 };
	const result = await publish({ items: clients(7), perRequest: 2, options });
	expect(messages(result)).toEqual([
		expect.stringMatching(
			/^4 records in 2 requests \(input items 0 to 1, 4 to 5\) are still pending/,
		),
	]);
});

test('an update is confirmed as well; a Dry Run asks nothing', async () => {
	setQueue(0);
	const where = { resource: 'task', operation: 'update', taskId: sampleIds.task };
	const settings = { items: [{}], parameters: { ...where, contact: { Name: 'A' } } };
	await publish({ ...settings, options: { dryRun: true } });
	expect(sandbox.requests).toEqual([]);
	expect((await publish(settings)).json).toMatchObject([{ status: 'applied', recordCount: 1 }]);
});

/** Stops the execution as n8n does at its time limit and by its stop button, once a status was asked for twice. */
const stopWhileWaiting: RunSettings['whileRunning'] = (stop) => {
	const look = setInterval(() => {
		if (requestsOf('GET').length < 2) return;
		clearInterval(look);
		stop();
	}, 5);
};

// A node that continues ends with its items, which n8n keeps; one that stops has its ledger.
test.each([
	['continueErrorOutput', { status: expect.stringMatching(/^(?:pending|unknown)$/) as string }],
	[undefined, { status: 'applied', fromEarlierTry: true }],
] as const)(
	'a wait that n8n ends leaves what was sent as accepted, and a retry sends nothing (On Error: %s)',
	async (onError, receipt) => {
		setQueue(1000);
		const settings = { items: clients(4), onError, perRequest: 2 };
		const options = { confirmMinutes: 5 };
		const { data } = await publish({ ...settings, options, whileRunning: stopWhileWaiting });
		expect(requestsOf('POST')).toHaveLength(2);
		const saved = JSON.stringify(data);
		setQueue(0);
		const retry = { retryOf: data, mode: 'retry', options: { confirmMinutes: 0 } } as const;
		const { json } = await publish({ ...settings, ...retry });
		expect(requestsOf('POST')).toHaveLength(2);
		expect(json).toMatchObject([1, 2].map(() => ({ ...receipt, recordCount: 2 })));
		for (const { MessageId } of json as Array<{ MessageId: string }>)
			expect(saved).toContain(MessageId);
	},
);
