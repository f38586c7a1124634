// The name that a person may have meant by one that is not there.
import { plainLabel } from './labels';

/** How many letters have to be changed, added, dropped or swapped with their neighbour. */
function distance(a: string, b: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let row = 1; row <= a.length; row++) {
		const current = [row];
		for (let column = 1; column <= b.length; column++) {
			const same = a[row - 1] === b[column - 1];
			const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
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
	return last[b.length];
}

const LONGEST_NAME = 80;

/** The nearest of the known names, or undefined if none is near. Case and separators do not count. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
	const plain = plainLabel(name);
	if (plain === '' || plain.length > LONGEST_NAME) return undefined;
	const farthest = Math.max(1, Math.floor(plain.length / 3));
	const near = known
		.map((candidate) => ({ candidate, away: distance(plain, plainLabel(candidate)) }))
		.filter(({ away }) => away <= farthest);
	return near.sort((a, b) => a.away - b.away)[0]?.candidate;
}

/** The advice of an error on an unknown name: a question, or nothing where no known name is near. */
export function nameAdvice(name: string, known: readonly string[]): string {
	const nearest = nearestName(name, known);
	return nearest === undefined ? '' : ` Did you mean ${JSON.stringify(nearest)}?`;
}
