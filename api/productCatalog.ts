// Product catalogs: the records in their full and older forms, and their endpoints.
import { notShown, read, type Resource, write } from './endpoint';
import { family } from './family';
import {
	date,
	decimal,
	each,
	fieldsBut,
	flag,
	guid,
	integer,
	list,
	note,
	preset,
	record,
	required,
	text,
} from './kinds';
import { byId, ItemLaborType, OlderItemLaborType, productCustomFields } from './shared';

const productHead = {
	...each(
		text,
		'Id',
		'IntegrationProductId',
		'ManufacturerId',
		'Manufacturer',
		'Model',
		'PartNumber',
		'Category',
		'Subcategory',
		'Description',
		'URL',
		'Tags',
	),
	...each(decimal, 'Msrp', 'UnitCost', 'UnitPrice'),
	...each(flag, 'OFE', 'AllowZeroCost'),
	Phase: text,
	...each(decimal, 'LaborHours', 'InstallPrice'),
	LaborTypes: text,
	ItemLaborTypes: list(ItemLaborType),
	Taxable: flag,
	...each(text, 'Tax', 'LaborTax'),
	...each(note(text, 'Tax-provider code'), 'ExternalTaxCode', 'ExternalLaborTaxCode'),
	...each(text, 'AcctgName', 'Vendor', 'VendorNumber', 'OrderUom'),
	OrderUomUnits: integer,
	DoNotOrder: flag,
	PurchaseCost: decimal,
	PurchaseCostCurrencyCode: text,
	...each(decimal, 'Height', 'Width', 'Depth', 'Weight'),
	RackMounted: flag,
	RackUnits: integer,
	...each(decimal, 'Amps', 'Volts', 'Watts', 'Btu'),
	Dispersion: text,
	BulkWire: flag,
	...each(
		text,
		'InputTerminals',
		'InputSignals',
		'InputLabels',
		'OutputTerminals',
		'OutputSignals',
		'OutputLabels',
	),
};

const productTail = {
	UpdatedOn: note(date, 'UTC'),
	UpdatedOnTicks: integer,
	...each(flag, 'Approved', 'Discontinued'),
};

export const Product = record('Product', {
	...productHead,
	...productCustomFields,
	...productTail,
});

const fullHead = record('Product', productHead);

export const OlderProduct = record('Product', {
	...fieldsBut(
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
		[1, 5, text],
		[6, 8, decimal],
		[9, 11, date],
		[12, 18, text],
		[19, 22, flag],
		[23, 26, text],
	),
	...productTail,
});

export const ProductCatalog = record('ProductCatalog', {
	Id: text,
	Name: required(text),
	...each(text, 'Description', 'PriceType', 'PriceTypeDisplayName'),
	IsMetric: note(
		flag,
		'When false, Height, Width and Depth of a product are in inches and Weight in pounds; when true, in millimeters and kilograms',
	),
	TotalProductsCount: integer,
	Products: list(Product),
	DeletedProductIds: note(list(guid, 'guid'), 'Available only with automated server exports'),
});

export const OlderProductCatalog = record('ProductCatalog', {
	...fieldsBut(ProductCatalog, 'TotalProductsCount', 'DeletedProductIds'),
	Products: list(OlderProduct),
});

const summary = [
	'Id',
	'Manufacturer',
	'Model',
	'PartNumber',
	'Category',
	'Description',
	'Msrp',
	'UnitCost',
	'UnitPrice',
	'Vendor',
	'UpdatedOn',
	'Discontinued',
] as const;

export const productCatalog = {
	resource: 'productCatalog',
	name: 'Product Catalog',
	description: 'Catalogs of products with prices, sizes and custom fields',
	operations: {
		get: read({
			method: 'GET',
			path: '/SI/Subscribe/ProductCatalogs',
			name: 'Get',
			action: 'Get a product catalog',
			description: 'Retrieve the products of a catalog, page by page, in their full form',
			query: {
				...byId,
				pageNumber: preset(integer, 1),
				pageSize: preset(integer, 10000),
			},
			answer: ProductCatalog,
			rows: 'Products',
			gathered: 'DeletedProductIds',
			paging: { number: 'pageNumber', size: 'pageSize', total: 'TotalProductsCount' },
			summary,
		}),
		getOlderVariant: read({
			method: 'GET',
			path: '/SI/Subscribe/ProductCatalogs',
			name: 'Get Older Variant',
			action: 'Get a product catalog in its older variant',
			description: 'Retrieve a catalog in one piece, with the fewer fields of the older variant',
			query: byId,
			answer: OlderProductCatalog,
			mayAnswer: ProductCatalog,
			rows: 'Products',
			summary,
		}),
		publish: write({
			path: '/SI/Publish/ProductCatalogs',
			name: 'Publish',
			action: 'Publish products to a catalog',
			description: 'Send products, one an input item, and IDs of deleted products to a catalog',
			body: ProductCatalog,
			answer: notShown,
			records: 'Products',
			total: 'TotalProductsCount',
			gathered: 'DeletedProductIds',
			fills: { catalogId: 'Id', catalogName: 'Name' },
			others: 'catalogFields',
			form: true,
		}),
	},
} as const satisfies Resource;
