// Errors of writes: what is wrong with which item, and what was sent already.
import type { INode, INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { Batch } from '../../../../client/publish/batches';
import { countText } from '../../../../wire/wording';
import { isExpected, nodeError, type NodeError, parameterError } from '../../../shared/errors';
import type { Rejected } from '../../input/requests';

/** A request that the service has accepted. */
export interface Accepted {
	readonly batch: Batch;
	readonly messageId: unknown;
}

const maxListed = 20;

function counted(count: number, noun: string): string {
	return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first of many, and how many others there are. */
export function listed(parts: readonly string[], separator: string): string {
	const left = parts.length - maxListed;
	const shown = parts.slice(0, maxListed).join(separator);
	return left > 0 ? `${shown}${separator}and ${countText(left)} more` : shown;
}

function sentence(reason: string): string {
	return /[.?!]$/.test(reason) ? reason : `${reason}.`;
}

/** How many records in how many requests. */
export function recordsOf(batches: readonly Batch[]): string {
	const records = batches.reduce((sum, { recordCount }) => sum + recordCount, 0);
	return `${counted(records, 'record')} in ${counted(batches.length, 'request')}`;
}

/** Input items as ranges: "0 to 499, 501". */
function itemsText(items: readonly number[]): string {
	const ranges: Array<[first: number, last: number]> = [];
	for (const item of items) {
		const range = ranges.at(-1);
		if (range && item === range[1] + 1) range[1] = item;
		else ranges.push([item, item]);
	}
	const texts = ranges.map(([first, last]) =>
		first === last ? `${first}` : `${first} to ${last}`,
	);
	return `${items.length === 1 ? 'item' : 'items'} ${listed(texts, ', ')}`;
}

function acceptedText(accepted: readonly Accepted[]): string {
	const ids = accepted.map(({ messageId }) => messageId).filter((id) => typeof id === 'string');
	const suffix = ids.length === 0 ? '' : ` (MessageId ${ids.join(', ')})`;
	return `Sent and accepted before: ${recordsOf(accepted.map(({ batch }) => batch))}${suffix}.`;
}

/** The error of a request in a series: what it carried, what was accepted before it and what was not sent after it. */
export function seriesError(
	node: INode,
	error: unknown,
	accepted: readonly Accepted[],
	failed: Batch,
	unsent: readonly Batch[],
): NodeError {
	// A bug is shown as it is.
	if (!isExpected(error)) return nodeError(node, error);
	const before =
		accepted.length > 0
			? `, after ${recordsOf(accepted.map(({ batch }) => batch))} had been sent`
			: '';
	const description = [
		error.description ?? '',
		`The failed request carried ${counted(failed.recordCount, 'record')} (input ${itemsText(failed.items)}).`,
		accepted.length > 0 ? acceptedText(accepted) : 'Nothing had been sent before.',
		unsent.length > 0 ? `Not sent: ${recordsOf(unsent)}.` : '',
	];
	return nodeError(node, error, failed.items[0], {
		message: before === '' ? error.message : `${error.message.replace(/\.$/, '')}${before}`,
		description: description.filter((line) => line !== '').join('\n'),
	});
}

/** The item that a wrong input item becomes on the error branch. */
export function rejectionItem({ itemIndex, reasons }: Rejected): INodeExecutionData {
	const [error, ...others] = reasons;
	return {
		json: { error, details: { description: others.join('\n'), kind: 'input' } },
		pairedItem: { item: itemIndex },
	};
}

/** The reasons that all input items share: those of one wrong parameter. */
function sharedReasons(rejected: readonly Rejected[], itemCount: number): ReadonlySet<string> {
	if (rejected.length < itemCount) return new Set();
	const [first, ...others] = rejected.map(({ reasons }) => new Set(reasons));
	return new Set([...first].filter((reason) => others.every((reasons) => reasons.has(reason))));
}

/** The error for wrong items, because of which nothing is sent. */
export function rejectionError(
	node: INode,
	rejected: readonly Rejected[],
	itemCount: number,
): NodeOperationError {
	const [{ itemIndex, reasons }] = rejected;
	const shared = sharedReasons(rejected, itemCount);
	const place = (reason: string, item: number): string =>
		itemCount > 1 && shared.has(reason) ? 'All items' : `Item ${item}`;
	const lines = rejected.flatMap((one) =>
		one.reasons.map((reason) => `${place(reason, one.itemIndex)}: ${sentence(reason)}`),
	);
	const problems = [...new Set(lines)];
	const isCommon = shared.has(reasons[0]);
	const others = isCommon
		? ''
		: rejected.length > 1
			? ` (and ${counted(rejected.length - 1, 'more item')})`
			: '';
	return parameterError(
		node,
		`${reasons[0]}${others}${isCommon ? '' : ` [item ${itemIndex}]`}`,
		itemIndex,
		// A single problem is the message already.
		problems.length === 1 ? 'Nothing was sent.' : `Nothing was sent.\n${listed(problems, '\n')}`,
	);
}
