// The items that a write gives: receipts, failures, records left out, and what a dry run shows.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Batch, Unchanged } from '../../../../client/publish/batches';
import type { Published } from '../../../../client/publish/publish';
import { type ServiceRequest, urlOf } from '../../../../client/transport/send';
import { errorItem } from '../../../shared/errors';
import type { WriteRun } from '../../input/parameters';
import type { Rejected } from '../../input/requests';
import { rejectionItem } from './writeErrors';

/** An item with its place: the first input item that it comes from. */
export interface Placed {
	readonly place: number;
	readonly item: INodeExecutionData;
}

function placed(json: IDataObject, { items, unchanged }: Batch): Placed {
	return {
		place: items[0] ?? unchanged?.items[0] ?? 0,
		item: {
			json: { ...json, ...(unchanged && { unchangedCount: unchanged.records }) },
			pairedItem: [...items, ...(unchanged?.items ?? [])]
				.sort((one, other) => one - other)
				.map((item) => ({ item })),
		},
	};
}

export function receiptItem(batch: Batch, { receipt, fromEarlierTry }: Published): Placed {
	const { recordCount } = batch;
	const json = { ...(receipt as IDataObject), recordCount };
	return placed({ ...json, ...(fromEarlierTry && { fromEarlierTry }) }, batch);
}

/** A longer body is given as binary data, too. */
const maxBodyBytes = 100_000;

function fileNameOf(contentType: string, number: number): string {
	const format = ['json', 'xml'].find((name) => contentType.includes(name)) ?? 'txt';
	return `request-${number}.${format}`;
}

/**
 * What a request would send, byte for byte.
 *
 * @param number The request's number in the run, from 1
 */
export async function dryRunItem(
	{ client, context }: WriteRun,
	batch: Batch,
	request: ServiceRequest,
	number: number,
): Promise<Placed> {
	const { contentType = '', text: body = '' } = request.body ?? {};
	const { method } = request;
	const { recordCount } = batch;
	const bytes = Buffer.from(body);
	const sent = { method, url: urlOf(client, request), contentType, recordCount };
	const { place, item } = placed({ dryRun: true, ...sent, bytes: bytes.length, body }, batch);
	if (bytes.length <= maxBodyBytes) return { place, item };
	const fileName = fileNameOf(contentType, number);
	const data = await context.helpers.prepareBinaryData(bytes, fileName, contentType);
	return { place, item: { ...item, binary: { data } } };
}

/** The item for records that are not sent, because the service accepted them before as they are. */
export function unchangedItem({ items, records }: Unchanged, dryRun: boolean): Placed {
	const what = dryRun ? { dryRun } : { success: true };
	return placed(
		{ ...what, recordCount: 0, unchangedCount: records },
		{ body: {}, recordCount: 0, items },
	);
}

export function failedItems({ items, unchanged }: Batch, error: unknown): Placed[] {
	const failed = items.map((item) => ({ place: item, item: errorItem(error, item) }));
	return unchanged && unchanged.items.length > 0
		? [...failed, unchangedItem(unchanged, false)]
		: failed;
}

export function rejectedItems(rejected: readonly Rejected[]): Placed[] {
	return rejected.map((one) => ({ place: one.itemIndex, item: rejectionItem(one) }));
}
