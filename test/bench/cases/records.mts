// Single records and publishing.
import { seededPurchaseOrder } from '../../sandbox/data/records';
import type { Bench } from '../n8n.mjs';
import { count, startService } from '../processes.mjs';
import { seed } from '../service/products';
import { genericClients, genericOrder, ourClients, ourOrder, ourOrders } from '../workflows.mjs';
import { type Case, generic, node, time, type Way } from './case.mjs';

const orderId = String(seededPurchaseOrder(seed, 0).Id);

function called(bench: Bench, name: string, title: string, body?: Record<string, unknown>): Way {
	return { name, title, run: () => bench.call(name, body) };
}

/** What an ideal reader takes: requests that cost nothing but their latency. */
const mostOverLatency: Readonly<Record<number, number>> = { 8: 1.15, 16: 1.2 };

export async function orders(bench: Bench, orderCount: number, concurrency: number): Promise<Case> {
	const latencyMs = 50;
	const service = await startService({ latencyMs });
	const name = `orders-${concurrency}`;
	await bench.add(ourOrders(name, await bench.at(service.url), concurrency));
	await bench.restart();
	const body = { orders: Array.from({ length: orderCount }, () => ({ id: orderId })) };
	return {
		id: name,
		title: `${orderCount} purchase orders by ID, ${latencyMs} ms away, ${concurrency} at once`,
		service,
		ways: [called(bench, name, node, body)],
		goals: [time(name, (orderCount / concurrency) * latencyMs, mostOverLatency[concurrency] ?? 1)],
		last: { Id: orderId },
		received: () => ({ mostAtOnce: concurrency }),
		warmUps: 5,
		rounds: 3,
	};
}

export async function oneOrder(bench: Bench, warmUps: number, rounds: number): Promise<Case> {
	const service = await startService({ latencyMs: 0 });
	const place = await bench.at(service.url);
	const [theirs, withCredential, ours] = ['one-generic', 'one-credential', 'one-ours'] as const;
	// For any node with a credential n8n queries its database several times before a request leaves, which HTTP
	// Request without one is spared: the goal is set for both.
	const credential = await bench.api.createCredential('httpHeaderAuth', {
		name: 'X-Key',
		value: 'bench',
	});
	await bench.add(genericOrder(theirs, place, orderId));
	await bench.add(genericOrder(withCredential, place, orderId, credential));
	await bench.add(ourOrder(ours, place, orderId));
	return {
		id: 'one',
		title: 'One purchase order',
		service,
		ways: [
			called(bench, theirs, `${generic}: HTTP Request`),
			called(bench, withCredential, `${generic}: HTTP Request with a credential`),
			called(bench, ours, node),
		],
		goals: [theirs, withCredential].map((to) => time(ours, to, 1.1)),
		last: { Id: orderId },
		restart: () => bench.restart(),
		warmUps,
		rounds,
	};
}

export async function publish(bench: Bench, clients: number): Promise<Case> {
	const service = await startService({ latencyMs: 0, clients });
	const place = await bench.at(service.url);
	const [theirs, ours] = ['publish-generic', 'publish-ours'] as const;
	await bench.add(genericClients(theirs, place));
	await bench.add(ourClients(ours, place));
	await bench.restart();
	return {
		id: 'publish',
		title: `${count(clients)} clients published, 500 in a request`,
		service,
		ways: [
			called(bench, theirs, `${generic}: Loop Over Items, Aggregate, HTTP Request`),
			called(bench, ours, `${node}, every record validated`),
		],
		goals: [time(ours, theirs, 0.2)],
		received: (rounds) => ({ records: 2 * rounds * clients }),
		warmUps: 1,
	};
}
