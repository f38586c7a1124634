// The sandbox starts alone, says where it is, answers there, and ends.
import { spawn } from 'node:child_process';
import path from 'node:path';

const folder = path.join(__dirname, '..', '..');
const command = [
	path.join(folder, 'node_modules', 'tsx', 'dist', 'cli.mjs'),
	path.join(__dirname, 'main.mts'),
];

interface Run {
	readonly output: () => string;
	readonly ended: Promise<number | null>;
}

function run(...options: string[]): Run {
	let output = '';
	const child = spawn(process.execPath, [...command, ...options], { cwd: folder, timeout: 30_000 });
	child.stdout.on('data', (data) => (output += String(data)));
	child.stderr.on('data', (data) => (output += String(data)));
	return { output: () => output, ended: new Promise((resolve) => child.once('close', resolve)) };
}

async function until(condition: () => boolean): Promise<void> {
	for (let tries = 0; tries < 200 && !condition(); tries++) {
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

test('prints an address at which it answers, and ends by itself', async () => {
	const { output, ended } = run('--port', '0', '--products', '3', '--stop-after', '2');
	await until(() => /Ctrl-C ends it/.test(output()));
	const url = /is at (http:\/\/127\.0\.0\.1:\d+)/.exec(output())?.[1] ?? '';
	const state = await fetch(`${url}/__sandbox/state`);
	expect(await state.json()).toMatchObject({ products: 3 });
	const [shown = ''] = /http:\S+pageSize=2(?=')/.exec(output()) ?? [];
	expect((await fetch(shown)).status).toBe(200);
	expect(await ended).toBe(0);
}, 40_000);

test('refuses what it does not know', async () => {
	const { output, ended } = run('--products', 'many');
	expect(await ended).toBe(1);
	expect(output()).toContain("--products takes a whole number, not 'many'.");
}, 40_000);
