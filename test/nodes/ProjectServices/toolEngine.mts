// Hands the node as a tool to an agent in n8n-core's real engine. The agent is a stand-in that calls the
// tool with given arguments; the tool around the node is n8n's own.
import type {
	IExecuteData,
	IExecuteFunctions,
	INode,
	INodeParameters,
	INodeType,
	INodeTypeDescription,
	INodeTypes,
	IRun,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';

import { ProjectServices } from '../../../nodes/ProjectServices/ProjectServices.node';
import { hostRequire } from '../../host/location.cjs';
import { additionalDataFor } from '../engine.mjs';

/** What an agent is told of the tool, and what the tool gave it. */
export interface ToolUse {
	readonly name: string;
	readonly description: string;
	/** The names of the arguments that the agent has to give. */
	readonly wanted: string[];
	/** The text that goes back to the agent's language model. */
	readonly answer?: string;
	/** What the agent is told instead of an answer. */
	readonly failure?: string;
}

export interface ToolCall {
	readonly baseUrl: string;
	readonly parameters: INodeParameters;
	readonly args: Record<string, unknown>;
	/** How often the agent calls it, with the same arguments; once by default. */
	readonly calls?: number;
}

interface Tool {
	readonly name: string;
	readonly description: string;
	readonly schema: { readonly shape: object };
	invoke(args: object): Promise<string>;
}

// What is used of the tested n8n, whose types live with the host outside this project.
interface ToolGeneration {
	convertNodeToAiTool(item: { description: INodeTypeDescription }): unknown;
}

interface Core {
	readonly WorkflowExecute: new (
		data: IWorkflowExecuteAdditionalData,
		mode: string,
		run: object,
	) => { processRunExecutionData(workflow: Workflow): Promise<IRun> };
}

/** n8n's loader makes a second node of each that is usable as a tool; this is that one. */
function toolType(): INodeType {
	const node = new ProjectServices();
	const { convertNodeToAiTool } = hostRequire<ToolGeneration>('n8n/dist/tool-generation');
	convertNodeToAiTool(node);
	return node;
}

async function useTool(tool: Tool, args: object): Promise<ToolUse> {
	const { name, description } = tool;
	const told = { name, description, wanted: Object.keys(tool.schema.shape) };
	try {
		return { ...told, answer: await tool.invoke(args) };
	} catch (error) {
		return { ...told, failure: error instanceof Error ? error.message : String(error) };
	}
}

function agentType(args: object, calls: number, report: (use: ToolUse) => void): INodeType {
	return {
		description: {
			displayName: 'Agent',
			name: 'agent',
			group: [],
			version: 1,
			description: '',
			defaults: {},
			inputs: [{ type: 'main' }, { type: 'ai_tool' }],
			outputs: ['main'],
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as Tool[];
			for (let call = 0; call < calls; call++) report(await useTool(tool, args));
			return [[]];
		},
	} as unknown as INodeType;
}

function nodesOf(parameters: INodeParameters): INode[] {
	const common = { typeVersion: 1, position: [0, 0] as [number, number] };
	return [
		{ ...common, id: 'agent', name: 'Agent', type: 'test.agent', parameters: {} },
		{
			...common,
			id: 'tool',
			name: 'Project Services',
			type: 'n8n-nodes-project-services.projectServicesTool',
			parameters: { descriptionType: 'auto', ...parameters },
			credentials: { projectServicesApi: { id: '1', name: 'Sandbox' } },
		},
	];
}

/** Runs an agent that calls the tool; gives its last use. */
export async function callTool({
	baseUrl,
	parameters,
	args,
	calls = 1,
}: ToolCall): Promise<ToolUse> {
	const { WorkflowExecute } = hostRequire<Core>('n8n-core');
	const library = hostRequire<typeof import('n8n-workflow')>('n8n-workflow');
	const uses: ToolUse[] = [];
	const agent = agentType(args, calls, (use) => uses.push(use));
	const tool = toolType();
	const find = (type: string) => (type === 'test.agent' ? agent : tool);
	const workflow = new library.Workflow({
		id: 'w',
		name: 'test',
		active: false,
		nodes: nodesOf(parameters),
		connections: {
			'Project Services': { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
		nodeTypes: {
			getByName: find,
			getByNameAndVersion: find,
			getKnownTypes: () => ({}),
		} as INodeTypes,
		settings: { executionOrder: 'v1', timezone: 'UTC' },
	});
	const start = workflow.getNode('Agent') as INode;
	const stack: IExecuteData[] = [{ node: start, data: { main: [[{ json: {} }]] }, source: null }];
	const execution = new WorkflowExecute(
		additionalDataFor({ credential: { baseUrl, authentication: 'none' } }, []),
		'manual',
		library.createRunExecutionData({ executionData: { nodeExecutionStack: stack } as never }),
	);
	const { data } = await execution.processRunExecutionData(workflow);
	const use = uses.at(-1);
	if (use === undefined)
		throw new Error(data.resultData.error?.message ?? 'The agent did not run.');
	return use;
}
