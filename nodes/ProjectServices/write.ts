// The writes: what was checked goes out, one request after another, and every item is accounted for once.
import type { IDataObject, INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { encodeBody } from '../../wire';
import type { Batch } from './batches';
import { errorItem, nodeError } from './errors';
import { optionsOf } from './parameters';
import { progress, remark, remarkRetries } from './run';
import { requestFormat, responseFormat } from './settings';
import { isStopped } from './connection';
import type { ServiceRequest } from './exchange';
import { failOnAnswer, send } from './transport';
import { type Account, accountOf, rejectionError, rejectionItem } from './writeErrors';
import { readWriteAnswer } from './writeAnswers';
import { readWriteInput, type Rejected } from './writeInput';
import type { WriteRun } from './writeParameters';

type Failure = NodeApiError | NodeOperationError;
type Outcome =
	| { readonly ok: true; readonly fields: IDataObject }
	| { readonly ok: false; readonly error: Failure };

function requestOf(run: WriteRun, batch: Batch): ServiceRequest {
	const { endpoint, node, parameters } = run;
	const options = optionsOf(parameters, 0);
	const format = requestFormat(node, endpoint, options);
	const encoded = encodeBody(endpoint.body, batch.body, format);
	if (!encoded.ok) {
		throw new NodeOperationError(node, encoded.problem, { itemIndex: batch.items[0] });
	}
	return {
		method: endpoint.method,
		path: endpoint.path,
		body: { text: encoded.text, contentType: encoded.contentType },
		accept: responseFormat(node, options),
		write: true,
	};
}

async function sendBatch(run: WriteRun, batch: Batch): Promise<Outcome> {
	try {
		const request = requestOf(run, batch);
		const [itemIndex] = batch.items;
		const answer = await send(run.connection, request, itemIndex);
		const read = readWriteAnswer(run.endpoint, answer);
		if (!read.ok) failOnAnswer(run.connection, request, answer, read.problem, itemIndex);
		return { ok: true, fields: read.fields };
	} catch (error) {
		return { ok: false, error: nodeError(run.node, error) };
	}
}

/** An item with its place: the first input item that it comes from. */
interface Placed {
	readonly place: number;
	readonly item: INodeExecutionData;
}

function sentItem(batch: Batch, fields: IDataObject): Placed {
	return {
		place: batch.items[0],
		item: {
			json: { ...fields, recordCount: batch.recordCount },
			pairedItem: batch.items.map((item) => ({ item })),
		},
	};
}

function failedItems(batch: Batch, error: Failure): Placed[] {
	return batch.items.map((itemIndex) => ({
		place: itemIndex,
		item: errorItem(error, itemIndex),
	}));
}

function reportProgress(run: WriteRun, batches: readonly Batch[], sent: number): void {
	if (batches.length < 2) return;
	const records = batches.slice(0, sent).reduce((sum, { recordCount }) => sum + recordCount, 0);
	progress(
		run,
		`request ${sent} of ${batches.length}, ${records.toLocaleString('en-US')} records sent`,
	);
}

/** Sends the requests in order. A failure ends the series, or with continue-on-fail only its own request. */
async function sendAll(run: WriteRun, batches: readonly Batch[]): Promise<Placed[]> {
	const placed: Placed[] = [];
	const done: Account[] = [];
	for (const [index, batch] of batches.entries()) {
		const outcome = await sendBatch(run, batch);
		if (outcome.ok) {
			placed.push(sentItem(batch, outcome.fields));
			done.push({ batch, messageId: outcome.fields.MessageId });
			reportProgress(run, batches, index + 1);
			continue;
		}
		const mayContinue = run.context.continueOnFail() && !isStopped(run.context);
		if (!mayContinue) throw accountOf(outcome.error, done, batch, batches.slice(index + 1));
		for (const failed of failedItems(batch, outcome.error)) placed.push(failed);
	}
	return placed;
}

function reportIgnored(run: WriteRun, ignored: readonly string[]): void {
	if (ignored.length === 0) return;
	remark(run, `Left out, because the record has no such field: ${ignored.join(', ')}`);
}

function rejectedItems(rejected: readonly Rejected[]): Placed[] {
	return rejected.map((one) => ({ place: one.itemIndex, item: rejectionItem(one) }));
}

/**
 * Carries out a Publish operation for all input items: one item for each request, which is paired
 * with every input item it carried.
 *
 * Everything is checked first. If an item is wrong, nothing at all is sent, unless the node
 * continues on failure: then the wrong items become error items and the others are sent.
 *
 * @throws NodeOperationError for wrong items or parameters; NodeApiError when a request fails, with
 * what had been sent before
 */
export async function executeWrite(run: WriteRun): Promise<INodeExecutionData[]> {
	const { batches, rejected, ignored } = readWriteInput(run);
	if (rejected.length > 0 && !run.context.continueOnFail()) {
		throw rejectionError(run.node, rejected, run.itemCount);
	}
	const placed = [...rejectedItems(rejected), ...(await sendAll(run, batches))];
	reportIgnored(run, ignored);
	remarkRetries(run);
	return placed.sort((one, other) => one.place - other.place).map(({ item }) => item);
}
