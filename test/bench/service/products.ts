// The products of the bench's catalogs, as text, in the variants that a growing service may send; and its clients.
import { Product } from '../../../api/resources/productCatalog';
import { type Values } from '../../sandbox/data/filling';
import { withNulls, writeJson } from '../../sandbox/responses/jsonWriter';
import { seededProduct } from '../../sandbox/data/products';
import { seededClient } from '../../sandbox/data/records';
import { writeXml } from '../../sandbox/responses/xmlWriter';

/** All data are made from it, so that every run has the same. */
export const seed = 1;

/** Clients to be published. */
export function clientsOf(count: number): Array<Record<string, unknown>> {
	return Array.from({ length: count }, (_, index) => seededClient(seed, index));
}

export type Format = 'json' | 'xml';

/** What distinguishes the products of a catalog from those that the service's document describes. */
export const variants = [
	'documented',
	'oneUndocumented',
	'tenUndocumented',
	'pretty',
	'otherKeys',
] as const;
/** Variants that are only compared: every null is named in XML, as DataContractSerializer does; names in camelCase. */
export const comparedVariants = ['nulls', 'camelCase'] as const;
export type Variant = (typeof variants | typeof comparedVariants)[number];

const FILLED_CUSTOM_FIELDS = 25;
const SHAPES = 250;
/** Documented fields that are left out of some shapes, one for each bit of the shape's number. */
const OPTIONAL = [
	'URL',
	'ExternalTaxCode',
	'AcctgName',
	'VendorNumber',
	'Dispersion',
	'InputLabels',
	'OutputLabels',
	'OutputSignals',
];

/** A product with every documented field; the custom fields after the 25th are null. */
function documentedProduct(index: number): Values {
	const product = withNulls(Product, seededProduct(seed, index)) as Values;
	for (const name of Object.keys(product)) {
		const number = /^CustomField(\d+)$/.exec(name)?.[1];
		if (Number(number) > FILLED_CUSTOM_FIELDS) product[name] = null;
	}
	return product;
}

/** One of 250 sets of keys: some documented fields are absent, and two undocumented ones have names of their own. */
function productOfShape(index: number): Values {
	const shape = index % SHAPES;
	const product = documentedProduct(index);
	for (const [bit, name] of OPTIONAL.entries()) {
		if ((shape >> bit) % 2 === 1) delete product[name];
	}
	return {
		...product,
		[`Attribute${shape}`]: `Value ${index % 1000}`,
		[`Measure${shape}`]: (index % 500) / 10,
	};
}

function oneUndocumented(index: number): Values {
	return { Warranty: `${12 + (index % 4) * 12} months` };
}

function tenUndocumented(index: number): Values {
	return {
		...oneUndocumented(index),
		Origin: index % 3 === 0 ? 'Germany' : 'Österreich',
		Ean: String(4_006_381_000_000 + index),
		LeadTimeDays: index % 30,
		Rating: (index % 50) / 10,
		Fragile: index % 2 === 0,
		Successor: `Model ${index + 1}`,
		HazardClass: '',
		Package: { Length: index % 90, Width: 12.5, Unit: 'cm', Label: { Text: `P${index}` } },
		Finishes: ['black', 'white', `color ${index % 7}`],
	};
}

function undocumentedXml(name: string, value: unknown): string {
	if (Array.isArray(value)) {
		const members = value.map((member) => undocumentedXml('string', member)).join('');
		return `<${name}>${members}</${name}>`;
	}
	if (typeof value === 'object' && value !== null) {
		const members = Object.entries(value).map(([key, member]) => undocumentedXml(key, member));
		return `<${name}>${members.join('')}</${name}>`;
	}
	return value === '' ? `<${name} />` : `<${name}>${String(value)}</${name}>`;
}

/** Puts undocumented fields between documented ones, as a service does that writes them in the order of its own. */
function insertFields(format: Format, product: string, added: Values): string {
	const fields = Object.entries(added);
	const anchors = ['Category', 'Vendor', 'UpdatedOn'];
	return anchors.reduce((text, anchor, place) => {
		const here = fields.filter((_, number) => number % anchors.length === place);
		const written = here.map(([name, value]) =>
			format === 'json' ? `"${name}":${JSON.stringify(value)},` : undocumentedXml(name, value),
		);
		const before = format === 'json' ? `"${anchor}":` : `<${anchor}>`;
		return text.replace(before, `${written.join('')}${before}`);
	}, product);
}

function writeProduct(format: Format, product: Values, nulls: 'omit' | 'nil' = 'omit'): string {
	if (format === 'json') return writeJson(Product, product);
	const written = writeXml(Product, product, 'xmlSerializer', { nulls });
	return `<Product>${written.slice(written.indexOf('>') + 1)}`;
}

const JSON_PART = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Writes each field on a line of its own, and leaves every value as it is written. */
function indented(format: Format, product: string): string {
	if (format === 'xml') return product.replace(/></g, '>\n      <').replace(/^/, '\n    ');
	return product.replace(JSON_PART, (part) => {
		if (part === ':') return ': ';
		if (part === '}' || part === ']') return `\n    ${part}`;
		return part.startsWith('"') ? part : `${part}\n      `;
	});
}

const NAMES: Readonly<Record<Format, RegExp>> = {
	json: /(?<=[{,]")[A-Z](?=\w*":)/g,
	xml: /(?<=<\/?)[A-Z]/g,
};

/** A page, or a part of one, with its names in camelCase. */
export function inCamelCase(format: Format, text: string): string {
	return text.replace(NAMES[format], (letter) => letter.toLowerCase());
}

/** The names of a product's fields in their order, and the type of each as it is in a few products and their parts. */
export function fieldTypes() {
	const products = Array.from({ length: 100 }, (_, index) => documentedProduct(index));
	const fields = products.flatMap((product) => [
		...Object.entries(product),
		...Object.values(product).flatMap((value) =>
			Array.isArray(value) ? value.flatMap((part: object) => Object.entries(part)) : [],
		),
	]);
	const types = fields
		.filter(([, value]) => value !== null)
		.map(([name, value]) => [name, Array.isArray(value) ? 'list' : typeof value]);
	return { names: Object.keys(products[0] ?? {}), types: Object.fromEntries(types) as object };
}

/** Writes the products of a variant in a format, each by its number, from 0. */
export function productWriter(format: Format, variant: Variant): (index: number) => string {
	const documented = (index: number) => writeProduct(format, documentedProduct(index));
	const writers: Readonly<Record<Variant, (index: number) => string>> = {
		documented,
		oneUndocumented: (index) => insertFields(format, documented(index), oneUndocumented(index)),
		tenUndocumented: (index) => insertFields(format, documented(index), tenUndocumented(index)),
		pretty: (index) => indented(format, documented(index)),
		otherKeys: (index) => writeProduct(format, productOfShape(index)),
		nulls: (index) => writeProduct(format, documentedProduct(index), 'nil'),
		camelCase: (index) => inCamelCase(format, documented(index)),
	};
	return writers[variant];
}
