// Catalog pages as bytes, made before the measurement, so that the service costs next to nothing while it runs.
import { ProductCatalog } from '../../../api/resources/productCatalog';
import { writeJson } from '../../sandbox/responses/jsonWriter';
import { productId } from '../../sandbox/data/products';
import { newState, sampleIds } from '../../sandbox/state';
import { writeXml } from '../../sandbox/responses/xmlWriter';
import { type Format, inCamelCase, productWriter, seed, type Variant } from './products';

/** A catalog to make: its size in products, and in products of one page. */
export interface CatalogPlan {
	readonly products: number;
	readonly pageSize: number;
	readonly format: Format;
	readonly variant: Variant;
	/** How many products differ in more than their IDs; the later ones repeat them. By default, all differ. */
	readonly distinct?: number;
}

const ID_DIGITS = 12;
const SEPARATORS: Readonly<Record<Format, string>> = { json: ',', xml: '' };

/** What stands before and after the products of a page. */
function frameOf({ format, products, variant }: CatalogPlan): {
	readonly start: string;
	readonly end: string;
} {
	const head = newState(seed, 0).catalogs.get(sampleIds.catalog)?.head;
	const value = { ...head, TotalProductsCount: products, Products: [], DeletedProductIds: [] };
	const [written, empty, open, close] =
		format === 'json'
			? [writeJson(ProductCatalog, value), '"Products":[]', '"Products":[', ']']
			: [
					writeXml(ProductCatalog, value, 'xmlSerializer'),
					'<Products />',
					'<Products>',
					'</Products>',
				];
	const at = written.indexOf(empty);
	if (at < 0) throw new Error(`The page without products holds no ${empty}.`);
	const spelled = (text: string) => (variant === 'camelCase' ? inCamelCase(format, text) : text);
	return {
		start: spelled(written.slice(0, at) + open),
		end: spelled(close + written.slice(at + empty.length)),
	};
}

/** A copy of a page in which each product, from this number on, has the ID of a later one. */
function withLaterIds(page: Buffer, from: number, later: number, count: number): Buffer {
	const copy = Buffer.from(page);
	let at = 0;
	for (let index = 0; index < count; index++) {
		at = copy.indexOf(productId(seed, from + index), at, 'latin1');
		const id = productId(seed, later + index);
		copy.write(id.slice(-ID_DIGITS), at + id.length - ID_DIGITS, 'latin1');
		at += id.length;
	}
	return copy;
}

/** The pages of a catalog in their order; with `distinct`, which whole pages must fill, all pages are full. */
export function makePages(plan: CatalogPlan): Buffer[] {
	const { products, pageSize, format, variant, distinct = products } = plan;
	const write = productWriter(format, variant);
	const { start, end } = frameOf(plan);
	const pages: Buffer[] = [];
	for (let first = 0; first < products; first += pageSize) {
		const count = Math.min(pageSize, products - first);
		const from = first % distinct;
		const model = pages[from / pageSize];
		if (model) {
			pages.push(withLaterIds(model, from, first, count));
		} else {
			const rows = Array.from({ length: count }, (_, index) => write(first + index));
			pages.push(Buffer.from(start + rows.join(SEPARATORS[format]) + end));
		}
	}
	return pages;
}
