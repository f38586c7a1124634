// A list as a file in n8n's filesystem mode: the file holds every row, and the saved execution none of them.
import assert from 'node:assert/strict';

import { productsFrom } from '../../sandbox/data/catalog';
import { sampleIds, startSandbox, type Sandbox } from '../../sandbox/server.mjs';
import { chain, credentialType, itemsOf, projectServices, type Context } from '../context.mjs';
import type { Execution, Item, Json } from '../../host/rest/apiTypes.mjs';

export const title = 'A list as a file leaves a small saved execution';
// n8n 1 keeps binary data in the execution unless it is told otherwise.
export const defaultHostOnly = true;

const products = 3_000;
const mostCharacters = 10_000;

interface StoredFile {
	readonly id: string;
}

async function read({ n8n }: Context, sandbox: Sandbox, parameters: Json): Promise<Execution> {
	const credential = await n8n.api.createCredential(credentialType, { baseUrl: sandbox.url });
	const node = projectServices('Get', {
		resource: 'productCatalog',
		operation: 'get',
		id: sampleIds.catalog,
		returnAll: true,
		output: 'raw',
		...parameters,
	});
	const workflow = await n8n.api.importWorkflow(chain('Catalog', node), [credential]);
	return await n8n.api.runWorkflow(workflow);
}

function fileOf(item: Item | undefined): StoredFile {
	const { data } = (item as { binary?: Record<string, StoredFile> } | undefined)?.binary ?? {};
	assert.ok(data, 'The item has no file.');
	return data;
}

export async function run(context: Context): Promise<void> {
	const { n8n } = context;
	const sandbox = await startSandbox({ products });
	try {
		const asItems = await read(context, sandbox, {});
		assert.equal(itemsOf(asItems, 'Get').length, products);
		assert.ok(
			(asItems.savedCharacters ?? 0) > products * 1_000,
			`The saved items have ${String(asItems.savedCharacters)} characters: this is not what n8n saves.`,
		);
		const asFile = await read(context, sandbox, { returnAs: 'file' });
		const [item] = itemsOf(asFile, 'Get');
		assert.equal(item?.json.recordCount, products);
		assert.ok(
			(asFile.savedCharacters ?? Infinity) < mostCharacters,
			`The saved execution has ${String(asFile.savedCharacters)} characters.`,
		);
		const { id } = fileOf(item);
		assert.match(id, /^filesystem/);
		const text = await n8n.api.binaryData(id);
		const rows = text.trimEnd().split('\n');
		const catalog = sandbox.state.catalogs.get(sampleIds.catalog);
		assert.ok(catalog);
		assert.deepEqual(
			rows.map((row) => (JSON.parse(row) as Json).Id),
			productsFrom(catalog, 0, products).map(({ Id }) => Id),
		);
	} finally {
		await sandbox.stop();
	}
}
