// What every event has in common: a poll from one saved state to the next, and a sample.
import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod/v4';

import type { Watch } from './watch';

export interface Polled<State> {
	/** What to save, once everything has succeeded. */
	readonly state: State;
	/** The items to emit, in order of change. */
	readonly items: readonly IDataObject[];
}

export interface Watcher<State extends object> {
	readonly schema: z.ZodType<State>;
	/**
	 * Asks the service what changed. Without a saved state it only takes note of what is there,
	 * unless existing records are wanted.
	 *
	 * @throws NodeApiError or NodeOperationError; the saved state then stays as it is
	 */
	readonly poll: (watch: Watch, saved: State | undefined) => Promise<Polled<State>>;
	/**
	 * One item as the event would emit it, for building a workflow.
	 *
	 * @throws NodeOperationError that says what to do when there is nothing to show
	 */
	readonly sample: (watch: Watch) => Promise<IDataObject>;
}

/** Whatever was found, in order of change; what has no date comes first. */
export function inOrder<T extends { readonly moment: string }>(found: readonly T[]): T[] {
	return [...found].sort((one, other) =>
		one.moment < other.moment ? -1 : Number(one.moment > other.moment),
	);
}
