// Measures this package's nodes in a real n8n beside n8n's own nodes and scripts, with the same service.
//
//   npm run bench                    everything, five runs or more of each way, in turns: more than an hour
//   npm run bench -- --small         a small version that fails only when the result of a way is wrong
//   npm run bench -- --only=xml,one  only the cases whose IDs begin so; --list names them all
//   npm run bench -- --runs=7        more runs
//   npm run bench -- --only=xml --keep  puts the results of some cases in place of the earlier ones
//
// The results go to test/bench/results.json (not those of the small version), from which the chart is drawn.
import { cpus } from 'node:os';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { hostLocation, projectFolder } from '../host/location.cjs';
import { buildAndPack } from '../host/packages/pack.mjs';
import type { Case, Way } from './cases/case.mjs';
import { foundProducts, jsonCatalog, sizedCatalog, xmlCatalog } from './cases/catalogs.mjs';
import { fileBesideItems, fileCatalog } from './cases/files.mjs';
import { grownCatalog } from './cases/grown.mjs';
import { oneOrder, orders, packageAlone, publish } from './cases/records.mjs';
import { type Bench, startBench } from './n8n.mjs';
import type { Measurement } from './processes.mjs';
import {
	type CaseResult,
	type Growth,
	growthOf,
	resultOf,
	type Results,
	table,
	updated,
} from './results.mjs';

const isSmall = process.argv.includes('--small');

function argument(name: string): string | undefined {
	return process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1];
}

const runs = Number(argument('runs') ?? (isSmall ? 1 : 5));
const only = argument('only')?.split(',');

interface Plan {
	readonly id: string;
	start(bench: Bench): Promise<Case> | Case;
}

const plans: readonly Plan[] = isSmall
	? [
			{ id: 'json-small', start: (bench) => jsonCatalog(bench, 2_000, true) },
			{ id: 'xml', start: (bench) => xmlCatalog(bench, 1_000) },
			{
				id: 'grown',
				start: (bench) => grownCatalog(bench, 1_000, 'json', ['documented', 'tenUndocumented']),
			},
			{ id: 'found', start: (bench) => foundProducts(bench, 1_000) },
			{ id: 'file', start: (bench) => fileCatalog(bench, 1_000) },
			{ id: 'beside', start: (bench) => fileBesideItems(bench, 1_000) },
			{ id: 'orders', start: (bench) => orders(bench, 20, 8) },
			{ id: 'one', start: (bench) => oneOrder(bench, 1, 2) },
			{ id: 'publish', start: (bench) => publish(bench, 1_200) },
			{ id: 'package', start: (bench) => packageAlone(bench, 500) },
		]
	: [
			{ id: 'json-large', start: (bench) => jsonCatalog(bench, 100_000, true) },
			{ id: 'json-middle', start: (bench) => jsonCatalog(bench, 20_000, false) },
			{ id: 'xml', start: (bench) => xmlCatalog(bench, 20_000) },
			{ id: 'grown-json-middle', start: (bench) => grownCatalog(bench, 20_000, 'json') },
			{ id: 'grown-json-large', start: (bench) => grownCatalog(bench, 100_000, 'json') },
			{ id: 'grown-xml-middle', start: (bench) => grownCatalog(bench, 20_000, 'xml') },
			{ id: 'grown-xml-large', start: (bench) => grownCatalog(bench, 100_000, 'xml') },
			{ id: 'found', start: (bench) => foundProducts(bench, 100_000) },
			{ id: 'file', start: (bench) => fileCatalog(bench, 1_000_000) },
			{ id: 'beside', start: (bench) => fileBesideItems(bench, 100_000) },
			{ id: 'orders-8', start: (bench) => orders(bench, 200, 8) },
			{ id: 'orders-16', start: (bench) => orders(bench, 200, 16) },
			{ id: 'one', start: (bench) => oneOrder(bench, 20, 60) },
			{ id: 'publish', start: (bench) => publish(bench, 5_000) },
			{ id: 'package', start: (bench) => packageAlone(bench, 5_000) },
		];

const growthSizes = isSmall ? [] : [1_000, 10_000, 50_000, 100_000, 200_000];

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
		`${equal[other]} gives another item than ${equal[0]}:\n${items[other]}\n${items[0]}`,
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

/**
 * Runs the ways in turns, so that what slows the machine down slows all of them; every second round in the opposite
 * order, so that none always comes after the same one.
 */
async function measure(given: Case): Promise<CaseResult> {
	const measurements = new Map<string, Measurement[]>(given.ways.map(({ name }) => [name, []]));
	let rounds = 0;
	for (let run = 0; run < runs; run++) {
		await given.restart?.();
		const isCold = run === 0 || given.restart !== undefined;
		for (let round = isCold ? -given.warmUps : 0; round < given.rounds; round++) {
			const measured = await runRound(given, rounds++ % 2 === 1);
			if (round < 0) continue;
			for (const [name, measurement] of measured) measurements.get(name)?.push(measurement);
		}
	}
	await given.assertReceived?.(rounds);
	return resultOf(given, measurements);
}

async function measureAndClose(given: Case): Promise<CaseResult> {
	try {
		return await measure(given);
	} finally {
		await given.close();
	}
}

async function measureGrowth(bench: Bench): Promise<Growth | undefined> {
	const points: CaseResult[] = [];
	for (const size of isChosen('growth') ? growthSizes : []) {
		console.error(`${size} products ...`);
		points.push(await measureAndClose(await sizedCatalog(bench, size)));
	}
	return points.length === 0 ? undefined : growthOf(growthSizes, points);
}

async function measureAll(bench: Bench): Promise<Pick<Results, 'cases' | 'growth'>> {
	const cases: CaseResult[] = [];
	for (const { id, start } of plans.filter((plan) => isChosen(plan.id))) {
		console.error(`${id} ...`);
		const result = await measureAndClose(await start(bench));
		if (!isSmall) console.error(table([result]));
		cases.push(result);
	}
	return { cases, growth: await measureGrowth(bench) };
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
			...(await measureAll(bench)),
		};
		// The goals are for the large amounts; the small version only checks the items.
		const shown = results.cases.map((result) => (isSmall ? { ...result, goals: [] } : result));
		console.log(table(shown, results.growth));
		if (!isSmall && (only === undefined || process.argv.includes('--keep'))) save(results);
	} finally {
		await bench.stop();
		packed.dispose();
	}
}

if (process.argv.includes('--list')) {
	console.log([...plans.map(({ id }) => id), 'growth'].join('\n'));
} else {
	await main();
}
