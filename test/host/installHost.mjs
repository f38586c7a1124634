// Installs the n8n to test against into the cache: exactly the packages of the committed lock, then the native
// modules that n8n needs to start. It is built in another folder and renamed when complete, so that an
// interrupted installation never looks like a finished one.
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { withLock } from './folderLock.mjs';
import location from './location.cjs';
import { npmCommand, runWithProgress, say, SetupError } from './progress.mjs';

const leastNodeMajor = 24;
const nativeModules = ['sqlite3', 'isolated-vm'];

function bundledNode(folder) {
	return path.join(folder, 'node_modules', `node-${process.platform}-${process.arch}`);
}

function assertNodeFits(folder) {
	const major = Number(process.versions.node.split('.')[0]);
	if (existsSync(bundledNode(folder)) || major >= leastNodeMajor) return;
	throw new SetupError(
		`There is no Node ${leastNodeMajor} on npm for ${process.platform}-${process.arch}. Install Node ${leastNodeMajor} or newer yourself and run the same command with it.`,
	);
}

async function installPackages(folder, version) {
	await runWithProgress({
		title: `Installing n8n ${version} (about 2 GB, five to fifteen minutes)`,
		command: [
			...[...npmCommand(), 'ci', '--legacy-peer-deps', '--ignore-scripts'],
			...['--omit=dev', '--no-audit', '--no-fund'],
		],
		cwd: folder,
		advice:
			'Check that the npm registry can be reached (npm ping) and that 3 GB of disk are free, then run the same command again.',
	});
}

/** Compiles with the headers of the host's own Node, so that nothing has to be downloaded. */
async function buildNativeModules(folder) {
	const bundled = bundledNode(folder);
	const usesBundled = existsSync(bundled);
	const node = usesBundled ? path.join(bundled, 'bin', 'node') : process.execPath;
	const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
	if (usesBundled) env.npm_config_nodedir = bundled;
	await runWithProgress({
		title: 'Preparing native modules (a minute or two where they have to be compiled)',
		command: [...npmCommand(node), 'rebuild', ...nativeModules, '--ignore-scripts=false'],
		cwd: folder,
		env,
		advice:
			'Where no ready-made binary can be downloaded they are compiled, which needs python3, make and g++ (on Debian or Ubuntu: apt-get install python3 make g++). Install them and run the same command again.',
	});
}

/** Installs n8n unless it is installed already. */
export async function installHost() {
	if (location.hostLocation().installed) return;
	await withLock(`${location.hostLocation().directory}.lock`, async () => {
		const { directory, installed, sources, version } = location.hostLocation();
		if (installed) return;
		const building = `${directory}.building`;
		rmSync(building, { recursive: true, force: true });
		mkdirSync(building, { recursive: true });
		for (const file of ['package.json', 'package-lock.json']) {
			cpSync(path.join(sources, file), path.join(building, file));
		}
		await installPackages(building, version);
		assertNodeFits(building);
		await buildNativeModules(building);
		writeFileSync(path.join(building, '.complete'), `n8n ${version}\n`);
		rmSync(directory, { recursive: true, force: true });
		renameSync(building, directory);
		say(`n8n ${version} is installed in ${directory}`);
	});
}
