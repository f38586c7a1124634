// Purchase orders: the record and its endpoint.
import { read, type Resource } from './endpoint';
import { date, decimal, each, flag, integer, list, record, required, text } from './kinds';
import { Address, byId, ShipToAddress, stamps } from './shared';

export const PurchaseOrderContact = record(
	'PurchaseOrderContact',
	each(
		text,
		'Name',
		'FirstName',
		'LastName',
		'Group',
		'Company',
		'Title',
		'Email',
		'Mobile',
		'Notes',
	),
);

export const PurchaseOrderItem = record('PurchaseOrderItem', {
	Id: text,
	TypeId: integer,
	...each(text, 'ManufacturerId', 'Manufacturer', 'Model'),
	Quantity: decimal,
	...each(
		text,
		'PackageName',
		'CatalogId',
		'PartNumber',
		'CategoryType',
		'Description',
		'ProjectId',
		'ProjectName',
		'ProjectSIItemIds',
		'ServiceOrderId',
		'ServiceOrderName',
	),
	LaborHours: decimal,
	Uom: text,
	...each(integer, 'UomUnits', 'ProjectUnits'),
	...each(decimal, 'Price', 'TotalPrice'),
	ReceivedQuantity: integer,
	EDD: date,
	TrackingNumber: text,
	TaxId: integer,
});

export const PurchaseOrderTax = record('PurchaseOrderTax', {
	TaxId: integer,
	Name: text,
	Rate: decimal,
	Group: flag,
	Items: list(integer, 'int'),
});

export const PurchaseOrder = record('PurchaseOrder', {
	Id: text,
	Vendor: required(text),
	Projects: text,
	...each(required(text), 'Number', 'Status'),
	...each(date, 'Date', 'RequestDeliveryDate'),
	...each(
		text,
		'ShipPref',
		'VendorRefNumber',
		'TrackingNumber',
		'AcctgNumber',
		'Terms',
		'Notes',
		'ServiceOrders',
	),
	CurrencyCode: text,
	CurrencyRate: decimal,
	...stamps,
	Contacts: list(PurchaseOrderContact),
	VendorAddress: Address,
	ShipToAddress,
	PurchaseOrderItems: list(PurchaseOrderItem),
	PurchaseOrderTaxes: list(PurchaseOrderTax),
});

export const purchaseOrder = {
	resource: 'purchaseOrder',
	name: 'Purchase Order',
	description: 'Orders to vendors with their lines and taxes',
	operations: {
		get: read({
			method: 'GET',
			path: '/SI/Subscribe/PurchaseOrders',
			name: 'Get',
			action: 'Get a purchase order',
			description: 'Retrieve a purchase order with its contacts, lines and taxes',
			query: byId,
			answer: PurchaseOrder,
			summary: [
				'Id',
				'Number',
				'Vendor',
				'Status',
				'Projects',
				'Date',
				'RequestDeliveryDate',
				'CurrencyCode',
				'UpdatedOn',
			],
		}),
	},
} as const satisfies Resource;
