// `npm run dev`: the sandbox and a real n8n with the package as it is in the sources. A save builds it anew, and n8n
// loads it again and tells the open editor.
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { credentialType } from '../e2e/context.mjs';
import { describeEditor, describeSandbox, openHours, say, step } from '../demo/session.mjs';
import { projectFolder } from '../host/location.cjs';
import type { Workflow } from '../host/rest/apiTypes.mjs';
import { startN8n, type RunningN8n } from '../host/servers/n8n.mjs';
import { sleep, waitUntil } from '../host/servers/server.mjs';
import { temporaryFolder } from '../host/servers/temporary.mjs';
import { startSandbox } from '../sandbox/server.mjs';
import { buildOnSave, buildPackage, type Built } from './build.mjs';

const packageName = 'n8n-nodes-project-services';
const watchSeconds = 120;

/** n8n says that it is ready before it watches the package, so this changes the package until n8n notices. */
async function waitUntilWatched(n8n: RunningN8n, place: string): Promise<void> {
	await waitUntil('The watch of n8n', watchSeconds, async () => {
		cpSync(path.join(projectFolder, 'package.json'), path.join(place, 'package.json'));
		await sleep(500);
		return n8n.log().includes(`Hot reload triggered for ${packageName}`) || undefined;
	});
}

function report({ milliseconds, error }: Built): void {
	say(error ?? `Built in ${milliseconds} ms; n8n loads it now.`);
}

async function main(): Promise<void> {
	const folder = temporaryFolder('dev');
	// n8n finds packages here when it starts, and watches them.
	const place = path.join(folder.path, '.n8n', 'nodes', 'node_modules', packageName);
	await step('Building', () => buildPackage(projectFolder, place));
	const sandbox = await step('Starting the sandbox', () => startSandbox({}));
	const n8n = await step('Starting n8n', () =>
		startN8n({
			userFolder: folder.path,
			env: { N8N_DEV_RELOAD: 'true' },
			minutes: openHours * 60,
		}),
	);
	let stopBuilding = (): void => undefined;
	try {
		await step('Waiting until n8n watches the package', () => waitUntilWatched(n8n, place));
		stopBuilding = buildOnSave(projectFolder, place, report);
		const data = { baseUrl: sandbox.url };
		const credential = await n8n.api.createCredential(credentialType, data, 'Project Services API');
		const demo = path.join(projectFolder, 'examples', 'demo.json');
		const example = JSON.parse(readFileSync(demo, 'utf8')) as Workflow;
		const { id } = await n8n.api.importWorkflow(example, [credential]);
		describeSandbox(sandbox.url);
		describeEditor(n8n, id);
		say('\nSave a source, and the editor shows the change within seconds.');
		await sleep(openHours * 3_600_000);
	} finally {
		stopBuilding();
		await n8n.stop();
		await sandbox.stop();
		folder.remove();
	}
}

try {
	await main();
} catch (error) {
	say(`\n${error instanceof Error ? error.message : String(error)}`);
	process.exit(1);
}
