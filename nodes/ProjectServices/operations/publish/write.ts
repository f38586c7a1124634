// A write: what was checked goes out, one request after another, and every input item comes out once.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { WriteEndpoint } from '../../../../api/endpoint';
import { truncate } from '../../../../client/errorTexts';
import { remembering } from '../../../../client/publish/acceptedRecords';
import { type Batch, publishBatches } from '../../../../client/publish/batches';
import { halvesOf } from '../../../../client/publish/divide';
import {
	closeLedger,
	nextKey,
	type PlannedRequest,
	repeatsEarlierTry,
} from '../../../../client/publish/ledger';
import { publish, writeRequest } from '../../../../client/publish/publish';
import type { ServiceRequest } from '../../../../client/transport/serviceRequest';
import { encodeBody } from '../../../../wire';
import { errorItem } from '../../../shared/errorItems';
import { parameterError } from '../../../shared/errors';
import type { ItemOptions } from '../../../shared/optionValues';
import { listed } from '../../mapping/listed';
import type { Run } from '../../nodeRun';
import { checkChangeLimit } from './changeLimit';
import { compareWithService } from './compareWithService';
import type { AcceptedMemory } from './onlyChangedMemory';
import { dryRunItem } from './dryRun';
import { dividerOf, openLedger } from './executionLedger';
import { MAX_NAME_LENGTH, recordsOf } from './failureTexts';
import { firstInput, requestItem, unchangedItem } from './requestItems';
import type { WriteRequest } from './publishRequest';
import { type SendBatch, sendAll } from './series';

/** What a write needs of the run. */
type WriteRun = Pick<
	Run<WriteEndpoint>,
	'client' | 'context' | 'endpoint' | 'node' | 'noun' | 'report'
>;

type ExecutionLedger = ReturnType<typeof openLedger>;

/** @throws NodeOperationError when the body cannot be written */
function requestOf(
	{ endpoint, node }: Pick<WriteRun, 'endpoint' | 'node'>,
	{ body, items, subject }: Batch,
	{ requestFormat, responseFormat: accept }: ItemOptions,
): ServiceRequest {
	const encoded = encodeBody(endpoint.body, body, requestFormat);
	if (!encoded.ok) throw parameterError(node, encoded.problem, items[0]);
	return writeRequest(endpoint, body, { body: encoded.value, accept, subject });
}

/** A request as a further try of the execution makes it again, with its halves. */
function plannedRequest(run: WriteRun, batch: Batch, options: ItemOptions): PlannedRequest {
	return {
		make: () => requestOf(run, batch, options),
		halves: () => (halvesOf(batch) ?? []).map((half) => plannedRequest(run, half, options)),
	};
}

/** @throws NodeOperationError where a further try of an execution would send other requests than the try before */
function checkSameData(
	run: WriteRun,
	batches: readonly Batch[],
	options: ItemOptions,
	ledger: ExecutionLedger,
): void {
	const planned = batches.map((batch) => plannedRequest(run, batch, options));
	// An agent that calls its tool again may well send other data.
	if (ledger.isTool || repeatsEarlierTry(run.client, ledger, planned)) return;
	throw parameterError(
		run.node,
		'The data differ from those of an earlier try of this execution, some of which were sent',
		undefined,
		'Nothing was sent now. An expression such as $now gives another value each time: compute it in a node before this one. To send other data than before, start a new execution.',
	);
}

/** Sends the requests: an item for each, with its receipt. */
async function sendRequests(
	run: WriteRun,
	batches: readonly Batch[],
	options: ItemOptions,
	ledger: ExecutionLedger,
	memory: AcceptedMemory | undefined,
): Promise<INodeExecutionData[]> {
	const { client, endpoint, report } = run;
	memory?.keepDecisions();
	checkSameData(run, batches, options, ledger);
	const keys = new Map<Batch, string>();
	const sentEarlier: Batch[] = [];
	const send: SendBatch = async (batch) => {
		const request = requestOf(run, batch, options);
		const key = nextKey(ledger, client, request);
		keys.set(batch, key);
		const { resendUncertain } = options;
		const once = async () => await publish(client, endpoint, request, ledger, resendUncertain, key);
		const { remembered, recordCount } = batch;
		const { receipt, fromEarlierTry } =
			memory && remembered
				? await remembering(memory.memory, remembered, once, memory.remembers)
				: await once();
		if (fromEarlierTry) sentEarlier.push(batch);
		const json: IDataObject = {
			...receipt,
			recordCount,
			...(fromEarlierTry && { fromEarlierTry }),
		};
		return { item: requestItem(json, batch), receipt };
	};
	const divider = dividerOf(run, options.divideRefused, ledger, keys);
	const items = await sendAll(run, batches, send, divider);
	if (sentEarlier.length > 0)
		report.hint(
			`${recordsOf(sentEarlier)} had been accepted in an earlier try and were not sent again.`,
			'info',
		);
	return items;
}

/** Shows the requests instead of sending them. */
async function showRequests(
	run: WriteRun,
	batches: readonly Batch[],
	options: ItemOptions,
): Promise<INodeExecutionData[]> {
	return await sendAll(run, batches, async (batch, number) => ({
		item: await dryRunItem(run, batch, requestOf(run, batch, options), number),
	}));
}

/** Carries out what was checked: the items, and what Dry Run says of them. */
async function carryOut(
	run: WriteRun,
	request: WriteRequest,
	ledger: ExecutionLedger,
	memory: AcceptedMemory | undefined,
): Promise<{ readonly items: readonly INodeExecutionData[]; readonly summary: string }> {
	const { options, lists } = request;
	const { compareWithService: isComparison, dryRun, recordsPerRequest } = options;
	if (isComparison) return await compareWithService(run, request, memory);
	const cut = publishBatches(run.endpoint, lists, recordsPerRequest, memory);
	const { batches, unchanged } = cut;
	const stopped = memory && checkChangeLimit(run, options, memory, cut);
	const items = dryRun
		? await showRequests(run, batches, options)
		: await sendRequests(run, batches, options, ledger, memory);
	return {
		items: [...unchanged.map((records) => unchangedItem(records, dryRun)), ...items],
		summary: stopped ?? `The real run would send ${recordsOf(batches)}.`,
	};
}

function showDryRun({ context, report }: WriteRun, summary: string): void {
	if (context.getMode() === 'manual')
		report.hint(`'Dry Run': nothing was sent. ${summary}`, 'info');
	else
		report.hint(
			`'Dry Run' is on in a production execution: nothing was sent. ${summary} Turn it off to send the records.`,
		);
}

/**
 * Carries out a write for all input items: one item for each request, which is paired with every input item that it
 * carried.
 *
 * Everything is checked first. If an item is wrong, nothing at all is sent, unless the node continues on failure:
 * then the wrong items become error items and the others are sent.
 *
 * @throws NodeOperationError for wrong items or parameters; NodeApiError when a request fails, with what had been
 * sent before
 */
export async function write(
	run: WriteRun,
	request: WriteRequest,
	memory?: AcceptedMemory,
): Promise<INodeExecutionData[]> {
	const { options, rejected, ignored } = request;
	const ledger = openLedger(run.context);
	const carriedOut = await carryOut(run, request, ledger, memory).finally(
		async () => await memory?.close(),
	);
	if (options.dryRun) showDryRun(run, carriedOut.summary);
	const names = ignored.map((name) => truncate(name, MAX_NAME_LENGTH));
	if (names.length > 0)
		run.report.hint(`Left out, because the record has no such field: ${listed(names, ', ')}`);
	const errorItems = rejected.map(({ itemIndex, reasons: [message, ...moreReasons] }) =>
		errorItem({ message, description: listed(moreReasons, '\n') }, itemIndex),
	);
	const items = [...errorItems, ...carriedOut.items].sort((a, b) => firstInput(a) - firstInput(b));
	// n8n runs the node again only when it threw, or when the first item holds an error.
	if (items.every(({ json }) => json.error === undefined)) {
		closeLedger(ledger);
		memory?.forgetDecisions();
	}
	return items;
}
