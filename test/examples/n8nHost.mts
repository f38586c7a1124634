// A real n8n that runs the examples: workflows and data tables through its REST interface, killed on demand.
import { baseNode, behind, projectServices } from '../e2e/context.mjs';
import { pollSeconds, pollTimes } from '../e2e/workflows/trigger.mjs';
import type { Credential, Execution, Json } from '../host/rest/apiTypes.mjs';
import type { SavedWorkflow, Workflow, WorkflowNode } from '../host/rest/apiTypes.mjs';
import type { RunningN8n } from '../host/servers/n8n.mjs';
import { waitUntil } from '../host/servers/server.mjs';
import type { Row, Start, Tables, TextRow } from './example.mjs';
import type { Credentials } from './world.mjs';

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
const pollingTrigger = 'n8n-nodes-project-services.projectServicesTrigger';
const rowsPerRequest = 250;

/** A webhook that is answered when the workflow has ended. */
function webhook(name: string, path: string): WorkflowNode {
	const parameters = { path, httpMethod: 'GET', responseMode: 'lastNode', options: {} };
	return { ...baseNode(name, 'webhook', 2, parameters), webhookId: path };
}

/** A webhook in the place of a schedule, and polls every few seconds, so that no test waits for the night. */
function onDemand(workflow: Workflow, prefix: string): Workflow {
	const nodes = workflow.nodes.map((node) => {
		if (node.type === pollingTrigger) {
			return { ...node, parameters: { ...node.parameters, pollTimes: { item: pollTimes } } };
		}
		if (node.type !== 'n8n-nodes-base.scheduleTrigger') return node;
		const path = `${prefix}-${node.name.toLowerCase().replaceAll(/\W+/g, '-')}`;
		return { ...node, ...webhook(node.name, path) };
	});
	return { ...workflow, nodes };
}

/** Runs examples in a running n8n; `credentials` are made in n8n when a workflow first names them. */
export async function n8nHost(n8n: RunningN8n, credentials: Credentials) {
	const { api } = n8n;
	const made = new Map<string, Credential>();
	const saved = new Map<string, Saved>();
	let loaded = 0;
	let kill = (): void => undefined;
	const { id: project } = await api.request<{ id: string }>('GET', '/rest/projects/personal');
	const tablesPath = `/rest/projects/${project}/data-tables`;

	const save = async (workflow: Workflow): Promise<Saved> => {
		for (const type of workflow.nodes.flatMap((node) => Object.keys(node.credentials ?? {}))) {
			if (made.has(type)) continue;
			made.set(type, await api.createCredential(type, { ...(await credentials(type)) }));
		}
		const imported = await api.importWorkflow(workflow, [...made.values()]);
		const entry = { workflow: imported, isActive: false, given: new Set<string>() };
		saved.set(imported.id, entry);
		return entry;
	};
	const entryOf = (id: string): Saved => {
		const entry = saved.get(id);
		if (!entry) throw new Error(`There is no workflow ${id}.`);
		return entry;
	};
	const activate = async (entry: Saved): Promise<void> => {
		if (!entry.isActive) await api.activate(entry.workflow);
		entry.isActive = true;
	};
	const listTables = async (): Promise<DataTable[]> =>
		(await api.request<{ data: DataTable[] }>('GET', `${tablesPath}?take=100`)).data;
	const rowsOf = async ({ id }: DataTable): Promise<Row[]> => {
		const rows: Row[] = [];
		for (;;) {
			const query = `take=${rowsPerRequest}&skip=${rows.length}&sortBy=id:asc`;
			const path = `${tablesPath}/${id}/rows?${query}`;
			const { data } = await api.request<{ data: Json[] }>('GET', path);
			for (const { id: _id, createdAt: _created, updatedAt: _updated, ...cells } of data) {
				rows.push(cells);
			}
			if (data.length < rowsPerRequest) return rows;
		}
	};
	/** The oldest execution with a mode that was not given yet. */
	const nextExecution = async (entry: Saved, mode: string, longest = runSeconds) => {
		const { workflow, given } = entry;
		const isNext = (listed: { id: string; mode: string }) =>
			listed.mode === mode && !given.has(listed.id);
		const id = await api.startedExecution(workflow.id, isNext, longest);
		given.add(id);
		return await api.waitForExecution(workflow.id, id, runSeconds);
	};
	const runProduction = async (entry: Saved, trigger: string): Promise<Execution> => {
		await activate(entry);
		const { workflow } = entry;
		const node = workflow.nodes.find(({ name }) => name === trigger);
		if (node?.type === pollingTrigger) {
			// A poll that gives nothing starts no execution.
			const nothing = { id: '', status: 'success', workflowId: workflow.id, nodes: {} };
			return await nextExecution(entry, 'trigger', 2.5 * pollSeconds).catch(() => nothing);
		}
		// An execution that fails is answered with an error, and one that is killed is not answered.
		await fetch(`${n8n.url}/webhook/${String(node?.parameters?.path)}`).catch(() => undefined);
		return await nextExecution(entry, 'webhook');
	};

	return {
		/** Saves a workflow, with credentials of this n8n in place of those that its nodes name. */
		load: async (workflow: Workflow): Promise<string> => {
			loaded += 1;
			const entry = await save(onDemand(workflow, `example-${Date.now()}-${loaded}`));
			return entry.workflow.id;
		},
		/** As `load`, with its own triggers, which a person starts by hand. */
		loadForTrial: async (workflow: Workflow): Promise<string> => (await save(workflow)).workflow.id,
		/** Runs a saved workflow to its end, whatever that is. */
		run: async (id: string, { trigger, production }: Start): Promise<Execution> => {
			const entry = entryOf(id);
			return production
				? await runProduction(entry, trigger)
				: await api.runWorkflow(entry.workflow, { trigger, seconds: runSeconds });
		},
		/** Lets another workflow fail whose error workflow is this one, and waits until this one has run. */
		fail: async (id: string): Promise<void> => {
			const entry = entryOf(id);
			await activate(entry);
			const path = `failing-${Date.now()}`;
			const parameters = { resource: 'purchaseOrder', operation: 'get', id: 'PO-0' };
			const read = projectServices('Get Purchase Order', parameters);
			const failing = behind(webhook('Start', path), 'Failing Workflow', read);
			await activate(await save({ ...failing, settings: { errorWorkflow: id } }));
			await fetch(`${n8n.url}/webhook/${path}`);
			await nextExecution(entry, 'error');
		},
		/** The rows of every data table, in the order of their insertion. */
		tables: async (): Promise<Tables> => {
			const entries: Array<readonly [string, Row[]]> = [];
			for (const table of await listTables()) entries.push([table.name, await rowsOf(table)]);
			return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
		},
		/** Makes a data table with columns of text in place of an older one, with these rows. */
		setRows: async (name: string, rows: readonly TextRow[]): Promise<void> => {
			const old = (await listTables()).find((table) => table.name === name);
			if (old) await api.request('DELETE', `${tablesPath}/${old.id}`);
			const names = Object.keys(rows[0] ?? {});
			const columns = names.map((column) => ({ name: column, type: 'string' }));
			const { id } = await api.request<DataTable>('POST', tablesPath, { name, columns });
			await api.request('POST', `${tablesPath}/${id}/insert`, { data: rows });
		},
		/** Removes every workflow and every data table. */
		reset: async (): Promise<void> => {
			for (const [id, { workflow, isActive }] of saved) {
				saved.delete(id);
				if (isActive) await api.deactivate(workflow);
				await api.request('POST', `/rest/workflows/${workflow.id}/archive`);
				// n8n refuses that for some moments, until the workflow is unpublished.
				await waitUntil('The removal of a workflow', 30, async () => {
					const path = `/rest/workflows/${workflow.id}`;
					return await api.request('DELETE', path).then(
						() => true,
						() => undefined,
					);
				});
			}
			for (const { id } of await listTables()) await api.request('DELETE', `${tablesPath}/${id}`);
		},
		/** Kills n8n at a share of the usual time of a run, or when something has happened; resolves then. */
		killAt: async (moment: number | Promise<void>): Promise<void> => {
			await new Promise<void>((resolve) => {
				kill = () => {
					clearTimeout(timer);
					kill = () => undefined;
					process.kill(-n8n.pid(), 'SIGKILL');
					resolve();
				};
				const end = () => kill();
				const isShare = typeof moment === 'number';
				const timer = isShare ? setTimeout(end, moment * usualMilliseconds) : undefined;
				if (!isShare) void moment.then(end);
			});
		},
		/** Starts it again, killed or not. */
		revive: async (): Promise<void> => {
			kill();
			await n8n.restart();
			for (const { workflow, given } of saved.values()) {
				const listed = await api.listExecutions(workflow.id);
				for (const { id, mode } of listed) if (mode === 'webhook') given.add(id);
			}
		},
	};
}
