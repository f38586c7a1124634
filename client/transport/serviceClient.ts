// The client of one service: its address, what it is given to talk HTTP, how the service behaves, and its report.
import type { Failure } from '../failures/failures';
import type { ClientReport } from '../clientReport';
import { ServiceError } from '../failures/serviceError';
import type { Clock, SendHttp } from './http';
import type { ServiceSettings } from '../serviceSettings';
import type { Budget } from './budget';

export interface ServiceClient {
	/** The address before the endpoints' paths, without a slash at its end. */
	readonly baseUrl: string;
	readonly sendHttp: SendHttp;
	readonly clock: Clock;
	readonly signal?: AbortSignal;
	/** The failure of a request that the signal ended; left out, the execution was stopped. */
	readonly whenCancelled?: Failure;
	/** Strings that must not appear in an error. */
	readonly secrets: readonly string[];
	/** How the service behaves, and how long a request may take. */
	readonly settings: ServiceSettings;
	/** Left out, only retries wait. */
	readonly budget?: Budget;
	/** Notes what its requests showed, such as retries and unknown fields. */
	readonly report: ClientReport;
}

export function isCancelled({ signal }: Pick<ServiceClient, 'signal'>): boolean {
	return signal?.aborted === true;
}

/**
 * Ends the work between two requests when the execution was stopped.
 *
 * @throws ServiceError of the kind `cancelled`
 */
export function throwIfCancelled(client: Pick<ServiceClient, 'signal' | 'whenCancelled'>): void {
	if (!isCancelled(client)) return;
	const request = { write: false, url: '', attempts: 0 };
	throw new ServiceError(client.whenCancelled ?? { kind: 'cancelled', sent: false }, request);
}
