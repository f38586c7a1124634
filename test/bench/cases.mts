// The cases of the bench: the same work by n8n's own nodes and by this package, and the guards.
import { productId } from '../sandbox/data/products';
import { seededPurchaseOrder } from '../sandbox/data/records';
import type { Bench } from './n8n.mjs';
import type { Guard } from './results.mjs';
import { type Format, seed, type Service, startService } from './service.mjs';
import {
	genericClients,
	genericJson,
	genericOrder,
	genericXml,
	ourCatalog,
	ourClients,
	ourOrder,
} from './workflows.mjs';

/** One way to do the work of a case: a workflow, and what its last item holds. */
export interface Way {
	readonly name: string;
	readonly title: string;
	readonly last: Readonly<Record<string, unknown>>;
}

export interface Case {
	readonly title: string;
	readonly service: Service;
	/** This package is the last one. */
	readonly ways: readonly Way[];
	readonly guards: readonly Guard[];
	/** Runs in one n8n; three by default. */
	readonly rounds?: number;
}

const theirs = 'n8n’s own nodes';
const ours = 'this package';
const share = (what: Guard['what'], max: number): Guard => ({ what, max, isShare: true });
const amount = (what: Guard['what'], max: number): Guard => ({ what, max, isShare: false });
const count = (records: number) => records.toLocaleString('en-US');

const guardsOf: Readonly<Record<Format, readonly Guard[]>> = {
	json: [share('first', 0.3), share('later', 0.3), share('megabytes', 0.4)],
	xml: [share('first', 0.14), share('later', 0.14)],
};

export async function catalog(bench: Bench, format: Format, products: number): Promise<Case> {
	const size = Math.min(10_000, Math.ceil(products / 4));
	const service = await startService({ catalog: { products, size, format } });
	const place = await bench.at(service.url, { responseFormat: format, productsPerPage: size });
	const pages = { pages: Math.ceil(products / size), size, format };
	const last = { Id: productId(seed, products - 1) };
	const generic = format === 'json' ? genericJson : genericXml;
	const names = [`${format}-generic`, `${format}-ours`] as const;
	await bench.add(generic(names[0], place, pages));
	await bench.add(ourCatalog(names[1], place));
	return {
		title: `${count(products)} products, ${format.toUpperCase()}, to items`,
		service,
		ways: [
			{ name: names[0], title: theirs, last },
			{ name: names[1], title: ours, last },
		],
		guards: guardsOf[format],
	};
}

/** What a person feels: one page of the default size. */
export async function onePage(bench: Bench, products: number): Promise<Case> {
	const service = await startService({ catalog: { products, size: products, format: 'json' } });
	const place = await bench.at(service.url, { productsPerPage: products });
	await bench.add(ourCatalog('page', place));
	return {
		title: `A page of ${count(products)} products`,
		service,
		ways: [{ name: 'page', title: ours, last: { Id: productId(seed, products - 1) } }],
		guards: [amount('later', 600), amount('megabytes', 70)],
	};
}

export async function order(bench: Bench, rounds: number): Promise<Case> {
	const service = await startService({});
	const place = await bench.at(service.url);
	const id = String(seededPurchaseOrder(seed, 0).Id);
	await bench.add(genericOrder('one-generic', place, id));
	await bench.add(ourOrder('one-ours', place, id));
	return {
		title: 'One purchase order by ID',
		service,
		ways: [
			{ name: 'one-generic', title: theirs, last: { Id: id } },
			{ name: 'one-ours', title: ours, last: { Id: id } },
		],
		guards: [share('later', 1.15)],
		rounds,
	};
}

export async function publish(bench: Bench, clients: number): Promise<Case> {
	const service = await startService({ clients });
	const place = await bench.at(service.url);
	await bench.add(genericClients('publish-generic', place));
	await bench.add(ourClients('publish-ours', place));
	const last = { Message: 'The request was received.' };
	return {
		title: `${count(clients)} clients published, 500 in a request`,
		service,
		ways: [
			{ name: 'publish-generic', title: theirs, last },
			{ name: 'publish-ours', title: `${ours}, every record validated`, last },
		],
		guards: [share('later', 0.35)],
	};
}
