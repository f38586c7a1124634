// The end-to-end run: the packed tarball in a real n8n against the sandbox, and its editor in Chromium.
//   npm run test:e2e [-- --host=n8n-1] [-- --pictures] [-- part of a scenario's title ...]
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { installHost } from '../host/installHost.mjs';
import { defaultHost } from '../host/location.cjs';
import { startN8n } from '../host/servers/n8n.mjs';
import { buildAndPack } from '../host/packages/pack.mjs';
import { startSandbox } from '../sandbox/server.mjs';
import { credentialType, editorsOf, outputOf, type Context, type Scenario } from './context.mjs';

// The last one takes the package out again; those with an n8n of their own run beside the others.
const files = [
	'deployment/packageInstalled',
	'editor/credentialTest',
	'workflows/reads',
	'workflows/savedFiles',
	'workflows/grown',
	'workflows/publishes',
	'workflows/ledger',
	'workflows/iterations',
	'workflows/onlyChanged',
	'workflows/changeFeed',
	'workflows/examples',
	'editor/nodePanel',
	'editor/schemaView',
	'editor/editorWalk',
	'workflows/agentTool',
	'workflows/mcpTool',
	'editor/pictures',
	'workflows/trigger',
	'deployment/queueMode',
	'deployment/durablePolling',
	'deployment/upgrade',
];
const defaultSeconds = 120;
const wholeRunMinutes = 25;

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

/** Runs one scenario; a failure is printed and counted, and the others still run. */
async function passes(scenario: Scenario, shared: Omit<Context, 'editor'>): Promise<boolean> {
	const started = Date.now();
	const elapsed = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
	const editors = editorsOf(shared.n8n);
	try {
		const seconds = scenario.seconds ?? defaultSeconds;
		await within(seconds, scenario.run({ ...shared, editor: editors.editor }));
		say(`ok      ${scenario.title} (${elapsed()})`);
		return true;
	} catch (error) {
		say(`FAILED  ${scenario.title} (${elapsed()})`);
		say(error instanceof Error ? (error.stack ?? error.message) : String(error));
		return false;
	} finally {
		await editors.close();
	}
}

async function runAll(chosen: Scenario[], host: string, keepPictures: boolean): Promise<number> {
	await installHost(host);
	say('Building and packing the package ...');
	const packed = await buildAndPack();
	const sandbox = await startSandbox({});
	// Scenarios with an n8n of their own mostly wait; they change another service meanwhile.
	const otherSandbox = await startSandbox({});
	say('Starting n8n and installing the package in it ...');
	const n8n = await startN8n({ host, packages: [packed], minutes: wholeRunMinutes });
	say(`n8n ${n8n.version} runs.`);
	const credential = await n8n.api.createCredential(credentialType, { baseUrl: sandbox.url });
	const inOrder = async (some: Scenario[], service: typeof sandbox) => {
		const shared = { n8n, sandbox: service, packed, credential, keepPictures };
		let failed = 0;
		for (const scenario of some) if (!(await passes(scenario, shared))) failed += 1;
		return failed;
	};
	try {
		const [failed, otherFailed] = await Promise.all([
			inOrder(
				chosen.filter(({ ownN8n }) => !ownN8n),
				sandbox,
			),
			inOrder(
				chosen.filter(({ ownN8n }) => ownN8n),
				otherSandbox,
			),
		]);
		return failed + otherFailed;
	} finally {
		writeFileSync(path.join(outputOf(host), 'n8n.log'), n8n.log());
		await n8n.stop();
		await sandbox.stop();
		await otherSandbox.stop();
		packed.dispose();
	}
}

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: {
		host: { type: 'string', default: defaultHost },
		pictures: { type: 'boolean', default: false },
	},
});
const scenarios: Scenario[] = [];
for (const file of files) scenarios.push((await import(`./${file}.mjs`)) as Scenario);
const fitting = scenarios.filter(
	({ defaultHostOnly }) => values.host === defaultHost || defaultHostOnly !== true,
);
const chosen = fitting.filter(
	({ title }) =>
		positionals.length === 0 ||
		positionals.some((part) => title.toLowerCase().includes(part.toLowerCase())),
);
rmSync(outputOf(values.host), { recursive: true, force: true });
mkdirSync(outputOf(values.host), { recursive: true });
let failed = chosen.length;
try {
	failed = await runAll(chosen, values.host, values.pictures);
} catch (error) {
	say(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
say(`${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 && chosen.length > 0 ? 0 : 1);
