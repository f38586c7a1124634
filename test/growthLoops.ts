// Work for the test of how growth is counted.

/** Loops within a loop. */
export function loops(outer: number, inner: number): number[] {
	return Array.from({ length: outer }, (_, start) => {
		let sum = start;
		for (let turn = 0; turn < inner; turn++) sum += turn;
		return sum;
	});
}
