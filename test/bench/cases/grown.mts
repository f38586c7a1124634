// Catalogs of a service that has grown: products with fields and a layout that its document does not describe.
import type { Bench } from '../n8n.mjs';
import type { Format, Variant } from '../service/products';
import { ourCatalog } from '../workflows.mjs';
import { type Case, type Goal, inFreshN8nAndAgain } from './case.mjs';
import { count, startCatalogs } from './catalogs.mjs';

const titles: Readonly<Record<Variant, string>> = {
	documented: 'as documented',
	oneUndocumented: '1 undocumented field in each',
	tenUndocumented: '10 undocumented fields in each, a list and an object among them',
	oneInThousand: '1 undocumented field in every thousandth',
	pretty: 'pretty-printed',
	otherKeys: 'other keys in each, 250 shapes',
};
const mostForOneField = 1.1;
const mostPerByte = 1.3;

function goalsOf(name: (variant: Variant) => string, variants: readonly Variant[]): Goal[] {
	return variants
		.filter((variant) => variant !== 'documented')
		.flatMap((variant) =>
			(['milliseconds', 'laterMilliseconds', 'megabytes'] as const).map((what): Goal => {
				const ratio = { of: name(variant), to: name('documented'), what };
				return variant === 'oneUndocumented'
					? { ...ratio, most: mostForOneField }
					: { ...ratio, most: mostPerByte, perByte: true };
			}),
		);
}

export async function grownCatalog(
	bench: Bench,
	products: number,
	format: Format,
	variants = Object.keys(titles) as readonly Variant[],
): Promise<Case> {
	const { service, last, catalogs } = await startCatalogs(bench, products, format, variants);
	const id = `grown-${format}-${products}`;
	const name = (variant: Variant) => `${id}-${variant}`;
	const ways = [];
	for (const [index, variant] of variants.entries()) {
		const catalog = catalogs[index];
		if (!catalog) throw new Error(`The service has no catalog ${variant}.`);
		const { place, amount, bytes } = catalog;
		await bench.add(ourCatalog(name(variant), place, amount, {}, { responseFormat: format }));
		ways.push(inFreshN8nAndAgain(bench, name(variant), titles[variant], bytes));
	}
	return {
		id,
		title: `${count(products)} products, ${format.toUpperCase()}, of a service that has grown`,
		ways,
		goals: goalsOf(name, variants),
		last,
		warmUps: 0,
		rounds: 1,
		close: () => service.stop(),
	};
}
