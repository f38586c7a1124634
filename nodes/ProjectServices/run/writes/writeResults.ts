// What comes of a write: items for receipts, failures and records left out, and the errors that stop the node.
import type { IDataObject, INode, INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';
import type { Batch, Unchanged } from '../../../../client/publish/batches';
import type { Published } from '../../../../client/publish/publish';
import { cut } from '../../../../client/failures';
import { type ServiceRequest, urlOf } from '../../../../client/transport/send';
import { countText } from '../../../../wire/wording';
import {
	errorItem,
	isExpected,
	nodeError,
	type NodeError,
	parameterError,
} from '../../../shared/errors';
import type { Rejected } from '../../input/requests';
import type { Run } from '../run';

/** An item with its place: the first input item that it comes from. */
export interface Placed {
	readonly place: number;
	readonly item: INodeExecutionData;
}

function placed(
	json: IDataObject,
	{ items, unchanged }: Pick<Batch, 'items' | 'unchanged'>,
): Placed {
	const carried = [...items, ...(unchanged?.items ?? [])];
	return {
		place: carried[0] ?? 0,
		item: {
			json: { ...json, ...(unchanged && { unchangedCount: unchanged.records }) },
			pairedItem: carried.sort((one, other) => one - other).map((item) => ({ item })),
		},
	};
}

export function receiptItem(batch: Batch, { receipt, fromEarlierTry }: Published): Placed {
	const { recordCount } = batch;
	const json = { ...(receipt as IDataObject), recordCount };
	return placed({ ...json, ...(fromEarlierTry && { fromEarlierTry }) }, batch);
}

/** The item for records that are not sent, because the service accepted them before as they are. */
export function unchangedItem(unchanged: Unchanged, dryRun: boolean): Placed {
	const what = dryRun ? { dryRun } : { success: true };
	return placed({ ...what, recordCount: 0 }, { items: [], unchanged });
}

/** A longer body is given as binary data, too. */
const maxBodyBytes = 100_000;

/**
 * What a request would send, byte for byte.
 *
 * @param number The request's number in the run, from 1
 */
export async function dryRunItem(
	{ client, context }: Run,
	batch: Batch,
	request: ServiceRequest,
	number: number,
): Promise<Placed> {
	const { contentType = '', text: body = '' } = request.body ?? {};
	const bytes = Buffer.from(body);
	const { place, item } = placed(
		{
			dryRun: true,
			method: request.method,
			url: urlOf(client, request),
			contentType,
			recordCount: batch.recordCount,
			bytes: bytes.length,
			body,
		},
		batch,
	);
	if (bytes.length <= maxBodyBytes) return { place, item };
	const format = ['json', 'xml'].find((name) => contentType.includes(name)) ?? 'txt';
	const fileName = `request-${number}.${format}`;
	const data = await context.helpers.prepareBinaryData(bytes, fileName, contentType);
	return { place, item: { ...item, binary: { data } } };
}

export function failedItems({ items, unchanged }: Batch, error: unknown): Placed[] {
	const failed = items.map((item) => ({ place: item, item: errorItem(error, item) }));
	const isLeft = unchanged !== undefined && unchanged.items.length > 0;
	return isLeft ? [...failed, unchangedItem(unchanged, false)] : failed;
}

/** The items that wrong input items become on the error output. */
export function rejectedItems(rejected: readonly Rejected[]): Placed[] {
	return rejected.map(({ itemIndex, reasons: [message, ...others] }) => ({
		place: itemIndex,
		item: errorItem({ message, description: others.join('\n') }, itemIndex),
	}));
}

/** A request that the service has accepted. */
export interface Accepted extends Published {
	readonly batch: Batch;
}

const maxListed = 20;

function counted(count: number, noun: string): string {
	return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first of many, and how many others there are. */
function listed(parts: readonly string[], separator: string): string {
	const left = parts.length - maxListed;
	const shown = parts.slice(0, maxListed).join(separator);
	return left > 0 ? `${shown}${separator}and ${countText(left)} more` : shown;
}

const maxName = 80;

/** Names that a person gave, as many as a message can hold. */
export function namesText(names: readonly string[]): string {
	return listed(
		names.map((name) => cut(name, maxName)),
		', ',
	);
}

/** How many records in how many requests. */
export function recordsOf(batches: readonly Batch[]): string {
	const records = batches.reduce((sum, { recordCount }) => sum + recordCount, 0);
	return `${counted(records, 'record')} in ${counted(batches.length, 'request')}`;
}

/** Input items as ranges: "items 0 to 499, 501". */
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
	const hasAccepted = accepted.length > 0;
	const before = recordsOf(accepted.map(({ batch }) => batch));
	const ids = accepted
		.map(({ receipt }) => receipt[messageIdField])
		.filter((id) => typeof id === 'string');
	const suffix = ids.length === 0 ? '' : ` (MessageId ${ids.join(', ')})`;
	const description = [
		error.description ?? '',
		`The failed request carried ${counted(failed.recordCount, 'record')} (input ${itemsText(failed.items)}).`,
		hasAccepted ? `Sent and accepted before: ${before}${suffix}.` : 'Nothing had been sent before.',
		unsent.length > 0 ? `Not sent: ${recordsOf(unsent)}.` : '',
	];
	return nodeError(node, error, failed.items[0], {
		message: hasAccepted
			? `${error.message.replace(/\.$/, '')}, after ${before} had been sent`
			: error.message,
		description: description.filter((line) => line !== '').join('\n'),
	});
}

/** The error for wrong items, because of which nothing is sent. */
export function rejectionError(
	node: INode,
	rejected: readonly Rejected[],
	itemCount: number,
): NodeOperationError {
	const [{ itemIndex, reasons }] = rejected;
	// One wrong parameter is the same reason for all input items.
	const isShared = (reason: string): boolean =>
		rejected.length >= itemCount && rejected.every((one) => one.reasons.includes(reason));
	const shared = new Set(reasons.filter(isShared));
	const line = (reason: string, item: number): string => {
		const place = itemCount > 1 && shared.has(reason) ? 'All items' : `Item ${item}`;
		return `${place}: ${reason}${/[.?!]$/.test(reason) ? '' : '.'}`;
	};
	const problems = new Set(
		rejected.flatMap((one) => one.reasons.map((reason) => line(reason, one.itemIndex))),
	);
	const others = rejected.length > 1 ? ` (and ${counted(rejected.length - 1, 'more item')})` : '';
	const place = shared.has(reasons[0]) ? '' : `${others} [item ${itemIndex}]`;
	return parameterError(
		node,
		`${reasons[0]}${place}`,
		itemIndex,
		// A single problem is the message already.
		problems.size === 1 ? 'Nothing was sent.' : `Nothing was sent.\n${listed([...problems], '\n')}`,
	);
}
