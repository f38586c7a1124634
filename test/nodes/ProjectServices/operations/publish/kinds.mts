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
const noList: WriteKind['listOf'] = () => '';
/** Keys that end with x belong to a list of their own. */
const listByKey = (key: string) => (key.endsWith('x') ? 'L2' : 'L1');

/** A publish whose records are mapped from the input items; `field`, and perhaps a key beside it, holds the key. */
function mapped(
	address: string,
	collection: string,
	field: string,
	parameters: INodeParameters,
	listOf = noList,
	keyField = field,
): WriteKind {
	const [resource = '', operation = ''] = address.split('/');
	const item = (key: string) => ({ [field]: key, [keyField]: key });
	return {
		name: address,
		parameters: { resource, operation, record: automatic, ...parameters },
		item,
		wrongItem: (key) => ({ ...item(key), Unknown: 1 }),
		keysOf: (body) => ((body[collection] ?? []) as Body[]).map((record) => String(record[field])),
		listOf,
	};
}

/** A write whose body is given as JSON: one request per item; its only record or its contact holds the key. */
function json(address: string, collection: string, field: string, head: object): WriteKind {
	const [resource = '', operation = ''] = address.split('/');
	const bodyOf = (key: string) => {
		const record = { [field]: key };
		return { ...head, [collection]: /[^s]s$/.test(collection) ? [record] : record };
	};
	const body = '={{ JSON.stringify($json.body) }}';
	return {
		name: `${address}, JSON`,
		parameters: { resource, operation, dataMode: 'json', body },
		item: (key) => ({ body: bodyOf(key) }),
		wrongItem: (key) => ({ body: { ...bodyOf(key), Unknown: 1 } }),
		keysOf: (sent) => ([sent[collection]].flat() as Body[]).map((record) => String(record[field])),
		listOf: noList,
	};
}

const list = { listId: "={{ $json.Name.endsWith('x') ? 'L2' : 'L1' }}", listName: 'List' };
const catalog = { catalogId: 'F', catalogName: 'Faults' };
const { task, serviceOrder, vendorNumber, projectWithThreeTasks } = sampleIds;

export const kinds: readonly WriteKind[] = [
	mapped('client/publish', 'Clients', 'Name', list, listByKey),
	mapped('vendor/publish', 'Vendors', 'Name', list, listByKey),
	mapped('client/publish', 'Clients', 'Name', list, listByKey, 'IntegrationId'),
	mapped('vendor/publish', 'Vendors', 'Name', list, listByKey, 'Number'),
	mapped('productCatalog/publish', 'Products', 'Model', catalog),
	mapped('timeSheet/update', 'UpdateTimeSheets', 'Id', { requestName: 'Faults' }),
	json('client/publish', 'Clients', 'Name', { Id: 'L1', Name: 'List' }),
	json('task/update', 'Contact', 'Name', { TaskId: task }),
	json('serviceOrder/update', 'Contact', 'Name', { ServiceOrderId: serviceOrder }),
	json('vendor/update', 'SiteAddress', 'Street1', { Number: vendorNumber }),
	json('project/update', 'NewProjectItems', 'ComponentId', { ProjectId: projectWithThreeTasks }),
];
