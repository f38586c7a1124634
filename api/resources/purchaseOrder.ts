// Purchase orders: the record and its endpoint.
import { read, type Resource } from '../endpoint';
import {
	boolean,
	date,
	decimal,
	each,
	integer,
	list,
	record,
	required,
	string,
} from '../schema/types';
import { Address, byId, keyAndDate, ShipToAddress, stamps } from '../shared';

export const PurchaseOrderContact = record(
	'PurchaseOrderContact',
	each(string, 'Name FirstName LastName Group Company Title Email Mobile Notes'),
);

export const PurchaseOrderItem = record('PurchaseOrderItem', {
	Id: string,
	TypeId: integer,
	...each(string, 'ManufacturerId', 'Manufacturer', 'Model'),
	Quantity: decimal,
	...each(
		string,
		'PackageName CatalogId PartNumber CategoryType Description ProjectId ProjectName',
		'ProjectSIItemIds ServiceOrderId ServiceOrderName',
	),
	LaborHours: decimal,
	Uom: string,
	...each(integer, 'UomUnits', 'ProjectUnits'),
	...each(decimal, 'Price', 'TotalPrice'),
	ReceivedQuantity: integer,
	EDD: date,
	TrackingNumber: string,
	TaxId: integer,
});

export const PurchaseOrderTax = record('PurchaseOrderTax', {
	TaxId: integer,
	Name: string,
	Rate: decimal,
	Group: boolean,
	Items: list(integer, 'int'),
});

export const PurchaseOrder = record('PurchaseOrder', {
	Id: string,
	Vendor: required(string),
	Projects: string,
	...each(required(string), 'Number', 'Status'),
	...each(date, 'Date', 'RequestDeliveryDate'),
	...each(string, 'ShipPref VendorRefNumber TrackingNumber AcctgNumber Terms Notes ServiceOrders'),
	CurrencyCode: string,
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
			action: 'Get purchase order',
			description: 'Retrieve a purchase order with its contacts, lines and taxes',
			...byId('purchase order', 'PO-1001'),
			...keyAndDate,
			response: PurchaseOrder,
			simplified: [
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
