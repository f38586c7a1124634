// The items of the error output: what an input item becomes that failed, and how such items leave.
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { mayHaveBeenApplied } from '../../client/failures';
import { ServiceError } from '../../client/serviceError';
import { messageOf } from './errors';

/** What the json of an error item consists of. */
const ERROR_KEYS = new Set(['error', 'message', 'details']);

/**
 * The item of the error output that a failed input item becomes.
 *
 * @param more Further lines of its description, whether a part of it may have been applied, and whether it was interrupted
 */
export function errorItem(
	error: unknown,
	itemIndex: number,
	more: {
		readonly lines?: readonly string[];
		readonly mayHaveBeenApplied?: boolean;
		readonly isInterrupted?: boolean;
	} = {},
): INodeExecutionData {
	const { isInterrupted = false, lines = [], mayHaveBeenApplied: isPartApplied = false } = more;
	const { description: text }: { readonly description?: unknown } = Object(error);
	const description = [typeof text === 'string' ? text : '', ...lines].filter(Boolean).join('\n');
	const details: IDataObject = { description, kind: 'input' };
	if (error instanceof ServiceError) {
		const { failure, request } = error;
		details.kind = failure.kind;
		if ('status' in failure) details.httpStatus = failure.status;
		if (request.write) details.mayHaveBeenApplied = mayHaveBeenApplied(failure);
	}
	if (isInterrupted) details.kind = 'interrupted';
	if (isPartApplied) details.mayHaveBeenApplied = true;
	return { json: { error: messageOf(error), details }, pairedItem: { item: itemIndex } };
}

/**
 * Lets error items leave by the error output of every host. n8n up to 2.34 looks for `error` on the item itself; it
 * would replace the json, but does not copy a property that is not enumerable. Which items these are, n8n 2.41 decides
 * in the same way.
 */
export function markErrorItems({ onError }: INode, items: readonly INodeExecutionData[]): void {
	if (onError !== 'continueErrorOutput') return;
	for (const item of items) {
		const { error } = item.json;
		const isError = Object.keys(item.json).every((name) => ERROR_KEYS.has(name));
		if (!error || !isError) continue;
		const value = { message: error };
		Object.defineProperty(item, 'error', { value, configurable: true, writable: true });
	}
}
