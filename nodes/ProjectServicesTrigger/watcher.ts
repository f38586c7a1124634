// What every way of watching has in common: a poll from one saved state to the next, within a time budget, and a sample.
import type { IDataObject, INode } from 'n8n-workflow';
import type { z } from 'zod/v4';

import type { Client } from '../../client/client';
import type { WatchRequest } from './request';

/** The most items of one execution; the rest follows in the next polls. */
export const maxItems = 10_000;

/** What a poll works with. */
export interface PollTools {
	readonly client: Client;
	readonly node: INode;
	/** Whether there is time for another request, and room for more than the items so far. */
	readonly fits: (items: number) => boolean;
	/** Writes into n8n's log: a poll has no other place to say something. */
	readonly log: (message: string, level?: 'info' | 'warn') => void;
}

/**
 * A test whether another request fits: as long as the slowest one so far, within four fifths of the budget; and
 * whether the items so far are not too many for one execution. It goes by a clock that nobody can set.
 */
export function newBudget(budgetMs: number): PollTools['fits'] {
	const start = performance.now();
	let last = start;
	let slowest = 0;
	return (items) => {
		const now = performance.now();
		slowest = Math.max(slowest, now - last);
		last = now;
		return items < maxItems && now - start + slowest <= budgetMs * 0.8;
	};
}

export interface Polled<State> {
	/** What to save, once everything has succeeded. */
	readonly state: State;
	/** The items to emit, in order of change. */
	readonly items: readonly IDataObject[];
	/** Why the poll fails, although its state counts. */
	readonly failure?: unknown;
}

export interface Watcher<State> {
	/** Reads the saved state. */
	readonly schema: z.ZodType<State>;
	/**
	 * Finds out what changed. Without a saved state it emits nothing, unless existing records are wanted.
	 *
	 * @throws ServiceError, NodeApiError or NodeOperationError; the saved state then stays as it is
	 */
	readonly poll: (
		request: WatchRequest,
		tools: PollTools,
		saved: State | undefined,
	) => Promise<Polled<State>>;
	/**
	 * One item as the event would emit it, for building a workflow.
	 *
	 * @throws NodeOperationError that says what to do when there is nothing to show
	 */
	readonly sample: (request: WatchRequest, tools: PollTools) => Promise<IDataObject>;
}
