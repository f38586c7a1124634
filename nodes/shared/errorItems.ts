// The items of the error output: what an input item becomes that failed, and how such items leave.
import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { mayHaveBeenApplied } from '../../client/failures/failures';
import { redact } from '../../client/failures/redaction';
import { ServiceError } from '../../client/failures/serviceError';
import { messageOf, nodeError } from './errors';

/** n8n takes an item for an error whose json has `error`, and nothing but these. */
const ERROR_KEYS = new Set(['error', 'message', 'details']);

const errorItems = new WeakSet<INodeExecutionData>();

/** Facts about a failure that its error does not have. */
interface FailureFacts {
	/** Further lines of the description. */
	readonly lines?: readonly string[];
	/** Whether a part of the input item may have been applied. */
	readonly mayHaveBeenApplied?: boolean;
	/** Whether the execution was stopped. */
	readonly isInterrupted?: boolean;
}

function errorDetails(error: unknown, facts: FailureFacts): IDataObject {
	const { description: text }: { readonly description?: unknown } = Object(error);
	const lines = [typeof text === 'string' ? text : '', ...(facts.lines ?? [])];
	const details: IDataObject = { description: lines.filter(Boolean).join('\n') };
	if (error instanceof ServiceError && 'status' in error.failure)
		details.httpStatus = error.failure.status;
	details.kind = 'input';
	if (error instanceof ServiceError) {
		const { failure, request } = error;
		details.kind = failure.kind;
		if (request.write) details.mayHaveBeenApplied = mayHaveBeenApplied(failure);
	}
	if (facts.isInterrupted || details.kind === 'cancelled') details.kind = 'interrupted';
	if (facts.mayHaveBeenApplied) details.mayHaveBeenApplied = true;
	return details;
}

/** The item of the error output that a failed input item becomes. */
export function errorItem(
	error: unknown,
	itemIndex: number,
	facts: FailureFacts = {},
): INodeExecutionData {
	const json = { error: messageOf(error), details: errorDetails(error, facts) };
	const item = { json, pairedItem: { item: itemIndex } };
	errorItems.add(item);
	return item;
}

/**
 * The item of the error output for an input item that failed.
 *
 * @throws NodeApiError or NodeOperationError where the node must stop
 */
export function errorItemOrThrow(
	{ context, node }: { readonly context: IExecuteFunctions; readonly node: INode },
	error: unknown,
	itemIndex: number,
): INodeExecutionData {
	if (context.continueOnFail()) return errorItem(error, itemIndex);
	throw nodeError(node, error, itemIndex);
}

export function isErrorItem(item: INodeExecutionData): boolean {
	return errorItems.has(item);
}

/** Takes secrets out of error items, and of nothing else: the data of a record are never altered. */
export function redactErrorItems(
	items: INodeExecutionData[],
	secrets: readonly string[],
): INodeExecutionData[] {
	for (const { json } of items.filter(isErrorItem)) {
		const details = json.details as IDataObject;
		json.error = redact(String(json.error), secrets);
		details.description = redact(String(details.description), secrets);
	}
	return items;
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
		if (!isErrorItem(item)) item.json = withoutErrorField(item.json);
		else if (onError === 'continueErrorOutput')
			Object.defineProperty(item, 'error', {
				value: { message: item.json.error },
				configurable: true,
				writable: true,
			});
	}
}
