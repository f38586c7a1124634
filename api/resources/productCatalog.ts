// Product catalogs: the records in their full and older forms, and their endpoints.
import { undocumented, read, type Resource, write } from '../endpoint';
import {
	boolean,
	date,
	decimal,
	describe,
	each,
	family,
	guid,
	integer,
	list,
	omitFields,
	record,
	required,
	string,
	withDefault,
} from '../schema/types';
import {
	byId,
	keyAndDate,
	ItemLaborType,
	OlderItemLaborType,
	productCustomFields,
} from '../shared';

const productHead = {
	...each(
		string,
		'Id IntegrationProductId ManufacturerId Manufacturer Model PartNumber Category',
		'Subcategory Description URL Tags',
	),
	...each(decimal, 'Msrp', 'UnitCost', 'UnitPrice'),
	...each(boolean, 'OFE', 'AllowZeroCost'),
	Phase: string,
	...each(decimal, 'LaborHours', 'InstallPrice'),
	LaborTypes: string,
	ItemLaborTypes: list(ItemLaborType),
	Taxable: boolean,
	...each(string, 'Tax', 'LaborTax'),
	...each(describe(string, 'Tax-provider code'), 'ExternalTaxCode', 'ExternalLaborTaxCode'),
	...each(string, 'AcctgName', 'Vendor', 'VendorNumber', 'OrderUom'),
	OrderUomUnits: integer,
	DoNotOrder: boolean,
	PurchaseCost: decimal,
	PurchaseCostCurrencyCode: string,
	...each(decimal, 'Height', 'Width', 'Depth', 'Weight'),
	RackMounted: boolean,
	RackUnits: integer,
	...each(decimal, 'Amps', 'Volts', 'Watts', 'Btu'),
	Dispersion: string,
	BulkWire: boolean,
	...each(
		string,
		'InputTerminals InputSignals InputLabels OutputTerminals OutputSignals',
		'OutputLabels',
	),
};

const productTail = {
	UpdatedOn: describe(date, 'UTC'),
	UpdatedOnTicks: integer,
	...each(boolean, 'Approved', 'Discontinued'),
};

export const Product = record('Product', {
	...productHead,
	...productCustomFields,
	...productTail,
});

const fullHead = record('Product', productHead);

export const OlderProduct = record('Product', {
	...omitFields(
		fullHead,
		'URL',
		'AllowZeroCost',
		'Taxable',
		'Tax',
		'LaborTax',
		'ExternalTaxCode',
		'ExternalLaborTaxCode',
	),
	ItemLaborTypes: list(OlderItemLaborType),
	...family(
		'CustomField',
		[1, 5, string],
		[6, 8, decimal],
		[9, 11, date],
		[12, 18, string],
		[19, 22, boolean],
		[23, 26, string],
	),
	...productTail,
});

export const ProductCatalog = record('ProductCatalog', {
	Id: describe(string, 'The ID of the catalog', { example: 'CAT-1001' }),
	Name: describe(required(string), 'The name of the catalog', { example: 'Main Catalog' }),
	...each(string, 'Description', 'PriceType', 'PriceTypeDisplayName'),
	IsMetric: describe(
		boolean,
		'When false, Height, Width and Depth of a product are in inches and Weight in pounds; when true, in millimeters and kilograms',
	),
	TotalProductsCount: integer,
	Products: list(Product),
	DeletedProductIds: describe(list(guid, 'guid'), 'Available only with automated server exports'),
});

export const OlderProductCatalog = record('ProductCatalog', {
	...omitFields(ProductCatalog, 'TotalProductsCount', 'DeletedProductIds'),
	Products: list(OlderProduct),
});

const catalogId = byId('product catalog', 'CAT-1001');

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
				pageNumber: withDefault(integer, 1),
				pageSize: withDefault(integer, 10000),
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
			paging: { number: 'pageNumber', size: 'pageSize', total: 'TotalProductsCount' },
		}),
		getOlderVariant: read({
			method: 'GET',
			path: '/SI/Subscribe/ProductCatalogs',
			name: 'Get (Legacy)',
			action: 'Get product catalog (legacy)',
			description: 'Retrieve a catalog in one response, with fewer fields',
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
			total: 'TotalProductsCount',
			deletedIds: 'DeletedProductIds',
			bodyParameters: { catalogId: 'Id', catalogName: 'Name' },
			otherFields: 'catalogFields',
			form: true,
		}),
	},
} as const satisfies Resource;
