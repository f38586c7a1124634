// What the examples for product catalogs must have done.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Product } from '../../../api/resources/productCatalog';
import { itemsOf } from '../../e2e/context.mjs';
import { productsFrom } from '../../sandbox/data/catalog';
import type { Values } from '../../sandbox/data/filling';
import { sampleIds } from '../../sandbox/server.mjs';
import type { Example, Examples, Outcome, Start } from '../example.mjs';
import { shop } from '../partners/companies.mjs';
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

/** The products as the service writes them. */
export function catalogProducts({ sandbox }: World): Values[] {
	const catalog = sandbox.state.catalogs.get(sampleIds.catalog);
	assert.ok(catalog);
	return productsFrom(catalog, 0, 100_000).map((product) => sandbox.served(Product, product));
}

function cells(record: Values, id = record.Id): unknown[] {
	return [id, ...chosen.map((name) => record[name] ?? null)];
}

function byId(rows: unknown[][]): unknown[][] {
	return rows.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

/** What the copies of a catalog hold, in the order of the IDs. */
function expectedRows(world: World): unknown[][] {
	return byId(catalogProducts(world).map((product) => cells(product)));
}

function assertTableEqual({ world, tables }: Outcome): void {
	const rows = (tables[productTable] ?? []).map((row) => cells(row, row.ProductId));
	assert.deepEqual(byId(rows), expectedRows(world));
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
function changeCatalog(world: World): void {
	const { sandbox } = world;
	const [first = '', second = '', third = ''] = catalogProducts(world).map(({ Id }) => String(Id));
	sandbox.change('product', first, { Model: 'Changed' });
	sandbox.remove('product', second);
	sandbox.change('product', third, { Discontinued: true });
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
			assert.equal(catalogProducts(outcome.world).length, outcome.world.products);
			await assertEqual(outcome);
		},
		later: async ({ world, runAgain }) => {
			changeCatalog(world);
			await runAgain();
			await assertEqual(await runAgain());
		},
	};
}

/** The lines of the file are the catalog, and storage has the same file. */
function assertFileEqual(world: World): void {
	const text = readFileSync(path.join(world.folder, 'catalog CAT-1001.ndjson'), 'utf8');
	const stored = world.partners.store.objects.get('catalogs/catalog CAT-1001.ndjson');
	assert.equal(stored?.toString('utf8'), text);
	assert.ok(text.endsWith('\n'));
	const written = text.trimEnd().split('\n');
	assert.deepEqual(
		written.map((line) => cells(JSON.parse(line) as Values)),
		catalogProducts(world).map((product) => cells(product)),
	);
}

const catalogToFile: Example = {
	settings: ({ folder }) => ({ folder }),
	changes: { 'Upload to S3': (node) => delete node.disabled },
	effect: ({ world }) => assertFileEqual(world),
	later: async ({ world, runAgain }) => {
		changeCatalog(world);
		await runAgain();
		assertFileEqual(world);
	},
};

/** Handle, title and price of the products that are not drafts. */
function assertInShop(world: World): void {
	const shown = [...world.partners.shopify.products.values()]
		.filter(({ status }) => status === 'ACTIVE')
		.map(({ handle, title, variants }) => [handle, title, (variants as Values[])[0]?.price]);
	const expected = catalogProducts(world)
		.filter(({ Discontinued }) => Discontinued !== true)
		.map(({ Id, Manufacturer, Model, UnitPrice }) => [
			`ps-${String(Id)}`,
			`${String(Manufacturer)} ${String(Model)}`,
			String(UnitPrice ?? 0),
		]);
	assert.deepEqual(shown.sort(), expected.sort());
}

const catalogToShopify: Example = {
	start: { trigger: 'Every Hour', production: true },
	settings: () => ({ shop }),
	stopsUnfilled: /'shop' in the node 'Settings'/,
	changes: {
		// As fast as possible: there is no limit of requests here.
		'Set Product': (node) => {
			node.parameters = { ...node.parameters, options: {} };
		},
	},
	effect: ({ world }) => {
		assertInShop(world);
		assert.equal(world.partners.shopify.products.size, world.products);
	},
	later: async ({ world, runAgain }) => {
		changeCatalog(world);
		await runAgain();
		await runAgain();
		assertInShop(world);
		// The removed and the discontinued product are still there, as drafts.
		assert.equal(world.partners.shopify.products.size, world.products + 1);
	},
};

/** Run by hand, the trigger gives a sample; as an active workflow, it follows the changes. */
const changedProductsTrigger: Example = {
	start: { trigger: 'Changed Product' },
	effect: ({ world: { sandbox }, execution, tables }) => {
		const sample = itemsOf(execution, 'Changed Product').map(({ json }) => String(json.Id));
		assert.ok(sample.length > 0, 'The trigger gave no sample.');
		const expected = sample.map((ProductId) => {
			const product = sandbox.served(Product, sandbox.find('product', ProductId) ?? {});
			const { Manufacturer, Model, UnitCost, UpdatedOn } = product;
			return { ProductId, Manufacturer, Model, UnitCost, UpdatedOn };
		});
		assert.deepEqual(tables['Changed Products'], expected);
	},
	later: async ({ world, runAgain }) => {
		const { sandbox } = world;
		const ids = catalogProducts(world).map(({ Id }) => String(Id));
		const [first = '', second = ''] = ids.slice(10);
		const poll = async () => {
			const { tables } = await runAgain({ production: true });
			return (tables['Changed Products'] ?? []).map(({ ProductId, Model }) => [ProductId, Model]);
		};
		const known = await poll();
		const isNew = async (...expected: unknown[][]) =>
			assert.deepEqual((await poll()).slice(known.length), expected);
		sandbox.change('product', first, { Model: 'Changed' });
		await isNew([first, 'Changed']);
		sandbox.change('product', first, { Model: 'Changed again' });
		sandbox.change('product', second, { Model: 'Changed, too' });
		const both = [
			[first, 'Changed again'],
			[second, 'Changed, too'],
		];
		await isNew(...both);
		await isNew(...both);
	},
};

export const catalogExamples: Examples = {
	'catalog-to-data-table.json': copyOf(assertTableEqual),
	'catalog-to-file.json': catalogToFile,
	'catalog-to-postgresql.json': copyOf(assertDatabaseEqual),
	'catalog-to-shopify.json': catalogToShopify,
	'changed-products-trigger.json': changedProductsTrigger,
};
