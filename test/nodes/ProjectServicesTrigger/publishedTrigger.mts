// A trigger whose workflow is published, as n8n 2.41 does it: its own executor of polls, and around it what these files
// of n8n do: active-workflow-triggers.js (each activation replaces the one before, and polls once before it counts),
// trigger-execution-context.factory.js (an emission saves the static data of its activation), active-workflow-manager.js
// (so does a successful activation; each begins with what is stored).
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	Workflow,
} from 'n8n-workflow';

import { ProjectServicesTrigger } from '../../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { additionalDataFor, core, nodeOf, workflowOf } from '../engine.mjs';

const trigger = new ProjectServicesTrigger();
const scoped = { debug: () => undefined, error: () => undefined };
const traced = async (_about: object, job: (span: object) => Promise<unknown>) =>
	await job({ setStatus: () => undefined });
const tracing = {
	startSpan: traced,
	startNewTraceSpan: traced,
	pickWorkflowAttributes: () => ({}),
	pickNodeAttributes: () => ({}),
};

let workflows = 0;

export class PublishedTrigger {
	/** The items of each execution that was started. */
	readonly emitted: IDataObject[][] = [];
	readonly errors: Error[] = [];
	readonly log: string[] = [];
	private stored = '{}';
	private id = `published-${workflows++}`;
	private current: symbol | undefined;
	private execute: (isActivation?: boolean) => Promise<void> = async () => undefined;

	constructor(
		private readonly parameters: INodeParameters,
		private readonly credential: ICredentialDataDecryptedObject,
	) {}

	private async save({ staticData }: Workflow): Promise<void> {
		if (staticData.__dataChanged !== true) return;
		await Promise.resolve();
		this.stored = JSON.stringify(staticData);
		staticData.__dataChanged = false;
	}

	/** Makes a workflow of what is stored, and what polls it while `isCurrent`. */
	private activation(isCurrent: () => boolean) {
		const type = 'n8n-nodes-project-services.projectServicesTrigger';
		const node = nodeOf('Project Services Trigger', type, { options: {}, ...this.parameters });
		const staticData = JSON.parse(this.stored) as IDataObject;
		const workflow = workflowOf([node], () => trigger, { id: this.id, staticData });
		const { credential } = this;
		const others = additionalDataFor({ credential }, []);
		const emit = (outputs: Array<Array<{ json: IDataObject }>>) => {
			void this.save(workflow);
			this.emitted.push((outputs[0] ?? []).map(({ json }) => json));
		};
		const fail = (error: Error) => void this.errors.push(error);
		const context = new core.PollContext(workflow, node, others, 'trigger', 'update', emit, fail);
		const write = (text: string) => void this.log.push(text);
		const logger = { debug: write, info: write, warn: write, error: write };
		Object.defineProperty(context, 'logger', { value: logger });
		const executor = new core.PollTriggerExecutor(
			{ scoped: () => scoped },
			new core.TriggersAndPollers(),
			tracing,
			{ error: () => undefined },
		);
		return { workflow, execute: executor.create(workflow, node, context, isCurrent) };
	}

	/** Publishes the workflow, again too; it is not active where the first poll fails. */
	async publish(): Promise<void> {
		const token = Symbol('activation');
		const { execute, workflow } = this.activation(() => this.current === token);
		this.current = token;
		this.execute = execute;
		await execute(true);
		await this.save(workflow);
	}

	/** The poll time has come. */
	async poll(): Promise<void> {
		await this.execute();
		await new Promise((resolve) => setImmediate(resolve));
	}

	/** Ends n8n; what remains is what is stored. A process that knows nothing of the workflow is as good as a new one. */
	restart(): void {
		const id = `published-${workflows++}`;
		this.stored = this.stored.replaceAll(this.id, id);
		this.id = id;
	}
}
