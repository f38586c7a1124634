// The records and custom-field families that several resources share ("Shared types", "Custom field families").
import {
	boolean,
	date,
	decimal,
	describe,
	each,
	family,
	type FieldName,
	guid,
	omitFields,
	record,
	required,
	string,
} from './schema/types';

export const ContactInfo = record(
	'ContactInfo',
	each(string, 'Name', 'Title', 'Email', 'Phone', 'Mobile'),
);

/** The fields of an address, for records that hold one without nesting. */
export const addressFields = each(
	string,
	'Street1 Street2 City State PostalCode Country Phone Fax',
);

export const Address = record('Address', addressFields);

export const ShipToAddress = record('ShipToAddress', { ...addressFields, Name: string });

export const ResourceInfo = record('ResourceInfo', each(string, 'Name', 'Email'));

const resourceFields = {
	...each(string, 'Name', 'Email'),
	...each(decimal, 'EstimatedHours', 'ActualHours', 'Cost'),
};

export const TaskResource = record('TaskResource', resourceFields);
export const ServiceOrderResource = record('ServiceOrderResource', resourceFields);

export const ItemLaborType = record('ItemLaborType', {
	Name: string,
	...each(decimal, 'Hours', 'TotalHours'),
});

export const OlderItemLaborType = record('ItemLaborType', omitFields(ItemLaborType, 'TotalHours'));

export const PublishResponse = record('PublishResponse', {
	MessageId: describe(guid, 'Identifies the transaction'),
	Message: describe(string, 'Success message'),
});

/** The field of a receipt by which the service knows the transaction. */
export const messageIdField: FieldName<typeof PublishResponse> = 'MessageId';

/** The parameter of every read by ID, and the facts that all records read by it share. */
export function byId(noun: string, example: string) {
	const label = `${noun.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase())} ID`;
	return {
		idParameter: 'id',
		query: {
			id: describe(required(string), `The ID of the ${noun} to retrieve`, { label, example }),
		},
	} as const;
}

/** What tells one state of a product or a record from another. */
export const keyAndDate = { key: 'Id', changedOn: 'UpdatedOn' } as const;

/** What most records say of their making. */
export const stamps = {
	...each(describe(date, 'UTC'), 'CreatedOn', 'UpdatedOn'),
	...each(string, 'CreatedBy', 'UpdatedBy', 'PublishedBy'),
};

/** Custom fields of service plans, service orders and tasks. */
export const orderCustomFields = family(
	'CustomField',
	[1, 5, string],
	[6, 10, boolean],
	[11, 15, date],
	[16, 24, string],
);

/** Custom fields of full products and project items. */
export const productCustomFields = family(
	'CustomField',
	[1, 5, string],
	[6, 8, decimal],
	[9, 11, date],
	[12, 18, string],
	[19, 22, boolean],
	[23, 49, string],
	[50, 58, decimal],
	[59, 67, date],
	[68, 75, boolean],
);

/** Custom fields of a service order's labors and products. */
export const itemCustomFields = family(
	'ItemCustomField',
	[1, 5, string],
	[6, 8, decimal],
	[9, 11, date],
	[12, 18, string],
	[19, 22, boolean],
);

/** What a published list says of itself. */
export function listFields(example: string) {
	return {
		Id: describe(required(string), 'The ID of the list under which the records are sent', {
			example: 'main',
		}),
		Name: describe(required(string), 'The name of the list under which the records are sent', {
			example,
		}),
		Description: describe(string, 'What the list is about', { example: 'From our CRM' }),
	};
}

/** The contact of a client or a vendor. */
export const contactFields = each(
	string,
	'FirstName LastName Company Title Email Phone Fax Mobile Street1 Street2 City',
	'State PostalCode Country Notes',
);
