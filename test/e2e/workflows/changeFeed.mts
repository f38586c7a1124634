// A change feed in an active workflow of a real n8n: what happens between Get Changes and Commit Changes.
import assert from 'node:assert/strict';

import type { Execution, Json, Workflow } from '../../host/rest/apiTypes.mjs';
import { waitUntil } from '../../host/servers/server.mjs';
import { type BareService, reply, startBareService } from '../../nodes/service.mjs';
import { productsFrom } from '../../sandbox/data/catalog';
import { productId } from '../../sandbox/data/products';
import { sampleIds, startSandbox, type Sandbox } from '../../sandbox/server.mjs';
import {
	alsoBehind,
	baseNode,
	chain,
	executionsOf,
	importFor,
	projectServices,
	webhook,
	type Context,
} from '../context.mjs';

export const title =
	'A change feed gives changes again until they are committed, to one execution at a time';
export const defaultHostOnly = true;

const products = 30;
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
	const { url, stop } = await startBareService((response, request, number) => {
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
	const partner: Partner = { url, stop, models, mode: 'keeps', waiting: [] };
	return partner;
}

function feedWorkflow(path: string, partner: Partner): Workflow {
	const list = { resource: 'productCatalog', id: sampleIds.catalog };
	const get = { ...list, operation: 'getChanges', output: 'selected', fields: ['Model'] };
	const write = baseNode('Write', 'httpRequest', 4.2, {
		method: 'POST',
		url: partner.url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify($json) }}',
		options: {},
	});
	const commit = projectServices('Commit Changes', { ...list, operation: 'commitChanges' });
	const workflow = chain('Change feed', projectServices('Get Changes', get), write, commit);
	return alsoBehind(webhook(path), 'Get Changes', workflow);
}

function outputOf({ nodes }: Execution, node: string): Json[] {
	return (nodes[node]?.at(-1)?.outputs[0] ?? []).map(({ json }) => json);
}

function changesOf(execution: Execution): string[] {
	const changes = outputOf(execution, 'Get Changes');
	return changes.map(({ change, Id }) => `${String(change)} ${String(Id)}`);
}

function hintsOf({ nodes }: Execution, node: string): string {
	const hints = (nodes[node] ?? []).flatMap((run) => run.hints);
	return hints.map(({ message }) => String(message)).join('\n');
}

/** For a service without automated exports: it does not name deleted products. */
async function followsFeed({ n8n }: Context, sandbox: Sandbox, partner: Partner): Promise<void> {
	const path = 'change-feed';
	const workflow = await importFor(n8n, sandbox.url, feedWorkflow(path, partner));
	await n8n.api.activate(workflow);
	const { start, end, run } = executionsOf(n8n, workflow, path);
	const arrived = async () =>
		await waitUntil('A request to the partner', 30, async () => partner.waiting[0]);
	const release = () => {
		partner.mode = 'keeps';
		for (const answer of partner.waiting.splice(0)) answer();
	};
	const assertChanges = (execution: Execution, ...expected: string[]) =>
		assert.deepEqual(changesOf(execution).sort(), expected.sort());
	const assertCommitted = (execution: Execution, changes: number, committed = true) =>
		assert.deepEqual(outputOf(execution, 'Commit Changes'), [{ committed, changes }]);
	/** The partner holds what the catalog holds. */
	const assertCopied = () => {
		const catalog = sandbox.state.catalogs.get(sampleIds.catalog);
		const held = catalog ? productsFrom(catalog, 0, 1_000) : [];
		const expected = held.map(({ Id, Model }) => [Id, Model] as const);
		assert.deepEqual(partner.models, new Map(expected));
	};

	// The full load.
	const first = await run();
	assert.equal(changesOf(first).length, products);
	assertCommitted(first, products);
	assertCopied();

	// A failure between the two nodes: the changes come again, with a later one and a removal that is certain now.
	const newId = '0f6f5c1e-9a57-4c53-8d1f-00000000beef';
	sandbox.change('product', idAt(1), { Model: 'A' });
	sandbox.change('product', newId, { Model: 'New', UpdatedOn: '2001-01-01T00:00:00Z' });
	sandbox.remove('product', idAt(2));
	partner.mode = 'fails';
	const failed = await run();
	assert.equal(failed.status, 'error');
	const twoChanges = [`updated ${idAt(1)}`, `created ${newId}`];
	assertChanges(failed, ...twoChanges);
	partner.mode = 'keeps';
	sandbox.change('product', idAt(3), { Model: 'B' });
	const again = await run();
	assert.equal(changesOf(again).at(-1), `deleted ${idAt(2)}`);
	assertChanges(again, ...twoChanges, `updated ${idAt(3)}`, `deleted ${idAt(2)}`);
	assertCommitted(again, 4);
	assertCopied();

	// A second execution gets nothing while the first has not committed.
	sandbox.change('product', idAt(5), { Model: 'D' });
	partner.mode = 'waits';
	const holding = await start();
	await arrived();
	const second = await run();
	assertChanges(second);
	const held = new RegExp(`^Execution ${holding} has read .*gets none`);
	assert.match(hintsOf(second, 'Get Changes'), held);
	release();
	assertCommitted(await end(holding), 1);

	// A manual execution shows changes, and leaves them to the next one.
	sandbox.change('product', idAt(6), { Model: 'E' });
	const manual = await n8n.api.runWorkflow(workflow, { trigger: 'Start' });
	assertChanges(manual, `updated ${idAt(6)}`);
	assertCommitted(manual, 0, false);
	assert.match(hintsOf(manual, 'Get Changes'), /does not move the cursor/);

	// n8n is killed while the changes are written: they come again.
	partner.mode = 'waits';
	await start();
	await arrived();
	process.kill(-n8n.pid(), 'SIGKILL');
	await n8n.restart();
	release();
	partner.models.set(idAt(6), 'unknown');
	assertChanges(await run(), `updated ${idAt(6)}`);
	assertCopied();
	assertChanges(await run());
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
