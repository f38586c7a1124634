// n8n's own engine in this process, without its editor and database: it runs an example in a fraction of a second.
import type {
	IDataObject,
	IExecuteData,
	INode,
	INodeExecutionData,
	IPinData,
	IPollFunctions,
	IRun,
	IWorkflowExecuteAdditionalData,
	Workflow as EngineWorkflow,
} from 'n8n-workflow';

import { chain, projectServices } from '../e2e/context.mjs';
import { hostRequire } from '../host/location.cjs';
import { nodeRuns, type RunTask } from '../host/rest/api.mjs';
import type { Execution, Json, Workflow } from '../host/rest/apiTypes.mjs';
import { deduplicationStore } from '../nodes/deduplication.mjs';
import { newDataTables } from './dataTables.mjs';
import type { ExampleHost, Start } from './example.mjs';
import { credentialsHelper, nodeTypes } from './nodeTypes.mjs';
import type { Credentials } from './world.mjs';

type Library = typeof import('n8n-workflow');

// What is used of n8n-core, whose types live with the installed n8n outside this project.
interface Core {
	readonly DataDeduplicationService: { init(store: object): Promise<void> };
	readonly ExecutionLifecycleHooks: new (
		mode: string,
		executionId: string,
		workflow: object,
	) => object;
	readonly WorkflowExecute: new (
		data: IWorkflowExecuteAdditionalData,
		mode: string,
		run: object,
	) => { processRunExecutionData(workflow: EngineWorkflow): Promise<IRun> };
	readonly PollContext: new (
		workflow: EngineWorkflow,
		node: INode,
		data: IWorkflowExecuteAdditionalData,
		mode: string,
		activation: string,
	) => IPollFunctions;
}

interface Saved {
	readonly workflow: Workflow;
	staticData: IDataObject;
}

/** Starts the engine; `credentials` are those of every workflow that it runs. */
export function engineHost(credentials: Credentials): ExampleHost {
	const core = hostRequire<Core>('n8n-core');
	const library = hostRequire<Library>('n8n-workflow');
	const saved = new Map<string, Saved>();
	void core.DataDeduplicationService.init(deduplicationStore());
	const tables = newDataTables(library);
	let count = 0;

	const additionalData = (executionId: string, { name }: Workflow, mode: string) => {
		const workflow = { id: name, name, active: true, nodes: [], connections: {} };
		return {
			credentialsHelper: credentialsHelper(credentials),
			executionId,
			currentNodeExecutionIndex: 0,
			instanceBaseUrl: 'http://127.0.0.1/',
			formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
			webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
			variables: {},
			hooks: new core.ExecutionLifecycleHooks(mode, executionId, workflow),
			setExecutionStatus: () => undefined,
			sendDataToUI: () => undefined,
			logAiEvent: () => undefined,
			'data-table': { dataTableProxyProvider: tables.provider },
		} as unknown as IWorkflowExecuteAdditionalData;
	};

	const run = async (
		id: string,
		{ trigger, production }: Start,
		json: object = {},
	): Promise<Execution> => {
		const entry = saved.get(id);
		if (!entry) throw new Error(`There is no workflow ${id}.`);
		const executionId = String(++count);
		const workflow = new library.Workflow({
			id,
			name: entry.workflow.name,
			active: production === true,
			nodes: structuredClone(entry.workflow.nodes) as unknown as INode[],
			connections: entry.workflow.connections as never,
			nodeTypes,
			staticData: structuredClone(entry.staticData),
			settings: { executionOrder: 'v1', timezone: 'UTC', ...entry.workflow.settings },
		});
		const node = workflow.getNode(trigger);
		if (!node) throw new Error(`"${entry.workflow.name}" has no trigger "${trigger}".`);
		const mode = production ? 'trigger' : 'manual';
		const data = additionalData(executionId, entry.workflow, mode);
		const { poll } = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const isPolled = poll !== undefined && production === true;
		const emitted = isPolled
			? await poll.call(new core.PollContext(workflow, node, data, mode, 'activate'))
			: ([[{ json }]] as INodeExecutionData[][]);
		// As n8n saves it.
		const keep = () => {
			entry.staticData = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
		};
		if (isPolled) keep();
		if (emitted === null) return { id: executionId, status: 'success', workflowId: id, nodes: {} };
		const stack: IExecuteData[] = [{ node, data: { main: emitted }, source: null }];
		const runData = library.createRunExecutionData({
			resultData: { pinData: entry.workflow.pinData as IPinData | undefined },
			executionData: { nodeExecutionStack: stack } as never,
		});
		const execution = new core.WorkflowExecute(data, mode, runData);
		const done = await execution.processRunExecutionData(workflow);
		if (production) keep();
		const { runData: runs, error } = done.data.resultData;
		return {
			id: executionId,
			status: done.status,
			workflowId: id,
			nodes: nodeRuns(runs as unknown as Record<string, RunTask[]>),
			error: error as Execution['error'],
		};
	};

	const load = async (workflow: Workflow): Promise<string> => {
		const id = `workflow-${++count}`;
		saved.set(id, { workflow, staticData: {} });
		return await Promise.resolve(id);
	};

	return {
		load,
		loadForTrial: load,
		run,
		fail: async (id) => {
			const parameters = { resource: 'purchaseOrder', operation: 'get', id: 'PO-0' };
			const failing = await load(
				chain('Failing Workflow', projectServices('Get Purchase Order', parameters)),
			);
			const { error, id: execution, nodes } = await run(failing, { trigger: 'Start' });
			// What n8n gives to the error workflow.
			const told: Json = {
				id: execution,
				url: `http://127.0.0.1/workflow/${failing}/executions/${execution}`,
				error: { message: error?.message, stack: '' },
				lastNodeExecuted: Object.keys(nodes).at(-1),
				mode: 'trigger',
			};
			const trigger = saved
				.get(id)
				?.workflow.nodes.find(({ type }) => type.endsWith('errorTrigger'));
			const json = { execution: told, workflow: { id: failing, name: 'Failing Workflow' } };
			await run(id, { trigger: trigger?.name ?? '', production: true }, json);
		},
		tables: async () => await Promise.resolve(tables.all()),
		setRows: tables.setRows,
		reset: async () => {
			saved.clear();
			tables.clear();
			await Promise.resolve();
		},
	};
}
