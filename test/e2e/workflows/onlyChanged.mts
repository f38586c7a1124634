// Only Changed Records in an active workflow that a webhook starts, and what is left of a write when n8n is killed.
import assert from 'node:assert/strict';

import type {
	Execution,
	Item,
	SavedWorkflow,
	Workflow,
	WorkflowNode,
} from '../../host/rest/apiTypes.mjs';
import type { RunningN8n } from '../../host/servers/n8n.mjs';
import { waitUntil } from '../../host/servers/server.mjs';
import { type BareService, reply, startBareService } from '../../nodes/service.mjs';
import { chain, credentialType, itemsOf, type Context } from '../context.mjs';
import { accepted, arrived, publishNode } from './ledger.mjs';

export const title =
	'Only Changed Records sends what changed, and survives that n8n is killed in the middle of a write';

/** The crash of an execution is told by n8n 2. */
export const defaultHostOnly = true;

const waitSeconds = 60;

function clients(...names: string[]) {
	return names.map((Name, index) => ({ Id: `6f9619ff-8b86-d011-b42d-00000000000${index}`, Name }));
}

/** Publishes the list that a webhook gets, or a list of its own when started by hand. */
function publishing(path: string, options: object): Workflow {
	const webhook: WorkflowNode = {
		id: 'webhook',
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 200],
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
	};
	const given: WorkflowNode = {
		name: 'Given',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			mode: 'raw',
			jsonOutput: JSON.stringify({ body: { list: clients('a', 'b', 'c') } }),
		},
	};
	const split: WorkflowNode = {
		name: 'Split',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'body.list', options: {} },
	};
	const publish = publishNode({});
	const workflow = chain(path, given, split, {
		...publish,
		parameters: { ...publish.parameters, options: { recordsPerRequest: 10, ...options } },
	});
	return {
		...workflow,
		settings: { executionOrder: 'v1' },
		nodes: [...workflow.nodes, webhook],
		connections: {
			...workflow.connections,
			Webhook: { main: [[{ node: 'Split', type: 'main', index: 0 }]] },
		},
	};
}

/** Calls the webhook; gives the ID of the execution that it started. */
async function start(
	n8n: RunningN8n,
	{ id, name }: SavedWorkflow,
	list: object[],
): Promise<string> {
	const known = new Set((await n8n.api.listExecutions(id)).map((entry) => entry.id));
	const response = await fetch(`${n8n.url}/webhook/${name}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ list }),
	});
	assert.equal(response.status, 200);
	return await waitUntil('The execution of the webhook', waitSeconds, async () => {
		return (await n8n.api.listExecutions(id)).find((entry) => !known.has(entry.id))?.id;
	});
}

async function call(n8n: RunningN8n, workflow: SavedWorkflow, list: object[]): Promise<Execution> {
	return await n8n.api.waitForExecution(workflow.id, await start(n8n, workflow, list), waitSeconds);
}

/** Exactly one receipt with these fields, which every input item is paired with once. */
function assertReceipt(execution: Execution, fields: object, items: number): void {
	const [receipt, ...others] = itemsOf(execution, 'Publish') as [Item, ...Item[]];
	assert.deepEqual(others, []);
	for (const [name, value] of Object.entries(fields)) assert.equal(receipt.json[name], value);
	const pairs = [receipt.pairedItem].flat().map((pair) => (pair as { item: number }).item);
	assert.deepEqual(
		pairs,
		Array.from({ length: items }, (_, index) => index),
	);
}

/**
 * A write whose second request is under way when n8n is killed: what was sent is lost, as the documents say, so a retry
 * of the crashed execution sends everything.
 */
async function killInTheMiddle(n8n: RunningN8n): Promise<void> {
	const answer = reply(200, accepted);
	const service = await startBareService((response, request, number) => {
		if (number !== 2) answer(response, request, number);
	});
	try {
		const credential = await n8n.api.createCredential(credentialType, { baseUrl: service.url });
		const workflow = publishing('killed', { recordsPerRequest: 1 });
		const saved = await n8n.api.importWorkflow(workflow, [credential]);
		await n8n.api.activate(saved);
		const id = await start(n8n, saved, clients('k0', 'k1', 'k2'));
		await waitUntil('The second request', waitSeconds, async () =>
			service.arrived.length === 2 ? true : undefined,
		);
		process.kill(-n8n.pid(), 'SIGKILL');
		await n8n.restart();
		assert.equal((await n8n.api.getExecution(id)).status, 'crashed');
		const retried = await n8n.api.retryExecution(saved.id, id);
		assert.equal(itemsOf(retried, 'Publish').length, 3);
		assert.deepEqual(arrived(service), ['k0', 'k1', 'k0', 'k1', 'k2']);
		await n8n.api.deactivate(saved);
	} finally {
		await service.stop();
	}
}

export async function run({ n8n }: Context): Promise<void> {
	const service = await startBareService(reply(200, accepted));
	try {
		await sendsWhatChanged(n8n, service);
	} finally {
		await service.stop();
	}
}

async function sendsWhatChanged(n8n: RunningN8n, service: BareService): Promise<void> {
	const taken = () => arrived({ ...service, arrived: service.arrived.splice(0) });
	const { api } = n8n;
	const credential = await api.createCredential(credentialType, { baseUrl: service.url });
	const workflow = publishing('only-changed', { onlyChanged: true });
	const saved = await api.importWorkflow(workflow, [credential]);
	await api.activate(saved);

	assertReceipt(
		await call(n8n, saved, clients('a', 'b', 'c')),
		{ recordCount: 3, unchangedCount: 0 },
		3,
	);
	assert.deepEqual(taken(), ['a', 'b', 'c']);
	assertReceipt(
		await call(n8n, saved, clients('a', 'b', 'c')),
		{ success: true, recordCount: 0, unchangedCount: 3 },
		3,
	);
	assert.deepEqual(taken(), []);
	const changed = await call(n8n, saved, [...clients('a', 'B', 'c'), { Name: 'without ID' }]);
	assertReceipt(changed, { recordCount: 2, unchangedCount: 2 }, 4);
	assert.deepEqual(taken(), ['B', 'without ID']);

	await killInTheMiddle(n8n);
	const same = await call(n8n, saved, clients('a', 'B', 'c'));
	assertReceipt(same, { recordCount: 0, unchangedCount: 3 }, 3);
	assert.deepEqual(taken(), []);

	await api.deactivate(saved);
}
