// What n8n's REST interface takes and gives, as far as the tests use it.
export type Json = Record<string, unknown>;

export interface Item {
	json: Json;
	pairedItem?: unknown;
	error?: unknown;
}

export interface NodeError {
	message: string;
	description?: string | null;
}

/** One run of one node. */
export interface NodeRun {
	/** The items of each output branch: `outputs[0]` is the main one. */
	outputs: Item[][];
	error?: NodeError;
	hints: Json[];
}

export interface Execution {
	id: string;
	status: string;
	workflowId: string;
	/** The runs of each node that ran, by the node's name. */
	nodes: Record<string, NodeRun[]>;
	/** The error that ended the execution. */
	error?: NodeError;
	/** How long the data is that n8n has saved of it; left out where none is saved. */
	savedCharacters?: number;
}

export interface ListedExecution {
	id: string;
	status: string;
	mode: string;
}

export interface WorkflowNode {
	name: string;
	type: string;
	parameters?: Json;
	credentials?: Record<string, { id?: string; name: string }>;
	[key: string]: unknown;
}

export interface Workflow {
	name: string;
	nodes: WorkflowNode[];
	connections: Json;
	settings?: Json;
	[key: string]: unknown;
}

export interface SavedWorkflow extends Workflow {
	id: string;
	versionId: string;
}

export interface Credential {
	id: string;
	name: string;
	type: string;
}

export interface InstalledPackage {
	packageName: string;
	installedVersion: string;
	installedNodes: unknown[];
	updateAvailable?: string;
	failedLoading?: boolean;
}

/** A node type's description, as the editor gets it. */
export interface NodeType {
	name: string;
	[key: string]: unknown;
}
