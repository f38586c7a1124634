// What an execution of the node holds while it runs, and how it tells people about it.
import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import type { Endpoint } from '../../../api/endpoint';
import { shortHash } from '../../../client/hashes';
import { countText } from '../../../wire/result';
import type { Connection } from '../../shared/connection';
import { errorItem, isExpected, nodeError, withoutControls } from '../../shared/errors';
import type { RunOptions } from '../../shared/parameters';
import type { OperationInput } from '../input/parameters';

export interface Run<E extends Endpoint = Endpoint> extends OperationInput<E> {
	readonly options: RunOptions;
	readonly client: Connection;
	readonly hints: Hints;
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
export type Reporter = Pick<Run, 'context' | 'node' | 'hints'>;

interface Hint {
	readonly text: string;
	readonly type: NodeExecutionHint['type'];
	readonly isLogged: boolean;
	/** How often it came, and whether with other numbers. */
	count: number;
	differs: boolean;
}

/** The hints of a run, without their numbers: several input items give cause for the same one. */
export type Hints = Map<string, Hint>;

/**
 * Notes a hint that is shown beside the result in the editor.
 *
 * @param isLogged Whether it goes into n8n's log, too, for scheduled runs
 */
export function showHint(
	{ hints }: Pick<Run, 'hints'>,
	message: string,
	type: NodeExecutionHint['type'] = 'warning',
	isLogged = type === 'warning',
): void {
	const text = withoutControls(message);
	const key = text.replace(/\d+/g, '#');
	const hint = hints.get(key) ?? { text, type, isLogged, count: 0, differs: false };
	hint.count++;
	hint.differs ||= hint.text !== text;
	hints.set(key, hint);
}

/** What an execution remembers of its hints is saved with it. */
const MAX_REMEMBERED = 100;

/** Shows the hints of a run, unless an earlier run of the execution, such as an iteration of a loop, gave the same. */
export function showHints({ context, node, hints }: Reporter): void {
	if (hints.size === 0) return;
	const shown: Record<string, number> = (context.getContext('node').hints ??= {});
	const { $runIndex: run } = context.getWorkflowDataProxy(0);
	for (const { text, type, isLogged, count, differs } of hints.values()) {
		const others = `${countText(count - 1)} more input item${count === 2 ? '' : 's'}`;
		const message = differs ? `${text} The same, with other numbers, for ${others}.` : text;
		const key = shortHash(message, 22);
		// A further try of a run shows its hints again, because n8n drops those of the failed one.
		if ((shown[key] ?? run) !== run) continue;
		if (Object.keys(shown).length < MAX_REMEMBERED) shown[key] = run;
		context.addExecutionHints({ message, type, location: 'outputPane' });
		if (isLogged) context.logger.warn(`${node.name}: ${message}`);
	}
}

/** Says how far long work has come: in n8n's log, and in the browser's console when run by hand. */
export function showProgress(
	{ context, node }: Pick<Run, 'context' | 'node'>,
	message: string,
): void {
	context.logger.debug(`${node.name}: ${withoutControls(message)}`);
	if (context.getMode() === 'manual') context.sendMessageToUI(`${node.name}: ${message}`);
}
