// Catalogs to items and into files, in JSON and XML, beside n8n's own nodes and scripts; and those of a service that has
// grown: products with fields and a layout that its document does not describe.
import { DEFAULT_SERVICE_SETTINGS } from '../../../client/serviceSettings';
import type { Json } from '../../host/rest/apiTypes.mjs';
import { seededProduct } from '../../sandbox/data/products';
import type { Bench } from '../n8n.mjs';
import {
	type BareWay,
	type Catalog,
	type CatalogOptions,
	count,
	runCatalog,
	serveCatalogs,
} from '../processes.mjs';
import { type Format, seed, type Variant, variants } from '../service/products';
import { genericJson, genericXml, ourCatalog, twelveFields } from '../workflows.mjs';
import {
	type Case,
	generic,
	type Goal,
	inFreshN8n,
	limit,
	memory,
	node,
	time,
	timeEach,
	type Way,
} from './case.mjs';

const reader = 'a script: this package’s reader';

/** Serves a catalog; adds workflows that read it, and names ways without n8n. */
async function withCatalog(bench: Bench, plan: CatalogOptions) {
	const { service, last, catalogs } = await serveCatalogs(plan);
	const [catalog] = catalogs;
	const place = await bench.at(catalog.url, plan.format);
	return {
		...{ service, last, catalog },
		async ours(name: string, parameters?: Json): Promise<string> {
			await bench.add(ourCatalog(name, place, catalog, parameters));
			return name;
		},
		async theirs(name: string, make: typeof genericJson): Promise<string> {
			await bench.add(make(name, place, catalog));
			return name;
		},
		script(way: BareWay, title: string, again = 2): Way {
			const run = () => runCatalog(way, catalog, bench.packageFolder, { again });
			return { name: way, title, run };
		},
	};
}

export async function jsonCatalog(bench: Bench, products: number, isLarge: boolean): Promise<Case> {
	const catalog = await withCatalog(bench, { products, format: 'json' });
	const { service, last, script } = catalog;
	const id = `json-${products}`;
	const theirs = await catalog.theirs(`${id}-generic`, genericJson);
	const ours = await catalog.ours(`${id}-ours`);
	const twelve = { output: 'selected', fields: twelveFields };
	const selected = await catalog.ours(`${id}-selected`, twelve);
	return {
		...{ id, service, last, equal: [ours, 'packageReader', 'plain'] },
		title: `${count(products)} products, JSON, to items`,
		ways: [
			inFreshN8n(bench, theirs, `${generic}: HTTP Request with pagination, Split Out`),
			inFreshN8n(bench, ours, node),
			inFreshN8n(bench, selected, `${node}, 12 fields`),
			script('jsonParse', 'a script: JSON.parse'),
			script('packageReader', reader),
			script('plain', limit),
		],
		goals: isLarge
			? [
					...timeEach(ours, theirs, 0.25),
					...timeEach(ours, 'plain', 1.2),
					memory(ours, theirs, 0.28),
					memory(selected, theirs, 0.1),
				]
			: timeEach(ours, theirs, 0.33),
	};
}

export async function xmlCatalog(bench: Bench, products: number): Promise<Case> {
	const catalog = await withCatalog(bench, { products, format: 'xml' });
	const { service, last, script } = catalog;
	const theirs = await catalog.theirs('xml-generic', genericXml);
	const ours = await catalog.ours('xml-ours');
	return {
		...{ id: `xml-${products}`, service, last, equal: [ours, 'packageReader', 'plain'] },
		title: `${count(products)} products, XML, to items`,
		ways: [
			inFreshN8n(bench, theirs, `${generic}: HTTP Request, XML, Split Out`),
			inFreshN8n(bench, ours, node),
			script('xmlLibrary', 'a script: fast-xml-parser'),
			script('packageReader', reader),
			script('plain', limit),
		],
		goals: [
			...timeEach(ours, theirs, 0.08),
			...timeEach(ours, 'plain', 1.6),
			memory(ours, theirs, 0.13),
		],
	};
}

const mostOverPages = 30;

/** Five products found by their part numbers, at both ends and in the middle. */
export async function foundProducts(bench: Bench, products: number): Promise<Case> {
	const { service, last, catalog, ours, script } = await withCatalog(bench, {
		products,
		format: 'json',
	});
	const id = await ours(`found-${products}`, { filters: { partNumbers: partNumbers(products) } });
	const pagesAtOnce = Math.min(DEFAULT_SERVICE_SETTINGS.concurrency, catalog.pages);
	const inFlight = (pagesAtOnce / catalog.pages) * (catalog.bytes / 1_000_000);
	return {
		...{ id, service, last },
		title: `5 of ${count(products)} products, JSON, found by part number`,
		ways: [inFreshN8n(bench, id, node), script('packageReader', `${reader}, every record made`)],
		goals: [memory(id, inFlight + mostOverPages, 1)],
	};
}

/** The part numbers of five products at both ends and in between. */
export function partNumbers(products: number): string {
	const numbers = [0, 1, 2, 3, 4].map((part) => Math.floor((part * (products - 1)) / 4));
	return numbers.map((number) => seededProduct(seed, number).PartNumber).join();
}

const mostMegabytes = 150;
const mostOverReading = 1.4;

/** A catalog of any size, beside reading it without keeping anything. */
export async function fileCatalog(bench: Bench, products: number): Promise<Case> {
	// A million products that differ in more than their IDs would take minutes to make; pages are as the node reads them for a file.
	const plan = { products, format: 'json', distinct: 100_000, pageSize: 2_000 } as const;
	const { service, ours, script } = await withCatalog(bench, plan);
	const file = async (name: string, title: string, recordCount: number, more?: Json) => {
		const way = inFreshN8n(bench, await ours(name, { returnAs: 'file', ...more }), title, 0);
		const run = async () => await way.run().finally(bench.removeFiles);
		return { ...way, last: { recordCount }, run };
	};
	const id = `file-${products}`;
	const dropped = `${id}-dropped`;
	const nothing = { filters: { search: 'no product has this' } };
	return {
		...{ id, service },
		title: `${count(products)} products, JSON, to a file`,
		ways: [
			await file(id, `${node}, as NDJSON`, products),
			await file(dropped, `${node}, every product dropped by a filter`, 0, nothing),
			script('packageReaderDropped', `${reader}, every product dropped`, 0),
			script('received', 'a script: every byte dropped', 0),
		],
		goals: [memory(id, mostMegabytes, 1), time(id, dropped, mostOverReading)],
	};
}

const variantTitles: Readonly<Record<Variant, string>> = {
	documented: 'as documented',
	oneUndocumented: '1 undocumented field in each',
	tenUndocumented: '10 undocumented fields in each, a list and an object among them',
	pretty: 'pretty-printed',
	otherKeys: 'other keys in each, 250 shapes',
	nulls: 'every null written',
	camelCase: 'names in camelCase',
};
const mostForOneField = 1.1;
const mostPerByte = 1.3;

/** Products of each variant, compared with the documented ones. */
export async function grownCatalog(
	bench: Bench,
	products: number,
	format: Format,
	chosen: readonly Variant[] = variants,
): Promise<Case> {
	const { service, last, catalogs } = await serveCatalogs({ products, format }, chosen);
	const id = `grown-${format}-${products}`;
	const add = async (catalog: Catalog): Promise<Way> => {
		const { url, variant, bytes } = catalog;
		const name = `${id}-${variant}`;
		await bench.add(ourCatalog(name, await bench.at(url, format), catalog));
		return { ...inFreshN8n(bench, name, variantTitles[variant]), bytes };
	};
	const ways: Way[] = [];
	for (const catalog of catalogs) ways.push(await add(catalog));
	const goalsOf = (variant: Variant) =>
		(['milliseconds', 'laterMilliseconds', 'megabytes'] as const).map((what): Goal => {
			const ratio = { of: `${id}-${variant}`, to: `${id}-documented`, what };
			return variant === 'oneUndocumented'
				? { ...ratio, most: mostForOneField }
				: { ...ratio, most: mostPerByte, perByte: true };
		});
	return {
		...{ id, service, last, ways },
		title: `${count(products)} products, ${format.toUpperCase()}, of a service that has grown`,
		goals: chosen.filter((variant) => variant !== 'documented').flatMap(goalsOf),
	};
}
