// The items of the error output: what an input item becomes that failed, and how such items leave.
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { mayHaveBeenApplied } from '../../client/failures';
import { ServiceError } from '../../client/serviceError';
import { messageOf } from './errors';

/** n8n takes an item for an error whose json has `error`, and nothing but these. */
const ERROR_KEYS = new Set(['error', 'message', 'details']);

const errorItems = new WeakSet<INodeExecutionData>();

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
	if (isInterrupted || details.kind === 'cancelled') details.kind = 'interrupted';
	if (isPartApplied) details.mayHaveBeenApplied = true;
	const item = { json: { error: messageOf(error), details }, pairedItem: { item: itemIndex } };
	errorItems.add(item);
	return item;
}

/** A record that n8n would take for an error, with another name in place of `error`. */
function withoutErrorField(json: IDataObject): IDataObject {
	const isLikeError = 'error' in json && Object.keys(json).every((name) => ERROR_KEYS.has(name));
	if (!isLikeError) return json;
	const fields = Object.entries(json);
	return Object.fromEntries(
		fields.map(([name, value]) => [name === 'error' ? 'error_1' : name, value]),
	);
}

/**
 * Lets error items leave by the error output of every host, and all others by the success output. n8n up to 2.34 looks
 * for `error` on the item itself; it would replace the json, but does not copy a property that is not enumerable.
 */
export function markErrorItems({ onError }: INode, items: readonly INodeExecutionData[]): void {
	for (const item of items) {
		if (!errorItems.has(item)) item.json = withoutErrorField(item.json);
		else if (onError === 'continueErrorOutput')
			Object.defineProperty(item, 'error', {
				value: { message: item.json.error },
				configurable: true,
				writable: true,
			});
	}
}
