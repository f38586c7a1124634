// The demo: packs the package, starts the sandbox and a real n8n, runs examples/demo.json and shows the items; then it
// keeps the editor open, or ends with --once.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { credentialType, dataOf } from '../e2e/context.mjs';
import type { Execution, SavedWorkflow, Workflow } from '../host/rest/apiTypes.mjs';
import { projectFolder } from '../host/location.cjs';
import { startN8n, type RunningN8n } from '../host/servers/n8n.mjs';
import { buildAndPack } from '../host/packages/pack.mjs';
import { sleep } from '../host/servers/server.mjs';
import { startSandbox, type Sandbox } from '../sandbox/server.mjs';
import { assertDelivered, assertWritten, shown } from './checks.mjs';
import { describeEditor, describeSandbox, openHours, say, step } from './session.mjs';

const demo = path.join(projectFolder, 'examples', 'demo.json');
const workflow = JSON.parse(readFileSync(demo, 'utf8')) as Workflow;

/** Executes the workflow a second time, in XML. */
async function runInXml({ api }: RunningN8n, sandbox: Sandbox, first: Execution) {
	const formats = { serviceSettings: true, responseFormat: 'xml', requestFormat: 'xml' };
	const data = { baseUrl: sandbox.url, ...formats };
	const inXml = await api.createCredential(credentialType, data, 'In XML');
	const xml = await api.importWorkflow({ ...workflow, name: `${workflow.name} (XML)` }, [inXml]);
	const again = await step('Executing the same workflow in XML', () => api.runWorkflow(xml));
	for (const part of shown) {
		const items = dataOf(again, part.node);
		// Publishing them again changed the clients' UpdatedOn, so these are compared with what was sent.
		if (part.written) assertWritten(part, items, dataOf(again, part.written));
		else assert.deepEqual(items, dataOf(first, part.node), `"${part.node}" differs in XML.`);
	}
	say('The items are the same in XML and in JSON.');
}

async function runDemo(n8n: RunningN8n, sandbox: Sandbox): Promise<SavedWorkflow> {
	const { api } = n8n;
	const data = { baseUrl: sandbox.url };
	const credential = await api.createCredential(credentialType, data, 'Project Services API');
	const test = await api.testCredential(credential, data);
	assert.equal(test.status, 'OK', `The credential test failed: ${test.message}`);
	say('The credential was created, and its test reached the service.');
	const saved = await api.importWorkflow(workflow, [credential]);
	const execution = await step('Executing the workflow in n8n', () => api.runWorkflow(saved));
	for (const part of shown) {
		const items = dataOf(execution, part.node);
		assertDelivered(part, items, sandbox);
		if (part.written) assertWritten(part, items, dataOf(execution, part.written));
		say(`\n${part.title}: ${items.length.toLocaleString('en-US')} items from "${part.node}"`);
		const rows = items.slice(0, 8).map(part.row ?? ((item) => item));
		console.table(rows, [...part.columns]);
	}
	say('\nThe numbers of items and the compared fields are those of the service.\n');
	await runInXml(n8n, sandbox, execution);
	return saved;
}

async function main(once: boolean): Promise<void> {
	const packed = await step('Building and packing the package', buildAndPack);
	const sandbox = await step('Starting the sandbox', () => startSandbox({}));
	const n8n = await step('Starting n8n and installing the package in it', () =>
		startN8n({ packages: [packed], minutes: once ? 15 : openHours * 60 }),
	);
	try {
		const { id } = await runDemo(n8n, sandbox);
		if (!once) {
			describeSandbox(sandbox.url);
			describeEditor(n8n, id);
			await sleep(openHours * 3_600_000);
		}
	} finally {
		await n8n.stop();
		await sandbox.stop();
		packed.dispose();
	}
}

const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
try {
	await main(values.once);
	say('\nThe demo worked.');
} catch (error) {
	say(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
	process.exit(1);
}
