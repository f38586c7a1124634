// What is known of an example: how a person fills it in, and what it must have done to the service and the
// partners; and what an n8n has to offer so that it can be run there.
import type { Execution, Json, Workflow, WorkflowNode } from '../host/rest/apiTypes.mjs';
import type { World } from './world.mjs';

/** A row of a data table, without the columns that n8n keeps itself. */
export type Row = Readonly<Record<string, unknown>>;

/** A row whose columns all hold text. */
export type TextRow = Readonly<Record<string, string | null>>;

/** The rows of data tables by the name of the table. */
export type Tables = Readonly<Record<string, readonly Row[]>>;

export interface Start {
	/** The name of the trigger to start from. */
	readonly trigger: string;
	/** As an active workflow starts: n8n then keeps the static data of the workflow. */
	readonly production?: boolean;
	/** What the trigger gives; by default one empty item. */
	readonly json?: Json;
}

/** n8n's engine in this process, or a real n8n. */
export interface Host {
	/** Saves a workflow, with the host's own credentials in place of those that its nodes name. */
	load(workflow: Workflow): Promise<string>;
	/** Runs a saved workflow to its end, whatever that is. */
	run(id: string, start: Start): Promise<Execution>;
	/** Lets another workflow fail whose error workflow is this one, and waits until this one has run. */
	fail(id: string, trigger: string): Promise<void>;
	/** The rows of every data table, in the order of their insertion. */
	tables(): Promise<Tables>;
	/** Creates a data table with columns of text if there is none, and replaces its rows. */
	setRows(table: string, rows: readonly TextRow[]): Promise<void>;
	/** Removes every workflow and every data table. */
	reset(): Promise<void>;
	/** Ends it with everything that it had not saved, when a moment has come; resolves then. */
	killAt(moment: Moment): Promise<void>;
	/** Starts it again, or does nothing where it was not killed. */
	revive(): Promise<void>;
}

/** A share of what is done in a run, or the end of a node; a host that cannot see the node goes by the share. */
export interface Moment {
	readonly share: number;
	readonly node?: string;
}

/** What an effect is judged with. */
export interface Outcome {
	readonly world: World;
	/** The last execution. */
	readonly execution: Execution;
	readonly tables: Tables;
}

export interface Later extends Outcome {
	readonly host: Host;
	/** The workflow in the host. */
	readonly id: string;
	/** Runs the workflow again and gives what is there then. */
	runAgain(start?: Partial<Start>): Promise<Outcome>;
}

export interface Example {
	/** What it needs beside the engine. */
	readonly needs?: 'database';
	/** Whether a run by hand, which remembers nothing, is all there is: the second one changes times of update. */
	readonly sendsAgain?: boolean;
	/** The trigger to start from; `Start` if left out. */
	readonly start?: Start;
	/** What is there before the workflow is imported. */
	readonly setup?: (world: World, host: Host) => void | Promise<void>;
	/** What the note asks a person to enter in the node "Settings". */
	readonly settings?: (world: World) => Json;
	/** What else the note asks a person to change, by the name of the node. */
	readonly changes?: Readonly<Record<string, (node: WorkflowNode) => void>>;
	/** Whether a run with the sample data saves it in a data table; elsewhere it leaves no row behind. */
	readonly savesSamples?: boolean;
	/** The error that stops the workflow as long as the settings are not entered. */
	readonly stopsUnfilled?: RegExp;
	/** What happens between the import and the first run. */
	readonly beforeFirstRun?: (id: string, host: Host) => Promise<void>;
	/** Fails where the first run did not do what the example says. */
	readonly effect: (outcome: Outcome) => void | Promise<void>;
	/** For a copy of something: fails where it is not equal to what it is a copy of. */
	readonly isEqual?: (outcome: Outcome) => void | Promise<void>;
	/** What happens after the second run, such as a change and a further run. */
	readonly later?: (later: Later) => Promise<void>;
}

/** Examples by the name of their file. */
export type Examples = Readonly<Record<string, Example>>;

/** A workflow that fails behind a trigger, by default the manual one: it reads a purchase order that is not there. */
export function failingWorkflow(trigger: Partial<WorkflowNode> = {}, settings = {}): Workflow {
	const start = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...trigger,
	};
	const read = {
		id: 'read',
		name: 'Get Purchase Order',
		type: 'n8n-nodes-project-services.projectServices',
		typeVersion: 1,
		position: [220, 0],
		parameters: { resource: 'purchaseOrder', operation: 'get', id: 'PO-0', options: {} },
		credentials: { projectServicesApi: { id: '', name: 'Project Services API' } },
	};
	return {
		name: 'Failing Workflow',
		nodes: [start, read],
		connections: { Start: { main: [[{ node: read.name, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', ...settings },
	};
}
