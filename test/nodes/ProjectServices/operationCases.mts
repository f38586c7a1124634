// A run of every operation for two input items, which succeeds against the sandbox, and what it does without.
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { sampleIds } from '../../sandbox/server.mjs';
import { sampleClientIds } from '../../sandbox/state';

/** A part of the host that an operation may do without. */
export type Part = 'file' | 'request' | 'staticData';

export interface OperationCase {
	readonly title: string;
	readonly parameters: INodeParameters;
	readonly items: readonly object[];
	readonly without: readonly Part[];
	/** Whether it is about the whole run: its items are paired with the first input item. */
	readonly isOneForAll?: true;
	/** What the credential says of the service. */
	readonly service?: ICredentialDataDecryptedObject;
	/** The operation that runs before it in the same execution. */
	readonly before?: INodeParameters;
}

/** An expression that n8n has to compute: its result is the field `id` of the input item. */
const ID = '={{ String($json.id) }}';

const record = { mappingMode: 'autoMapInputData', value: null, schema: [] };

function operation(
	address: string,
	{ options, ...others }: INodeParameters,
	items: readonly object[],
	more: Partial<OperationCase> = {},
): OperationCase {
	const [resource = '', name = ''] = address.split('/');
	const own = { requests: { maxRetries: 0 }, ...(options as object) };
	return {
		...{ title: address, items, without: ['file', 'staticData'] },
		parameters: { resource, operation: name, ...others, options: own },
		...more,
	};
}

const same = (id: string) => [{ id }, { id }];
const update = (address: string, parameter: string, id: string, body: object) => {
	const json = { dataMode: 'json', identifyBy: 'number', body: JSON.stringify(body) };
	return operation(address, { ...json, [parameter]: ID }, same(id));
};
const contact = { Contact: { Name: 'A' } };
const list = { listId: 'L1', listName: '={{ String("List") }}', record };

function feed(resource: string, parameters: INodeParameters): OperationCase[] {
	const cursorName = '={{ String("default") }}';
	const { parameters: before } = operation(`${resource}/getChanges`, parameters, []);
	const items = [{ id: sampleIds.catalog }, { id: sampleIds.catalog }];
	const named = { ...parameters, cursorName };
	return [
		operation(`${resource}/getChanges`, named, items, { without: ['file'], isOneForAll: true }),
		operation(`${resource}/commitChanges`, named, items, {
			...{ before, without: ['file', 'request'], isOneForAll: true },
		}),
	];
}

export const operationCases: readonly OperationCase[] = [
	operation('servicePlan/get', { id: ID }, same(sampleIds.servicePlan)),
	operation('serviceOrder/get', { id: ID }, same(sampleIds.serviceOrder)),
	operation('task/get', { id: ID }, same(sampleIds.task)),
	operation('task/getByProject', { projectId: ID }, same(sampleIds.projectWithThreeTasks)),
	operation('purchaseOrder/get', { id: ID }, same(sampleIds.purchaseOrder)),
	operation('timeSheet/get', { id: ID }, same(sampleIds.timeSheet)),
	operation('changeOrderProject/getAll', { returnAll: '={{ Boolean(1) }}', filters: {} }, [{}, {}]),
	operation('productCatalog/getOlderVariant', { id: ID }, same(sampleIds.catalog)),
	operation('productCatalog/get', { id: ID, returnAll: true }, same(sampleIds.catalog)),
	operation(
		'productCatalog/get',
		{ id: ID, returnAll: true, returnAs: 'file' },
		same(sampleIds.catalog),
		{ title: 'productCatalog/get as a file', without: ['staticData'] },
	),
	operation(
		'client/getAll',
		{ clientIds: ID },
		sampleClientIds(1, 2).map((id) => ({ id })),
	),
	operation('client/publish', list, [{ Name: 'A', IntegrationId: '1' }, { Name: 'B' }]),
	operation('vendor/publish', list, [{ Name: 'A', Number: '1' }, { Name: 'B' }]),
	operation(
		'productCatalog/publish',
		{ record, catalogId: 'C', catalogName: '={{ String("C") }}' },
		[
			{
				Model: 'A',
				Manufacturer: 'M',
				PartNumber: '1',
				Id: '7f9c2ba4-e88f-4271-8e5a-1c2d3e4f5a6b',
			},
			{ Model: 'B', Manufacturer: 'M', PartNumber: '2' },
		],
	),
	operation('timeSheet/update', { record, requestName: '={{ String("R") }}' }, [
		{ Id: sampleIds.timeSheet },
		{ Id: 'TS-1002' },
	]),
	update('task/update', 'taskId', sampleIds.task, contact),
	update('serviceOrder/update', 'serviceOrderId', sampleIds.serviceOrder, contact),
	update('vendor/update', 'number', sampleIds.vendorNumber, { SiteAddress: { Street1: 'S' } }),
	update('project/update', 'projectId', sampleIds.projectWithOneTask, {
		NewProjectItems: [{ ComponentId: '1' }],
	}),
	...feed('productCatalog', { id: sampleIds.catalog }),
	...feed('changeOrderProject', { filters: {} }),
	operation('service/getTransactionStatus', { messageId: ID }, same(sampleIds.servicePlan), {
		service: {
			...{ statusPath: '/SI/Subscribe/ServicePlans?id={MessageId}', statusField: 'Id' },
			appliedValues: sampleIds.servicePlan,
		},
	}),
	operation('service/check', { catalogId: ID }, same(sampleIds.catalog), { isOneForAll: true }),
];
