// What every end-to-end scenario is given, and what scenarios share: workflows, services, executions and checks.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type {
	Credential,
	Execution,
	Item,
	Json,
	SavedWorkflow,
	Workflow,
	WorkflowNode,
} from '../host/rest/apiTypes.mjs';
import type { Editor } from '../host/servers/browser.mjs';
import type { RunningN8n } from '../host/servers/n8n.mjs';
import type { Program } from '../host/systemPackages.mjs';
import type { PackedPackage } from '../host/packages/pack.mjs';
import { type Answer, type BareService, reply, startBareService } from '../nodes/service.mjs';
import type { Sandbox } from '../sandbox/server.mjs';

const folder = path.dirname(fileURLToPath(import.meta.url));

/** Where the pictures and the log of a run go. */
export const output = path.join(folder, 'output');

export const credentialType = 'projectServicesApi';

export interface Context {
	n8n: RunningN8n;
	sandbox: Sandbox;
	packed: PackedPackage;
	/** A working credential for the sandbox. */
	credential: Credential;
	/** Whether the pictures of this run become those of the README. */
	keepPictures: boolean;
	/** The editor in a browser, which scenarios share; its window may have any size. */
	editor(): Promise<Editor>;
}

export interface Scenario {
	title: string;
	run(context: Context): Promise<void>;
	/** Longest time in seconds; 120 if left out. */
	seconds?: number;
	/** True of the few that `.ci/run` runs. */
	short?: boolean;
	/** Programs of the operating system that it needs. */
	needs?: readonly Program[];
	/** True of what starts an n8n of its own and leaves the shared one alone. */
	ownN8n?: boolean;
}

/** A node of n8n itself. */
export function baseNode(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Json,
): WorkflowNode {
	return { name, type: `n8n-nodes-base.${type}`, typeVersion, parameters };
}

/** The package's action node. */
export function projectServices(name: string, parameters: Json): WorkflowNode {
	return {
		name,
		type: 'n8n-nodes-project-services.projectServices',
		parameters,
		credentials: { [credentialType]: { name: credentialType } },
	};
}

/** Gives one item. */
export function given(name: string, item: object): WorkflowNode {
	return baseNode(name, 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify(item) });
}

/** Nodes that give these items. */
export function itemsNodes(list: readonly object[]): WorkflowNode[] {
	const parameters = { fieldToSplitOut: 'list', options: {} };
	return [given('Given', { list }), baseNode('Split', 'splitOut', 1, parameters)];
}

/** Publishes its items as clients. */
export function publishNode(settings: object = {}, options: object = {}): WorkflowNode {
	const parameters = {
		resource: 'client',
		operation: 'publish',
		listId: 'L1',
		listName: 'List',
		record: { mappingMode: 'autoMapInputData', value: null },
		options,
	};
	return { ...projectServices('Publish', parameters), ...settings };
}

/** n8n's Retry On Fail. */
export const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };

export function link(node: string, type = 'main') {
	return [{ node, type, index: 0 }];
}

/** A workflow of a trigger and the nodes in a row behind it. */
export function behind(trigger: WorkflowNode, name: string, ...nodes: WorkflowNode[]): Workflow {
	const all = [trigger, ...nodes].map((node, index) => ({
		id: `node-${index}`,
		typeVersion: 1,
		position: [index * 240, 0],
		...node,
	}));
	const connections = all.slice(1).map((node, index) => {
		return [all[index]?.name, { main: [link(node.name)] }];
	});
	const settings = { executionOrder: 'v1' };
	return { name, nodes: all, connections: Object.fromEntries(connections), settings };
}

/** A workflow of nodes in a row behind a manual trigger. */
export function chain(name: string, ...nodes: WorkflowNode[]): Workflow {
	return behind(baseNode('Start', 'manualTrigger', 1, {}), name, ...nodes);
}

/** A trigger that a request to this path starts; the response does not wait for the end. */
export function webhook(path: string, httpMethod = 'GET'): WorkflowNode {
	const parameters = { httpMethod, path, responseMode: 'onReceived', options: {} };
	return { ...baseNode('Webhook', 'webhook', 2, parameters), id: path, webhookId: path };
}

/** Saves a workflow whose nodes of this package use a service at this address, two records in a request. */
export async function importFor(
	{ api }: RunningN8n,
	baseUrl: string,
	workflow: Workflow,
	more: Json = {},
): Promise<SavedWorkflow> {
	const settings = { serviceSettings: true, maxRetries: 0, recordsPerRequest: 2 };
	const data = { baseUrl, ...settings, ...more };
	const credential = await api.createCredential(credentialType, data);
	return await api.importWorkflow(workflow, [credential]);
}

/** Starts executions of an active workflow by its webhook, and waits for their ends. */
export function executionsOf({ api, url }: RunningN8n, { id }: SavedWorkflow, path: string) {
	const start = async (body?: object): Promise<string> => {
		const known = new Set((await api.listExecutions(id)).map((entry) => entry.id));
		const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
		await fetch(`${url}/webhook/${path}`, body && { ...post, body: JSON.stringify(body) });
		return await api.startedExecution(id, (entry) => !known.has(entry.id));
	};
	const end = async (execution: string) => await api.waitForExecution(id, execution, 60);
	return { start, end, run: async (body?: object) => await end(await start(body)) };
}

/** What the service says to a publish. */
export const accepted = '{"MessageId":"0f0e0d0c-0b0a-4908-8706-050403020100","Message":"Accepted"}';

/** Accepts every publish but the one with this number, which ends with a status. */
export function acceptingExcept(number: number, status: number): Answer {
	return (response, request, count) =>
		(count === number ? reply(status, '{}') : reply(200, accepted))(response, request, count);
}

/** A service that is there as long as it is used. */
export async function withService<T>(
	answer: Answer,
	use: (service: BareService) => Promise<T>,
): Promise<T> {
	const service = await startBareService(answer);
	try {
		return await use(service);
	} finally {
		await service.stop();
	}
}

/** The names of the clients in the requests that arrived, in order. */
export function arrived({ arrived: requests }: Pick<BareService, 'arrived'>): string[] {
	return requests.flatMap(({ body }) =>
		(JSON.parse(body) as { Clients: Array<{ Name: string }> }).Clients.map(({ Name }) => Name),
	);
}

/** The items of a node's last run on its main output; an execution that failed is an error. */
export function itemsOf(execution: Execution, node: string): Item[] {
	if (execution.status !== 'success') {
		const { message, description } = execution.error ?? { message: 'no error was recorded' };
		throw new Error(
			`The execution ended with ${execution.status}: ${message} ${description ?? ''}`,
		);
	}
	const run = execution.nodes[node]?.at(-1);
	if (run === undefined) throw new Error(`The node "${node}" did not run.`);
	return run.outputs[0] ?? [];
}

/** As `itemsOf`, without what n8n keeps beside the data of an item. */
export function dataOf(execution: Execution, node: string): Json[] {
	return itemsOf(execution, node).map(({ json }) => json);
}
