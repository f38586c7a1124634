// Retry: after which failures a request is sent again, and after how long.
import { type Failure, isTemporary, mayConnectLater, neverArrived } from '../failures/failures';

/** The forms of a date in HTTP, the last two of them obsolete: `Date.parse` finds a date in nearly every text. */
const HTTP_DATE =
	/^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC|\+0000)|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/** Milliseconds that Retry-After asks for: seconds, rounded up, or a date. */
export function retryAfterMs(value: unknown, now: number): number | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	if (/^\d{1,10}(?:\.\d{1,20})?$/.test(text)) return Math.ceil(Number(text)) * 1000;
	if (!HTTP_DATE.test(text)) return undefined;
	const at = Date.parse(/\d{4}$/.test(text) && !text.endsWith('+0000') ? `${text} GMT` : text);
	return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Whether a retry is safe and may help: of a write only where the service cannot have acted on it. */
export function mayRetry(failure: Failure, write: boolean): boolean {
	if (failure.kind === 'connection') {
		const { code } = failure;
		return mayConnectLater(code) || (!write && !neverArrived(code));
	}
	if (failure.kind !== 'status') return false;
	const { status } = failure;
	if (write) return status === 429 || (status === 503 && failure.retryAfterMs !== undefined);
	return isTemporary(status);
}

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/** Milliseconds until the next attempt: what the service asks for, or twice as long each time. */
export function retryDelayMs(failure: Failure, attempts: number, random: number): number {
	if (failure.kind === 'status' && failure.retryAfterMs) return failure.retryAfterMs;
	return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1)) * (0.75 + random / 2);
}
