// Catalogs in JSON and XML, beside n8n's own nodes and plain scripts, and how their cost grows.
import { productId } from '../sandbox/products';
import { sampleIds } from '../sandbox/state';
import type { Bench } from './bench.mjs';
import { type Case, type Contender, generic, node, seed } from './cases.mjs';
import { runPlain, startService, type CatalogRequest, type Service } from './processes.mjs';
import { type Amount, genericJson, genericXml, ourCatalog } from './workflows.mjs';

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
