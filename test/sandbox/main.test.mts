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

const habits = ['--names=camelCase', '--first-page=0', '--cap=20', '--total=page'];

test('has the habits that its options name, and tells statuses', async () => {
	const options = ['--port=0', ...habits, '--statuses=query', '--asks=1', '--refuse=Alder'];
	const { child, printed, ended } = run(...options);
	const [base = ''] =
		/http:\/\/\S+(?=\/SI\/Subscribe\/COProjects)/.exec(await printed(/Ctrl-C ends it/)) ?? [];
	const read = async (target: string, body?: unknown) => {
		const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
		const headers = { 'content-type': 'application/json' };
		return (await (await fetch(`${base}${target}`, { ...sent, headers })).json()) as never;
	};
	const page = await read('/SI/Subscribe/COProjects?pageNumber=0&pageSize=50');
	expect(page).toMatchObject({ totalCount: 20, coProjects: { length: 20 } });
	const clients = (Name: string) => ({ Id: 'L', Name: 'L', Clients: [{ Name }] });
	const statusOf = async ({ messageId }: { readonly messageId: string }) => {
		const { Result } = await read(`/SI/Message/Status?messageId=${messageId}`);
		return (Result as { readonly State: string }).State;
	};
	for (const [name, state] of [
		['Birch', 'Imported'],
		['Alder', 'Rejected'],
	] as const) {
		const receipt = await read('/SI/Publish/Clients', clients(name));
		expect([await statusOf(receipt), await statusOf(receipt)]).toEqual(['Queued', state]);
	}
	child.kill('SIGINT');
	await ended;
}, 40_000);

test('names the values of a habit', async () => {
	const { printed, ended } = run('--total=some');
	await printed(/--total takes list, page, absent, zero, short, long, not 'some'\./);
	expect(await ended).toBe(1);
}, 40_000);
