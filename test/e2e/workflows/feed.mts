// A feed in an active workflow: what was not committed comes again, after a failure, beside another execution, and when
// n8n is killed.
import assert from 'node:assert/strict';

import type { Execution, Workflow } from '../../host/rest/apiTypes.mjs';
import { waitUntil } from '../../host/servers/server.mjs';
import { reply, startBareService } from '../../nodes/service.mjs';
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
	type Context,
} from '../context.mjs';

export const title = 'Get Changes gives again what was not committed, also when n8n is killed';
export const short = true;
export const seconds = 180;

const products = 30;
const list = { resource: 'productCatalog', id: sampleIds.catalog };

function following(partner: string): Workflow {
	const get = { ...list, operation: 'getChanges', output: 'selected', fields: ['Model'] };
	const write = baseNode('Write', 'httpRequest', 4.2, {
		...{ method: 'POST', url: partner, options: {} },
		...{ sendBody: true, specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}' },
	});
	const commit = projectServices('Commit Changes', { ...list, operation: 'commitChanges' });
	const nodes = [projectServices('Get Changes', get), write, commit];
	return behind(webhook('following'), 'Follows', ...nodes);
}

function changesOf({ nodes }: Execution): string[] {
	const items = nodes['Get Changes']?.at(-1)?.outputs[0] ?? [];
	return items.map(({ json: { change, Id } }) => `${String(change)} ${String(Id)}`);
}

export async function run({ n8n }: Context): Promise<void> {
	const sandbox = await startSandbox({ products });
	const partner = { mode: 'takes' as 'takes' | 'refuses' | 'holds', held: 0 };
	const service = await startBareService((response, request, number) => {
		if (partner.mode === 'holds') partner.held += 1;
		else reply(partner.mode === 'refuses' ? 400 : 200, '{}')(response, request, number);
	});
	try {
		const saved = await importFor(n8n, sandbox.url, following(service.url));
		await n8n.api.activate(saved);
		const feed = executionsOf(n8n, saved, 'following');
		const first = await feed.run();
		assert.equal(changesOf(first).length, products);
		assert.deepEqual(dataOf(first, 'Commit Changes'), [{ committed: true, changes: products }]);

		const updated = [`updated ${productId(1, 1)}`];
		sandbox.change('product', productId(1, 1), { Model: 'A' });
		partner.mode = 'refuses';
		const refused = await feed.run();
		assert.deepEqual([refused.status, changesOf(refused)], ['error', updated]);

		// Two executions at once get the same; then n8n is killed.
		partner.mode = 'holds';
		for (const running of [1, 2]) {
			await feed.start();
			const hasWritten = async () => (partner.held >= running ? true : undefined);
			await waitUntil('The write', 30, hasWritten);
		}
		process.kill(-n8n.pid(), 'SIGKILL');
		await n8n.restart();
		partner.mode = 'takes';
		assert.deepEqual(changesOf(await feed.run()), updated);
		assert.deepEqual(changesOf(await feed.run()), []);
		await n8n.api.deactivate(saved);
	} finally {
		await service.stop();
		await sandbox.stop();
	}
}
