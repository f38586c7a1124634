// Many jobs at once, but never more than asked for, and their results in the order of the jobs.
import { sleep } from 'n8n-workflow';

/**
 * Lets jobs begin one after the other, each when what the one before had to send is on its way. Begun together,
 * requests would all be put together first, leave at the same time, and all wait for their answers ever after.
 */
function startingLine(): () => Promise<void> {
	let turn: Promise<void> | undefined;
	return async () => {
		turn = turn?.then(() => sleep(0)) ?? Promise.resolve();
		await turn;
	};
}

/**
 * Runs `job` for 0 to `count - 1`, at most `concurrency` at a time. After a failure no new job
 * begins; the ones under way are awaited.
 *
 * @returns the results in order.
 * @throws what the first failed job (by number) threw.
 */
export async function fanOut<T>(
	count: number,
	concurrency: number,
	job: (index: number) => Promise<T>,
): Promise<T[]> {
	const results: T[] = new Array<T>(count);
	const failures: Array<{ index: number; error: unknown }> = [];
	const myTurn = startingLine();
	let next = 0;
	const work = async () => {
		while (next < count && failures.length === 0) {
			const index = next++;
			if (concurrency > 1) await myTurn();
			if (failures.length > 0) return;
			await job(index).then(
				(result) => {
					results[index] = result;
				},
				(error: unknown) => {
					failures.push({ index, error });
				},
			);
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, count) }, work));
	if (failures.length > 0)
		throw failures.reduce((first, other) => (other.index < first.index ? other : first)).error;
	return results;
}

/**
 * Runs numbered jobs ahead of their consumer: at most `concurrency` are begun and not yet taken.
 * `last` says the highest number worth beginning, and may fall while results are taken.
 */
export async function* ahead<T>(
	first: number,
	last: () => number,
	concurrency: number,
	job: (number: number) => Promise<T>,
): AsyncGenerator<{ number: number; result: T }> {
	const begun = new Map<number, Promise<T>>();
	let next = first;
	for (let number = first; number <= last(); number++) {
		while (next <= last() && next < number + concurrency) {
			const running = job(next);
			// A page that fails while an earlier one is still being read is reported when its turn comes.
			running.catch(() => undefined);
			begun.set(next++, running);
		}
		const running = begun.get(number);
		begun.delete(number);
		if (running) yield { number, result: await running };
	}
}
