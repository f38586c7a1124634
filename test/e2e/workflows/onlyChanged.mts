// Only Changed Records in an active workflow that a webhook starts, and what is left of a write when n8n is killed.
import assert from 'node:assert/strict';

import type { Execution, Item, SavedWorkflow, Workflow } from '../../host/rest/apiTypes.mjs';
import type { RunningN8n } from '../../host/servers/n8n.mjs';
import { waitUntil } from '../../host/servers/server.mjs';
import { type BareService, reply } from '../../nodes/service.mjs';
import {
	accepted,
	alsoBehind,
	arrived,
	baseNode,
	chain,
	executionsOf,
	given,
	importFor,
	itemsOf,
	publishNode,
	webhook,
	withService,
	type Context,
} from '../context.mjs';

export const title =
	'Only Changed Records sends what changed, and survives that n8n is killed in the middle of a write';

/** The crash of an execution is told by n8n 2. */
export const defaultHostOnly = true;

function clients(...names: string[]) {
	return names.map((Name, index) => ({ Id: `6f9619ff-8b86-d011-b42d-00000000000${index}`, Name }));
}

/** Publishes the list that a webhook gets, or a list of its own when started by hand. */
function publishing(path: string, options: object): Workflow {
	const publish = publishNode({}, { recordsPerRequest: 10, ...options });
	const split = { fieldToSplitOut: 'body.list', options: {} };
	const own = given('Given', { body: { list: clients('a', 'b', 'c') } });
	const workflow = chain(path, own, baseNode('Split', 'splitOut', 1, split), publish);
	return alsoBehind(webhook(path, 'POST'), 'Split', workflow);
}

/** Exactly one receipt with these fields, which every input item is paired with once. */
function assertReceipt(execution: Execution, fields: object, items: number): void {
	const [receipt, ...others] = itemsOf(execution, 'Publish') as [Item, ...Item[]];
	assert.deepEqual(others, []);
	for (const [name, value] of Object.entries(fields)) assert.equal(receipt.json[name], value);
	const pairs = [receipt.pairedItem].flat().map((pair) => (pair as { item: number }).item);
	assert.deepEqual(pairs, [...Array(items).keys()]);
}

/**
 * A write whose second request is under way when n8n is killed: what was sent is lost, as the documents say, so a retry
 * of the crashed execution sends everything.
 */
async function killInTheMiddle(n8n: RunningN8n): Promise<void> {
	await withService(
		(response, request, number) => {
			if (number !== 2) reply(200, accepted)(response, request, number);
		},
		async (service) => {
			const { api } = n8n;
			const workflow = publishing('killed', { recordsPerRequest: 1 });
			const saved = await importFor(n8n, service.url, workflow);
			await api.activate(saved);
			const list = clients('k0', 'k1', 'k2');
			const id = await executionsOf(n8n, saved, 'killed').start({ list });
			await waitUntil('The second request', 60, async () => service.arrived[1]);
			process.kill(-n8n.pid(), 'SIGKILL');
			await n8n.restart();
			assert.equal((await api.getExecution(id)).status, 'crashed');
			const retried = await api.retryExecution(saved.id, id);
			assert.equal(itemsOf(retried, 'Publish').length, 3);
			assert.deepEqual(arrived(service), ['k0', 'k1', 'k0', 'k1', 'k2']);
			await api.deactivate(saved);
		},
	);
}

type Call = (list: object[]) => Promise<Execution>;

/** Retries an execution after another one that was accepted: what the service holds is still known. */
async function retryAnOlderExecution(
	{ api }: RunningN8n,
	saved: SavedWorkflow,
	call: Call,
	service: RefusingService,
): Promise<void> {
	const holds = new Map<unknown, unknown>();
	const take = () => {
		for (const { body } of service.arrived.splice(0)) {
			const { Clients } = JSON.parse(body) as { Clients: Array<{ Id: string; Name: string }> };
			for (const { Id, Name } of Clients) holds.set(Id, Name);
		}
	};
	service.refuses = true;
	const failed = await call(clients('A', 'B', 'c'));
	assert.equal(failed.status, 'error');
	service.arrived.length = 0;
	service.refuses = false;
	for (const { Id, Name } of clients('a', 'B', 'c')) holds.set(Id, Name);
	await call(clients('a', 'b', 'c'));
	take();
	assert.equal((await api.retryExecution(saved.id, failed.id)).status, 'success');
	take();
	const last = clients('A', 'B', 'c');
	await call(last);
	take();
	assert.deepEqual(
		last.map(({ Id }) => holds.get(Id)),
		['A', 'B', 'c'],
	);
}

interface RefusingService extends BareService {
	/** Whether it refuses every request. */
	refuses: boolean;
}

async function sendsWhatChanged(n8n: RunningN8n, service: RefusingService): Promise<void> {
	const taken = () => arrived({ arrived: service.arrived.splice(0) });
	const { api } = n8n;
	const path = 'only-changed';
	const saved = await importFor(n8n, service.url, publishing(path, { onlyChanged: true }));
	await api.activate(saved);
	const { run: runWith } = executionsOf(n8n, saved, path);
	const call: Call = async (list) => await runWith({ list });
	const check = async (list: object[], sent: string[], receipt: object) => {
		assertReceipt(await call(list), receipt, list.length);
		assert.deepEqual(taken(), sent);
	};

	const abc = clients('a', 'b', 'c');
	await check(abc, ['a', 'b', 'c'], { recordCount: 3, unchangedCount: 0 });
	await check(abc, [], { success: true, recordCount: 0, unchangedCount: 3 });
	const changed = [...clients('a', 'B', 'c'), { Name: 'without ID' }];
	await check(changed, ['B', 'without ID'], { recordCount: 2, unchangedCount: 2 });

	// By hand: everything is sent, and nothing of it is remembered.
	assert.equal(itemsOf(await api.runWorkflow(saved), 'Publish').length, 1);
	assert.deepEqual(taken(), ['a', 'b', 'c']);
	await killInTheMiddle(n8n);
	await check(clients('a', 'B', 'c'), [], { recordCount: 0, unchangedCount: 3 });

	await retryAnOlderExecution(n8n, saved, call, service);

	const { parameters } = publishNode(
		{},
		{
			recordsPerRequest: 10,
			onlyChanged: true,
			forgetAccepted: true,
		},
	);
	const nodes = saved.nodes.map((node) =>
		node.name === 'Publish' ? { ...node, parameters } : node,
	);
	await api.activate(await api.updateWorkflow({ ...saved, nodes }));
	await call(clients('A', 'B', 'c'));
	assert.deepEqual(taken(), ['A', 'B', 'c']);
	await api.deactivate(saved);
}

export async function run({ n8n }: Context): Promise<void> {
	let service: RefusingService | undefined;
	await withService(
		(response, request, number) =>
			reply(service?.refuses ? 400 : 200, accepted)(response, request, number),
		async (bare) => {
			service = { ...bare, refuses: false };
			await sendsWhatChanged(n8n, service);
		},
	);
}
