// Queue mode as docs/queue-mode.md builds it: a published workflow calls sub-workflows, in which workers have
// static data. The change feed and Only Changed Records go on where they were, also after a restart.
import assert from 'node:assert/strict';

import type {
	Credential,
	SavedWorkflow,
	Workflow,
	WorkflowNode,
} from '../../host/rest/apiTypes.mjs';
import type { QueueMode } from '../../host/servers/queueMode.mjs';
import { waitUntil } from '../../host/servers/server.mjs';
import { productId } from '../../sandbox/data/products';
import { sampleIds, startSandbox } from '../../sandbox/server.mjs';
import { chain, credentialType, itemsOf, projectServices } from '../context.mjs';

const products = 30;
const runSeconds = 60;

/** A workflow that begins where another one calls it. */
function subWorkflow(name: string, ...nodes: WorkflowNode[]): Workflow {
	const inner = chain(name, ...nodes);
	const [start, ...others] = inner.nodes;
	const { Start, ...connections } = inner.connections;
	const trigger = {
		name: 'When Executed by Another Workflow',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	return {
		...inner,
		nodes: [{ ...start, ...trigger }, ...others],
		connections: { ...connections, [trigger.name]: Start },
	};
}

function call(name: string, { id }: SavedWorkflow): WorkflowNode {
	return {
		name,
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		alwaysOutputData: true,
		parameters: {
			workflowId: { __rl: true, mode: 'id', value: id },
			options: { waitForSubWorkflow: true },
		},
	};
}

/** Calls both sub-workflows when its address is opened, as a schedule would. */
async function caller(
	{ main: { api } }: QueueMode,
	credential: Credential,
	path: string,
): Promise<SavedWorkflow> {
	const list = { resource: 'productCatalog', id: sampleIds.catalog };
	const feed = subWorkflow(
		'Follow catalog',
		projectServices('Get Changes', { ...list, operation: 'getChanges' }),
		projectServices('Commit Changes', { ...list, operation: 'commitChanges' }),
	);
	const publish = subWorkflow(
		'Publish clients',
		projectServices('Publish', {
			resource: 'client',
			operation: 'publish',
			listId: 'sub-workflow',
			listName: 'From a sub-workflow',
			dataMode: 'json',
			body: '={{ JSON.stringify({ Clients: [{ Id: "0f0e0d0c-0b0a-4908-8706-0504030201ff", Name: "A" }] }) }}',
			options: { onlyChanged: true },
		}),
	);
	const called: SavedWorkflow[] = [];
	for (const workflow of [feed, publish]) {
		const saved = await api.importWorkflow(workflow, [credential]);
		await api.activate(saved);
		called.push(saved);
	}
	const [follow, send] = called as [SavedWorkflow, SavedWorkflow];
	const workflow = chain('Calls', call('Follow', follow), {
		...call('Send', send),
		executeOnce: true,
	});
	const [start, ...others] = workflow.nodes;
	const webhook = {
		name: 'Start',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { path, responseMode: 'onReceived', options: {} },
	};
	return await api.importWorkflow({ ...workflow, nodes: [{ ...start, ...webhook }, ...others] });
}

export async function keepsStateInSubWorkflows(queue: QueueMode): Promise<void> {
	const path = 'sub-workflows';
	const sandbox = await startSandbox({ products });
	try {
		const { api } = queue.main;
		const credential = await api.createCredential(credentialType, { baseUrl: sandbox.url });
		const workflow = await caller(queue, credential, path);
		await api.activate(workflow);
		const known = new Set<string>();
		const run = async () => {
			await fetch(`${queue.main.url}/webhook/${path}`);
			const id = await waitUntil('An execution', runSeconds, async () => {
				const listed = await api.listExecutions(workflow.id);
				return listed.find((entry) => !known.has(entry.id))?.id;
			});
			known.add(id);
			const execution = await api.waitForExecution(workflow.id, id, runSeconds);
			return ['Follow', 'Send'].map((node) => itemsOf(execution, node)[0]?.json);
		};
		const sent = () =>
			sandbox.requests.filter(({ address }) => address === 'client/publish').length;

		const [first] = await run();
		assert.deepEqual(first, { committed: true, changes: products });
		assert.equal(sent(), 1);
		assert.deepEqual((await run())[0], {});
		sandbox.change('product', productId(1, 3), { Model: 'A' });
		assert.deepEqual((await run())[0], { committed: true, changes: 1 });
		await queue.restart();
		sandbox.remove('product', productId(1, 4));
		assert.deepEqual((await run())[0], { committed: true, changes: 1 });
		assert.equal(sent(), 1);
		await api.deactivate(workflow);
	} finally {
		await sandbox.stop();
	}
}
