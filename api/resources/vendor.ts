// Vendors: the record, the list that is published, the update and their endpoints.
import { type Resource, write } from '../endpoint';
import * as s from '../schema/types';
import { Address, addressFields, contactFields, listFields, PublishResponse } from '../shared';

export const VendorAddress = s.record('VendorAddress', {
	TypeId: s.integer,
	Name: s.string,
	...addressFields,
});

export const VendorContact = s.record('VendorContact', contactFields);

export const Vendor = s.record('Vendor', {
	...s.each(s.string, 'Id Name Number IntegrationId Phone Fax Email WebSite Terms'),
	...s.each(s.describe(s.date, 'UTC'), 'CreatedOn', 'UpdatedOn'),
	...s.each(s.string, 'UpdatedBy', 'PublishedBy'),
	VendorAddresses: s.list(VendorAddress),
	VendorContacts: s.list(VendorContact),
});

export const VendorList = s.record('VendorList', {
	...listFields('ERP Vendors'),
	Vendors: s.list(Vendor),
});

export const UpdateVendorField = s.record('UpdateVendorField', {
	VendorFieldId: s.undocumentedCode(s.integer),
	Value: s.string,
});

export const UpdateVendor = s.record('UpdateVendor', {
	IntegrationId: s.describe(s.string, 'The ID that your integration gave the vendor', {
		example: 'ERP-V-1001',
	}),
	Number: s.describe(s.string, 'The number of the vendor', { example: 'V-1001' }),
	UpdateFields: s.list(UpdateVendorField),
	...s.each(Address, 'SiteAddress', 'BillingAddress'),
});

export const vendor = {
	resource: 'vendor',
	name: 'Vendor',
	description: 'Suppliers with their addresses and contacts',
	defaultOperation: 'publish',
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
			otherKeys: ['IntegrationId', 'Number'],
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
