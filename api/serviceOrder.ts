// Service orders: the record, the update and their endpoints.
import { read, type Resource, write } from './endpoint';
import {
	date,
	decimal,
	each,
	flag,
	guid,
	integer,
	list,
	note,
	record,
	required,
	text,
} from './kinds';
import {
	Address,
	byId,
	ContactInfo,
	itemCustomFields,
	orderCustomFields,
	PublishResponse,
	ServiceOrderResource,
	stamps,
} from './shared';

const orderingFields = {
	...each(flag, 'Taxable', 'Warranty'),
	OrderNumber: text,
	OrderDate: date,
	OrderStatus: text,
	ReceivedDate: date,
	VendorName: text,
	...itemCustomFields,
};

export const ServiceOrderLabor = record('ServiceOrderLabor', {
	...each(text, 'Id', 'Manufacturer', 'Model'),
	Quantity: integer,
	...each(text, 'Description', 'AcctgItemName'),
	...each(
		decimal,
		'FixedCost',
		'FixedPrice',
		'Hours',
		'VariableCost',
		'VariablePrice',
		'UnitCost',
		'UnitPrice',
		'TotalCost',
		'TotalPrice',
	),
	...orderingFields,
});

export const ServiceOrderProduct = record('ServiceOrderProduct', {
	...each(text, 'Id', 'Manufacturer', 'Model'),
	Quantity: integer,
	...each(text, 'PartNumber', 'Description', 'PackageName', 'AcctgItemName'),
	...each(decimal, 'UnitCost', 'UnitPrice', 'TotalCost', 'TotalPrice'),
	...orderingFields,
});

export const ServiceOrderRepairItem = record(
	'ServiceOrderRepairItem',
	each(
		text,
		'Id',
		'Manufacturer',
		'Model',
		'PartNumber',
		'Category',
		'ComponentId',
		'SerialNumber',
		'Description',
		'Notes',
		'Location',
		'System',
	),
);

export const ServiceOrder = record('ServiceOrder', {
	Id: note(text, 'Unique ID'),
	ServicePlanNumber: note(text, 'Present if linked to a service plan'),
	Client: required(text),
	ClientNumber: text,
	ClientId: guid,
	AcctgEstNumber: note(text, 'Accounting estimate number'),
	ProjectId: note(text, 'Present if linked to a project'),
	Project: required(text),
	ProjectNumber: text,
	...each(required(text), 'Name', 'Number'),
	Description: text,
	TotalPrice: decimal,
	TotalPriceTC: note(decimal, 'In the transaction currency'),
	...each(required(date), 'Start', 'End'),
	...each(date, 'ScheduledStart', 'ScheduledEnd'),
	Progress: text,
	PercentComplete: decimal,
	...each(text, 'Notes', 'Priority'),
	...orderCustomFields,
	CurrencyCode: text,
	CurrencyRate: decimal,
	...stamps,
	Contact: ContactInfo,
	...each(Address, 'BillingAddress', 'SiteAddress'),
	Resources: list(ServiceOrderResource),
	Labors: list(ServiceOrderLabor),
	Products: list(ServiceOrderProduct),
	RepairItems: list(ServiceOrderRepairItem),
});

export const UpdateServiceOrderField = record('UpdateServiceOrderField', {
	ServiceOrderFieldId: integer,
	Value: text,
});

export const UpdateServiceOrder = record('UpdateServiceOrder', {
	ServiceOrderId: required(text),
	Contact: ContactInfo,
	...each(Address, 'BillingAddress', 'SiteAddress'),
	UpdateFields: list(UpdateServiceOrderField),
});

export const serviceOrder = {
	resource: 'serviceOrder',
	name: 'Service Order',
	description: 'Service work orders with their labor, products and repair items',
	operations: {
		get: read({
			method: 'GET',
			path: '/SI/Subscribe/ServiceOrders',
			name: 'Get',
			action: 'Get a service order',
			description: 'Retrieve a service order with its resources, labor, products and repair items',
			query: byId,
			answer: ServiceOrder,
			summary: [
				'Id',
				'Number',
				'Name',
				'Client',
				'Project',
				'Progress',
				'PercentComplete',
				'Priority',
				'Start',
				'End',
				'TotalPrice',
				'UpdatedOn',
			],
		}),
		update: write({
			path: '/SI/Publish/UpdateServiceOrder',
			name: 'Update',
			action: 'Update a service order',
			description: 'Change the contact, the addresses or single fields of a service order',
			body: UpdateServiceOrder,
			answer: PublishResponse,
			fills: {
				serviceOrderId: 'ServiceOrderId',
				contact: 'Contact',
				billingAddress: 'BillingAddress',
				siteAddress: 'SiteAddress',
				updateFields: 'UpdateFields',
			},
			leavesOpen: ['ServiceOrderFieldId'],
		}),
	},
} as const satisfies Resource;
