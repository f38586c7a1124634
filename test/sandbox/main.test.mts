// The sandbox starts alone, prints its address, answers there, and ends with Ctrl-C.
import { spawn } from 'node:child_process';
import path from 'node:path';

const folder = path.join(__dirname, '..', '..');
const tsx = path.join(folder, 'node_modules', 'tsx', 'dist', 'cli.mjs');

function run(...options: string[]) {
	const args = [tsx, path.join(__dirname, 'main.mts'), ...options];
	const child = spawn(process.execPath, args, { cwd: folder, timeout: 30_000 });
	const ended = new Promise((resolve) => child.once('close', resolve));
	const printed = (pattern: RegExp) =>
		new Promise<string>((resolve) => {
			let output = '';
			for (const stream of [child.stdout, child.stderr]) {
				stream.on('data', (text) => {
					output += text;
					if (pattern.test(output)) resolve(output);
				});
			}
		});
	return { child, printed, ended };
}

test('prints an address at which it answers, and ends with Ctrl-C', async () => {
	const { child, printed, ended } = run('--port', '0', '--products', '3');
	const [shown = ''] = /http:\S+pageSize=2(?=')/.exec(await printed(/Ctrl-C ends it/)) ?? [];
	expect((await fetch(shown)).status).toBe(200);
	child.kill('SIGINT');
	expect(await ended).toBe(0);
}, 40_000);

test('refuses what it does not know', async () => {
	const { printed, ended } = run('--products', 'many');
	await printed(/--products takes a whole number, not 'many'\./);
	expect(await ended).toBe(1);
}, 40_000);
