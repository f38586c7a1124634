// What reading XML costs beside the library's own parsing: `tsx test/wire/speed.mts [products]`.
// The two are measured in turns, so that a busy machine does not favour one, and each on a clean heap,
// so that none is charged with the other's litter.
import v8 from 'node:v8';
import vm from 'node:vm';

import { ProductCatalog } from '../../api/productCatalog';
import { decodeAnswer } from '../../wire/index';
import { XMLParser } from '../../wire/library';
import { seededProduct } from '../sandbox/products';
import { writeJson, writeXml } from '../sandbox/writers';

const ROUNDS = 9;

const count = Number(process.argv[2] ?? 3000);
const shape = { schema: ProductCatalog, rows: 'Products' };
const catalog = {
	Name: 'Catalog',
	TotalProductsCount: count,
	Products: Array.from({ length: count }, (_, index) => seededProduct(1, index)),
};

/** The quickest that the library can be told to be while it keeps all that is needed. */
const parser = new XMLParser({
	preserveOrder: true,
	ignoreAttributes: false,
	parseTagValue: false,
	trimValues: false,
	processEntities: false,
	jPath: false,
});

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

function milliseconds(work: () => unknown): number {
	collectGarbage();
	const started = performance.now();
	work();
	return performance.now() - started;
}

function compare(name: string, text: string, theirs: () => unknown): void {
	const body = new TextEncoder().encode(text);
	const base: number[] = [];
	const ours: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		base.push(milliseconds(theirs));
		ours.push(milliseconds(() => decodeAnswer(shape, body)));
	}
	const [least, all] = [Math.min(...base), Math.min(...ours)];
	const megabytes = (body.length / 1e6).toFixed(1);
	console.log(
		`${name}: ${megabytes} MB, parser ${least.toFixed(0)} ms, whole ${all.toFixed(0)} ms, ${(all / least).toFixed(2)} times`,
	);
}

const json = writeJson(ProductCatalog, catalog);
compare('JSON', json, () => JSON.parse(json));
for (const dialect of ['xmlSerializer', 'dataContract'] as const) {
	const xml = writeXml(ProductCatalog, catalog, dialect);
	compare(`XML (${dialect})`, xml, () => parser.parse(xml));
}
