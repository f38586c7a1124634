// A catalog of any size into a file, beside reading the same pages without keeping anything.
import type { Bench } from '../n8n.mjs';
import { ourCatalog } from '../workflows.mjs';
import { type Case, inFreshN8n, memory, node, time } from './case.mjs';
import { count, script, startOne } from './catalogs.mjs';

/** Products that differ in more than their IDs; a million of them would take minutes to make. */
const distinct = 100_000;
/** As the node reads a file if no page size is set. */
const pageSize = 2_000;
const mostMegabytes = 150;
const mostOverReading = 1.4;

export async function fileCatalog(bench: Bench, products: number): Promise<Case> {
	const { service, catalog } = await startOne(bench, products, 'json', distinct, pageSize);
	const { place, amount } = catalog;
	const id = `file-${products}`;
	await bench.add(ourCatalog(id, place, amount, { returnAs: 'file' }));
	const ours = inFreshN8n(bench, id, `${node}, as NDJSON`);
	return {
		id,
		title: `${count(products)} products, JSON, to a file`,
		ways: [
			{
				...ours,
				async run() {
					const measurement = await ours.run();
					assertComplete(measurement.last, products);
					bench.removeFiles();
					return measurement;
				},
			},
			script(
				bench,
				'packageReaderDropped',
				'a script: this package’s reader, every product dropped',
				catalog,
			),
			script(bench, 'received', 'a script: every byte dropped', catalog),
		],
		goals: [memory(id, mostMegabytes, 1), time(id, 'packageReaderDropped', mostOverReading)],
		warmUps: 0,
		rounds: 1,
		close: () => service.stop(),
	};
}

function assertComplete(
	{ recordCount }: Readonly<Record<string, unknown>>,
	products: number,
): void {
	if (recordCount === products) return;
	throw new Error(`The file holds ${String(recordCount)} products instead of ${products}.`);
}
