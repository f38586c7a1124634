// Measures this package's nodes in a real n8n beside n8n's own nodes and scripts, with the same service.
//
//   npm run bench                    everything, five runs or more of each way, in turns: more than an hour
//   npm run bench -- --small         a small version that fails only when the result of a way is wrong
//   npm run bench -- --only=xml,one  only the cases whose IDs begin so
//   npm run bench -- --runs=7        more runs
//   npm run bench -- --only=xml --keep  puts the results of some cases in place of the earlier ones
//   npm run bench -- --compare <folder>  compares this checkout's package with another one's, both built
//
// The results go to test/bench/results.json (not those of the small version), from which the chart is drawn.
import { cpus } from 'node:os';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { hostLocation, projectFolder } from '../host/location.cjs';
import { buildAndPack } from '../host/packages/pack.mjs';
import type { Case, Way } from './cases/case.mjs';
import {
	fileCatalog,
	foundProducts,
	grownCatalog,
	jsonCatalog,
	xmlCatalog,
} from './cases/catalogs.mjs';
import { oneOrder, orders, publish } from './cases/records.mjs';
import { compare } from './compare.mjs';
import { type Bench, startBench } from './n8n.mjs';
import type { Measurement, Service } from './processes.mjs';
import { type CaseResult, resultOf, type Results, table, updated } from './results.mjs';

const isSmall = process.argv.includes('--small');

function argument(name: string): string | undefined {
	return process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1];
}

const runs = Number(argument('runs') ?? (isSmall ? 1 : 5));
const only = argument('only')?.split(',');

/** The cases of the small version, and those of the usual one. */
const plans: Readonly<Record<string, (bench: Bench) => Promise<Case>>> = isSmall
	? {
			'json-small': (bench) => jsonCatalog(bench, 2_000, true),
			xml: (bench) => xmlCatalog(bench, 1_000),
			grown: (bench) => grownCatalog(bench, 1_000, 'json', ['documented', 'tenUndocumented']),
			found: (bench) => foundProducts(bench, 1_000),
			file: (bench) => fileCatalog(bench, 1_000),
			orders: (bench) => orders(bench, 20, 8),
			one: (bench) => oneOrder(bench, 1, 2),
			publish: (bench) => publish(bench, 1_200),
		}
	: {
			'json-large': (bench) => jsonCatalog(bench, 100_000, true),
			'json-middle': (bench) => jsonCatalog(bench, 20_000, false),
			xml: (bench) => xmlCatalog(bench, 20_000),
			'grown-json-middle': (bench) => grownCatalog(bench, 20_000, 'json'),
			'grown-json-large': (bench) => grownCatalog(bench, 100_000, 'json'),
			'grown-xml-middle': (bench) => grownCatalog(bench, 20_000, 'xml'),
			'grown-xml-large': (bench) => grownCatalog(bench, 100_000, 'xml'),
			found: (bench) => foundProducts(bench, 100_000),
			file: (bench) => fileCatalog(bench, 1_000_000),
			'orders-8': (bench) => orders(bench, 200, 8),
			'orders-16': (bench) => orders(bench, 200, 16),
			one: (bench) => oneOrder(bench, 20, 60),
			publish: (bench) => publish(bench, 5_000),
		};

function isChosen(id: string): boolean {
	return only === undefined || only.some((start) => id.startsWith(start));
}

function assertResult({ last }: Measurement, given: Case, way: Way): void {
	for (const [name, value] of Object.entries(way.last ?? given.last ?? {})) {
		if (last[name] === value) continue;
		throw new Error(
			`${way.title}: the last item's ${name} is ${JSON.stringify(last[name])} instead of ${JSON.stringify(value)}.`,
		);
	}
}

function assertEqualItems(measured: ReadonlyMap<string, Measurement>, { equal = [] }: Case): void {
	const items = equal.map((name) => JSON.stringify(measured.get(name)?.last));
	const other = items.findIndex((item) => item !== items[0]);
	if (other < 0) return;
	throw new Error(
		`${equal[other]} returned a different item from ${equal[0]}:\n${items[other]}\n${items[0]}`,
	);
}

/** A round: every way once. */
async function runRound(given: Case, isReversed: boolean): Promise<Map<string, Measurement>> {
	const measured = new Map<string, Measurement>();
	for (const way of isReversed ? [...given.ways].reverse() : given.ways) {
		const measurement = await way.run();
		assertResult(measurement, given, way);
		measured.set(way.name, measurement);
	}
	assertEqualItems(measured, given);
	return measured;
}

async function assertReceived({ url }: Service, expected: Readonly<Record<string, number>>) {
	const received = (await (await fetch(`${url}/received`)).json()) as Record<string, number>;
	for (const [name, value] of Object.entries(expected)) {
		if (received[name] !== value)
			throw new Error(`The service received ${name}: ${received[name]} instead of ${value}.`);
	}
}

/**
 * Runs the ways in turns, so that what slows the machine down slows all of them; every second round in the opposite
 * order, so that none always comes after the same one.
 */
async function measure(given: Case): Promise<CaseResult> {
	const measurements = new Map<string, Measurement[]>(given.ways.map(({ name }) => [name, []]));
	let rounds = 0;
	try {
		for (let run = 0; run < runs; run++) {
			await given.restart?.();
			const isCold = run === 0 || given.restart !== undefined;
			const warmUps = isCold ? (given.warmUps ?? 0) : 0;
			for (let round = -warmUps; round < (given.rounds ?? 1); round++) {
				const measured = await runRound(given, rounds++ % 2 === 1);
				if (round < 0) continue;
				for (const [name, measurement] of measured) measurements.get(name)?.push(measurement);
			}
		}
		if (given.received) await assertReceived(given.service, given.received(rounds));
	} finally {
		await given.service.stop();
	}
	return resultOf(given, measurements);
}

async function measureAll(bench: Bench): Promise<CaseResult[]> {
	const cases: CaseResult[] = [];
	for (const [id, start] of Object.entries(plans)) {
		if (!isChosen(id)) continue;
		console.error(`${id} ...`);
		const result = await measure(await start(bench));
		if (!isSmall) console.error(table([result]));
		cases.push(result);
	}
	return cases;
}

function commandLine(): string {
	const options = process.argv.slice(2);
	return options.length === 0 ? 'npm run bench' : `npm run bench -- ${options.join(' ')}`;
}

function save(results: Results): void {
	const file = path.join(projectFolder, 'test', 'bench', 'results.json');
	const saved = only
		? updated(JSON.parse(readFileSync(file, 'utf8')) as Results, results)
		: results;
	writeFileSync(file, `${JSON.stringify(saved, null, '\t')}\n`);
}

async function main(): Promise<void> {
	const packed = await buildAndPack();
	const bench = await startBench(packed, !isSmall);
	try {
		const results: Results = {
			date: new Date().toISOString().slice(0, 10),
			commands: [commandLine()],
			package: packed.version,
			n8n: hostLocation().version,
			node: process.version,
			cpus: cpus().length,
			runs,
			tarballBytes: packed.size,
			cases: await measureAll(bench),
		};
		// The goals are for the large amounts; the small version only checks the items.
		const shown = results.cases.map((result) => (isSmall ? { ...result, goals: [] } : result));
		console.log(table(shown));
		if (!isSmall && (only === undefined || process.argv.includes('--keep'))) save(results);
	} finally {
		await bench.stop();
		packed.dispose();
	}
}

const other = process.argv[process.argv.indexOf('--compare') + 1];
if (process.argv.includes('--compare'))
	await compare(path.resolve(other ?? ''), runs, isSmall, isChosen);
else await main();
