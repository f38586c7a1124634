// What the examples for product catalogs must have done.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { itemsOf } from '../../e2e/context.mjs';
import { productsFrom } from '../../sandbox/data/catalog';
import type { Values } from '../../sandbox/data/filling';
import { sampleIds } from '../../sandbox/server.mjs';
import type { Example, Outcome } from '../example.mjs';
import type { Start } from '../hosts/host.mjs';
import { shop } from '../partners/shopify.mjs';
import type { World } from '../world.mjs';

const chosen = [
	'Manufacturer',
	'Model',
	'PartNumber',
	'Description',
	'UnitCost',
	'UnitPrice',
	'Discontinued',
	'UpdatedOn',
];
const productTable = 'Project Services Products';
const newProduct = '0f6f5c1e-9a57-4c53-8d1f-00000000beef';

function picked(record: Values): unknown[] {
	return chosen.map((name) => record[name] ?? null);
}

function catalogProducts({ sandbox }: World): Values[] {
	const catalog = sandbox.state.catalogs.get(sampleIds.catalog);
	assert.ok(catalog);
	return productsFrom(catalog, 0, 100_000);
}

/** What the copies of a catalog hold, in the order of the IDs. */
function expectedRows(world: World): unknown[][] {
	return catalogProducts(world)
		.map((product) => [product.Id, ...picked(product)])
		.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

function assertTableEqual({ world, tables }: Outcome): void {
	const rows = (tables[productTable] ?? []).map((row) => [row.ProductId, ...picked(row)]);
	assert.deepEqual(
		rows.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
		expectedRows(world),
	);
}

async function assertDatabaseEqual({ world }: Outcome): Promise<void> {
	const database = await world.postgres();
	const columns = 'manufacturer, model, part_number, description, unit_cost, unit_price';
	const rows = await database.query(
		`SELECT product_id, ${columns}, discontinued::text, updated_on FROM products ORDER BY product_id COLLATE "C"`,
	);
	const expected = expectedRows(world).map((row) => row.map((value) => String(value ?? '')));
	assert.deepEqual(rows, expected);
}

/** Changes of every kind: a product changed, removed, new with an old date. */
function changeCatalog({ sandbox }: World): void {
	const products = [...sandbox.state.catalogs.values()].flatMap((catalog) =>
		productsFrom(catalog, 0, 100_000),
	);
	const [first, second, third] = products.map(({ Id }) => String(Id));
	sandbox.change('product', first ?? '', { Model: 'Changed' });
	sandbox.remove('product', second ?? '');
	sandbox.change('product', third ?? '', { Discontinued: true });
	const UpdatedOn = '2019-01-01T00:00:00.0000000+00:00';
	sandbox.change('product', newProduct, { Manufacturer: 'Ødegård', Model: '"N", 1', UpdatedOn });
}

const production: Start = { trigger: 'Every Night', production: true };

/** A copy that is equal after the first run, and again after changes: a removal may take a second run. */
function copyOf(assertEqual: (outcome: Outcome) => void | Promise<void>): Example {
	return {
		start: production,
		isEqual: assertEqual,
		effect: async (outcome) => {
			assert.equal(catalogProducts(outcome.world).length, 250);
			await assertEqual(outcome);
		},
		later: async ({ world, runAgain }) => {
			changeCatalog(world);
			await runAgain();
			await assertEqual(await runAgain());
		},
	};
}

export const catalogToDataTable = copyOf(assertTableEqual);
export const catalogToPostgres: Example = { ...copyOf(assertDatabaseEqual), needs: 'database' };

/** The lines of the file, which storage has as well. */
function linesOf({ folder, store }: World): string[] {
	const text = readFileSync(path.join(folder, 'catalog CAT-1001.ndjson'), 'utf8');
	assert.equal(store.objects.get('catalogs/catalog CAT-1001.ndjson')?.toString('utf8'), text);
	assert.ok(text.endsWith('\n'));
	return text.trimEnd().split('\n');
}

function assertFileEqual(world: World): void {
	const written = linesOf(world).map((line) => JSON.parse(line) as Values);
	assert.deepEqual(
		written.map((product) => [product.Id, ...picked(product)]),
		catalogProducts(world).map((product) => [product.Id, ...picked(product)]),
	);
}

export const catalogToFile: Example = {
	settings: ({ folder }) => ({ folder }),
	changes: { 'Upload to S3': (node) => delete node.disabled },
	effect: ({ world }) => assertFileEqual(world),
	later: async ({ world, runAgain }) => {
		changeCatalog(world);
		await runAgain();
		assertFileEqual(world);
	},
};

/** What the shop shows: handle, title and price of the products that are not drafts. */
function shown({ shopify }: World): unknown[] {
	return [...shopify.products.values()]
		.filter(({ status }) => status === 'ACTIVE')
		.map(({ handle, title, variants }) => [handle, title, (variants as Values[])[0]?.price])
		.sort();
}

function expectedInShop(world: World): unknown[] {
	return catalogProducts(world)
		.filter(({ Discontinued }) => Discontinued !== true)
		.map(({ Id, Manufacturer, Model, UnitPrice }) => [
			`ps-${String(Id)}`,
			`${String(Manufacturer)} ${String(Model)}`,
			String(UnitPrice ?? 0),
		])
		.sort();
}

export const catalogToShopify: Example = {
	start: { trigger: 'Every Hour', production: true },
	settings: () => ({ shop }),
	stopsUnfilled: /'shop' in the node 'Settings'/,
	changes: {
		// As fast as it goes: there is no limit of requests here.
		'Set Product': (node) => {
			node.parameters = { ...node.parameters, options: {} };
		},
	},
	effect: ({ world }) => {
		assert.deepEqual(shown(world), expectedInShop(world));
		assert.equal(world.shopify.products.size, 250);
	},
	later: async ({ world, runAgain }) => {
		changeCatalog(world);
		await runAgain();
		await runAgain();
		assert.deepEqual(shown(world), expectedInShop(world));
		// The removed and the discontinued product are still there, as drafts.
		assert.equal(world.shopify.products.size, 251);
	},
};

/** Run by hand, the trigger gives a sample; as an active workflow, it follows the changes. */
export const changedProductsTrigger: Example = {
	start: { trigger: 'Changed Product' },
	effect: ({ world: { sandbox }, execution, tables }) => {
		const sample = itemsOf(execution, 'Changed Product').map(({ json }) => String(json.Id));
		assert.ok(sample.length > 0, 'The trigger gave no sample.');
		const expected = sample.map((ProductId) => {
			const { Manufacturer, Model, UnitCost, UpdatedOn } = sandbox.find('product', ProductId) ?? {};
			return { ProductId, Manufacturer, Model, UnitCost, UpdatedOn };
		});
		assert.deepEqual(tables['Changed Products'], expected);
	},
	later: async ({ world, runAgain }) => {
		const { sandbox } = world;
		const [first = '', second = ''] = catalogProducts(world)
			.slice(10)
			.map(({ Id }) => String(Id));
		const poll = async () => (await runAgain({ production: true })).tables['Changed Products'];
		const known = await poll();
		sandbox.change('product', first, { Model: 'Changed' });
		const changed = await poll();
		assert.deepEqual(
			changed?.slice(known?.length).map(({ ProductId, Model }) => [ProductId, Model]),
			[[first, 'Changed']],
		);
		sandbox.change('product', first, { Model: 'Changed again' });
		sandbox.change('product', second, { Model: 'Changed, too' });
		const both = await poll();
		assert.deepEqual(
			both?.slice(known?.length).map(({ Model }) => Model),
			['Changed again', 'Changed, too'],
		);
		assert.deepEqual(await poll(), both);
	},
};
