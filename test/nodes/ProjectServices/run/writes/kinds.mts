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

function textAt(value: unknown, ...names: readonly string[]): string {
	return names.length === 0 ? String(value) : textAt((value as Body)[names[0]], ...names.slice(1));
}

/** A publish whose records are mapped from the input items; `field` holds the key. */
function mapped(
	resource: string,
	operation: string,
	collection: string,
	field: string,
	parameters: INodeParameters,
	hasLists: boolean,
): WriteKind {
	return {
		name: `${resource}/${operation}`,
		parameters: { resource, operation, record: automatic, ...parameters },
		item: (key) => ({ [field]: key }),
		wrongItem: (key) => ({ [field]: key, Unknown: 1 }),
		keysOf: (body) => ((body[collection] ?? []) as Body[]).map((record) => textAt(record, field)),
		listOf: hasLists ? listByKey : noList,
	};
}

/** A write whose body is given as JSON: one request per item. `bodyOf` puts the key in, `path` says where. */
function json(
	resource: string,
	operation: string,
	bodyOf: (key: string) => object,
	keysOf: (body: Body) => string[],
): WriteKind {
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
		keysOf,
		listOf: noList,
	};
}

const list = { listId: "={{ $json.Name.endsWith('x') ? 'L2' : 'L1' }}", listName: 'List' };
const { task, serviceOrder, vendorNumber, projectWithThreeTasks } = sampleIds;

export const kinds: readonly WriteKind[] = [
	mapped('client', 'publish', 'Clients', 'Name', list, true),
	mapped('vendor', 'publish', 'Vendors', 'Name', list, true),
	mapped(
		'productCatalog',
		'publish',
		'Products',
		'Model',
		{ catalogId: 'F', catalogName: 'Faults' },
		false,
	),
	mapped('timeSheet', 'update', 'UpdateTimeSheets', 'Id', { requestName: 'Faults' }, false),
	json(
		'client',
		'publish',
		(key) => ({ Id: 'L1', Name: 'List', Clients: [{ Name: key }] }),
		({ Clients }) => (Clients as Body[]).map(({ Name }) => String(Name)),
	),
	json(
		'task',
		'update',
		(key) => ({ TaskId: task, Contact: { Name: key } }),
		(body) => [textAt(body, 'Contact', 'Name')],
	),
	json(
		'serviceOrder',
		'update',
		(key) => ({ ServiceOrderId: serviceOrder, Contact: { Name: key } }),
		(body) => [textAt(body, 'Contact', 'Name')],
	),
	json(
		'vendor',
		'update',
		(key) => ({ Number: vendorNumber, SiteAddress: { Street1: key } }),
		(body) => [textAt(body, 'SiteAddress', 'Street1')],
	),
	json(
		'project',
		'update',
		(key) => ({ ProjectId: projectWithThreeTasks, NewProjectItems: [{ ComponentId: key }] }),
		({ NewProjectItems }) =>
			(NewProjectItems as Body[]).map(({ ComponentId }) => String(ComponentId)),
	),
];
