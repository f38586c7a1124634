// The workflows that are measured: what a person builds of n8n's own nodes, and the same with this package's node.
// Each is started by its webhook, ends with its last item, and keeps no execution data.
import { baseNode, behind, link, projectServices, webhook } from '../e2e/context.mjs';
import type { Credential, Json, Workflow, WorkflowNode } from '../host/rest/apiTypes.mjs';

const settings = {
	executionOrder: 'v1',
	saveDataSuccessExecution: 'none',
	saveManualExecutions: false,
};

const last = baseNode('Last', 'limit', 1, { maxItems: 1, keep: 'lastItems' });

/** A chain of nodes between a webhook of this name and its response, the last item. */
function webhookChain(name: string, ...nodes: WorkflowNode[]): Workflow {
	const { parameters, ...trigger } = webhook(name, 'POST');
	const answering = { ...trigger, parameters: { ...parameters, responseMode: 'lastNode' } };
	return { ...behind(answering, name, ...nodes, last), settings };
}

/** A workflow that does nothing. */
export const nothing = webhookChain('nothing');

export interface Place {
	readonly url: string;
	readonly credential: Credential;
}

/** This package's node. */
function ours({ credential }: Place, parameters: Json, name = 'Project Services'): WorkflowNode {
	const credentials = { projectServicesApi: credential };
	return { ...projectServices(name, parameters), credentials };
}

function splitOut(fieldToSplitOut: string): WorkflowNode {
	return baseNode('Split Out', 'splitOut', 1, { fieldToSplitOut, options: {} });
}

function httpRequest(url: string, parameters: Json): WorkflowNode {
	return baseNode('HTTP Request', 'httpRequest', 4.2, { url, ...parameters });
}

function query(values: Record<string, string>): Json {
	const parameters = Object.entries(values).map(([name, value]) => ({ name, value }));
	return { sendQuery: true, queryParameters: { parameters } };
}

function pagesOf({ url }: Place, { pages, size, format }: Amount): WorkflowNode {
	return httpRequest(`${url}/SI/Subscribe/ProductCatalogs`, {
		...query({ id: 'CAT-1001', pageSize: String(size) }),
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
		baseNode('XML', 'xml', 1, { mode: 'xmlToJson', dataPropertyName: 'data', options: {} }),
		splitOut('ProductCatalog.Products.Product'),
	);

export const ourCatalog = (name: string, place: Place): Workflow => {
	const parameters = { resource: 'productCatalog', operation: 'get', id: 'CAT-1001' };
	return webhookChain(name, ours(place, { ...parameters, returnAll: true, output: 'raw' }));
};

export const ourOrder = (name: string, place: Place, id: string): Workflow =>
	webhookChain(name, ours(place, { resource: 'purchaseOrder', operation: 'get', id, options: {} }));

export const genericOrder = (name: string, { url }: Place, id: string): Workflow => {
	const address = `${url}/SI/Subscribe/PurchaseOrders`;
	return webhookChain(name, httpRequest(address, { ...query({ id }), options: {} }));
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
		}),
	);

/** The same with n8n's own nodes: a loop over batches, each put together and sent. */
export function genericClients(name: string, place: Place): Workflow {
	const loop = baseNode('Loop Over Items', 'splitInBatches', 3, { batchSize: 500, options: {} });
	const aggregate = baseNode('Aggregate', 'aggregate', 1, {
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
	return {
		...workflow,
		connections: {
			...workflow.connections,
			[loop.name]: { main: [link(last.name), link(aggregate.name)] },
			[publish.name]: { main: [link(loop.name)] },
		},
	};
}
