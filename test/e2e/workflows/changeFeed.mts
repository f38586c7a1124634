// A change feed in an active workflow of a real n8n: what happens between Get Changes and Commit Changes.
import assert from 'node:assert/strict';

import type {
	Execution,
	Json,
	SavedWorkflow,
	Workflow,
	WorkflowNode,
} from '../../host/rest/apiTypes.mjs';
import { waitUntil } from '../../host/servers/server.mjs';
import { type BareService, reply, startBareService } from '../../nodes/service.mjs';
import { productsFrom } from '../../sandbox/data/catalog';
import { productId } from '../../sandbox/data/products';
import { sampleIds, startSandbox, type Sandbox } from '../../sandbox/server.mjs';
import { credentialType, projectServices, type Context } from '../context.mjs';

export const title =
	'A change feed gives changes again until they are committed, to one execution at a time';
export const defaultHostOnly = true;

const products = 30;
const seconds = 30;
const idAt = (index: number) => productId(1, index);

/** The other system: it keeps what it is sent, fails, or answers later. */
interface Partner extends Pick<BareService, 'url' | 'stop'> {
	readonly models: Map<unknown, unknown>;
	mode: 'keeps' | 'fails' | 'waits';
	/** The requests that wait for an answer. */
	waiting: Array<() => void>;
}

async function startPartner(): Promise<Partner> {
	const models = new Map<unknown, unknown>();
	const service = await startBareService((response, request, number) => {
		const keep = () => {
			const { Id, Model, change } = JSON.parse(request.body) as Json;
			if (change === 'deleted') models.delete(Id);
			else models.set(Id, Model);
			reply(200, '{}')(response, request, number);
		};
		if (partner.mode === 'fails') reply(500, '{}')(response, request, number);
		else if (partner.mode === 'waits') partner.waiting.push(keep);
		else keep();
	});
	const { url, stop } = service;
	const partner: Partner = { url, stop, models, mode: 'keeps', waiting: [] };
	return partner;
}

function feedWorkflow(path: string, partner: Partner): Workflow {
	const list = { resource: 'productCatalog', id: sampleIds.catalog };
	const node = (name: string, type: string, typeVersion: number, parameters: Json) => ({
		name,
		type: `n8n-nodes-base.${type}`,
		typeVersion,
		parameters,
	});
	const get = { ...list, operation: 'getChanges', output: 'selected', fields: ['Model'] };
	const nodes: WorkflowNode[] = [
		node('Start', 'manualTrigger', 1, {}),
		{
			...node('Webhook', 'webhook', 2, { path, responseMode: 'onReceived', options: {} }),
			webhookId: path,
		},
		projectServices('Get Changes', get),
		node('Write', 'httpRequest', 4.2, {
			method: 'POST',
			url: partner.url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify($json) }}',
			options: {},
		}),
		projectServices('Commit Changes', { ...list, operation: 'commitChanges' }),
	];
	const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	return {
		name: 'Change feed',
		nodes: nodes.map((each, index) => ({
			id: `node-${index}`,
			typeVersion: 1,
			position: [index * 200, 0],
			...each,
		})),
		connections: {
			Start: to('Get Changes'),
			Webhook: to('Get Changes'),
			'Get Changes': to('Write'),
			Write: to('Commit Changes'),
		},
	};
}

function outputOf({ nodes }: Execution, node: string): Json[] {
	return (nodes[node]?.at(-1)?.outputs[0] ?? []).map(({ json }) => json);
}

function changesOf(execution: Execution): string[] {
	return outputOf(execution, 'Get Changes').map(
		({ change, Id }) => `${String(change)} ${String(Id)}`,
	);
}

function hintsOf({ nodes }: Execution, node: string): string {
	return (nodes[node] ?? [])
		.flatMap(({ hints }) => hints.map(({ message }) => String(message)))
		.join('\n');
}

/** Starts executions of the active workflow and waits for their ends. */
function executionsOf({ n8n }: Context, workflow: SavedWorkflow, path: string) {
	const start = async (): Promise<string> => {
		const known = new Set((await n8n.api.listExecutions(workflow.id)).map(({ id }) => id));
		await fetch(`${n8n.url}/webhook/${path}`);
		return await waitUntil('An execution', seconds, async () => {
			const listed = await n8n.api.listExecutions(workflow.id);
			return listed.find(({ id }) => !known.has(id))?.id;
		});
	};
	const end = async (id: string) => await n8n.api.waitForExecution(workflow.id, id, seconds);
	return { start, end, run: async () => await end(await start()) };
}

/** The partner holds what the catalog holds. */
function assertCopied({ models }: Partner, { state }: Sandbox): void {
	const catalog = state.catalogs.get(sampleIds.catalog);
	assert.ok(catalog);
	const expected = productsFrom(catalog, 0, 1_000).map(({ Id, Model }) => [Id, Model] as const);
	assert.deepEqual(new Map(models), new Map(expected));
}

/** With a credential of its own for a service without automated exports: it does not name deleted products. */
async function followsFeed(context: Context, sandbox: Sandbox, partner: Partner): Promise<void> {
	const { n8n } = context;
	const credential = await n8n.api.createCredential(credentialType, { baseUrl: sandbox.url });
	const path = 'change-feed';
	const workflow = await n8n.api.importWorkflow(feedWorkflow(path, partner), [credential]);
	await n8n.api.activate(workflow);
	const { start, end, run } = executionsOf(context, workflow, path);
	const arrived = async () =>
		await waitUntil('A request to the partner', seconds, async () => partner.waiting[0]);
	const release = () => {
		partner.mode = 'keeps';
		for (const answer of partner.waiting.splice(0)) answer();
	};

	// The full load.
	const first = await run();
	assert.equal(changesOf(first).length, products);
	assert.deepEqual(outputOf(first, 'Commit Changes'), [{ committed: true, changes: products }]);
	assertCopied(partner, sandbox);

	// A failure between the two nodes: the changes come again, with a later one and a removal that is certain now.
	const newId = '0f6f5c1e-9a57-4c53-8d1f-00000000beef';
	sandbox.change('product', idAt(1), { Model: 'A' });
	sandbox.change('product', newId, { Model: 'New', UpdatedOn: '2001-01-01T00:00:00Z' });
	sandbox.remove('product', idAt(2));
	partner.mode = 'fails';
	const failed = await run();
	assert.equal(failed.status, 'error');
	assert.deepEqual(new Set(changesOf(failed)), new Set([`updated ${idAt(1)}`, `created ${newId}`]));
	partner.mode = 'keeps';
	sandbox.change('product', idAt(3), { Model: 'B' });
	const again = await run();
	assert.equal(changesOf(again).at(-1), `deleted ${idAt(2)}`);
	assert.deepEqual(
		new Set(changesOf(again).slice(0, -1)),
		new Set([...changesOf(failed), `updated ${idAt(3)}`]),
	);
	assert.deepEqual(outputOf(again, 'Commit Changes'), [{ committed: true, changes: 4 }]);
	assertCopied(partner, sandbox);

	// A second execution gets nothing while the first has not committed.
	sandbox.change('product', idAt(5), { Model: 'D' });
	partner.mode = 'waits';
	const holding = await start();
	await arrived();
	const second = await run();
	assert.deepEqual(changesOf(second), []);
	assert.match(
		hintsOf(second, 'Get Changes'),
		new RegExp(`^Execution ${holding} has read .*gets none`),
	);
	release();
	const held = await end(holding);
	assert.deepEqual(outputOf(held, 'Commit Changes'), [{ committed: true, changes: 1 }]);

	// A manual execution shows changes, and leaves them to the next one.
	sandbox.change('product', idAt(6), { Model: 'E' });
	const manual = await n8n.api.runWorkflow(workflow, { trigger: 'Start' });
	assert.deepEqual(changesOf(manual), [`updated ${idAt(6)}`]);
	assert.deepEqual(outputOf(manual, 'Commit Changes'), [{ committed: false, changes: 0 }]);
	assert.match(hintsOf(manual, 'Get Changes'), /does not move the cursor/);

	// n8n is killed while the changes are written: they come again.
	partner.mode = 'waits';
	await start();
	await arrived();
	process.kill(-n8n.pid(), 'SIGKILL');
	await n8n.restart();
	release();
	partner.models.set(idAt(6), 'unknown');
	const afterKill = await run();
	assert.deepEqual(changesOf(afterKill), [`updated ${idAt(6)}`]);
	assertCopied(partner, sandbox);
	assert.deepEqual(changesOf(await run()), []);
	await n8n.api.deactivate(workflow);
}

export async function run(context: Context): Promise<void> {
	const sandbox = await startSandbox({ products, deletedProductIds: false });
	const partner = await startPartner();
	try {
		await followsFeed(context, sandbox, partner);
	} finally {
		await partner.stop();
		await sandbox.stop();
	}
}
