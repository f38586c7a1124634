// Product catalogs: the records in their full and older forms, and their endpoints.
import { undocumented, read, type Resource, write } from '../endpoint';
import * as s from '../schema/types';
import {
	byId,
	keyAndDate,
	ItemLaborType,
	OlderItemLaborType,
	productCustomFields,
	PAGING,
} from '../shared';

const productHead = {
	...s.each(
		s.string,
		'Id IntegrationProductId ManufacturerId Manufacturer Model PartNumber Category',
		'Subcategory Description URL Tags',
	),
	...s.each(s.decimal, 'Msrp', 'UnitCost', 'UnitPrice'),
	...s.each(s.boolean, 'OFE', 'AllowZeroCost'),
	Phase: s.string,
	...s.each(s.decimal, 'LaborHours', 'InstallPrice'),
	LaborTypes: s.string,
	ItemLaborTypes: s.list(ItemLaborType),
	Taxable: s.boolean,
	...s.each(s.string, 'Tax', 'LaborTax'),
	...s.each(s.describe(s.string, 'Tax-provider code'), 'ExternalTaxCode', 'ExternalLaborTaxCode'),
	...s.each(s.string, 'AcctgName', 'Vendor', 'VendorNumber', 'OrderUom'),
	OrderUomUnits: s.integer,
	DoNotOrder: s.boolean,
	PurchaseCost: s.decimal,
	PurchaseCostCurrencyCode: s.string,
	...s.each(s.decimal, 'Height', 'Width', 'Depth', 'Weight'),
	RackMounted: s.boolean,
	RackUnits: s.integer,
	...s.each(s.decimal, 'Amps', 'Volts', 'Watts', 'Btu'),
	Dispersion: s.string,
	BulkWire: s.boolean,
	...s.each(
		s.string,
		'InputTerminals InputSignals InputLabels OutputTerminals OutputSignals',
		'OutputLabels',
	),
};

const productTail = {
	UpdatedOn: s.describe(s.date, 'UTC'),
	UpdatedOnTicks: s.ticks,
	...s.each(s.boolean, 'Approved', 'Discontinued'),
};

export const Product = s.record('Product', {
	...productHead,
	...productCustomFields,
	...productTail,
});

const fullHead = s.record('Product', productHead);

export const OlderProduct = s.record('Product', {
	...s.omitFields(
		fullHead,
		'URL',
		'AllowZeroCost',
		'Taxable',
		'Tax',
		'LaborTax',
		'ExternalTaxCode',
		'ExternalLaborTaxCode',
	),
	ItemLaborTypes: s.list(OlderItemLaborType),
	...s.family(
		'CustomField',
		[1, 5, s.string],
		[6, 8, s.decimal],
		[9, 11, s.date],
		[12, 18, s.string],
		[19, 22, s.boolean],
		[23, 26, s.string],
	),
	...productTail,
});

export const ProductCatalog = s.record('ProductCatalog', {
	Id: s.describe(
		s.string,
		'The ID of the catalog. Without it, Only Changed Records has nothing to compare with',
		{ example: 'CAT-1001' },
	),
	Name: s.describe(s.required(s.string), 'The name of the catalog', { example: 'Main Catalog' }),
	...s.each(s.string, 'Description', 'PriceType', 'PriceTypeDisplayName'),
	IsMetric: s.describe(
		s.boolean,
		'Whether Height, Width and Depth of a product are in millimeters and Weight in kilograms; otherwise, they are in inches and pounds',
	),
	TotalProductsCount: s.integer,
	Products: s.list(Product),
	DeletedProductIds: s.describe(
		s.list(s.guid, 'guid'),
		'The IDs of deleted products. In what it returns, the service has them only with automated server exports',
	),
});

export const OlderProductCatalog = s.record('ProductCatalog', {
	...s.omitFields(ProductCatalog, 'TotalProductsCount', 'DeletedProductIds'),
	Products: s.list(OlderProduct),
});

const catalogId = byId('product catalog', 'CAT-1001', 'Catalog ID');

/** What both reads of a catalog have in common. */
const productFacts = {
	rows: 'Products',
	rowNoun: 'product',
	returnAs: { rows: 'products', whole: 'catalog' },
	...keyAndDate,
	alternativeKey: 'IntegrationProductId',
	simplified: [
		'Id',
		'Manufacturer',
		'Model',
		'PartNumber',
		'Category',
		'Description',
		'UnitCost',
		'UnitPrice',
		'Vendor',
		'UpdatedOn',
	],
} as const;

export const productCatalog = {
	resource: 'productCatalog',
	name: 'Product Catalog',
	description: 'Catalogs of products with prices, sizes and custom fields',
	defaultOperation: 'get',
	operations: {
		get: read({
			method: 'GET',
			path: '/SI/Subscribe/ProductCatalogs',
			name: 'Get',
			action: 'Get product catalog',
			description: 'Retrieve the products of a catalog, page by page, with all fields',
			...catalogId,
			query: {
				...catalogId.query,
				pageNumber: s.withDefault(s.integer, 1),
				pageSize: s.withDefault(s.integer, 10000),
			},
			response: ProductCatalog,
			...productFacts,
			changedOnTicks: 'UpdatedOnTicks',
			updatedAfter: true,
			changeFeed: true,
			rowFilters: {
				search: [
					'Id',
					'IntegrationProductId',
					'Manufacturer',
					'Model',
					'PartNumber',
					'Description',
					'Vendor',
					'VendorNumber',
					'Tags',
				],
				equals: {
					partNumbers: 'PartNumber',
					models: 'Model',
					manufacturers: 'Manufacturer',
					categories: 'Category',
					vendors: 'Vendor',
				},
				examples: {
					search: 'SubWave',
					models: 'SubWave 12-1001',
					manufacturers: 'Northgate Audio, Opticon',
					categories: 'Audio, Projection',
					vendors: 'Signal House',
				},
			},
			deletedIds: 'DeletedProductIds',
			paging: { ...PAGING, total: 'TotalProductsCount', holdsProducts: true },
		}),
		getOlderVariant: read({
			method: 'GET',
			path: '/SI/Subscribe/ProductCatalogs',
			name: 'Get (Legacy)',
			action: 'Get product catalog (legacy)',
			description:
				'Retrieve a catalog in one response, with fewer fields: only for services without pages; otherwise use Get',
			...catalogId,
			response: OlderProductCatalog,
			fullerResponse: ProductCatalog,
			...productFacts,
		}),
		publish: write({
			path: '/SI/Publish/ProductCatalogs',
			name: 'Publish',
			action: 'Publish products to catalog',
			description: 'Send products (one per input item) and IDs of deleted products to a catalog',
			body: ProductCatalog,
			response: undocumented,
			records: 'Products',
			shownFields: ['Id', 'Manufacturer', 'Model', 'PartNumber'],
			listKeys: ['Id', 'Name'],
			key: 'Id',
			otherKeys: ['IntegrationProductId'],
			total: 'TotalProductsCount',
			deletedIds: 'DeletedProductIds',
			readBy: { operation: 'get', id: 'Id', olderForm: OlderProductCatalog },
			bodyParameters: { catalogId: 'Id', catalogName: 'Name' },
			otherFields: 'catalogFields',
			form: true,
		}),
	},
} as const satisfies Resource;
