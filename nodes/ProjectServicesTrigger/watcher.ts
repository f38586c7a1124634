// What every way of watching has in common: a poll from one saved state to the next, and a sample.
import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod/v4';

import type { Watch } from './watch';

export interface Polled<State> {
	/** What to save, once everything has succeeded. */
	readonly state: State;
	/** The items to emit, in order of change. */
	readonly items: readonly IDataObject[];
	/** Why the poll fails, although its state counts. */
	readonly failure?: unknown;
}

export interface Watcher<State extends object> {
	/** Reads the saved state. */
	readonly schema: z.ZodType<State>;
	/** The saved form of a state: plain JSON. */
	readonly save: (state: State) => object;
	/**
	 * Finds out what changed. Without a saved state it emits nothing, unless existing records are wanted.
	 *
	 * @throws ServiceError, NodeApiError or NodeOperationError; the saved state then stays as it is
	 */
	readonly poll: (watch: Watch, saved: State | undefined) => Promise<Polled<State>>;
	/**
	 * One item as the event would emit it, for building a workflow.
	 *
	 * @throws NodeOperationError that says what to do when there is nothing to show
	 */
	readonly sample: (watch: Watch) => Promise<IDataObject>;
}
