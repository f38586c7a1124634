// Queue mode as docs/queue-mode.md builds it: a published workflow calls sub-workflows, in which workers have
// static data. The change feed and Only Changed Records go on where they were, also after a restart.
import assert from 'node:assert/strict';

import type { SavedWorkflow, WorkflowNode } from '../../host/rest/apiTypes.mjs';
import type { QueueMode } from '../../host/servers/queueMode.mjs';
import { productId } from '../../sandbox/data/products';
import { sampleIds, startSandbox } from '../../sandbox/server.mjs';
import {
	baseNode,
	behind,
	dataOf,
	executionsOf,
	importFor,
	projectServices,
	webhook,
} from '../context.mjs';

const products = 30;
const path = 'sub-workflows';

/** Calls both sub-workflows when its address is opened, as a schedule would. */
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
	const publish = projectServices('Publish', {
		resource: 'client',
		operation: 'publish',
		listId: 'sub-workflow',
		listName: 'From a sub-workflow',
		dataMode: 'json',
		body: '={{ JSON.stringify({ Clients: [{ Id: "0f0e0d0c-0b0a-4908-8706-0504030201ff", Name: "A" }] }) }}',
		options: { onlyChanged: true },
	});
	const send = { ...(await call('Send', publish)), executeOnce: true };
	return await main.api.importWorkflow(behind(webhook(path), 'Calls', follow, send));
}

export async function keepsStateInSubWorkflows(queue: QueueMode): Promise<void> {
	const sandbox = await startSandbox({ products });
	try {
		const workflow = await caller(queue, sandbox.url);
		await queue.main.api.activate(workflow);
		const { run } = executionsOf(queue.main, workflow, path);
		const check = async (committed: object) => {
			const execution = await run();
			dataOf(execution, 'Send');
			assert.deepEqual(dataOf(execution, 'Follow')[0], committed);
			const sent = sandbox.requests.filter(({ address }) => address === 'client/publish');
			assert.equal(sent.length, 1);
		};
		await check({ committed: true, changes: products });
		await check({});
		sandbox.change('product', productId(1, 3), { Model: 'A' });
		await check({ committed: true, changes: 1 });
		await queue.restart();
		sandbox.remove('product', productId(1, 4));
		await check({ committed: true, changes: 1 });
		await queue.main.api.deactivate(workflow);
	} finally {
		await sandbox.stop();
	}
}
