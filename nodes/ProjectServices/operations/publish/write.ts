// A write: what was checked goes out, one request after another, and every input item comes out once.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { WriteEndpoint } from '../../../../api/endpoint';
import { truncate } from '../../../../client/errorTexts';
import { remembering } from '../../../../client/publish/acceptedRecords';
import { type Batch, publishBatches } from '../../../../client/publish/batches';
import { closeLedger, repeatsEarlierTry } from '../../../../client/publish/ledger';
import { publish, writeRequest } from '../../../../client/publish/publish';
import type { ServiceRequest } from '../../../../client/transport/serviceRequest';
import { encodeBody } from '../../../../wire';
import { errorItem, parameterError } from '../../../shared/errors';
import type { ItemOptions } from '../../../shared/optionValues';
import { listed } from '../../mapping/listed';
import type { Run } from '../../run';
import type { AcceptedMemory } from './onlyChangedMemory';
import { dryRunItem } from './dryRun';
import { openLedger } from './executionLedger';
import { firstInput, itemOf, unchangedItem } from './receipts';
import type { WriteRequest } from './request';
import { MAX_NAME_LENGTH, recordsOf, type SendBatch, sendAll } from './series';

/** What a write needs of the run. */
type WriteRun = Pick<Run<WriteEndpoint>, 'client' | 'context' | 'endpoint' | 'node' | 'report'>;

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

/**
 * Carries out a write for all input items: one item for each request, which is paired with every input
 * item it carried.
 *
 * Everything is checked first. If an item is wrong, nothing at all is sent, unless the node continues on failure:
 * then the wrong items become error items and the others are sent.
 *
 * @throws NodeOperationError for wrong items or parameters; NodeApiError when a request fails, with what had been
 * sent before
 */
export async function write(
	run: WriteRun,
	{ options, lists, rejected, ignored }: WriteRequest,
	memory?: AcceptedMemory,
): Promise<INodeExecutionData[]> {
	const { client, context, endpoint, node, report } = run;
	const { dryRun, recordsPerRequest, resendUncertain } = options;
	const ledger = openLedger(context);
	const sentEarlier: Batch[] = [];
	const show: SendBatch = async (batch, number) => ({
		item: await dryRunItem(run, batch, requestOf(run, batch, options), number),
	});
	const send: SendBatch = async (batch) => {
		const request = requestOf(run, batch, options);
		const once = async () => await publish(client, endpoint, request, ledger, resendUncertain);
		const { remembered, recordCount } = batch;
		const published =
			memory && remembered
				? await remembering(memory.memory, remembered, once, memory.remembers)
				: await once();
		const { receipt, fromEarlierTry } = published;
		if (fromEarlierTry) sentEarlier.push(batch);
		const json = { ...(receipt as IDataObject), recordCount };
		return { item: itemOf({ ...json, ...(fromEarlierTry && { fromEarlierTry }) }, batch), receipt };
	};
	const carryOut = async () => {
		const { batches, unchanged } = publishBatches(endpoint, lists, recordsPerRequest, memory);
		if (!dryRun) memory?.keepDecisions();
		const requests = batches.map((batch) => () => requestOf(run, batch, options));
		if (!dryRun && !ledger.isTool && !repeatsEarlierTry(client, ledger, requests))
			throw parameterError(
				node,
				'The data differ from those of an earlier try of this execution, some of which were sent',
				undefined,
				'Nothing was sent now. An expression such as $now gives another value each time: compute it in a node before this one. To send other data than before, start a new execution.',
			);
		return { batches, unchanged, sent: await sendAll(run, batches, dryRun ? show : send) };
	};
	const { batches, unchanged, sent } = await carryOut().finally(async () => await memory?.close());
	const hint = (text: string) => report.hint(text, 'info');
	if (sentEarlier.length > 0)
		hint(`${recordsOf(sentEarlier)} had been accepted in an earlier try and were not sent again.`);
	if (dryRun) {
		const isManual = context.getMode() === 'manual';
		const [where, advice] = isManual
			? ['', '']
			: [' is on in a production execution', ' Turn it off to send them.'];
		const text = `'Dry Run'${where}: nothing was sent. The real run would send ${recordsOf(batches)}.${advice}`;
		report.hint(text, isManual ? 'info' : 'warning');
	}
	const names = ignored.map((name) => truncate(name, MAX_NAME_LENGTH));
	if (names.length > 0)
		report.hint(`Left out, because the record has no such field: ${listed(names, ', ')}`);
	const errorItems = rejected.map(({ itemIndex, reasons: [message, ...moreReasons] }) =>
		errorItem({ message, description: listed(moreReasons, '\n') }, itemIndex),
	);
	const unchangedItems = unchanged.map((records) => unchangedItem(records, dryRun));
	const items = [...errorItems, ...unchangedItems, ...sent].sort(
		(a, b) => firstInput(a) - firstInput(b),
	);
	// n8n runs the node again only when it threw, or when the first item holds an error.
	if (items.every(({ json }) => json.error === undefined)) {
		closeLedger(ledger);
		memory?.forgetDecisions();
	}
	return items;
}
