// What is said of requests that failed: in the error that ends the node, and in the error items.
import type { INode, INodeExecutionData } from 'n8n-workflow';

import { undocumented, type WriteEndpoint } from '../../../../api/endpoint';
import { truncate } from '../../../../client/failures/truncate';
import { mayHaveBeenApplied } from '../../../../client/failures/failures';
import {
	type Accepted,
	acceptedIn,
	type Failed,
	failedIn,
	type Outcome,
} from '../../../../client/publish/outcome';
import type { PlannedRequest } from '../../../../client/publish/plannedRequest';
import { ServiceError } from '../../../../client/failures/serviceError';
import { redact } from '../../../../client/failures/redaction';
import { counted, countText, joinLimited } from '../../../../wire/result';
import { errorItem } from '../../../shared/errorItems';
import {
	isExpected,
	messageOf,
	type NodeError,
	nodeError,
	withoutFullStop,
} from '../../../shared/errors';

export const MAX_NAME_LENGTH = 80;

function recordCountOf(requests: readonly PlannedRequest[]): number {
	return requests.reduce((sum, { recordCount }) => sum + recordCount, 0);
}

function requestsIn(outcomes: readonly Outcome[]): PlannedRequest[] {
	return outcomes.map(({ request }) => request);
}

export function recordsText(requests: readonly PlannedRequest[]): string {
	return `${counted(recordCountOf(requests), 'record')} in ${counted(requests.length, 'request')}`;
}

/** Input items as ranges: "items 0 to 499, 501". */
export function itemsText(items: readonly number[]): string {
	const ranges: Array<[first: number, last: number]> = [];
	for (const item of items) {
		const range = ranges.at(-1);
		if (range && item === range[1] + 1) range[1] = item;
		else ranges.push([item, item]);
	}
	const texts = ranges.map(([first, last]) =>
		first === last ? `${first}` : `${first} to ${last}`,
	);
	return `${items.length === 1 ? 'item' : 'items'} ${joinLimited(texts, ', ')}`;
}

function acceptedText(accepted: readonly Accepted[], secrets: readonly string[]): string {
	const ids = accepted.flatMap(({ messageId }) =>
		messageId === undefined ? [] : [truncate(redact(messageId, secrets), MAX_NAME_LENGTH)],
	);
	const suffix = ids.length === 0 ? '' : ` (MessageId ${joinLimited(ids, ', ')})`;
	return `${recordsText(requestsIn(accepted))}${suffix}`;
}

const OVER_LIMIT =
	'It was not divided further: one execution sends at most 40 extra requests, or a fifth of its records if that is more.';

const CONTINUE_ADVICE =
	"To send the other records, set 'On Error' of the node to Continue (using error output) and retry the execution: the request is then divided, and only the refused records fail.";

/** The lines on what was received; if statuses were asked for, those applied are in a line of their own. */
function acceptedLines(accepted: readonly Accepted[], secrets: readonly string[]): string[] {
	const isApplied = ({ confirmation }: Accepted) => confirmation?.status === 'applied';
	const line = (text: string, some: readonly Accepted[]) =>
		some.length > 0 ? `${text}: ${acceptedText(some, secrets)}.` : '';
	if (accepted.every(({ confirmation }) => !confirmation))
		return [line('Sent and received before', accepted)];
	return [
		line('Applied', accepted.filter(isApplied)),
		line(
			'Received, but not known to be applied',
			accepted.filter((each) => !isApplied(each)),
		),
	];
}

/** Why a request failed; of a refused transaction, also its MessageId. */
function reasonText({ error }: Failed, secrets: readonly string[]): string {
	if (!(error instanceof ServiceError) || error.failure.kind !== 'refused') return messageOf(error);
	const id = truncate(redact(error.failure.messageId, secrets), MAX_NAME_LENGTH);
	return `${withoutFullStop(error.message)} (MessageId ${id})`;
}

/**
 * The error that stops the node: what its request carried, and what was received, failed or not sent beside it.
 *
 * @param stopped What ended the wait for statuses, if something did
 */
export function stopError(
	node: INode,
	stopped: unknown,
	outcomes: readonly Outcome[],
	secrets: readonly string[],
): NodeError {
	const accepted = acceptedIn(outcomes);
	const failures = failedIn(outcomes);
	const unsent = requestsIn(outcomes.filter(({ kind }) => kind === 'unsent'));
	const [failed, ...others] = stopped === undefined ? failures : [undefined, ...failures];
	const error = failed ? failed.error : stopped;
	// An error that is a bug keeps its own text.
	if (!isExpected(error)) return nodeError(node, error);
	const { request } = failed ?? {};
	const isFirst = accepted.length === 0;
	const before = recordsText(requestsIn(accepted));
	const lines = [
		error.description ?? '',
		failed?.isOverLimit ? OVER_LIMIT : '',
		request
			? `The failed request carried ${counted(request.recordCount, 'record')} (input ${itemsText(request.items)}).`
			: '',
		...acceptedLines(accepted, secrets),
		request && failed?.refusal && request.rows.length > 1 && request.hasKeys ? CONTINUE_ADVICE : '',
		...others.flatMap((each) =>
			each ? [`Also failed: ${recordsText([each.request])}. ${reasonText(each, secrets)}`] : [],
		),
		unsent.length > 0 ? `Not sent: ${recordsText(unsent)}.` : '',
	];
	return nodeError(node, error, request?.items[0], {
		message: isFirst
			? error.message
			: `${withoutFullStop(error.message)}, after ${before} had been sent`,
		description: lines.filter((line) => line !== '').join('\n'),
	});
}

/** Which records of an input item with several of them a request carried: "Clients[2] to Clients[4]". */
function placesText({ list, rows }: PlannedRequest): string {
	const [first, last] = [rows[0]?.place, rows.at(-1)?.place];
	if (first === undefined || rows.length === list.rows.length) return '';
	return first === last ? first : `${first} to ${last}`;
}

/** Whether the service may have applied what failed. After a bug, it is not known what was sent. */
function isUncertain({ error }: Failed): boolean {
	if (!(error instanceof ServiceError)) return !isExpected(error);
	const { failure, request } = error;
	return request.write && (mayHaveBeenApplied(failure) || request.uncertainBefore === true);
}

/** Which records of an input item with several of them failed, and why. */
function placeLine({ error, request }: Failed): string {
	const place = placesText(request);
	if (place === '') return '';
	const description = (isExpected(error) ? error.description : undefined) ?? '';
	const [firstLine] = description.split('\n');
	return `${place}: ${withoutFullStop(messageOf(error))}. ${firstLine}`.trim();
}

/** The error item of an input item that had several requests: some failed, others may have been received. */
export function failedRequestsItem(
	item: number,
	failures: readonly Failed[],
	accepted: readonly Accepted[],
	refusedText: string,
	secrets: readonly string[],
): INodeExecutionData {
	const uncertain = failures.find(isUncertain);
	const [first] = failures;
	const places = failures.map(placeLine).filter((line) => line !== '');
	return errorItem((uncertain ?? first)?.error, item, {
		lines: [
			joinLimited(places, '\n'),
			failures.some(({ isOverLimit }) => isOverLimit) ? OVER_LIMIT : '',
			failures.some(isRefusedPart) ? refusedText : '',
			accepted.length > 0
				? `Of this item, the service received ${acceptedText(accepted, secrets)}.`
				: '',
		],
		mayHaveBeenApplied: accepted.length > 0 || uncertain !== undefined,
	});
}

function isRefusedPart({ refusal, request }: Failed): boolean {
	return refusal !== undefined && request.isPart;
}

/** The records that were refused alone, after the requests with them had been divided. */
function refusedAlone(outcomes: readonly Outcome[]): Failed[] {
	return failedIn(outcomes).filter(
		(failed) => isRefusedPart(failed) && failed.request.recordCount === 1,
	);
}

export function refusedOneByOne(outcomes: readonly Outcome[]): string {
	const alone = refusedAlone(outcomes);
	return alone.length === 0
		? ''
		: `${countText(alone.length)} of ${counted(recordCountOf(requestsIn(outcomes)), 'record')} ${alone.length === 1 ? 'was refused, in a request of its own' : 'were refused, each in a request of its own'}.`;
}

/** What the service said, without what differs from record to record. */
function comparableWords({ refusal }: Failed): string {
	const { said = '' } = refusal?.kind === 'status' || refusal?.kind === 'refused' ? refusal : {};
	return said.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d+/gi, '#');
}

/** Whether every record alone was refused, for what seems to be one reason. */
function isListRefused(outcomes: readonly Outcome[]): boolean {
	const alone = refusedAlone(outcomes);
	const wasAccepted = acceptedIn(outcomes).some(({ request }) =>
		alone.some((each) => each.request.list === request.list),
	);
	return alone.length > 1 && !wasAccepted && new Set(alone.map(comparableWords)).size === 1;
}

/** Whether a receipt lacks the MessageId that the API documentation shows; Confirm says so itself. */
function lacksMessageId({ confirmation, fromEarlierTry, messageId, receipt }: Accepted): boolean {
	const isNew = !fromEarlierTry && confirmation === undefined;
	return isNew && messageId === undefined && receipt.success !== true;
}

export function hintsOn(
	outcomes: readonly Outcome[],
	endpoint: Pick<WriteEndpoint, 'response'>,
	wasTooLarge: boolean,
): string[] {
	const accepted = acceptedIn(outcomes);
	const overLimit = requestsIn(failedIn(outcomes).filter(({ isOverLimit }) => isOverLimit));
	const sentEarlier = requestsIn(accepted.filter(({ fromEarlierTry }) => fromEarlierTry));
	const withoutId = endpoint.response === undocumented ? [] : accepted.filter(lacksMessageId);
	return [
		withoutId.length > 0
			? `${counted(withoutId.length, 'receipt')} had no MessageId: the service cannot be asked what became of ${withoutId.length === 1 ? 'it' : 'them'}.`
			: '',
		refusedOneByOne(outcomes),
		isListRefused(outcomes)
			? 'The service refused all of them in the same words: the reason may be in the list and in no record. Check the list and the base URL.'
			: '',
		overLimit.length > 0
			? `${counted(recordCountOf(overLimit), 'record')} failed undivided, and some of them may be good: one execution sends at most 40 extra requests, or a fifth of its records if that is more. Correct the records that stand alone, and start a new execution.`
			: '',
		wasTooLarge
			? "Requests that were too large for the service were divided. To send fewer, lower 'Records per Request' in the credential."
			: '',
		sentEarlier.length > 0
			? `${recordsText(sentEarlier)} had been received in an earlier try and were not sent again.`
			: '',
	].filter((text) => text !== '');
}
