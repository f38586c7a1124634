// An AI agent of n8n uses the node as its tool. Its language model is a stand-in on this machine that calls the tool
// once and then repeats what the tool returned.
import assert from 'node:assert/strict';

import type { Json, Workflow } from '../../host/rest/apiTypes.mjs';
import { type Answer, reply } from '../../nodes/service.mjs';
import { productId } from '../../sandbox/data/products';
import { sampleIds } from '../../sandbox/state';
import {
	acceptingExcept,
	chain,
	credentialType,
	dataOf,
	link,
	projectServices,
	retryOnFail,
	withService,
	type Context,
} from '../context.mjs';

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

interface ModelRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string; description: string; parameters: Json } }>;
}

/** First the wish to use the tool, then what came back from it as the answer. */
function modelOf({ argument, value }: ToolUse): Answer {
	return (response, request, number) => {
		const { messages, tools = [] } = JSON.parse(request.body) as ModelRequest;
		const last = messages.at(-1);
		const isTold = last?.role === 'tool';
		const name = tools[0]?.function.name;
		const call = { name, arguments: JSON.stringify({ [argument]: value }) };
		const message = isTold
			? { role: 'assistant', content: last.content }
			: {
					role: 'assistant',
					content: null,
					tool_calls: [{ id: 'call_1', type: 'function', function: call }],
				};
		const completion = {
			id: `completion-${number}`,
			object: 'chat.completion',
			created: 0,
			model: 'stand-in',
			choices: [{ index: 0, message, finish_reason: isTold ? 'stop' : 'tool_calls' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
		reply(200, JSON.stringify(completion))(response, request, number);
	};
}

function agentWorkflow({ node, parameters, value }: ToolUse): Workflow {
	const langchain = (name: string, type: string, typeVersion: number, own: Json) => {
		return { name, type: `@n8n/n8n-nodes-langchain.${type}`, typeVersion, parameters: own };
	};
	const prompt = { promptType: 'define', text: `What is ${value}?` };
	const chosen = { __rl: true, mode: 'id', value: 'stand-in' };
	const model = langchain('Model', 'lmChatOpenAi', 1.3, {
		model: chosen,
		responsesApiEnabled: false,
	});
	const credentials = { openAiApi: { name: 'openAiApi' } };
	const read = projectServices(node, { ...parameters, output: 'simplified' });
	const workflow = chain(
		'Agent',
		langchain('Agent', 'agent', 3, prompt),
		{ ...model, credentials },
		{ ...read, type: `${read.type}Tool`, ...retryOnFail },
	);
	const toAgent = (type: string) => ({ [type]: [link('Agent', type)] });
	return {
		...workflow,
		connections: {
			Start: toAgent('main'),
			Model: toAgent('ai_languageModel'),
			[node]: toAgent('ai_tool'),
		},
	};
}

function usesOf({ sandbox }: Context): ToolUse[] {
	const order = sandbox.find('purchaseOrder', 'PO-1001');
	const product = sandbox.find('product', productId(1, 100));
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
			value: String(product?.PartNumber),
			described: /product/i,
			told: String(product?.Id),
		},
	];
}

const publishUse: ToolUse = {
	node: 'Publish',
	parameters: {
		resource: 'client',
		operation: 'publish',
		listId: 'agent',
		listName: 'By the agent',
		record: {
			mappingMode: 'defineBelow',
			value: { Name: "={{ $fromAI('Client_Name', 'The name of the client', 'string') }}" },
		},
	},
	argument: 'Client_Name',
	value: 'Harbour Hotel',
	described: /client/i,
	told: '',
};

/** The agent uses the tool at the service; it was offered the tool with its one argument, and told the result. */
async function useTool({ n8n: { api } }: Context, baseUrl: string, use: ToolUse): Promise<void> {
	await withService(modelOf(use), async (model) => {
		const url = `${model.url}/v1`;
		const credentials = [
			await api.createCredential(credentialType, { baseUrl }),
			await api.createCredential('openAiApi', { apiKey: 'none', url }),
		];
		const workflow = await api.importWorkflow(agentWorkflow(use), credentials);
		const execution = await api.runWorkflow(workflow);
		const first = JSON.parse(model.arrived[0]?.body ?? '{}') as ModelRequest;
		const offered = first.tools?.[0]?.function;
		assert.match(offered?.description ?? '', use.described);
		assert.deepEqual(Object.keys((offered?.parameters.properties ?? {}) as Json), [use.argument]);
		if (use.told === '') return;
		const told = String(dataOf(execution, 'Agent')[0]?.output);
		assert.ok(told.includes(use.told), `The agent was told: ${told}`);
	});
}

export async function run(context: Context): Promise<void> {
	for (const use of usesOf(context)) await useTool(context, context.sandbox.url, use);
	// Certainly not applied: n8n tries again, and the request is sent again. May have been applied: it is not.
	for (const [status, sent] of [
		[400, 2],
		[500, 1],
	] as const) {
		await withService(acceptingExcept(1, status), async (service) => {
			await useTool(context, service.url, publishUse);
			assert.equal(service.arrived.length, sent);
		});
	}
}
