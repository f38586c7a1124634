// A series of requests, one after another: what was accepted, what failed, and that every input item comes out once.
import type { INodeExecutionData } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';
import { truncate } from '../../../../client/errorTexts';
import type { Batch } from '../../../../client/publish/batches';
import type { Receipt } from '../../../../client/publish/receipt';
import { redact } from '../../../../client/transport/redaction';
import { countText } from '../../../../wire/result';
import { errorItem, isExpected, type NodeError, nodeError } from '../../../shared/errors';
import { counted, listed } from '../../mapping/listed';
import { mayContinue, type Run } from '../../run';
import { saveMessageId } from './messageIds';
import { unchangedItem } from './receipts';

/** The longest name or ID in a message. */
export const MAX_NAME_LENGTH = 80;

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

/** What a series needs of the run. */
type SeriesRun = Pick<Run, 'client' | 'context' | 'node' | 'report'>;

/** A request that was accepted. */
interface Accepted {
	readonly batch: Batch;
	readonly receipt: Receipt;
}

/** How many records were accepted, and the MessageIds. */
function acceptedText(accepted: readonly Accepted[], secrets: readonly string[]): string {
	const ids = accepted
		.map(({ receipt }) => receipt[messageIdField])
		.filter((id) => typeof id === 'string')
		.map((id) => truncate(redact(id, secrets), MAX_NAME_LENGTH));
	const suffix = ids.length === 0 ? '' : ` (MessageId ${listed(ids, ', ')})`;
	return `${recordsOf(accepted.map(({ batch }) => batch))}${suffix}`;
}

/** The error of a request in a series: what it carried, what was accepted before it and what was not sent after it. */
function seriesError(
	run: Pick<SeriesRun, 'client' | 'node'>,
	error: unknown,
	accepted: readonly Accepted[],
	failed: Batch,
	unsent: readonly Batch[],
): NodeError {
	// A bug is shown as it is.
	if (!isExpected(error)) return nodeError(run.node, error);
	const hasAccepted = accepted.length > 0;
	const before = recordsOf(accepted.map(({ batch }) => batch));
	const description = [
		error.description ?? '',
		`The failed request carried ${counted(failed.recordCount, 'record')} (input ${itemsText(failed.items)}).`,
		hasAccepted
			? `Sent and accepted before: ${acceptedText(accepted, run.client.secrets)}.`
			: 'It was the first request of this execution.',
		unsent.length > 0 ? `Not sent: ${recordsOf(unsent)}.` : '',
	];
	return nodeError(run.node, error, failed.items[0], {
		message: hasAccepted
			? `${error.message.replace(/\.$/, '')}, after ${before} had been sent`
			: error.message,
		description: description.filter((line) => line !== '').join('\n'),
	});
}

/** Carries out one request, or only shows it, without a receipt; `number` counts from 1. */
export type SendBatch = (
	batch: Batch,
	number: number,
) => Promise<{ readonly item: INodeExecutionData; readonly receipt?: Receipt }>;

/** Sends the requests in order. A failure ends the series, or with continue-on-fail only its own request. */
export async function sendAll(
	run: SeriesRun,
	batches: readonly Batch[],
	sendBatch: SendBatch,
): Promise<INodeExecutionData[]> {
	const { client, context, report } = run;
	const done: Array<{ batch: Batch; item: INodeExecutionData }> = [];
	const accepted: Accepted[] = [];
	const failed = new Map<number, unknown>();
	const unchangedItems: INodeExecutionData[] = [];
	let records = 0;
	for (const [index, batch] of batches.entries()) {
		records += batch.recordCount;
		let sent: Awaited<ReturnType<SendBatch>>;
		try {
			sent = await sendBatch(batch, index + 1);
		} catch (error) {
			if (!mayContinue(run, error))
				throw seriesError(run, error, accepted, batch, batches.slice(index + 1));
			for (const item of batch.items) failed.set(item, failed.get(item) ?? error);
			if (batch.unchanged?.items.length) unchangedItems.push(unchangedItem(batch.unchanged, false));
			continue;
		}
		const { item, receipt } = sent;
		done.push({ batch, item });
		if (!receipt) continue;
		accepted.push({ batch, receipt });
		saveMessageId(context, receipt[messageIdField]);
		const progress = `request ${index + 1} of ${batches.length}, ${countText(records)} records sent`;
		if (batches.length > 1) report.progress(progress);
	}
	// The body of one input item may be divided into several requests. If one of them fails, the item has failed.
	const hasFailed = ({ items }: Batch) =>
		items.length > 0 && items.every((item) => failed.has(item));
	const errors = [...failed].map(([item, error]) => {
		const applied = accepted.filter(({ batch }) => batch.items.includes(item));
		const text = `Of this item, the service accepted ${acceptedText(applied, client.secrets)}.`;
		return errorItem(error, item, applied.length > 0 ? text : '');
	});
	return [
		...done.filter(({ batch }) => !hasFailed(batch)).map(({ item }) => item),
		...errors,
		...unchangedItems,
	];
}
