// Queue mode: what workers read and write, and what a sub-workflow, a write that failed and the trigger remember over a
// restart of main and worker. Then with durable polling and two mains, of which one crashes in the middle of a poll.
import assert from 'node:assert/strict';

import type { Execution, SavedWorkflow, WorkflowNode } from '../../host/rest/apiTypes.mjs';
import type { RunningN8n } from '../../host/servers/n8n.mjs';
import { startQueueMode, type QueueMode } from '../../host/servers/queueMode.mjs';
import { waitUntil } from '../../host/servers/server.mjs';
import { productId } from '../../sandbox/data/products';
import { sampleIds, startSandbox, type Sandbox } from '../../sandbox/server.mjs';
import {
	acceptingExcept,
	arrived,
	baseNode,
	behind,
	chain,
	dataOf,
	executionsOf,
	given,
	importFor,
	itemsNodes,
	projectServices,
	publishNode,
	webhook,
	withService,
	type Context,
} from '../context.mjs';
import { assertQuiet, idsOf, onlyNext, watching } from '../workflows/trigger.mjs';

export const title =
	'In queue mode nothing is forgotten over a restart, and with durable polling a change comes once although a main crashes';
export const ownN8n = true;
export const needs = ['redis', 'postgres'] as const;
export const seconds = 600;

const products = 30;

function assertRanOnWorker(queue: QueueMode, execution: Execution): void {
	const said = new RegExp(`Worker (started|finished) execution ${execution.id}\\b`);
	assert.match(queue.workerLog(), said, 'The execution did not run on the worker.');
}

/** As docs/queue-mode.md builds it, with a webhook for the schedule: calls two sub-workflows, which have static data. */
async function caller({ main }: QueueMode, baseUrl: string): Promise<SavedWorkflow> {
	/** A node that calls a workflow of these nodes. */
	const call = async (name: string, ...nodes: WorkflowNode[]): Promise<WorkflowNode> => {
		const parameters = { inputSource: 'passthrough' };
		const called = baseNode('Called', 'executeWorkflowTrigger', 1.1, parameters);
		const workflow = await importFor(main, baseUrl, behind(called, `To ${name}`, ...nodes));
		await main.api.activate(workflow);
		const node = baseNode(name, 'executeWorkflow', 1.2, {
			workflowId: { __rl: true, mode: 'id', value: workflow.id },
			options: { waitForSubWorkflow: true },
		});
		return { ...node, alwaysOutputData: true };
	};
	const list = { resource: 'productCatalog', id: sampleIds.catalog };
	const follow = await call(
		'Follow',
		projectServices('Get Changes', { ...list, operation: 'getChanges' }),
		projectServices('Commit Changes', { ...list, operation: 'commitChanges' }),
	);
	const client = given('Client', { Id: '0f0e0d0c-0b0a-4908-8706-0504030201ff', Name: 'A' });
	const send = await call('Send', client, publishNode({}, { onlyChanged: true }));
	const calls = behind(webhook('calls'), 'Calls', follow, { ...send, executeOnce: true });
	const saved = await main.api.importWorkflow(calls);
	await main.api.activate(saved);
	return saved;
}

async function remembersOverRestart(queue: QueueMode, sandbox: Sandbox): Promise<void> {
	const { main } = queue;
	const { api } = main;
	const watch = await importFor(main, sandbox.url, watching('Watching in queue mode'));
	await api.activate(watch);
	await assertQuiet(main, sandbox, watch, 0);
	sandbox.change('changeOrderProject', 'CO-1003', { Progress: 'Completed' });
	assert.deepEqual(idsOf(await onlyNext(main, sandbox, watch, 0)), ['CO-1003']);

	const calls = await caller(queue, sandbox.url);
	const { run } = executionsOf(main, calls, 'calls');
	const follows = async (committed: object) => {
		const execution = await run();
		assertRanOnWorker(queue, execution);
		dataOf(execution, 'Send');
		assert.deepEqual(dataOf(execution, 'Follow')[0], committed);
		const sent = sandbox.requests.filter(({ address }) => address === 'client/publish');
		assert.equal(sent.length, 1);
	};
	await follows({ committed: true, changes: products });
	await follows({});
	sandbox.change('product', productId(1, 3), { Model: 'A' });
	await follows({ committed: true, changes: 1 });

	await withService(acceptingExcept(2, 400), async (service) => {
		const clients = ['A', 'B', 'C', 'D', 'E'].map((Name) => ({
			Id: `0f0e0d0c-0b0a-4908-8706-0504030201a${Name}`,
			Name,
		}));
		const workflow = chain('Fails on the worker', ...itemsNodes(clients), publishNode());
		const saved = await importFor(main, service.url, workflow);
		const failed = await api.runWorkflow(saved);
		assert.equal(failed.status, 'error');
		assertRanOnWorker(queue, failed);
		await queue.restart();
		const retried = await api.retryExecution(saved.id, failed.id);
		assertRanOnWorker(queue, retried);
		const earlier = dataOf(retried, 'Publish').map(({ fromEarlierTry }) => fromEarlierTry);
		assert.deepEqual(earlier, [true, undefined, undefined]);
		assert.equal(arrived(service).join(''), 'ABCDCDE');
	});

	sandbox.remove('product', productId(1, 4));
	await follows({ committed: true, changes: 1 });
	await assertQuiet(main, sandbox, watch, 1);
	sandbox.change('changeOrderProject', 'CO-1004', { Progress: 'Completed' });
	assert.deepEqual(idsOf(await onlyNext(main, sandbox, watch, 1)), ['CO-1004']);
	for (const each of [calls, watch]) await api.deactivate(each);
}

/** Durable polling in n8n 2.41, with short intervals for the test. */
const durable = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '2',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_REAPER_INTERVAL: '2',
	N8N_SCHEDULER_LEASE_DURATION: '10',
	N8N_SCHEDULER_POLL_TIMEOUT: '8',
};
const slowMs = 3_000;

function signal(main: RunningN8n, name: NodeJS.Signals): void {
	process.kill(-main.pid(), name);
}

/** Kills `crashing` while it waits for the service's response to a poll; `other` cannot poll meanwhile. */
async function crashInPoll(sandbox: Sandbox, crashing: RunningN8n, other: RunningN8n) {
	signal(other, 'SIGSTOP');
	try {
		sandbox.setOptions({ latencyMs: slowMs });
		const slowSince = Date.now();
		await waitUntil('A poll', 30, async () =>
			sandbox.requests.find(({ arrivedAt }) => arrivedAt > slowSince),
		);
		signal(crashing, 'SIGKILL');
	} finally {
		sandbox.setOptions({ latencyMs: 0 });
		signal(other, 'SIGCONT');
	}
}

/** Without these rows, n8n would poll as it does by default, and this test would show nothing. */
async function assertDurable({ query }: QueueMode, workflowId: string): Promise<void> {
	const count = async (sql: string) => Number((await query(sql))[0]?.[0]);
	assert.ok((await count(`SELECT count(*) FROM scheduled_task`)) > 0);
	const cursors = `SELECT count(*) FROM poller_state WHERE "workflowId" = '${workflowId}'`;
	assert.equal(await count(cursors), 1);
}

async function pollsDurably(queue: QueueMode, sandbox: Sandbox): Promise<void> {
	await queue.restart(durable);
	const first = queue.main;
	const second = await queue.addMain(durable);
	const workflow = await importFor(first, sandbox.url, watching('Watching durably'));
	await first.api.activate(workflow);
	await assertQuiet(first, sandbox, workflow, 0);
	await assertDurable(queue, workflow.id);
	for (const [known, id] of ['CO-1005', 'CO-1006', 'CO-1007'].entries()) {
		sandbox.change('changeOrderProject', id, { Progress: 'Completed' });
		if (known === 1) await crashInPoll(sandbox, first, second);
		assert.deepEqual(idsOf(await onlyNext(second, sandbox, workflow, known)), [id]);
	}
	await second.api.deactivate(workflow);
}

export async function run({ packed }: Context): Promise<void> {
	const sandbox = await startSandbox({ products });
	const queue = await startQueueMode({ packages: [packed] });
	try {
		await remembersOverRestart(queue, sandbox);
		await pollsDurably(queue, sandbox);
	} finally {
		await queue.stop();
		await sandbox.stop();
	}
}
