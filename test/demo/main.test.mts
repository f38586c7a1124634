// The demo takes the habits of the sandbox, and starts nothing where one is wrong.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { habitsUsage } from '../sandbox/habitOptions.mjs';

const folder = path.join(__dirname, '..', '..');
const tsx = path.join(folder, 'node_modules', 'tsx', 'dist', 'cli.mjs');

async function demo(option: string) {
	const args = [tsx, path.join(__dirname, 'main.mts'), option];
	return await promisify(execFile)(process.execPath, args, { cwd: folder, timeout: 50_000 });
}

test('its help lists them', async () => {
	const { stdout } = await demo('--help');
	expect(stdout).toContain(habitsUsage);
});

test('a wrong value is named before anything starts', async () => {
	await expect(demo('--total=some')).rejects.toMatchObject({
		code: 1,
		stdout: expect.stringMatching(/^\s*The demo failed: --total takes list, page/) as unknown,
	});
});
