// How time grows with size: a busy machine is slow with small texts, too, so no test depends on its speed.

/** A work of linear time takes about this many times as long with the large input, one of quadratic time its square. */
const FACTOR = 8;
/** Above what garbage collection adds to linear time, and far below quadratic time. */
export const LINEAR = 3 * FACTOR;
const MOST_TRIES = 5;

/** Milliseconds of the processor. */
function timeOf(work: () => void): number {
	const started = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(started);
	return (user + system) / 1000;
}

/**
 * How many times as long the work takes with an input of this size as with one of an eighth of it: less than `LINEAR`
 * if it takes linear time. The smallest of some tries, because garbage of earlier work may be collected in one.
 */
export function growth<Input>(
	size: number,
	make: (size: number) => Input,
	work: (input: Input) => void,
): number {
	const [small, large] = [make(Math.ceil(size / FACTOR)), make(size)];
	let least = Infinity;
	for (let tries = 0; tries < MOST_TRIES && least >= LINEAR; tries++) {
		// The second time, the code is compiled.
		work(small);
		const before = Math.max(
			timeOf(() => work(small)),
			0.1,
		);
		least = Math.min(least, timeOf(() => work(large)) / before);
	}
	return least;
}
