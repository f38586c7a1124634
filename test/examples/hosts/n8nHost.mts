// A real n8n as a host for the examples: workflows and data tables through its REST interface, killed on demand.
import type { Credential, Execution, SavedWorkflow } from '../../host/rest/apiTypes.mjs';
import type { Json, Workflow } from '../../host/rest/apiTypes.mjs';
import type { RunningN8n } from '../../host/servers/n8n.mjs';
import { sleep } from '../../host/servers/server.mjs';
import { failingWorkflow, type Credentials, type Host, type Row, type Start } from '../example.mjs';

interface DataTable {
	readonly id: string;
	readonly name: string;
}

interface Saved {
	readonly workflow: SavedWorkflow;
	isActive: boolean;
	/** Its executions as an active workflow that were given, or that a kill ended. */
	readonly given: Set<string>;
}

const runSeconds = 120;
/** How long a run with some changes takes. */
const usualMilliseconds = 1_500;
const scheduleTrigger = 'n8n-nodes-base.scheduleTrigger';
const pollingTrigger = 'n8n-nodes-project-services.projectServicesTrigger';
const pollSeconds = 4;
/** Every few seconds: n8n accepts no interval below a minute, but as many times as one likes. */
const pollTimes = Array.from({ length: 60 / pollSeconds }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * pollSeconds} * * * * *`,
}));
const rowsPerRequest = 250;

/** A webhook in the place of a schedule, and polls every few seconds, so that no test waits for the night. */
function onDemand(workflow: Workflow, prefix: string): Workflow {
	const nodes = workflow.nodes.map((node) => {
		if (node.type === pollingTrigger) {
			return { ...node, parameters: { ...node.parameters, pollTimes: { item: pollTimes } } };
		}
		if (node.type !== scheduleTrigger) return node;
		const path = webhookPath(prefix, node.name);
		const parameters = { path, httpMethod: 'GET', responseMode: 'lastNode', options: {} };
		return { ...node, type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path, parameters };
	});
	return { ...workflow, nodes };
}

function webhookPath(prefix: string, trigger: string): string {
	return `${prefix}-${trigger.toLowerCase().replaceAll(/\W+/g, '-')}`;
}

/** Makes a running n8n a host; `credentials` are made in n8n when a workflow first names them. */
export async function n8nHost(n8n: RunningN8n, credentials: Credentials): Promise<Host> {
	const { api } = n8n;
	const made = new Map<string, Credential>();
	const saved = new Map<string, Saved>();
	let loaded = 0;
	let kill = (): void => undefined;
	const { id: project } = await api.request<{ id: string }>('GET', '/rest/projects/personal');
	const tablesPath = `/rest/projects/${project}/data-tables`;

	const credentialsOf = async (workflow: Workflow): Promise<Credential[]> => {
		const types = new Set(workflow.nodes.flatMap((node) => Object.keys(node.credentials ?? {})));
		for (const type of types) {
			if (made.has(type)) continue;
			made.set(type, await api.createCredential(type, { ...(await credentials(type)) }));
		}
		return [...made.values()];
	};
	const listTables = async (): Promise<DataTable[]> =>
		(await api.request<{ data: DataTable[] }>('GET', `${tablesPath}?take=100`)).data;
	const rowsOf = async ({ id }: DataTable): Promise<Row[]> => {
		const rows: Row[] = [];
		for (;;) {
			const query = `take=${rowsPerRequest}&skip=${rows.length}&sortBy=id:asc`;
			const { data } = await api.request<{ data: Json[] }>(
				'GET',
				`${tablesPath}/${id}/rows?${query}`,
			);
			rows.push(
				...data.map(({ id: _id, createdAt: _created, updatedAt: _updated, ...cells }) => cells),
			);
			if (data.length < rowsPerRequest) return rows;
		}
	};
	const activate = async (entry: Saved): Promise<void> => {
		if (!entry.isActive) await api.activate(entry.workflow);
		entry.isActive = true;
	};
	/** The oldest execution with a mode that was not given yet; none where none starts in so many seconds. */
	const nextExecution = async (
		{ workflow, given }: Saved,
		mode: string,
		longest: number,
	): Promise<Execution | undefined> => {
		const deadline = Date.now() + longest * 1000;
		while (Date.now() < deadline) {
			const listed = await api.listExecutions(workflow.id);
			const next = listed.findLast((each) => each.mode === mode && !given.has(each.id));
			if (next) {
				given.add(next.id);
				return await api.waitForExecution(workflow.id, next.id, runSeconds);
			}
			await sleep(300);
		}
		return undefined;
	};
	const runProduction = async (entry: Saved, trigger: string): Promise<Execution> => {
		const { workflow } = entry;
		await activate(entry);
		const node = workflow.nodes.find(({ name }) => name === trigger);
		const { path } = node?.parameters as { path?: string };
		if (path !== undefined) {
			// An execution that fails is answered with an error, and one that is killed is not answered.
			await fetch(`${n8n.url}/webhook/${path}`).catch(() => undefined);
		}
		const isPolled = node?.type === pollingTrigger;
		const mode = path === undefined ? 'trigger' : 'webhook';
		const next = await nextExecution(entry, mode, isPolled ? 2.5 * pollSeconds : runSeconds);
		if (next) return next;
		if (!isPolled) throw new Error(`"${workflow.name}" did not start.`);
		return { id: '', status: 'success', workflowId: workflow.id, nodes: {} };
	};

	return {
		load: async (workflow) => {
			loaded += 1;
			const prepared = onDemand(workflow, `example-${Date.now()}-${loaded}`);
			const imported = await api.importWorkflow(prepared, await credentialsOf(workflow));
			saved.set(imported.id, { workflow: imported, isActive: false, given: new Set() });
			return imported.id;
		},
		run: async (id: string, { trigger, production }: Start) => {
			const entry = saved.get(id);
			if (!entry) throw new Error(`There is no workflow ${id}.`);
			return production
				? await runProduction(entry, trigger)
				: await api.runWorkflow(entry.workflow, { trigger, seconds: runSeconds });
		},
		fail: async (id) => {
			const entry = saved.get(id);
			if (!entry) throw new Error(`There is no workflow ${id}.`);
			await activate(entry);
			const path = `failing-${Date.now()}`;
			const parameters = { path, httpMethod: 'GET', responseMode: 'lastNode', options: {} };
			const webhook = {
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				webhookId: path,
				parameters,
			};
			const failing = failingWorkflow(webhook, { errorWorkflow: id });
			const workflow = await api.importWorkflow(failing, await credentialsOf(failing));
			saved.set(workflow.id, { workflow, isActive: true, given: new Set() });
			await api.activate(workflow);
			await fetch(`${n8n.url}/webhook/${path}`);
			await nextExecution(entry, 'error', runSeconds);
		},
		tables: async () => {
			const entries: Array<readonly [string, Row[]]> = [];
			for (const table of await listTables()) entries.push([table.name, await rowsOf(table)]);
			return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
		},
		setRows: async (name, rows) => {
			const old = (await listTables()).find((table) => table.name === name);
			if (old) await api.request('DELETE', `${tablesPath}/${old.id}`);
			const columns = Object.keys(rows[0] ?? {}).map((column) => ({
				name: column,
				type: 'string',
			}));
			const { id } = await api.request<DataTable>('POST', tablesPath, { name, columns });
			await api.request('POST', `${tablesPath}/${id}/insert`, { data: rows });
		},
		reset: async () => {
			for (const [id, { workflow, isActive }] of [...saved]) {
				saved.delete(id);
				if (isActive) await api.deactivate(workflow);
				await api.request('POST', `/rest/workflows/${workflow.id}/archive`);
				await api.request('DELETE', `/rest/workflows/${workflow.id}`);
			}
			for (const { id } of await listTables()) {
				await api.request('DELETE', `${tablesPath}/${id}`);
			}
		},
		killAt: async ({ share }) => {
			await new Promise<void>((resolve) => {
				kill = () => {
					clearTimeout(timer);
					kill = () => undefined;
					process.kill(-n8n.pid(), 'SIGKILL');
					resolve();
				};
				const timer = setTimeout(() => kill(), share * usualMilliseconds);
			});
		},
		revive: async () => {
			kill();
			await n8n.restart();
			for (const { workflow, given } of saved.values()) {
				const listed = await api.listExecutions(workflow.id);
				for (const { id, mode } of listed) if (mode === 'webhook') given.add(id);
			}
		},
	};
}
