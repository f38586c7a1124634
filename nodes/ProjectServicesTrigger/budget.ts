// How long a poll may go on reading.
import type { IPollFunctions } from 'n8n-workflow';

const defaultBudgetMs = 300_000;

/** The most items of one execution; the rest follows in the next polls. */
export const maxItems = 10_000;

/** Milliseconds that the host gives a poll; five minutes where it does not say. */
export function budgetOf(context: IPollFunctions): number {
	const { getPollBudgetMs } = context as { getPollBudgetMs?: () => number };
	const given = getPollBudgetMs?.call(context);
	return typeof given === 'number' && given > 0 ? given : defaultBudgetMs;
}

/**
 * A test whether another request fits: as long as the slowest one so far, within four fifths of the budget; and
 * whether the items so far are not too many for one execution. It goes by a clock that nobody can set.
 */
export function newBudget(budgetMs: number): (items: number) => boolean {
	const start = performance.now();
	let last = start;
	let slowest = 0;
	return (items) => {
		const now = performance.now();
		slowest = Math.max(slowest, now - last);
		last = now;
		return items < maxItems && now - start + slowest <= budgetMs * 0.8;
	};
}
