// Runs the node in n8n-core's real engine: a start node with given items, then the node under test.
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteData,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IPollFunctions,
	IRun,
	IRunExecutionData,
	ITaskData,
	IWorkflowExecuteAdditionalData,
	NodeExecutionHint,
	OnError,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { ProjectServicesApi } from '../../credentials/ProjectServicesApi.credentials.js';
import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node.js';
import { hostRequire } from '../host/location.cjs';
import { splitSettings } from './splitSettings.mjs';

// What is used of n8n-core, whose types live with the host outside this project.
interface Core {
	readonly PollContext: new (
		workflow: Workflow,
		node: INode,
		data: IWorkflowExecuteAdditionalData,
		mode: WorkflowExecuteMode,
		activation: string,
	) => IPollFunctions;
	readonly ExecutionLifecycleHooks: new (
		mode: string,
		executionId: string,
		workflow: object,
	) => object;
	readonly DataDeduplicationService: {
		init(store: object): Promise<void>;
	};
	readonly WorkflowExecute: new (
		data: IWorkflowExecuteAdditionalData,
		mode: string,
		run: object,
	) => { processRunExecutionData(workflow: Workflow): Promise<IRun> & { cancel(): void } };
}

export const core = hostRequire<Core>('n8n-core');
const library = hostRequire<typeof import('n8n-workflow')>('n8n-workflow');

/** The newest number of each node, as n8n's database keeps it; with several processes, test/simulation does. */
const newest = new Map<string, number>();
void core.DataDeduplicationService.init({
	checkProcessedAndRecord: async (
		items: number[],
		_scope: string,
		{ node, workflow }: { node: INode; workflow: { id: string } },
	) => {
		const key = `${workflow.id} ${node.id}`;
		const last = newest.get(key) ?? -Infinity;
		newest.set(key, Math.max(last, ...items));
		const isNew = (item: number) => item > last;
		return { new: items.filter(isNew), processed: items.filter((item) => !isNew(item)) };
	},
});

export interface RunSettings {
	readonly parameters: INodeParameters;
	/** The input items' json; one empty item by default. */
	readonly items?: readonly object[];
	/** The items of several runs of the node in one execution, as a loop makes them; instead of `items`. */
	readonly runs?: ReadonlyArray<readonly object[]>;
	/** n8n's Retry On Fail: how often the node runs at most. */
	readonly tries?: number;
	/** n8n's Retry execution: goes on with the data of an execution that failed. */
	readonly retryOf?: IRunExecutionData;
	readonly credential: ICredentialDataDecryptedObject;
	/** What expressions in the credential give an input item; n8n resolves them for the item that is asked for. */
	readonly credentialOf?: (itemIndex: number) => ICredentialDataDecryptedObject;
	/** How the service behaves, as the credential says. */
	readonly service?: ICredentialDataDecryptedObject;
	readonly onError?: OnError;
	readonly timezone?: string;
	readonly mode?: 'manual' | 'evaluation' | 'trigger' | 'retry';
	/** The workflow's static data, as n8n saved it. */
	readonly staticData?: object;
	readonly executionId?: string;
	readonly workflowId?: string;
	readonly credentialId?: string;
	/** Another build of the node than the sources. */
	readonly nodeType?: INodeType;
	/** What nodes of the execution that ran before have left in its data. */
	readonly flow?: IDataObject;
	/** Called with the running execution, so that a test can stop it. */
	readonly whileRunning?: (stop: () => void) => void;
}

export interface RunResult {
	/** Items of the regular output, then those of the error output. */
	readonly outputs: INodeExecutionData[][];
	/** The json of the regular output's items. */
	readonly json: unknown[];
	readonly error?: Error & {
		description?: string;
		httpCode?: string;
		context?: { itemIndex?: number };
	};
	readonly hints: NodeExecutionHint[];
	/** The json of the regular output's items, by run of the node. */
	readonly runs: unknown[][];
	/** What n8n keeps of the execution. */
	readonly data: IRunExecutionData;
	/** What the node showed in the browser's console. */
	readonly shown: unknown[];
	readonly status: string;
	/** The workflow's static data afterwards; undefined where n8n would save nothing. */
	readonly staticData?: object;
}

const credentialType = new ProjectServicesApi();

// n8n, too, makes one of each node type.
const nodeType = new ProjectServices();

/** A node of a workflow, with the credential. */
export function nodeOf(
	name: string,
	type: string,
	parameters: INodeParameters = {},
	more: Partial<INode> = {},
): INode {
	const credentials = { projectServicesApi: { id: '1', name: 'Sandbox' } };
	const place: [number, number] = [0, 0];
	return {
		id: name,
		name,
		type,
		typeVersion: 1,
		position: place,
		parameters,
		credentials,
		...more,
	};
}

type WorkflowSettings = ConstructorParameters<typeof library.Workflow>[0];

/** A workflow as n8n has it in memory; `find` gives the type of each node. */
export function workflowOf(
	nodes: INode[],
	find: (type: string) => INodeType,
	more: Partial<WorkflowSettings> = {},
): Workflow {
	const types = { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
	return new library.Workflow({
		id: 'w',
		name: 'test',
		active: false,
		nodes,
		connections: {},
		nodeTypes: types as INodeTypes,
		settings: { executionOrder: 'v1', timezone: 'UTC' },
		...more,
	});
}

/** The data of an execution that begins with a node. */
export function beginningWith(node: INode, flow?: IDataObject): IRunExecutionData {
	const stack: IExecuteData[] = [{ node, data: { main: [[{ json: {} }]] }, source: null }];
	const contextData = flow ? { flow: structuredClone(flow) } : {};
	return library.createRunExecutionData({
		executionData: { nodeExecutionStack: stack, contextData } as never,
	});
}

function credentialsHelper(
	credential: ICredentialDataDecryptedObject,
	credentialOf?: RunSettings['credentialOf'],
) {
	return {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		preAuthentication: async () => undefined,
		getDecrypted: async (
			...[, , , , , , resolved]: ReadonlyArray<{ readonly itemIndex?: number } | undefined>
		) => ({ ...credential, ...credentialOf?.(resolved?.itemIndex ?? 0) }),
		getCredentialsProperties: () => credentialType.properties,
		authenticate: async (
			data: ICredentialDataDecryptedObject,
			_type: string,
			request: IHttpRequestOptions,
		) => {
			if (typeof credentialType.authenticate !== 'function')
				throw new Error('The credential has lost its function.');
			return await credentialType.authenticate(data, request);
		},
	};
}

/** What n8n gives every execution beside its workflow; here, a stand-in that knows one credential. */
export function additionalDataFor(
	{
		credential,
		credentialOf,
		executionId = '1',
		service,
	}: Pick<RunSettings, 'credential' | 'credentialOf' | 'executionId' | 'service'>,
	shown: unknown[],
): IWorkflowExecuteAdditionalData {
	const workflow = { id: 'w', name: 'test', nodes: [], connections: {} };
	const hooks = new core.ExecutionLifecycleHooks('manual', executionId, workflow);
	return {
		credentialsHelper: credentialsHelper(
			{
				...credential,
				...(service && Object.keys(service).length > 0 && { serviceSettings: true, ...service }),
			},
			credentialOf,
		),
		executionId,
		currentNodeExecutionIndex: 0,
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		variables: {},
		hooks,
		setExecutionStatus: () => undefined,
		sendDataToUI: (_type: string, data: unknown) =>
			shown.push((data as { message?: unknown }).message ?? data),
		logAiEvent: () => undefined,
	} as unknown as IWorkflowExecuteAdditionalData;
}

function jsonOf(task: ITaskData | undefined): unknown[] {
	return (task?.data?.main[0] ?? []).map(({ json }) => json);
}

/** What n8n does with the data of a failed execution before it goes on with it. */
function resumed(failed: IRunExecutionData, workflow: Workflow): IRunExecutionData {
	// As it is read back from the database.
	const data = JSON.parse(JSON.stringify(failed)) as IRunExecutionData;
	const { executionData, resultData } = data;
	delete resultData.error;
	const runs = resultData.runData[resultData.lastNodeExecuted ?? ''];
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	// With the workflow as it is saved now.
	for (const entry of executionData?.nodeExecutionStack ?? [])
		entry.node = workflow.getNode(entry.node.name) ?? entry.node;
	return data;
}

function resultOf(run: IRun, shown: unknown[]): RunResult {
	const tasks = run.data.resultData.runData['Project Services'] ?? [];
	const task = tasks.at(-1);
	const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
	const error = task?.error ?? run.data.resultData.error;
	return {
		outputs,
		json: jsonOf(task),
		runs: tasks.map(jsonOf),
		data: run.data,
		...(error ? { error: error as RunResult['error'] & Error } : {}),
		hints: task?.hints ?? [],
		shown,
		status: run.status,
	};
}

/** Executes the node in n8n's engine and gives what its outputs, its error and its hints were. */
export async function runNode(settings: RunSettings): Promise<RunResult> {
	const runs = (settings.runs ?? [settings.items ?? [{}]]).map(
		(items) => items.map((json) => ({ json })) as INodeExecutionData[],
	);
	const { onError, retryOf, tries, credentialId = '1' } = settings;
	const { parameters, service } = splitSettings(settings.parameters);
	const description = { name: 'start', version: 1, inputs: [], properties: [] };
	const startType: unknown = {
		description: { ...description, outputs: runs.map(() => 'main') },
		execute: async () => runs,
	};
	const start = nodeOf('Start', 'test.start');
	const ours = nodeOf(
		'Project Services',
		'n8n-nodes-project-services.projectServices',
		parameters,
		{
			credentials: { projectServicesApi: { id: credentialId, name: 'Sandbox' } },
			...(onError && { onError }),
			...(tries && { retryOnFail: true, maxTries: tries, waitBetweenTries: 1 }),
		},
	);
	const find = (type: string) =>
		type === start.type ? (startType as INodeType) : (settings.nodeType ?? nodeType);
	const workflow = workflowOf([start, ours], find, {
		id: settings.workflowId ?? 'w',
		connections: {
			Start: { main: runs.map(() => [{ node: ours.name, type: 'main' as never, index: 0 }]) },
		},
		settings: { executionOrder: 'v1', timezone: settings.timezone ?? 'UTC' },
		staticData: structuredClone(settings.staticData ?? {}) as IDataObject,
	});
	const shown: unknown[] = [];
	const execution = new core.WorkflowExecute(
		additionalDataFor({ ...settings, service: { ...settings.service, ...service } }, shown),
		settings.mode ?? 'manual',
		retryOf ? resumed(retryOf, workflow) : beginningWith(start, settings.flow),
	);
	const running = execution.processRunExecutionData(workflow);
	settings.whileRunning?.(() => running.cancel());
	const result = resultOf(await running, shown);
	const isSaved = settings.mode !== 'manual' && workflow.staticData.__dataChanged === true;
	if (!isSaved) return result;
	return { ...result, staticData: JSON.parse(JSON.stringify(workflow.staticData)) as object };
}
