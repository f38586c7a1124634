// The end-to-end run: the packed tarball in a real n8n against the sandbox, and its editor in Chromium.
//   npm run test:e2e [-- --short] [-- --pictures] [-- part of a scenario's title ...]
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { installHost } from '../host/installHost.mjs';
import { buildAndPack } from '../host/packages/pack.mjs';
import { openEditor, type Editor } from '../host/servers/browser.mjs';
import { startN8n } from '../host/servers/n8n.mjs';
import { ensureProgram } from '../host/systemPackages.mjs';
import { startSandbox } from '../sandbox/server.mjs';
import { credentialType, output, type Context, type Scenario } from './context.mjs';

// The last one takes the package out again; those with an n8n of their own run beside the others.
const files = [
	'deployment/packageInstalled',
	'editor/credentialTest',
	'workflows/reads',
	'workflows/savedFiles',
	'workflows/writes',
	'workflows/service',
	'workflows/errorItems',
	'workflows/feed',
	'workflows/httpRequest',
	'workflows/waits',
	'editor/nodePanel',
	'workflows/agentTool',
	'editor/pictures',
	'workflows/trigger',
	'workflows/examples',
	'deployment/queueMode',
	'deployment/upgrade',
];
const defaultSeconds = 120;
const wholeRunMinutes = 45;

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: {
		short: { type: 'boolean', default: false },
		pictures: { type: 'boolean', default: false },
	},
});
const { pictures } = values;

function say(text: string): void {
	process.stdout.write(`${text}\n`);
}

async function within(seconds: number, work: Promise<void>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_resolve, reject) => {
		const fail = () => reject(new Error(`It was not done after ${seconds} seconds.`));
		timer = setTimeout(fail, seconds * 1000);
	});
	try {
		await Promise.race([work, limit]);
	} finally {
		clearTimeout(timer);
	}
}

let opened: Editor | undefined;

/** Leaves a picture of what the editor shows where a scenario failed. */
async function picture(title: string): Promise<void> {
	const file = path.join(output, `${title.replaceAll(/\W+/g, '-')}.png`);
	await opened?.page.screenshot({ path: file }).catch(() => undefined);
}

/** Runs scenarios one after the other; a failure is printed and counted, and the others still run. */
async function failures(some: Scenario[], context: Context): Promise<number> {
	let failed = 0;
	for (const { title, run, seconds = defaultSeconds } of some) {
		const started = Date.now();
		const error: unknown = await within(seconds, run(context)).catch((reason: unknown) => reason);
		const elapsed = `${((Date.now() - started) / 1000).toFixed(1)} s`;
		say(`${error === undefined ? 'ok     ' : 'FAILED '} ${title} (${elapsed})`);
		if (error === undefined) continue;
		failed += 1;
		await picture(title);
		say(error instanceof Error ? (error.stack ?? error.message) : String(error));
	}
	return failed;
}

async function runAll(chosen: Scenario[]): Promise<number> {
	await installHost();
	for (const program of new Set(chosen.flatMap(({ needs }) => needs ?? [])))
		await ensureProgram(program);
	say('Building and packing the package ...');
	const packed = await buildAndPack();
	const sandbox = await startSandbox({});
	say('Starting n8n and installing the package in it ...');
	const n8n = await startN8n({ packages: [packed], minutes: wholeRunMinutes });
	say(`n8n ${n8n.version} runs.`);
	const credential = await n8n.api.createCredential(credentialType, { baseUrl: sandbox.url });
	const editor = async () => {
		opened ??= await openEditor(n8n, output);
		opened.takeConsoleErrors();
		return opened;
	};
	const context = { n8n, sandbox, packed, credential, keepPictures: pictures, editor };
	try {
		const [failed, otherFailed] = await Promise.all([
			failures(
				chosen.filter(({ ownN8n }) => !ownN8n),
				context,
			),
			failures(
				chosen.filter(({ ownN8n }) => ownN8n),
				context,
			),
		]);
		return failed + otherFailed;
	} finally {
		writeFileSync(path.join(output, 'n8n.log'), n8n.log());
		await opened?.close();
		await n8n.stop();
		await sandbox.stop();
		packed.dispose();
	}
}

const scenarios: Scenario[] = [];
for (const file of files) scenarios.push((await import(`./${file}.mjs`)) as Scenario);
const chosen = scenarios.filter(
	({ title, short }) =>
		(short || !values.short) &&
		(positionals.length === 0 ||
			positionals.some((part) => title.toLowerCase().includes(part.toLowerCase()))),
);
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
let failed = chosen.length;
try {
	failed = await runAll(chosen);
} catch (error) {
	say(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
say(`${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 && chosen.length > 0 ? 0 : 1);
