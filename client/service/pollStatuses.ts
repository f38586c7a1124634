// Asks for the status of transactions: all together, until each is applied or refused, or its time is over.
import { MINUTE_MS } from '../values/dates';
import { isTemporary } from '../failures/failures';
import { isEmptyResponse, ServiceError, statusOf } from '../failures/serviceError';
import { fanOut } from '../transport/fanOut';
import { type ServiceClient, throwIfCancelled } from '../transport/serviceClient';
import { readUntyped } from './readUntyped';
import { statusPathOf } from './statusPath';
import {
	readStatus,
	type StatusAnswer,
	statusAnswer,
	type StatusQuestion,
} from './transactionStatus';

const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 60_000;
const SLOWER = 1.5;
/** If no answer had the status field in this many rounds, its name is wrong. */
const MAX_ROUNDS_WITHOUT_FIELD = 3;

/** HTTP statuses that mean: not yet. */
const NOT_YET = [409, 425];

async function askStatus(client: ServiceClient, question: StatusQuestion): Promise<StatusAnswer> {
	const { messageId, rules } = question;
	const accept = client.settings.responseFormat;
	const path = statusPathOf(rules.path, messageId);
	if (path === undefined) return statusAnswer(question, 'unknown', { kind: 'notFound' });
	const subject = `the status of the MessageId "${messageId}"`;
	try {
		const response = await readUntyped(client, { path, accept, subject });
		if (response.value === undefined) return statusAnswer(question, 'pending');
		return readStatus(question, response);
	} catch (error) {
		if (!(error instanceof ServiceError) || error.failure.kind === 'cancelled') throw error;
		const status = statusOf(error) ?? 0;
		if (status === 404) return statusAnswer(question, 'unknown', { kind: 'notFound' });
		if (isEmptyResponse(error) || NOT_YET.includes(status))
			return statusAnswer(question, 'pending');
		return statusAnswer(question, 'unknown', { kind: 'failed', error });
	}
}

/** Whether a request that failed so may succeed the next time. */
function mayStillSucceed({ failure }: ServiceError): boolean {
	if (failure.kind === 'status') return isTemporary(failure.status);
	return failure.kind === 'connection' || failure.kind === 'timeout';
}

function isFinal({ result: { status }, cause }: StatusAnswer): boolean {
	if (cause?.kind === 'failed') return !mayStillSucceed(cause.error);
	return status === 'applied' || status === 'refused';
}

/** Whether an answer had a value in the status field. */
function hasStatus({ result: { status, response } }: StatusAnswer): boolean {
	return status !== 'unknown' && response !== null;
}

/** Whether a transaction may get another answer, where `isFieldLikely` says that the status field may exist. */
function mayChange({ rules }: StatusQuestion, answer: StatusAnswer, isFieldLikely: boolean) {
	if (answer.cause?.kind === 'noField') return isFieldLikely && rules.field.trim() !== '';
	return !isFinal(answer);
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
	const start = clock.now();
	const endOf = ({ waitMinutes }: StatusQuestion) => start + waitMinutes * MINUTE_MS;
	const answers = new Map<StatusQuestion, StatusAnswer>();
	let isFieldFound = false;
	let pending = questions;
	for (let round = 1, wait = FIRST_WAIT_MS; pending.length > 0; round++, wait *= SLOWER) {
		const now = clock.now();
		await fanOut(client, pending.length, settings.concurrency, async (index) => {
			const answer = await askStatus(client, pending[index]);
			answers.set(pending[index], answer);
			isFieldFound ||= hasStatus(answer);
		});
		const isFieldLikely = isFieldFound || round < MAX_ROUNDS_WITHOUT_FIELD;
		pending = pending.filter((question) => {
			const answer = answers.get(question);
			return answer && now < endOf(question) && mayChange(question, answer, isFieldLikely);
		});
		if (pending.length === 0 || isEnough?.([...answers.values()])) break;
		const left = Math.max(...pending.map(endOf)) - clock.now();
		const pause = Math.max(0, Math.min(wait, MAX_WAIT_MS, left));
		onWait?.(pending.length, pause);
		await clock.sleep(pause, client.signal);
		throwIfCancelled(client);
	}
	return questions.flatMap((question) => answers.get(question) ?? []);
}
