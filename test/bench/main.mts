// Measures this package in a real n8n beside n8n's own nodes, with the same service, and fails if a guard is broken.
//
//   npm run bench                    everything, three runs of each way, in turns: some 20 minutes
//   npm run bench -- --small         a small version that fails only when the result of a way is wrong
//   npm run bench -- --only=xml,one  only the cases whose names begin so
//   npm run bench -- --runs=7        more runs
//
// The results of everything go to test/bench/results.json.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { hostLocation, projectFolder } from '../host/location.cjs';
import { buildAndPack } from '../host/packages/pack.mjs';
import { catalog, type Case, onePage, order, publish, type Way } from './cases.mjs';
import { type Bench, type Measurement, startBench } from './n8n.mjs';
import { guardLine, median, type Result, type WayResult, wayLine } from './results.mjs';

const { values } = parseArgs({
	options: {
		small: { type: 'boolean', default: false },
		only: { type: 'string', default: '' },
		runs: { type: 'string' },
	},
});
const { small } = values;
const runs = Number(values.runs ?? (small ? 1 : 3));
const DESCRIPTION_MILLISECONDS = 10;

const cases: Readonly<Record<string, (bench: Bench) => Promise<Case>>> = {
	json: (bench) => catalog(bench, 'json', small ? 2_000 : 100_000),
	xml: (bench) => catalog(bench, 'xml', small ? 1_000 : 20_000),
	page: (bench) => onePage(bench, small ? 1_000 : 10_000),
	one: (bench) => order(bench, small ? 2 : 60),
	publish: (bench) => publish(bench, small ? 1_200 : 5_000),
};

/** The first run in an n8n that has just started, and later ones. */
async function runWay(bench: Bench, { name, last }: Way, rounds: number): Promise<Measurement[]> {
	await bench.restart();
	const measured: Measurement[] = [];
	for (let round = 0; round < rounds; round++) {
		const measurement = await bench.call(name);
		for (const [field, value] of Object.entries(last))
			assert.deepEqual(measurement.last[field], value, `${name}: ${field} of the last item`);
		measured.push(measurement);
	}
	return measured;
}

/** Runs the ways in turns, so that what slows the machine down slows all of them. */
async function measure(bench: Bench, { title, ways, guards, service, rounds = 3 }: Case) {
	const measured = ways.map((): Measurement[][] => []);
	try {
		for (let run = 0; run < runs; run++)
			for (const [index, way] of ways.entries())
				measured[index]?.push(await runWay(bench, way, small ? 1 : rounds));
	} finally {
		await service.stop();
	}
	const results = ways.map((way, index): WayResult => {
		const all = measured[index] ?? [];
		const times = (some: readonly Measurement[]) => some.map(({ milliseconds }) => milliseconds);
		const firsts = all.map(([first]) => first as Measurement);
		const later = all.flatMap((each) => each.slice(1));
		return {
			title: way.title,
			first: median(times(firsts)),
			later: median(times(later.length > 0 ? later : firsts)),
			megabytes: median(firsts.map(({ megabytes }) => megabytes)),
		};
	});
	return { title, ways: results, guards } satisfies Result;
}

/** How long the action node takes to make its description, which n8n makes when it loads the node. */
function descriptionMilliseconds(): number {
	const name = 'dist/nodes/ProjectServices/ProjectServices.node.js';
	const file = path.join(projectFolder, name);
	const { ProjectServices } = createRequire(file)(file) as { ProjectServices: new () => object };
	const times = Array.from({ length: 51 }, () => {
		const started = process.cpuUsage();
		new ProjectServices();
		const { user, system } = process.cpuUsage(started);
		return (user + system) / 1000;
	});
	return median(times.slice(1));
}

const packed = await buildAndPack();
const bench = await startBench(packed, !small);
const results: Result[] = [];
try {
	for (const [name, start] of Object.entries(cases)) {
		if (!values.only.split(',').some((begin) => name.startsWith(begin))) continue;
		const result = await measure(bench, await start(bench));
		results.push(result);
		const guards = small ? [] : result.guards.map((guard) => guardLine(guard, result.ways));
		console.log([`\n${result.title}`, ...result.ways.map(wayLine), ...guards].join('\n'));
		if (guards.some((line) => line.includes('BROKEN'))) process.exitCode = 1;
	}
	const description = descriptionMilliseconds();
	console.log(`\nThe description: ${description.toFixed(1)} ms`);
	if (description >= DESCRIPTION_MILLISECONDS) process.exitCode = 1;
	if (!small && values.only === '') {
		const about = {
			date: new Date().toISOString().slice(0, 10),
			...{ package: packed.version, n8n: hostLocation().version, node: process.version },
			...{ cpus: cpus().length, runs },
		};
		const file = path.join(projectFolder, 'test', 'bench', 'results.json');
		const measured = results.map(({ title, ways }) => ({ title, ways }));
		writeFileSync(file, `${JSON.stringify({ ...about, results: measured }, null, '\t')}\n`);
	}
} finally {
	await bench.stop();
	packed.dispose();
}
