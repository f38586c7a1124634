// Single records, publishing, and what the package costs without n8n.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { seededPurchaseOrder } from '../../sandbox/data/records';
import type { Bench } from '../n8n.mjs';
import { runOrders, runPackage, type Service, startService } from '../processes.mjs';
import { clientsOf, seed } from '../service/products';
import { genericClients, genericOrder, ourClients, ourOrder, ourOrders } from '../workflows.mjs';
import { type Case, generic, memory, node, time } from './case.mjs';

const orderId = String(seededPurchaseOrder(seed, 0).Id);

/** What an ideal reader takes: requests that cost nothing but their latency. */
const mostOverLatency: Readonly<Record<number, number>> = { 8: 1.15, 16: 1.2 };

export async function orders(bench: Bench, orderCount: number, concurrency: number): Promise<Case> {
	const latencyMs = 50;
	const service = await startService({ latencyMs });
	const name = `orders-${concurrency}`;
	await bench.add(ourOrders(name, await bench.at(service.url), concurrency));
	await bench.restart();
	const body = { orders: Array.from({ length: orderCount }, () => ({ id: orderId })) };
	const url = `${service.url}/SI/Subscribe/PurchaseOrders?id=${orderId}`;
	return {
		id: name,
		title: `${orderCount} purchase orders by ID, ${latencyMs} ms away, ${concurrency} at once`,
		ways: [
			{ name, title: node, run: () => bench.call(name, body) },
			{
				name: 'script',
				title: 'a script: node:http, JSON.parse',
				run: () => runOrders(url, orderCount, concurrency),
			},
		],
		goals: [time(name, (orderCount / concurrency) * latencyMs, mostOverLatency[concurrency] ?? 1)],
		last: { Id: orderId },
		assertReceived: () => assertReceived(service, { mostAtOnce: concurrency }),
		warmUps: 5,
		rounds: 3,
		close: () => service.stop(),
	};
}

export async function oneOrder(bench: Bench, warmUps: number, rounds: number): Promise<Case> {
	const service = await startService({ latencyMs: 0 });
	const place = await bench.at(service.url);
	const [theirs, withCredential, ours] = ['one-generic', 'one-credential', 'one-ours'] as const;
	// For any node with a credential n8n queries its database several times before a request leaves, which HTTP
	// Request without one is spared: the goal is set for both.
	const credential = await bench.credential('httpHeaderAuth', { name: 'X-Key', value: 'bench' });
	await bench.add(genericOrder(theirs, place, orderId));
	await bench.add(genericOrder(withCredential, place, orderId, credential));
	await bench.add(ourOrder(ours, place, orderId));
	return {
		id: 'one',
		title: 'One purchase order',
		ways: [
			{ name: theirs, title: `${generic}: HTTP Request`, run: () => bench.call(theirs) },
			{
				name: withCredential,
				title: `${generic}: HTTP Request with a credential`,
				run: () => bench.call(withCredential),
			},
			{ name: ours, title: node, run: () => bench.call(ours) },
		],
		goals: [theirs, withCredential].map((to) => time(ours, to, 1.1)),
		last: { Id: orderId },
		restart: () => bench.restart(),
		warmUps,
		rounds,
		close: () => service.stop(),
	};
}

interface Received {
	readonly records?: number;
	readonly mostAtOnce?: number;
}

async function assertReceived({ url }: Service, expected: Received): Promise<void> {
	const received = (await (await fetch(`${url}/received`)).json()) as Received;
	for (const [name, value] of Object.entries(expected)) {
		const found = received[name as keyof Received];
		if (found !== value)
			throw new Error(`The service received ${name}: ${found} instead of ${value}.`);
	}
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
		title: `${clients.toLocaleString('en-US')} clients published, 500 in a request`,
		ways: [
			{
				name: theirs,
				title: `${generic}: Loop Over Items, Aggregate, HTTP Request`,
				run: () => bench.call(theirs),
			},
			{ name: ours, title: `${node}, every record validated`, run: () => bench.call(ours) },
		],
		goals: [time(ours, theirs, 0.2)],
		assertReceived: (rounds) => assertReceived(service, { records: 2 * rounds * clients }),
		warmUps: 1,
		rounds: 1,
		close: () => service.stop(),
	};
}

/** What the package costs in a process of its own. */
export function packageAlone({ packageFolder }: Bench, clients: number): Case {
	const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
	const file = path.join(folder, 'clients.json');
	writeFileSync(file, JSON.stringify({ clients: clientsOf(clients) }));
	return {
		id: 'package',
		title: 'The package without n8n',
		ways: [
			{ name: 'load', title: 'loading it', run: () => runPackage('load', packageFolder) },
			{
				name: 'loadRest',
				title: 'loading what all operations need, too',
				run: () => runPackage('loadRest', packageFolder),
			},
			{
				name: 'check',
				title: `validating ${clients.toLocaleString('en-US')} clients`,
				run: () => runPackage('check', packageFolder, file),
			},
		],
		goals: [time('load', 60, 1), memory('load', 8, 1), time('check', 150, 1)],
		warmUps: 0,
		rounds: 1,
		close: async () => {
			rmSync(folder, { recursive: true, force: true });
			await Promise.resolve();
		},
	};
}
