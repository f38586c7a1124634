// Every example in a real n8n: imported, filled in as its note says, executed by hand with its sample data, and judged
// by what it did.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

import { exampleFiles, filledIn } from '../../examples/files.mjs';
import { type Example, examples, type Place, PRODUCTS } from '../../examples/table.mjs';
import type { Json } from '../../host/rest/apiTypes.mjs';
import { startN8n, type RunningN8n } from '../../host/servers/n8n.mjs';
import { startPostgres } from '../../host/servers/services.mjs';
import { temporaryFolder } from '../../host/servers/temporary.mjs';
import { toldSettings } from '../../sandbox/credential.mjs';
import { startSandbox } from '../../sandbox/server.mjs';
import { credentialType, type Context } from '../context.mjs';

export const title = 'Every example can be imported, and does what it says';
export const ownN8n = true;
export const needs = ['postgres'] as const;
export const seconds = 600;

async function tableRows({ api }: RunningN8n, name: string): Promise<number> {
	const { id: project } = await api.request<{ id: string }>('GET', '/rest/projects/personal');
	const path = `/rest/projects/${project}/data-tables`;
	const { data } = await api.request<{ data: Array<{ id: string; name: string }> }>(
		'GET',
		`${path}?take=100`,
	);
	const table = data.find((each) => each.name === name);
	if (!table) return -1;
	return (await api.request<{ count: number }>('GET', `${path}/${table.id}/rows?take=1`)).count;
}

async function judge(
	n8n: RunningN8n,
	[file, example]: [string, Example],
	place: Place,
	credentialOf: (type: string) => Json,
): Promise<void> {
	const { sandbox, folder } = place;
	const { api } = n8n;
	sandbox.reset();
	sandbox.forgetRequests();
	sandbox.setOptions({ queue: undefined });
	example.setup?.(sandbox);
	const workflow = filledIn(file, example, place);
	const types = new Set(workflow.nodes.flatMap(({ credentials = {} }) => Object.keys(credentials)));
	const credentials = [];
	for (const type of types) credentials.push(await api.createCredential(type, credentialOf(type)));
	const saved = await api.importWorkflow(workflow, credentials);
	const { trigger = 'Start', items = {}, rows = {}, files = [], applied = {} } = example;
	const execution = await api.runWorkflow(saved, { trigger });
	assert.equal(execution.status, 'success', JSON.stringify(execution.error));
	const counts = (names: object, count: (name: string) => number) =>
		Object.fromEntries(Object.keys(names).map((name) => [name, count(name)]));
	const outputOf = (name: string) => (execution.nodes[name]?.at(-1)?.outputs ?? []).flat().length;
	assert.deepEqual(counts(items, outputOf), items);
	const received = sandbox.requests.filter((request) => request.applied);
	const countOf = (address: string) => received.filter((each) => each.address === address).length;
	assert.deepEqual(counts(applied, countOf), applied);
	for (const [name, count] of Object.entries(rows))
		assert.equal(await tableRows(n8n, name), count, name);
	for (const name of files) assert.ok(readdirSync(folder).includes(name), name);
}

export async function run({ packed }: Context): Promise<void> {
	assert.deepEqual(Object.keys(examples).sort(), exampleFiles().sort());
	const sandbox = await startSandbox({ products: PRODUCTS });
	const database = await startPostgres();
	const temporary = temporaryFolder('examples');
	const folder = path.join(temporary.path, 'files');
	mkdirSync(folder);
	const env = { N8N_RESTRICT_FILE_ACCESS_TO: folder };
	const n8n = await startN8n({ packages: [packed], env });
	const known: Readonly<Record<string, Json>> = {
		[credentialType]: { baseUrl: sandbox.url, serviceSettings: true, ...toldSettings() },
		postgres: {
			...{ host: '127.0.0.1', port: database.port, user: database.user, password: 'none' },
			...{ database: database.database, ssl: 'disable' },
		},
	};
	// Nodes of partners have sample data, so their credentials are never used.
	const credentialOf = (type: string) => known[type] ?? {};
	const failures: string[] = [];
	try {
		for (const example of Object.entries(examples))
			await judge(n8n, example, { sandbox, folder }, credentialOf).catch((error: Error) => {
				failures.push(`${example[0]}: ${error.stack}`);
			});
	} finally {
		await n8n.stop();
		await database.stop();
		await sandbox.stop();
		rmSync(folder, { recursive: true });
		temporary.remove();
	}
	if (failures.length > 0) throw new Error(failures.join('\n'));
}
