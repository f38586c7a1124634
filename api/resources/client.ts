// Clients: the record, the list that is published and their endpoints.
import { read, type Resource, write } from '../endpoint';
import {
	boolean,
	date,
	describe,
	each,
	enumOf,
	family,
	guidString,
	integer,
	list,
	record,
	required,
	string,
} from '../schema/types';
import { addressFields, contactFields, keyAndDate, listFields, PublishResponse } from '../shared';

export const ClientAddress = record('ClientAddress', {
	TypeId: integer,
	Name: string,
	...addressFields,
});

export const ClientContact = record('ClientContact', contactFields);

export const Client = record('Client', {
	Id: describe(
		guidString,
		'Must be a GUID; the service creates the client with it, and later updates the client by it',
	),
	Name: required(string),
	Number: string,
	IntegrationId: describe(string, 'ID given by the integration, can be used to update clients'),
	...each(string, 'Phone', 'Fax', 'Email', 'WebSite'),
	ClientType: enumOf('Lead', 'Prospect', 'Client'),
	...each(string, 'LeadSource', 'Tax', 'LaborTax'),
	...each(describe(date, 'UTC'), 'CreatedOn', 'UpdatedOn'),
	...each(string, 'UpdatedBy', 'PublishedBy'),
	ClientAddresses: list(ClientAddress),
	ClientContacts: list(ClientContact),
	...family(
		'CustomField',
		[1, 5, describe(string, 'Text; beta')],
		[6, 10, describe(boolean, 'Beta')],
		[11, 15, describe(date, 'Beta')],
		[16, 20, describe(string, 'List; beta')],
		[21, 24, describe(string, 'Hyperlink; beta')],
	),
});

export const ClientList = record('ClientList', {
	...listFields('CRM Clients'),
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
			name: 'Get by IDs',
			action: 'Get clients by IDs',
			description: 'Retrieve clients by ID; the IDs of all input items are combined',
			query: {},
			body: list(string, 'string'),
			form: true,
			idsParameter: 'clientIds',
			idsTexts: {
				description: 'The IDs of the clients to retrieve',
				example: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
			},
			idsPerRequest: 100,
			response: list(Client),
			...keyAndDate,
			simplified: ['Id', 'Number', 'Name', 'ClientType', 'Email', 'Phone', 'WebSite', 'UpdatedOn'],
		}),
		publish: write({
			path: '/SI/Publish/Clients',
			name: 'Publish',
			action: 'Publish clients to list',
			description: 'Send clients (one per input item) to create or update them',
			body: ClientList,
			response: PublishResponse,
			records: 'Clients',
			shownFields: ['Id', 'IntegrationId'],
			listKeys: ['Id'],
			key: 'Id',
			bodyParameters: { listId: 'Id', listName: 'Name', listDescription: 'Description' },
		}),
	},
} as const satisfies Resource;
