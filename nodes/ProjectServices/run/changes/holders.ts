// Which execution holds a cursor, from Get Changes to Commit Changes or its end: only one at a time.
import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';

import { parameterError } from '../../../shared/errors';

interface Holder {
	readonly execution: string;
	/** Aborts when the execution is stopped. */
	readonly signal: AbortSignal | undefined;
	/** Whether it is reading just now. */
	readonly isReading: boolean;
}

/** The most cursors that are held at the same time. */
const maxHolders = 1000;

// In memory, so that a crash frees all; the processes of queue mode do not know of each other's.
const holders = new Map<string, Holder>();

function isOver(data: IRunExecutionData | undefined): boolean {
	if (data === undefined || data.resultData.error !== undefined) return true;
	const waiting = data.executionData?.nodeExecutionStack.length ?? 0;
	return data.waitTill === undefined && waiting === 0;
}

/** Whether another execution has ended: it was stopped, or what n8n saved of it is the end. */
async function hasEnded(
	context: IExecuteFunctions,
	{ execution, signal }: Holder,
): Promise<boolean> {
	if (signal?.aborted) return true;
	// A host that cannot tell must not block the cursor for ever.
	if (typeof context.getExecutionDataById !== 'function') return true;
	return isOver(
		await context
			.getExecutionDataById(execution)
			.catch((error: unknown) =>
				Promise.reject(
					parameterError(
						context.getNode(),
						`n8n cannot tell whether execution ${execution}, which has read these changes, has ended: ${(error as Error).message}`,
					),
				),
			),
	);
}

/**
 * Takes a cursor for the execution.
 *
 * @returns the ID of the other execution that holds it, if one does
 * @throws NodeOperationError where n8n cannot tell whether that one has ended
 */
export async function hold(context: IExecuteFunctions, place: string): Promise<string | undefined> {
	const execution = context.getExecutionId();
	const holder = holders.get(place);
	if (holder && !holder.isReading && holder.execution !== execution) {
		if (!(await hasEnded(context, holder))) return holder.execution;
	}
	// Another one may have come first in the meantime.
	const now = holders.get(place);
	if (now && (now.isReading || (now !== holder && now.execution !== execution)))
		return now.execution;
	holders.delete(place);
	holders.set(place, { execution, signal: context.getExecutionCancelSignal(), isReading: true });
	const [oldest] = holders.keys();
	if (holders.size > maxHolders) holders.delete(oldest);
	return undefined;
}

/** Ends a reading: the execution holds the cursor on if it has changes to commit. */
export function endReading(place: string, hasChanges: boolean): void {
	const holder = holders.get(place);
	if (holder && hasChanges) holders.set(place, { ...holder, isReading: false });
	else holders.delete(place);
}

/** Frees a cursor that the execution holds. */
export function release(context: IExecuteFunctions, place: string): void {
	if (holders.get(place)?.execution === context.getExecutionId()) holders.delete(place);
}
