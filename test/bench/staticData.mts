// Measures what the state of a cursor costs n8n: executions of a workflow that has the table of a large catalog in its
// static data, in turns with those of a workflow without it, in SQLite and in PostgreSQL.
//   node test/host/setup.mjs --host --postgres && npx tsx test/bench/staticData.mts [products]
import { buildAndPack } from '../host/packages/pack.mjs';
import type { Json, Workflow, WorkflowNode } from '../host/rest/apiTypes.mjs';
import { type RunningN8n, startN8n } from '../host/servers/n8n.mjs';
import { startPostgres } from '../host/servers/services.mjs';
import { sampleIds } from '../sandbox/state';
import { startService } from './processes.mjs';
import { median } from './statistics.mjs';
import type { Place } from './workflows.mjs';

const products = Number(process.argv[2] ?? 100_000);
const pageSize = Math.min(products, 10_000);
const few = 4;
const runs = 40;

function webhook(path: string): WorkflowNode {
	const parameters = { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} };
	return {
		name: path,
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters,
	};
}

function ours(name: string, { credential }: Place, operation: string, size: number): WorkflowNode {
	const list = { resource: 'productCatalog', operation, id: sampleIds.catalog, cursorName: name };
	return {
		name: `${operation} ${name}`,
		type: 'n8n-nodes-project-services.projectServices',
		typeVersion: 1,
		parameters: { ...list, options: operation === 'getChanges' ? { pageSize: size } : {} },
		credentials: { projectServicesApi: { id: credential.id, name: credential.name } },
	};
}

function joined(name: string, ...chains: ReadonlyArray<readonly WorkflowNode[]>): Workflow {
	const connections = chains.flatMap((chain) =>
		chain.slice(1).map((node, index) => {
			const to = { node: node.name, type: 'main', index: 0 };
			return [chain[index]?.name, { main: [[to]] }] as const;
		}),
	);
	const nodes = chains.flat().map((node, index) => ({
		id: `node-${index}`,
		position: [index * 220, 0],
		...node,
	}));
	const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'none' };
	return { name, nodes, connections: Object.fromEntries(connections), settings };
}

/** Changes its static data a little each time, and saves all of it. */
function measured(name: string, small: Place, ...more: ReadonlyArray<readonly WorkflowNode[]>) {
	const reset = ours('few', small, 'resetChanges', few);
	return joined(name, [webhook(name), reset, ours('few', small, 'getChanges', few)], ...more);
}

async function call(n8n: RunningN8n, path: string): Promise<number> {
	const start = performance.now();
	const response = await fetch(`${n8n.url}/webhook/${path}`, { method: 'POST' });
	const text = await response.text();
	if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
	return performance.now() - start;
}

async function compare(title: string, n8n: RunningN8n, url: string): Promise<void> {
	const at = async (place: string): Promise<Place> => {
		const data: Json = { baseUrl: place, authentication: 'none' };
		return { url, credential: await n8n.api.createCredential('projectServicesApi', data, place) };
	};
	const [large, small] = [await at(`${url}/0`), await at(`${url}/1`)];
	const add = async (workflow: Workflow) => {
		const saved = await n8n.api.importWorkflow(workflow);
		await n8n.api.activate(saved);
		return saved.id;
	};
	await add(measured('without', small));
	const id = await add(
		measured('with', small, [
			webhook('fill'),
			ours('many', large, 'getChanges', pageSize),
			ours('many', large, 'commitChanges', pageSize),
		]),
	);
	await call(n8n, 'fill');
	const address = `/rest/workflows/${id}`;
	const { staticData } = await n8n.api.session.request<{ staticData: Json }>('GET', address);
	const megabytes = JSON.stringify(staticData).length / 1e6;
	const times = { with: [] as number[], without: [] as number[] };
	for (let run = 0; run < runs; run++) {
		for (const path of ['with', 'without'] as const) times[path].push(await call(n8n, path));
	}
	const [more, less] = [median(times.with), median(times.without)];
	console.log(
		`${title}: ${more.toFixed(0)} ms with the state of ${products} products, ${megabytes.toFixed(1)} MB; ${less.toFixed(0)} ms without; medians of ${runs} executions.`,
	);
}

const packed = await buildAndPack();
const catalog = (count: number, size: number) =>
	({ products: count, pageSize: size, format: 'json', variant: 'documented' }) as const;
const service = await startService({
	catalogs: [{ ...catalog(products, pageSize), distinct: pageSize }, catalog(few, few)],
});
const postgres = await startPostgres();
try {
	for (const [title, env] of [
		['SQLite', {}],
		[
			'PostgreSQL',
			{
				DB_TYPE: 'postgresdb',
				DB_POSTGRESDB_HOST: '127.0.0.1',
				DB_POSTGRESDB_PORT: String(postgres.port),
				DB_POSTGRESDB_USER: postgres.user,
				DB_POSTGRESDB_DATABASE: postgres.database,
			},
		],
	] as const) {
		const n8n = await startN8n({ packages: [packed], minutes: 30, env });
		try {
			await compare(title, n8n, service.url);
		} finally {
			await n8n.stop();
		}
	}
} finally {
	await postgres.stop();
	await service.stop();
	packed.dispose();
}
