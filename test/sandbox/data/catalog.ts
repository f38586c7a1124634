// The catalogs' products: the seeded ones are made when needed, and only what a publish changed is kept.
import type { Values } from './filling';
import { productId, productIndex, seededProduct } from './products';

export interface Catalog {
	/** The catalog's own fields, without products, counts and deleted ids. */
	head: Values;
	readonly seed: number;
	/** The numbers of the seeded products that are left; all of them while it is a number. */
	seeded: number | readonly number[];
	/** How many products were seeded. */
	readonly size: number;
	/** Published products by id in lower case: new ones, and new forms of seeded ones. */
	readonly published: Map<string, Values>;
	/** The ids of removed products, in lower case. */
	readonly removed: Set<string>;
	/** What `DeletedProductIds` says, by id in lower case. */
	readonly deleted: Map<string, string>;
}

export function newCatalog(head: Values, seed = 0, size = 0, deleted: string[] = []): Catalog {
	return {
		...{ head, seed, size, seeded: size },
		published: new Map(),
		removed: new Set(),
		deleted: new Map(deleted.map((id) => [id.toLowerCase(), id])),
	};
}

function seededIndex({ seed, size }: Catalog, id: string): number {
	const index = productIndex(seed, id);
	return index < size ? index : -1;
}

function seededCount({ seeded }: Catalog): number {
	return typeof seeded === 'number' ? seeded : seeded.length;
}

/** The products that were published and not seeded. */
function added(catalog: Catalog): Values[] {
	const all = [...catalog.published];
	return all.filter(([id]) => seededIndex(catalog, id) < 0).map(([, product]) => product);
}

export function productCount(catalog: Catalog): number {
	return seededCount(catalog) + added(catalog).length;
}

/** Some products in the catalog's order: the seeded ones by number, then those published later. */
export function productsFrom(catalog: Catalog, start: number, count: number): Values[] {
	const { seed, seeded, published } = catalog;
	const left = seededCount(catalog);
	const products: Values[] = [];
	for (let place = start; place < Math.min(left, start + count); place++) {
		const index = typeof seeded === 'number' ? place : (seeded[place] ?? 0);
		const changed = published.size === 0 ? undefined : published.get(productId(seed, index));
		products.push(changed ?? seededProduct(seed, index));
	}
	if (start + count <= left) return products;
	return [...products, ...added(catalog).slice(Math.max(0, start - left), start + count - left)];
}

export function findProduct(catalog: Catalog, id: string): Values | undefined {
	const key = id.toLowerCase();
	if (catalog.removed.has(key)) return undefined;
	const index = seededIndex(catalog, id);
	return catalog.published.get(key) ?? (index < 0 ? undefined : seededProduct(catalog.seed, index));
}

/** The product that a published one means: by its id, or else by the id that the integration gave it. */
export function matchProduct(catalog: Catalog, product: Values): Values | undefined {
	const { Id, IntegrationProductId: given } = product;
	if (typeof Id === 'string' && Id !== '') return findProduct(catalog, Id);
	if (typeof given !== 'string' || given === '') return undefined;
	for (const known of catalog.published.values()) {
		if (known.IntegrationProductId === given) return known;
	}
	const index = Number(/^ERP-(\d{6,})$/.exec(given)?.[1] ?? 0) - 100_000;
	const seeded = index < 0 ? undefined : findProduct(catalog, productId(catalog.seed, index));
	return seeded?.IntegrationProductId === given ? seeded : undefined;
}

function recount(catalog: Catalog): void {
	const { seed, size, removed } = catalog;
	const all = Array.from({ length: size }, (_, index) => index);
	catalog.seeded =
		removed.size === 0 ? size : all.filter((index) => !removed.has(productId(seed, index)));
}

export function putProduct(catalog: Catalog, product: Values): void {
	const key = String(product.Id).toLowerCase();
	catalog.published.set(key, product);
	if (catalog.removed.delete(key)) recount(catalog);
}

/** Removes products, names them as deleted, and says how many there were. */
export function removeProducts(catalog: Catalog, ids: readonly string[]): number {
	const there = ids.filter((id) => findProduct(catalog, id) !== undefined);
	for (const id of there) {
		catalog.published.delete(id.toLowerCase());
		catalog.removed.add(id.toLowerCase());
	}
	for (const id of ids) {
		if (!catalog.deleted.has(id.toLowerCase())) catalog.deleted.set(id.toLowerCase(), id);
	}
	if (there.length > 0) recount(catalog);
	return there.length;
}
