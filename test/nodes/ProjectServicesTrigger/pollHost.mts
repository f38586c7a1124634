// Polls the trigger as n8n does, through n8n-core's own poll context, with a static data that outlives restarts.
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { ProjectServicesTrigger } from '../../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { type Sandbox, sampleIds, startSandbox } from '../../sandbox/server.mjs';
import { additionalDataFor, core, nodeOf, workflowOf } from '../engine.mjs';
import { splitSettings } from '../splitSettings.mjs';

const trigger = new ProjectServicesTrigger();

function nodeWith(parameters: INodeParameters) {
	const type = 'n8n-nodes-project-services.projectServicesTrigger';
	const { parameters: own } = splitSettings({ options: {}, ...parameters });
	return nodeOf('Project Services Trigger', type, own);
}

let workflows = 0;

/** A host with an activated workflow that holds only the trigger. */
export function newPollHost(
	parameters: INodeParameters,
	credential: ICredentialDataDecryptedObject,
) {
	let node = nodeWith(parameters);
	let data: IDataObject = {};
	let service = splitSettings(parameters).service;
	const log: Array<{ level: string; message: string }> = [];
	const write = (level: string) => (message: string) => void log.push({ level, message });
	const levels = ['debug', 'info', 'warn', 'error'].map((level) => [level, write(level)]);
	const logger: unknown = Object.fromEntries(levels);
	// A process that was started anew knows nothing of the workflow: here, one with another ID is as good.
	const newWorkflow = () => {
		const id = `polled-${workflows++}`;
		const { state } = data;
		const entry = { node: node.id, sequence: 0, storedAt: 1, value: state };
		const triggers = state === undefined ? {} : { [node.id]: entry };
		const projectServices = { workflow: id, sequences: {}, cursors: {}, triggers };
		return workflowOf([node], () => trigger, { id, staticData: { global: { projectServices } } });
	};
	let workflow = newWorkflow();
	/** What is saved of the trigger: `state`, if anything is. */
	const saved = (): IDataObject => {
		const { projectServices } = JSON.parse(
			JSON.stringify(workflow.getStaticData('global')),
		) as Record<string, { triggers: Record<string, { value: IDataObject }> }>;
		const entry = projectServices?.triggers[node.id];
		return entry ? { state: entry.value } : {};
	};
	/** Ends n8n and starts it again with this. */
	const setSaved = (next: IDataObject) => {
		data = next;
		workflow = newWorkflow();
	};
	const host = {
		log,
		/** The milliseconds that a poll may take; undefined for a host that does not say. */
		budget: undefined as number | undefined,
		saved,
		setSaved,
		/** Ends n8n and starts it again: what is left is what was saved. */
		restart: () => setSaved(saved()),
		/** Changes the node's parameters, as a person does in the editor. */
		setParameters: (next: INodeParameters) => {
			const kept = saved();
			node = nodeWith(next);
			service = { ...service, ...splitSettings(next).service };
			setSaved(kept);
		},
		/** Changes what the credential says of the service. */
		describeService: (settings: ICredentialDataDecryptedObject) => void (service = settings),
		/** The json of the items that a poll emits; null where it emits nothing. */
		poll: async (mode: WorkflowExecuteMode = 'trigger') => {
			const others = additionalDataFor({ credential, service }, []);
			const context = new core.PollContext(workflow, node, others, mode, 'activate');
			Object.defineProperty(context, 'logger', { value: logger });
			Object.defineProperty(context, 'getPollBudgetMs', {
				value: host.budget === undefined ? undefined : () => host.budget,
			});
			const items = await trigger.poll.call(context);
			return items && (items[0] ?? []).map(({ json }) => json);
		},
	};
	return host;
}

/** The IDs of the products that a service lists. */
async function listedIds({ url }: Sandbox): Promise<string[]> {
	const address = `${url}/SI/Subscribe/ProductCatalogs?id=${sampleIds.catalog}&pageSize=1000`;
	const response = await fetch(address, { headers: { accept: 'application/json' } });
	const { Products } = (await response.json()) as { Products: Array<{ Id: string }> };
	return Products.map(({ Id }) => Id);
}

/** A sandbox for the tests of a file, seeded anew for each. */
export function usePolls(options: Parameters<typeof startSandbox>[0]) {
	let sandbox: Sandbox;
	let ids: string[];
	beforeAll(async () => {
		sandbox = await startSandbox(options);
		ids = await listedIds(sandbox);
	});
	afterAll(async () => await sandbox.stop());
	beforeEach(() => sandbox.reset());
	return {
		get sandbox() {
			return sandbox;
		},
		/** The IDs of the seeded products, as the service lists them. */
		get ids() {
			return ids;
		},
		idAt: (index: number) => ids[index] ?? '',
		hostOf: (parameters: INodeParameters) =>
			newPollHost(parameters, { baseUrl: sandbox.url, authentication: 'none' }),
	};
}

export function idsOf(items: ReadonlyArray<Readonly<Record<string, unknown>>> | null): unknown[] {
	return (items ?? []).map(({ Id }) => Id);
}

interface Failure extends Error {
	readonly description?: string;
	readonly failure?: { cause: string; retryAfterMs?: number };
}

export async function failureOf(work: Promise<unknown>): Promise<Failure> {
	const error: unknown = await work.then(
		async () => await Promise.reject(new Error('It did not fail.')),
		(thrown: unknown) => thrown,
	);
	return error as Failure;
}
