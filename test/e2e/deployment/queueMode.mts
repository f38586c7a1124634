// Queue mode: a scheduled read and a publish run on the worker, before and after a restart of both, and
// what the trigger, a write that failed and sub-workflows remember outlives the restart.
import assert from 'node:assert/strict';

import type { Execution, Workflow } from '../../host/rest/apiTypes.mjs';
import { startQueueMode, type QueueMode } from '../../host/servers/queueMode.mjs';
import {
	acceptingExcept,
	arrived,
	baseNode,
	behind,
	chain,
	dataOf,
	importFor,
	itemsNodes,
	projectServices,
	publishNode,
	withService,
	type Context,
} from '../context.mjs';
import { assertQuiet, idsOf, onlyNext, watching } from '../workflows/trigger.mjs';
import { keepsStateInSubWorkflows } from './subWorkflows.mjs';

export const title =
	'In queue mode the worker reads and publishes, and the trigger outlives a restart';
export const defaultHostOnly = true;
export const ownN8n = true;
export const seconds = 600;

const clientId = '0f0e0d0c-0b0a-4908-8706-050403020100';
const runSeconds = 60;

/** Reads every two seconds, makes one record of what was read, and publishes it. */
function readAndPublish(): Workflow {
	const rule = { interval: [{ field: 'seconds', secondsInterval: 2 }] };
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
	const schedule = baseNode('Schedule', 'scheduleTrigger', 1.2, { rule });
	return behind(schedule, 'Scheduled', read, { ...publish, executeOnce: true });
}

function assertRanOnWorker(queue: QueueMode, execution: Execution): void {
	const said = new RegExp(`Worker (started|finished) execution ${execution.id}\\b`);
	assert.match(queue.workerLog(), said, 'The execution did not run on the worker.');
}

/** The first scheduled execution that is not known yet reads and publishes. */
async function assertReadsAndPublishes(queue: QueueMode, id: string, known: readonly string[]) {
	const { api } = queue.main;
	const isNew = (entry: { id: string; mode: string }) =>
		entry.mode === 'trigger' && !known.includes(entry.id);
	const started = await api.startedExecution(id, isNew, runSeconds);
	const execution = await api.waitForExecution(id, started, runSeconds);
	assert.equal(dataOf(execution, 'Read').length, 3);
	assert.equal(dataOf(execution, 'Publish').length, 1);
	assertRanOnWorker(queue, execution);
}

/** A publish whose second request of three is refused on one worker; another one takes the retry, after a restart. */
async function retriesOnAnotherWorker(queue: QueueMode): Promise<void> {
	await withService(acceptingExcept(2, 400), async (service) => {
		const { api } = queue.main;
		const clients = [0, 1, 2, 3, 4].map((number) => ({ Name: `C${number}` }));
		const workflow = chain('Fails on the worker', ...itemsNodes(clients), publishNode());
		const saved = await importFor(queue.main, service.url, workflow);
		const failed = await api.runWorkflow(saved);
		assert.equal(failed.status, 'error');
		assertRanOnWorker(queue, failed);
		await queue.restart();
		const retried = await api.retryExecution(saved.id, failed.id);
		assertRanOnWorker(queue, retried);
		const earlier = dataOf(retried, 'Publish').map(({ fromEarlierTry }) => fromEarlierTry);
		assert.deepEqual(earlier, [true, undefined, undefined]);
		assert.deepEqual(arrived(service), ['C0', 'C1', 'C2', 'C3', 'C2', 'C3', 'C4']);
	});
}

export async function run({ packed, sandbox, n8n }: Context): Promise<void> {
	const queue = await startQueueMode({ host: n8n.host, packages: [packed] });
	const { main } = queue;
	const { api } = main;
	try {
		const workflow = await importFor(main, sandbox.url, readAndPublish());
		await api.activate(workflow);
		await assertReadsAndPublishes(queue, workflow.id, []);
		await api.deactivate(workflow);
		assert.equal(sandbox.find('client', clientId)?.Name, 'From the worker');

		const watch = await importFor(main, sandbox.url, watching('Watching in queue mode'));
		await api.activate(watch);
		await assertQuiet(main, watch, 0);
		sandbox.change('changeOrderProject', 'CO-1003', { Progress: 'Completed' });
		assert.deepEqual(idsOf(await onlyNext(main, watch, 0)), ['CO-1003']);

		await api.activate(workflow);
		const known = (await api.listExecutions(workflow.id)).map(({ id }) => id);
		await retriesOnAnotherWorker(queue);
		await assertReadsAndPublishes(queue, workflow.id, known);
		await api.deactivate(workflow);
		await assertQuiet(main, watch, 1);
		sandbox.change('changeOrderProject', 'CO-1004', { Progress: 'Completed' });
		assert.deepEqual(idsOf(await onlyNext(main, watch, 1)), ['CO-1004']);
		await api.deactivate(watch);

		await keepsStateInSubWorkflows(queue);
	} finally {
		await queue.stop();
	}
}
