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

function undocumentedNames(product: Values, documented: Values): string[] {
	return Object.keys(product).filter((name) => !(name in documented));
}

describe.each(['json', 'xml'] as const)('%s', (format) => {
	const documented = productsOf(format, 'documented');

	test('the pages hold the products in order', () => {
		expect(documented.map(({ Id }) => Id)).toEqual(
			documented.map((_, index) => productId(seed, index)),
		);
	});

	test('pretty printing changes no value', () => {
		expect(productsOf(format, 'pretty')).toEqual(documented);
		const [page] = makePages({ products: 1, pageSize: 1, format, variant: 'pretty' });
		expect(page?.toString().split('\n').length).toBeGreaterThan(80);
	});

	test('undocumented fields are added to every product', () => {
		for (const [variant, count] of [
			['oneUndocumented', 1],
			['tenUndocumented', 10],
		] as const) {
			for (const [index, product] of productsOf(format, variant).entries()) {
				const names = undocumentedNames(product, documented[index] ?? {});
				expect(names).toHaveLength(count);
				expect(product).toMatchObject(documented[index] ?? {});
			}
		}
	});

	test('one product in a thousand has an undocumented field', () => {
		const products = productsOf(format, 'oneInThousand', 2000, 1000);
		const grown = products.filter((product) => 'Warranty' in product);
		expect(grown.map(({ Id }) => Id)).toEqual([productId(seed, 500), productId(seed, 1500)]);
	});

	test('products have 250 different sets of keys', () => {
		const products = productsOf(format, 'otherKeys', 500, 500);
		expect(new Set(products.map((product) => Object.keys(product).join())).size).toBe(250);
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
