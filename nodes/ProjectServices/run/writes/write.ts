// The writes: what was checked goes out, one request after another, and every input item comes out once.
import type { INodeExecutionData } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';
import type { Batch, Members } from '../../../../client/publish/batches';
import { type Ledger, openLedger } from '../../../../client/publish/ledger';
import { publish, publishRequest } from '../../../../client/publish/publish';
import { cut } from '../../../../client/failures';
import type { ServiceRequest } from '../../../../client/transport/send';
import type { Format } from '../../../../wire';
import { countText } from '../../../../wire/wording';
import { parameterError } from '../../../shared/errors';
import { labelOf } from '../../../shared/labels';
import { isOn, requestFormat, responseFormat } from '../../../shared/optionValues';
import { optionsOf } from '../../../shared/parameters';
import { fillsOf, identifies, type WriteRun } from '../../input/parameters';
import { readWriteInput } from '../../input/requests';
import { saveMessageId } from './customData';
import { onlyChangedOf, type OnlyChanged } from './onlyChanged';
import { mayContinue, showHint, showProgress } from '../run';
import { ledgerEntries } from './runLedger';
import { type Accepted, listed, recordsOf, rejectionError, seriesError } from './writeErrors';
import {
	dryRunItem,
	failedItems,
	type Placed,
	receiptItem,
	rejectedItems,
	unchangedItem,
} from './writeItems';

const longestName = 80;

function shortName(name: string): string {
	return cut(name, longestName);
}

/** What the requests of a run share. */
interface Series {
	readonly run: WriteRun;
	readonly format: Format;
	readonly accept: 'json' | 'xml';
}

/** The record that an update is about, for messages: "the task with the Task ID "T-1"". */
function subjectOf({ endpoint, noun }: WriteRun, body: Members): string | undefined {
	if (endpoint.records !== undefined) return undefined;
	const identity = fillsOf(endpoint).find(
		({ field }) => identifies(field) && typeof body[field.name] === 'string',
	);
	if (!identity) return undefined;
	const { parameter, field } = identity;
	return `the ${noun} with the ${labelOf(parameter)} "${String(body[field.name])}"`;
}

/** @throws NodeOperationError when the body cannot be written */
function requestOf({ run, format, accept }: Series, { body, items }: Batch): ServiceRequest {
	const encoded = publishRequest(run.endpoint, body, format, accept);
	if (encoded.ok) return { ...encoded.value, subject: subjectOf(run, body) };
	throw parameterError(run.node, encoded.problem, items[0]);
}

/** What came of one request: its item, and what the next ones have to know of it. */
interface Sent {
	readonly placed: Placed;
	/** Left out by a dry run. */
	readonly accepted?: Accepted;
	readonly fromEarlierTry?: boolean;
}

/** Carries out one request, or only shows it; `number` counts from 1. */
type SendBatch = (batch: Batch, number: number) => Promise<Sent>;

function dryRun(series: Series): SendBatch {
	return async (batch, number) => ({
		placed: await dryRunItem(series.run, batch, requestOf(series, batch), number),
	});
}

function realRun(series: Series, ledger: Ledger, onlyChanged: OnlyChanged | undefined): SendBatch {
	const { client, endpoint, node, parameters } = series.run;
	const { resendUncertain: given } = optionsOf(parameters, 0);
	const resendUncertain = isOn(node, 'resendUncertain', given);
	return async (batch) => {
		const request = requestOf(series, batch);
		const record = ledger.next(request);
		onlyChanged?.begin(batch);
		const published = await publish(client, endpoint, request, record, resendUncertain).catch(
			(error: unknown) => {
				onlyChanged?.end(batch, false);
				return Promise.reject(error);
			},
		);
		onlyChanged?.end(batch, true);
		const { receipt, fromEarlierTry } = published;
		const placed = receiptItem(batch, published);
		const accepted = { batch, messageId: receipt[messageIdField] };
		return { placed, accepted, fromEarlierTry };
	};
}

function reportProgress(run: WriteRun, batches: readonly Batch[], sent: number): void {
	if (batches.length < 2) return;
	const records = batches.slice(0, sent).reduce((sum, { recordCount }) => sum + recordCount, 0);
	showProgress(run, `request ${sent} of ${batches.length}, ${countText(records)} records sent`);
}

/** Sends the requests in order. A failure ends the series, or with continue-on-fail only its own request. */
async function sendAll(
	run: WriteRun,
	batches: readonly Batch[],
	sendBatch: SendBatch,
): Promise<Placed[]> {
	const placed: Placed[] = [];
	const accepted: Accepted[] = [];
	const skipped: Batch[] = [];
	for (const [index, batch] of batches.entries()) {
		const outcome = await sendBatch(batch, index + 1).then(
			(sent) => ({ sent }),
			(error: unknown) => ({ error }),
		);
		if ('sent' in outcome) {
			const { sent } = outcome;
			placed.push(sent.placed);
			if (sent.fromEarlierTry) skipped.push(batch);
			if (!sent.accepted) continue;
			accepted.push(sent.accepted);
			saveMessageId(run.context, sent.accepted.messageId);
			reportProgress(run, batches, index + 1);
			continue;
		}
		if (!mayContinue(run, outcome.error))
			throw seriesError(run.node, outcome.error, accepted, batch, batches.slice(index + 1));
		for (const failed of failedItems(batch, outcome.error)) placed.push(failed);
	}
	if (skipped.length > 0)
		showHint(
			run,
			`${recordsOf(skipped)} had been accepted in an earlier try and were not sent again.`,
			'info',
		);
	return placed;
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
export async function executeWrite(run: WriteRun): Promise<INodeExecutionData[]> {
	const { client, context, endpoint, node, parameters, itemCount } = run;
	const options = optionsOf(parameters, 0);
	const isDryRun = isOn(node, 'dryRun', options.dryRun);
	const series = {
		run,
		format: requestFormat(node, endpoint, options),
		accept: responseFormat(node, options),
	};
	const onlyChanged = onlyChangedOf(run);
	const ledger = openLedger(client, ledgerEntries(context));
	const readInput = () => {
		const input = readWriteInput(run, onlyChanged?.comparison);
		if (input.rejected.length === 0 || context.continueOnFail()) return input;
		throw rejectionError(node, input.rejected, itemCount);
	};
	const send = async () => {
		const input = readInput();
		if (isDryRun) return { ...input, sent: await sendAll(run, input.batches, dryRun(series)) };
		onlyChanged?.keepDecisions();
		return {
			...input,
			sent: await sendAll(run, input.batches, realRun(series, ledger, onlyChanged)),
		};
	};
	const { batches, unchanged, rejected, ignored, sent } = await send().finally(() =>
		onlyChanged?.close(!isDryRun),
	);
	if (isDryRun)
		showHint(
			run,
			`'Dry Run': nothing was sent. The real run would send ${recordsOf(batches)}.`,
			'info',
		);
	if (ignored.length > 0)
		showHint(
			run,
			`Left out, because the record has no such field: ${listed(ignored.map(shortName), ', ')}`,
		);
	const left = unchanged.map((records) => unchangedItem(records, isDryRun));
	const items = [...rejectedItems(rejected), ...left, ...sent]
		.sort((one, other) => one.place - other.place)
		.map(({ item }) => item);
	// n8n runs the node again only when it threw, or when the first item holds an error.
	if (items.every(({ json }) => json.error === undefined)) ledger.close();
	return items;
}
