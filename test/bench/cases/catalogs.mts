// Catalogs to items and into files, in JSON and XML, beside n8n's own nodes and scripts; and those of a service that has
// grown: products with fields and a layout that its document does not describe.
import { options } from '../../../nodes/shared/options';
import { seededProduct } from '../../sandbox/data/products';
import type { Bench } from '../n8n.mjs';
import {
	type BareWay,
	type Catalog,
	count,
	runCatalog,
	serveCatalog,
	serveCatalogs,
} from '../processes.mjs';
import { type Format, seed, type Variant } from '../service/products';
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

/** A way without n8n. */
function script(
	{ packageFolder }: Bench,
	way: BareWay,
	title: string,
	catalog: Catalog,
	again?: number,
): Way {
	return { name: way, title, run: () => runCatalog(way, catalog, packageFolder, { again }) };
}

export async function jsonCatalog(bench: Bench, products: number, isLarge: boolean): Promise<Case> {
	const { service, last, catalog } = await serveCatalog(products, 'json');
	const place = await bench.at(catalog.url);
	const id = `json-${products}`;
	const [theirs, ours, selected] = [`${id}-generic`, `${id}-ours`, `${id}-selected`] as const;
	await bench.add(genericJson(theirs, place, catalog));
	await bench.add(ourCatalog(ours, place, catalog));
	await bench.add(
		ourCatalog(selected, place, catalog, { output: 'selected', fields: twelveFields }),
	);
	return {
		id,
		title: `${count(products)} products, JSON, to items`,
		service,
		ways: [
			inFreshN8n(bench, theirs, `${generic}: HTTP Request with pagination, Split Out`),
			inFreshN8n(bench, ours, node),
			inFreshN8n(bench, selected, `${node}, 12 fields`),
			script(bench, 'jsonParse', 'a script: JSON.parse', catalog),
			script(bench, 'packageReader', reader, catalog),
			script(bench, 'plain', limit, catalog),
		],
		goals: isLarge
			? [
					...timeEach(ours, theirs, 0.25),
					...timeEach(ours, 'plain', 1.2),
					memory(ours, theirs, 0.28),
					memory(selected, theirs, 0.1),
				]
			: timeEach(ours, theirs, 0.33),
		last,
		equal: [ours, 'packageReader', 'plain'],
	};
}

export async function xmlCatalog(bench: Bench, products: number): Promise<Case> {
	const { service, last, catalog } = await serveCatalog(products, 'xml');
	const place = await bench.at(catalog.url);
	const [theirs, ours] = ['xml-generic', 'xml-ours'] as const;
	await bench.add(genericXml(theirs, place, catalog));
	await bench.add(ourCatalog(ours, place, catalog));
	return {
		id: `xml-${products}`,
		title: `${count(products)} products, XML, to items`,
		service,
		ways: [
			inFreshN8n(bench, theirs, `${generic}: HTTP Request, XML, Split Out`),
			inFreshN8n(bench, ours, node),
			script(bench, 'xmlLibrary', 'a script: fast-xml-parser', catalog),
			script(bench, 'packageReader', reader, catalog),
			script(bench, 'plain', limit, catalog),
		],
		goals: [
			...timeEach(ours, theirs, 0.08),
			...timeEach(ours, 'plain', 1.6),
			memory(ours, theirs, 0.13),
		],
		last,
		equal: [ours, 'packageReader', 'plain'],
	};
}

const mostOverPages = 30;

/** Five products found by their part numbers, at both ends and in the middle. */
export async function foundProducts(bench: Bench, products: number): Promise<Case> {
	const { service, last, catalog } = await serveCatalog(products, 'json');
	const { pages, bytes } = catalog;
	const id = `found-${products}`;
	const filters = { partNumbers: partNumbers(products) };
	await bench.add(ourCatalog(id, await bench.at(catalog.url), catalog, { filters }));
	const pagesAtOnce = Math.min(options.concurrency.preset, pages);
	const inFlight = (pagesAtOnce / pages) * (bytes / 1_000_000);
	return {
		id,
		title: `5 of ${count(products)} products, JSON, found by part number`,
		service,
		ways: [
			inFreshN8n(bench, id, node),
			script(bench, 'packageReader', `${reader}, every record made`, catalog),
		],
		goals: [memory(id, inFlight + mostOverPages, 1)],
		last,
	};
}

/** The part numbers of five products at both ends and in between. */
export function partNumbers(products: number): string {
	const numbers = [0, 1, 2, 3, 4].map((part) => Math.floor((part * (products - 1)) / 4));
	return numbers.map((number) => seededProduct(seed, number).PartNumber).join();
}

/** Products that differ in more than their IDs, since a million of them would take minutes to make; and pages as the node reads them for a file. */
const filePlan = { distinct: 100_000, pageSize: 2_000 };
const mostMegabytes = 150;
const mostOverReading = 1.4;

/** A way that writes a file of this many products. */
function toFile(bench: Bench, name: string, title: string, products: number, again?: number): Way {
	const way = inFreshN8n(bench, name, title, again);
	const run = async () => {
		const measurement = await way.run();
		bench.removeFiles();
		return measurement;
	};
	return { ...way, last: { recordCount: products }, run };
}

/** A catalog of any size, beside reading it without keeping anything. */
export async function fileCatalog(bench: Bench, products: number): Promise<Case> {
	const { service, catalog } = await serveCatalog(products, 'json', filePlan);
	const place = await bench.at(catalog.url);
	const id = `file-${products}`;
	const dropped = `${id}-dropped`;
	const nothing = { filters: { search: 'no product has this' } };
	await bench.add(ourCatalog(id, place, catalog, { returnAs: 'file' }));
	await bench.add(ourCatalog(dropped, place, catalog, { returnAs: 'file', ...nothing }));
	return {
		id,
		title: `${count(products)} products, JSON, to a file`,
		service,
		ways: [
			toFile(bench, id, `${node}, as NDJSON`, products, 0),
			toFile(bench, dropped, `${node}, every product dropped by a filter`, 0, 0),
			script(bench, 'packageReaderDropped', `${reader}, every product dropped`, catalog, 0),
			script(bench, 'received', 'a script: every byte dropped', catalog, 0),
		],
		goals: [memory(id, mostMegabytes, 1), time(id, dropped, mostOverReading)],
	};
}

/** A catalog that fits into memory, beside its items. */
export async function fileBesideItems(bench: Bench, products: number): Promise<Case> {
	const { service, catalog, last } = await serveCatalog(products, 'json', filePlan);
	const place = await bench.at(catalog.url);
	const [asFile, asItems] = ['beside-file', 'beside-items'] as const;
	await bench.add(ourCatalog(asFile, place, catalog, { returnAs: 'file' }));
	await bench.add(ourCatalog(asItems, place, catalog));
	return {
		id: `beside-${products}`,
		title: `${count(products)} products, JSON, to a file or to items`,
		service,
		ways: [
			toFile(bench, asFile, `${node}, as NDJSON`, products),
			{ ...inFreshN8n(bench, asItems, `${node}, to items, then dropped`), last },
		],
		goals: timeEach(asFile, asItems, mostOverReading),
	};
}

const variantTitles: Readonly<Record<Variant, string>> = {
	documented: 'as documented',
	oneUndocumented: '1 undocumented field in each',
	tenUndocumented: '10 undocumented fields in each, a list and an object among them',
	oneInThousand: '1 undocumented field in every thousandth',
	pretty: 'pretty-printed',
	otherKeys: 'other keys in each, 250 shapes',
};
const mostForOneField = 1.1;
const mostPerByte = 1.3;

/** Products of each variant, compared with the documented ones. */
export async function grownCatalog(
	bench: Bench,
	products: number,
	format: Format,
	variants = Object.keys(variantTitles) as readonly Variant[],
): Promise<Case> {
	const { service, last, catalogs } = await serveCatalogs({ products, format }, variants);
	const id = `grown-${format}-${products}`;
	const ways: Way[] = [];
	for (const { url, variant, bytes, ...catalog } of catalogs) {
		const name = `${id}-${variant}`;
		await bench.add(ourCatalog(name, await bench.at(url), { ...catalog }));
		ways.push({ ...inFreshN8n(bench, name, variantTitles[variant]), bytes });
	}
	const goalsOf = (variant: Variant) =>
		(['milliseconds', 'laterMilliseconds', 'megabytes'] as const).map((what): Goal => {
			const ratio = { of: `${id}-${variant}`, to: `${id}-documented`, what };
			return variant === 'oneUndocumented'
				? { ...ratio, most: mostForOneField }
				: { ...ratio, most: mostPerByte, perByte: true };
		});
	return {
		id,
		title: `${count(products)} products, ${format.toUpperCase()}, of a service that has grown`,
		service,
		ways,
		goals: variants.filter((variant) => variant !== 'documented').flatMap(goalsOf),
		last,
	};
}
