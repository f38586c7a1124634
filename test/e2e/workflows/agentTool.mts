// An AI agent of n8n uses the node as its tool. Its language model is a stand-in on this machine that calls the tool
// once and then repeats what the tool returned.
import assert from 'node:assert/strict';

import type { Json, Workflow } from '../../host/rest/apiTypes.mjs';
import { type Answer, reply } from '../../nodes/service.mjs';
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
	'An AI agent reads a purchase order and publishes a client through the node as its tool';

/** One use of the tool: the node's parameters, and the argument that the model gives. */
interface ToolUse {
	readonly node: string;
	readonly parameters: Json;
	// n8n keeps "id" for itself.
	readonly argument: string;
	readonly value: string;
	/** What the tool's description must say. */
	readonly described: RegExp;
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

/** The model gives this argument; the parameter holds what n8n puts there when a person lets the model fill it in. */
function fromModel(argument: string): string {
	return `={{ $fromAI('${argument}', 'What was asked for', 'string') }}`;
}

const readUse = {
	node: 'Purchase order',
	parameters: { resource: 'purchaseOrder', operation: 'get', id: fromModel('Purchase_Order_ID') },
	argument: 'Purchase_Order_ID',
	value: 'PO-1001',
	described: /purchase order/i,
};

const publishUse: ToolUse = {
	node: 'Publish',
	parameters: {
		resource: 'client',
		operation: 'publish',
		listId: 'agent',
		listName: 'By the agent',
		record: {
			mappingMode: 'defineBelow',
			value: { Name: fromModel('Client_Name') },
		},
	},
	argument: 'Client_Name',
	value: 'Harbour Hotel',
	described: /client/i,
};

/** The agent uses the tool at the service; it was offered the tool with its one argument. Returns what it was told. */
async function useTool({ n8n: { api } }: Context, baseUrl: string, use: ToolUse): Promise<string> {
	return await withService(modelOf(use), async (model) => {
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
		return String(dataOf(execution, 'Agent')[0]?.output);
	});
}

export async function run(context: Context): Promise<void> {
	const { url, find } = context.sandbox;
	const told = await useTool(context, url, readUse);
	const vendor = String(find('purchaseOrder', readUse.value)?.Vendor);
	assert.ok(told.includes(vendor), `The agent was told: ${told}`);
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
