// What a person sees of the eight writes: what is required, and the right widgets. Names, labels and words are checked
// in test/docs/panel.test.mts.
import type { ILoadOptionsFunctions, INodeProperties } from 'n8n-workflow';
import { endpoints } from '../../../../api';
import type { WriteEndpoint } from '../../../../api/endpoint';
import { Product } from '../../../../api/resources/productCatalog';
import { leftPlaceholders } from '../../../../nodes/ProjectServices/mapping/skeleton';
import {
	getFields,
	getRecordFields,
} from '../../../../nodes/ProjectServices/description/loadedFields';
import { publishPanel } from '../../../../nodes/ProjectServices/operations/publish/panel';
import { writeProperties } from '../../../../nodes/ProjectServices/description/writing';
import { shownProperties } from '../../../docs/checks/description';

/** What is required beside fields; a body alone is required where it is given as JSON. */
const required: Readonly<Record<string, readonly string[]>> = {
	'productCatalog/publish': ['catalogName'],
	'client/publish': ['listId', 'listName'],
	'vendor/publish': ['listId', 'listName'],
	'timeSheet/update': [],
	'task/update': ['taskId'],
	'serviceOrder/update': ['serviceOrderId'],
	'vendor/update': ['number'],
	'project/update': ['projectId'],
};

const writes = endpoints.flatMap(({ operationKey: key, endpoint }) =>
	endpoint.kind === 'write' ? [[key, endpoint as WriteEndpoint] as const] : [],
);

const panelOf = (endpoint: WriteEndpoint) =>
	(endpoint.records === undefined ? writeProperties : publishPanel)(endpoint);

function find(address: string, name: string): INodeProperties {
	const [, endpoint] = writes.find(([key]) => key === address) ?? [];
	const found = endpoint && panelOf(endpoint).find((property) => property.name === name);
	if (!found) throw new Error(`${address} has no parameter ${name}.`);
	return found;
}

test.each([
	['client/publish', 'listId', 'listDescription'],
	['productCatalog/publish', 'catalogId', undefined],
	['timeSheet/update', undefined, 'requestName'],
])('%s shows what identifies the list before the record, and its remarks behind', (...row) => {
	const [address, before, behind] = row;
	const [, endpoint] = writes.find(([key]) => key === address) ?? [];
	const names = endpoint ? panelOf(endpoint).map(({ name }) => name) : [];
	const shown = names.filter((name) => ['record', before, behind].includes(name));
	expect([...new Set(shown)]).toEqual([before, 'record', behind].filter(Boolean));
});

test.each(writes)(
	'%s requires what identifies it, or a JSON body whose placeholders are to be replaced',
	(address, endpoint) => {
		const shown = (dataMode: string) =>
			shownProperties(panelOf(endpoint), { dataMode, identifyBy: 'number' });
		const requiredOf = (dataMode: string) =>
			shown(dataMode).flatMap(({ name, required: isRequired }) => (isRequired ? [name] : []));
		expect(requiredOf('mapFields')).toEqual(required[address]);
		expect(requiredOf('json')).toEqual(['body']);
		const namesOf = (dataMode: string) => shown(dataMode).map(({ name }) => name);
		expect(namesOf('mapFields')).not.toContain('body');
		const { records } = endpoint;
		expect(namesOf('mapFields').includes('record')).toBe(records !== undefined);
		expect(namesOf('json')).not.toContain('record');
		const body = String(shown('json').find(({ name }) => name === 'body')?.default);
		const skeleton = JSON.parse(body) as Record<string, unknown>;
		expect(Object.keys(skeleton)).toEqual(records === undefined ? [] : [records]);
		expect(leftPlaceholders(endpoint, skeleton)).toHaveLength(records === undefined ? 0 : 1);
		expect(body).not.toContain('""');
	},
);

/** The editor's view of a node of an operation. */
function contextFor(address: string, names = 'CustomField1 = Zone'): ILoadOptionsFunctions {
	const [resource = '', operation = ''] = address.split('/');
	const parameters: Readonly<Record<string, unknown>> = { resource, operation };
	const credentials = { projectServicesApi: { id: '1' } };
	return {
		getCurrentNodeParameter: (name: string) => parameters[name],
		getNode: () => ({ name: 'Node', parameters, credentials }),
		getCredentials: async () => await Promise.resolve({ customFieldNames: names }),
	} as unknown as ILoadOptionsFunctions;
}

async function mapperFields(address: string, names?: string) {
	const { fields } = await getRecordFields.call(contextFor(address, names));
	return new Map(fields.map((field) => [field.id, field]));
}

describe('the resource mapper', () => {
	test('offers every field with the widget of its kind', async () => {
		const fields = await mapperFields('client/publish');
		expect(fields.size).toBe(42);
		const name = { type: 'string', required: true, removed: false };
		const flag = { displayName: 'Custom Field 6', type: 'boolean', required: false, removed: true };
		const options = ['Client', 'Lead', 'Prospect'].map((value) => ({ name: value, value }));
		expect(fields.get('Name')).toMatchObject(name);
		expect(fields.get('CustomField6')).toMatchObject(flag);
		expect(fields.get('ClientType')).toMatchObject({ type: 'options', options });
	});

	test.each([
		['client/publish', 'CreatedOn', 'dateTime'],
		['client/publish', 'ClientAddresses', 'array'],
		['productCatalog/publish', 'UpdatedOnTicks', 'number'],
		['timeSheet/update', 'CF28', 'number'],
		['task/update', 'Name', undefined],
		['', 'Name', undefined],
	])('%s: %s is a %s', async (address, id, type) => {
		expect((await mapperFields(address)).get(id)?.type).toBe(type);
	});

	test('shows from the start what identifies a client, with what it is for', async () => {
		const fields = [...(await mapperFields('client/publish')).values()];
		const shown = fields.filter(({ removed }) => !removed);
		const labels = shown.map(({ displayName }) => displayName);
		expect(labels).toEqual(['ID (GUID)', 'Name', 'Integration ID']);
		const { description, typeOptions } = find('client/publish', 'record');
		expect(description).toBe(
			"Each input item is one client. ID is a GUID that you make once and keep. Try it with 'Dry Run'.",
		);
		// With it, n8n's editor would hide what is not required, whatever the fields say.
		expect(typeOptions?.resourceMapper?.addAllFields).toBeUndefined();
	});

	test.each([
		['CustomField1 = Region', 'Region (CustomField1)'],
		['', 'Custom Field 1'],
		['CustomField1 = Name', 'Custom Field 1'],
		[undefined, 'Zone (CustomField1)'],
	])('shows a custom field under its own name, if that is right: %p', async (names, label) => {
		const fields = await mapperFields('client/publish', names);
		expect(fields.get('CustomField1')?.displayName).toBe(label);
	});
});

test('the list of fields has the names of the credential', async () => {
	const fieldsOf = async (address: string) => await getFields.call(contextFor(address));
	const options = await fieldsOf('task/get');
	expect(options).toContainEqual({ name: 'Zone (CustomField1)', value: 'CustomField1' });
	expect(options).toContainEqual({ name: 'Percent Complete', value: 'PercentComplete' });
	expect(await fieldsOf('productCatalog/getChanges')).toHaveLength(Product.fields.length);
	expect(await fieldsOf('task/update')).toEqual([]);
});
