// An AI agent of n8n uses the node as its tool. Its language model is a stand-in on this machine that calls the tool
// once and then repeats what the tool returned.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Json, Workflow } from '../../host/rest/apiTypes.mjs';
import { reply as serviceReply, startBareService } from '../../nodes/service.mjs';
import { sampleIds } from '../../sandbox/state';
import { chain, credentialType, itemsOf, projectServices, type Context } from '../context.mjs';
import { accepted } from './ledger.mjs';

export const title =
	'An AI agent reads a purchase order, finds a product and publishes a client through the node as its tool';
export const defaultHostOnly = true;

/** One use of the tool: the node's parameters, and the argument that the model gives. */
interface ToolUse {
	readonly node: string;
	readonly parameters: Json;
	// As the editor names it when a person lets the model fill in the box; n8n keeps "id" for itself.
	readonly argument: string;
	readonly value: string;
	/** What the tool's description must say. */
	readonly described: RegExp;
	/** What the model must be told. */
	readonly told: string;
}

interface Message {
	role: string;
	content: unknown;
}

interface ModelRequest {
	messages: Message[];
	tools?: Array<{ function: { name: string; description: string; parameters: Json } }>;
}

async function bodyOf(request: IncomingMessage): Promise<ModelRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return JSON.parse(Buffer.concat(chunks).toString('utf8')) as ModelRequest;
}

/** First the wish to use the tool, then what came back from it as the answer. */
function reply({ messages, tools = [] }: ModelRequest, { argument, value }: ToolUse): Json {
	const last = messages.at(-1);
	if (last?.role === 'tool') return { role: 'assistant', content: last.content };
	const name = tools[0]?.function.name;
	const call = { name, arguments: JSON.stringify({ [argument]: value }) };
	const tool_calls = [{ id: 'call_1', type: 'function', function: call }];
	return { role: 'assistant', content: null, tool_calls };
}

interface Model {
	url: string;
	asked: ModelRequest[];
	stop(): Promise<void>;
}

async function startModel(use: ToolUse): Promise<Model> {
	const asked: ModelRequest[] = [];
	const server = createServer((request, response) => {
		void bodyOf(request).then((body) => {
			asked.push(body);
			const message = reply(body, use);
			const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
			response.setHeader('content-type', 'application/json');
			response.end(
				JSON.stringify({
					id: `completion-${asked.length}`,
					object: 'chat.completion',
					created: 0,
					model: 'stand-in',
					choices: [{ index: 0, message, finish_reason }],
					usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
				}),
			);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		asked,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function agentWorkflow({ node, parameters, value }: ToolUse): Workflow {
	const agent = {
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 3,
		parameters: { promptType: 'define', text: `What is ${value}?` },
	};
	const model = {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.3,
		parameters: {
			model: { __rl: true, mode: 'id', value: 'stand-in' },
			responsesApiEnabled: false,
		},
		credentials: { openAiApi: { name: 'openAiApi' } },
	};
	const read = projectServices(node, { ...parameters, output: 'simplified' });
	const tool = { ...read, type: `${read.type}Tool` };
	const workflow = chain('Agent', agent, model, tool);
	const link = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	return {
		...workflow,
		// As in every workflow that the editor makes; in the older order the agent goes on without its tool.
		settings: { executionOrder: 'v1' },
		connections: {
			Start: link('main'),
			Model: link('ai_languageModel'),
			[node]: link('ai_tool'),
		},
	};
}

async function lastProduct(serviceUrl: string): Promise<Json> {
	const response = await fetch(
		`${serviceUrl}/SI/Subscribe/ProductCatalogs?id=${sampleIds.catalog}&pageNumber=1`,
	);
	const { Products = [] } = (await response.json()) as { Products?: Json[] };
	return Products.at(-1) ?? {};
}

async function usesOf({ sandbox }: Context): Promise<ToolUse[]> {
	const order = sandbox.find('purchaseOrder', 'PO-1001');
	const product = await lastProduct(sandbox.url);
	return [
		{
			node: 'Purchase order',
			parameters: {
				resource: 'purchaseOrder',
				operation: 'get',
				id: "={{ $fromAI('Purchase_Order_ID', 'The ID of the purchase order', 'string') }}",
			},
			argument: 'Purchase_Order_ID',
			value: 'PO-1001',
			described: /purchase order/i,
			told: String(order?.Vendor),
		},
		{
			node: 'Products',
			parameters: {
				resource: 'productCatalog',
				operation: 'get',
				id: sampleIds.catalog,
				filters: { partNumbers: "={{ $fromAI('Part_Number', 'The part number', 'string') }}" },
			},
			argument: 'Part_Number',
			value: String(product.PartNumber),
			described: /product/i,
			told: String(product.Id),
		},
	];
}

async function useTool({ n8n, credential }: Context, use: ToolUse): Promise<void> {
	const model = await startModel(use);
	try {
		const forModel = await n8n.api.createCredential('openAiApi', {
			apiKey: 'none',
			url: model.url,
		});
		const workflow = await n8n.api.importWorkflow(agentWorkflow(use), [credential, forModel]);
		const [answer] = itemsOf(await n8n.api.runWorkflow(workflow), 'Agent');
		const [first] = model.asked;
		const offered = first?.tools?.[0]?.function;
		assert.match(offered?.description ?? '', use.described);
		assert.deepEqual(Object.keys((offered?.parameters.properties ?? {}) as Json), [use.argument]);
		const told = String(answer?.json.output);
		assert.ok(told.includes(use.told), `The agent was told: ${told}`);
	} finally {
		await model.stop();
	}
}

/** A tool that publishes, with n8n's Retry On Fail; `sent` requests arrive where the first one ends with a status. */
async function retryTool({ n8n }: Context, status: number, sent: number): Promise<void> {
	const service = await startBareService((response, request, number) =>
		serviceReply(number === 1 ? status : 200, accepted)(response, request, number),
	);
	const name = "={{ $fromAI('Client_Name', 'The name of the client', 'string') }}";
	const use: ToolUse = {
		node: 'Publish',
		parameters: {
			resource: 'client',
			operation: 'publish',
			listId: 'agent',
			listName: 'By the agent',
			record: { mappingMode: 'defineBelow', value: { Name: name } },
		},
		argument: 'Client_Name',
		value: 'Harbour Hotel',
		described: /client/i,
		told: '',
	};
	const model = await startModel(use);
	try {
		const credentials = [
			await n8n.api.createCredential(credentialType, { baseUrl: service.url }, 'For the agent'),
			await n8n.api.createCredential('openAiApi', { apiKey: 'none', url: model.url }),
		];
		const workflow = agentWorkflow(use);
		const nodes = workflow.nodes.map((node) =>
			node.name === use.node
				? { ...node, retryOnFail: true, maxTries: 3, waitBetweenTries: 100 }
				: node,
		);
		await n8n.api.runWorkflow(await n8n.api.importWorkflow({ ...workflow, nodes }, credentials));
		assert.equal(service.arrived.length, sent);
	} finally {
		await model.stop();
		await service.stop();
	}
}

export async function run(context: Context): Promise<void> {
	for (const use of await usesOf(context)) await useTool(context, use);
	// Certainly not applied: tried again. May have been applied: not.
	await retryTool(context, 400, 2);
	await retryTool(context, 500, 1);
}
