// A connection to one service: its address, how requests are sent, and for how long they are tried.
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
	readonly signal?: AbortSignal | undefined;
	/** The failure of a request that the signal ended; left out, the execution was stopped. */
	readonly whenCancelled?: Failure | undefined;
	/** Strings that must not appear in an error. */
	readonly secrets: readonly string[];
	readonly maxRetries: number;
	/** The longest time until a response begins, and the longest pause within its body. */
	readonly timeoutMs: number;
	/** Spreads and holds back requests; left out, only retries wait. */
	readonly budget?: Budget | undefined;
	/** The longest time in all that the retries of one request may wait. */
	readonly longestWaitMs: number;
	/** Called before each retry. */
	readonly onRetry?: (() => void) | undefined;
	/** Called with what of a response differs from the document. */
	readonly onDrift?: ((drift: Drift) => void) | undefined;
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
