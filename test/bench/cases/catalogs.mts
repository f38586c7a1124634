// Catalogs to items in JSON and XML, beside n8n's own nodes and scripts, and how the cost grows with their size.
import { productCatalog } from '../../../api/resources/productCatalog';
import { options } from '../../../nodes/shared/options';
import { productId, seededProduct } from '../../sandbox/data/products';
import { sampleIds } from '../../sandbox/state';
import type { Bench } from '../n8n.mjs';
import {
	type BareWay,
	type CatalogRequest,
	runCatalog,
	type Service,
	startService,
} from '../processes.mjs';
import type { CatalogPlan } from '../service/pages';
import { type Format, seed, type Variant } from '../service/products';
import { type Amount, genericJson, genericXml, ourCatalog, type Place } from '../workflows.mjs';
import {
	again,
	type Case,
	generic,
	inFreshN8n,
	inFreshN8nAndAgain,
	limit,
	memory,
	node,
	timeEach,
	type Way,
} from './case.mjs';

export interface Catalog {
	readonly place: Place;
	readonly amount: Amount;
	/** What the service sends for the whole catalog. */
	readonly bytes: number;
	readonly request: CatalogRequest;
}

export interface Catalogs {
	readonly service: Service;
	/** What the last product holds. */
	readonly last: { readonly Id: string };
	readonly catalogs: readonly Catalog[];
}

function amountOf(products: number, most: number): Amount {
	const size = products < 20_000 ? Math.ceil(products / 4) : most;
	return { pages: Math.ceil(products / size), size };
}

/**
 * Starts a service with a catalog of so many products for each variant.
 *
 * @param distinct So many products differ in more than their IDs; all, if left out
 * @param pageSize So many products are in a page of a large catalog
 */
export async function startCatalogs(
	bench: Bench,
	products: number,
	format: Format,
	variants: readonly Variant[] = ['documented'],
	distinct?: number,
	pageSize = 10_000,
): Promise<Catalogs> {
	const amount = amountOf(products, pageSize);
	const plans = variants.map((variant): CatalogPlan => ({
		products,
		pageSize: amount.size,
		format,
		variant,
		distinct,
	}));
	const service = await startService({ catalogs: plans });
	const bytes = (await (await fetch(`${service.url}/bytes`)).json()) as number[];
	const catalogs: Catalog[] = [];
	for (const [index] of variants.entries()) {
		const place = await bench.at(`${service.url}/${index}`);
		const url = `${place.url}/SI/Subscribe/ProductCatalogs?id=${sampleIds.catalog}`;
		catalogs.push({
			place,
			amount,
			bytes: bytes[index] ?? NaN,
			request: { url, ...amount, format },
		});
	}
	return { service, last: { Id: productId(seed, products - 1) }, catalogs };
}

/** A way without n8n, done so many times again in its process. */
export function script(
	bench: Bench,
	way: BareWay,
	title: string,
	{ request }: Catalog,
	times = again,
): Way {
	return { name: way, title, run: () => runCatalog(way, request, bench.packageFolder, times) };
}

export function count(products: number): string {
	return products.toLocaleString('en-US');
}

/** Starts a service with one catalog. */
export async function startOne(
	bench: Bench,
	products: number,
	format: Format,
	distinct?: number,
	pageSize?: number,
): Promise<Omit<Catalogs, 'catalogs'> & { readonly catalog: Catalog }> {
	const { catalogs, ...rest } = await startCatalogs(
		bench,
		products,
		format,
		['documented'],
		distinct,
		pageSize,
	);
	const [catalog] = catalogs;
	if (!catalog) throw new Error('The service has no catalog.');
	return { catalog, ...rest };
}

const { simplified } = productCatalog.operations.get;
const twelveFields = [...simplified, 'Subcategory', 'Approved'];

export async function jsonCatalog(bench: Bench, products: number, isLarge: boolean): Promise<Case> {
	const { service, last, catalog } = await startOne(bench, products, 'json');
	const { place, amount } = catalog;
	const id = `json-${products}`;
	const [theirs, ours, selected] = [`${id}-generic`, `${id}-ours`, `${id}-selected`] as const;
	await bench.add(genericJson(theirs, place, amount));
	await bench.add(ourCatalog(ours, place, amount));
	await bench.add(
		ourCatalog(selected, place, amount, { output: 'selected', fields: twelveFields }),
	);
	return {
		id,
		title: `${count(products)} products, JSON, to items`,
		ways: [
			inFreshN8nAndAgain(bench, theirs, `${generic}: HTTP Request with pagination, Split Out`),
			inFreshN8nAndAgain(bench, ours, node),
			inFreshN8nAndAgain(bench, selected, `${node}, 12 fields`),
			script(bench, 'jsonParse', 'a script: fetch, JSON.parse', catalog),
			script(bench, 'packageReader', 'a script: this package’s reader', catalog),
			script(bench, 'knownRecord', limit, catalog),
		],
		goals: isLarge
			? [
					...timeEach(ours, theirs, 0.25),
					...timeEach(ours, 'knownRecord', 1.2),
					memory(ours, theirs, 0.28),
					memory(selected, theirs, 0.1),
				]
			: timeEach(ours, theirs, 0.33),
		last,
		equal: [ours, 'packageReader', 'knownRecord'],
		warmUps: 0,
		rounds: 1,
		close: () => service.stop(),
	};
}

export async function xmlCatalog(bench: Bench, products: number): Promise<Case> {
	const { service, last, catalog } = await startOne(bench, products, 'xml');
	const { place, amount } = catalog;
	const [theirs, ours] = ['xml-generic', 'xml-ours'] as const;
	await bench.add(genericXml(theirs, place, amount));
	await bench.add(ourCatalog(ours, place, amount, {}, { responseFormat: 'xml' }));
	return {
		id: `xml-${products}`,
		title: `${count(products)} products, XML, to items`,
		ways: [
			inFreshN8nAndAgain(bench, theirs, `${generic}: HTTP Request, XML, Split Out`),
			inFreshN8nAndAgain(bench, ours, node),
			script(bench, 'xmlLibrary', 'a script: fetch, fast-xml-parser', catalog),
			script(bench, 'packageReader', 'a script: this package’s reader', catalog),
			script(bench, 'knownRecord', limit, catalog),
		],
		goals: [
			...timeEach(ours, theirs, 0.08),
			...timeEach(ours, 'knownRecord', 1.6),
			memory(ours, theirs, 0.13),
		],
		last,
		equal: [ours, 'packageReader', 'knownRecord'],
		warmUps: 0,
		rounds: 1,
		close: () => service.stop(),
	};
}

const mostOverPages = 30;

/** Five products found by their part numbers, at both ends and in the middle. */
export async function foundProducts(bench: Bench, products: number): Promise<Case> {
	const { service, last, catalog } = await startOne(bench, products, 'json');
	const { place, amount, bytes } = catalog;
	const id = `found-${products}`;
	const numbers = [0, 1, 2, 3, 4].map((part) => Math.floor((part * (products - 1)) / 4));
	const partNumbers = numbers.map((number) => String(seededProduct(seed, number).PartNumber));
	await bench.add(ourCatalog(id, place, amount, { filters: { partNumbers: partNumbers.join() } }));
	const pagesAtOnce = Math.min(options.concurrency.preset, amount.pages);
	const inFlight = (pagesAtOnce / amount.pages) * (bytes / 1_000_000);
	return {
		id,
		title: `5 of ${count(products)} products, JSON, found by part number`,
		ways: [
			inFreshN8nAndAgain(bench, id, node),
			script(bench, 'packageReader', 'a script: this package’s reader, every record made', catalog),
		],
		goals: [memory(id, inFlight + mostOverPages, 1)],
		last,
		warmUps: 0,
		rounds: 1,
		close: () => service.stop(),
	};
}

/** One size of catalog, for how the cost grows. */
export async function sizedCatalog(bench: Bench, products: number): Promise<Case> {
	const { service, last, catalog } = await startOne(bench, products, 'json');
	const name = `growth-${products}`;
	await bench.add(ourCatalog(name, catalog.place, catalog.amount));
	return {
		id: name,
		title: `${count(products)} products, JSON, to items`,
		ways: [inFreshN8n(bench, name, node)],
		goals: [],
		last,
		warmUps: 0,
		rounds: 1,
		close: () => service.stop(),
	};
}
