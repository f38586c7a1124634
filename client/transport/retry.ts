// The retry policy: which failures are retried, and after how long.
import { type Failure, neverArrived } from '../failures';

const firstDelayMs = 500;
const longestDelayMs = 30_000;

/** Codes of connections that were never made, and may be later. */
const notConnected = ['ECONNREFUSED', 'EAI_AGAIN'];

/** Milliseconds that Retry-After asks for: seconds, or a date. */
export function retryAfterMs(
	headers: Readonly<Record<string, unknown>>,
	now: number,
): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const seconds = Number(value);
	const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now;
	return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** Whether a retry is safe and may help: of a write only where the service cannot have acted on it. */
export function mayRetry(failure: Failure, write: boolean): boolean {
	switch (failure.kind) {
		case 'status': {
			const { status } = failure;
			if (write) return status === 429 || (status === 503 && failure.retryAfterMs !== undefined);
			return status === 408 || status === 429 || status >= 500;
		}
		case 'connection':
			return notConnected.includes(failure.code) || (!write && !neverArrived(failure.code));
		case 'timeout':
		case 'redirect':
		case 'response':
		case 'input':
		case 'list':
		case 'interrupted':
		case 'cancelled':
			return false;
		default:
			return failure satisfies never;
	}
}

/** Whether the service has too much to do: then no other request may come, either. */
export function isBusy(failure: Failure): boolean {
	return failure.kind === 'status' && failure.status === 429;
}

/** Milliseconds until the next attempt: what the service asks for, or twice as long each time. */
export function retryDelayMs(failure: Failure, attempts: number, random: number): number {
	const asked = failure.kind === 'status' ? failure.retryAfterMs : undefined;
	return (
		asked ?? Math.min(longestDelayMs, firstDelayMs * 2 ** (attempts - 1)) * (0.75 + random / 2)
	);
}
