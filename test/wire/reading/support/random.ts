// Random numbers that a seed repeats: for tests with so much in a run that fast-check would shrink for minutes.
export type Random = (below: number) => number;

export function randomFrom(seed: number): Random {
	let state = seed >>> 0;
	return (below) => {
		state = (state + 0x6d2b79f5) >>> 0;
		let bits = Math.imul(state ^ (state >>> 15), state | 1);
		bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
		return ((bits ^ (bits >>> 14)) >>> 0) % below;
	};
}
