// Executions that wait for more than a minute, in which n8n is restarted, and executions that are stopped: what is
// committed and what is remembered afterwards.
import assert from 'node:assert/strict';

import type { Execution, Workflow } from '../../host/rest/apiTypes.mjs';
import { waitUntil } from '../../host/servers/server.mjs';
import { reply, startBareService } from '../../nodes/service.mjs';
import { sampleIds, startSandbox } from '../../sandbox/server.mjs';
import {
	accepted,
	arrived,
	baseNode,
	behind,
	type Context,
	dataOf,
	executionsOf,
	importFor,
	projectServices,
	publishNode,
	webhook,
} from '../context.mjs';

export const title =
	'Commit Changes works after a wait and a restart; nothing is left out after a stop';
export const seconds = 240;

const products = 12;
const list = { resource: 'productCatalog', id: sampleIds.catalog };

function waiting(path: string): Workflow {
	// Beyond 65 seconds, n8n takes the execution out of its memory.
	const wait = baseNode('Wait', 'wait', 1.1, { amount: 66, unit: 'seconds' });
	return behind(
		{ ...webhook(path) },
		path,
		projectServices('Get Changes', { ...list, operation: 'getChanges' }),
		wait,
		projectServices('Commit Changes', { ...list, operation: 'commitChanges' }),
	);
}

const committed = (execution: Execution) => dataOf(execution, 'Commit Changes')[0];

export async function run({ n8n }: Context): Promise<void> {
	const sandbox = await startSandbox({ products });
	const partner = { holds: false, held: 0 };
	const service = await startBareService((response, request, number) => {
		if (partner.holds && request.body.includes('held')) partner.held += 1;
		else reply(200, accepted)(response, request, number);
	});
	const { api } = n8n;
	try {
		const follows = await importFor(n8n, sandbox.url, waiting('waits'));
		const split = baseNode('Split', 'splitOut', 1, { fieldToSplitOut: 'body.list', options: {} });
		const publish = publishNode({}, { recordsPerRequest: 1, onlyChanged: true });
		const publishes = await importFor(
			n8n,
			service.url,
			behind(webhook('stopped', 'POST'), 'Stopped', split, publish),
		);
		for (const saved of [follows, publishes]) await api.activate(saved);
		const feed = executionsOf(n8n, follows, 'waits');
		const publishing = executionsOf(n8n, publishes, 'stopped');
		const records = (...names: string[]) => ({
			list: names.map((Name, index) => ({
				Id: `6f9619ff-8b86-d011-b42d-00000000000${index}`,
				Name,
			})),
		});

		// The first execution of all waits; meanwhile, a publish is stopped after its first record, and n8n restarts.
		const first = await feed.start();
		await waitUntil('The execution waits', 60, async () => {
			const { status } = await api.getExecution(first);
			return status === 'waiting' ? true : undefined;
		});
		await publishing.run(records('a', 'b'));
		partner.holds = true;
		const stopped = await publishing.start(records('A', 'held'));
		await waitUntil('The second record', 30, async () => (partner.held > 0 ? true : undefined));
		await api.stopExecution(stopped);
		partner.holds = false;
		await n8n.restart();
		service.arrived.splice(0);
		// What was stopped may still arrive at the service, so the first run remembers nothing.
		for (let run = 0; run < 2; run++) {
			await publishing.run(records('a', 'b'));
			assert.deepEqual(arrived(service), ['a', 'b']);
			service.arrived.splice(0);
		}
		await publishing.run(records('a', 'c'));
		assert.deepEqual(arrived(service), ['c']);

		const waited = await api.waitForExecution(follows.id, first, 120);
		assert.deepEqual(committed(waited), { committed: true, changes: products });
		// What was committed does not come again.
		const second = await feed.start();
		const ended = await waitUntil('The second execution', 60, async () => {
			const execution = await api.getExecution(second);
			return execution.status === 'success' ? execution : undefined;
		});
		assert.deepEqual(ended.nodes['Get Changes']?.[0]?.outputs[0] ?? [], []);
		for (const saved of [follows, publishes]) await api.deactivate(saved);
	} finally {
		await service.stop();
		await sandbox.stop();
	}
}
