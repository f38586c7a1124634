// Vendors: the record, the list that is published, the update and their endpoints.
import { type Resource, write } from '../endpoint';
import {
	date,
	describe,
	each,
	integer,
	list,
	record,
	string,
	undocumentedCode,
} from '../schema/types';
import { Address, addressFields, contactFields, listFields, PublishResponse } from '../shared';

export const VendorAddress = record('VendorAddress', {
	TypeId: integer,
	Name: string,
	...addressFields,
});

export const VendorContact = record('VendorContact', contactFields);

export const Vendor = record('Vendor', {
	...each(string, 'Id Name Number IntegrationId Phone Fax Email WebSite Terms'),
	...each(describe(date, 'UTC'), 'CreatedOn', 'UpdatedOn'),
	...each(string, 'UpdatedBy', 'PublishedBy'),
	VendorAddresses: list(VendorAddress),
	VendorContacts: list(VendorContact),
});

export const VendorList = record('VendorList', {
	...listFields('ERP Vendors'),
	Vendors: list(Vendor),
});

export const UpdateVendorField = record('UpdateVendorField', {
	VendorFieldId: undocumentedCode(integer),
	Value: string,
});

export const UpdateVendor = record('UpdateVendor', {
	IntegrationId: describe(string, 'The ID that your integration gave the vendor', {
		example: 'ERP-V-1001',
	}),
	Number: describe(string, 'The number of the vendor', { example: 'V-1001' }),
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
			action: 'Publish vendors to list',
			description: 'Send vendors (one per input item) to create or update them',
			body: VendorList,
			response: PublishResponse,
			records: 'Vendors',
			shownFields: ['Id', 'Name', 'Number', 'IntegrationId'],
			listKeys: ['Id'],
			key: 'Id',
			bodyParameters: { listId: 'Id', listName: 'Name', listDescription: 'Description' },
		}),
		update: write({
			path: '/SI/Publish/Vendors/Update',
			name: 'Update',
			action: 'Update vendor',
			description: 'Change the addresses or single fields of a vendor',
			body: UpdateVendor,
			response: PublishResponse,
			bodyParameters: {
				integrationId: 'IntegrationId',
				number: 'Number',
				siteAddress: 'SiteAddress',
				billingAddress: 'BillingAddress',
				updateFields: 'UpdateFields',
			},
			identifyBy: ['integrationId', 'number'],
		}),
	},
} as const satisfies Resource;
