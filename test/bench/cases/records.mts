// Single records, publishing, and what the package does by itself.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { seededClient, seededPurchaseOrder } from '../sandbox/records';
import type { Bench } from './bench.mjs';
import { type Case, generic, node, seed } from './cases.mjs';
import { runAlone, startService, type Service } from './processes.mjs';
import { genericClients, genericOrder, ourClients, ourOrder, ourOrders } from './workflows.mjs';

const orderId = String(seededPurchaseOrder(seed, 0).Id);

export async function orders(bench: Bench, count: number, concurrency: number): Promise<Case> {
	const latencyMs = 50;
	const service = await startService({ bare: true, latencyMs });
	const name = `orders-${concurrency}`;
	await bench.add(ourOrders(name, await bench.at(service.url), concurrency));
	await bench.renew();
	const body = { orders: Array.from({ length: count }, () => ({ id: orderId })) };
	return {
		id: name,
		title: `${count} purchase orders by id, ${latencyMs} ms away, ${concurrency} at once`,
		contenders: [{ name, title: node, run: () => bench.call(name, body) }],
		goals: [{ of: name, to: (count / concurrency) * latencyMs, what: 'milliseconds', most: 1.3 }],
		last: orderId,
		assertReceived: () => assertReceived(service, { mostAtOnce: concurrency }),
		warmUps: 2,
		times: 1,
		close: () => service.stop(),
	};
}

export async function oneOrder(bench: Bench): Promise<Case> {
	const service = await startService({ bare: true });
	const place = await bench.at(service.url);
	const [theirs, withCredential, ours] = ['one-generic', 'one-credential', 'one-ours'] as const;
	// For any node with a credential n8n asks its database several times before a request leaves, which HTTP Request
	// without one is spared: the goal stands beside both.
	const credential = await bench.credential('httpHeaderAuth', { name: 'X-Key', value: 'bench' });
	await bench.add(genericOrder(theirs, place, orderId));
	await bench.add(genericOrder(withCredential, place, orderId, credential));
	await bench.add(ourOrder(ours, place, orderId));
	return {
		id: 'one',
		title: 'One purchase order',
		contenders: [
			{ name: theirs, title: `${generic}: HTTP Request`, run: () => bench.call(theirs) },
			{
				name: withCredential,
				title: `${generic}: HTTP Request with a credential`,
				run: () => bench.call(withCredential),
			},
			{ name: ours, title: node, run: () => bench.call(ours) },
		],
		goals: [theirs, withCredential].map((to) => ({
			of: ours,
			to,
			what: 'milliseconds',
			most: 1.1,
		})),
		last: orderId,
		renew: () => bench.renew(),
		warmUps: 20,
		times: 60,
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
		if (found !== value) throw new Error(`The service got ${name}: ${found} instead of ${value}.`);
	}
}

function clientsOf(count: number): Array<Record<string, unknown>> {
	return Array.from({ length: count }, (_, index) => seededClient(seed, index));
}

export async function publish(bench: Bench, count: number): Promise<Case> {
	const service = await startService({ bare: true });
	const place = await bench.at(service.url);
	const [theirs, ours] = ['publish-generic', 'publish-ours'] as const;
	await bench.add(genericClients(theirs, place));
	await bench.add(ourClients(ours, place));
	await bench.renew();
	const body = { clients: clientsOf(count) };
	return {
		id: 'publish',
		title: `${count.toLocaleString('en-US')} clients published, 500 a request`,
		contenders: [
			{
				name: theirs,
				title: `${generic}: Loop Over Items, Aggregate, HTTP Request`,
				run: () => bench.call(theirs, body),
			},
			{ name: ours, title: `${node}, every record checked`, run: () => bench.call(ours, body) },
		],
		goals: [{ of: ours, to: theirs, what: 'milliseconds', most: 0.3 }],
		assertReceived: (rounds) => assertReceived(service, { records: 2 * rounds * count }),
		warmUps: 1,
		times: 1,
		close: () => service.stop(),
	};
}

/** What the package does by itself, in a process of its own. */
export function alone({ packageFolder }: Bench, count: number): Case {
	const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
	const file = path.join(folder, 'clients.json');
	writeFileSync(file, JSON.stringify({ clients: clientsOf(count) }));
	return {
		id: 'alone',
		title: 'The package by itself',
		contenders: [
			{ name: 'load', title: 'loading it', run: () => runAlone('load', packageFolder) },
			{
				name: 'loadRest',
				title: 'loading what the first run needs besides',
				run: () => runAlone('loadRest', packageFolder),
			},
			{
				name: 'check',
				title: `checking ${count.toLocaleString('en-US')} clients`,
				run: () => runAlone('check', packageFolder, file),
			},
		],
		goals: [
			{ of: 'load', to: 60, what: 'milliseconds', most: 1 },
			{ of: 'load', to: 8, what: 'megabytes', most: 1 },
			{ of: 'check', to: 150, what: 'milliseconds', most: 1 },
		],
		warmUps: 0,
		times: 1,
		close: async () => {
			rmSync(folder, { recursive: true, force: true });
			await Promise.resolve();
		},
	};
}
