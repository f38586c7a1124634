// Writes that run several times in one execution of a real n8n: Loop Over Items and sub-workflows, under n8n's
// retries.
import assert from 'node:assert/strict';

import type { SavedWorkflow, Workflow, WorkflowNode } from '../../host/rest/apiTypes.mjs';
import {
	acceptingExcept,
	arrived,
	baseNode,
	behind,
	chain,
	dataOf,
	importFor,
	itemsNodes,
	link,
	publishNode,
	retryOnFail,
	withService,
	type Context,
} from '../context.mjs';

export const title =
	'Loops and sub-workflows write once per iteration, also when n8n retries the execution';

const oneByOne = { recordsPerRequest: 1 };

/** Two iterations with the same two records. */
function loop(name: string): Workflow {
	const list = ['A', 'B', 'A', 'B'].map((Name) => ({ Name }));
	const batches = baseNode('Loop', 'splitInBatches', 3, { batchSize: 2, options: {} });
	const workflow = chain(name, ...itemsNodes(list), batches, publishNode({}, oneByOne));
	const { connections } = workflow;
	const Loop = { main: [[], link('Publish')] };
	return { ...workflow, connections: { ...connections, Loop, Publish: { main: [link('Loop')] } } };
}

async function loopOverItems({ n8n }: Context): Promise<void> {
	const { api } = n8n;
	// Certainly not applied: the retry sends only that request.
	await withService(acceptingExcept(4, 400), async (service) => {
		const saved = await importFor(n8n, service.url, loop('Loop 400'));
		const first = await api.runWorkflow(saved);
		assert.equal(first.status, 'error');
		const second = await api.retryExecution(saved.id, first.id);
		const earlier = dataOf(second, 'Publish').map(({ fromEarlierTry }) => fromEarlierTry);
		assert.deepEqual(earlier, [true, undefined]);
		assert.deepEqual(arrived(service), ['A', 'B', 'A', 'B', 'B']);
	});
	// May have been applied: nothing is sent again, unless the saved workflow says so now.
	await withService(acceptingExcept(4, 500), async (service) => {
		const saved = await importFor(n8n, service.url, loop('Loop 500'));
		const first = await api.runWorkflow(saved);
		const second = await api.retryExecution(saved.id, first.id, 'saved');
		assert.match(second.error?.description ?? '', /may or may not have been applied/);
		assert.deepEqual(arrived(service), ['A', 'B', 'A', 'B']);
		const { parameters } = publishNode({}, { ...oneByOne, resendUncertain: true });
		const nodes = saved.nodes.map((node) =>
			node.name === 'Publish' ? { ...node, parameters } : node,
		);
		await api.updateWorkflow({ ...saved, nodes });
		const third = await api.retryExecution(saved.id, second.id, 'saved');
		assert.equal(third.status, 'success');
		assert.deepEqual(arrived(service), ['A', 'B', 'A', 'B', 'B']);
	});
}

/** A workflow that calls a sub-workflow once per item; both items are the same. */
async function callsSubWorkflow(
	{ n8n }: Context,
	baseUrl: string,
	publish: WorkflowNode,
): Promise<SavedWorkflow> {
	const parameters = { inputSource: 'passthrough' };
	const called = baseNode('Called', 'executeWorkflowTrigger', 1.1, parameters);
	const sub = await importFor(n8n, baseUrl, behind(called, 'Sub-workflow', publish));
	// n8n 1 calls it as it is saved, and cannot activate it.
	if (!n8n.version.startsWith('1.')) await n8n.api.activate(sub);
	const call = baseNode('Call', 'executeWorkflow', 1.1, {
		workflowId: { __rl: true, mode: 'id', value: sub.id },
		mode: 'each',
		options: { waitForSubWorkflow: true },
	});
	const items = itemsNodes([{ Name: 'A' }, { Name: 'A' }]);
	return await n8n.api.importWorkflow(chain('Calls a sub-workflow', ...items, call));
}

async function subWorkflows(context: Context): Promise<void> {
	const { api } = context.n8n;
	await withService(acceptingExcept(2, 400), async (service) => {
		const publish = publishNode(retryOnFail, oneByOne);
		const saved = await callsSubWorkflow(context, service.url, publish);
		assert.equal(dataOf(await api.runWorkflow(saved), 'Call').length, 2);
		assert.deepEqual(arrived(service), ['A', 'A', 'A']);
	});
	// As the documents say: a retry of the caller calls again, and each call is an execution of its own.
	await withService(acceptingExcept(2, 400), async (service) => {
		const saved = await callsSubWorkflow(context, service.url, publishNode({}, oneByOne));
		const first = await api.runWorkflow(saved);
		assert.equal(first.status, 'error');
		assert.equal((await api.retryExecution(saved.id, first.id)).status, 'success');
		assert.deepEqual(arrived(service), ['A', 'A', 'A', 'A']);
	});
}

export async function run(context: Context): Promise<void> {
	await loopOverItems(context);
	await subWorkflows(context);
}
