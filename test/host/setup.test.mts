// The set-up on a copy of its files, with an npm that never ends: Ctrl-C ends it and all that it started.
import { spawn } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { isRunning } from './isRunning.mjs';

const project = path.resolve(__dirname, '..', '..');
const copied = ['package.json', 'package-lock.json', 'test/host'];

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'n8n-setup-'));
	for (const name of copied) {
		cpSync(path.join(project, name), path.join(folder, name), { recursive: true });
	}
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function inFolder(...names: string[]): string {
	return path.join(folder, ...names);
}

/** Writes the ids of itself and of a child, and runs on. */
function writeEndlessNpm(ignoresRequestToEnd: boolean): string {
	const script = `
		const { spawn } = require('node:child_process');
		if (${ignoresRequestToEnd}) process.on('SIGTERM', () => undefined);
		const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'inherit' });
		require('node:fs').writeFileSync(process.env.STARTED_FILE, [process.pid, child.pid].join());
		setInterval(() => undefined, 1000);`;
	writeFileSync(inFolder('npm.js'), script);
	return inFolder('npm.js');
}

/** What node_modules holds when the project's own packages are installed. */
function pretendPackagesAreInstalled(): void {
	mkdirSync(inFolder('node_modules', 'node', 'bin'), { recursive: true });
	cpSync(inFolder('package-lock.json'), inFolder('node_modules', '.package-lock.json'));
	writeFileSync(inFolder('node_modules', 'node', 'bin', 'node'), '');
}

async function until(condition: () => boolean): Promise<void> {
	for (let waited = 0; !condition(); waited += 20) {
		if (waited > 20_000) throw new Error('Nothing happened for 20 seconds.');
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

/** Starts the set-up, sends it the signal as soon as `isStarted`, and gives its output after its end. */
async function interrupt(
	args: readonly string[],
	npm: string,
	[signal, expected]: readonly [NodeJS.Signals, number],
	isStarted: (output: string) => boolean,
): Promise<string> {
	const child = spawn(process.execPath, [inFolder('test', 'host', 'setup.mjs'), ...args], {
		env: {
			PATH: process.env.PATH,
			npm_execpath: npm,
			XDG_CACHE_HOME: inFolder('cache'),
			STARTED_FILE: inFolder('started'),
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
	try {
		await until(() => isStarted(output));
		child.kill(signal);
		// Without the signal it would never end.
		expect(await ended).toBe(expected);
	} finally {
		child.kill('SIGKILL');
	}
	expect(output).toMatch(/\nStopping \.\.\.\nInterrupted\n$/);
	expect(output).not.toMatch(/failed|registry/);
	return output;
}

const npmIsStarted = () => existsSync(inFolder('started'));
const ctrlC = ['SIGINT', 130] as const;
const term = ['SIGTERM', 143] as const;

describe.each([
	['npm that ends when asked', false],
	['npm that does not', true],
])('%s', (_title, ignoresRequestToEnd) => {
	test.each([
		["the project's own packages", [], ctrlC],
		['n8n', ['--host'], ctrlC],
		['n8n', ['--host'], term],
	])('is ended while it installs %s (%j, %s)', async (what, args, signal) => {
		if (what === 'n8n') pretendPackagesAreInstalled();
		const npm = writeEndlessNpm(ignoresRequestToEnd);
		expect(await interrupt(args, npm, signal, npmIsStarted)).toContain(`Installing ${what}`);
		const ids = readFileSync(inFolder('started'), 'utf8').split(',').map(Number);
		expect(ids).toHaveLength(2);
		await until(() => !ids.some(isRunning));
	});
});

test('Ctrl-C ends the wait for another installation and leaves its lock alone', async () => {
	const { checkoutLock } = createRequire(__filename)(inFolder('test', 'host', 'location.cjs')) as {
		checkoutLock(purpose: string): string;
	};
	const name = path.basename(checkoutLock('setup'));
	const lock = inFolder('cache', 'n8n-nodes-project-services', name);
	mkdirSync(path.dirname(lock), { recursive: true });
	writeFileSync(lock, String(process.pid));
	const isWaiting = (output: string) => output.includes(`Waiting for process ${process.pid}`);
	await interrupt([], writeEndlessNpm(false), ctrlC, isWaiting);
	expect(readFileSync(lock, 'utf8')).toBe(String(process.pid));
	expect(npmIsStarted()).toBe(false);
});
