// The known name that a mistyped one was probably meant to be.

/** How many letters have to be changed, added, dropped or swapped with their neighbour. */
function distance(one: string, other: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const same = one[row - 1] === other[column - 1];
			const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			current[column] = Math.min(
				last[column] + 1,
				current[column - 1] + 1,
				last[column - 1] + (same ? 0 : 1),
				swapped ? beforeLast[column - 2] + 1 : Infinity,
			);
		}
		beforeLast = last;
		last = current;
	}
	return last[other.length];
}

const LONGEST_NAME = 80;

function plain(name: string): string {
	return name.replace(/[\s_.-]/g, '').toLowerCase();
}

/** The nearest of the known names, or undefined if none is near. Case and separators do not count. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
	const wanted = plain(name);
	if (wanted === '' || wanted.length > LONGEST_NAME) return undefined;
	const farthest = Math.max(1, Math.floor(wanted.length / 3));
	let best: { name: string; away: number } | undefined;
	for (const candidate of known) {
		const away = distance(wanted, plain(candidate));
		if (away <= farthest && away < (best?.away ?? Infinity)) best = { name: candidate, away };
	}
	return best?.name;
}
