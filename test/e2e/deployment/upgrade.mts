// An upgrade from an earlier tarball with a saved workflow, a restart, and a removal without a trace.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { pack, type PackedPackage } from '../../host/packages/pack.mjs';
import { temporaryFolder } from '../../host/servers/temporary.mjs';
import { chain, itemsOf, projectServices, type Context } from '../context.mjs';

export const title =
	'An upgrade and a restart keep saved workflows running; removal leaves no trace';

const nextVersion = '99.0.0';

/** The same package under a later version, as the next release would come. */
async function packNext(packed: PackedPackage): Promise<PackedPackage> {
	const folder = temporaryFolder('next');
	execFileSync('tar', ['-xzf', packed.tarball, '-C', folder.path, '--strip-components=1']);
	const manifest = path.join(folder.path, 'package.json');
	const content = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, unknown>;
	writeFileSync(manifest, JSON.stringify({ ...content, version: nextVersion }));
	return await pack(folder.path).finally(folder.remove);
}

export async function run({ n8n, packed, credential }: Context): Promise<void> {
	const node = projectServices('Get', {
		resource: 'changeOrderProject',
		operation: 'getAll',
		returnAll: false,
		limit: 2,
	});
	const saved = await n8n.api.importWorkflow(chain('Upgraded', node), [credential]);
	const items = async () => itemsOf(await n8n.api.runWorkflow(saved), 'Get');
	const before = await items();
	const next = await packNext(packed);
	try {
		n8n.offer(next);
		const [listed] = await n8n.api.installedPackages();
		assert.equal(listed?.updateAvailable, nextVersion);
		const updated = await n8n.api.installPackage(next, 'PATCH');
		assert.equal(updated.installedVersion, nextVersion);
		assert.deepEqual(await items(), before);
		await n8n.restart();
		assert.deepEqual(await items(), before);
	} finally {
		next.dispose();
	}
	await n8n.api.uninstallPackage(packed.name);
	await n8n.api.waitForNodeType(`${packed.name}.projectServices`, false);
	assert.deepEqual(await n8n.api.installedPackages(), []);
	const nodes = path.join(n8n.userFolder, '.n8n', 'nodes');
	assert.ok(!existsSync(path.join(nodes, 'node_modules', packed.name)));
	assert.ok(!readFileSync(path.join(nodes, 'package.json'), 'utf8').includes(packed.name));
}
