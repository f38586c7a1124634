// Writes under n8n's own retries in a real n8n: a service that counts what it applied sees every record once.
import assert from 'node:assert/strict';

import type { WorkflowNode } from '../../host/rest/apiTypes.mjs';
import { type BareService, reply, startBareService } from '../../nodes/service.mjs';
import { chain, credentialType, itemsOf, projectServices, type Context } from '../context.mjs';

export const title = 'Retry On Fail and Retry execution write nothing twice, and a budget is kept';

const records = 10;
const orders = 300;
const perMinute = 600;

/** Nodes that give these items. */
export function itemsNodes(list: readonly object[]): WorkflowNode[] {
	const given: WorkflowNode = {
		name: 'Given',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ list }) },
	};
	const split: WorkflowNode = {
		name: 'Split',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'list', options: {} },
	};
	return [given, split];
}

/** Publishes clients, two in a request. */
export function publishNode(settings: object): WorkflowNode {
	const parameters = {
		resource: 'client',
		operation: 'publish',
		listId: 'L1',
		listName: 'List',
		record: { mappingMode: 'autoMapInputData', value: null },
		options: { recordsPerRequest: 2, maxRetries: 0 },
	};
	return { ...projectServices('Publish', parameters), ...settings };
}

/** The names in the requests that arrived, in order. */
export function arrived({ arrived: requests }: BareService): string[] {
	return requests.flatMap(({ body }) =>
		(JSON.parse(body) as { Clients: Array<{ Name: string }> }).Clients.map(({ Name }) => Name),
	);
}

const clients = Array.from({ length: records }, (_, index) => ({ Name: `C${index}` }));
const names = clients.map(({ Name }) => Name);
/** What the service says to a publish. */
export const accepted = '{"MessageId":"0f0e0d0c-0b0a-4908-8706-050403020100","Message":"Accepted"}';

/** Publishes to a service whose third request ends with a status, then retries the execution. */
async function publishTwice(
	{ n8n }: Context,
	status: number,
	settings: object,
): Promise<{ service: string[]; first: string; second: string }> {
	const service = await startBareService((response, request, number) =>
		(number === 3 ? reply(status, '{}') : reply(200, accepted))(response, request, number),
	);
	try {
		const credential = await n8n.api.createCredential(credentialType, { baseUrl: service.url });
		const workflow = chain(
			`Ledger ${status} ${JSON.stringify(settings)}`,
			...itemsNodes(clients),
			publishNode(settings),
		);
		const saved = await n8n.api.importWorkflow(workflow, [credential]);
		const first = await n8n.api.runWorkflow(saved);
		const second =
			first.status === 'success' ? first : await n8n.api.retryExecution(first.workflowId, first.id);
		if (second.status === 'success') {
			const items = itemsOf(second, 'Publish');
			assert.equal(items.length, records / 2);
			assert.equal(items.filter(({ json }) => json.fromEarlierTry === true).length, 2);
		} else assert.match(second.error?.description ?? '', /may or may not have been applied/);
		return { service: arrived(service), first: first.status, second: second.status };
	} finally {
		await service.stop();
	}
}

const twice = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
// The third request carries C4 and C5.
const repeated = [...names.slice(0, 6), ...names.slice(4)];

export async function run(context: Context): Promise<void> {
	// Certainly not applied: only that request is sent again.
	assert.deepEqual(await publishTwice(context, 400, twice), {
		service: repeated,
		first: 'success',
		second: 'success',
	});
	assert.deepEqual(await publishTwice(context, 400, {}), {
		service: repeated,
		first: 'error',
		second: 'success',
	});
	// May have been applied: nothing is sent again.
	for (const settings of [twice, {}]) {
		assert.deepEqual(await publishTwice(context, 500, settings), {
			service: names.slice(0, 6),
			first: 'error',
			second: 'error',
		});
	}
	await keepsBudget(context);
}

async function keepsBudget({ n8n }: Context): Promise<void> {
	const times: number[] = [];
	let refused = 0;
	const service = await startBareService((response, request, number) => {
		const now = Date.now();
		const isOver = times.filter((time) => time > now - 60_000).length >= perMinute;
		if (isOver) refused++;
		else times.push(now);
		const answer = isOver ? reply(429, '{}') : reply(200, '{"Id":"A-1"}');
		answer(response, request, number);
	});
	try {
		const credential = await n8n.api.createCredential(credentialType, { baseUrl: service.url });
		const list = Array.from({ length: orders }, (_, index) => ({ id: `A-${index}` }));
		const read = projectServices('Read', {
			resource: 'purchaseOrder',
			operation: 'get',
			id: '={{ $json.id }}',
			options: { requestsPerMinute: perMinute, concurrency: 8 },
		});
		const saved = await n8n.api.importWorkflow(chain('Budget', ...itemsNodes(list), read), [
			credential,
		]);
		const execution = await n8n.api.runWorkflow(saved);
		assert.equal(itemsOf(execution, 'Read').length, orders);
		assert.equal(refused, 0);
		const ideal = ((orders - 1) * 60_000) / perMinute;
		const took = (times.at(-1) ?? 0) - (times[0] ?? 0);
		assert.ok(took >= ideal * 0.99, `${orders} requests in ${took} ms are too fast`);
	} finally {
		await service.stop();
	}
}
