// Which request may be sent again, and after how long.
import { neverArrived } from './errors';
import type { Outcome, ServiceRequest } from './exchange';

/** Milliseconds that Retry-After asks for: seconds, or a date. */
export function retryAfter(headers: Readonly<Record<string, unknown>>): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const seconds = Number(value);
	const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
	return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** Whether sending again is safe: a read after a passing failure, a write only if it cannot have been acted on. */
export function mayRetry(request: ServiceRequest, outcome: Outcome): boolean {
	if ('answer' in outcome) {
		const { status, headers } = outcome.answer;
		if (request.write)
			return status === 429 || (status === 503 && retryAfter(headers) !== undefined);
		return status === 408 || status === 429 || status >= 500;
	}
	const { code } = outcome;
	if (request.write) return code === 'ECONNREFUSED' || code === 'EAI_AGAIN';
	return (
		!outcome.timedOut &&
		!isCancelled(code) &&
		(!neverArrived(code) || code === 'ECONNREFUSED' || code === 'EAI_AGAIN')
	);
}

function isCancelled(code: string): boolean {
	return code === 'ERR_CANCELED';
}

/** Milliseconds to wait before the next attempt: what the service asks for, or twice as long each time. */
export function waitOf(outcome: Outcome, attempt: number): number {
	const asked = 'answer' in outcome ? retryAfter(outcome.answer.headers) : undefined;
	return asked ?? Math.min(30_000, 500 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);
}
