// Measures this package's nodes in the real n8n against n8n's own nodes and plain scripts, on the same service.
//
//   npm run bench                    everything, at least five runs each, in turns: about half an hour
//   npm run bench -- --small         a small version that fails only when something wrong comes out
//   npm run bench -- --only=xml,one  only the cases whose ids begin so
//   npm run bench -- --runs=7        more runs
//   npm run bench -- --only=xml --keep  puts the results of some cases in place of the kept ones
//
// The results go to test/bench/results.json (not those of the small version), from which the chart is drawn.
import { cpus } from 'node:os';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { hostLocation, projectFolder } from '../host/location.cjs';
import { buildAndPack } from '../host/pack.mjs';
import { startBench, type Bench } from './bench.mjs';
import type { Case, Contender } from './cases.mjs';
import { growing, jsonCatalog, xmlCatalog } from './catalogCases.mjs';
import type { Measurement } from './processes.mjs';
import { alone, oneOrder, orders, publish } from './recordCases.mjs';
import {
	type CaseResult,
	type Growth,
	renewed,
	type Results,
	resultOf,
	table,
	growthOf,
} from './results.mjs';

const isSmall = process.argv.includes('--small');

function given(name: string): string | undefined {
	return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
}

const runs = Number(given('runs') ?? (isSmall ? 1 : 5));
const only = given('only')?.split(',');

interface Planned {
	readonly id: string;
	start(bench: Bench): Promise<Case> | Case;
}

const planned: readonly Planned[] = isSmall
	? [
			{ id: 'json-small', start: (bench) => jsonCatalog(bench, 2_000, true) },
			{ id: 'xml', start: (bench) => xmlCatalog(bench, 1_000) },
			{ id: 'orders', start: (bench) => orders(bench, 20, 8) },
			{ id: 'one', start: oneOrder },
			{ id: 'publish', start: (bench) => publish(bench, 1_200) },
			{ id: 'alone', start: (bench) => alone(bench, 500) },
		]
	: [
			{ id: 'json-large', start: (bench) => jsonCatalog(bench, 100_000, true) },
			{ id: 'json-middle', start: (bench) => jsonCatalog(bench, 20_000, false) },
			{ id: 'xml', start: (bench) => xmlCatalog(bench, 20_000) },
			{ id: 'orders-8', start: (bench) => orders(bench, 200, 8) },
			{ id: 'orders-16', start: (bench) => orders(bench, 200, 16) },
			{ id: 'one', start: oneOrder },
			{ id: 'publish', start: (bench) => publish(bench, 5_000) },
			{ id: 'alone', start: (bench) => alone(bench, 5_000) },
		];

const growthSizes = isSmall ? [] : [1_000, 10_000, 50_000, 100_000, 200_000];

function isWanted(id: string): boolean {
	return only === undefined || only.some((start) => id.startsWith(start));
}

function check({ outcome }: Measurement, { last }: Case, { title }: Contender): void {
	if (last !== undefined && outcome.last.Id !== last) {
		throw new Error(
			`${title}: the last record is ${JSON.stringify(outcome.last.Id)} instead of ${last}.`,
		);
	}
}

/** A round: every contender runs once. */
async function takeTurns(given: Case, isReversed: boolean): Promise<Map<string, Measurement>> {
	const measured = new Map<string, Measurement>();
	for (const contender of isReversed ? [...given.contenders].reverse() : given.contenders) {
		const measurement = await contender.run();
		check(measurement, given, contender);
		measured.set(contender.name, measurement);
	}
	return measured;
}

/**
 * Runs the contenders in turns, so that what slows the machine down slows all of them; every other time the other
 * way round, so that none always comes after the same one.
 */
async function measure(given: Case): Promise<CaseResult> {
	const taken = new Map<string, Measurement[]>(given.contenders.map(({ name }) => [name, []]));
	let rounds = 0;
	for (let run = 0; run < runs; run++) {
		await given.renew?.();
		const isCold = run === 0 || given.renew !== undefined;
		for (let round = isCold ? -given.warmUps : 0; round < given.times; round++) {
			const measured = await takeTurns(given, rounds++ % 2 === 1);
			if (round < 0) continue;
			for (const [name, measurement] of measured) taken.get(name)?.push(measurement);
		}
	}
	await given.assertReceived?.(rounds);
	return resultOf(given, taken);
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
	for (const size of isWanted('growth') ? growthSizes : []) {
		console.error(`${size} products ...`);
		points.push(await measureAndClose(await growing(bench, size)));
	}
	return points.length === 0 ? undefined : growthOf(growthSizes, points);
}

async function measureAll(bench: Bench): Promise<Pick<Results, 'cases' | 'growth'>> {
	const cases: CaseResult[] = [];
	for (const { id, start } of planned.filter((plan) => isWanted(plan.id))) {
		console.error(`${id} ...`);
		const result = await measureAndClose(await start(bench));
		if (!isSmall) console.error(table([result]));
		cases.push(result);
	}
	const growth = await measureGrowth(bench);
	return { cases, ...(growth ? { growth } : {}) };
}

function commandGiven(): string {
	const options = process.argv.slice(2);
	return options.length === 0 ? 'npm run bench' : `npm run bench -- ${options.join(' ')}`;
}

const packed = await buildAndPack();
const bench = await startBench(packed);
try {
	const results: Results = {
		date: new Date().toISOString().slice(0, 10),
		commands: [commandGiven()],
		package: packed.version,
		n8n: hostLocation().version,
		node: process.version,
		cpus: cpus().length,
		runs,
		tarballBytes: packed.size,
		...(await measureAll(bench)),
	};
	// The goals are for the large amounts; here it counts that what came out is right.
	const shown = results.cases.map((result) => (isSmall ? { ...result, goals: [] } : result));
	console.log(table(shown, results.growth));
	if (!isSmall && (only === undefined || process.argv.includes('--keep'))) {
		const file = path.join(projectFolder, 'test', 'bench', 'results.json');
		const kept = only && (JSON.parse(readFileSync(file, 'utf8')) as Results);
		const all = kept ? renewed(kept, results) : results;
		writeFileSync(file, `${JSON.stringify(all, null, '\t')}\n`);
	}
} finally {
	await bench.stop();
	packed.dispose();
}
