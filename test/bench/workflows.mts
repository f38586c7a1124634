// The workflows that are measured: what a person builds of n8n's own nodes, and the same with this package's node.
// Each is started by its webhook, ends with its last item, and keeps no execution data.
import { productCatalog } from '../../api/resources/productCatalog';
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

function httpRequest(url: string, parameters: Json, credential?: Credential): WorkflowNode {
	const authentication = credential && {
		authentication: 'genericCredentialType',
		genericAuthType: credential.type,
	};
	return {
		...baseNode('HTTP Request', 'httpRequest', 4.2, { url, ...parameters, ...authentication }),
		...(credential && { credentials: { [credential.type]: credential } }),
	};
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
	/** Whether Get Changes starts over each time. */
	readonly startOver?: boolean;
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

const { simplified } = productCatalog.operations.get;
export const twelveFields = [...simplified, 'Subcategory', 'Approved'];

/** What the node is set to for reading a catalog. */
export function catalogParameters({ size }: Pick<Amount, 'size'>, parameters: Json = {}): Json {
	return {
		resource: 'productCatalog',
		operation: 'get',
		id: 'CAT-1001',
		returnAll: true,
		output: 'raw',
		...parameters,
		options: { pageSize: size },
	};
}

export const ourCatalog = (
	name: string,
	place: Place,
	amount: Omit<Amount, 'pages'>,
	parameters: Json = {},
): Workflow => webhookChain(name, ours(place, catalogParameters(amount, parameters)));

/** Operations of a change feed, one after another. */
export function ourFeed(name: string, place: Place, amount: Amount, ...operations: string[]) {
	const { size, startOver = false } = amount;
	const options = { pageSize: size, ...(startOver && { startOver }) };
	const list = { resource: 'productCatalog', id: 'CAT-1001', options };
	const nodes = operations.map((operation) => ours(place, { ...list, operation }, operation));
	return webhookChain(name, ...nodes);
}

/** An order for each entry of the webhook's body. */
export const ourOrders = (name: string, place: Place, concurrency: number): Workflow =>
	webhookChain(
		name,
		splitOut('body.orders'),
		ours(place, {
			resource: 'purchaseOrder',
			operation: 'get',
			id: '={{ $json.id }}',
			options: { requests: { concurrency } },
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
	const parameters = { ...query({ id }), options: {} };
	const address = `${url}/SI/Subscribe/PurchaseOrders`;
	return webhookChain(name, httpRequest(address, parameters, credential));
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
