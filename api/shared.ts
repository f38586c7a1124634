// The records and custom-field families that several resources share ("Shared types", "Custom field families").
import * as s from './schema/types';

export const ContactInfo = s.record(
	'ContactInfo',
	s.each(s.string, 'Name', 'Title', 'Email', 'Phone', 'Mobile'),
);

/** The fields of an address, for records that hold one without nesting. */
export const addressFields = s.each(
	s.string,
	'Street1 Street2 City State PostalCode Country Phone Fax',
);

export const Address = s.record('Address', addressFields);

export const ShipToAddress = s.record('ShipToAddress', { ...addressFields, Name: s.string });

export const ResourceInfo = s.record('ResourceInfo', s.each(s.string, 'Name', 'Email'));

const resourceFields = {
	...s.each(s.string, 'Name', 'Email'),
	...s.each(s.decimal, 'EstimatedHours', 'ActualHours', 'Cost'),
};

export const TaskResource = s.record('TaskResource', resourceFields);
export const ServiceOrderResource = s.record('ServiceOrderResource', resourceFields);

export const ItemLaborType = s.record('ItemLaborType', {
	Name: s.string,
	...s.each(s.decimal, 'Hours', 'TotalHours'),
});

export const OlderItemLaborType = s.record(
	'ItemLaborType',
	s.omitFields(ItemLaborType, 'TotalHours'),
);

export const PublishResponse = s.record('PublishResponse', {
	MessageId: s.describe(s.guid, 'Identifies the transaction'),
	Message: s.describe(s.string, 'Success message'),
});

/** The field of a receipt by which the service knows the transaction. */
export const messageIdField = 'MessageId' satisfies s.FieldName<typeof PublishResponse>;

/** The parameter of every read by ID, and the facts that all records read by it share. */
export function byId(
	noun: string,
	example: string,
	label = `${noun.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase())} ID`,
) {
	return {
		idParameter: 'id',
		query: {
			id: s.describe(s.required(s.string), `The ID of the ${noun} to retrieve`, { label, example }),
		},
	} as const;
}

/** The parameters by which every list of the service is read in pages. */
export const PAGING = { number: 'pageNumber', size: 'pageSize' } as const;

/** What tells one state of a product or a record from another. */
export const keyAndDate = { key: 'Id', changedOn: 'UpdatedOn' } as const;

/** When and by whom most records were created, updated and published. */
export const stamps = {
	...s.each(s.describe(s.date, 'UTC'), 'CreatedOn', 'UpdatedOn'),
	...s.each(s.string, 'CreatedBy', 'UpdatedBy', 'PublishedBy'),
};

/** Custom fields of service plans, service orders and tasks. */
export const orderCustomFields = s.family(
	'CustomField',
	[1, 5, s.string],
	[6, 10, s.boolean],
	[11, 15, s.date],
	[16, 24, s.string],
);

/** Custom fields of full products and project items. */
export const productCustomFields = s.family(
	'CustomField',
	[1, 5, s.string],
	[6, 8, s.decimal],
	[9, 11, s.date],
	[12, 18, s.string],
	[19, 22, s.boolean],
	[23, 49, s.string],
	[50, 58, s.decimal],
	[59, 67, s.date],
	[68, 75, s.boolean],
);

/** Custom fields of a service order's labors and products. */
export const itemCustomFields = s.family(
	'ItemCustomField',
	[1, 5, s.string],
	[6, 8, s.decimal],
	[9, 11, s.date],
	[12, 18, s.string],
	[19, 22, s.boolean],
);

/** The fields that describe a published list. */
export function listFields(example: string) {
	return {
		Id: s.describe(s.required(s.string), 'Any text of your own; always use the same', {
			example: 'main',
		}),
		Name: s.describe(
			s.required(s.string),
			'Any name of your own for the list; always use the same',
			{
				example,
			},
		),
		Description: s.describe(s.string, 'What the list is about', { example: 'Sent by n8n' }),
	};
}

/** The contact of a client or a vendor. */
export const contactFields = s.each(
	s.string,
	'FirstName LastName Company Title Email Phone Fax Mobile Street1 Street2 City',
	'State PostalCode Country Notes',
);
