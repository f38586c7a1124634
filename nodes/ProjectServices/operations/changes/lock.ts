// The lock of a cursor: one execution of this process has it, from Get Changes to Commit Changes or its end.
import type { IExecuteFunctions } from 'n8n-workflow';

import { messageOf, parameterError } from '../../../shared/errors';
import { setBounded } from '../../../shared/state/bounded';

interface Owner {
	readonly execution: string;
	/** Aborts when the execution is stopped. */
	readonly signal: AbortSignal | undefined;
	/** Whether it is reading just now. */
	readonly isReading: boolean;
}

// In memory, so that a crash frees all.
const owners = new Map<string, Owner>();
const MAX_LOCKS = 1000;

function lockKey(context: Pick<IExecuteFunctions, 'getWorkflow'>, name: string): string {
	return `${context.getWorkflow().id ?? ''} ${name}`;
}

/** Whether another execution has ended: it was stopped, or what n8n saved of it is the end. */
async function hasEnded(
	context: IExecuteFunctions,
	{ execution, signal }: Owner,
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
 * Locks a cursor for the execution.
 *
 * @returns the ID of the other execution that has it locked, if one does
 * @throws NodeOperationError where n8n cannot tell whether that one has ended
 */
export async function lock(context: IExecuteFunctions, name: string): Promise<string | undefined> {
	const key = lockKey(context, name);
	const execution = context.getExecutionId();
	const owner = owners.get(key);
	if (owner?.isReading) return owner.execution;
	const isOthers = owner !== undefined && owner.execution !== execution;
	if (isOthers && !(await hasEnded(context, owner))) return owner.execution;
	// While n8n was asked, another one may have come first.
	const current = owners.get(key);
	if (current !== undefined && current !== owner) return current.execution;
	const signal = context.getExecutionCancelSignal();
	setBounded(owners, key, { execution, signal, isReading: true }, MAX_LOCKS);
	return undefined;
}

/** Ends the reading of a cursor: it stays locked if the execution has changes to commit. */
export function endReading(context: IExecuteFunctions, name: string, hasChanges: boolean): void {
	const key = lockKey(context, name);
	const owner = owners.get(key);
	if (owner?.execution !== context.getExecutionId()) return;
	if (hasChanges) owners.set(key, { ...owner, isReading: false });
	else owners.delete(key);
}

/** Unlocks a cursor, if the execution has locked it. */
export function releaseAfterCommit(context: IExecuteFunctions, name: string): void {
	endReading(context, name, false);
}
