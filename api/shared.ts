// The records and custom-field families that several resources share ("Shared types", "Custom field families").
import { family } from './family';
import { date, decimal, each, fieldsBut, flag, guid, note, record, required, text } from './kinds';

export const ContactInfo = record(
	'ContactInfo',
	each(text, 'Name', 'Title', 'Email', 'Phone', 'Mobile'),
);

/** The fields of an address, for records that hold one without nesting. */
export const addressFields = each(
	text,
	'Street1',
	'Street2',
	'City',
	'State',
	'PostalCode',
	'Country',
	'Phone',
	'Fax',
);

export const Address = record('Address', addressFields);

export const ShipToAddress = record('ShipToAddress', { ...addressFields, Name: text });

export const ResourceInfo = record('ResourceInfo', each(text, 'Name', 'Email'));

const resourceFields = {
	...each(text, 'Name', 'Email'),
	...each(decimal, 'EstimatedHours', 'ActualHours', 'Cost'),
};

export const TaskResource = record('TaskResource', resourceFields);
export const ServiceOrderResource = record('ServiceOrderResource', resourceFields);

export const ItemLaborType = record('ItemLaborType', {
	Name: text,
	...each(decimal, 'Hours', 'TotalHours'),
});

export const OlderItemLaborType = record('ItemLaborType', fieldsBut(ItemLaborType, 'TotalHours'));

export const PublishResponse = record('PublishResponse', {
	MessageId: note(guid, 'Identifies the transaction'),
	Message: note(text, 'Success message'),
});

/** The query of every read by id. */
export const byId = { id: required(text) };

/** What most records say of their making. */
export const stamps = {
	...each(note(date, 'UTC'), 'CreatedOn', 'UpdatedOn'),
	...each(text, 'CreatedBy', 'UpdatedBy', 'PublishedBy'),
};

/** Custom fields of service plans, service orders and tasks. */
export const orderCustomFields = family(
	'CustomField',
	[1, 5, text],
	[6, 10, flag],
	[11, 15, date],
	[16, 24, text],
);

/** Custom fields of full products and project items. */
export const productCustomFields = family(
	'CustomField',
	[1, 5, text],
	[6, 8, decimal],
	[9, 11, date],
	[12, 18, text],
	[19, 22, flag],
	[23, 49, text],
	[50, 58, decimal],
	[59, 67, date],
	[68, 75, flag],
);

/** Custom fields of a service order's labors and products. */
export const itemCustomFields = family(
	'ItemCustomField',
	[1, 5, text],
	[6, 8, decimal],
	[9, 11, date],
	[12, 18, text],
	[19, 22, flag],
);

/** The contact of a client or a vendor. */
export const contactFields = each(
	text,
	'FirstName',
	'LastName',
	'Company',
	'Title',
	'Email',
	'Phone',
	'Fax',
	'Mobile',
	'Street1',
	'Street2',
	'City',
	'State',
	'PostalCode',
	'Country',
	'Notes',
);
