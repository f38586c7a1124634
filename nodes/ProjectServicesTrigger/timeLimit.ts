// How long a poll may take: it ends before n8n skips the next ones, and goes on in the next one.
import type { IPollFunctions } from 'n8n-workflow';

import type { ServiceSettings } from '../../client/serviceSettings';
import { MAX_ITEMS, type PollTools } from './triggerRequest';

/** In minutes. A longer pause that the service asks for is left to n8n's own back-off between polls. */
const LONGEST_WAIT = 0.5;

/** In seconds. */
const [SHORTEST_TIMEOUT, LONGEST_TIMEOUT] = [10, 300];

/** Where n8n does not say, and also what it gives the polls that it starts by its own timers. */
const USUAL_BUDGET_MS = 300_000;

/** The milliseconds that n8n gives a poll. */
function budgetOf(context: IPollFunctions): number {
	const { getPollBudgetMs }: IPollFunctions & { getPollBudgetMs?: () => unknown } = context;
	const budget = getPollBudgetMs?.call(context);
	return typeof budget === 'number' && budget > 0 ? budget : USUAL_BUDGET_MS;
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
	const totalMs = budgetOf(context);
	return {
		/** The settings of the service, as far as a poll has the time for them. */
		withinPoll: (settings: ServiceSettings): ServiceSettings => ({
			...settings,
			timeout: Math.min(
				settings.timeout,
				Math.max(SHORTEST_TIMEOUT, Math.min(LONGEST_TIMEOUT, totalMs / 1000)),
			),
			longestWait: Math.min(settings.longestWait, LONGEST_WAIT),
		}),
		/** Each poll of n8n's scheduler has a new copy of the static data, and a back-off follows its failures. */
		isScheduled: totalMs !== USUAL_BUDGET_MS,
		// Before n8n skips the next polls, but with time for one page.
		deadlineMs: Math.max(2000, Math.floor(totalMs * 0.9)),
		fits: fitsWithin(totalMs),
	};
}
