// Many jobs at once, never more than allowed, with their results in order.
import { type Client, throwIfCancelled } from './client';

type Host = Pick<Client, 'clock' | 'signal'>;

/**
 * Lets jobs start one after another, each when the request of the one before is on its way. Started together,
 * all requests would be prepared first, leave at the same time, and then always wait for each other.
 */
function startingLine({ clock }: Host): () => Promise<void> {
	let turn: Promise<void> | undefined;
	return async () => {
		turn = turn?.then(() => clock.sleep(0)) ?? Promise.resolve();
		await turn;
	};
}

/**
 * Runs `job` for 0 to `count - 1`, at most `concurrency` at a time. After a failure, or when the execution is
 * stopped, no new job starts; those under way are awaited.
 *
 * @returns the results in order
 * @throws what the first failed job (by number) threw; ServiceError of the kind `cancelled`
 */
export async function fanOut<T>(
	client: Host,
	count: number,
	concurrency: number,
	job: (index: number) => Promise<T>,
): Promise<T[]> {
	const results: T[] = new Array<T>(count);
	const failures: Array<{ index: number; error: unknown }> = [];
	const myTurn = startingLine(client);
	let next = 0;
	const work = async () => {
		while (next < count && failures.length === 0) {
			const index = next++;
			if (concurrency > 1) await myTurn();
			if (failures.length > 0) return;
			try {
				throwIfCancelled(client);
				results[index] = await job(index);
			} catch (error) {
				failures.push({ index, error });
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, count) }, work));
	if (failures.length > 0)
		throw failures.reduce((first, other) => (other.index < first.index ? other : first)).error;
	return results;
}

/**
 * Runs numbered jobs ahead of their consumer, without an end: at most `concurrency` are started and not yet taken.
 *
 * @param last The highest number worth starting before its turn; it may change while results are taken
 */
export async function* ahead<T>(
	first: number,
	last: () => number,
	concurrency: number,
	job: (number: number) => Promise<T>,
): AsyncGenerator<T> {
	const started = new Map<number, Promise<T>>();
	let next = first;
	for (let number = first; ; number++) {
		while (next <= Math.max(number, last()) && next < number + concurrency) {
			const running = job(next);
			// A job that fails while an earlier one is taken is reported in its turn.
			running.catch(() => undefined);
			started.set(next++, running);
		}
		const running = started.get(number);
		started.delete(number);
		if (running) yield await running;
	}
}
