// The writes: what was checked goes out, one request after another, and every input item comes out once. The ledger is
// kept with the execution, what Only Changed Records remembers in the node's static data.
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { WriteEndpoint } from '../../../api/endpoint';
import { messageIdField } from '../../../api/shared';
import { truncate } from '../../../client/errorTexts';
import { type Batch, publishBatches, type Unchanged } from '../../../client/publish/batches';
import { remembering } from '../../../client/publish/acceptedRecords';
import { closeLedger, type LedgerEntries, repeatsEarlierTry } from '../../../client/publish/ledger';
import { publish, writeRequest } from '../../../client/publish/publish';
import type { Receipt } from '../../../client/publish/receipt';
import { redact } from '../../../client/transport/redaction';
import { type ServiceRequest, urlOf } from '../../../client/transport/serviceRequest';
import { encodeBody } from '../../../wire';
import { countText } from '../../../wire/result';
import {
	errorItem,
	isExpected,
	type NodeError,
	nodeError,
	parameterError,
} from '../../shared/errors';
import type { ItemOptions } from '../../shared/parameters';
import { counted, listed, readWrite, rejectionError } from '../input/requests';
import { openMemory } from './acceptedRecords';
import { runKey, TOOL_RUN } from './runKey';
import { mayContinue, type Run, showHint, showProgress } from './run';

/** n8n keeps ten values per execution in all; half of them are left to the workflow. */
const messageIdKeys = ['', 2, 3, 4, 5].map((number) => `${messageIdField}${number}`);

/** Saves the MessageId of an accepted request, by which n8n's list of executions can be searched; n8n 1 cannot. */
export function saveMessageId(
	{ customData }: IExecuteFunctions & { customData?: Pick<Map<string, string>, 'get' | 'set'> },
	messageId: unknown,
): void {
	if (customData === undefined || typeof messageId !== 'string' || messageId === '') return;
	const free = messageIdKeys.find((key) =>
		[undefined, '', messageId].includes(customData.get(key)),
	);
	if (free !== undefined) customData.set(free, messageId);
}

/**
 * The ledger of this run, whose entries its tries and retries share; they live as long as n8n keeps the execution. A
 * further try of the same execution, or a retry of it, must have the same data.
 */
function openLedger(context: IExecuteFunctions) {
	const data = context.getContext('node');
	const ledger: Record<string, LedgerEntries> = (data.ledger ??= {});
	const key = runKey(context);
	const isTool = key.startsWith(TOOL_RUN);
	const entries = (ledger[key] ??= {});
	// An agent may word the same request differently: what may have been applied counts for all of its calls.
	const others = isTool ? Object.entries(ledger).filter(([name]) => name.startsWith(TOOL_RUN)) : [];
	for (const [hash, entry] of others.flatMap(([, theirs]) => Object.entries(theirs)))
		if (!('receipt' in entry)) entries[hash] ??= entry;
	return { entries, used: new Map<string, number>(), isTool };
}

/** @throws NodeOperationError when the body cannot be written */
function requestOf(
	{ endpoint, node }: Run<WriteEndpoint>,
	{ body, items, subject }: Batch,
	{ requestFormat, responseFormat: accept }: ItemOptions,
): ServiceRequest {
	const encoded = encodeBody(endpoint.body, body, requestFormat);
	if (!encoded.ok) throw parameterError(node, encoded.problem, items[0]);
	return writeRequest(endpoint, body, { body: encoded.value, accept, subject });
}

/** An item that is paired with what a request carried, then with what was left out of its list. */
function itemOf(
	json: IDataObject,
	{ items, unchanged }: Pick<Batch, 'items' | 'unchanged'>,
): INodeExecutionData {
	const carried = [...items, ...(unchanged?.items ?? [])].sort((one, other) => one - other);
	return {
		json: { ...json, ...(unchanged && { unchangedCount: unchanged.records }) },
		pairedItem: carried.map((item) => ({ item })),
	};
}

/** The first input item that an item comes from. */
function firstInput({ pairedItem }: INodeExecutionData): number {
	const [first] = [pairedItem].flat();
	return typeof first === 'object' ? first.item : 0;
}

/** The item for records that are not sent, because the service accepted them before as they are. */
function unchangedItem(unchanged: Unchanged, dryRun: boolean): INodeExecutionData {
	const what = dryRun ? { dryRun } : { success: true };
	return itemOf({ ...what, recordCount: 0 }, { items: [], unchanged });
}

/** A longer body is given as binary data, too. */
const maxBodyBytes = 100_000;

/**
 * What a request would send, byte for byte.
 *
 * @param number The request's number in the run, from 1
 */
async function dryRunItem(
	{ client, context }: Run,
	batch: Batch,
	request: ServiceRequest,
	number: number,
): Promise<INodeExecutionData> {
	const { contentType = '', text: body = '' } = request.body ?? {};
	const bytes = Buffer.from(body);
	const target = { method: request.method, url: urlOf(client, request), contentType };
	const { recordCount } = batch;
	const item = itemOf({ dryRun: true, ...target, recordCount, bytes: bytes.length, body }, batch);
	if (bytes.length <= maxBodyBytes) return item;
	const format = ['json', 'xml'].find((name) => contentType.includes(name)) ?? 'txt';
	const fileName = `request-${number}.${format}`;
	const data = await context.helpers.prepareBinaryData(bytes, fileName, contentType);
	return { ...item, binary: { data } };
}

const maxName = 80;

/** How many records in how many requests. */
function recordsOf(batches: readonly Batch[]): string {
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

/** A request that was accepted. */
interface Accepted {
	readonly batch: Batch;
	readonly receipt: Receipt;
}

/** How many records were accepted, and the MessageIds. */
function acceptedText(accepted: readonly Accepted[], { client }: Run): string {
	const ids = accepted
		.map(({ receipt }) => receipt[messageIdField])
		.filter((id) => typeof id === 'string')
		.map((id) => truncate(redact(id, client.secrets), maxName));
	const suffix = ids.length === 0 ? '' : ` (MessageId ${listed(ids, ', ')})`;
	return `${recordsOf(accepted.map(({ batch }) => batch))}${suffix}`;
}

/** The error of a request in a series: what it carried, what was accepted before it and what was not sent after it. */
function seriesError(
	run: Run,
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
			? `Sent and accepted before: ${acceptedText(accepted, run)}.`
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
type SendBatch = (
	batch: Batch,
	number: number,
) => Promise<{ readonly item: INodeExecutionData; readonly receipt?: Receipt }>;

/** Sends the requests in order. A failure ends the series, or with continue-on-fail only its own request. */
async function sendAll(
	run: Run,
	batches: readonly Batch[],
	sendBatch: SendBatch,
): Promise<INodeExecutionData[]> {
	const done: Array<{ batch: Batch; item: INodeExecutionData }> = [];
	const accepted: Accepted[] = [];
	const failed = new Map<number, unknown>();
	const left: INodeExecutionData[] = [];
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
			if (batch.unchanged?.items.length) left.push(unchangedItem(batch.unchanged, false));
			continue;
		}
		const { item, receipt } = sent;
		done.push({ batch, item });
		if (!receipt) continue;
		accepted.push({ batch, receipt });
		saveMessageId(run.context, receipt[messageIdField]);
		const progress = `request ${index + 1} of ${batches.length}, ${countText(records)} records sent`;
		if (batches.length > 1) showProgress(run, progress);
	}
	// The body of one input item may be divided into several requests. If one of them fails, the item has failed.
	const hasFailed = ({ items }: Batch) =>
		items.length > 0 && items.every((item) => failed.has(item));
	const errors = [...failed].map(([item, error]) => {
		const applied = accepted.filter(({ batch }) => batch.items.includes(item));
		const text = `Of this item, the service accepted ${acceptedText(applied, run)}.`;
		return errorItem(error, item, applied.length > 0 ? text : '');
	});
	return [
		...done.filter(({ batch }) => !hasFailed(batch)).map(({ item }) => item),
		...errors,
		...left,
	];
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
	const memory = await openMemory(run, options);
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
	const hint = (text: string) => showHint(run, text, 'info');
	if (sentEarlier.length > 0)
		hint(`${recordsOf(sentEarlier)} had been accepted in an earlier try and were not sent again.`);
	if (dryRun) {
		const isManual = context.getMode() === 'manual';
		const [where, advice] = isManual
			? ['', '']
			: [' is on in a production execution', ' Turn it off to send them.'];
		const text = `'Dry Run'${where}: nothing was sent. The real run would send ${recordsOf(batches)}.${advice}`;
		showHint(run, text, isManual ? 'info' : 'warning');
	}
	const names = ignored.map((name) => truncate(name, maxName));
	if (names.length > 0)
		showHint(run, `Left out, because the record has no such field: ${listed(names, ', ')}`);
	const wrong = rejected.map(({ itemIndex, reasons: [message, ...others] }) =>
		errorItem({ message, description: listed(others, '\n') }, itemIndex),
	);
	const left = unchanged.map((records) => unchangedItem(records, dryRun));
	const items = [...wrong, ...left, ...sent].sort(
		(one, other) => firstInput(one) - firstInput(other),
	);
	// n8n runs the node again only when it threw, or when the first item holds an error.
	if (items.every(({ json }) => json.error === undefined)) {
		closeLedger(ledger);
		memory?.forgetDecisions();
	}
	return items;
}
