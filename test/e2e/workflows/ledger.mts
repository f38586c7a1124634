// Writes under n8n's own retries in a real n8n: a service that counts what it applied sees every record once.
import assert from 'node:assert/strict';

import { reply } from '../../nodes/service.mjs';
import {
	acceptingExcept,
	arrived,
	chain,
	dataOf,
	importFor,
	itemsNodes,
	projectServices,
	publishNode,
	retryOnFail,
	withService,
	type Context,
} from '../context.mjs';

export const title = 'Retry On Fail and Retry execution write nothing twice, and a budget is kept';

const records = 10;
const orders = 300;
const perMinute = 600;
const clients = Array.from({ length: records }, (_, index) => ({ Name: `C${index}` }));
const names = clients.map(({ Name }) => Name);

/** Publishes to a service whose third request ends with a status, then retries the execution. */
async function publishTwice({ n8n }: Context, status: number, settings: object) {
	return await withService(acceptingExcept(3, status), async (service) => {
		const name = `Ledger ${status} ${JSON.stringify(settings)}`;
		const workflow = chain(name, ...itemsNodes(clients), publishNode(settings));
		const saved = await importFor(n8n, service.url, workflow);
		const first = await n8n.api.runWorkflow(saved);
		const second =
			first.status === 'success' ? first : await n8n.api.retryExecution(saved.id, first.id);
		if (second.status === 'success') {
			const receipts = dataOf(second, 'Publish');
			assert.equal(receipts.length, records / 2);
			assert.equal(receipts.filter(({ fromEarlierTry }) => fromEarlierTry === true).length, 2);
		} else assert.match(second.error?.description ?? '', /may or may not have been applied/);
		return { service: arrived(service), first: first.status, second: second.status };
	});
}

async function keepsBudget({ n8n }: Context): Promise<void> {
	const times: number[] = [];
	let refused = 0;
	await withService(
		(response, request, number) => {
			const now = Date.now();
			const isOver = times.filter((time) => time > now - 60_000).length >= perMinute;
			if (isOver) refused++;
			else times.push(now);
			const answer = isOver ? reply(429, '{}') : reply(200, '{"Id":"A-1"}');
			answer(response, request, number);
		},
		async ({ url }) => {
			const list = Array.from({ length: orders }, (_, index) => ({ id: `A-${index}` }));
			const read = projectServices('Read', {
				resource: 'purchaseOrder',
				operation: 'get',
				id: '={{ $json.id }}',
				options: { requestsPerMinute: perMinute, concurrency: 8 },
			});
			const saved = await importFor(n8n, url, chain('Budget', ...itemsNodes(list), read));
			assert.equal(dataOf(await n8n.api.runWorkflow(saved), 'Read').length, orders);
		},
	);
	assert.equal(refused, 0);
	const ideal = ((orders - 1) * 60_000) / perMinute;
	const took = (times.at(-1) ?? 0) - (times[0] ?? 0);
	assert.ok(took >= ideal * 0.99, `${orders} requests in ${took} ms are too fast`);
}

export async function run(context: Context): Promise<void> {
	// Certainly not applied: only that request, which carries C4 and C5, is sent again.
	const service = [...names.slice(0, 6), ...names.slice(4)];
	for (const [settings, first] of [
		[retryOnFail, 'success'],
		[{}, 'error'],
	] as const) {
		const expected = { service, first, second: 'success' };
		assert.deepEqual(await publishTwice(context, 400, settings), expected);
	}
	// May have been applied: nothing is sent again.
	for (const settings of [retryOnFail, {}]) {
		const expected = { service: names.slice(0, 6), first: 'error', second: 'error' };
		assert.deepEqual(await publishTwice(context, 500, settings), expected);
	}
	await keepsBudget(context);
}
