// Runs jobs ahead of their consumer: pages that are fetched before they are needed.

/**
 * Runs numbered jobs ahead of their consumer, without an end: at most `concurrency` are started and not yet taken.
 * A job never rejects: it resolves to its failure, since nobody may be waiting for it yet. When the consumer stops, its
 * signal aborts.
 *
 * @param last The highest number worth starting before its turn; it may change while results are taken
 */
export async function* ahead<T>(
	first: number,
	last: () => number,
	concurrency: number,
	job: (number: number, signal: AbortSignal) => Promise<T>,
): AsyncGenerator<T> {
	const stop = new AbortController();
	const started: Array<Promise<T>> = [];
	try {
		for (let number = first, next = first; ; number++) {
			while (next <= Math.max(number, last()) && next < number + concurrency)
				started.push(job(next++, stop.signal));
			const running = started.shift();
			if (running) yield await running;
		}
	} finally {
		stop.abort();
	}
}
