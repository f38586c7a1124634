// A list as a file in n8n's filesystem mode: the file holds every row, and the saved execution none of them.
import assert from 'node:assert/strict';

import type { Item, Json } from '../../host/rest/apiTypes.mjs';
import { productId } from '../../sandbox/data/products';
import { sampleIds, startSandbox } from '../../sandbox/server.mjs';
import { chain, importFor, itemsOf, projectServices, type Context } from '../context.mjs';

export const title = 'A list as a file leaves a small saved execution';

const products = 3_000;
const mostCharacters = 10_000;

export async function run({ n8n }: Context): Promise<void> {
	const sandbox = await startSandbox({ products });
	const read = async (parameters: Json) => {
		const catalog = { resource: 'productCatalog', operation: 'get', id: sampleIds.catalog };
		const all = { returnAll: true, output: 'raw' };
		const node = projectServices('Get', { ...catalog, ...all, ...parameters });
		return await n8n.api.runWorkflow(await importFor(n8n, sandbox.url, chain('Catalog', node)));
	};
	try {
		const asItems = await read({});
		assert.equal(itemsOf(asItems, 'Get').length, products);
		assert.ok(
			(asItems.savedCharacters ?? 0) > products * 1_000,
			`The saved items have ${String(asItems.savedCharacters)} characters: this is not what n8n saves.`,
		);
		const asFile = await read({ returnAs: 'file' });
		const [item] = itemsOf(asFile, 'Get') as Array<Item & { binary?: { data?: { id: string } } }>;
		assert.equal(item?.json.recordCount, products);
		assert.ok(
			(asFile.savedCharacters ?? Infinity) < mostCharacters,
			`The saved execution has ${String(asFile.savedCharacters)} characters.`,
		);
		const id = item.binary?.data?.id ?? 'The item has no file.';
		assert.match(id, /^filesystem/);
		const rows = (await n8n.api.binaryData(id)).trimEnd().split('\n');
		assert.deepEqual(
			rows.map((row) => (JSON.parse(row) as Json).Id),
			Array.from({ length: products }, (_, index) => productId(1, index)),
		);
	} finally {
		await sandbox.stop();
	}
}
