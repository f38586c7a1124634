// Measures what the state of a cursor costs n8n: executions of a workflow that has the table of a large catalog in its
// static data, in turns with those of a workflow without it, in SQLite and in PostgreSQL.
//   node test/host/setup.mjs --host --postgres && npx tsx test/bench/staticData.mts [products]
import { buildAndPack } from '../host/packages/pack.mjs';
import type { SavedWorkflow, Workflow } from '../host/rest/apiTypes.mjs';
import { startPostgres } from '../host/servers/services.mjs';
import { type Bench, startBench } from './n8n.mjs';
import { type Catalog, type Measurement, serveCatalogs } from './processes.mjs';
import { median } from './results.mjs';
import { ourFeed } from './workflows.mjs';

const products = Number(process.argv[2] ?? 100_000);
const distinct = Math.min(products, 10_000);
const few = 4;
const runs = 40;

/** Changes a little in the static data each time, so that n8n saves all of it. */
async function changing(bench: Bench, name: string, catalog: Catalog): Promise<Workflow> {
	const startingOver = { ...catalog, startOver: true };
	return ourFeed(name, await bench.at(catalog.url), startingOver, 'getChanges');
}

/** Adds such a workflow that has the state of a large catalog; returns the length of its static data. */
async function addFilled(bench: Bench, name: string, large: Catalog, small: Catalog) {
	const place = await bench.at(large.url);
	const { id } = await bench.add(ourFeed(name, place, large, 'getChanges', 'commitChanges'));
	await bench.call(name);
	const filled = await bench.api.request<SavedWorkflow>('GET', `/rest/workflows/${id}`);
	const workflow = { ...filled, ...(await changing(bench, name, small)) };
	await bench.api.activate(await bench.api.updateWorkflow(workflow));
	return JSON.stringify(filled.staticData).length;
}

function cost(measurements: readonly Measurement[]): string {
	const milliseconds = median(measurements.map((one) => one.milliseconds));
	const megabytes = median(measurements.map((one) => one.megabytes));
	return `${milliseconds.toFixed(0)} ms and ${megabytes.toFixed(0)} MB`;
}

async function measure(title: string, bench: Bench): Promise<void> {
	const large = await serveCatalogs({ products, format: 'json', distinct });
	const small = await serveCatalogs({ products: few, format: 'json' });
	try {
		await bench.add(await changing(bench, 'without', small.catalogs[0]));
		const length = await addFilled(bench, 'with', large.catalogs[0], small.catalogs[0]);
		const measured = { with: [] as Measurement[], without: [] as Measurement[] };
		for (let run = 0; run < runs; run++) {
			for (const name of ['with', 'without'] as const) measured[name].push(await bench.call(name));
		}
		console.log(
			`${title}: with ${(length / 1e6).toFixed(1)} MB of static data ${cost(measured.with)}, without ${cost(measured.without)}; medians of ${runs} executions.`,
		);
	} finally {
		await large.service.stop();
		await small.service.stop();
	}
}

const packed = await buildAndPack();
const postgres = await startPostgres();
try {
	for (const [title, env] of [
		['SQLite', {}],
		['PostgreSQL', postgres.env],
	] as const) {
		const bench = await startBench(packed, false, env);
		try {
			await measure(title, bench);
		} finally {
			await bench.stop();
		}
	}
} finally {
	await postgres.stop();
	packed.dispose();
}
