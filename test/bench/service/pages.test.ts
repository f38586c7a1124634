// The pages that the bench serves: whole, readable, and what their variant says.
import { ProductCatalog } from '../../../api/resources/productCatalog';
import { productId } from '../../sandbox/data/products';
import { decodeResponse } from '../../../wire';
import { makePages } from './pages';
import { type Format, seed, type Variant } from './products';

type Values = Readonly<Record<string, unknown>>;

function productsOf(format: Format, variant: Variant, products = 8, pageSize = 5): Values[] {
	const pages = makePages({ products, pageSize, format, variant });
	return pages.flatMap((page) => {
		const shape = { schema: ProductCatalog, rows: 'Products' };
		const decoded = decodeResponse(shape, page, `application/${format}`);
		if (!decoded.ok) throw new Error(decoded.problem);
		const catalog = decoded.value as { TotalProductsCount: number; Products: Values[] };
		expect(catalog.TotalProductsCount).toBe(products);
		return catalog.Products;
	});
}

describe.each(['json', 'xml'] as const)('%s', (format) => {
	const documented = productsOf(format, 'documented');

	/** How many fields the products of a variant have that the documented ones lack. */
	function addedFields(variant: Variant): number[] {
		return productsOf(format, variant).map((product, index) => {
			const names = Object.keys(documented[index] ?? {});
			expect(product).toMatchObject(documented[index] ?? {});
			return Object.keys(product).length - names.length;
		});
	}

	test('the pages hold the products in order', () => {
		expect(documented.map(({ Id }) => Id)).toEqual(
			documented.map((_, index) => productId(seed, index)),
		);
	});

	test.each<[Variant, number]>([
		['pretty', 0],
		['oneUndocumented', 1],
		['tenUndocumented', 10],
	])('the variant %s adds %d fields to each product, and changes no value', (variant, count) => {
		expect(new Set(addedFields(variant))).toEqual(new Set([count]));
		const [page] = makePages({ products: 1, pageSize: 1, format, variant });
		expect((page?.toString().split('\n').length ?? 0) > 80).toBe(variant === 'pretty');
	});

	test('names in camelCase have the same values', () => {
		expect(productsOf(format, 'camelCase')).toEqual(documented);
		const [page] = makePages({ products: 1, pageSize: 1, format, variant: 'camelCase' });
		expect(page?.toString()).not.toMatch(format === 'json' ? /"[A-Z]\w*":/ : /<\/?[A-Z]/);
		expect(page?.toString()).toMatch(format === 'json' ? /"unitCost":/ : /<unitCost>/);
	});

	test('keys differ in 250 ways', () => {
		const shapes = productsOf(format, 'otherKeys', 500, 500).map((one) => Object.keys(one).join());
		expect(new Set(shapes).size).toBe(250);
	});
});

test('a large catalog repeats the products of its first pages under other IDs', () => {
	const plan = { format: 'json', variant: 'documented', pageSize: 2 } as const;
	const pages = makePages({ ...plan, products: 10, distinct: 4 });
	const ids = pages.map((page) =>
		(JSON.parse(page.toString()) as { Products: Values[] }).Products.map(({ Id }) => Id),
	);
	expect(ids.flat()).toEqual(Array.from({ length: 10 }, (_, index) => productId(seed, index)));
});
