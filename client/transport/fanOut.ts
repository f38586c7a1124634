// Runs jobs at the same time, at most some at once.
import { type ServiceClient, throwIfCancelled } from './serviceClient';

/**
 * Runs `job` for 0 to `count - 1`, at most `concurrency` at a time. After a failure, or when the execution is
 * stopped, no new job starts; running jobs are awaited.
 *
 * @returns the results in order
 * @throws what the first failed job (by number) threw; ServiceError of the kind `cancelled`
 */
export async function fanOut<T>(
	client: Pick<ServiceClient, 'clock' | 'signal'>,
	count: number,
	concurrency: number,
	job: (index: number) => Promise<T>,
): Promise<T[]> {
	const results = new Array<T>(count);
	const failures: Array<{ readonly index: number; readonly error: unknown }> = [];
	let next = 0;
	// Each job starts when the request of the previous one is on its way: jobs that start together prepare all
	// requests first, send them at the same time, and then always wait for each other.
	let turn: Promise<void> | undefined;
	const work = async () => {
		while (next < count && failures.length === 0) {
			const index = next++;
			if (concurrency > 1) {
				turn = turn?.then(() => client.clock.sleep(0)) ?? Promise.resolve();
				await turn;
			}
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
	const [first] = failures.sort((a, b) => a.index - b.index);
	if (first) throw first.error;
	return results;
}
