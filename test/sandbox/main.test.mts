// The sandbox starts alone, prints its address, answers there, and ends.
import { spawn } from 'node:child_process';
import path from 'node:path';

const folder = path.join(__dirname, '..', '..');
const tsx = path.join(folder, 'node_modules', 'tsx', 'dist', 'cli.mjs');

function run(...options: string[]) {
	const args = [tsx, path.join(__dirname, 'main.mts'), ...options];
	const child = spawn(process.execPath, args, { cwd: folder, timeout: 30_000 });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
	const ended = new Promise((resolve) => child.once('close', resolve));
	return { output: () => output, ended };
}

test('prints an address at which it answers, and ends by itself', async () => {
	const { output, ended } = run('--port', '0', '--products', '3', '--stop-after', '3');
	for (let tries = 0; tries < 200 && !/Ctrl-C ends it/.test(output()); tries++) {
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	const url = /is at (http:\/\/127\.0\.0\.1:\d+)/.exec(output())?.[1] ?? '';
	const state = await fetch(`${url}/__sandbox/state`);
	expect(await state.json()).toMatchObject({ records: { task: 55 } });
	const [shown = ''] = /http:\S+pageSize=2(?=')/.exec(output()) ?? [];
	expect((await fetch(shown)).status).toBe(200);
	expect(await ended).toBe(0);
}, 40_000);

test('refuses what it does not know', async () => {
	const { output, ended } = run('--products', 'many');
	expect(await ended).toBe(1);
	expect(output()).toContain("--products takes a whole number, not 'many'.");
}, 40_000);
