// Vendors: the record, the list that is published, the update and their endpoints.
import { type Resource, write } from './endpoint';
import { date, each, integer, list, note, record, required, text } from './kinds';
import { Address, addressFields, contactFields, PublishResponse } from './shared';

export const VendorAddress = record('VendorAddress', {
	TypeId: integer,
	Name: text,
	...addressFields,
});

export const VendorContact = record('VendorContact', contactFields);

export const Vendor = record('Vendor', {
	...each(
		text,
		'Id',
		'Name',
		'Number',
		'IntegrationId',
		'Phone',
		'Fax',
		'Email',
		'WebSite',
		'Terms',
	),
	...each(note(date, 'UTC'), 'CreatedOn', 'UpdatedOn'),
	...each(text, 'UpdatedBy', 'PublishedBy'),
	VendorAddresses: list(VendorAddress),
	VendorContacts: list(VendorContact),
});

export const VendorList = record('VendorList', {
	...each(required(text), 'Id', 'Name'),
	Description: text,
	Vendors: list(Vendor),
});

export const UpdateVendorField = record('UpdateVendorField', {
	VendorFieldId: integer,
	Value: text,
});

export const UpdateVendor = record('UpdateVendor', {
	...each(
		note(text, 'One of IntegrationId and Number must be passed to identify the vendor'),
		'IntegrationId',
		'Number',
	),
	UpdateFields: list(UpdateVendorField),
	...each(Address, 'SiteAddress', 'BillingAddress'),
});

export const vendor = {
	resource: 'vendor',
	name: 'Vendor',
	description: 'Suppliers with their addresses and contacts',
	operations: {
		publish: write({
			path: '/SI/Publish/Vendors',
			name: 'Publish',
			action: 'Publish vendors to a list',
			description: 'Send vendors, one an input item, to create or update them',
			body: VendorList,
			answer: PublishResponse,
			records: 'Vendors',
			fills: { listId: 'Id', listName: 'Name', listDescription: 'Description' },
		}),
		update: write({
			path: '/SI/Publish/Vendors/Update',
			name: 'Update',
			action: 'Update a vendor',
			description: 'Change the addresses or single fields of a vendor',
			body: UpdateVendor,
			answer: PublishResponse,
			fills: {
				integrationId: 'IntegrationId',
				number: 'Number',
				siteAddress: 'SiteAddress',
				billingAddress: 'BillingAddress',
				updateFields: 'UpdateFields',
			},
			identifyBy: ['integrationId', 'number'],
			leavesOpen: ['VendorFieldId'],
		}),
	},
} as const satisfies Resource;
