// The workflows that are measured: what a person builds of n8n's own nodes, and the same with this package's node.
// Each is started by its webhook, ends with its last item, and keeps no execution data.
import { productCatalog } from '../../api/resources/productCatalog';
import type { Credential, Json, Workflow, WorkflowNode } from '../host/rest/apiTypes.mjs';

const settings = {
	executionOrder: 'v1',
	saveDataSuccessExecution: 'none',
	saveManualExecutions: false,
};

/** One of n8n's own nodes. */
function builtIn(name: string, type: string, typeVersion: number, parameters: Json): WorkflowNode {
	return { name, type: `n8n-nodes-base.${type}`, typeVersion, parameters };
}

const last = builtIn('Last', 'limit', 1, { maxItems: 1, keep: 'lastItems' });

/** A chain of nodes between a webhook of this name and its response, the last item. */
function webhookChain(name: string, ...nodes: WorkflowNode[]): Workflow {
	const parameters = { path: name, httpMethod: 'POST', responseMode: 'lastNode', options: {} };
	const webhook = { ...builtIn('Webhook', 'webhook', 2, parameters), webhookId: name };
	const all = [webhook, ...nodes, last].map((node, index) => ({
		id: `node-${index}`,
		position: [index * 220, 0],
		...node,
	}));
	const connections = Object.fromEntries(
		all
			.slice(0, -1)
			.map((node, index) => [
				node.name,
				{ main: [[{ node: all[index + 1]?.name, type: 'main', index: 0 }]] },
			]),
	);
	return { name, nodes: all, connections, settings };
}

/** A workflow that does nothing. */
export const nothing = webhookChain('nothing');

export interface Place {
	readonly url: string;
	readonly credential: Credential;
}

/** This package's node. */
function ours({ credential }: Place, parameters: Json): WorkflowNode {
	return {
		name: 'Project Services',
		type: 'n8n-nodes-project-services.projectServices',
		typeVersion: 1,
		parameters,
		credentials: { projectServicesApi: { id: credential.id, name: credential.name } },
	};
}

function splitOut(fieldToSplitOut: string): WorkflowNode {
	return builtIn('Split Out', 'splitOut', 1, { fieldToSplitOut, options: {} });
}

function httpRequest(url: string, parameters: Json, credential?: Credential): WorkflowNode {
	const authentication = credential && {
		authentication: 'genericCredentialType',
		genericAuthType: credential.type,
	};
	return {
		...builtIn('HTTP Request', 'httpRequest', 4.2, { url, ...parameters, ...authentication }),
		...(credential && { credentials: { [credential.type]: credential } }),
	};
}

function pagesOf({ url }: Place, { pages, size, format }: Amount): WorkflowNode {
	return httpRequest(`${url}/SI/Subscribe/ProductCatalogs`, {
		sendQuery: true,
		queryParameters: {
			parameters: [
				{ name: 'id', value: 'CAT-1001' },
				{ name: 'pageSize', value: String(size) },
			],
		},
		sendHeaders: true,
		headerParameters: {
			parameters: [{ name: 'Accept', value: `application/${format}` }],
		},
		options: {
			response: { response: { responseFormat: format === 'json' ? 'json' : 'text' } },
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: {
						parameters: [{ type: 'qs', name: 'pageNumber', value: '={{ $pageCount + 1 }}' }],
					},
					paginationCompleteWhen: 'other',
					completeExpression: `={{ $pageCount >= ${pages} }}`,
				},
			},
		},
	});
}

/** How much there is to read. */
export interface Amount {
	readonly pages: number;
	readonly size: number;
	readonly format: 'json' | 'xml';
}

export const genericJson = (name: string, place: Place, amount: Amount): Workflow =>
	webhookChain(name, pagesOf(place, amount), splitOut('Products'));

export const genericXml = (name: string, place: Place, amount: Amount): Workflow =>
	webhookChain(
		name,
		pagesOf(place, amount),
		builtIn('XML', 'xml', 1, { mode: 'xmlToJson', dataPropertyName: 'data', options: {} }),
		splitOut('ProductCatalog.Products.Product'),
	);

const { simplified } = productCatalog.operations.get;
export const twelveFields = [...simplified, 'Subcategory', 'Approved'];

/** What the node is set to for reading a catalog. */
export function catalogParameters(
	{ size, format }: Omit<Amount, 'pages'>,
	parameters: Json = {},
): Json {
	return {
		resource: 'productCatalog',
		operation: 'get',
		id: 'CAT-1001',
		returnAll: true,
		output: 'raw',
		...parameters,
		options: { pageSize: size, ...(format === 'xml' && { responseFormat: format }) },
	};
}

export const ourCatalog = (
	name: string,
	place: Place,
	amount: Omit<Amount, 'pages'>,
	parameters: Json = {},
): Workflow => webhookChain(name, ours(place, catalogParameters(amount, parameters)));

/** Operations of a change feed, one after another. */
export const ourFeed = (
	name: string,
	place: Place,
	{ size }: Amount,
	...operations: readonly string[]
): Workflow =>
	webhookChain(
		name,
		...operations.map((operation) => ({
			...ours(place, {
				resource: 'productCatalog',
				operation,
				id: 'CAT-1001',
				options: { pageSize: size },
			}),
			name: operation,
		})),
	);

/** An order for each entry of the webhook's body. */
export const ourOrders = (name: string, place: Place, concurrency: number): Workflow =>
	webhookChain(
		name,
		splitOut('body.orders'),
		ours(place, {
			resource: 'purchaseOrder',
			operation: 'get',
			id: '={{ $json.id }}',
			options: { concurrency },
		}),
	);

export const ourOrder = (name: string, place: Place, id: string): Workflow =>
	webhookChain(name, ours(place, { resource: 'purchaseOrder', operation: 'get', id, options: {} }));

export const genericOrder = (
	name: string,
	{ url }: Place,
	id: string,
	credential?: Credential,
): Workflow => {
	const queryParameters = { parameters: [{ name: 'id', value: id }] };
	const parameters = { sendQuery: true, queryParameters, options: {} };
	return webhookChain(
		name,
		httpRequest(`${url}/SI/Subscribe/PurchaseOrders`, parameters, credential),
	);
};

/** The clients that the service has ready. Sent to the webhook, n8n would spend most of the time on saving them. */
function clientsFrom({ url }: Place): WorkflowNode[] {
	return [
		{ ...httpRequest(`${url}/clients`, { options: {} }), name: 'Clients' },
		splitOut('clients'),
	];
}

/** Publishes the clients, 500 per request. */
export const ourClients = (name: string, place: Place): Workflow =>
	webhookChain(
		name,
		...clientsFrom(place),
		ours(place, {
			resource: 'client',
			operation: 'publish',
			listId: 'L-1',
			listName: 'Clients',
			record: { mappingMode: 'autoMapInputData', value: null, schema: [] },
			options: { recordsPerRequest: 500 },
		}),
	);

/** The same with n8n's own nodes: a loop over batches, each put together and sent. */
export function genericClients(name: string, place: Place): Workflow {
	const loop = builtIn('Loop Over Items', 'splitInBatches', 3, { batchSize: 500, options: {} });
	const aggregate = builtIn('Aggregate', 'aggregate', 1, {
		aggregate: 'aggregateAllItemData',
		destinationFieldName: 'Clients',
		options: {},
	});
	const publish = httpRequest(`${place.url}/SI/Publish/Clients`, {
		method: 'POST',
		sendBody: true,
		specifyBody: 'json',
		jsonBody: "={{ JSON.stringify({ Id: 'L-1', Name: 'Clients', Clients: $json.Clients }) }}",
		options: {},
	});
	const workflow = webhookChain(name, ...clientsFrom(place), loop, aggregate, publish);
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	return {
		...workflow,
		connections: {
			...workflow.connections,
			[loop.name]: { main: [to(last.name), to(aggregate.name)] },
			[publish.name]: { main: [to(loop.name)] },
		},
	};
}
