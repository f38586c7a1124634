// What is said of requests that failed: in the error that ends the node, and in the error items.
import type { INodeExecutionData } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';
import { truncate } from '../../../../client/truncate';
import { mayHaveBeenApplied } from '../../../../client/failures';
import type { Accepted, Failed, Outcomes } from '../../../../client/publish/execute';
import type { Plan, PlannedRequest } from '../../../../client/publish/plan';
import { ServiceError } from '../../../../client/serviceError';
import { messageIdProblem } from '../../../../client/service/statusRules';
import { redact } from '../../../../client/transport/redaction';
import { countText, counted } from '../../../../wire/result';
import { errorItem } from '../../../shared/errorItems';
import {
	isExpected,
	messageOf,
	type NodeError,
	nodeError,
	withoutFullStop,
} from '../../../shared/errors';
import { listed } from '../../mapping/listed';
import type { Run } from '../../nodeRun';

/** The longest name or ID in a message. */
export const MAX_NAME_LENGTH = 80;

export function recordCountOf(requests: readonly PlannedRequest[]): number {
	return requests.reduce((sum, { recordCount }) => sum + recordCount, 0);
}

/** How many records in how many requests. */
export function recordsText(requests: readonly PlannedRequest[]): string {
	return `${counted(recordCountOf(requests), 'record')} in ${counted(requests.length, 'request')}`;
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

/** How many records were accepted, and the MessageIds. */
function acceptedText(accepted: readonly Accepted[], secrets: readonly string[]): string {
	const ids = accepted
		.map(({ receipt }) => receipt[messageIdField])
		.filter((id) => typeof id === 'string')
		.map((id) => truncate(redact(id, secrets), MAX_NAME_LENGTH));
	const suffix = ids.length === 0 ? '' : ` (MessageId ${listed(ids, ', ')})`;
	return `${recordsText(accepted.map(({ request }) => request))}${suffix}`;
}

/** Why a refused request was not divided further. */
const LIMIT_TEXTS: Readonly<Record<NonNullable<Failed['limit']>, string>> = {
	requests:
		'It was not divided further: one run sends at most 40 extra requests, or a fifth of its records if that is more.',
	time: "It was not divided further: the time of 'Confirm Minutes' was over.",
};

const CONTINUE_ADVICE =
	"To send the other records, set 'On Error' of the node to Continue (using error output) and retry the execution: the request is then divided, and only the refused records fail.";

/** What was accepted; where its status was asked for, whether it is known to be applied. */
function acceptedLines(accepted: readonly Accepted[], secrets: readonly string[]): string[] {
	const isApplied = ({ confirmation }: Accepted) => confirmation?.status === 'applied';
	const line = (text: string, some: readonly Accepted[]) =>
		some.length > 0 ? `${text}: ${acceptedText(some, secrets)}.` : '';
	if (accepted.every(({ confirmation }) => !confirmation))
		return [line('Sent and accepted before', accepted)];
	return [
		line('Applied', accepted.filter(isApplied)),
		line(
			'Accepted, but not known to be applied',
			accepted.filter((each) => !isApplied(each)),
		),
	];
}

/** The error that stops the node: what its request carried, and what was accepted, failed or not sent beside it. */
export function stopError(
	run: Pick<Run, 'client' | 'node'>,
	{ accepted, failed: others, stop }: Outcomes & Required<Pick<Outcomes, 'stop'>>,
): NodeError {
	const { error, failed, unsent } = stop;
	// A bug is shown as it is.
	if (!isExpected(error)) return nodeError(run.node, error);
	const hasAccepted = accepted.length > 0;
	const before = recordsText(accepted.map((each) => each.request));
	const { limit, request } = failed ?? {};
	const description = [
		error.description ?? '',
		limit ? LIMIT_TEXTS[limit] : '',
		request
			? `The failed request carried ${counted(request.recordCount, 'record')} (input ${itemsText(request.items)}).`
			: '',
		...acceptedLines(accepted, run.client.secrets),
		request && failed?.refusal && request.rows.length > 1 && request.hasKeys ? CONTINUE_ADVICE : '',
		hasAccepted || others.length > 0 || !request
			? ''
			: 'It was the first request of this execution.',
		...others.map(
			(each) => `Also failed: ${recordsText([each.request])}. ${messageOf(each.error)}`,
		),
		unsent.length > 0 ? `Not sent: ${recordsText(unsent)}.` : '',
	];
	return nodeError(run.node, error, request?.items[0], {
		message: hasAccepted
			? `${withoutFullStop(error.message)}, after ${before} had been sent`
			: error.message,
		description: description.filter((line) => line !== '').join('\n'),
	});
}

/** Which records of an input item with several of them a request carried: "Clients[2] to Clients[4]". */
function placesText({ list, rows }: PlannedRequest): string {
	const [first, last] = [rows[0]?.place, rows.at(-1)?.place];
	if (first === undefined || rows.length === list.sent.length) return '';
	return first === last ? first : `${first} to ${last}`;
}

/** Whether the service may have applied what failed. After a bug, it is not known what was sent. */
function isUncertain({ error }: Failed): boolean {
	return error instanceof ServiceError ? mayHaveBeenApplied(error.failure) : !isExpected(error);
}

/** The error item of an input item of which requests failed, and others may have been accepted. */
export function failedRequestsItem(
	item: number,
	failures: readonly Failed[],
	accepted: readonly Accepted[],
	refusedText: string,
	secrets: readonly string[],
): INodeExecutionData {
	const uncertain = failures.find(isUncertain);
	const [first] = failures;
	const places = failures.flatMap(({ error, request }) => {
		const place = placesText(request);
		const { description = '' } = isExpected(error) ? error : {};
		return place === ''
			? []
			: [`${place}: ${withoutFullStop(messageOf(error))}. ${firstLine(description ?? '')}`.trim()];
	});
	return errorItem((uncertain ?? first)?.error, item, {
		lines: [
			listed(places, '\n'),
			...new Set(failures.map(({ limit }) => (limit ? LIMIT_TEXTS[limit] : ''))),
			failures.some(isRefusedPart) ? refusedText : '',
			accepted.length > 0
				? `Of this item, the service accepted ${acceptedText(accepted, secrets)}.`
				: '',
		],
		mayHaveBeenApplied: accepted.length > 0 || uncertain !== undefined,
	});
}

function firstLine(text: string): string {
	return text.slice(0, text.search(/\n|$/));
}

function isRefusedPart({ refusal, request }: Failed): boolean {
	return refusal !== undefined && request.isPart;
}

/** The records that were refused alone, after the requests with them had been divided. */
function refusedAlone(failures: readonly Failed[]): Failed[] {
	return failures.filter((failed) => isRefusedPart(failed) && failed.request.recordCount === 1);
}

/** How many records were refused alone; empty if none was. */
export function refusedOneByOne(failures: readonly Failed[], { requests }: Plan): string {
	const alone = refusedAlone(failures);
	return alone.length === 0
		? ''
		: `${countText(alone.length)} of ${counted(recordCountOf(requests), 'record')} were refused one by one.`;
}

/** What the service said, without what differs from record to record. */
function comparableWords({ refusal }: Failed): string {
	const { said = '' } = refusal?.kind === 'status' || refusal?.kind === 'refused' ? refusal : {};
	return said.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d+/gi, '#');
}

/** Whether every record alone was refused, for what seems to be one reason. */
function isListRefused({ accepted, failed }: Outcomes): boolean {
	const alone = refusedAlone(failed);
	const wasAccepted = accepted.some(({ request }) =>
		alone.some((each) => each.request.list === request.list),
	);
	return alone.length > 1 && !wasAccepted && new Set(alone.map(comparableWords)).size === 1;
}

/** What a person must know of an execution as a whole. */
export function hintsOn(outcomes: Outcomes, plan: Plan): string[] {
	const { accepted, failed, wasTooLarge } = outcomes;
	const sentEarlier = accepted.filter(({ fromEarlierTry }) => fromEarlierTry);
	const overRequestLimit = failed.filter(({ limit }) => limit === 'requests');
	const overTimeLimit = failed.filter(({ limit }) => limit === 'time');
	const withoutMessageId = accepted.filter(
		({ confirmation, receipt: { [messageIdField]: messageId } }) =>
			confirmation?.status === 'unknown' &&
			(typeof messageId !== 'string' || messageIdProblem(messageId)),
	);
	return [
		withoutMessageId.length > 0
			? `${counted(withoutMessageId.length, 'receipt')} had no MessageId that can be asked for, so their status is unknown. 'Only Changed Records' sends such records in every run: for them, set 'Confirm' to No.`
			: '',
		refusedOneByOne(failed, plan),
		isListRefused(outcomes)
			? 'All of them were refused in the same words: the reason may be in the list and in no record. Check the list and the base URL.'
			: '',
		overRequestLimit.length > 0
			? `${counted(recordCountOf(overRequestLimit.map(({ request }) => request)), 'record')} failed undivided: one run sends at most 40 extra requests, or a fifth of its records if that is more.`
			: '',
		overTimeLimit.length > 0
			? `${counted(recordCountOf(overTimeLimit.map(({ request }) => request)), 'record')} failed undivided, because the time was over. To divide refused transactions for longer, raise 'Confirm Minutes'.`
			: '',
		wasTooLarge
			? "Requests that were too large for the service were divided. To send fewer, lower 'Records per Request' in the options."
			: '',
		sentEarlier.length > 0
			? `${recordsText(sentEarlier.map(({ request }) => request))} had been accepted in an earlier try and were not sent again.`
			: '',
	].filter((text) => text !== '');
}
