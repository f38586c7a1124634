// What ends with a test that is interrupted: its servers and its temporary folders.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { isRunning } from '../isRunning.mjs';
import { waitUntil } from './server.mjs';

const project = path.resolve(__dirname, '..', '..', '..');
const inServers = (name: string) => JSON.stringify(path.join(__dirname, name));

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'n8n-server-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('Ctrl-C that comes several times, from the terminal and from npm, leaves nothing behind', async () => {
	const started = path.join(folder, 'started');
	const script = `
		import { writeFileSync } from 'node:fs';
		import { startServer } from ${inServers('server.mts')};
		import { temporaryFolder } from ${inServers('temporary.mts')};
		const { path } = temporaryFolder('interrupted');
		for (let file = 0; file < 5000; file++) writeFileSync(path + '/' + file, '');
		const args = ['-e', 'setInterval(() => undefined, 1000)'];
		const options = { title: 'A server', node: process.execPath, args, env: {}, cwd: path, minutes: 1 };
		const { pid } = startServer(options);
		writeFileSync(${JSON.stringify(started)}, [pid, path].join());`;
	writeFileSync(path.join(folder, 'script.mts'), script);
	const tsx = path.join(project, 'node_modules', 'tsx', 'dist', 'loader.mjs');
	const args = ['--import', tsx, path.join(folder, 'script.mts')];
	const child = spawn(process.execPath, args, { stdio: 'ignore' });
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
	let interrupting: NodeJS.Timeout | undefined;
	try {
		const [server, temporary = ''] = await waitUntil('The script', 20, async () => {
			const written = existsSync(started) ? readFileSync(started, 'utf8').split(',') : [];
			return written.length === 2 ? written : undefined;
		});
		interrupting = setInterval(() => child.kill('SIGINT'), 5);
		expect(await ended).toBe(130);
		expect(existsSync(temporary)).toBe(false);
		await waitUntil(
			'The end of the server',
			20,
			async () => !isRunning(Number(server)) || undefined,
		);
	} finally {
		clearInterval(interrupting);
		child.kill('SIGKILL');
	}
});
