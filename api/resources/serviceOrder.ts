// Service orders: the record, the update and their endpoints.
import { read, type Resource, write } from '../endpoint';
import * as s from '../schema/types';
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
	...s.each(s.boolean, 'Taxable', 'Warranty'),
	OrderNumber: s.string,
	OrderDate: s.date,
	OrderStatus: s.string,
	ReceivedDate: s.date,
	VendorName: s.string,
	...itemCustomFields,
};

export const ServiceOrderLabor = s.record('ServiceOrderLabor', {
	...s.each(s.string, 'Id', 'Manufacturer', 'Model'),
	Quantity: s.integer,
	...s.each(s.string, 'Description', 'AcctgItemName'),
	...s.each(
		s.decimal,
		'FixedCost FixedPrice Hours VariableCost VariablePrice UnitCost UnitPrice',
		'TotalCost TotalPrice',
	),
	...orderingFields,
});

export const ServiceOrderProduct = s.record('ServiceOrderProduct', {
	...s.each(s.string, 'Id', 'Manufacturer', 'Model'),
	Quantity: s.integer,
	...s.each(s.string, 'PartNumber', 'Description', 'PackageName', 'AcctgItemName'),
	...s.each(s.decimal, 'UnitCost', 'UnitPrice', 'TotalCost', 'TotalPrice'),
	...orderingFields,
});

export const ServiceOrderRepairItem = s.record(
	'ServiceOrderRepairItem',
	s.each(
		s.string,
		'Id Manufacturer Model PartNumber Category ComponentId SerialNumber Description',
		'Notes Location System',
	),
);

export const ServiceOrder = s.record('ServiceOrder', {
	Id: s.describe(s.string, 'Unique ID'),
	ServicePlanNumber: s.describe(s.string, 'Present if linked to a service plan'),
	Client: s.required(s.string),
	ClientNumber: s.string,
	ClientId: s.guid,
	AcctgEstNumber: s.describe(s.string, 'Accounting estimate number'),
	ProjectId: s.describe(s.string, 'Present if linked to a project'),
	Project: s.required(s.string),
	ProjectNumber: s.string,
	...s.each(s.required(s.string), 'Name', 'Number'),
	Description: s.string,
	TotalPrice: s.decimal,
	TotalPriceTC: s.describe(s.decimal, 'In the transaction currency'),
	...s.each(s.required(s.date), 'Start', 'End'),
	...s.each(s.date, 'ScheduledStart', 'ScheduledEnd'),
	Progress: s.string,
	PercentComplete: s.decimal,
	...s.each(s.string, 'Notes', 'Priority'),
	...orderCustomFields,
	CurrencyCode: s.string,
	CurrencyRate: s.decimal,
	...stamps,
	Contact: ContactInfo,
	...s.each(Address, 'BillingAddress', 'SiteAddress'),
	Resources: s.list(ServiceOrderResource),
	Labors: s.list(ServiceOrderLabor),
	Products: s.list(ServiceOrderProduct),
	RepairItems: s.list(ServiceOrderRepairItem),
});

export const UpdateServiceOrderField = s.record('UpdateServiceOrderField', {
	ServiceOrderFieldId: s.undocumentedCode(s.integer),
	Value: s.string,
});

export const UpdateServiceOrder = s.record('UpdateServiceOrder', {
	ServiceOrderId: s.describe(s.required(s.string), 'The ID of the service order to update', {
		example: 'SO-1001',
	}),
	Contact: ContactInfo,
	...s.each(Address, 'BillingAddress', 'SiteAddress'),
	UpdateFields: s.list(UpdateServiceOrderField),
});

export const serviceOrder = {
	resource: 'serviceOrder',
	name: 'Service Order',
	description: 'Service work orders with their labor, products and repair items',
	defaultOperation: 'get',
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
			readBy: { operation: 'get', id: 'ServiceOrderId' },
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
