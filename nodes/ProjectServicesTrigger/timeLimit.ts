// How long a poll may take.
import type { IPollFunctions } from 'n8n-workflow';

import type { ServiceSettings } from '../../client/serviceSettings';

/** In minutes. A longer pause that the service asks for is left to n8n's own back-off between polls. */
const LONGEST_WAIT = 0.5;

/** The time of a poll if n8n does not tell it: n8n gives the polls on its own timers as much. */
const USUAL_BUDGET_MS = 300_000;

/** The limits of a poll that begins now. */
export function timeLimit(context: IPollFunctions) {
	const { getPollBudgetMs }: IPollFunctions & { getPollBudgetMs?: () => unknown } = context;
	const budget = getPollBudgetMs?.call(context);
	const totalMs = typeof budget === 'number' && budget > 0 ? budget : USUAL_BUDGET_MS;
	// Before n8n skips the next polls, but with time for one page.
	const deadlineMs = Math.max(2000, Math.floor(totalMs * 0.9));
	return {
		deadlineMs,
		/** The settings of the service, as far as a poll has the time for them. */
		withinPoll: (settings: ServiceSettings): ServiceSettings => ({
			...settings,
			timeout: Math.min(settings.timeout, Math.ceil(deadlineMs / 1000)),
			longestWait: Math.min(settings.longestWait, LONGEST_WAIT),
		}),
		/** Each poll of n8n's scheduler has a new copy of the static data, and a back-off follows its failures. */
		isScheduled: totalMs !== USUAL_BUDGET_MS,
	};
}
