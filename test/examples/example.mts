// What is known of an example: how a person fills it in, and what it must have done to the service and the partners.
import type { Execution, Json, WorkflowNode } from '../host/rest/apiTypes.mjs';
import type { n8nHost } from './n8nHost.mjs';
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
}

/** A real n8n, which can be killed. */
export type Host = Awaited<ReturnType<typeof n8nHost>>;

/** What an example needs of an n8n: a real one, or its engine in this process. */
export type ExampleHost = Omit<Host, 'killAt' | 'revive'>;

/** What an effect is judged with. */
export interface Outcome {
	readonly world: World;
	/** The last execution. */
	readonly execution: Execution;
	readonly tables: Tables;
}

export interface Later extends Outcome {
	readonly host: ExampleHost;
	/** The workflow in the host. */
	readonly id: string;
	/** Runs the workflow again and gives what is there then. */
	runAgain(start?: Partial<Start>): Promise<Outcome>;
}

export interface Example {
	/** Whether a run by hand, which remembers nothing, is all there is: the second one changes times of update. */
	readonly sendsAgain?: boolean;
	/** The trigger to start from; `Start` if left out. */
	readonly start?: Start;
	/** What is there before the workflow is imported. */
	readonly setup?: (world: World, host: ExampleHost) => void | Promise<void>;
	/** What the note asks a person to enter in the node "Settings". */
	readonly settings?: (world: World) => Json;
	/** What else the note asks a person to change, by the name of the node. */
	readonly changes?: Readonly<Record<string, (node: WorkflowNode) => void>>;
	/** Whether a run with the sample data saves it in a data table; elsewhere it leaves no row behind. */
	readonly savesSamples?: boolean;
	/** The error that stops the workflow as long as the settings are not entered. */
	readonly stopsUnfilled?: RegExp;
	/** What happens between the import and the first run. */
	readonly beforeFirstRun?: (id: string, host: ExampleHost) => Promise<void>;
	/** Fails where the first run did not do what the example says. */
	readonly effect: (outcome: Outcome) => void | Promise<void>;
	/** For a copy of something: fails where it is not equal to what it is a copy of. */
	readonly isEqual?: (outcome: Outcome) => void | Promise<void>;
	/** What happens after the second run, such as a change and a further run. */
	readonly later?: (later: Later) => Promise<void>;
}

/** Examples by the name of their file. */
export type Examples = Readonly<Record<string, Example>>;
