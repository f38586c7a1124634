// A write: what was checked goes out, one request after another, and every input item comes out once.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { WriteEndpoint } from '../../../../api/endpoint';
import { truncate } from '../../../../client/errorTexts';
import { remembering } from '../../../../client/publish/acceptedRecords';
import { type Batch, publishBatches } from '../../../../client/publish/batches';
import { type Divider, halvesOf, MAX_EXTRA_REQUESTS } from '../../../../client/publish/divide';
import {
	closeLedger,
	divide,
	type Ledger,
	nextKey,
	type PlannedRequest,
	repeatsEarlierTry,
	shortFailure,
	wasDivided,
} from '../../../../client/publish/ledger';
import { publish, writeRequest } from '../../../../client/publish/publish';
import type { ServiceRequest } from '../../../../client/transport/serviceRequest';
import { encodeBody } from '../../../../wire';
import { errorItem } from '../../../shared/errorItems';
import { parameterError } from '../../../shared/errors';
import type { ItemOptions } from '../../../shared/optionValues';
import { listed } from '../../mapping/listed';
import type { Run } from '../../run';
import { checkChangeLimit } from './changeLimit';
import { compareWithService } from './compareWithService';
import type { AcceptedMemory } from './onlyChangedMemory';
import { dryRunItem } from './dryRun';
import { openLedger } from './executionLedger';
import { firstInput, itemOf, unchangedItem } from './requestItems';
import type { WriteRequest } from './request';
import { MAX_NAME_LENGTH, recordsOf, type SendBatch, sendAll } from './series';

/** What a write needs of the run. */
type WriteRun = Pick<
	Run<WriteEndpoint>,
	'client' | 'context' | 'endpoint' | 'node' | 'noun' | 'report'
>;

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

/** How requests are divided, as the ledger has it under their keys. */
function dividerOf(
	{ client, context }: Pick<WriteRun, 'client' | 'context'>,
	{ divideRefused }: ItemOptions,
	ledger: Ledger,
	keys: ReadonlyMap<Batch, string>,
): Divider {
	const keyOf = (batch: Batch) => keys.get(batch) ?? '';
	return {
		isOn: divideRefused,
		continues: context.continueOnFail(),
		wasDivided: (batch) => wasDivided(ledger, keyOf(batch)),
		divide: (batch, refusal) => divide(ledger, keyOf(batch), refusal, MAX_EXTRA_REQUESTS),
		short: (failure) => shortFailure(failure, client.secrets),
		refusesWhole: new Set(),
	};
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
	request: WriteRequest,
	memory?: AcceptedMemory,
): Promise<INodeExecutionData[]> {
	const { options, lists, rejected, ignored } = request;
	const { client, context, endpoint, node, report } = run;
	const { dryRun, recordsPerRequest, resendUncertain } = options;
	const ledger = openLedger(context);
	const keys = new Map<Batch, string>();
	const sentEarlier: Batch[] = [];
	const show: SendBatch = async (batch, number) => ({
		item: await dryRunItem(run, batch, requestOf(run, batch, options), number),
	});
	const send: SendBatch = async (batch) => {
		const request = requestOf(run, batch, options);
		const key = nextKey(ledger, client, request);
		keys.set(batch, key);
		const once = async () => await publish(client, endpoint, request, ledger, resendUncertain, key);
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
	const planned = (batch: Batch): PlannedRequest => ({
		make: () => requestOf(run, batch, options),
		halves: () => (halvesOf(batch) ?? []).map(planned),
	});
	const carryOut = async () => {
		if (options.compareWithService) {
			const { items, summary } = await compareWithService(run, request, memory);
			return { summary, unchanged: [], sent: items };
		}
		const cut = publishBatches(endpoint, lists, recordsPerRequest, memory);
		const { batches, unchanged } = cut;
		if (memory) checkChangeLimit(run, options, memory, cut);
		if (!dryRun) memory?.keepDecisions();
		if (!dryRun && !ledger.isTool && !repeatsEarlierTry(client, ledger, batches.map(planned)))
			throw parameterError(
				node,
				'The data differ from those of an earlier try of this execution, some of which were sent',
				undefined,
				'Nothing was sent now. An expression such as $now gives another value each time: compute it in a node before this one. To send other data than before, start a new execution.',
			);
		const sent = await sendAll(
			run,
			batches,
			dryRun ? show : send,
			dividerOf(run, options, ledger, keys),
		);
		return { summary: `The real run would send ${recordsOf(batches)}.`, unchanged, sent };
	};
	const { summary, unchanged, sent } = await carryOut().finally(async () => await memory?.close());
	const hint = (text: string) => report.hint(text, 'info');
	if (sentEarlier.length > 0)
		hint(`${recordsOf(sentEarlier)} had been accepted in an earlier try and were not sent again.`);
	if (dryRun) {
		const isManual = context.getMode() === 'manual';
		const [where, advice] = isManual
			? ['', '']
			: [' is on in a production execution', ' Turn it off to send them.'];
		const text = `'Dry Run'${where}: nothing was sent. ${summary}${advice}`;
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
