// A workflow that reads through the real server: what the sandbox holds is what comes out.
import assert from 'node:assert/strict';

import { chain, itemsOf, projectServices, type Context } from '../context.mjs';

export const title = 'A read executes in n8n and delivers what the sandbox holds';

export async function run({ n8n, sandbox, credential }: Context): Promise<void> {
	const workflow = chain(
		'Change orders',
		projectServices('Get', {
			resource: 'changeOrderProject',
			operation: 'getAll',
			returnAll: true,
			filters: { includeImported: true },
		}),
	);
	const saved = await n8n.api.importWorkflow(workflow, [credential]);
	const items = itemsOf(await n8n.api.runWorkflow(saved), 'Get');
	const address = `${sandbox.url}/SI/Subscribe/COProjects?includeImported=true&pageSize=1000`;
	const answer = await fetch(address, { headers: { accept: 'application/json' } });
	const { COProjects } = (await answer.json()) as { COProjects: unknown[] };
	assert.ok(COProjects.length > 0, 'The sandbox holds no change orders.');
	assert.deepEqual(
		items.map((item) => item.json),
		COProjects,
	);
}
