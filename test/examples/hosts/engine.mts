// n8n's own engine in this process, without its editor and database: quick, and able to lose everything in the middle.
import type {
	IDataObject,
	IExecuteData,
	INode,
	INodeExecutionData,
	IRun,
	IWorkflowExecuteAdditionalData,
	IPinData,
	IPollFunctions,
	Workflow as EngineWorkflow,
} from 'n8n-workflow';

import { nodeRuns, type RunTask } from '../../host/rest/api.mjs';
import type { Execution, Workflow } from '../../host/rest/apiTypes.mjs';
import { hostRequire } from '../../host/location.cjs';
import { failingWorkflow, type Host, type Start } from '../example.mjs';
import type { Credentials } from '../world.mjs';
import { newDataTables } from './dataTables.mjs';
import { credentialsHelper, forgetNodes, nodeTypes } from './nodeTypes.mjs';

type Library = typeof import('n8n-workflow');

// What is used of n8n-core, whose types live with the installed n8n outside this project.
interface Core {
	readonly ExecutionLifecycleHooks: new (
		mode: string,
		executionId: string,
		workflow: object,
	) => { addHandler(event: string, handler: (node: string) => void): void };
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

/** The connections to databases that n8n's nodes keep open. */
interface Pools {
	readonly ConnectionPoolManager: {
		getInstance(logger: unknown): { purgeConnections(): void };
	};
}

/** How many steps a run with some changes has. */
const usualSteps = 20;

interface Saved {
	readonly workflow: Workflow;
	staticData: IDataObject;
}

/**
 * Starts the engine.
 *
 * @param credentials those of every workflow that it runs
 * @param cutOff cuts the engine off from the database, as a part of killing it
 */
export function startEngine(credentials: Credentials, cutOff: (isDead: boolean) => void): Host {
	const core = hostRequire<Core>('n8n-core');
	const library = hostRequire<Library>('n8n-workflow');
	const pools = hostRequire<Pools>('n8n-nodes-base/dist/utils/connection-pool-manager.js');
	const saved = new Map<string, Saved>();
	let executions = 0;
	let isDead = false;
	const tables = newDataTables(library, () => {
		step();
		if (isDead) throw new Error('n8n is gone.');
	});
	// What was done so far: a node that ended, or a use of a data table. At `killAt` of them, everything ends.
	let steps = 0;
	let killAt = Infinity;
	let killAtNode: string | undefined;
	let onKilled = () => {};
	const kill = (dead: boolean) => {
		isDead = dead;
		killAt = Infinity;
		killAtNode = undefined;
		cutOff(dead);
		if (dead) onKilled();
	};
	const step = (node?: string) => {
		steps += 1;
		if (steps >= killAt || (node !== undefined && node === killAtNode)) kill(true);
	};

	const additionalData = (executionId: string, { name }: Workflow, mode: string) => {
		const workflow = { id: name, name, active: true, nodes: [], connections: {} };
		const hooks = new core.ExecutionLifecycleHooks(mode, executionId, workflow);
		hooks.addHandler('nodeExecuteAfter', (node) => step(node));
		return {
			credentialsHelper: credentialsHelper(credentials),
			executionId,
			currentNodeExecutionIndex: 0,
			instanceBaseUrl: 'http://127.0.0.1/',
			formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
			webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
			variables: {},
			hooks,
			setExecutionStatus: () => undefined,
			sendDataToUI: () => undefined,
			logAiEvent: () => undefined,
			'data-table': { dataTableProxyProvider: tables.provider },
		} as unknown as IWorkflowExecuteAdditionalData;
	};

	const run = async (id: string, { trigger, production, json }: Start): Promise<Execution> => {
		const entry = saved.get(id);
		if (!entry) throw new Error(`There is no workflow ${id}.`);
		executions += 1;
		const executionId = String(executions);
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
		const given = isPolled
			? await poll.call(new core.PollContext(workflow, node, data, mode, 'activate'))
			: ([[{ json: { ...json } }]] as INodeExecutionData[][]);
		// As n8n saves it.
		const keep = () => {
			if (isDead) return;
			entry.staticData = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
		};
		if (isPolled) keep();
		if (given === null) return { id: executionId, status: 'success', workflowId: id, nodes: {} };
		const stack: IExecuteData[] = [{ node, data: { main: given }, source: null }];
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

	return {
		load: async (workflow) => {
			const id = `workflow-${saved.size + 1}`;
			saved.set(id, { workflow, staticData: {} });
			return id;
		},
		run,
		fail: async (id, trigger) => {
			const failing = `failing-${saved.size + 1}`;
			saved.set(failing, { workflow: failingWorkflow(), staticData: {} });
			const { error, id: execution, nodes } = await run(failing, { trigger: 'Start' });
			// What n8n gives to the error workflow.
			const told = {
				id: execution,
				url: `http://127.0.0.1/workflow/${failing}/executions/${execution}`,
				error: { message: error?.message, stack: '' },
				lastNodeExecuted: Object.keys(nodes).at(-1),
				mode: 'trigger',
			};
			const json = { execution: told, workflow: { id: failing, name: failingWorkflow().name } };
			await run(id, { trigger, production: true, json });
		},
		tables: async () => tables.all(),
		setRows: tables.setRows,
		reset: async () => {
			saved.clear();
			tables.clear();
		},
		killAt: async ({ share, node }) => {
			killAtNode = node;
			killAt = node === undefined ? steps + 1 + Math.floor(share * usualSteps) : Infinity;
			await new Promise<void>((resolve) => {
				onKilled = resolve;
			});
		},
		revive: async () => {
			kill(false);
			forgetNodes();
			pools.ConnectionPoolManager.getInstance({ debug: () => undefined }).purgeConnections();
		},
	};
}
