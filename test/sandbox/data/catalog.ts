// The catalogs' products: the seeded ones are made when asked for, and only what a publish changed is kept.
import type { Values } from './filling';
import { productId, productIndex, seededProduct } from './products';

export interface Catalog {
	/** The catalog's own fields, without products, counts and deleted ids. */
	head: Values;
	readonly seed: number;
	/** How many products were seeded. */
	readonly seeded: number;
	/** Published products by id in lower case: new ones, and new forms of seeded ones. */
	readonly published: Map<string, Values>;
	/** The ids of removed products, in lower case. */
	readonly removed: Set<string>;
	/** The ids of published products by the id that the integration gave them. */
	readonly integrationIds: Map<string, string>;
	/** What `DeletedProductIds` says, by id in lower case. */
	readonly deleted: Map<string, string>;
	/** The numbers of the seeded products that are left; undefined while none was removed. */
	remaining?: readonly number[];
}

export function newCatalog(
	head: Values,
	seed = 0,
	seeded = 0,
	deletedIds: readonly string[] = [],
): Catalog {
	return {
		head,
		seed,
		seeded,
		published: new Map(),
		removed: new Set(),
		integrationIds: new Map(),
		deleted: new Map(deletedIds.map((id) => [id.toLowerCase(), id])),
	};
}

function key(id: string): string {
	return id.toLowerCase();
}

function seededIndex(catalog: Catalog, id: string): number {
	const index = productIndex(catalog.seed, id);
	return index < catalog.seeded ? index : -1;
}

function seededLeft(catalog: Catalog): number {
	return catalog.remaining?.length ?? catalog.seeded;
}

function isNew(catalog: Catalog, id: string): boolean {
	return seededIndex(catalog, id) < 0;
}

function newIds(catalog: Catalog): string[] {
	return [...catalog.published.keys()].filter((id) => isNew(catalog, id));
}

export function productCount(catalog: Catalog): number {
	const added = catalog.published.size === 0 ? 0 : newIds(catalog).length;
	return seededLeft(catalog) + added;
}

function productAt(catalog: Catalog, place: number): Values {
	const index = catalog.remaining?.[place] ?? place;
	const changed =
		catalog.published.size === 0
			? undefined
			: catalog.published.get(productId(catalog.seed, index));
	return changed ?? seededProduct(catalog.seed, index);
}

/** Some products in the catalog's order: the seeded ones by number, then those published later. */
export function productsFrom(catalog: Catalog, start: number, count: number): Values[] {
	const left = seededLeft(catalog);
	const products: Values[] = [];
	for (let place = start; place < Math.min(left, start + count); place++) {
		products.push(productAt(catalog, place));
	}
	if (start + count <= left || catalog.published.size === 0) return products;
	const added = newIds(catalog).slice(Math.max(0, start - left), start + count - left);
	return [...products, ...added.map((id) => catalog.published.get(id) ?? {})];
}

export function findProduct(catalog: Catalog, id: string): Values | undefined {
	if (catalog.removed.has(key(id))) return undefined;
	const published = catalog.published.get(key(id));
	if (published) return published;
	const index = seededIndex(catalog, id);
	return index < 0 ? undefined : seededProduct(catalog.seed, index);
}

function findByIntegrationId(catalog: Catalog, integrationId: string): Values | undefined {
	const published = catalog.integrationIds.get(integrationId);
	if (published !== undefined) return findProduct(catalog, published);
	const index = Number(/^ERP-(\d{6,})$/.exec(integrationId)?.[1] ?? 0) - 100_000;
	if (index < 0 || index >= catalog.seeded) return undefined;
	const product = findProduct(catalog, productId(catalog.seed, index));
	return product?.IntegrationProductId === integrationId ? product : undefined;
}

/** The product that a published one means: by its id, or else by the id that the integration gave it. */
export function matchProduct(catalog: Catalog, product: Values): Values | undefined {
	const { Id, IntegrationProductId } = product;
	if (typeof Id === 'string' && Id !== '') return findProduct(catalog, Id);
	if (typeof IntegrationProductId !== 'string' || IntegrationProductId === '') return undefined;
	return findByIntegrationId(catalog, IntegrationProductId);
}

function recount(catalog: Catalog): void {
	if (catalog.removed.size === 0) {
		delete catalog.remaining;
		return;
	}
	const left: number[] = [];
	for (let index = 0; index < catalog.seeded; index++) {
		if (!catalog.removed.has(productId(catalog.seed, index))) left.push(index);
	}
	catalog.remaining = left;
}

export function putProduct(catalog: Catalog, product: Values): void {
	const id = key(String(product.Id));
	catalog.published.set(id, product);
	if (typeof product.IntegrationProductId === 'string') {
		catalog.integrationIds.set(product.IntegrationProductId, id);
	}
	if (catalog.removed.delete(id)) recount(catalog);
}

/** Removes products, names them as deleted, and says how many there were. */
export function removeProducts(catalog: Catalog, ids: readonly string[]): number {
	let removed = 0;
	for (const id of ids) {
		if (findProduct(catalog, id)) {
			removed++;
			catalog.published.delete(key(id));
			catalog.removed.add(key(id));
		}
		if (!catalog.deleted.has(key(id))) catalog.deleted.set(key(id), id);
	}
	if (removed > 0) recount(catalog);
	return removed;
}
