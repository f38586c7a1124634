// Service orders: the record, the update and their endpoints.
import { read, type Resource, write } from '../endpoint';
import {
	boolean,
	date,
	decimal,
	describe,
	each,
	guid,
	integer,
	list,
	record,
	required,
	string,
	undocumentedCode,
} from '../schema/types';
import {
	Address,
	byId,
	keyAndDate,
	ContactInfo,
	itemCustomFields,
	orderCustomFields,
	PublishResponse,
	ServiceOrderResource,
	stamps,
} from '../shared';

const orderingFields = {
	...each(boolean, 'Taxable', 'Warranty'),
	OrderNumber: string,
	OrderDate: date,
	OrderStatus: string,
	ReceivedDate: date,
	VendorName: string,
	...itemCustomFields,
};

export const ServiceOrderLabor = record('ServiceOrderLabor', {
	...each(string, 'Id', 'Manufacturer', 'Model'),
	Quantity: integer,
	...each(string, 'Description', 'AcctgItemName'),
	...each(
		decimal,
		'FixedCost FixedPrice Hours VariableCost VariablePrice UnitCost UnitPrice',
		'TotalCost TotalPrice',
	),
	...orderingFields,
});

export const ServiceOrderProduct = record('ServiceOrderProduct', {
	...each(string, 'Id', 'Manufacturer', 'Model'),
	Quantity: integer,
	...each(string, 'PartNumber', 'Description', 'PackageName', 'AcctgItemName'),
	...each(decimal, 'UnitCost', 'UnitPrice', 'TotalCost', 'TotalPrice'),
	...orderingFields,
});

export const ServiceOrderRepairItem = record(
	'ServiceOrderRepairItem',
	each(
		string,
		'Id Manufacturer Model PartNumber Category ComponentId SerialNumber Description',
		'Notes Location System',
	),
);

export const ServiceOrder = record('ServiceOrder', {
	Id: describe(string, 'Unique ID'),
	ServicePlanNumber: describe(string, 'Present if linked to a service plan'),
	Client: required(string),
	ClientNumber: string,
	ClientId: guid,
	AcctgEstNumber: describe(string, 'Accounting estimate number'),
	ProjectId: describe(string, 'Present if linked to a project'),
	Project: required(string),
	ProjectNumber: string,
	...each(required(string), 'Name', 'Number'),
	Description: string,
	TotalPrice: decimal,
	TotalPriceTC: describe(decimal, 'In the transaction currency'),
	...each(required(date), 'Start', 'End'),
	...each(date, 'ScheduledStart', 'ScheduledEnd'),
	Progress: string,
	PercentComplete: decimal,
	...each(string, 'Notes', 'Priority'),
	...orderCustomFields,
	CurrencyCode: string,
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
	ServiceOrderFieldId: undocumentedCode(integer),
	Value: string,
});

export const UpdateServiceOrder = record('UpdateServiceOrder', {
	ServiceOrderId: describe(required(string), 'The ID of the service order to update', {
		example: 'SO-1001',
	}),
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
			action: 'Get service order',
			description: 'Retrieve a service order with its resources, labor, products and repair items',
			...byId('service order', 'SO-1001'),
			...keyAndDate,
			response: ServiceOrder,
			simplified: [
				'Id',
				'Number',
				'Name',
				'Client',
				'Project',
				'Progress',
				'Priority',
				'Start',
				'TotalPrice',
				'UpdatedOn',
			],
		}),
		update: write({
			path: '/SI/Publish/UpdateServiceOrder',
			name: 'Update',
			action: 'Update service order',
			description: 'Change the contact, the addresses or single fields of a service order',
			body: UpdateServiceOrder,
			response: PublishResponse,
			bodyParameters: {
				serviceOrderId: 'ServiceOrderId',
				contact: 'Contact',
				billingAddress: 'BillingAddress',
				siteAddress: 'SiteAddress',
				updateFields: 'UpdateFields',
			},
		}),
	},
} as const satisfies Resource;
