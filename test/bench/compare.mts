// Compares the built packages of two checkouts in turns: `npm run bench -- --compare <folder>` in the one, with the folder
// of the other. The reader alone reads pages from memory; the node runs in n8n's engine, with the service beside it.
import assert from 'node:assert/strict';

import { projectFolder } from '../host/location.cjs';
import { limit } from './cases/case.mjs';
import { partNumbers } from './cases/catalogs.mjs';
import {
	type BareWay,
	type Catalog,
	type CatalogMeasurement,
	count,
	runCatalog,
	serveCatalogs,
} from './processes.mjs';
import { median } from './results.mjs';
import { comparedVariants, type Variant, variants } from './service/products';
import { catalogParameters, twelveFields } from './workflows.mjs';

interface Work {
	readonly title: string;
	readonly variant?: Variant;
	/** For the node; without it, the reader alone. */
	readonly parameters?: Readonly<Record<string, unknown>>;
	/** Left out, the two packages are compared. */
	readonly ways?: readonly Way[];
}

interface Way {
	readonly title: string;
	/** The folder of a built package. */
	readonly folder: string;
	readonly way?: BareWay;
	/** Left out, that of the work. */
	readonly variant?: Variant;
}

const thisPackage: Way = { title: 'this package', folder: projectFolder };

const worksFor = (products: number): readonly Work[] => [
	{ title: 'reader: all fields' },
	{ title: 'reader: 1 undocumented field', variant: 'oneUndocumented' },
	{ title: 'reader: 10 undocumented fields', variant: 'tenUndocumented' },
	{ title: 'reader: other keys in each', variant: 'otherKeys' },
	{ title: 'reader: pretty-printed', variant: 'pretty' },
	{ title: 'reader: every null written', variant: 'nulls' },
	{
		title: 'reader: names in camelCase',
		ways: [
			{ ...thisPackage, title: 'documented names' },
			{ ...thisPackage, title: 'camelCase', variant: 'camelCase' },
		],
	},
	{ title: 'node: all fields', parameters: {} },
	{ title: 'node: 12 fields', parameters: { output: 'selected', fields: twelveFields } },
	{
		title: 'node: found by a filter',
		parameters: { filters: { partNumbers: partNumbers(products) } },
	},
	{ title: 'node: to a file', parameters: { returnAs: 'file' } },
];

/** CPU time of the first read and of later ones in seconds, and megabytes: what items keep, or the node's peak. */
function costsOf(measurements: readonly CatalogMeasurement[], isReader: boolean) {
	const medianOf = (cost: (one: CatalogMeasurement) => number) => median(measurements.map(cost));
	return [
		medianOf(({ cpu }) => cpu / 1000),
		medianOf(({ later }) => median(later.map(({ cpu }) => cpu / 1000))),
		medianOf(({ kept, megabytes }) => (isReader ? kept : megabytes)),
	];
}

async function measure(
	catalog: Catalog,
	{ parameters }: Work,
	{ way = 'packageReader', folder }: Way,
) {
	return parameters === undefined
		? await runCatalog(way, catalog, folder, { isFromMemory: true })
		: await runCatalog('engine', catalog, folder, {
				parameters: catalogParameters(catalog, parameters),
			});
}

/** Measures the ways in turns, and prints a line for each: its costs, in parentheses as ratios to those of the first. */
async function compareWays(
	catalogs: readonly Catalog[],
	work: Work,
	ways: readonly Way[],
	runs: number,
) {
	const catalogOf = ({ variant = work.variant ?? 'documented' }: Way): Catalog => {
		const catalog = catalogs.find((each) => each.variant === variant);
		if (!catalog) throw new Error(`The service has no catalog ${variant}.`);
		return catalog;
	};
	const measured = new Map<Way, CatalogMeasurement[]>(ways.map((way) => [way, []]));
	for (let run = 0; run < runs; run++) {
		for (const way of run % 2 === 0 ? ways : [...ways].reverse())
			measured.get(way)?.push(await measure(catalogOf(way), work, way));
	}
	const isReader = work.parameters === undefined;
	console.log(work.title);
	let base: readonly number[] = [];
	let item: unknown;
	for (const [{ title, way }, measurements] of measured) {
		const costs = costsOf(measurements, isReader);
		const last = measurements[0]?.last ?? {};
		if (base.length === 0) [base, item] = [costs, last];
		else if (isReader && way !== 'jsonParse' && way !== 'xmlLibrary') assert.deepEqual(last, item);
		const cells = costs.map((cost, index) => {
			const ratio = (cost / (base[index] ?? NaN)).toFixed(2);
			return `${cost.toFixed(index === 2 ? 0 : 2).padStart(6)} (${ratio})`.padEnd(15);
		});
		console.log(`${cells.join('')} ${title}`);
	}
}

/** Compares this checkout's package with the one in another folder, both built. */
export async function compare(
	other: string,
	runs: number,
	isSmall: boolean,
	isChosen: (title: string) => boolean,
): Promise<void> {
	const packages: readonly Way[] = [{ title: other, folder: other }, thisPackage];
	for (const products of isSmall ? [1_000] : [20_000, 100_000]) {
		for (const format of ['json', 'xml'] as const) {
			const parser = format === 'json' ? 'jsonParse' : 'xmlLibrary';
			const limits: readonly Way[] = [
				{ title: parser, way: parser, folder: projectFolder },
				{ title: limit, way: 'plain', folder: projectFolder },
			];
			const { service, catalogs } = await serveCatalogs({ products, format }, [
				...variants,
				...comparedVariants,
			]);
			console.log(`\n${count(products)} products, ${format.toUpperCase()}`);
			console.log('    first, s      later, s    memory, MB');
			try {
				for (const work of worksFor(products)) {
					if (!isChosen(work.title)) continue;
					const isPlain = work.parameters === undefined && work.variant === undefined;
					const ways = work.ways ?? (isPlain ? [...packages, ...limits] : packages);
					await compareWays(catalogs, work, ways, runs);
				}
			} finally {
				await service.stop();
			}
		}
	}
}
