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
}

/** Publishes clients, and waits for what becomes of them. */
async function publish({ options, parameters, credential, ...more }: Settings): Promise<RunResult> {
	return await runNode({
		parameters: {
			...{ resource: 'client', operation: 'publish', listId: 'L1', listName: 'List' },
			record: automatic,
			...parameters,
			options: { confirm: 'wait', confirmMinutes: 0.1, ...options },
		} as INodeParameters,
		credential: {
			...{ baseUrl: sandbox.url, authentication: 'none', serviceSettings: true },
			...{ ...statuses, ...credential },
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
	expect(messages(result).join()).toMatch(
		/1 receipt had no MessageId that can be asked for, so their status/,
	);
});

test('a refused transaction that may have been applied fails whole, and no later try sends it', async () => {
	setQueue(0, { appliesRest: true });
	const settings = { items: clients(4, [1]), credential: { refusedAppliesNothing: false } };
	const first = await publish(settings);
	expect(pairsOf(first.outputs[1])).toEqual([0, 1, 2, 3]);
	expect(first.outputs[1][0].json).toMatchObject({
		error: REFUSAL,
		details: { kind: 'refused', mayHaveBeenApplied: true },
	});
	const description = (first.outputs[1][0].json.details as { description: string }).description;
	expect(description).toMatch(
		/may or may not have been applied.*refused its transaction \(MessageId/s,
	);
});

test('a refused transaction that may have been applied is sent again only where that is wished', async () => {
	setQueue(0);
	const settings = {
		...{ items: clients(4, [1]), onError: undefined },
		credential: { refusedAppliesNothing: false },
	};
	const first = await publish(settings);
	const retry = { retryOf: first.data, mode: 'retry' } as const;
	const again = await publish({ ...settings, ...retry });
	expect(again.error?.message).toBe(REFUSAL);
	expect(again.error?.description).toContain("turn on 'Resend Uncertain Requests'");
	expect(writes()).toHaveLength(1);
	await publish({ ...settings, ...retry, options: { resendUncertain: true } });
	expect(writes()).toHaveLength(2);
});

test('a node that stops says what was applied, what was refused and what is open', async () => {
	setQueue(0, { holds: 'C4' });
	const { error } = await publish({
		...{ items: clients(6, [3]), onError: undefined },
		options: { recordsPerRequest: 2, confirmMinutes: 0 },
	});
	expect(error?.message).toBe(
		'No price list has this client, after 4 records in 2 requests had been sent',
	);
	expect(error?.description).toMatch(/carried 2 records \(input items 2 to 3\)/);
	expect(error?.description).toMatch(/^Applied: 2 records in 1 request \(MessageId \S+\)\.$/m);
	expect(error?.description).toMatch(
		/^Accepted, but not known to be applied: 2 records in 1 request \(MessageId \S+\)\.$/m,
	);
});

test.each([false, true])(
	'a later try of a node that stops says the same of what was sent (Only Changed Records: %s)',
	async (onlyChanged) => {
		setQueue(0);
		const settings = {
			...{ items: clients(5, [1, 3]), onError: undefined, mode: 'trigger' as const },
			...{ workflowId: `stops-${onlyChanged}`, staticData: {} },
			credential: { refusedAppliesNothing: false },
			options: { recordsPerRequest: 1, onlyChanged },
		};
		const first = await publish(settings);
		const retried = await publish({ ...settings, retryOf: first.data, mode: 'retry' });
		expect(writes()).toHaveLength(5);
		expect(retried.error?.message).toBe(first.error?.message);
		const [said, saidAgain] = [first, retried].map(({ error }) =>
			(error?.description ?? '').split('\n').slice(-3),
		);
		expect(saidAgain).toEqual(said);
		expect(said).toEqual([
			expect.stringMatching(/carried 1 record \(input item 1\)/),
			expect.stringMatching(/^Applied: 3 records in 3 requests \(MessageId \S+, \S+, \S+\)\.$/),
			expect.stringMatching(/^Also failed: 1 record in 1 request\. .+ \(MessageId \S+\)$/),
		]);
		if (!onlyChanged) return;
		const { workflowId } = settings;
		const next = { ...settings, workflowId, staticData: first.staticData, tries: 2 };
		const { error } = await publish(next);
		expect(error?.description).toMatch(
			/^Also failed: 1 record in 1 request\. .+ \(MessageId \S+\)$/m,
		);
		expect(error?.description).not.toContain('It was the first request of this execution');
	},
);

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

test('all that is missing is named at once, and a path without {MessageId} is refused as well', async () => {
	const all = await publish({
		...{ items: clients(1), onError: undefined },
		credential: { serviceSettings: false },
	});
	expect(all.error?.message).toBe(
		"'Confirm' needs 'Status Path', 'Status Field' and 'Applied Values' in the credential, which are empty",
	);
	const wrong = await publish({
		...{ items: clients(1), onError: undefined },
		credential: { statusPath: '/SI/Status' },
	});
	expect(wrong.error?.message).toMatch(/^'Status Path'.*\{MessageId\}/);
	expect(sandbox.requests).toEqual([]);
});

test.each<[string, object, string, string]>([
	[
		'a path that finds nothing',
		{ statusPath: '/SI/Nothing/{MessageId}' },
		'unknown',
		"'Status Path'",
	],
	['a field that is missing', { statusField: 'State' }, 'unknown', 'lacks the field "State"'],
	['words in neither list', { appliedValues: 'Done' }, 'pending', "raise 'Confirm Minutes'"],
])('after %s nothing is lost, and a hint says so', async (_, credential, status, hint) => {
	setQueue(0);
	const result = await publish({
		...{ items: clients(2), credential },
		options: { confirmMinutes: 0.001, recordsPerRequest: 1 },
	});
	expect(pairsOf(result.outputs[0])).toEqual([0, 1]);
	for (const { json } of result.outputs[0]) expect(json).toMatchObject({ status, said: null });
	expect(messages(result).join()).toContain(hint);
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

describe('with Only Changed Records', () => {
	let workflows = 0;

	/** Nights of one workflow. */
	function nights() {
		const workflowId = `confirmed-${workflows++}`;
		let staticData: object = {};
		return async ({ options, ...more }: Settings) => {
			sandbox.forgetRequests();
			const result = await publish({
				...{ workflowId, staticData, mode: 'trigger' },
				options: { onlyChanged: true, confirmMinutes: 0, ...options },
				...more,
			});
			staticData = result.staticData ?? staticData;
			return result;
		};
	}

	test('what is pending is asked for first, left out, and remembered once it was applied', async () => {
		setQueue(2);
		const night = nights();
		const first = await night({ items: clients(3) });
		expect(first.json).toMatchObject([{ status: 'pending', recordCount: 3 }]);
		const [{ MessageId }] = first.json as Array<{ MessageId: string }>;
		const second = await night({ items: clients(4) });
		expect(second.json).toMatchObject([
			{ recordCount: 0, pendingCount: 3, MessageId },
			{ recordCount: 1, status: 'pending' },
		]);
		expect(pairsOf(second.outputs[0])).toEqual([0, 1, 2, 3]);
		expect(messages(second).join()).toContain('3 unchanged records are pending in 1 transaction');
		await night({ items: clients(4) });
		const last = await night({ items: clients(4) });
		expect(writes()).toEqual([]);
		expect(last.json).toEqual([{ recordCount: 0, unchangedCount: 4 }]);
		const quiet = await night({ items: clients(4) });
		expect(quiet.json).toEqual([{ recordCount: 0, unchangedCount: 4 }]);
		expect(sandbox.requests).toEqual([]);
	});

	test('the hint on this run says nothing of transactions for which it did not wait', async () => {
		setQueue(0, { holds: 'C0' });
		const night = nights();
		await night({ items: clients(1) });
		const second = await night({ items: clients(2), options: { confirmMinutes: 0.1 } });
		expect(second.json).toMatchObject([{ pendingCount: 1 }, { status: 'applied' }]);
		expect(messages(second)).toEqual([
			'1 unchanged record is pending in 1 transaction of an earlier execution, and was not sent again.',
		]);
	});

	test('where the status of an earlier transaction cannot be read, a hint says why', async () => {
		setQueue(9);
		const night = nights();
		await night({ items: clients(1) });
		answerWith(403, { Message: 'No' }, 0);
		const second = await night({ items: clients(1) });
		expect(second.json).toMatchObject([{ pendingCount: 1 }]);
		expect(messages(second).join()).toMatch(
			/The status of 1 of 1 transaction is unknown, because the request for it failed: .*403/,
		);
	});

	test('what was refused later is sent again, and what differs is not held back', async () => {
		setQueue(1, { holds: 'C2' });
		const night = nights();
		await night({ items: clients(4, [1]), options: { recordsPerRequest: 1 } });
		const second = await night({
			items: clients(4, [1]).map((record, index) => ({
				...record,
				Name: index === 2 ? 'changed' : record.Name,
			})),
		});
		expect(writes().map(({ body }) => JSON.stringify(body))).toEqual([
			expect.stringMatching(/C1 /),
			expect.stringMatching(/changed/),
		]);
		expect(second.json).toMatchObject([
			{ recordCount: 0, unchangedCount: 2 },
			{ recordCount: 1, status: 'pending', refusedBefore: [REFUSAL] },
			{ recordCount: 1 },
		]);
		expect(second.json[2]).not.toHaveProperty('refusedBefore');
		expect(messages(second).join()).toMatch(
			/refused 1 transaction of earlier executions, and the records are sent again\. MessageId [^:]+: /,
		);
		expect(questions()).toHaveLength(6);
	});

	test('an import that is slower than the wait ends with the guilty record alone', async () => {
		setQueue(1);
		const night = nights();
		const sizes: number[][] = [];
		for (let run = 0; run < 7; run++) {
			await night({ items: clients(20, [13]) });
			sizes.push(writes().map(({ body }) => (body as { Clients: unknown[] }).Clients.length));
		}
		expect(sizes).toEqual([[20], [10, 10], [5, 5], [3, 2], [1, 1], [1], [1]]);
	});

	const sizesNow = () =>
		writes().map(({ body }) => (body as { Clients: unknown[] }).Clients.length);

	test('a guilty record at the end of a list does not make the list unknown', async () => {
		setQueue(1);
		const night = nights();
		const sizes: number[][] = [];
		for (let run = 0; run < 6; run++) {
			await night({ items: clients(8, [7]) });
			sizes.push(sizesNow());
		}
		expect(sizes).toEqual([[8], [4, 4], [2, 2], [1, 1], [1], [1]]);
	});

	test('refused records between others go out together', async () => {
		setQueue(0);
		const night = nights();
		const options = { recordsPerRequest: 20 };
		await night({ items: clients(40), options });
		setQueue(1);
		const odd = clients(40, [21]).map((record, index) =>
			index % 2 === 1 ? { ...record, Name: `${record.Name} new` } : record,
		);
		await night({ items: odd, options });
		expect(sizesNow()).toEqual([20]);
		const all = odd.map((record, index) =>
			index % 2 === 0 ? { ...record, Name: `${record.Name} new` } : record,
		);
		await night({ items: all, options });
		expect(sizesNow().sort((a, b) => a - b)).toEqual([10, 10, 20]);
	});

	test('where everything is refused, the extra requests of a run have their bound', async () => {
		setQueue(1);
		const night = nights();
		const items = clients(
			200,
			Array.from({ length: 200 }, (_, index) => index),
		);
		const counts: number[] = [];
		for (let run = 0; run < 8; run++) {
			await night({ items, options: { recordsPerRequest: 200 } });
			counts.push(writes().length);
		}
		expect(counts).toEqual([1, 2, 4, 8, 16, 30, 25, 25]);
	});

	test('with another On Error, a retry makes the requests of the first try', async () => {
		setQueue(1);
		const night = nights();
		const options = { recordsPerRequest: 4 };
		await night({ items: clients(4, [1]), options });
		sandbox.setFault({ nth: 3, fault: { kind: 'status', status: 400 } });
		const stopped = await night({ items: clients(6, [1]), options, onError: undefined });
		expect(stopped.error?.description).toContain("set 'On Error' of the node to Continue");
		const retried = await night({
			...{ items: clients(6, [1]), options },
			...{ retryOf: stopped.data, mode: 'retry' },
		});
		expect(retried.error).toBeUndefined();
		expect(sizesNow()).toEqual([2]);
	});

	test('a division that the time ended goes on in the next run', async () => {
		setQueue(0);
		const night = nights();
		const sizes: number[][] = [];
		for (let run = 0; run < 3; run++) {
			await night({ items: clients(8, [5]) });
			sizes.push(writes().map(({ body }) => (body as { Clients: unknown[] }).Clients.length));
		}
		expect(sizes).toEqual([[8], [4, 4], [2, 2]]);
	});

	test('what has a MessageId that cannot be asked for is sent again', async () => {
		setQueue(0);
		const night = nights();
		const body = '{"MessageId":"A\\\\B","Message":"Ok"}';
		sandbox.setFault({ nth: 1, fault: { kind: 'status', status: 200, body } });
		const first = await night({ items: clients(1) });
		expect(first.json).toMatchObject([{ MessageId: 'A\\B', status: 'unknown' }]);
		expect(messages(first).join()).toContain('no MessageId that can be asked for');
		await night({ items: clients(1) });
		expect(writes()).toHaveLength(1);
	});

	/** Gives this for the next request but some. */
	const answerWith = (status: number, body: object | '', after: number) =>
		sandbox.setFault({ nth: after + 1, fault: { kind: 'status', status, body } });

	test.each<object>([
		{ Result: { State: 'Imported' }, Errors: [{ Message: 'Record 2 was not imported.' }] },
		{ Success: false, Message: 'Record 2 was not imported.' },
	])('%j is not applied, and its records are sent again', async (body) => {
		const night = nights();
		answerWith(200, body, 1);
		const first = await night({ items: clients(2) });
		expect(first.json).toMatchObject([{ status: 'unknown', recordCount: 2 }]);
		expect(messages(first).join()).toContain('Record 2 was not imported.');
		answerWith(200, body, 0);
		await night({ items: clients(2) });
		expect(sizesNow()).toEqual([2]);
	});

	test('a status without content is pending', async () => {
		const night = nights();
		answerWith(204, '', 1);
		const first = await night({ items: clients(2) });
		expect(first.json).toMatchObject([{ status: 'pending' }]);
		answerWith(204, '', 0);
		const second = await night({ items: clients(2) });
		expect(second.json).toMatchObject([{ recordCount: 0, pendingCount: 2 }]);
	});

	test('a retry makes the same smaller requests', async () => {
		setQueue(1);
		const night = nights();
		await night({ items: clients(4, [1]) });
		sandbox.setFault({ nth: 3, fault: { kind: 'status', status: 403 } });
		const { json } = await night({ items: clients(4, [1]), onError: undefined, tries: 2 });
		expect(json).toHaveLength(1);
	});

	test('a transaction is asked for with the credential that sent it', async () => {
		setQueue(9);
		const night = nights();
		await night({ items: clients(2) });
		await night({ items: clients(3), credentialId: '2' });
		expect(questions()).toHaveLength(1);
		expect(sizesNow()).toEqual([3]);
		const third = await night({ items: clients(2) });
		expect(third.json).toMatchObject([{ recordCount: 0, pendingCount: 2 }]);
		expect(questions()).toHaveLength(1);
	});

	test('a later try does not call a record unchanged whose transaction was refused meanwhile', async () => {
		setQueue(2);
		const night = nights();
		const options = { recordsPerRequest: 1 };
		await night({ items: clients(2, [1]), options });
		sandbox.setFault({ nth: 3, fault: { kind: 'status', status: 403 } });
		const second = await night({
			...{ items: clients(3, [1]), options },
			...{ onError: undefined, tries: 2 },
		});
		expect(second.json).toMatchObject([
			{ recordCount: 0, unchangedCount: 1 },
			{ recordCount: 0, refusedCount: 1 },
			{ recordCount: 1, status: 'pending' },
		]);
		expect(pairsOf(second.outputs[0])).toEqual([0, 1, 2]);
		expect(messages(second).join()).toContain(
			'1 record was pending in the first try of this execution, and the service has refused the transaction since.',
		);
		await night({ items: clients(3, [1]), options });
		expect(JSON.stringify(writes().map(({ body }) => body))).toMatch(/C1 /);
	});

	test('a later try says as well why the records of a request were refused before', async () => {
		setQueue(1, { holds: 'C3' });
		const night = nights();
		await night({ items: clients(4, [0]) });
		// n8n repeats a node whose first item is an error.
		sandbox.setFault({ nth: 2, fault: { kind: 'status', status: 403 } });
		const { json } = await night({ items: clients(4, [0]), tries: 2 });
		expect(json).toMatchObject([
			{ status: 'pending', refusedBefore: [REFUSAL] },
			{ status: 'pending', refusedBefore: [REFUSAL], fromEarlierTry: true },
		]);
	});

	test('Change Limit and Compare with Service know what is pending', async () => {
		setQueue(9);
		const night = nights();
		await night({ items: clients(10) });
		const changed = clients(10).map((record) => ({ ...record, Name: 'changed' }));
		const { error } = await night({
			...{ items: changed, options: { changeLimit: 50 }, onError: undefined },
		});
		expect(error?.message).toContain('10 of 10 known records');
		expect(writes()).toEqual([]);
		const compared = await night({
			items: clients(1),
			options: { dryRun: true, compareWithService: true },
		});
		expect(compared.json).toMatchObject([{ action: 'unknown', key: id(0) }]);
		expect(JSON.stringify(compared.json)).toMatch(/pending in the transaction/);
		expect(sandbox.requests).toEqual([]);
	});
});

test('Retry On Fail asks for the status of what was accepted, and sends it no more', async () => {
	setQueue(0);
	sandbox.setFault({ nth: 1, fault: { kind: 'status', status: 403 } });
	const { json } = await publish({
		...{ items: clients(4), onError: undefined, tries: 2 },
		options: { recordsPerRequest: 2, confirmMinutes: 0 },
	});
	expect(json).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
	const sent = writes().flatMap(({ applied, body }) =>
		applied ? (body as { Clients: Array<{ Name: string }> }).Clients.map(({ Name }) => Name) : [],
	);
	expect(new Set(sent).size).toBe(sent.length);
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
	['continueErrorOutput', { status: 'unknown' }],
	[undefined, { status: 'applied', fromEarlierTry: true }],
] as const)(
	'a wait that n8n ends leaves what was sent as accepted, and a retry sends nothing (On Error: %s)',
	async (onError, receipt) => {
		setQueue(1000);
		const settings = { items: clients(4), onError };
		const options = { recordsPerRequest: 2, confirmMinutes: 5 };
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
