// What a person sees of the eight writes: the contract's parameters, each once, with the right widgets.
import type { ILoadOptionsFunctions, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { endpoints } from '../../../../api';
import type { WriteEndpoint } from '../../../../api/endpoint';
import { leftPlaceholders } from '../../../../nodes/ProjectServices/input/parameters';
import { getFields, getRecordFields } from '../../../../nodes/ProjectServices/panel/loadedFields';
import { writeProperties } from '../../../../nodes/ProjectServices/panel/writeProperties';

// The contract's table, endpoints 11 to 18; `*` marks what is required beside fields.
const contract: Readonly<Record<string, string>> = {
	'productCatalog/publish': 'catalogId catalogName* catalogFields dataMode record body',
	'client/publish': 'listId* listName* listDescription dataMode record body',
	'vendor/publish': 'listId* listName* listDescription dataMode record body',
	'timeSheet/update': 'requestName dataMode record body',
	'task/update':
		'taskId* dataMode contact siteAddress resources resourcesToDelete updateFields body',
	'serviceOrder/update':
		'serviceOrderId* dataMode contact billingAddress siteAddress updateFields body',
	'vendor/update':
		'identifyBy integrationId number* dataMode siteAddress billingAddress updateFields body',
	'project/update': 'projectId* dataMode projectFields updateProjectItemFieldIds body',
};

const writes = endpoints.flatMap(({ operationKey: key, endpoint }) =>
	endpoint.kind === 'write' ? [{ key, endpoint: endpoint as WriteEndpoint }] : [],
);

function propertiesOf(address: string): INodeProperties[] {
	const found = writes.find((write) => write.key === address);
	if (!found) throw new Error(`There is no write ${address}.`);
	return writeProperties(found.endpoint);
}

function find(address: string, name: string): INodeProperties {
	const found = propertiesOf(address).find((property) => property.name === name);
	if (!found) throw new Error(`${address} has no parameter ${name}.`);
	return found;
}

function isGroup(option: object): option is INodePropertyCollection {
	return 'values' in option;
}

/** A property and all that stand inside of it. */
function deep(property: INodeProperties): INodeProperties[] {
	const inner = (property.options ?? []).flatMap((option) =>
		isGroup(option) ? option.values : 'type' in option ? [option] : [],
	);
	return [property, ...inner.flatMap(deep)];
}

/** What is shown for the values that decide it. */
function visible(address: string, values: Readonly<Record<string, string>>): INodeProperties[] {
	return propertiesOf(address).filter(({ displayOptions }) =>
		Object.entries(displayOptions?.show ?? {}).every(([name, wanted]) =>
			(wanted as unknown[]).includes(values[name]),
		),
	);
}

test('every write of the service stands in the contract', () => {
	expect(writes.map(({ key }) => key).sort()).toEqual(Object.keys(contract).sort());
});

describe.each(Object.entries(contract))('%s', (address, parameters) => {
	const names = parameters.replaceAll('*', '').split(' ');

	test('has the parameters of the contract and no other, in the words of n8n', () => {
		const properties = propertiesOf(address);
		expect([...new Set(properties.map(({ name }) => name))].sort()).toEqual([...names].sort());
		for (const { displayName, description, type } of properties.flatMap(deep)) {
			expect(displayName).toMatch(/^[A-Z0-9]/);
			expect(displayName).not.toMatch(/\b(Id|Url)\b/);
			if (type === 'boolean') expect(description).toMatch(/^Whether /);
		}
	});

	test.each(['mapFields', 'json'])('shows each once, with what is required (%s)', (dataMode) => {
		const shown = visible(address, { dataMode, identifyBy: 'number' });
		const labels = shown.map(({ displayName }) => displayName);
		expect(new Set(labels).size).toBe(labels.length);
		expect(labels).toContain('Data Mode');
		expect(labels.includes('Body')).toBe(dataMode === 'json');
		const hasRecord = dataMode === 'mapFields' && names.includes('record');
		expect(shown.some(({ name }) => name === 'record')).toBe(hasRecord);
		const required = shown.filter((property) => property.required).map(({ name }) => `${name}*`);
		const starred = parameters.split(' ').filter((name) => name.endsWith('*'));
		expect(required).toEqual(dataMode === 'json' ? ['body*'] : starred);
	});
});

test('item fields to update are chosen by name', () => {
	const { type, options = [] } = find('project/update', 'updateProjectItemFieldIds');
	expect(type).toBe('multiOptions');
	expect(options).toHaveLength(106);
	expect(options).toContainEqual({ name: 'Quantity', value: 1 });
	expect(options).toContainEqual({ name: 'Custom Field 75', value: 175 });
	const names = options.map(({ name }) => name);
	expect(names.indexOf('Custom Field 2')).toBeLessThan(names.indexOf('Custom Field 10'));
});

test('fields of a project have widgets by kind, and what the document does not show is said', () => {
	const fields = find('project/update', 'projectFields').options as INodeProperties[];
	const byName = new Map(fields.map((field) => [field.name, field]));
	expect(Object.fromEntries(fields.map(({ name, type }) => [name, type]))).toMatchObject({
		Archive: 'boolean',
		Date: 'dateTime',
		MessageId: 'string',
		SiteAddress: 'collection',
		NewPackages: 'json',
		UpdateFields: 'json',
		SIItemIdsToDelete: 'string',
	});
	expect(byName.has('UpdateProjectItemFieldIds')).toBe(false);
	expect(byName.get('Locations')?.description).toContain('API documentation');
});

test('numbers of fields to update start empty, so that none is sent by accident', () => {
	const [group] = find('task/update', 'updateFields').options as INodePropertyCollection[];
	expect(group.values.map(({ name, type, default: preset }) => [name, type, preset])).toEqual([
		['TaskFieldId', 'number', ''],
		['Value', 'string', ''],
	]);
	expect(group.values[0].description).toContain('does not list these numbers');
});

function contextFor(parameters: Readonly<Record<string, unknown>>): ILoadOptionsFunctions {
	return {
		getCurrentNodeParameter: (name: string) => parameters[name],
		getNode: () => ({ name: 'Node', parameters }),
	} as unknown as ILoadOptionsFunctions;
}

test.each(writes.map(({ key, endpoint }) => [key, endpoint] as const))(
	'%s: the JSON body starts with required fields only, of which each has to be replaced',
	(address, endpoint) => {
		const property = visible(address, { dataMode: 'json' }).find(({ name }) => name === 'body');
		const skeleton = JSON.parse(String(property?.default)) as Record<string, unknown>;
		expect(Object.keys(skeleton)).toEqual(endpoint.records === undefined ? [] : [endpoint.records]);
		expect(leftPlaceholders(endpoint, skeleton)).toHaveLength(
			endpoint.records === undefined ? 0 : 1,
		);
		expect(JSON.stringify(skeleton)).not.toContain('""');
	},
);

async function mapperFields(context: ILoadOptionsFunctions) {
	const { fields } = await getRecordFields.call(context);
	return new Map(fields.map((field) => [field.id, field]));
}

describe('the resource mapper', () => {
	const clients = { resource: 'client', operation: 'publish' };

	test('offers every field with the widget of its kind', async () => {
		const fields = await mapperFields(contextFor(clients));
		expect(fields.size).toBe(42);
		expect(fields.get('Name')).toMatchObject({ type: 'string', required: true, removed: false });
		expect(fields.get('CustomField6')).toMatchObject({
			displayName: 'Custom Field 6',
			type: 'boolean',
			required: false,
			removed: true,
		});
		const values = ['Client', 'Lead', 'Prospect'].map((value) => ({ name: value, value }));
		expect(fields.get('ClientType')).toMatchObject({ type: 'options', options: values });
	});

	test.each([
		['client', 'publish', 'CreatedOn', 'dateTime'],
		['client', 'publish', 'ClientAddresses', 'array'],
		['productCatalog', 'publish', 'UpdatedOnTicks', 'number'],
		['timeSheet', 'update', 'CF28', 'number'],
		['task', 'update', 'Name', undefined],
		['', '', 'Name', undefined],
	])('%s/%s: %s is a %s', async (resource, operation, id, type) => {
		const fields = await mapperFields(contextFor({ resource, operation }));
		expect(fields.get(id)?.type).toBe(type);
	});

	test('shows from the start what identifies a client, with what it is for', async () => {
		const fields = [...(await mapperFields(contextFor(clients))).values()];
		const shown = fields.filter(({ removed }) => !removed);
		const labels = shown.map(({ displayName }) => displayName);
		expect(labels).toEqual(['ID (GUID)', 'Name', 'Integration ID']);
		const { description, typeOptions } = find('client/publish', 'record');
		expect(description).toMatch(/ID: Must be a GUID; .*Integration ID: ID given by/);
		// With it, n8n's editor would hide what is not required, whatever the fields say.
		expect(typeOptions?.resourceMapper?.addAllFields).toBeUndefined();
	});

	test.each([
		['Region', 'Region (CustomField1)'],
		['', 'Custom Field 1'],
		['Name', 'Custom Field 1'],
	])('shows a custom field under its own name, if that is right: %p', async (name, label) => {
		const options = { customFieldNames: { names: [{ field: 'CustomField1', name }] } };
		const fields = await mapperFields(contextFor({ ...clients, options }));
		expect(fields.get('CustomField1')?.displayName).toBe(label);
	});
});

test('the names of the credential show in the mapper and in the list of fields', async () => {
	const withCredential = (resource: string, operation: string) =>
		({
			getCurrentNodeParameter: (name: string) => ({ resource, operation })[name],
			getNode: () => ({ name: 'Node', credentials: { projectServicesApi: { id: '1' } } }),
			getCredentials: async () => ({ customFieldNames: 'CustomField1 = Region' }),
		}) as unknown as ILoadOptionsFunctions;
	const fields = await mapperFields(withCredential('client', 'publish'));
	expect(fields.get('CustomField1')?.displayName).toBe('Region (CustomField1)');
	const options = await getFields.call(withCredential('task', 'get'));
	expect(options).toContainEqual({ name: 'Region (CustomField1)', value: 'CustomField1' });
	expect(options).toContainEqual({ name: 'Percent Complete', value: 'PercentComplete' });
	expect(await getFields.call(withCredential('productCatalog', 'getChanges'))).toHaveLength(131);
	expect(await getFields.call(withCredential('task', 'update'))).toEqual([]);
});
