// A workflow that reads through the real server: what the sandbox holds is what comes out.
import assert from 'node:assert/strict';

import { chain, dataOf, projectServices, type Context } from '../context.mjs';

export const title = 'A read executes in n8n and delivers what the sandbox holds';

export async function run({ n8n, sandbox, credential }: Context): Promise<void> {
	const node = projectServices('Get', {
		resource: 'changeOrderProject',
		operation: 'getAll',
		returnAll: true,
		filters: { includeImported: true },
	});
	const saved = await n8n.api.importWorkflow(chain('Change orders', node), [credential]);
	const items = dataOf(await n8n.api.runWorkflow(saved), 'Get');
	const held = [...sandbox.state.records.changeOrderProject.values()];
	assert.ok(held.length > 0, 'The sandbox holds no change orders.');
	assert.deepEqual(items, held);
}
