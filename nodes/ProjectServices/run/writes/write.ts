// The writes: what was checked goes out, one request after another, and every input item comes out once.
import type { INodeExecutionData } from 'n8n-workflow';

import type { WriteEndpoint } from '../../../../api/endpoint';
import { messageIdField } from '../../../../api/shared';
import { remembering } from '../../../../client/publish/acceptedRecords';
import { type Batch, publishBatches } from '../../../../client/publish/batches';
import {
	closeLedger,
	type Ledger,
	publish,
	type Published,
} from '../../../../client/publish/publish';
import type { ServiceRequest } from '../../../../client/transport/send';
import { encodeBody } from '../../../../wire';
import { countText } from '../../../../wire/wording';
import { parameterError } from '../../../shared/errors';
import type { ItemOptions } from '../../../shared/optionValues';
import { readWrite } from '../../input/requests';
import { mayContinue, type Run, showHint, showProgress } from '../run';
import {
	type Accepted,
	dryRunItem,
	failedItems,
	namesText,
	type Placed,
	receiptItem,
	recordsOf,
	rejectedItems,
	rejectionError,
	seriesError,
	unchangedItem,
} from './writeResults';
import { ledgerEntries, openMemory, saveMessageId } from './writeState';

/** @throws NodeOperationError when the body cannot be written */
function requestOf(
	{ endpoint, node }: Run<WriteEndpoint>,
	{ body, items, subject }: Batch,
	options: ItemOptions,
): ServiceRequest {
	const { method, path } = endpoint;
	const encoded = encodeBody(endpoint.body, body, options.requestFormat);
	if (!encoded.ok) throw parameterError(node, encoded.problem, items[0]);
	const accept = options.responseFormat;
	return { method, path, body: encoded.value, accept, write: true, subject };
}

/** Carries out one request, or only shows it: its item, and its receipt. `number` counts from 1. */
type SendBatch = (
	batch: Batch,
	number: number,
) => Promise<{ readonly placed: Placed; readonly published?: Published }>;

/** Sends the requests in order. A failure ends the series, or with continue-on-fail only its own request. */
async function sendAll(
	run: Run,
	batches: readonly Batch[],
	sendBatch: SendBatch,
): Promise<Placed[]> {
	const results: Placed[][] = [];
	const accepted: Accepted[] = [];
	let records = 0;
	for (const [index, batch] of batches.entries()) {
		const sent = await sendBatch(batch, index + 1).catch((error: unknown) => {
			if (mayContinue(run, error)) return failedItems(batch, error);
			throw seriesError(run.node, error, accepted, batch, batches.slice(index + 1));
		});
		records += batch.recordCount;
		results.push(Array.isArray(sent) ? sent : [sent.placed]);
		if (Array.isArray(sent) || !sent.published) continue;
		accepted.push({ batch, ...sent.published });
		saveMessageId(run.context, sent.published.receipt[messageIdField]);
		const progress = `request ${index + 1} of ${batches.length}, ${countText(records)} records sent`;
		if (batches.length > 1) showProgress(run, progress);
	}
	const skipped = accepted.filter(({ fromEarlierTry }) => fromEarlierTry);
	if (skipped.length > 0) {
		const what = recordsOf(skipped.map(({ batch }) => batch));
		const text = `${what} had been accepted in an earlier try and were not sent again.`;
		showHint(run, text, 'info');
	}
	return results.flat();
}

/**
 * Carries out a Publish operation for all input items: one item for each request, which is paired with every input
 * item it carried.
 *
 * Everything is checked first. If an item is wrong, nothing at all is sent, unless the node continues on failure:
 * then the wrong items become error items and the others are sent.
 *
 * @throws NodeOperationError for wrong items or parameters; NodeApiError when a request fails, with what had been
 * sent before
 */
export async function executeWrite(run: Run<WriteEndpoint>): Promise<INodeExecutionData[]> {
	const { client, context, endpoint, node, itemCount } = run;
	const { options, lists, rejected, ignored } = readWrite(run);
	const { dryRun, recordsPerRequest, resendUncertain } = options;
	if (rejected.length > 0 && !context.continueOnFail())
		throw rejectionError(node, rejected, itemCount);
	const memory = openMemory(run, options);
	const ledger: Ledger = { entries: ledgerEntries(context), used: new Set() };
	const show: SendBatch = async (batch, number) => ({
		placed: await dryRunItem(run, batch, requestOf(run, batch, options), number),
	});
	const send: SendBatch = async (batch) => {
		const request = requestOf(run, batch, options);
		const published = await remembering(
			memory?.memory,
			batch.remembered,
			async () => await publish(client, endpoint, request, ledger, resendUncertain),
		);
		return { placed: receiptItem(batch, published), published };
	};
	const carryOut = async () => {
		const { batches, unchanged } = publishBatches(endpoint, lists, recordsPerRequest, memory);
		if (!dryRun) memory?.keepDecisions();
		return { batches, unchanged, sent: await sendAll(run, batches, dryRun ? show : send) };
	};
	const { batches, unchanged, sent } = await carryOut().finally(() => memory?.close(!dryRun));
	if (dryRun) {
		const text = `'Dry Run': nothing was sent. The real run would send ${recordsOf(batches)}.`;
		showHint(run, text, 'info');
	}
	if (ignored.length > 0)
		showHint(run, `Left out, because the record has no such field: ${namesText(ignored)}`);
	const left = unchanged.map((records) => unchangedItem(records, dryRun));
	const items = [...rejectedItems(rejected), ...left, ...sent]
		.sort((one, other) => one.place - other.place)
		.map(({ item }) => item);
	// n8n runs the node again only when it threw, or when the first item holds an error.
	if (items.every(({ json }) => json.error === undefined)) closeLedger(ledger);
	return items;
}
