// Polls the trigger as n8n does, through n8n-core's own poll context, with a static data that outlives restarts.
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeParameters,
	INodeTypes,
	IPollFunctions,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { ProjectServicesTrigger } from '../../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { hostRequire } from '../../host/location.cjs';
import { additionalDataFor } from '../engine.mjs';

// What is used of n8n-core, whose types live with the host outside this project.
interface Core {
	readonly PollContext: new (
		workflow: Workflow,
		node: INode,
		data: IWorkflowExecuteAdditionalData,
		mode: WorkflowExecuteMode,
		activation: string,
	) => IPollFunctions;
}

export interface PollHost {
	/** The json of the items that a poll emits; null where it emits nothing. */
	poll(mode?: WorkflowExecuteMode): Promise<IDataObject[] | null>;
	/** Ends n8n and starts it again: what is left is what was saved. */
	restart(): void;
	/** Changes the node's parameters, as a person does in the editor. */
	setParameters(parameters: INodeParameters): void;
	/** The static data as it would be saved. */
	saved(): IDataObject;
	setSaved(data: IDataObject): void;
	readonly log: Array<{ level: string; message: string }>;
	/** The milliseconds that a poll may take; undefined for a host that does not say. */
	budget: number | undefined;
}

const trigger = new ProjectServicesTrigger();
const find = () => trigger;
const nodeTypes = {
	getByName: find,
	getByNameAndVersion: find,
	getKnownTypes: () => ({}),
} as unknown as INodeTypes;

function nodeWith(parameters: INodeParameters): INode {
	return {
		id: 'trigger',
		name: 'Project Services Trigger',
		type: 'n8n-nodes-project-services.projectServicesTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: { options: {}, ...parameters },
		credentials: { projectServicesApi: { id: '1', name: 'Sandbox' } },
	};
}

/** A host with an activated workflow that holds only the trigger. */
export function newPollHost(
	parameters: INodeParameters,
	credential: ICredentialDataDecryptedObject,
): PollHost {
	const core = hostRequire<Core>('n8n-core');
	const library = hostRequire<typeof import('n8n-workflow')>('n8n-workflow');
	let node = nodeWith(parameters);
	let data: IDataObject = {};
	const log: PollHost['log'] = [];
	const write = (level: string) => (message: string) => void log.push({ level, message });
	const logger = {
		debug: write('debug'),
		info: write('info'),
		warn: write('warn'),
		error: write('error'),
	};
	const newWorkflow = () =>
		new library.Workflow({
			id: 'w',
			name: 'test',
			active: true,
			nodes: [node],
			connections: {},
			nodeTypes,
			staticData: { [`node:${node.name}`]: data },
			settings: { timezone: 'UTC' },
		});
	let workflow = newWorkflow();
	const reload = () => {
		data = JSON.parse(JSON.stringify(workflow.getStaticData('node', node))) as IDataObject;
		workflow = newWorkflow();
	};
	const host: PollHost = {
		log,
		budget: undefined,
		saved: () => JSON.parse(JSON.stringify(workflow.getStaticData('node', node))) as IDataObject,
		setSaved: (next) => {
			data = next;
			workflow = newWorkflow();
		},
		restart: reload,
		setParameters: (next) => {
			reload();
			node = nodeWith(next);
			workflow = newWorkflow();
		},
		poll: async (mode = 'trigger') => {
			const context = new core.PollContext(
				workflow,
				node,
				additionalDataFor({ credential }, []),
				mode,
				'activate',
			);
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
