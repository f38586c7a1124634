// Asks for the status of transactions: all together, until each is applied or refused, or the time is over.
import { isTemporary } from '../failures/failures';
import { isEmptyResponse, ServiceError, statusOf } from '../failures/serviceError';
import { fanOut } from '../transport/fanOut';
import { type ServiceClient, throwIfCancelled } from '../transport/serviceClient';
import { MINUTE_MS } from '../values/dates';
import { readUntyped } from './readUntyped';
import { statusPathOf } from './statusPath';
import { readStatus, type StatusAnswer, statusAnswer } from './transactionStatus';

const MIN_WAIT_MS = 5_000;
const MAX_WAIT_MS = 60_000;
const SLOWER = 1.5;
/** If no response had the status field in this many rounds, none will. */
const MAX_ROUNDS_WITHOUT_FIELD = 3;
/** HTTP statuses that mean: not yet. */
const NOT_YET = [409, 425];

async function askStatus(client: ServiceClient, messageId: string): Promise<StatusAnswer> {
	const { responseFormat, statuses: rules } = client.settings;
	const path = statusPathOf(rules.path, messageId);
	if (path === undefined) return statusAnswer(messageId, 'unknown', { kind: 'notAsked' });
	const subject = `the status of the MessageId "${messageId}"`;
	try {
		const response = await readUntyped(client, { path, accept: responseFormat, subject });
		if (response.value === undefined) return statusAnswer(messageId, 'pending');
		return readStatus(messageId, rules, response);
	} catch (error) {
		if (!(error instanceof ServiceError) || error.failure.kind === 'cancelled') throw error;
		const status = statusOf(error) ?? 0;
		if (status === 404) return statusAnswer(messageId, 'unknown', { kind: 'notFound' });
		if (isEmptyResponse(error) || NOT_YET.includes(status))
			return statusAnswer(messageId, 'pending');
		return statusAnswer(messageId, 'unknown', { kind: 'failed', error });
	}
}

/** Whether a request that failed so may succeed the next time. */
function mayStillSucceed({ failure }: ServiceError): boolean {
	if (failure.kind === 'status') return isTemporary(failure.status);
	return failure.kind === 'connection' || failure.kind === 'timeout';
}

/** Whether no later answer can differ, where `isFieldLikely` says that responses may have the status field. */
function isFinal({ cause, result: { status } }: StatusAnswer, isFieldLikely: boolean): boolean {
	switch (cause?.kind) {
		case undefined:
			return status !== 'pending';
		case 'failed':
			return !mayStillSucceed(cause.error);
		case 'notAsked':
		case 'noRules':
			return true;
		default:
			return !isFieldLikely;
	}
}

/** The pause that the service asks for, in milliseconds. */
function askedToWaitMs({ cause }: StatusAnswer): number {
	const failure = cause?.kind === 'failed' ? cause.error.failure : undefined;
	return failure?.kind === 'status' ? (failure.retryAfterMs ?? 0) : 0;
}

interface Asked {
	readonly answer: StatusAnswer;
	readonly rounds: number;
	/** When the round ended. */
	readonly at: number;
}

/** Asks for statuses within one time limit: each at once, then from 5 to 60 seconds apart, and what is final never again. */
export class TransactionPoll {
	private readonly asked = new Map<string, Asked>();
	private isFieldFound = false;
	/** When the time is over. */
	private deadline: number | undefined;

	/** @param onWait Called before each wait */
	constructor(
		private readonly client: ServiceClient,
		private readonly waitMs: number,
		private readonly onWait?: (open: number, milliseconds: number) => void,
	) {}

	/**
	 * The time begins with the first call; a later one may have further MessageIds.
	 *
	 * @param isEnough Asked before each wait: whether these answers are enough
	 * @returns the answers, in the order of the MessageIds; a request that failed is an answer of its own
	 * @throws ServiceError of the kind `cancelled`
	 */
	async ask(
		messageIds: readonly string[],
		isEnough?: (answers: readonly StatusAnswer[]) => boolean,
	): Promise<StatusAnswer[]> {
		const { client } = this;
		const { clock, signal } = client;
		this.deadline ??= clock.now() + this.waitMs;
		for (;;) {
			const now = clock.now();
			await this.askRound(messageIds.filter((id) => this.dueAt(id) <= now));
			const answers = messageIds.flatMap((id) => this.asked.get(id)?.answer ?? []);
			const dues = messageIds.map((id) => this.dueAt(id)).filter(Number.isFinite);
			if (dues.length === 0 || isEnough?.(answers)) return answers;
			const pause = dues.reduce((a, b) => Math.min(a, b)) - clock.now();
			this.onWait?.(dues.length, pause);
			await clock.sleep(pause, signal);
			throwIfCancelled(client);
		}
	}

	private async askRound(messageIds: readonly string[]): Promise<void> {
		const { client, deadline = 0 } = this;
		const { concurrency, longestWait } = client.settings;
		// What the service asks to wait must not outlast the time.
		const leftMs = Math.max(MIN_WAIT_MS, deadline - client.clock.now());
		const settings = { ...client.settings, longestWait: Math.min(longestWait, leftMs / MINUTE_MS) };
		const answers = await fanOut(client, messageIds.length, concurrency, async (index) =>
			askStatus({ ...client, settings }, messageIds[index]),
		);
		const at = client.clock.now();
		for (const [index, answer] of answers.entries()) {
			const id = messageIds[index];
			this.asked.set(id, { answer, at, rounds: (this.asked.get(id)?.rounds ?? 0) + 1 });
			const { cause, result } = answer;
			this.isFieldFound ||= cause === undefined && result.response !== null;
		}
	}

	/** When to ask for a status next: once more at the end of the wait, and then never (Infinity). */
	private dueAt(messageId: string): number {
		const asked = this.asked.get(messageId);
		if (!asked) return 0;
		const { answer, at, rounds } = asked;
		const { deadline = 0 } = this;
		const isFieldLikely = this.isFieldFound || rounds < MAX_ROUNDS_WITHOUT_FIELD;
		if (at >= deadline || isFinal(answer, isFieldLikely)) return Infinity;
		const wait = Math.min(MIN_WAIT_MS * SLOWER ** (rounds - 1), MAX_WAIT_MS);
		return Math.min(at + Math.max(wait, askedToWaitMs(answer)), deadline);
	}
}
