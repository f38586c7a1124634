// Input items that cannot be sent: every reason, and one error for all.
import type { INode, NodeOperationError } from 'n8n-workflow';

import { counted, joinLimited } from '../../../wire/result';
import { isExpected, nodeError, parameterError } from '../../shared/errors';
import type { WriteInput } from '../input';

/** An input item that cannot be sent, and every reason in a sentence without its full stop. */
export interface Rejected {
	readonly itemIndex: number;
	readonly reasons: readonly string[];
}

/** Reads what belongs to an input item; gives undefined once it has added a reason why it cannot be sent. */
export type ItemReader<T> = (itemIndex: number, reasons: string[]) => T | undefined;

/** Reads every item; what is wrong with one does not keep the others from being read. */
export function readItems<T>({ itemCount, node }: WriteInput, read: ItemReader<T>) {
	const good: T[] = [];
	const rejected: Rejected[] = [];
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
		const reasons: string[] = [];
		try {
			const value = read(itemIndex, reasons);
			if (value !== undefined) good.push(value);
		} catch (error) {
			// An expression that fails is a reason like any other.
			if (!isExpected(error)) throw nodeError(node, error);
			reasons.push(error.message);
		}
		if (reasons.length > 0) rejected.push({ itemIndex, reasons });
	}
	return { good, rejected };
}

/** The reasons that all input items have: one wrong parameter is a reason for each of them. */
function sharedReasons(rejected: readonly Rejected[], itemCount: number): ReadonlySet<string> {
	const [first, ...others] = rejected.map(({ reasons }) => new Set(reasons));
	if (rejected.length < itemCount) return new Set();
	return new Set([...first].filter((reason) => others.every((reasons) => reasons.has(reason))));
}

/** The error for wrong items, because of which nothing is sent. */
function rejectionError(
	node: INode,
	rejected: readonly Rejected[],
	itemCount: number,
): NodeOperationError {
	const [{ itemIndex, reasons }] = rejected;
	const shared = sharedReasons(rejected, itemCount);
	const line = (reason: string, item: number): string => {
		const isOfAll = itemCount > 1 && shared.has(reason);
		const place = isOfAll ? 'All items' : `Item ${item}${item === 0 ? ' (the first)' : ''}`;
		return `${place}: ${reason}${/[.?!]$/.test(reason) ? '' : '.'}`;
	};
	const problems = new Set(
		rejected.flatMap((entry) => entry.reasons.map((reason) => line(reason, entry.itemIndex))),
	);
	const others = rejected.length > 1 ? ` (and ${counted(rejected.length - 1, 'more item')})` : '';
	const place = shared.has(reasons[0]) ? '' : `${others} [item ${itemIndex}]`;
	// A single problem is the message already.
	const lines = problems.size === 1 ? '' : `\n${joinLimited([...problems], '\n')}`;
	return parameterError(node, `${reasons[0]}${place}`, itemIndex, `Nothing was sent.${lines}`);
}

/**
 * Refuses wrong items, unless the node continues on failure.
 *
 * @throws NodeOperationError for all of them; nothing was sent then
 */
export function refuseWrong(
	{ context, itemCount, node }: WriteInput,
	rejected: readonly Rejected[],
): void {
	if (rejected.length > 0 && !context.continueOnFail())
		throw rejectionError(node, rejected, itemCount);
}
