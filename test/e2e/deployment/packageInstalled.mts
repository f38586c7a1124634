// Both ways to install the package, n8n's own installer and plain npm, list its nodes and add nothing else.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { hostLocation } from '../../host/location.cjs';
import { startN8n, type RunningN8n } from '../../host/servers/n8n.mjs';
import { npmCli } from '../../host/packages/npmOffers.mjs';
import { tarballProblems, type PackedPackage } from '../../host/packages/pack.mjs';
import { temporaryFolder } from '../../host/servers/temporary.mjs';
import type { Context } from '../context.mjs';

export const title = 'The package is installed by n8n or by npm, is listed, and adds nothing else';
export const short = true;
export const seconds = 180;

const execute = promisify(execFile);
// Nothing listens at that address, so an installation that needs more than the tarball fails.
const noRegistry = {
	npm_config_registry: 'http://127.0.0.1:9/',
	npm_config_fetch_retries: '0',
	npm_config_audit: 'false',
	npm_config_update_notifier: 'false',
};

function modulesOf(userFolder: string): string {
	return path.join(userFolder, '.n8n', 'nodes', 'node_modules');
}

/** The package alone, without dependencies of its own. */
function assertNothingElse(userFolder: string, { name }: PackedPackage): void {
	const modules = modulesOf(userFolder);
	const packages = readdirSync(modules).filter((entry) => !entry.startsWith('.'));
	assert.deepEqual(packages, [name]);
	assert.ok(!readdirSync(path.join(modules, name)).includes('node_modules'));
}

async function assertListed(n8n: RunningN8n, { name }: PackedPackage): Promise<void> {
	await n8n.api.waitForNodeType(`${name}.projectServices`);
	await n8n.api.waitForNodeType(`${name}.projectServicesTrigger`);
}

/** As README.md describes for self-hosters. */
async function installWithNpm(node: string, userFolder: string, tarball: string): Promise<void> {
	const cwd = path.dirname(modulesOf(userFolder));
	mkdirSync(cwd, { recursive: true });
	const env = { PATH: path.dirname(node), HOME: userFolder, ...noRegistry };
	await execute(node, [npmCli(), 'install', tarball], { cwd, env, timeout: 60_000 });
}

async function assertInstalledWithNpm({ packed }: Context): Promise<void> {
	const folder = temporaryFolder('self-hosted');
	// The Node that the tests were started with, which may be an old one, and the Node that runs n8n.
	const started = process.env.npm_node_execpath ?? process.execPath;
	for (const node of new Set([started, hostLocation().node])) {
		rmSync(modulesOf(folder.path), { recursive: true, force: true });
		await installWithNpm(node, folder.path, packed.tarball);
		assertNothingElse(folder.path, packed);
	}
	const selfHosted = await startN8n({ userFolder: folder.path, minutes: 3 });
	await assertListed(selfHosted, packed).finally(selfHosted.stop);
	folder.remove();
}

export async function run(context: Context): Promise<void> {
	const { n8n, packed } = context;
	assert.deepEqual(tarballProblems(packed), []);
	const [installed, ...others] = await n8n.api.installedPackages();
	assert.deepEqual(others, []);
	assert.equal(installed?.packageName, packed.name);
	assert.equal(installed.installedVersion, packed.version);
	assert.notEqual(installed.failedLoading, true);
	assert.equal(installed.installedNodes.length, 2);
	await assertListed(n8n, packed);
	assertNothingElse(n8n.userFolder, packed);
	await assertInstalledWithNpm(context);
}
