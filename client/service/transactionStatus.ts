// What became of transactions: asked for together until each is applied or refused, or its time is over.
import { messageIdField } from '../../api/shared';
import { isTemporary } from '../failures';
import { isEmptyResponse, ServiceError, statusOf } from '../serviceError';
import type { StatusSettings } from '../serviceSettings';
import { fanOut } from '../transport/fanOut';
import { type ServiceClient, throwIfCancelled } from '../transport/serviceClient';
import { belowBaseUrl } from './path';
import { readUntyped } from './readUntyped';
import { readStatus, type Status, statusPathOf } from './statusRules';

/** A transaction whose status is asked for, by rules and with a MessageId that were checked. */
export interface StatusQuestion {
	readonly messageId: string;
	readonly rules: StatusSettings;
	/** How long to ask again, in minutes; may be a fraction, and 0 asks once. */
	readonly waitMinutes: number;
}

export interface TransactionStatus {
	readonly [messageIdField]: string;
	readonly status: Status;
	/** The text of the message field; null without one. */
	readonly said: string | null;
	/** The response as it was read; null where none came. */
	readonly response: unknown;
}

export interface StatusAnswer {
	readonly result: TransactionStatus;
	/** Why the status is unknown, where something else came than a status. */
	readonly cause?:
		| { readonly kind: 'notFound' }
		| { readonly kind: 'otherTransaction' }
		| { readonly kind: 'noField'; readonly present: readonly string[] }
		| { readonly kind: 'failed'; readonly error: ServiceError };
}

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;
const SLOWER = 1.5;
const MINUTE_MS = 60_000;
/** After this number of rounds, a status field that no answer has will not come. */
const MAX_ROUNDS_WITHOUT_FIELD = 3;

/** Statuses that say: not yet. */
const NOT_YET = new Set([409, 425]);

function answerFor(
	{ messageId }: StatusQuestion,
	status: Status,
	cause?: StatusAnswer['cause'],
	{ said = null, response = null }: Partial<TransactionStatus> = {},
): StatusAnswer {
	return { result: { [messageIdField]: messageId, status, said, response }, cause };
}

async function ask(client: ServiceClient, question: StatusQuestion): Promise<StatusAnswer> {
	const { messageId, rules } = question;
	const accept = client.settings.responseFormat;
	const path = statusPathOf(rules, messageId);
	const subject = `the status of the MessageId "${messageId}"`;
	try {
		const { value: response } = await readUntyped(client, { path, accept, subject });
		if (response === undefined || response === null) return answerFor(question, 'unknown');
		const { status, said, present, isOther } = readStatus(response, rules, messageId);
		const cause = isOther
			? ({ kind: 'otherTransaction' } as const)
			: present && ({ kind: 'noField', present } as const);
		return answerFor(question, status, cause, { said, response });
	} catch (error) {
		if (!(error instanceof ServiceError) || error.failure.kind === 'cancelled') throw error;
		const status = statusOf(error);
		if (status === 404) return answerFor(question, 'unknown', { kind: 'notFound' });
		if (isEmptyResponse(error) || (status !== undefined && NOT_YET.has(status)))
			return answerFor(question, 'pending');
		return answerFor(question, 'unknown', { kind: 'failed', error });
	}
}

/** Whether a failure may be over the next time. */
function isTransient({ failure }: ServiceError): boolean {
	if (failure.kind !== 'status') return failure.kind === 'connection' || failure.kind === 'timeout';
	return isTemporary(failure.status);
}

function isFinal({ result: { status }, cause }: StatusAnswer): boolean {
	if (cause?.kind === 'failed') return !isTransient(cause.error);
	return status === 'applied' || status === 'refused';
}

/** Whether an answer had a value in the status field. */
function hasStatus(answer: StatusAnswer | undefined): boolean {
	return (
		answer !== undefined && answer.result.status !== 'unknown' && answer.result.response !== null
	);
}

/**
 * Asks for the status of transactions until each is applied or refused, or its time is over: from 5 to 60 seconds
 * apart, all together. Without a status field, each is asked for once.
 *
 * @param onWait Called before each wait
 * @param isEnough Asked before each wait: whether the answers so far are enough
 * @returns the answers, in the order of the questions; a request that failed is an answer of its own
 * @throws ServiceError of the kind `cancelled`
 */
export async function pollStatuses(
	client: ServiceClient,
	questions: readonly StatusQuestion[],
	onWait?: (pending: number, milliseconds: number) => void,
	isEnough?: (answers: readonly StatusAnswer[]) => boolean,
): Promise<StatusAnswer[]> {
	const { clock, settings } = client;
	const below = belowBaseUrl(client);
	const start = clock.now();
	const endOf = ({ waitMinutes }: StatusQuestion) => start + waitMinutes * MINUTE_MS;
	const answers = new Map<StatusQuestion, StatusAnswer>();
	/** The rules whose status field an answer had. */
	const proven = new Set<StatusSettings>();
	let pending = questions;
	for (let round = 1, wait = FIRST_WAIT_MS; pending.length > 0; round++, wait *= SLOWER) {
		const now = clock.now();
		await fanOut(below, pending.length, settings.concurrency, async (index) => {
			const question = pending[index];
			answers.set(question, await ask(below, question));
		});
		for (const question of pending)
			if (hasStatus(answers.get(question))) proven.add(question.rules);
		pending = pending.filter((question) => {
			const answer = answers.get(question);
			if (!answer || isFinal(answer) || now >= endOf(question)) return false;
			if (answer.cause?.kind !== 'noField' || proven.has(question.rules)) return true;
			return question.rules.field.trim() !== '' && round < MAX_ROUNDS_WITHOUT_FIELD;
		});
		if (pending.length === 0 || isEnough?.([...answers.values()])) break;
		const left = Math.max(...pending.map(endOf)) - clock.now();
		const pause = Math.max(0, Math.min(wait, LONGEST_WAIT_MS, left));
		onWait?.(pending.length, pause);
		await clock.sleep(pause, client.signal);
		throwIfCancelled(client);
	}
	return questions.flatMap((question) => answers.get(question) ?? []);
}
