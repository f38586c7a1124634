// Clients: the record, the list that is published and their endpoints.
import { read, type Resource, write } from '../endpoint';
import * as s from '../schema/types';
import { addressFields, contactFields, keyAndDate, listFields, PublishResponse } from '../shared';

export const ClientAddress = s.record('ClientAddress', {
	TypeId: s.integer,
	Name: s.string,
	...addressFields,
});

export const ClientContact = s.record('ClientContact', contactFields);

export const Client = s.record('Client', {
	Id: s.describe(
		s.guidString,
		'Must be a GUID; the service creates the client with it, and later updates the client by it',
	),
	Name: s.required(s.string),
	Number: s.string,
	IntegrationId: s.describe(s.string, 'ID given by the integration, can be used to update clients'),
	...s.each(s.string, 'Phone', 'Fax', 'Email', 'WebSite'),
	ClientType: s.enumOf('Lead', 'Prospect', 'Client'),
	...s.each(s.string, 'LeadSource', 'Tax', 'LaborTax'),
	...s.each(s.describe(s.date, 'UTC'), 'CreatedOn', 'UpdatedOn'),
	...s.each(s.string, 'UpdatedBy', 'PublishedBy'),
	ClientAddresses: s.list(ClientAddress),
	ClientContacts: s.list(ClientContact),
	...s.family(
		'CustomField',
		[1, 5, s.describe(s.string, 'Text; beta')],
		[6, 10, s.describe(s.boolean, 'Beta')],
		[11, 15, s.describe(s.date, 'Beta')],
		[16, 20, s.describe(s.string, 'List; beta')],
		[21, 24, s.describe(s.string, 'Hyperlink; beta')],
	),
});

export const ClientList = s.record('ClientList', {
	...listFields('CRM Clients'),
	Clients: s.list(Client),
});

export const client = {
	resource: 'client',
	name: 'Client',
	description: 'Customers with their addresses and contacts',
	defaultOperation: 'getAll',
	operations: {
		getAll: read({
			method: 'POST',
			path: '/SI/Subscribe/Clients/ClientList',
			name: 'Get by IDs',
			action: 'Get clients by IDs',
			description: 'Retrieve clients by ID; the IDs of all input items are combined',
			query: {},
			body: s.list(s.string, 'string'),
			form: true,
			idsParameter: 'clientIds',
			idsTexts: {
				description: 'The IDs of the clients to retrieve',
				example: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
			},
			idsPerRequest: 100,
			response: s.list(Client),
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
			readBy: { operation: 'getAll', id: 'Id' },
			otherKeys: ['IntegrationId', 'Number'],
			bodyParameters: { listId: 'Id', listName: 'Name', listDescription: 'Description' },
		}),
	},
} as const satisfies Resource;
