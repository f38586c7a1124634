// The node as an AI agent's tool in n8n's engine: the agent gives what is asked of it, and gets little and useful back.
// The agent is a stand-in that calls the tool with given arguments; the tool around the node is n8n's own.
import type {
	IExecuteFunctions,
	INodeParameters,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { ProjectServices } from '../../../nodes/ProjectServices/ProjectServices.node';
import { hostRequire } from '../../host/location.cjs';
import { type Fault, type Sandbox, startSandbox } from '../../sandbox/server.mjs';
import { additionalDataFor, beginningWith, core, nodeOf, workflowOf } from '../engine.mjs';

jest.setTimeout(60_000);

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ products: 1 });
});
afterAll(async () => await sandbox.stop());

interface Tool {
	readonly description: string;
	readonly schema: { readonly shape: object };
	invoke(args: object): Promise<string>;
}

/** What an agent is told of the tool, and the last text that went back to its language model. */
interface Use {
	description?: string;
	/** The arguments that the agent has to give. */
	wanted?: string[];
	answer?: string;
	failure?: string;
}

// What is used of the tested n8n, whose types live with the host outside this project.
interface ToolGeneration {
	convertNodeToAiTool(item: INodeType): unknown;
	createAiTools(types: object, known: object): void;
}

const toolGeneration = hostRequire<ToolGeneration>('n8n/dist/tool-generation');
const { NodeHelpers } = hostRequire<typeof import('n8n-workflow')>('n8n-workflow');

/** Runs an agent that calls the tool with these arguments, or with each of several. */
async function call(
	parameters: INodeParameters,
	args: object | readonly object[] = {},
	mode: 'manual' | 'trigger' = 'manual',
): Promise<Use> {
	const use: Use = {};
	const agentType: unknown = {
		description: { version: 1, inputs: [{ type: 'ai_tool' }], outputs: ['main'], properties: [] },
		async execute(this: IExecuteFunctions) {
			const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as Tool[];
			use.description = tool?.description;
			use.wanted = Object.keys(tool?.schema.shape ?? {});
			for (const each of [args].flat()) {
				use.answer = await tool?.invoke(each as object).catch((error: unknown) => {
					use.failure = String(error);
					return undefined;
				});
			}
			return [[]];
		},
	};
	const toolType = new ProjectServices();
	toolGeneration.convertNodeToAiTool(toolType);
	const agent = nodeOf('Agent', 'test.agent');
	const tool = nodeOf('Tool', 'test.tool', { descriptionType: 'auto', ...parameters });
	const find = (type: string) => (type === agent.type ? (agentType as INodeType) : toolType);
	const toAgent = { ai_tool: [[{ node: 'Agent', type: 'ai_tool' as never, index: 0 }]] };
	const workflow = workflowOf([agent, tool], find, { connections: { Tool: toAgent } });
	const credential = { baseUrl: sandbox.url, authentication: 'none' };
	const data = additionalDataFor({ credential }, []);
	const execution = new core.WorkflowExecute(data, mode, beginningWith(agent));
	const { error } = (await execution.processRunExecutionData(workflow)).data.resultData;
	expect(error).toBeUndefined();
	return use;
}

const order = {
	resource: 'purchaseOrder',
	operation: 'get',
	id: "={{ $fromAI('id', 'The ID of the purchase order', 'string') }}",
};
test('an ID that does not exist is explained, so that the agent can ask again', async () => {
	const { description, failure, wanted } = await call(order, { id: 'PO-9999' });
	expect(description).toMatch(/purchase order/i);
	expect(wanted).toEqual(['id']);
	expect(failure).toContain('The service did not find the purchase order with the ID "PO-9999"');
	expect(failure).toContain('Check the ID');
});

function publishing(value: INodeParameters): INodeParameters {
	const record = { mappingMode: 'defineBelow', value };
	return { resource: 'client', operation: 'publish', listId: 'agent', listName: 'A', record };
}

const receipt = { MessageId: '6f960ad2-0000-4000-8000-000000000002', error: null };

test.each<Fault | undefined>([
	{ kind: 'status', status: 500, applied: true },
	{ kind: 'status', status: 400 },
	// n8n takes it for a failure.
	{ kind: 'status', status: 200, body: receipt },
	undefined,
])('each call is a write of its own, also after %j', async (fault) => {
	sandbox.reset();
	sandbox.forgetRequests();
	if (fault) sandbox.setFault({ fault });
	const { answer = '' } = await call(publishing({ Name: 'Hotel' }), [{}, {}]);
	expect(answer).not.toContain('fromEarlierTry');
	expect(sandbox.requests).toHaveLength(2);
});

/** The node as people have it, and as n8n makes a tool of it. */
function bothDescriptions(): [INodeTypeDescription, INodeTypeDescription] {
	const { description: node } = new ProjectServices();
	const nodes = [node];
	toolGeneration.createAiTools({ nodes }, { nodes: { projectServices: {} }, credentials: {} });
	return nodes as [INodeTypeDescription, INodeTypeDescription];
}

/** The parameters of an operation that n8n shows, with the values and the options that they offer. */
function offered(description: INodeTypeDescription, values: INodeParameters): string[] {
	const node = nodeOf('Tool', description.name, values);
	const isShown = (property: INodeProperties) =>
		NodeHelpers.displayParameter(values, property, node, description, values);
	return description.properties.filter(isShown).flatMap(({ name, type, options = [] }) => {
		const inner = options as INodeProperties[];
		if (type === 'collection') return inner.filter(isShown).map((option) => option.name);
		return (options as Array<{ value: unknown }>).map(({ value }) => `${name}: ${String(value)}`);
	});
}

test('a tool offers neither files nor the change feed, and all else', () => {
	const [node, tool] = bothDescriptions();
	const get = { resource: 'productCatalog', operation: 'get', returnAs: 'file' };
	const all = offered(node, get);
	const inTools = offered(tool, get);
	expect(all.filter((name) => !inTools.includes(name)).sort()).toEqual([
		'binaryProperty',
		'fileFormat',
		'fileName',
		'operation: commitChanges',
		'operation: getChanges',
		'returnAs: file',
	]);
	expect(inTools).toEqual(
		expect.arrayContaining(['operation: get', 'returnAs: products', 'onlyFilled']),
	);
	expect(new Set(inTools).size).toBe(inTools.length);
});
