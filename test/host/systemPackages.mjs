// Programs from the operating system's packages (Chromium, Redis, PostgreSQL): where one is missing, it is
// installed with apt-get if possible; otherwise the message says how to install it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

import { runWithProgress, SetupError } from './progress.mjs';

function isOnPath(program) {
	return (process.env.PATH ?? '')
		.split(path.delimiter)
		.some((folder) => folder !== '' && existsSync(path.join(folder, program)));
}

const programs = {
	browser: {
		package: 'chromium',
		present: () =>
			Boolean(process.env.CHROMIUM_PATH) || ['chromium', 'chromium-browser'].some(isOnPath),
		otherwise: 'Install Chromium, or set CHROMIUM_PATH to a Chromium or Chrome binary.',
	},
	redis: {
		package: 'redis-server',
		present: () => isOnPath('redis-server'),
		otherwise: 'Install a Redis server so that redis-server is on the PATH.',
	},
	postgres: {
		package: 'postgresql',
		// Debian keeps the server's programs in a folder per version, which is not on the PATH.
		present: () => isOnPath('postgres') || existsSync('/usr/lib/postgresql'),
		otherwise: 'Install a PostgreSQL server so that postgres is on the PATH.',
	},
};

export const programNames = Object.keys(programs);

function asAdministrator() {
	if (process.getuid?.() === 0) return [];
	if (isOnPath('sudo') && spawnSync('sudo', ['-n', 'true']).status === 0) return ['sudo', '-n'];
	return undefined;
}

/** Installs one of the programs above unless it is there already. */
export async function ensureProgram(name) {
	const program = programs[name];
	if (program.present()) return;
	const prefix = asAdministrator();
	if (!isOnPath('apt-get') || !prefix) {
		throw new SetupError(
			`${program.package} is missing and cannot be installed from here. ${program.otherwise} On Debian or Ubuntu: sudo apt-get install ${program.package}`,
		);
	}
	const aptGet = (title, ...args) =>
		runWithProgress({
			title,
			command: [...prefix, 'apt-get', ...args],
			env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
			minutes: 15,
			advice: `${program.otherwise} Then run the same command again.`,
		});
	await aptGet("Reading the list of the system's packages", 'update');
	const flags = ['-y', '--no-install-recommends'];
	await aptGet(`Installing ${program.package}`, 'install', ...flags, program.package);
}
