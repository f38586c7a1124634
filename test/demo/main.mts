// The demo: packs the package, starts the sandbox and a real n8n, asks Check for the settings of the credential, runs
// examples/demo.json and shows the items; then it keeps the editor open, or ends with --once.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { chain, credentialType, dataOf, projectServices } from '../e2e/context.mjs';
import type { Execution, Json, SavedWorkflow, Workflow } from '../host/rest/apiTypes.mjs';
import { projectFolder } from '../host/location.cjs';
import { startN8n, type RunningN8n } from '../host/servers/n8n.mjs';
import { buildAndPack } from '../host/packages/pack.mjs';
import { sleep } from '../host/servers/server.mjs';
import { accessOf, toldSettings } from '../sandbox/credential.mjs';
import { habitOptions, habitsOf, habitsUsage } from '../sandbox/habitOptions.mjs';
import { sampleIds, startSandbox, type Sandbox, type SandboxOptions } from '../sandbox/server.mjs';
import { assertDelivered, assertWritten, shown } from './checks.mjs';
import {
	describeEditor,
	describeSandbox,
	describeSettings,
	openHours,
	say,
	step,
} from './session.mjs';
import { table } from './table.mjs';

type Habits = Partial<SandboxOptions>;

/** The example; where the service queues what it accepts, the publish waits until it is applied. */
function demoWorkflow({ queue }: Habits): Workflow {
	const file = path.join(projectFolder, 'examples', 'demo.json');
	const workflow = JSON.parse(readFileSync(file, 'utf8')) as Workflow;
	if (!queue) return workflow;
	const nodes = workflow.nodes.map((node) => {
		const { operation, options } = node.parameters ?? {};
		if (operation !== 'publish') return node;
		const waiting = { ...(options as object), confirm: 'wait' };
		return { ...node, parameters: { ...node.parameters, options: waiting } };
	});
	return { ...workflow, nodes };
}

/** Creates a credential as a person does: Check finds what it can, the operator tells the rest. */
async function createCredential({ api }: RunningN8n, { url }: Sandbox, habits: Habits) {
	const access = accessOf(url, habits);
	const credential = await api.createCredential(credentialType, access, 'Before Check');
	const test = await api.testCredential(credential, access);
	assert.equal(test.status, 'OK', `The credential test failed: ${test.message}`);
	say('The credential was created, and its test reached the service.');
	const idsToTry = { productCatalogId: sampleIds.catalog, taskId: sampleIds.task };
	const asked = { resource: 'service', operation: 'check', idsToTry, returnAs: 'settings' };
	const workflow = chain('Check', projectServices('Check', asked));
	const check = await api.importWorkflow(workflow, [credential]);
	const execution = await step('Checking the service', () => api.runWorkflow(check));
	const [found] = dataOf(execution, 'Check');
	const settings: Json = { ...found, ...toldSettings(habits) };
	describeSettings(settings);
	const data = { ...access, serviceSettings: true, ...settings };
	return {
		data,
		credential: await api.createCredential(credentialType, data, 'Project Services API'),
	};
}

/** Executes the workflow a second time, in XML. */
async function runInXml(
	{ api }: RunningN8n,
	data: Json,
	sandbox: Sandbox,
	{ habits, first }: { readonly habits: Habits; readonly first: Execution },
) {
	const formats = { responseFormat: 'xml', requestFormat: 'xml' };
	const inXml = await api.createCredential(credentialType, { ...data, ...formats }, 'In XML');
	const demo = demoWorkflow(habits);
	const xml = await api.importWorkflow({ ...demo, name: `${demo.name} (XML)` }, [inXml]);
	const again = await step('Executing the same workflow in XML', () => api.runWorkflow(xml));
	for (const part of shown) {
		const items = dataOf(again, part.node);
		// Publishing them again changed the clients' UpdatedOn, so these are compared with what was sent.
		if (part.written) assertWritten(part, items, dataOf(again, part.written), sandbox);
		else assert.deepEqual(items, dataOf(first, part.node), `"${part.node}" differs in XML.`);
	}
	say('The items are the same in XML and in JSON.');
}

async function runDemo(n8n: RunningN8n, sandbox: Sandbox, habits: Habits): Promise<SavedWorkflow> {
	const { api } = n8n;
	const { data, credential } = await createCredential(n8n, sandbox, habits);
	const workflow = await api.importWorkflow(demoWorkflow(habits), [credential]);
	const execution = await step('Executing the workflow in n8n', () => api.runWorkflow(workflow));
	for (const part of shown) {
		const items = dataOf(execution, part.node);
		assertDelivered(part, items, sandbox);
		if (part.written) assertWritten(part, items, dataOf(execution, part.written), sandbox);
		say(`\n${part.title}: ${items.length.toLocaleString('en-US')} items from "${part.node}"`);
		say(table(part.row ? items.map(part.row) : items, part.columns));
	}
	say('\nThe numbers of items and the compared fields are those of the service.\n');
	const { formats = 'both' } = habits.personality?.habits ?? {};
	if (formats === 'both') await runInXml(n8n, data, sandbox, { habits, first: execution });
	return workflow;
}

async function main(habits: Habits, once: boolean): Promise<void> {
	const packed = await step('Building and packing the package', buildAndPack);
	const sandbox = await step('Starting the sandbox', () => startSandbox(habits));
	const n8n = await step('Starting n8n and installing the package in it', () =>
		startN8n({ packages: [packed], minutes: once ? 15 : openHours * 60 }),
	);
	try {
		const workflow = await runDemo(n8n, sandbox, habits);
		describeSandbox(sandbox.url, habits);
		if (!once) {
			describeEditor(n8n, workflow.id);
			await sleep(openHours * 3_600_000);
		}
	} finally {
		await n8n.stop();
		await sandbox.stop();
		packed.dispose();
	}
}

const usage = `npm run demo -- [options]
  --once                ends when the example has run, instead of keeping the editor open
${habitsUsage}`;

const once = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { once, ...habitOptions, help: once } });
try {
	if (values.help) say(usage);
	else {
		await main(habitsOf(values), values.once);
		say('\nThe demo worked.');
	}
} catch (error) {
	say(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
	process.exit(1);
}
