// An execution that waits for more than a minute, in which n8n is restarted: its commit counts afterwards.
import assert from 'node:assert/strict';

import { waitUntil } from '../../host/servers/server.mjs';
import { sampleIds, startSandbox } from '../../sandbox/server.mjs';
import {
	baseNode,
	behind,
	type Context,
	executionsOf,
	importFor,
	projectServices,
	webhook,
} from '../context.mjs';

export const title = 'Commit Changes says after a wait and a restart whether it counted';
export const seconds = 240;

const products = 12;
const list = { resource: 'productCatalog', id: sampleIds.catalog };
const path = 'waits';

export async function run({ n8n }: Context): Promise<void> {
	const sandbox = await startSandbox({ products });
	const { api } = n8n;
	// Beyond 65 seconds, n8n takes the execution out of its memory.
	const wait = baseNode('Wait', 'wait', 1.1, { amount: 66, unit: 'seconds' });
	const get = projectServices('Get Changes', { ...list, operation: 'getChanges' });
	const commit = projectServices('Commit Changes', { ...list, operation: 'commitChanges' });
	try {
		const workflow = behind(webhook(path), 'Waits', get, wait, commit);
		const saved = await importFor(n8n, sandbox.url, workflow);
		await api.activate(saved);
		const { start } = executionsOf(n8n, saved, path);
		const ends: Array<{ committed: unknown; changes: number }> = [];
		// The first n8n is restarted in; the second one is not.
		for (const restarts of [true, false]) {
			const id = await start();
			await waitUntil('The execution waits', 60, async () => {
				return (await api.getExecution(id)).status === 'waiting' ? true : undefined;
			});
			if (restarts) await n8n.restart();
			const execution = await api.waitForExecution(saved.id, id, 120);
			const changes = execution.nodes['Get Changes']?.[0]?.outputs[0]?.length ?? 0;
			const [item] = execution.nodes['Commit Changes']?.at(-1)?.outputs[0] ?? [];
			ends.push({ committed: item?.json.committed, changes });
		}
		// What was not committed comes again.
		const comesAgain = ends[0]?.committed === true ? 0 : products;
		assert.deepEqual(
			ends.map(({ changes }) => changes),
			[products, comesAgain],
		);
		if (comesAgain > 0) assert.equal(ends[1]?.committed, true);
		await api.deactivate(saved);
	} finally {
		await sandbox.stop();
	}
}
