// What an n8n has to offer so that an example can be run in it: n8n's engine in this process, or a real n8n.
import type { Execution, Workflow } from '../../host/rest/apiTypes.mjs';

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
	readonly production?: boolean | undefined;
	/** What the trigger gives; by default one empty item. */
	readonly json?: Readonly<Record<string, unknown>> | undefined;
}

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
	stop(): Promise<void>;
}

/** Gives the data of the credential that stands in for one of this type. */
export type Credentials = (type: string) => Promise<Readonly<Record<string, unknown>>>;
