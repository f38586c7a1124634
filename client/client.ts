// A connection to one service: its address, how requests are sent, for how long they are tried, and how many at once.
import type { Drift } from '../wire/reading/records';
import { type Failure, ServiceError } from './failures';
import type { Clock, SendHttp } from './transport/http';

/** Spreads requests evenly, and holds all of them back while the service wants a pause. */
export interface Budget {
	/** Waits for the turn of a request; ends early when the signal aborts. */
	take(signal?: AbortSignal): Promise<void>;
	/** Holds back all requests that are not sent yet, and slows down those after them. */
	pause(milliseconds: number): void;
	/** Lets the rate rise again after a pause, a little with each response. */
	accepted(): void;
}

export interface Client {
	/** The address before the endpoints' paths, without a slash at its end. */
	readonly baseUrl: string;
	readonly sendHttp: SendHttp;
	readonly clock: Clock;
	/** Aborts when the execution is stopped. */
	readonly signal?: AbortSignal;
	/** The failure of a request that the signal ended; left out, the execution was stopped. */
	readonly whenCancelled?: Failure;
	/** Strings that must not appear in an error. */
	readonly secrets: readonly string[];
	readonly maxRetries: number;
	/** The longest time until a response begins, and the longest pause within its body. */
	readonly timeoutMs: number;
	/** Spreads and holds back requests; left out, only retries wait. */
	readonly budget?: Budget;
	/** The longest total time that the retries of one request may wait. */
	readonly longestWaitMs: number;
	/** Called before each retry. */
	readonly onRetry?: () => void;
	/** Called with what of a response differs from the document. */
	readonly onDrift?: (drift: Drift) => void;
}

export function isCancelled({ signal }: Pick<Client, 'signal'>): boolean {
	return signal?.aborted === true;
}

/**
 * Ends the work between two requests when the execution was stopped.
 *
 * @throws ServiceError of the kind `cancelled`
 */
export function throwIfCancelled(client: Pick<Client, 'signal' | 'whenCancelled'>): void {
	if (!isCancelled(client)) return;
	const request = { write: false, url: '', attempts: 0 };
	throw new ServiceError(client.whenCancelled ?? { kind: 'cancelled', sent: false }, request);
}

/**
 * Runs `job` for 0 to `count - 1`, at most `concurrency` at a time. After a failure, or when the execution is
 * stopped, no new job starts; running jobs are awaited.
 *
 * @returns the results in order
 * @throws what the first failed job (by number) threw; ServiceError of the kind `cancelled`
 */
export async function fanOut<T>(
	client: Pick<Client, 'clock' | 'signal'>,
	count: number,
	concurrency: number,
	job: (index: number) => Promise<T>,
): Promise<T[]> {
	const results = new Array<T>(count);
	const failures: Array<{ readonly index: number; readonly error: unknown }> = [];
	let next = 0;
	// Each job starts when the request of the previous one is on its way: jobs that start together prepare all
	// requests first, send them at the same time, and then always wait for each other.
	let turn: Promise<void> | undefined;
	const work = async () => {
		while (next < count && failures.length === 0) {
			const index = next++;
			if (concurrency > 1) {
				turn = turn?.then(() => client.clock.sleep(0)) ?? Promise.resolve();
				await turn;
			}
			if (failures.length > 0) return;
			try {
				throwIfCancelled(client);
				results[index] = await job(index);
			} catch (error) {
				failures.push({ index, error });
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, count) }, work));
	const [first] = failures.sort((one, other) => one.index - other.index);
	if (first) throw first.error;
	return results;
}
