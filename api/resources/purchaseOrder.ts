// Purchase orders: the record and its endpoint.
import { read, type Resource } from '../endpoint';
import * as s from '../schema/types';
import { Address, byId, keyAndDate, ShipToAddress, stamps } from '../shared';

export const PurchaseOrderContact = s.record(
	'PurchaseOrderContact',
	s.each(s.string, 'Name FirstName LastName Group Company Title Email Mobile Notes'),
);

export const PurchaseOrderItem = s.record('PurchaseOrderItem', {
	Id: s.string,
	TypeId: s.integer,
	...s.each(s.string, 'ManufacturerId', 'Manufacturer', 'Model'),
	Quantity: s.decimal,
	...s.each(
		s.string,
		'PackageName CatalogId PartNumber CategoryType Description ProjectId ProjectName',
		'ProjectSIItemIds ServiceOrderId ServiceOrderName',
	),
	LaborHours: s.decimal,
	Uom: s.string,
	...s.each(s.integer, 'UomUnits', 'ProjectUnits'),
	...s.each(s.decimal, 'Price', 'TotalPrice'),
	ReceivedQuantity: s.integer,
	EDD: s.date,
	TrackingNumber: s.string,
	TaxId: s.integer,
});

export const PurchaseOrderTax = s.record('PurchaseOrderTax', {
	TaxId: s.integer,
	Name: s.string,
	Rate: s.decimal,
	Group: s.boolean,
	Items: s.list(s.integer, 'int'),
});

export const PurchaseOrder = s.record('PurchaseOrder', {
	Id: s.string,
	Vendor: s.required(s.string),
	Projects: s.string,
	...s.each(s.required(s.string), 'Number', 'Status'),
	...s.each(s.date, 'Date', 'RequestDeliveryDate'),
	...s.each(
		s.string,
		'ShipPref VendorRefNumber TrackingNumber AcctgNumber Terms Notes ServiceOrders',
	),
	CurrencyCode: s.string,
	CurrencyRate: s.decimal,
	...stamps,
	Contacts: s.list(PurchaseOrderContact),
	VendorAddress: Address,
	ShipToAddress,
	PurchaseOrderItems: s.list(PurchaseOrderItem),
	PurchaseOrderTaxes: s.list(PurchaseOrderTax),
});

export const purchaseOrder = {
	resource: 'purchaseOrder',
	name: 'Purchase Order',
	description: 'Orders to vendors with their lines and taxes',
	defaultOperation: 'get',
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
