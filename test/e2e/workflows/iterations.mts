// Writes that run several times in one execution of a real n8n: Loop Over Items and sub-workflows, under n8n's
// retries.
import assert from 'node:assert/strict';

import type {
	Execution,
	SavedWorkflow,
	Workflow,
	WorkflowNode,
} from '../../host/rest/apiTypes.mjs';
import { type BareService, reply, startBareService } from '../../nodes/service.mjs';
import { chain, credentialType, itemsOf, type Context } from '../context.mjs';
import { accepted, arrived, itemsNodes, publishNode } from './ledger.mjs';

export const title =
	'Loops and sub-workflows write once per iteration, also when n8n retries the execution';

const settings = { executionOrder: 'v1' };
const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
const options = { recordsPerRequest: 1, maxRetries: 0 };

function publishOneByOne(more: object = {}): WorkflowNode {
	const node = publishNode(more);
	return { ...node, parameters: { ...node.parameters, options } };
}

/** A service that answers the request of this number with a status, and accepts all others. */
async function withService(
	number: number,
	status: number,
	use: (service: BareService, baseUrl: { baseUrl: string }) => Promise<void>,
): Promise<void> {
	const service = await startBareService((response, request, count) =>
		(count === number ? reply(status, '{}') : reply(200, accepted))(response, request, count),
	);
	try {
		await use(service, { baseUrl: service.url });
	} finally {
		await service.stop();
	}
}

/** Two iterations with the same two records. */
function loop(name: string): Workflow {
	const list = ['A', 'B', 'A', 'B'].map((Name) => ({ Name }));
	const batches: WorkflowNode = {
		name: 'Loop',
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		parameters: { batchSize: 2, options: {} },
	};
	const workflow = chain(name, ...itemsNodes(list), batches, publishOneByOne());
	const link = (node: string) => [{ node, type: 'main', index: 0 }];
	return {
		...workflow,
		settings,
		connections: {
			...workflow.connections,
			Loop: { main: [[], link('Publish')] },
			Publish: { main: [link('Loop')] },
		},
	};
}

async function loopOverItems({ n8n }: Context): Promise<void> {
	// Certainly not applied: the retry sends only that request.
	await withService(4, 400, async (service, baseUrl) => {
		const credential = await n8n.api.createCredential(credentialType, baseUrl);
		const saved = await n8n.api.importWorkflow(loop('Loop 400'), [credential]);
		const first = await n8n.api.runWorkflow(saved);
		assert.equal(first.status, 'error');
		const second = await n8n.api.retryExecution(saved.id, first.id);
		const earlier = itemsOf(second, 'Publish').map(({ json }) => json.fromEarlierTry);
		assert.deepEqual(earlier, [true, undefined]);
		assert.deepEqual(arrived(service), ['A', 'B', 'A', 'B', 'B']);
	});
	// May have been applied: nothing is sent again, unless the saved workflow says so now.
	await withService(4, 500, async (service, baseUrl) => {
		const credential = await n8n.api.createCredential(credentialType, baseUrl);
		const saved = await n8n.api.importWorkflow(loop('Loop 500'), [credential]);
		const first = await n8n.api.runWorkflow(saved);
		const second = await n8n.api.retryExecution(saved.id, first.id, 'saved');
		assert.match(second.error?.description ?? '', /may or may not have been applied/);
		assert.deepEqual(arrived(service), ['A', 'B', 'A', 'B']);
		await n8n.api.updateWorkflow(resending(saved));
		const third = await n8n.api.retryExecution(saved.id, second.id, 'saved');
		assert.equal(third.status, 'success');
		assert.deepEqual(arrived(service), ['A', 'B', 'A', 'B', 'B']);
	});
}

/** The workflow with Resend Uncertain Requests. */
function resending(workflow: SavedWorkflow): SavedWorkflow {
	const nodes = workflow.nodes.map((node) =>
		node.name === 'Publish'
			? {
					...node,
					parameters: { ...node.parameters, options: { ...options, resendUncertain: true } },
				}
			: node,
	);
	return { ...workflow, nodes };
}

/** A workflow that calls a sub-workflow once per item; both items are the same. */
async function callsSubWorkflow(
	{ n8n }: Context,
	baseUrl: { baseUrl: string },
	publish: WorkflowNode,
): Promise<SavedWorkflow> {
	const credential = await n8n.api.createCredential(credentialType, baseUrl);
	const called: WorkflowNode = {
		id: 'called',
		name: 'Called',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		position: [0, 0],
		parameters: { inputSource: 'passthrough' },
	};
	const inner = chain('Sub-workflow', publish);
	const sub = await n8n.api.importWorkflow(
		{
			...inner,
			settings,
			nodes: [called, ...inner.nodes.slice(1)],
			connections: { Called: inner.connections.Start },
		},
		[credential],
	);
	// n8n 1 calls it as it is saved, and cannot activate it.
	if (!n8n.version.startsWith('1.')) await n8n.api.activate(sub);
	const call: WorkflowNode = {
		name: 'Call',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.1,
		parameters: {
			workflowId: { __rl: true, mode: 'id', value: sub.id },
			mode: 'each',
			options: { waitForSubWorkflow: true },
		},
	};
	const outer = chain('Calls a sub-workflow', ...itemsNodes([{ Name: 'A' }, { Name: 'A' }]), call);
	return await n8n.api.importWorkflow({ ...outer, settings });
}

async function subWorkflows(context: Context): Promise<void> {
	const { api } = context.n8n;
	await withService(2, 400, async (service, baseUrl) => {
		const saved = await callsSubWorkflow(context, baseUrl, publishOneByOne(retryOnFail));
		const execution: Execution = await api.runWorkflow(saved);
		assert.equal(itemsOf(execution, 'Call').length, 2);
		assert.deepEqual(arrived(service), ['A', 'A', 'A']);
	});
	// As the documents say: a retry of the caller calls again, and each call is an execution of its own.
	await withService(2, 400, async (service, baseUrl) => {
		const saved = await callsSubWorkflow(context, baseUrl, publishOneByOne());
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
