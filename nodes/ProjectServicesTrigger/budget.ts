// How long a poll may go on asking the service.
import type { IPollFunctions } from 'n8n-workflow';

const usualBudget = 300_000;
const mostItems = 10_000;

/** Milliseconds that the host gives a poll; hosts that do not say so get five minutes. */
export function budgetOf(context: IPollFunctions): number {
	const { getPollBudgetMs } = context as { getPollBudgetMs?: () => number };
	const given = getPollBudgetMs?.call(context);
	return typeof given === 'number' && given > 0 ? given : usualBudget;
}

/**
 * A question whether another request fits: as long as the slowest one took until now, within four
 * fifths of the budget; and whether the poll has not gathered more items than one execution
 * should carry. It counts time that only moves forward, whatever is done to the clock.
 */
export function newBudget(milliseconds: number): (items: number) => boolean {
	const start = performance.now();
	let last = start;
	let slowest = 0;
	return (items) => {
		const now = performance.now();
		slowest = Math.max(slowest, now - last);
		last = now;
		return items < mostItems && now - start + slowest <= milliseconds * 0.8;
	};
}
