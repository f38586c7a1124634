// A client for the REST API of a running n8n: credentials, workflows, executions, node types, community packages.
import { createRequire } from 'node:module';
import path from 'node:path';

import { hostLocation } from '../location.cjs';
import type {
	Credential,
	Execution,
	InstalledPackage,
	Item,
	Json,
	NodeError,
	NodeRun,
	NodeType,
	SavedWorkflow,
	Workflow,
} from './apiTypes.mjs';
import type { Offer } from '../packages/npmOffers.mjs';
import { sleep, waitUntil } from '../servers/server.mjs';
import { N8nRequestError, type Session } from './session.mjs';

interface RunTask {
	executionTime: number;
	data?: { main?: Array<Item[] | null> };
	error?: NodeError;
	hints?: Json[];
}

interface Publication {
	status: string;
	triggers: Array<{ errorMessage?: string | null }>;
}

interface RunData {
	resultData: { runData: Record<string, RunTask[]>; error?: NodeError };
}

const triggerPattern = /trigger$|\.webhook$|\.start$/i;
const finished = new Set(['success', 'error', 'crashed', 'canceled']);
const restartWaitSeconds = 30;
const activationSeconds = 60;

function nodeRun(task: RunTask): NodeRun {
	return {
		outputs: (task.data?.main ?? []).map((branch) => branch ?? []),
		error: task.error,
		hints: task.hints ?? [],
		milliseconds: task.executionTime,
	};
}

export class N8nApi {
	constructor(
		readonly session: Session,
		private readonly host: string,
	) {}

	async createCredential(type: string, data: Json, name = type): Promise<Credential> {
		const { id } = await this.session.request<Credential>('POST', '/rest/credentials', {
			name,
			type,
			data,
		});
		return { id, name, type };
	}

	/** What the editor's Test button does. */
	async testCredential(
		credential: Credential,
		data: Json,
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return await this.session.request('POST', '/rest/credentials/test', {
			credentials: { ...credential, data },
		});
	}

	/** Saves a workflow; `credentials` replaces the ones of the same type that its nodes name. */
	async importWorkflow(workflow: Workflow, credentials: Credential[] = []): Promise<SavedWorkflow> {
		const nodes = workflow.nodes.map((node) => {
			const chosen = Object.keys(node.credentials ?? {}).map((type) => {
				const match = credentials.find((credential) => credential.type === type);
				return [type, match ? { id: match.id, name: match.name } : node.credentials?.[type]];
			});
			return chosen.length > 0 ? { ...node, credentials: Object.fromEntries(chosen) } : node;
		});
		const { id: _id, ...rest } = workflow;
		return await this.session.request('POST', '/rest/workflows', {
			settings: {},
			...rest,
			active: false,
			nodes,
		});
	}

	async updateWorkflow(workflow: SavedWorkflow): Promise<SavedWorkflow> {
		const { name, nodes, connections, settings, versionId } = workflow;
		return await this.session.request('PATCH', `/rest/workflows/${workflow.id}`, {
			name,
			nodes,
			connections,
			settings,
			versionId,
		});
	}

	/** Runs a saved workflow from its trigger, as the editor's Execute button does, and waits for its end. */
	async runWorkflow(
		workflow: SavedWorkflow,
		options: { trigger?: string; seconds?: number } = {},
	): Promise<Execution> {
		const trigger =
			options.trigger ?? workflow.nodes.find((node) => triggerPattern.test(node.type))?.name;
		if (trigger === undefined) throw new Error(`The workflow "${workflow.name}" has no trigger.`);
		const { executionId } = await this.session.request<{ executionId?: string }>(
			'POST',
			`/rest/workflows/${workflow.id}/run`,
			{ workflowData: workflow, triggerToStartFrom: { name: trigger } },
		);
		if (executionId === undefined) throw new Error(`"${workflow.name}" waits for a webhook call.`);
		return await this.waitForExecution(workflow.id, executionId, options.seconds);
	}

	/** n8n's Retry execution, with the workflow as it was or as it is saved now; waits for the end of the new execution. */
	async retryExecution(
		workflowId: string,
		id: string,
		workflow: 'original' | 'saved' = 'original',
	): Promise<Execution> {
		const { id: retry } = await this.session.request<{ id: string }>(
			'POST',
			`/rest/executions/${id}/retry`,
			{ loadWorkflow: workflow === 'saved' },
		);
		return await this.waitForExecution(workflowId, String(retry));
	}

	/** Asks for the state only, and for the data once, since the data may be large. */
	async waitForExecution(workflowId: string, id: string, seconds = 120): Promise<Execution> {
		await waitUntil(`The end of execution ${id}`, seconds, async () => {
			const listed = (await this.listExecutions(workflowId)).find((entry) => entry.id === id);
			return listed !== undefined && finished.has(listed.status) ? listed : undefined;
		});
		return await this.getExecution(id);
	}

	async getExecution(id: string): Promise<Execution> {
		const raw = await this.session.request<{
			id: string;
			status: string;
			workflowId: string;
			data: string;
		}>('GET', `/rest/executions/${id}`);
		const { directory } = hostLocation(this.host);
		const flatted = createRequire(path.join(directory, 'package.json'))('flatted') as {
			parse(text: string): RunData | undefined;
		};
		// An execution that has only just begun has no data yet.
		const result = flatted.parse(raw.data)?.resultData;
		const nodes = Object.entries(result?.runData ?? {}).map(([name, tasks]) => [
			name,
			tasks.map(nodeRun),
		]);
		return {
			id: raw.id,
			status: raw.status,
			workflowId: raw.workflowId,
			nodes: Object.fromEntries(nodes),
			error: result?.error,
			savedCharacters: raw.data.length,
		};
	}

	/** The text of a file that an execution has stored. */
	async binaryData(id: string): Promise<string> {
		const query = new URLSearchParams({ id, action: 'download' });
		return await this.session.requestText('GET', `/rest/binary-data?${query}`);
	}

	/** Waits until an execution is listed that is wanted, and gives the ID of the oldest one. */
	async startedExecution(
		workflowId: string,
		isWanted: (listed: { id: string; mode: string }) => boolean,
		seconds = 60,
	): Promise<string> {
		return await waitUntil('An execution', seconds, async () => {
			return (await this.listExecutions(workflowId)).findLast(isWanted)?.id;
		});
	}

	/** The newest first. */
	async listExecutions(
		workflowId: string,
	): Promise<Array<{ id: string; status: string; mode: string }>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.session.request<{
			results: Array<{ id: string; status: string; mode: string }>;
		}>('GET', `/rest/executions?filter=${filter}`);
		return results;
	}

	/** Activates a workflow and waits until its triggers really listen; says why if they cannot. */
	async activate(workflow: SavedWorkflow): Promise<SavedWorkflow> {
		const path = `/rest/workflows/${workflow.id}`;
		const { versionId } = await this.session.request<SavedWorkflow>('GET', path);
		const active = await this.session.request<SavedWorkflow>('POST', `${path}/activate`, {
			versionId,
		});
		await this.waitForTriggers(workflow);
		return active;
	}

	private async waitForTriggers({ id, name }: SavedWorkflow): Promise<void> {
		await waitUntil(`The activation of "${name}"`, activationSeconds, async () => {
			const { status, triggers } = await this.publication(id);
			if (status === 'published') return true;
			if (status !== 'failed' && status !== 'partial') return undefined;
			const reasons = triggers.map(({ errorMessage }) => errorMessage ?? '').join(' ');
			throw new Error(`"${name}" could not be activated: ${reasons}`);
		});
	}

	/** n8n 2 activates after it has answered; n8n 1 before, so it has no such address. */
	private async publication(id: string): Promise<Publication> {
		try {
			return await this.session.request('GET', `/rest/workflows/${id}/publication-status`);
		} catch (error) {
			if (error instanceof N8nRequestError && error.status === 404) {
				return { status: 'published', triggers: [] };
			}
			throw error;
		}
	}

	async deactivate({ id }: SavedWorkflow): Promise<SavedWorkflow> {
		return await this.session.request('POST', `/rest/workflows/${id}/deactivate`, {});
	}

	async nodeTypes(): Promise<NodeType[]> {
		return await this.session.request('GET', '/types/nodes.json');
	}

	async installedPackages(): Promise<InstalledPackage[]> {
		return await this.session.request('GET', '/rest/community-packages');
	}

	/** n8n's own installer, as Settings > Community nodes uses it. */
	async installPackage({
		name,
		version,
	}: Pick<Offer, 'name' | 'version'>): Promise<InstalledPackage> {
		return await this.session.request('POST', '/rest/community-packages', { name, version });
	}

	async updatePackage({
		name,
		version,
	}: Pick<Offer, 'name' | 'version'>): Promise<InstalledPackage> {
		return await this.session.request('PATCH', '/rest/community-packages', { name, version });
	}

	async uninstallPackage(name: string): Promise<void> {
		const query = `name=${encodeURIComponent(name)}`;
		await this.session.request('DELETE', `/rest/community-packages?${query}`);
	}

	/** n8n writes its list of node types again a moment after an installation; until then it may send half of it. */
	async waitForNodeType(name: string, present = true): Promise<void> {
		await waitUntil(`The node type ${name}`, restartWaitSeconds, async () => {
			const types = await this.nodeTypes().catch((error: unknown) =>
				error instanceof SyntaxError ? undefined : Promise.reject(error),
			);
			if (types?.some((type) => type.name === name) === present) return true;
			await sleep(300);
			return undefined;
		});
	}
}
