// The set-up behind `npm test`, `npm run demo` and the other commands. It runs in a fresh clone with Node and
// npm alone, so it imports nothing that has to be installed first. It ends at once when everything is there.
//   node test/host/setup.mjs [--host] [--browser] [--redis] [--postgres]
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { withLock } from './folderLock.mjs';
import { installHost } from './installHost.mjs';
import location from './location.cjs';
import { npmCommand, runWithProgress, say, SetupError } from './progress.mjs';
import { ensureProgram, programNames } from './systemPackages.mjs';

const project = location.projectFolder;
const inModules = (...names) => path.join(project, 'node_modules', ...names);
const leastNode = [20, 15];

function assertNode() {
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])) return;
	throw new SetupError(
		`This project needs Node ${leastNode.join('.')} or newer, and this is ${process.versions.node}. Install a newer Node and run the same command again.`,
	);
}

/**
 * npm writes a list of what it installed into node_modules, last of all: if it agrees
 * with the lock file, the installation is complete and current, also one by hand.
 */
function dependenciesAreCurrent() {
	const listOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
	const listFile = inModules('.package-lock.json');
	if (!existsSync(listFile)) return false;
	const installed = listOf(listFile);
	return Object.entries(listOf(path.join(project, 'package-lock.json'))).every(
		([place, { optional, version }]) =>
			place === '' || optional || installed[place]?.version === version,
	);
}

async function installDependencies() {
	if (dependenciesAreCurrent()) return;
	await runWithProgress({
		title: "Installing the project's own packages (about a minute)",
		// Called by npm itself (npm pack --dry-run --json), npm would otherwise do the same here.
		command: [
			...[...npmCommand(), 'ci', '--include=dev', '--ignore-scripts'],
			...['--no-dry-run', '--no-json'],
		],
		cwd: project,
		advice:
			'Check that the npm registry can be reached (npm ping), then run the same command again.',
	});
}

/** npm's package `node` fetches the binary for this platform in a script, and scripts are off above. */
async function installNode() {
	if (existsSync(inModules('node', 'bin', 'node'))) return;
	await runWithProgress({
		title: 'Installing the newer Node that the tests run on',
		command: [...npmCommand(), 'rebuild', 'node', '--no-ignore-scripts', '--no-dry-run'],
		cwd: project,
		advice:
			'Check that the npm registry can be reached (npm ping), then run the same command again. Where npm has no Node for this platform, install Node 24 yourself.',
	});
}

function readArguments() {
	const names = ['host', ...programNames];
	const flags = Object.fromEntries(names.map((name) => [name, { type: 'boolean' }]));
	return parseArgs({ options: flags }).values;
}

async function main() {
	assertNode();
	const needed = readArguments();
	await withLock(location.checkoutLock('setup'), async () => {
		await installDependencies();
		await installNode();
	});
	if (needed.host) await installHost();
	for (const program of programNames) if (needed[program]) await ensureProgram(program);
}

try {
	await main();
} catch (error) {
	if (!(error instanceof SetupError)) throw error;
	say(`\n${error.message}`);
	process.exitCode = 1;
}
