// What a person is told when a write fails: what is wrong with which item, and what has been sent already.
import type { INode, INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Batch } from './batches';
import { parameterError } from './errors';
import type { Rejected } from './writeInput';

/** A request that the service has accepted. */
export interface Account {
	readonly batch: Batch;
	readonly messageId: unknown;
}

const mostListed = 20;

function counted(count: number, noun: string): string {
	return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

function listed(parts: readonly string[], separator: string): string {
	const left = parts.length - mostListed;
	const shown = parts.slice(0, mostListed).join(separator);
	return left > 0 ? `${shown}${separator}and ${left.toLocaleString('en-US')} more` : shown;
}

function sentence(reason: string): string {
	return /[.?!]$/.test(reason) ? reason : `${reason}.`;
}

function recordsOf(batches: readonly Batch[]): string {
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

function doneText(done: readonly Account[]): string {
	const ids = done.map(({ messageId }) => messageId).filter((id) => typeof id === 'string');
	const suffix = ids.length === 0 ? '' : ` (MessageId ${ids.join(', ')})`;
	return `Sent and accepted before: ${recordsOf(done.map(({ batch }) => batch))}${suffix}.`;
}

/** Adds to the error of a request what it carried, what had been sent before it and what was not sent after it. */
export function accountOf(
	error: NodeApiError | NodeOperationError,
	done: readonly Account[],
	failed: Batch,
	unsent: readonly Batch[],
): NodeApiError | NodeOperationError {
	if (done.length > 0) {
		const what = error.message.replace(/\.$/, '');
		error.message = `${what}, after ${recordsOf(done.map(({ batch }) => batch))} had been sent`;
	}
	error.description = [
		error.description ?? '',
		`The failed request carried ${counted(failed.recordCount, 'record')} (input ${itemsText(failed.items)}).`,
		done.length > 0 ? doneText(done) : 'Nothing had been sent before.',
		unsent.length > 0 ? `Not sent: ${recordsOf(unsent)}.` : '',
	]
		.filter((line) => line !== '')
		.join('\n');
	return error;
}

/** The item that a wrong input item becomes on the error branch. */
export function rejectionItem({ itemIndex, reasons }: Rejected): INodeExecutionData {
	const [error, ...others] = reasons;
	return {
		json: { error, ...(others.length > 0 ? { details: others.join('\n') } : {}) },
		pairedItem: { item: itemIndex },
	};
}

/** The reasons that all input items share, as those of one parameter that is wrong. */
function sharedReasons(rejected: readonly Rejected[], itemCount: number): ReadonlySet<string> {
	if (rejected.length < itemCount) return new Set();
	const [first, ...others] = rejected.map(({ reasons }) => new Set(reasons));
	return new Set([...first].filter((reason) => others.every((reasons) => reasons.has(reason))));
}

/** The error for items that are wrong, when nothing is to be sent because of them. */
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
		`${isCommon ? '' : `Item ${itemIndex}: `}${reasons[0]}${others}`,
		itemIndex,
		// A single problem is the message already.
		problems.length === 1 ? 'Nothing was sent.' : `Nothing was sent.\n${listed(problems, '\n')}`,
	);
}
