// Queue mode: a scheduled read and a publish run on the worker, before and after a restart of both, and
// what the trigger, a write that failed and sub-workflows remember outlives the restart.
import assert from 'node:assert/strict';

import type { Execution, Workflow, WorkflowNode } from '../../host/rest/apiTypes.mjs';
import { startQueueMode, type QueueMode } from '../../host/servers/queueMode.mjs';
import { waitUntil } from '../../host/servers/server.mjs';
import { reply, startBareService } from '../../nodes/service.mjs';
import { chain, credentialType, itemsOf, projectServices, type Context } from '../context.mjs';
import { accepted, arrived, itemsNodes, publishNode } from '../workflows/ledger.mjs';
import { assertQuiet, idsOf, onlyNext, watching } from '../workflows/trigger.mjs';
import { keepsStateInSubWorkflows } from './subWorkflows.mjs';

export const title =
	'In queue mode the worker reads and publishes, and the trigger outlives a restart';
export const defaultHostOnly = true;
export const ownN8n = true;
export const seconds = 300;

const clientId = '0f0e0d0c-0b0a-4908-8706-050403020100';
const runSeconds = 60;

function everyTwoSeconds(): WorkflowNode {
	return {
		name: 'Schedule',
		type: 'n8n-nodes-base.scheduleTrigger',
		typeVersion: 1.2,
		parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 2 }] } },
	};
}

/** Reads, makes one record of what was read, and publishes it. */
function readAndPublish(): Workflow {
	const read = projectServices('Read', {
		resource: 'changeOrderProject',
		operation: 'getAll',
		returnAll: false,
		limit: 3,
	});
	const publish = projectServices('Publish', {
		resource: 'client',
		operation: 'publish',
		listId: 'queue',
		listName: 'From the worker',
		dataMode: 'json',
		body: JSON.stringify({ Clients: [{ Id: clientId, Name: 'From the worker' }] }),
	});
	const workflow = chain('Scheduled', read, { ...publish, executeOnce: true });
	const [start, ...others] = workflow.nodes;
	return {
		...workflow,
		nodes: [{ ...start, ...everyTwoSeconds() }, ...others],
		connections: {
			Schedule: { main: [[{ node: 'Read', type: 'main', index: 0 }]] },
			Read: { main: [[{ node: 'Publish', type: 'main', index: 0 }]] },
		},
	};
}

/** The first scheduled execution after those that are known. */
async function nextExecution(
	queue: QueueMode,
	workflowId: string,
	known: Set<string>,
): Promise<Execution> {
	const { api } = queue.main;
	const id = await waitUntil('A scheduled execution', runSeconds, async () => {
		const listed = await api.listExecutions(workflowId);
		return listed.find((entry) => !known.has(entry.id) && entry.mode === 'trigger')?.id;
	});
	return await api.waitForExecution(workflowId, id, runSeconds);
}

function assertRanOnWorker(queue: QueueMode, execution: Execution): void {
	const said = new RegExp(`Worker (started|finished) execution ${execution.id}\\b`);
	assert.match(queue.workerLog(), said, 'The execution did not run on the worker.');
}

function assertReadAndPublished(queue: QueueMode, execution: Execution): void {
	assert.equal(itemsOf(execution, 'Read').length, 3);
	assert.equal(itemsOf(execution, 'Publish').length, 1);
	assertRanOnWorker(queue, execution);
}

/** A publish whose second request of three is refused on one worker; another one takes the retry, after `between`. */
async function retriesOnAnotherWorker(
	queue: QueueMode,
	between: () => Promise<void>,
): Promise<void> {
	const service = await startBareService((response, request, number) =>
		(number === 2 ? reply(400, '{}') : reply(200, accepted))(response, request, number),
	);
	try {
		const { api } = queue.main;
		const credential = await api.createCredential(
			credentialType,
			{ baseUrl: service.url },
			'Refusing',
		);
		const clients = [0, 1, 2, 3, 4].map((number) => ({ Name: `C${number}` }));
		const workflow = chain('Fails on the worker', ...itemsNodes(clients), publishNode({}));
		const saved = await api.importWorkflow(workflow, [credential]);
		const failed = await api.runWorkflow(saved);
		assert.equal(failed.status, 'error');
		assertRanOnWorker(queue, failed);
		await between();
		const retried = await api.retryExecution(saved.id, failed.id);
		assertRanOnWorker(queue, retried);
		const earlier = itemsOf(retried, 'Publish').map(({ json }) => json.fromEarlierTry);
		assert.deepEqual(earlier, [true, undefined, undefined]);
		assert.deepEqual(arrived(service), ['C0', 'C1', 'C2', 'C3', 'C2', 'C3', 'C4']);
	} finally {
		await service.stop();
	}
}

export async function run({ packed, sandbox, n8n }: Context): Promise<void> {
	const queue = await startQueueMode({ host: n8n.host, packages: [packed] });
	try {
		const { api } = queue.main;
		const credential = await api.createCredential(credentialType, { baseUrl: sandbox.url });
		const workflow = await api.importWorkflow(readAndPublish(), [credential]);
		await api.activate(workflow);
		assertReadAndPublished(queue, await nextExecution(queue, workflow.id, new Set()));
		await api.deactivate(workflow);
		assert.equal(sandbox.find('client', clientId)?.Name, 'From the worker');

		const watch = await api.importWorkflow(watching('Watching in queue mode'), [credential]);
		await api.activate(watch);
		await assertQuiet(queue.main, watch, 0);
		sandbox.change('changeOrderProject', 'CO-1003', { Progress: 'Completed' });
		assert.deepEqual(idsOf(await onlyNext(queue.main, watch, 0)), ['CO-1003']);

		await api.activate(workflow);
		const known = new Set((await api.listExecutions(workflow.id)).map(({ id }) => id));
		await retriesOnAnotherWorker(queue, queue.restart);
		assertReadAndPublished(queue, await nextExecution(queue, workflow.id, known));
		await api.deactivate(workflow);
		await assertQuiet(queue.main, watch, 1);
		sandbox.change('changeOrderProject', 'CO-1004', { Progress: 'Completed' });
		assert.deepEqual(idsOf(await onlyNext(queue.main, watch, 1)), ['CO-1004']);
		await api.deactivate(watch);

		await keepsStateInSubWorkflows(queue);
	} finally {
		await queue.stop();
	}
}
