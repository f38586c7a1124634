// What every end-to-end scenario is given, and the checks that scenarios share.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type {
	Credential,
	Execution,
	Item,
	Workflow,
	WorkflowNode,
} from '../host/rest/apiTypes.mjs';
import { openEditor, type Editor, type EditorOptions } from '../host/servers/browser.mjs';
import type { RunningN8n } from '../host/servers/n8n.mjs';
import type { PackedPackage } from '../host/packages/pack.mjs';
import type { Sandbox } from '../sandbox/server.mjs';

const folder = path.dirname(fileURLToPath(import.meta.url));

/** Where the pictures and the log of a run go. */
export function outputOf(host: string): string {
	return path.join(folder, 'output', host);
}

export const credentialType = 'projectServicesApi';

export interface Context {
	n8n: RunningN8n;
	sandbox: Sandbox;
	packed: PackedPackage;
	/** A working credential for the sandbox. */
	credential: Credential;
	/** Whether the pictures of this run become those of the README. */
	keepPictures: boolean;
	/** Opens a browser for this scenario; it is closed when the scenario ends. */
	editor(options?: Partial<EditorOptions>): Promise<Editor>;
}

export interface Scenario {
	title: string;
	run(context: Context): Promise<void>;
	/** Longest time in seconds; 120 if left out. */
	seconds?: number;
	/** True of what is looked at in the default n8n only; the smoke run in another leaves it out. */
	defaultHostOnly?: boolean;
	/** True of what starts an n8n of its own and leaves the shared one alone. */
	ownN8n?: boolean;
}

/** Keeps track of the browsers of a scenario, so that none outlives it. */
export function editorsOf(n8n: RunningN8n): Pick<Context, 'editor'> & { close(): Promise<void> } {
	const open: Editor[] = [];
	return {
		async editor(options) {
			const editor = await openEditor(n8n, { outputFolder: outputOf(n8n.host), ...options });
			open.push(editor);
			return editor;
		},
		async close() {
			for (const editor of open.splice(0)) await editor.close();
		},
	};
}

/** A workflow of nodes in a row behind a manual trigger. */
export function chain(name: string, ...nodes: WorkflowNode[]): Workflow {
	const trigger: WorkflowNode = {
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		parameters: {},
	};
	const all = [trigger, ...nodes].map((node, index) => ({
		id: `node-${index}`,
		typeVersion: 1,
		position: [index * 240, 0],
		...node,
	}));
	const connections = all.slice(0, -1).map((node, index) => {
		const next = all[index + 1]?.name;
		return [node.name, { main: [[{ node: next, type: 'main', index: 0 }]] }];
	});
	return { name, nodes: all, connections: Object.fromEntries(connections) };
}

/** The package's action node with the given parameters. */
export function projectServices(
	name: string,
	parameters: WorkflowNode['parameters'],
): WorkflowNode {
	return {
		name,
		type: 'n8n-nodes-project-services.projectServices',
		parameters,
		credentials: { [credentialType]: { name: credentialType } },
	};
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
