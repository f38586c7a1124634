// How long a poll may take: it ends before n8n skips the next ones, and goes on in the next one.
import type { IPollFunctions } from 'n8n-workflow';

import { MAX_ITEMS, type PollTools } from './triggerRequest';

/** A longer pause that the service asks for is left to n8n's own back-off between polls. */
const LONGEST_WAIT_MS = 30_000;

/** Milliseconds that n8n gives a poll; five minutes where it does not say. */
function givenMs(context: IPollFunctions): number {
	const { getPollBudgetMs }: IPollFunctions & { getPollBudgetMs?: () => unknown } = context;
	const given = getPollBudgetMs?.call(context);
	return typeof given === 'number' && given > 0 ? given : 300_000;
}

/**
 * A test whether another request fits: as long as the slowest one so far, within four fifths of the time; and whether
 * the items so far are not too many for one execution. Its clock cannot be set.
 */
function fitsWithin(totalMs: number): PollTools['fits'] {
	const start = performance.now();
	let last = start;
	let slowest = 0;
	return (items) => {
		const now = performance.now();
		slowest = Math.max(slowest, now - last);
		last = now;
		return items < MAX_ITEMS && now - start + slowest <= totalMs * 0.8;
	};
}

/** The limits of a poll that begins now. */
export function timeLimit(context: IPollFunctions) {
	const totalMs = givenMs(context);
	return {
		timeoutMs: Math.min(300_000, Math.max(10_000, totalMs)),
		longestWaitMs: LONGEST_WAIT_MS,
		// Whatever the service does, a poll ends before the next ones are skipped; a page needs two seconds at most.
		deadlineMs: Math.max(2000, Math.floor(totalMs * 0.9)),
		fits: fitsWithin(totalMs),
	};
}
