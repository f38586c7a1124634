// What is said of requests that failed: in the error that ends the node, and in the error items.
import type { INodeExecutionData } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';
import { truncate } from '../../../../client/errorTexts';
import { mayHaveBeenApplied } from '../../../../client/failures';
import type { Batch } from '../../../../client/publish/batches';
import { type Failed, type Limit, MAX_EXTRA_REQUESTS } from '../../../../client/publish/divide';
import type { Receipt } from '../../../../client/publish/receipt';
import { ServiceError } from '../../../../client/serviceError';
import { redact } from '../../../../client/transport/redaction';
import { countText } from '../../../../wire/result';
import { errorItem } from '../../../shared/errorItems';
import {
	isExpected,
	messageOf,
	type NodeError,
	nodeError,
	withoutFullStop,
} from '../../../shared/errors';
import { counted, listed } from '../../mapping/listed';
import type { Run } from '../../nodeRun';

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

/** A request that was accepted. */
export interface Accepted {
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

/** Why a refused request was not divided further. */
export const LIMIT_TEXTS: Readonly<Record<Limit, string>> = {
	extraRequests: `The refused request was not divided further: one run sends at most ${MAX_EXTRA_REQUESTS} extra requests.`,
	sameWords:
		'The service refuses every part in the same words, so the request was not divided further: the reason is probably in no record. Check the list and the base URL.',
};

export const TOO_LARGE_TEXT =
	"Requests that were too large for the service (status 413) were divided. To send fewer, lower 'Records per Request' in the options.";

/** The error of a request in a series: what it carried, what was accepted before it and what was not sent after it. */
export function seriesError(
	run: Pick<Run, 'client' | 'node'>,
	{ batch, error, limit }: Failed,
	accepted: readonly Accepted[],
	unsent: readonly Batch[],
): NodeError {
	// A bug is shown as it is.
	if (!isExpected(error)) return nodeError(run.node, error);
	const hasAccepted = accepted.length > 0;
	const before = recordsOf(accepted.map(({ batch }) => batch));
	const description = [
		error.description ?? '',
		limit ? LIMIT_TEXTS[limit] : '',
		`The failed request carried ${counted(batch.recordCount, 'record')} (input ${itemsText(batch.items)}).`,
		hasAccepted
			? `Sent and accepted before: ${acceptedText(accepted, run.client.secrets)}.`
			: 'It was the first request of this execution.',
		unsent.length > 0 ? `Not sent: ${recordsOf(unsent)}.` : '',
	];
	return nodeError(run.node, error, batch.items[0], {
		message: hasAccepted
			? `${withoutFullStop(error.message)}, after ${before} had been sent`
			: error.message,
		description: description.filter((line) => line !== '').join('\n'),
	});
}

/** Which records of an input item with several of them a request carried: "Clients[2] to Clients[4]". */
function placesText({ parts: { list, rows } }: Batch): string {
	const [first, last] = [rows[0]?.place, rows.at(-1)?.place];
	if (first === undefined || rows.length === list.rowCount) return '';
	return first === last ? first : `${first} to ${last}`;
}

/** Whether the service may have applied what failed. */
function isUncertain({ error }: Failed): boolean {
	return error instanceof ServiceError && mayHaveBeenApplied(error.failure);
}

/** The error item of an input item of which requests failed, and others may have been accepted. */
export function partlyFailedItem(
	item: number,
	failures: readonly Failed[],
	accepted: readonly Accepted[],
	refusedText: string,
	secrets: readonly string[],
): INodeExecutionData {
	const uncertain = failures.find(isUncertain);
	const [first] = failures;
	const limits = new Set(failures.flatMap(({ limit }) => (limit ? [LIMIT_TEXTS[limit]] : [])));
	const places = failures.flatMap(({ batch, error }) => {
		const place = placesText(batch);
		const { description = '' } = isExpected(error) ? error : {};
		return place === ''
			? []
			: [`${place}: ${withoutFullStop(messageOf(error))}. ${firstLine(description ?? '')}`];
	});
	return errorItem((uncertain ?? first)?.error, item, {
		lines: [
			listed(places, '\n'),
			...limits,
			failures.some(({ isPart, isRefused }) => isPart && isRefused) ? refusedText : '',
			accepted.length > 0
				? `Of this item, the service accepted ${acceptedText(accepted, secrets)}.`
				: '',
		],
		mayHaveBeenApplied: accepted.length > 0,
	});
}

function firstLine(text: string): string {
	return text.slice(0, text.search(/\n|$/));
}

/** How many records were refused alone, after the requests with them had been divided; empty if none was. */
export function refusedOneByOne(failures: readonly Failed[], batches: readonly Batch[]): string {
	const alone = failures.filter(
		({ batch, isPart, isRefused }) => isPart && isRefused && batch.recordCount === 1,
	);
	const all = batches.reduce((sum, { recordCount }) => sum + recordCount, 0);
	return alone.length === 0
		? ''
		: `${countText(alone.length)} of ${counted(all, 'record')} were refused one by one.`;
}
