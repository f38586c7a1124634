// Get Transaction Status: what became of what was accepted, asked until it is final or the time is over.
import { messageIdField } from '../../api/shared';
import { isTemporary } from '../failures';
import { ServiceError, statusOf } from '../serviceError';
import { fanOut } from '../transport/fanOut';
import type { Clock } from '../transport/http';
import { type ServiceClient, throwIfCancelled } from '../transport/serviceClient';
import { countText } from '../../wire/result';
import { namesOf, presentText, valueText, valueAt } from './valueAt';
import {
	belowBaseUrl,
	type Checked,
	encodedPath,
	type InputProblem,
	inputProblem,
	LABELS,
	pathProblem,
} from './path';
import { readUntyped } from './readUntyped';

const PLACEHOLDER = '{MessageId}';

export interface StatusRequest {
	/** Each is asked for once; any text. */
	readonly messageIds: readonly string[];
	/** Below the base URL, with `{MessageId}`. */
	readonly statusPath: string;
	/** The names that lead to the status, with dots between them. */
	readonly statusField: string;
	/** Compared as text, without regard to case and blanks around it. */
	readonly appliedValues: readonly string[];
	readonly refusedValues: readonly string[];
	/** The names that lead to what the service says about it; empty for none. */
	readonly messageField: string;
	/** How long to ask again, in minutes; may be a fraction. */
	readonly waitMinutes: number;
	readonly accept: 'json' | 'xml';
}

interface StatusSettings {
	/** How many requests run at once. */
	readonly concurrency: number;
	/** Called as soon as a request has failed for good; what it throws ends everything. */
	readonly onFailure?: (failed: FailedStatus, request: StatusRequest) => void;
	/** Called before each wait. */
	readonly onWait?: (open: number, milliseconds: number) => void;
}

interface TransactionStatus {
	readonly [messageIdField]: string;
	/** `unknown`: the service does not know the MessageId (404), or its response lacks the status field. */
	readonly status: 'applied' | 'refused' | 'pending' | 'unknown';
	/** The text of the message field; null without one. */
	readonly said: string | null;
	/** The response as it was read; null where none came. */
	readonly response: unknown;
}

/** A MessageId whose request failed. */
interface FailedStatus {
	readonly [messageIdField]: string;
	readonly error: ServiceError;
}

export interface Statuses {
	/** One for each MessageId, in the order in which they came first. */
	readonly results: ReadonlyArray<TransactionStatus | FailedStatus>;
	/** What a person must know, in full sentences. */
	readonly remarks: readonly string[];
}

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;
const SLOWER = 1.5;
const MINUTE_MS = 60_000;

function comparable(value: string): string {
	return value.trim().toLowerCase();
}

function filledValues(values: readonly string[]): Set<string> {
	return new Set(values.map(comparable).filter((value) => value !== ''));
}

/** What is wrong with a request, if anything. */
export function statusProblem(request: StatusRequest): InputProblem | undefined {
	const { statusPath, statusField, messageField, messageIds, waitMinutes } = request;
	if (statusPath.includes('?'))
		return inputProblem(
			'statusPath',
			"contains a ?, but it has no query. Use Get From Path, with the MessageId under 'Query'.",
		);
	// A placeholder is no part of a path yet; any ID stands for it.
	const problem = pathProblem(statusPath.trim().replaceAll(PLACEHOLDER, 'x'));
	if (problem !== undefined) return inputProblem('statusPath', `${problem}.`);
	if (!statusPath.includes(PLACEHOLDER))
		return inputProblem('statusPath', `needs ${PLACEHOLDER} where the MessageId belongs.`);
	if (statusField.trim() === '')
		return inputProblem('statusField', 'is empty. Enter the field with the status.');
	if (namesOf(statusField).includes(''))
		return inputProblem('statusField', 'has a dot without a name beside it.');
	if (namesOf(messageField).includes(''))
		return inputProblem('messageField', 'has a dot without a name beside it.');
	const applied = filledValues(request.appliedValues);
	if (applied.size === 0)
		return inputProblem('appliedValues', 'is empty. Enter the values that mean applied.');
	const both = [...filledValues(request.refusedValues)].filter((value) => applied.has(value));
	if (both.length > 0)
		return inputProblem(
			'refusedValues',
			`and '${LABELS.appliedValues}' both contain "${both.join('", "')}". A value can mean one of the two only.`,
		);
	if (!(waitMinutes >= 0 && waitMinutes < Infinity))
		return inputProblem('waitMinutes', 'must be 0 or more.');
	for (const id of messageIds) {
		const wrongId = messageIdProblem(id);
		if (wrongId !== undefined) return inputProblem('messageId', wrongId);
	}
	return undefined;
}

function messageIdProblem(id: string): string | undefined {
	if (id.trim() === '') return 'is empty.';
	if (/\p{Surrogate}/u.test(id)) return 'contains a broken character (half of a surrogate pair).';
	// In a URL, such a segment leads to another path, however it is encoded.
	return id.split(/[/\\]/).some((part) => /^\.{1,2}$/.test(part.trim()))
		? 'contains "." or ".." between slashes, which would lead to another path.'
		: undefined;
}

/** A MessageId's status as far as it is known. */
interface Outcome {
	readonly result: TransactionStatus | FailedStatus;
	readonly isNotFound?: boolean;
	/** What the response has instead of the status field. */
	readonly lacking?: string;
}

function outcomeOf(
	messageId: string,
	response: unknown,
	{ statusField, messageField, appliedValues, refusedValues }: StatusRequest,
): Outcome {
	const message = messageField.trim() === '' ? undefined : valueAt(response, namesOf(messageField));
	const said = message?.ok ? valueText(message.value) || null : null;
	const found = valueAt(response, namesOf(statusField));
	const resultWith = (status: TransactionStatus['status']): TransactionStatus => ({
		...{ [messageIdField]: messageId, status, said },
		response: response ?? null,
	});
	if (!found.ok) return { result: resultWith('unknown'), lacking: presentText(found.present) };
	const value = comparable(valueText(found.value));
	if (filledValues(appliedValues).has(value)) return { result: resultWith('applied') };
	if (filledValues(refusedValues).has(value)) return { result: resultWith('refused') };
	return { result: resultWith('pending') };
}

async function ask(
	client: ServiceClient,
	request: StatusRequest,
	messageId: string,
): Promise<Outcome> {
	const path = encodedPath(request.statusPath.trim())
		.split(encodeURI(PLACEHOLDER))
		.join(encodeURIComponent(messageId));
	const subject = `the status of the MessageId "${messageId}"`;
	try {
		const { value } = await readUntyped(client, { path, accept: request.accept, subject });
		return outcomeOf(messageId, value, request);
	} catch (error) {
		const asked = { [messageIdField]: messageId };
		const lost = { ...asked, status: 'unknown', said: null, response: null } as const;
		if (statusOf(error) === 404) return { result: lost, isNotFound: true };
		if (!(error instanceof ServiceError) || error.failure.kind === 'cancelled') throw error;
		return { result: { ...asked, error } };
	}
}

/** Whether a failure may be over the next time. */
function mayPass({ failure }: ServiceError): boolean {
	if (failure.kind !== 'status') return failure.kind === 'connection' || failure.kind === 'timeout';
	return failure.status >= 500 || isTemporary(failure.status);
}

function isOpen(outcome: Outcome | undefined): boolean {
	if (!outcome) return true;
	const { result } = outcome;
	if ('error' in result) return mayPass(result.error);
	return result.status === 'pending' || result.status === 'unknown';
}

function remarksOn(outcomes: readonly Outcome[], request: StatusRequest): string[] {
	const count = (status: TransactionStatus['status']) =>
		outcomes.filter(({ result }) => 'status' in result && result.status === status).length;
	const remarks: string[] = [];
	const ofAll = `of ${countText(outcomes.length)} MessageId${outcomes.length === 1 ? '' : 's'}`;
	const pending = count('pending');
	const waited = request.waitMinutes > 0 ? ` after ${request.waitMinutes} minutes` : '';
	if (pending > 0) remarks.push(`${countText(pending)} ${ofAll} still pending${waited}.`);
	const lost = outcomes.filter((each) => each.isNotFound).length;
	if (lost > 0) {
		const isAll = lost === outcomes.length;
		const path = isAll
			? ` If this is so for every MessageId, '${LABELS.statusPath}' is wrong.`
			: '';
		remarks.push(`The service did not find ${countText(lost)} ${ofAll} (status 404).${path}`);
	}
	const lacking = outcomes.find((each) => each.lacking !== undefined)?.lacking;
	if (lacking !== undefined)
		remarks.push(
			`The response lacks the field "${request.statusField.trim()}" of '${LABELS.statusField}': ${lacking}.`,
		);
	return remarks;
}

/** A request at work: what is known of each of its MessageIds, and when it stops asking. */
interface Inquiry {
	readonly request: StatusRequest;
	readonly ids: readonly string[];
	readonly outcomes: Map<string, Outcome>;
	readonly end: number;
	/** Set where its path finds none of several MessageIds. */
	problem?: InputProblem;
}

function openIds({ ids, outcomes, problem }: Inquiry): string[] {
	return problem ? [] : ids.filter((id) => isOpen(outcomes.get(id)));
}

/** Whether none of several MessageIds is found. */
function findsNone({ outcomes }: Inquiry): boolean {
	return outcomes.size > 1 && [...outcomes.values()].every(({ isNotFound }) => isNotFound);
}

function statusesOf({ request, ids, outcomes, problem }: Inquiry): Checked<Statuses> {
	if (problem) return problem;
	const known = ids.flatMap((id) => outcomes.get(id) ?? []);
	const results = known.map(({ result }) => result);
	return { ok: true, value: { results, remarks: remarksOn(known, request) } };
}

/**
 * Asks for the status of transactions: each MessageId of all requests once, and those that are not final, or failed in a
 * way that may pass, again: from 5 to 60 seconds apart, until `waitMinutes` of their request are over. All wait together. A MessageId that the service
 * does not find is `unknown`; a value in neither list is `pending`.
 *
 * @returns for each request its statuses, or what is wrong with a parameter: with nothing sent for it, or with 'Status
 *   Path', where it finds none of several MessageIds
 * @throws ServiceError of the kind `cancelled`; whatever `onFailure` throws
 */
export async function transactionStatuses(
	client: ServiceClient,
	requests: readonly StatusRequest[],
	{ concurrency, onFailure, onWait }: StatusSettings,
	clock: Clock = client.clock,
): Promise<Array<Checked<Statuses>>> {
	const below = belowBaseUrl(client);
	const start = clock.now();
	const inquiries = requests.map((request): Inquiry => {
		const ids = [...new Set(request.messageIds)];
		const end = start + request.waitMinutes * MINUTE_MS;
		return { request, ids, outcomes: new Map(), end, problem: statusProblem(request) };
	});
	let asking = inquiries;
	for (let wait = FIRST_WAIT_MS; ; wait *= SLOWER) {
		const now = clock.now();
		const isLast = ({ end }: Inquiry) => now >= end;
		const open = asking.flatMap((inquiry) => openIds(inquiry).map((id) => ({ inquiry, id })));
		await fanOut(below, open.length, concurrency, async (index) => {
			const { inquiry, id } = open[index];
			const outcome = await ask(below, inquiry.request, id);
			inquiry.outcomes.set(id, outcome);
			if ('error' in outcome.result && (isLast(inquiry) || !isOpen(outcome)))
				onFailure?.(outcome.result, inquiry.request);
		});
		for (const inquiry of asking) {
			// A queue may know its transactions late.
			if (!isLast(inquiry) || !findsNone(inquiry)) continue;
			inquiry.problem = inputProblem(
				'statusPath',
				`is probably wrong: the service found none of the ${countText(inquiry.ids.length)} MessageIds (status 404).`,
			);
		}
		asking = asking.filter((inquiry) => openIds(inquiry).length > 0 && !isLast(inquiry));
		if (asking.length === 0) break;
		const left = Math.max(...asking.map(({ end }) => end)) - clock.now();
		const pause = Math.max(0, Math.min(wait, LONGEST_WAIT_MS, left));
		onWait?.(asking.flatMap(openIds).length, pause);
		await clock.sleep(pause, client.signal);
		throwIfCancelled(client);
	}
	return inquiries.map(statusesOf);
}
