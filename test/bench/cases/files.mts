// Catalogs into files, beside reading the same pages in the same n8n.
import type { Bench } from '../n8n.mjs';
import type { Json, Workflow } from '../../host/rest/apiTypes.mjs';
import { ourCatalog } from '../workflows.mjs';
import {
	type Case,
	inFreshN8n,
	inFreshN8nAndAgain,
	memory,
	node,
	time,
	timeEach,
	type Way,
} from './case.mjs';
import { count, script, startOne } from './catalogs.mjs';

/** Products that differ in more than their IDs; a million of them would take minutes to make. */
const distinct = 100_000;
/** As the node reads a file if no page size is set. */
const pageSize = 2_000;
const mostMegabytes = 150;
const mostOverReading = 1.4;

/** A catalog of any size, beside reading it without keeping anything. */
export async function fileCatalog(bench: Bench, products: number): Promise<Case> {
	const { service, catalog } = await startOne(bench, products, 'json', distinct, pageSize);
	const { place, amount } = catalog;
	const id = `file-${products}`;
	const dropped = `${id}-dropped`;
	const toFile = (name: string, parameters: Json = {}): Workflow =>
		ourCatalog(name, place, amount, { returnAs: 'file', ...parameters });
	await bench.add(toFile(id));
	await bench.add(toFile(dropped, { filters: { search: 'no product has this' } }));
	return {
		id,
		title: `${count(products)} products, JSON, to a file`,
		ways: [
			file(bench, inFreshN8n(bench, id, `${node}, as NDJSON`), products),
			file(bench, inFreshN8n(bench, dropped, `${node}, every product dropped by a filter`), 0),
			script(
				bench,
				'packageReaderDropped',
				'a script: this package’s reader, every product dropped',
				catalog,
				0,
			),
			script(bench, 'received', 'a script: every byte dropped', catalog, 0),
		],
		goals: [memory(id, mostMegabytes, 1), time(id, dropped, mostOverReading)],
		warmUps: 0,
		rounds: 1,
		close: () => service.stop(),
	};
}

/** A catalog that fits into memory, beside its items. */
export async function fileBesideItems(bench: Bench, products: number): Promise<Case> {
	const { service, catalog, last } = await startOne(bench, products, 'json', distinct, pageSize);
	const { place, amount } = catalog;
	const [asFile, asItems] = ['beside-file', 'beside-items'] as const;
	await bench.add(ourCatalog(asFile, place, amount, { returnAs: 'file' }));
	await bench.add(ourCatalog(asItems, place, amount));
	return {
		id: `beside-${products}`,
		title: `${count(products)} products, JSON, to a file or to items`,
		ways: [
			file(bench, inFreshN8nAndAgain(bench, asFile, `${node}, as NDJSON`), products),
			{ ...inFreshN8nAndAgain(bench, asItems, `${node}, to items, then dropped`), last },
		],
		goals: timeEach(asFile, asItems, mostOverReading),
		warmUps: 0,
		rounds: 1,
		close: () => service.stop(),
	};
}

/** A way that writes a file of so many products. */
function file(bench: Bench, way: Way, products: number): Way {
	return {
		...way,
		last: { recordCount: products },
		async run() {
			const measurement = await way.run();
			bench.removeFiles();
			return measurement;
		},
	};
}
