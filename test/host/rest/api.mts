// A client for the REST API of a running n8n, logged in: credentials, workflows, executions, node types, packages.
import { createRequire } from 'node:module';
import path from 'node:path';

import { hostLocation } from '../location.cjs';
import type {
	Credential,
	Execution,
	InstalledPackage,
	Item,
	Json,
	ListedExecution,
	NodeError,
	NodeRun,
	NodeType,
	SavedWorkflow,
	Workflow,
} from './apiTypes.mjs';
import type { Offer } from '../packages/npmOffers.mjs';
import { waitUntil } from '../servers/server.mjs';

export interface Login {
	email: string;
	password: string;
}

/** An error response of n8n, with its HTTP status and n8n's own message. */
class N8nRequestError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

export interface RunTask {
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

const secondsPerRequest = 120;
const triggerPattern = /trigger$|\.webhook$|\.start$/i;
const finished = new Set(['success', 'error', 'crashed', 'canceled']);

function nodeRun({ data, error, hints = [] }: RunTask): NodeRun {
	const outputs = (data?.main ?? []).map((branch) => branch ?? []);
	return { outputs, error, hints };
}

/** The runs of each node, from what n8n's engine keeps of an execution. */
export function nodeRuns(runData: Readonly<Record<string, RunTask[]>> = {}): Execution['nodes'] {
	const nodes = Object.entries(runData).map(([name, tasks]) => [name, tasks.map(nodeRun)] as const);
	return Object.fromEntries(nodes);
}

export class N8nApi {
	private cookie = '';

	constructor(private readonly url: string) {}

	/** Sends a request with the session's cookie; the text of its response. */
	private async send(method: string, path: string, body?: unknown): Promise<string> {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				'browser-id': 'test-session',
				...(this.cookie ? { cookie: this.cookie } : {}),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(secondsPerRequest * 1000),
		});
		const text = await response.text();
		if (!response.ok) {
			const message = `n8n answered ${method} ${path} with ${response.status}: ${text.slice(0, 500)}`;
			throw new N8nRequestError(response.status, message);
		}
		for (const header of response.headers.getSetCookie()) {
			if (header.startsWith('n8n-auth=')) this.cookie = header.split(';')[0] ?? '';
		}
		return text;
	}

	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const text = await this.send(method, path, body);
		const parsed: unknown = text === '' ? undefined : JSON.parse(text);
		const wrapped = typeof parsed === 'object' && parsed !== null && 'data' in parsed;
		return (wrapped && path.startsWith('/rest/') ? parsed.data : parsed) as T;
	}

	/** The first visitor becomes the owner; where there is an owner already, this logs in. */
	async logIn({ email, password }: Login): Promise<void> {
		try {
			const owner = { email, password, firstName: 'Test', lastName: 'Owner' };
			await this.request('POST', '/rest/owner/setup', owner);
		} catch (error) {
			if (!(error instanceof N8nRequestError) || error.status >= 500) throw error;
			await this.request('POST', '/rest/login', { emailOrLdapLoginId: email, password });
		}
	}

	async createCredential(type: string, data: Json, name = type): Promise<Credential> {
		const body = { name, type, data };
		const { id } = await this.request<Credential>('POST', '/rest/credentials', body);
		return { id, name, type };
	}

	/** What the editor's Test button does. */
	async testCredential(
		credential: Credential,
		data: Json,
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		const credentials = { ...credential, data };
		return await this.request('POST', '/rest/credentials/test', { credentials });
	}

	/** Saves a workflow; `credentials` replaces the ones of the same type that its nodes name. */
	async importWorkflow(workflow: Workflow, credentials: Credential[] = []): Promise<SavedWorkflow> {
		const nodes = workflow.nodes.map((node) => {
			const chosen = Object.entries(node.credentials ?? {}).map(([type, named]) => {
				const match = credentials.find((credential) => credential.type === type);
				return [type, match ? { id: match.id, name: match.name } : named];
			});
			return chosen.length > 0 ? { ...node, credentials: Object.fromEntries(chosen) } : node;
		});
		const { id: _id, ...rest } = workflow;
		const body = { settings: {}, ...rest, active: false, nodes };
		return await this.request('POST', '/rest/workflows', body);
	}

	/** Runs a saved workflow from its trigger, as the editor's Execute button does, and waits for its end. */
	async runWorkflow(
		workflow: SavedWorkflow,
		options: { trigger?: string; seconds?: number } = {},
	): Promise<Execution> {
		const { id, name, nodes } = workflow;
		const trigger = options.trigger ?? nodes.find((node) => triggerPattern.test(node.type))?.name;
		if (trigger === undefined) throw new Error(`The workflow "${name}" has no trigger.`);
		const body = { workflowData: workflow, triggerToStartFrom: { name: trigger } };
		const path = `/rest/workflows/${id}/run`;
		const { executionId } = await this.request<{ executionId?: string }>('POST', path, body);
		if (executionId === undefined) throw new Error(`"${name}" waits for a webhook call.`);
		return await this.waitForExecution(id, executionId, options.seconds);
	}

	/** n8n's Retry execution, with the workflow as it was or as it is saved now; waits for the end of the new execution. */
	async retryExecution(
		workflowId: string,
		id: string,
		workflow: 'original' | 'saved' = 'original',
	): Promise<Execution> {
		const body = { loadWorkflow: workflow === 'saved' };
		const path = `/rest/executions/${id}/retry`;
		const { id: retry } = await this.request<{ id: string }>('POST', path, body);
		return await this.waitForExecution(workflowId, String(retry));
	}

	/** Requests the state only, and the data once, since the data may be large. */
	async waitForExecution(workflowId: string, id: string, seconds = 120): Promise<Execution> {
		await waitUntil(`The end of execution ${id}`, seconds, async () => {
			const listed = (await this.listExecutions(workflowId)).find((entry) => entry.id === id);
			return listed !== undefined && finished.has(listed.status) ? listed : undefined;
		});
		return await this.getExecution(id);
	}

	async getExecution(id: string): Promise<Execution> {
		const raw = await this.request<{ status: string; workflowId: string; data: string }>(
			'GET',
			`/rest/executions/${id}`,
		);
		const { directory } = hostLocation();
		const flatted = createRequire(path.join(directory, 'package.json'))('flatted') as {
			parse(text: string): RunData | undefined;
		};
		// An execution that has only just begun has no data yet.
		const result = flatted.parse(raw.data)?.resultData;
		return {
			...{ id, status: raw.status, workflowId: raw.workflowId },
			nodes: nodeRuns(result?.runData),
			error: result?.error,
			savedCharacters: raw.data.length,
		};
	}

	/** The text of a file that an execution has stored. */
	async binaryData(id: string): Promise<string> {
		const query = new URLSearchParams({ id, action: 'download' });
		return await this.send('GET', `/rest/binary-data?${query}`);
	}

	/** Waits until an execution is listed that is wanted, and gives the ID of the oldest one. */
	async startedExecution(
		workflowId: string,
		isWanted: (listed: ListedExecution) => boolean,
		seconds = 60,
	): Promise<string> {
		return await waitUntil('An execution', seconds, async () => {
			return (await this.listExecutions(workflowId)).findLast(isWanted)?.id;
		});
	}

	/** The newest first. */
	async listExecutions(workflowId: string): Promise<ListedExecution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/rest/executions?filter=${filter}`;
		return (await this.request<{ results: ListedExecution[] }>('GET', path)).results;
	}

	/** Activates a workflow and waits until its triggers really listen; says why if they cannot. */
	async activate({ id, name }: SavedWorkflow): Promise<void> {
		const path = `/rest/workflows/${id}`;
		const { versionId } = await this.request<SavedWorkflow>('GET', path);
		await this.request('POST', `${path}/activate`, { versionId });
		await waitUntil(`The activation of "${name}"`, 60, async () => {
			const published = `${path}/publication-status`;
			const { status, triggers } = await this.request<Publication>('GET', published);
			if (status === 'published') return true;
			if (status !== 'failed' && status !== 'partial') return undefined;
			const reasons = triggers.map(({ errorMessage }) => errorMessage ?? '').join(' ');
			throw new Error(`"${name}" could not be activated: ${reasons}`);
		});
	}

	async deactivate({ id }: SavedWorkflow): Promise<void> {
		await this.request('POST', `/rest/workflows/${id}/deactivate`, {});
	}

	async nodeTypes(): Promise<NodeType[]> {
		return await this.request('GET', '/types/nodes.json');
	}

	async installedPackages(): Promise<InstalledPackage[]> {
		return await this.request('GET', '/rest/community-packages');
	}

	/** n8n's own installer, as Settings > Community nodes uses it: POST installs, PATCH updates. */
	async installPackage({ name, version }: Offer, method = 'POST'): Promise<InstalledPackage> {
		return await this.request(method, '/rest/community-packages', { name, version });
	}

	async uninstallPackage(name: string): Promise<void> {
		await this.request('DELETE', `/rest/community-packages?name=${encodeURIComponent(name)}`);
	}

	/** n8n writes its list of node types again a moment after an installation; until then it may send half of it. */
	async waitForNodeType(name: string, present = true): Promise<void> {
		await waitUntil(`The node type ${name}`, 30, async () => {
			const types = await this.nodeTypes().catch((error: unknown) =>
				error instanceof SyntaxError ? undefined : Promise.reject(error),
			);
			return types?.some((type) => type.name === name) === present ? true : undefined;
		});
	}
}
