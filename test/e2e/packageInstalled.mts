// The package went in through n8n's own installer, is listed with its nodes, and left nothing else behind.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';

import { tarballProblems } from '../host/pack.mjs';
import type { Context } from './context.mjs';

export const title = 'The package is installed, listed, and holds only what n8n needs';

export async function run({ n8n, packed }: Context): Promise<void> {
	assert.deepEqual(tarballProblems(packed), []);
	const [installed, ...others] = await n8n.api.installedPackages();
	assert.deepEqual(others, []);
	assert.equal(installed?.packageName, packed.name);
	assert.equal(installed?.installedVersion, packed.version);
	assert.notEqual(installed?.failedLoading, true);
	const types = installed?.installedNodes.map((node) => node.type) ?? [];
	assert.ok(types.includes(`${packed.name}.projectServices`), `Listed are: ${types.join(', ')}`);
	for (const type of types) await n8n.api.waitForNodeType(type);
	const folder = path.join(n8n.userFolder, '.n8n', 'nodes', 'node_modules');
	assert.deepEqual(
		readdirSync(folder).filter((name) => !name.startsWith('.')),
		[packed.name],
	);
	const inside = readdirSync(path.join(folder, packed.name));
	assert.ok(!inside.includes('node_modules'), 'The package has to come without dependencies.');
}
