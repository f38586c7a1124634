// What is measured against what, and the goals.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { productId } from '../sandbox/products';
import { seededClient, seededPurchaseOrder } from '../sandbox/records';
import { sampleIds } from '../sandbox/state';
import type { Bench } from './bench.mjs';
import {
	type Measurement,
	runAlone,
	runPlain,
	startService,
	type CatalogRequest,
	type Service,
} from './processes.mjs';
import {
	type Amount,
	genericClients,
	genericJson,
	genericOrder,
	genericXml,
	ourCatalog,
	ourClients,
	ourOrder,
	ourOrders,
} from './workflows.mjs';

/** One way to do the work of a case. */
export interface Contender {
	readonly name: string;
	readonly title: string;
	run(): Promise<Measurement>;
}

/** What one contender may take at most, as a part of what another takes, or of a fixed amount. */
export interface Goal {
	readonly of: string;
	readonly to: string | number;
	readonly what: 'milliseconds' | 'megabytes';
	readonly most: number;
}

export interface Case {
	readonly id: string;
	readonly title: string;
	readonly contenders: readonly Contender[];
	readonly goals: readonly Goal[];
	/** The Id of the last record that has to come out; undefined where none does. */
	readonly last?: string;
	/** Whether the service got what it should have got, asked after all runs. */
	assertReceived?(runs: number): Promise<void>;
	/** Runs before the measured ones. */
	readonly warmUps: number;
	/** How many times as many runs as other cases have. */
	readonly times: number;
	close(): Promise<void>;
}

const seed = 1;
const orderId = String(seededPurchaseOrder(seed, 0).Id);
const generic = 'n8n’s own nodes';
const node = 'this package';

interface Catalog {
	readonly service: Service;
	readonly amount: Amount;
	readonly last: string;
	request(format: 'json' | 'xml'): CatalogRequest;
}

/** A catalog of so many products in pages of 10,000, rendered beforehand. */
async function startCatalog(
	products: number,
	formats: ReadonlyArray<'json' | 'xml'>,
): Promise<Catalog> {
	const service = await startService({ products, seed });
	const size = products < 20_000 ? Math.ceil(products / 4) : 10_000;
	const amount = { pages: Math.ceil(products / size), size };
	const url = `${service.url}/SI/Subscribe/ProductCatalogs?id=${sampleIds.catalog}`;
	for (const format of formats) {
		for (let page = 1; page <= amount.pages; page++) {
			const headers = { accept: `application/${format}` };
			const answer = await fetch(`${url}&pageNumber=${page}&pageSize=${size}`, { headers });
			await answer.arrayBuffer();
		}
	}
	return {
		service,
		amount,
		last: productId(seed, products - 1),
		request: (format) => ({ url, ...amount, format }),
	};
}

/** A contender that is a workflow in an n8n which was started anew. */
function fresh(bench: Bench, name: string, title: string): Contender {
	return {
		name,
		title,
		async run() {
			await bench.renew();
			return await bench.call(name);
		},
	};
}

export async function jsonCatalog(bench: Bench, products: number, isLarge: boolean): Promise<Case> {
	const { service, amount, last, request } = await startCatalog(products, ['json']);
	const place = await bench.at(service.url);
	const [id, theirs, ours, selected] = ['', 'generic', 'ours', 'selected'].map((part) =>
		['json', products, part].filter(Boolean).join('-'),
	);
	await bench.add(genericJson(theirs, place, amount));
	await bench.add(ourCatalog(ours, place, amount));
	await bench.add(ourCatalog(selected, place, amount, { output: 'simplified' }));
	const script: Contender = {
		name: 'script',
		title: 'a script: fetch, JSON.parse',
		run: () => runPlain('jsonParse', request('json'), bench.packageFolder),
	};
	return {
		id,
		title: `${products.toLocaleString('en-US')} products, JSON, to items`,
		contenders: [
			fresh(bench, theirs, `${generic}: HTTP Request with pagination, Split Out`),
			fresh(bench, ours, node),
			fresh(bench, selected, `${node}, 12 fields`),
			script,
			{
				name: 'reader',
				title: 'a script: fetch, this package’s reader',
				run: () => runPlain('reader', request('json'), bench.packageFolder),
			},
		],
		goals: [
			{ of: ours, to: theirs, what: 'milliseconds', most: isLarge ? 0.33 : 0.4 },
			...(isLarge
				? ([
						{ of: ours, to: 'script', what: 'milliseconds', most: 0.6 },
						{ of: ours, to: theirs, what: 'megabytes', most: 0.4 },
						{ of: selected, to: theirs, what: 'megabytes', most: 0.12 },
					] as const)
				: []),
		],
		last,
		warmUps: 0,
		times: 1,
		close: () => service.stop(),
	};
}

export async function xmlCatalog(bench: Bench, products: number): Promise<Case> {
	const { service, amount, last, request } = await startCatalog(products, ['xml']);
	const place = await bench.at(service.url);
	await bench.add(genericXml('xml-generic', place, amount));
	await bench.add(ourCatalog('xml-ours', place, amount, {}, { responseFormat: 'xml' }));
	return {
		id: `xml-${products}`,
		title: `${products.toLocaleString('en-US')} products, XML, to items`,
		contenders: [
			fresh(bench, 'xml-generic', `${generic}: HTTP Request, XML, Split Out`),
			fresh(bench, 'xml-ours', node),
			{
				name: 'script',
				title: 'a script: fetch, fast-xml-parser',
				run: () => runPlain('xmlLibrary', request('xml'), bench.packageFolder),
			},
			{
				name: 'reader',
				title: 'a script: fetch, this package’s reader',
				run: () => runPlain('reader', request('xml'), bench.packageFolder),
			},
		],
		goals: [
			{ of: 'xml-ours', to: 'xml-generic', what: 'milliseconds', most: 0.07 },
			{ of: 'xml-ours', to: 'xml-generic', what: 'megabytes', most: 0.2 },
		],
		last,
		warmUps: 0,
		times: 1,
		close: () => service.stop(),
	};
}

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
	// What n8n does for the credential of any node, which HTTP Request without one is spared.
	const credential = await bench.credential('httpHeaderAuth', { name: 'X-Key', value: 'bench' });
	await bench.add(genericOrder(theirs, place, orderId));
	await bench.add(genericOrder(withCredential, place, orderId, credential));
	await bench.add(ourOrder(ours, place, orderId));
	await bench.renew();
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
		goals: [{ of: ours, to: theirs, what: 'milliseconds', most: 1.1 }],
		last: orderId,
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
		assertReceived: (runs) => assertReceived(service, { records: 2 * runs * count }),
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

/** One size of catalog, for how the cost grows. */
export async function growing(bench: Bench, products: number): Promise<Case> {
	const { service, amount, last } = await startCatalog(products, ['json']);
	const name = `growth-${products}`;
	await bench.add(ourCatalog(name, await bench.at(service.url), amount));
	return {
		id: name,
		title: `${products.toLocaleString('en-US')} products, JSON, to items`,
		contenders: [fresh(bench, name, node)],
		goals: [],
		last,
		warmUps: 0,
		times: 1,
		close: () => service.stop(),
	};
}
