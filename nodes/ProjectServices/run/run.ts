// What an execution of the node holds while it runs, and how it tells people about it.
import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import type { Endpoint } from '../../../api/endpoint';
import type { Connection } from '../../shared/connection';
import { errorItem, isExpected, nodeError, withoutControls } from '../../shared/errors';
import type { RunOptions } from '../../shared/parameters';
import type { OperationInput } from '../input/parameters';

export interface Run<E extends Endpoint = Endpoint> extends OperationInput<E> {
	readonly options: RunOptions;
	readonly client: Connection;
}

/** Whether an error becomes an item of the error output: not when the execution was stopped, and not for a bug. */
export function mayContinue({ context }: Pick<Run, 'context'>, error: unknown): boolean {
	const isStopped = context.getExecutionCancelSignal()?.aborted === true;
	return context.continueOnFail() && !isStopped && isExpected(error);
}

/**
 * The item of the error output for an input item that failed.
 *
 * @throws NodeApiError or NodeOperationError where the node must stop
 */
export function failedItem(run: Run, error: unknown, itemIndex: number): INodeExecutionData {
	if (mayContinue(run, error)) return errorItem(error, itemIndex);
	throw nodeError(run.node, error, itemIndex);
}

/** Where an operation tells people what they should know. */
export type Reporter = Pick<Run, 'context' | 'node'>;

/** Shows a hint beside the result in the editor; a warning goes into n8n's log, too, for scheduled runs. */
export function showHint(
	{ context, node }: Reporter,
	message: string,
	type: NodeExecutionHint['type'] = 'warning',
): void {
	const text = withoutControls(message);
	context.addExecutionHints({ message: text, type, location: 'outputPane' });
	if (type === 'warning') context.logger.warn(`${node.name}: ${text}`);
}

/** Says how far long work has come: in n8n's log, and in the browser's console when run by hand. */
export function showProgress({ context, node }: Reporter, message: string): void {
	context.logger.debug(`${node.name}: ${withoutControls(message)}`);
	if (context.getMode() === 'manual') context.sendMessageToUI(`${node.name}: ${message}`);
}
