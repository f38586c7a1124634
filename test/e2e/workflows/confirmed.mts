// A service that queues what it accepts: one node publishes and waits until it is applied; also when n8n is killed
// while it waits.
import assert from 'node:assert/strict';

import type { Workflow } from '../../host/rest/apiTypes.mjs';
import { waitUntil } from '../../host/servers/server.mjs';
import { REFUSAL, STATUS_PATHS } from '../../sandbox/queue';
import { startSandbox } from '../../sandbox/server.mjs';
import {
	baseNode,
	behind,
	chain,
	credentialType,
	executionsOf,
	itemsNodes,
	publishNode,
	webhook,
	type Context,
} from '../context.mjs';

export const title =
	'One node publishes and waits until all is applied; what n8n was killed in comes right the next night';
export const seconds = 240;

const guilty = 13;
const clients = Array.from({ length: 20 }, (_, number) => ({
	Id: `6f9619ff-8b86-d011-b42d-${String(number).padStart(12, '0')}`,
	Name: number === guilty ? 'No price list' : `Client ${number}`,
}));

/** A night that publishes all clients. */
function nightly(): Workflow {
	const split = baseNode('Split', 'splitOut', 1, { fieldToSplitOut: 'body.list', options: {} });
	const options = { onlyChanged: true, confirm: 'wait', confirmMinutes: 1 };
	const publish = publishNode({ onError: 'continueErrorOutput' }, options);
	return behind(webhook('nightly', 'POST'), 'Nightly', split, publish);
}

export async function run({ n8n }: Context): Promise<void> {
	const { api } = n8n;
	const sandbox = await startSandbox({ queue: { asks: 1, refuses: 'No price list' } });
	const credential = await api.createCredential(credentialType, {
		...{ baseUrl: sandbox.url, serviceSettings: true, refusedAppliesNothing: true },
		...{ statusPath: STATUS_PATHS.path, statusField: 'Result.State' },
		...{ appliedValues: 'Imported', refusedValues: 'Rejected', messageField: 'Result.Text' },
	});
	const isThere = ({ Id }: { Id: string }) => sandbox.find('client', Id) !== undefined;
	const right = clients.filter((_, number) => number !== guilty);
	try {
		const options = { recordsPerRequest: 500, confirm: 'wait', confirmMinutes: 2 };
		const publish = publishNode({ onError: 'continueErrorOutput' }, options);
		const once = chain('Confirmed', ...itemsNodes(clients), publish);
		const execution = await api.runWorkflow(await api.importWorkflow(once, [credential]));
		const [regular = [], errors = []] = execution.nodes.Publish?.at(-1)?.outputs ?? [];
		assert.ok(regular.every(({ json }) => json.status === 'applied'));
		const counts = regular.map(({ json }) => Number(json.recordCount));
		assert.equal(
			counts.reduce((sum, count) => sum + count, 0),
			right.length,
		);
		assert.deepEqual(
			errors.map(({ json }) => [json.Name, json.error]),
			[['No price list', REFUSAL]],
		);
		assert.deepEqual(clients.filter(isThere), right);

		// Killed after the service has accepted everything, and before it has applied any of it.
		sandbox.reset();
		sandbox.setOptions({ queue: { asks: 1_000, refuses: 'No price list' } });
		const saved = await api.importWorkflow(nightly(), [credential]);
		await api.activate(saved);
		const night = executionsOf(n8n, saved, 'nightly');
		sandbox.forgetRequests();
		await night.start({ list: clients });
		await waitUntil('A question for a status', 60, async () =>
			sandbox.requests.some(({ method }) => method === 'GET') ? true : undefined,
		);
		process.kill(-n8n.pid(), 'SIGKILL');
		await n8n.restart();
		assert.deepEqual(clients.filter(isThere), []);
		sandbox.setOptions({ queue: { asks: 0, refuses: 'No price list' } });
		const next = await night.run({ list: clients });
		assert.equal(next.status, 'success');
		assert.deepEqual(clients.filter(isThere), right);
		await api.deactivate(saved);
	} finally {
		await sandbox.stop();
	}
}
