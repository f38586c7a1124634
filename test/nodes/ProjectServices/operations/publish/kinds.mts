// The writes of the random fault test: what goes in for a record with a given key, and which keys a body carries.
import type { INodeParameters } from 'n8n-workflow';

import { sampleIds } from '../../../../sandbox/server.mjs';

type Body = Readonly<Record<string, unknown>>;

export interface WriteKind {
	readonly name: string;
	readonly parameters: INodeParameters;
	/** An input item that writes the record with this key. */
	item(key: string): object;
	/** An input item that is refused before anything is sent. */
	wrongItem(key: string): object;
	/** The keys of the records that a request carried. */
	keysOf(body: Body): string[];
	/** The list that a record belongs to: the records of a list are sent together. */
	listOf(key: string): string;
}

const automatic = { mappingMode: 'autoMapInputData', value: null, schema: [] };
const noList = () => '';
/** Keys that end with x belong to a list of their own. */
const listByKey = (key: string) => (key.endsWith('x') ? 'L2' : 'L1');

/** A publish whose records are mapped from the input items; `field` holds the key. */
function mapped(
	resource: string,
	operation: string,
	collection: string,
	field: string,
	parameters: INodeParameters,
	hasLists: boolean,
	/** Another field by which the service knows the record. */
	keyField?: string,
): WriteKind {
	const fields = (key: string) => ({ [field]: key, ...(keyField && { [keyField]: key }) });
	return {
		name: `${resource}/${operation}`,
		parameters: { resource, operation, record: automatic, ...parameters },
		item: fields,
		wrongItem: (key) => ({ ...fields(key), Unknown: 1 }),
		keysOf: (body) => ((body[collection] ?? []) as Body[]).map((record) => String(record[field])),
		listOf: hasLists ? listByKey : noList,
	};
}

/** A write whose body is given as JSON: one request per item; its only record or its contact holds the key. */
function json(
	resource: string,
	operation: string,
	collection: string,
	field: string,
	head: object,
): WriteKind {
	const bodyOf = (key: string) => {
		const record = { [field]: key };
		return { ...head, [collection]: /[^s]s$/.test(collection) ? [record] : record };
	};
	return {
		name: `${resource}/${operation}, JSON`,
		parameters: {
			resource,
			operation,
			dataMode: 'json',
			body: '={{ JSON.stringify($json.body) }}',
		},
		item: (key) => ({ body: bodyOf(key) }),
		wrongItem: (key) => ({ body: { ...bodyOf(key), Unknown: 1 } }),
		keysOf: (body) => ([body[collection]].flat() as Body[]).map((record) => String(record[field])),
		listOf: noList,
	};
}

const list = { listId: "={{ $json.Name.endsWith('x') ? 'L2' : 'L1' }}", listName: 'List' };
const catalog = { catalogId: 'F', catalogName: 'Faults' };
const { task, serviceOrder, vendorNumber, projectWithThreeTasks } = sampleIds;

export const kinds: readonly WriteKind[] = [
	mapped('client', 'publish', 'Clients', 'Name', list, true),
	mapped('vendor', 'publish', 'Vendors', 'Name', list, true),
	mapped('client', 'publish', 'Clients', 'Name', list, true, 'IntegrationId'),
	mapped('vendor', 'publish', 'Vendors', 'Name', list, true, 'Number'),
	mapped('productCatalog', 'publish', 'Products', 'Model', catalog, false),
	mapped('timeSheet', 'update', 'UpdateTimeSheets', 'Id', { requestName: 'Faults' }, false),
	json('client', 'publish', 'Clients', 'Name', { Id: 'L1', Name: 'List' }),
	json('task', 'update', 'Contact', 'Name', { TaskId: task }),
	json('serviceOrder', 'update', 'Contact', 'Name', { ServiceOrderId: serviceOrder }),
	json('vendor', 'update', 'SiteAddress', 'Street1', { Number: vendorNumber }),
	json('project', 'update', 'NewProjectItems', 'ComponentId', { ProjectId: projectWithThreeTasks }),
];
