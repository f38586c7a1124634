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
	statusPath: '/SI/Status/{MessageId}',
	statusField: 'Result.State',
	appliedValues: 'Imported',
	refusedValues: 'Rejected',
	messageField: 'Result.Text',
	refusedAppliesNothing: true,
};

const BAD = 'without a price list';

function id(number: number): string {
	return `6f9619ff-8b86-d011-b42d-${String(number).padStart(12, '0')}`;
}

function clients(count: number, bad: readonly number[] = []) {
	return Array.from({ length: count }, (_, number) => ({
		Id: id(number),
		Name: bad.includes(number) ? `C${number} ${BAD}` : `C${number}`,
	}));
}

interface Settings extends Partial<Omit<RunSettings, 'parameters' | 'credential'>> {
	readonly options?: object;
	readonly parameters?: object;
	readonly credential?: object;
	readonly perRequest?: number;
}

/** Publishes clients, and waits for what becomes of them. */
async function publish({
	options,
	parameters,
	credential,
	perRequest = 500,
	...more
}: Settings): Promise<RunResult> {
	return await runNode({
		parameters: {
			...{ resource: 'client', operation: 'publish', listId: 'L1', listName: 'List' },
			record: automatic,
			...parameters,
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
const writes = () => sandbox.requests.filter(({ method }) => method === 'POST');
const questions = () => sandbox.requests.filter(({ method }) => method === 'GET');

function setQueue(asks: number, more: object = {}): void {
	sandbox.setOptions({ queue: { asks, refuses: BAD, ...more } });
}

test('of 20 clients with a guilty one, 19 are applied and one leaves with the words of the service', async () => {
	setQueue(0);
	const result = await publish({ items: clients(20, [13]) });
	expect(result.error).toBeUndefined();
	expect(pairsOf(result.outputs[1])).toEqual([13]);
	expect(result.outputs[1][0].json).toMatchObject({
		error: REFUSAL,
		details: { kind: 'refused', mayHaveBeenApplied: false },
	});
	expect(pairsOf(result.outputs[0]).sort((a, b) => a - b)).toEqual(
		clients(20).flatMap((_, index) => (index === 13 ? [] : [index])),
	);
	for (const { json } of result.outputs[0])
		expect(json).toMatchObject({ status: 'applied', MessageId: expect.any(String) as string });
	for (const [number, { Id }] of clients(20).entries())
		expect(sandbox.find('client', Id)?.Name).toBe(number === 13 ? undefined : `C${number}`);
	expect(messages(result)).toContain('1 of 20 records was refused one by one.');
});

test('what has no MessageId is said to be unknown', async () => {
	setQueue(0);
	const result = await publish({
		items: [{ Id: 'P1', Model: 'M' }],
		parameters: { resource: 'productCatalog', catalogId: 'CAT', catalogName: 'Catalog' },
	});
	expect(result.json).toMatchObject([{ status: 'unknown' }]);
	expect(messages(result).join()).toMatch(/1 receipt had no MessageId, so their status/);
});

test('a refused transaction that may have been applied fails whole, and no later try sends it', async () => {
	setQueue(0, { appliesRest: true });
	const settings = { items: clients(4, [1]), credential: { refusedAppliesNothing: false } };
	const first = await publish(settings);
	expect(pairsOf(first.outputs[1])).toEqual([0, 1, 2, 3]);
	expect(first.outputs[1][0].json).toMatchObject({
		error: `Refused together with 3 others: ${REFUSAL}`,
		details: { kind: 'refused', mayHaveBeenApplied: true },
	});
	const description = (first.outputs[1][0].json.details as { description: string }).description;
	expect(description).toMatch(
		/may or may not have been applied.*refused its transaction \(MessageId/s,
	);
});

test('a node that stops says what was applied, what was refused and what is open', async () => {
	setQueue(0, { holds: 'C4' });
	const { error } = await publish({
		...{ items: clients(6, [3]), onError: undefined },
		options: { confirmMinutes: 0 },
		perRequest: 2,
	});
	expect(error?.message).toBe(
		'Refused together with 1 other: No price list has this client, after 4 records in 2 requests had been sent',
	);
	expect(error?.description).toMatch(/carried 2 records \(input items 2 to 3\)/);
	expect(error?.description).toMatch(/^Applied: 2 records in 1 request \(MessageId \S+\)\.$/m);
	expect(error?.description).toMatch(
		/^Accepted, but not known to be applied: 2 records in 1 request \(MessageId \S+\)\.$/m,
	);
});

test.each([
	['statusPath', "'Confirm' needs 'Status Path' in the credential, which is empty"],
	['statusField', "'Confirm' needs 'Status Field' in the credential, which is empty"],
	['appliedValues', "'Confirm' needs 'Applied Values' in the credential, which is empty"],
])('without %s in the credential, nothing is sent', async (name, message) => {
	const { error } = await publish({
		...{ items: clients(1), onError: undefined },
		credential: { [name]: '' },
	});
	expect(error?.message).toBe(message);
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
	expect(messages(result).join()).toMatch(/"Imported".*'Applied Values'/);
});

test('an update is confirmed as well', async () => {
	setQueue(0);
	const { json } = await publish({
		items: [{}],
		parameters: {
			...{ resource: 'task', operation: 'update', taskId: sampleIds.task },
			contact: { Name: 'A' },
		},
	});
	expect(json).toMatchObject([{ status: 'applied', recordCount: 1 }]);
});

test('Dry Run asks nothing', async () => {
	await publish({ items: clients(2), options: { dryRun: true } });
	expect(sandbox.requests).toEqual([]);
});

/** Stops the execution as n8n does at its time limit and by its stop button, once a status was asked for twice. */
const stopWhileWaiting: RunSettings['whileRunning'] = (stop) => {
	const look = setInterval(() => {
		if (questions().length < 2) return;
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
		expect(writes()).toHaveLength(2);
		const saved = JSON.stringify(data);
		setQueue(0);
		const { json } = await publish({
			...{ ...settings, retryOf: data, mode: 'retry' },
			options: { ...options, confirmMinutes: 0 },
		});
		expect(writes()).toHaveLength(2);
		expect(json).toMatchObject([
			{ ...receipt, recordCount: 2 },
			{ ...receipt, recordCount: 2 },
		]);
		for (const { MessageId } of json as Array<{ MessageId: string }>)
			expect(saved).toContain(MessageId);
	},
);
