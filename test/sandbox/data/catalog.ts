// The catalogs with their products.
import type { Values } from './filling';

export interface Catalog {
	/** The catalog's own fields, without products, counts and deleted ids. */
	head: Values;
	/** By id in lower case; the seeded ones first, then those published later. */
	readonly products: Map<string, Values>;
	/** What `DeletedProductIds` says, by id in lower case. */
	readonly deleted: Map<string, string>;
}

export function newCatalog(
	head: Values,
	products: ReadonlyMap<string, Values> = new Map(),
	deleted: readonly string[] = [],
): Catalog {
	const ids = deleted.map((id) => [id.toLowerCase(), id] as const);
	return { head, products: new Map(products), deleted: new Map(ids) };
}

/** The product that a published one means: by its id, or else by the id that the integration gave it. */
export function matchProduct({ products }: Catalog, product: Values): Values | undefined {
	const { Id, IntegrationProductId: given } = product;
	if (typeof Id === 'string' && Id !== '') return products.get(Id.toLowerCase());
	if (typeof given !== 'string' || given === '') return undefined;
	return [...products.values()].find((known) => known.IntegrationProductId === given);
}

/** Removes products, names them as deleted, and says whether there was one. */
export function removeProducts({ products, deleted }: Catalog, ids: readonly string[]): boolean {
	const removed = ids.filter((id) => products.delete(id.toLowerCase()));
	for (const id of ids) {
		if (!deleted.has(id.toLowerCase())) deleted.set(id.toLowerCase(), id);
	}
	return removed.length > 0;
}
