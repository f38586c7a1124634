// What active workflows remember of a list that they follow and of records that were accepted: over a failure, and
// when n8n is killed in the middle of a write.
import assert from 'node:assert/strict';

import type { Execution, Json, SavedWorkflow, Workflow } from '../../host/rest/apiTypes.mjs';
import { waitUntil } from '../../host/servers/server.mjs';
import { reply, startBareService } from '../../nodes/service.mjs';
import { productId } from '../../sandbox/data/products';
import { sampleIds, startSandbox } from '../../sandbox/server.mjs';
import {
	accepted,
	arrived,
	baseNode,
	behind,
	executionsOf,
	importFor,
	projectServices,
	publishNode,
	webhook,
	type Context,
} from '../context.mjs';

export const title =
	'Get Changes and Only Changed Records go on where they were after a failure, and when n8n is killed';
export const seconds = 240;

const products = 30;
const idAt = (index: number) => productId(1, index);

function following(partner: string): Workflow {
	const list = { resource: 'productCatalog', id: sampleIds.catalog };
	const get = { ...list, operation: 'getChanges', output: 'selected', fields: ['Model'] };
	const write = baseNode('Write', 'httpRequest', 4.2, {
		...{ method: 'POST', url: partner, options: {} },
		...{ sendBody: true, specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}' },
	});
	const commit = projectServices('Commit Changes', { ...list, operation: 'commitChanges' });
	const nodes = [projectServices('Get Changes', get), write, commit];
	return behind(webhook('following'), 'Follows', ...nodes);
}

function publishing(): Workflow {
	const split = baseNode('Split', 'splitOut', 1, { fieldToSplitOut: 'body.list', options: {} });
	const publish = publishNode({}, { recordsPerRequest: 1, onlyChanged: true });
	return behind(webhook('publishing', 'POST'), 'Publishes', split, publish);
}

/** A service that takes what it is sent, refuses it, or leaves what says "held" without a response. */
async function startPartner() {
	const partner = { mode: 'takes' as 'takes' | 'refuses' | 'holds', held: 0 };
	const service = await startBareService((response, request, number) => {
		if (partner.mode === 'holds' && request.body.includes('held')) partner.held += 1;
		else reply(partner.mode === 'refuses' ? 400 : 200, accepted)(response, request, number);
	});
	return Object.assign(partner, service);
}

function changesOf({ nodes }: Execution): string[] {
	const items = nodes['Get Changes']?.at(-1)?.outputs[0] ?? [];
	return items.map(({ json: { change, Id } }) => `${String(change)} ${String(Id)}`);
}

export async function run({ n8n }: Context): Promise<void> {
	const sandbox = await startSandbox({ products });
	const partner = await startPartner();
	const { api } = n8n;
	const active = async (workflow: Workflow): Promise<SavedWorkflow> => {
		const saved = await importFor(
			n8n,
			workflow.name === 'Follows' ? sandbox.url : partner.url,
			workflow,
		);
		await api.activate(saved);
		return saved;
	};
	try {
		const follows = await active(following(partner.url));
		const publishes = await active(publishing());
		const feed = executionsOf(n8n, follows, 'following');
		const publish = executionsOf(n8n, publishes, 'publishing');
		const records = (...names: string[]): Json => ({
			list: names.map((Name, index) => ({
				Id: `6f9619ff-8b86-d011-b42d-00000000000${index}`,
				Name,
			})),
		});
		const forget = () => partner.arrived.splice(0);

		assert.equal(changesOf(await feed.run()).length, products);
		forget();
		await publish.run(records('a', 'b', 'c'));
		assert.deepEqual(arrived(partner), ['a', 'b', 'c']);

		// What was refused comes again, and nothing else.
		sandbox.change('product', idAt(1), { Model: 'A' });
		partner.mode = 'refuses';
		for (const failed of [await feed.run(), await publish.run(records('A', 'b', 'c'))])
			assert.equal(failed.status, 'error');
		partner.mode = 'takes';
		assert.deepEqual(changesOf(await feed.run()), [`updated ${idAt(1)}`]);
		forget();
		await publish.run(records('A', 'b', 'c'));
		assert.deepEqual(arrived(partner), ['A']);

		// A second execution gets no changes while the first has not committed; then n8n is killed.
		partner.mode = 'holds';
		sandbox.change('product', idAt(2), { Model: 'held' });
		const first = await feed.start();
		await waitUntil('The first write', 30, async () => (partner.held > 0 ? true : undefined));
		const second = await feed.run();
		assert.deepEqual(changesOf(second), []);
		const [hint] = second.nodes['Get Changes']?.[0]?.hints ?? [];
		assert.match(String(hint?.message), new RegExp(`^Execution ${first} has read .*gets none`));
		forget();
		const killed = await publish.start(records('A', 'B', 'held'));
		await waitUntil('The second write', 30, async () => (partner.held > 1 ? true : undefined));
		process.kill(-n8n.pid(), 'SIGKILL');
		await n8n.restart();
		partner.mode = 'takes';
		assert.deepEqual(changesOf(await feed.run()), [`updated ${idAt(2)}`]);
		assert.deepEqual(changesOf(await feed.run()), []);

		// A retry after a restart has the data of its start, which may be outdated: it sends everything again.
		assert.equal((await api.getExecution(killed)).status, 'crashed');
		assert.equal((await api.retryExecution(publishes.id, killed)).status, 'success');
		const names = arrived({ arrived: forget().filter(({ body }) => body.includes('Clients')) });
		assert.deepEqual(names, ['B', 'held', 'A', 'B', 'held']);
		for (const saved of [follows, publishes]) await api.deactivate(saved);
	} finally {
		await partner.stop();
		await sandbox.stop();
	}
}
