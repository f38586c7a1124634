// Which execution holds a cursor, from Get Changes to Commit Changes or its end: one at a time.
import type { IExecuteFunctions } from 'n8n-workflow';

import { messageOf, parameterError } from '../../../shared/errors';
import { setBounded } from '../../../shared/state/bounded';

interface Holder {
	readonly execution: string;
	/** Aborts when the execution is stopped. */
	readonly signal: AbortSignal | undefined;
	/** Whether it is reading just now. */
	readonly isReading: boolean;
}

// In memory, so that a crash frees all; the processes of queue mode do not know of each other's.
const holders = new Map<string, Holder>();
const MAX_HOLDERS = 1000;

function holderKey(context: Pick<IExecuteFunctions, 'getWorkflow'>, name: string): string {
	return `${context.getWorkflow().id ?? ''} ${name}`;
}

/** Whether another execution has ended: it was stopped, or what n8n saved of it is the end. */
async function hasEnded(
	context: IExecuteFunctions,
	{ execution, signal }: Holder,
): Promise<boolean> {
	// A host that cannot tell must not block the cursor for ever.
	if (signal?.aborted || typeof context.getExecutionDataById !== 'function') return true;
	const data = await context.getExecutionDataById(execution).catch(async (error: unknown) => {
		const failed = parameterError(
			context.getNode(),
			`n8n cannot tell whether execution ${execution}, which has read these changes, has ended: ${messageOf(error)}`,
		);
		return await Promise.reject(failed);
	});
	if (data === undefined || data.resultData.error !== undefined) return true;
	return data.waitTill === undefined && !data.executionData?.nodeExecutionStack.length;
}

/**
 * Takes a cursor for the execution.
 *
 * @returns the ID of the other execution that holds it, if one does
 * @throws NodeOperationError where n8n cannot tell whether that one has ended
 */
export async function hold(context: IExecuteFunctions, name: string): Promise<string | undefined> {
	const key = holderKey(context, name);
	const execution = context.getExecutionId();
	const holder = holders.get(key);
	if (holder && !holder.isReading && holder.execution !== execution) {
		if (!(await hasEnded(context, holder))) return holder.execution;
	}
	// Another one may have come first in the meantime.
	const now = holders.get(key);
	if (now && (now.isReading || (now !== holder && now.execution !== execution)))
		return now.execution;
	const signal = context.getExecutionCancelSignal();
	setBounded(holders, key, { execution, signal, isReading: true }, MAX_HOLDERS);
	return undefined;
}

/** Whether the execution holds a cursor: one that was reset while it read is free, or another one's. */
export function holds(context: IExecuteFunctions, name: string): boolean {
	return holders.get(holderKey(context, name))?.execution === context.getExecutionId();
}

/** Ends the reading of a cursor: the execution holds it on if it has changes to commit. */
export function holdUntilCommit(
	context: IExecuteFunctions,
	name: string,
	hasChanges: boolean,
): void {
	const key = holderKey(context, name);
	const holder = holders.get(key);
	if (holder?.execution !== context.getExecutionId()) return;
	if (hasChanges) holders.set(key, { ...holder, isReading: false });
	else holders.delete(key);
}

/** Frees a cursor, whoever holds it. */
export function release(context: IExecuteFunctions, name: string): void {
	holders.delete(holderKey(context, name));
}
