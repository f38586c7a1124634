// Clients: the record, the list that is published and their endpoints.
import { read, type Resource, write } from './endpoint';
import { family } from './family';
import {
	choice,
	date,
	each,
	flag,
	guidText,
	integer,
	list,
	note,
	record,
	required,
	text,
} from './kinds';
import { addressFields, contactFields, PublishResponse } from './shared';

export const ClientAddress = record('ClientAddress', {
	TypeId: integer,
	Name: text,
	...addressFields,
});

export const ClientContact = record('ClientContact', contactFields);

export const Client = record('Client', {
	Id: note(guidText, 'Must be a GUID: the client is created, and later updated, under it'),
	Name: required(text),
	Number: text,
	IntegrationId: note(text, 'ID given by the integration, can be used to update clients'),
	...each(text, 'Phone', 'Fax', 'Email', 'WebSite'),
	ClientType: choice('Lead', 'Prospect', 'Client'),
	...each(text, 'LeadSource', 'Tax', 'LaborTax'),
	...each(note(date, 'UTC'), 'CreatedOn', 'UpdatedOn'),
	...each(text, 'UpdatedBy', 'PublishedBy'),
	ClientAddresses: list(ClientAddress),
	ClientContacts: list(ClientContact),
	...family(
		'CustomField',
		[1, 5, note(text, 'Text; beta')],
		[6, 10, note(flag, 'Beta')],
		[11, 15, note(date, 'Beta')],
		[16, 20, note(text, 'List; beta')],
		[21, 24, note(text, 'Hyperlink; beta')],
	),
});

export const ClientList = record('ClientList', {
	...each(required(text), 'Id', 'Name'),
	Description: text,
	Clients: list(Client),
});

export const client = {
	resource: 'client',
	name: 'Client',
	description: 'Customers with their addresses and contacts',
	operations: {
		getAll: read({
			method: 'POST',
			path: '/SI/Subscribe/Clients/ClientList',
			name: 'Get Many',
			action: 'Get many clients',
			description: 'Retrieve clients by their IDs, gathered over all input items',
			query: {},
			body: list(text, 'string'),
			form: true,
			idsPerRequest: 100,
			answer: list(Client),
			summary: ['Id', 'Number', 'Name', 'ClientType', 'Email', 'Phone', 'WebSite', 'UpdatedOn'],
		}),
		publish: write({
			path: '/SI/Publish/Clients',
			name: 'Publish',
			action: 'Publish clients to a list',
			description: 'Send clients, one an input item, to create or update them',
			body: ClientList,
			answer: PublishResponse,
			records: 'Clients',
			fills: { listId: 'Id', listName: 'Name', listDescription: 'Description' },
		}),
	},
} as const satisfies Resource;
