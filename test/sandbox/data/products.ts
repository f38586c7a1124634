// The seeded catalog's products: each is made from its number alone.
import { Product } from '../../../api/resources/productCatalog';
import { fill, type Values } from './filling';
import { guidFor, instant, randomFor } from './random';
import { laborTypes, manufacturers, phases, subcategories, vendors } from './vocabulary';

const KIND = 'product';

export function productId(seed: number, index: number): string {
	return guidFor(seed, KIND, index);
}

function laborOf(hours: number): Values[] {
	const types = [
		{ Name: laborTypes[0], Hours: hours, TotalHours: hours },
		{ Name: laborTypes[1], Hours: 0.5, TotalHours: hours + 0.5 },
	];
	return types.slice(0, hours === 0 ? 0 : hours < 2 ? 1 : 2);
}

/** The product with this number, from 0. */
export function seededProduct(seed: number, index: number): Values {
	const random = randomFor(seed, KIND, index);
	const { name, category, models } = random.pick(manufacturers);
	const model = `${random.pick(models)}-${1000 + index}`;
	const subcategory = random.pick(subcategories);
	const UnitCost = random.integer(500, 900_000) / 100;
	const hours = random.integer(0, 12) / 4;
	const labor = laborOf(hours);
	const updated = instant(random);
	const cents = (factor: number) => Math.round(UnitCost * factor * 100) / 100;
	return fill(Product, random, {
		Id: productId(seed, index),
		IntegrationProductId: `ERP-${100_000 + index}`,
		ManufacturerId: guidFor(seed, name, 1),
		Manufacturer: name,
		Model: model,
		// Leading zeros and a form like 1e5 are what careless readers take for numbers.
		PartNumber: index % 7 === 0 ? `${index}e5` : String(index).padStart(8, '0'),
		Category: category,
		Subcategory: subcategory,
		Description: `${name} ${model}, ${category} ${subcategory}`,
		Tags: `${category};${subcategory}`,
		UnitCost,
		UnitPrice: cents(1.45),
		Msrp: cents(1.6),
		Phase: random.pick(phases),
		LaborHours: hours,
		ItemLaborTypes: labor,
		LaborTypes: labor.map(({ Name }) => Name).join(', '),
		Vendor: random.pick(vendors),
		OrderUom: 'Each',
		OrderUomUnits: 1,
		// One price in fifty has more digits than a JavaScript number holds.
		PurchaseCost: index % 50 === 3 ? `${Math.floor(UnitCost)}.1234567890123456789012345` : UnitCost,
		PurchaseCostCurrencyCode: 'USD',
		UpdatedOn: updated.text,
		UpdatedOnTicks: updated.ticks,
		Approved: true,
		Discontinued: index % 40 === 39,
	});
}
