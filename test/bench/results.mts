// What was measured, and whether it keeps the guards; as lines for the terminal.
export interface WayResult {
	readonly title: string;
	/** Milliseconds of the first run in an n8n that has just started, and of later ones: medians. */
	readonly first: number;
	readonly later: number;
	/** Megabytes at the peak of the first run, over what n8n held before. */
	readonly megabytes: number;
}

/** What the last way may cost at most: as a share of the first way, or in all. */
export interface Guard {
	readonly what: 'first' | 'later' | 'megabytes';
	readonly max: number;
	readonly isShare: boolean;
}

export interface Result {
	readonly title: string;
	readonly ways: readonly WayResult[];
	readonly guards: readonly Guard[];
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? NaN;
	const value = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
	return Math.round(value * 10) / 10;
}

export function wayLine({ title, first, later, megabytes }: WayResult): string {
	const cells = [
		`${Math.round(first)} ms`,
		`${Math.round(later)} ms`,
		`${Math.round(megabytes)} MB`,
	];
	return `${cells.map((cell) => cell.padStart(10)).join('')}  ${title}`;
}

export function guardLine({ what, max, isShare }: Guard, ways: readonly WayResult[]): string {
	const cost = ways.at(-1)?.[what] ?? NaN;
	const value = isShare ? cost / (ways[0]?.[what] ?? NaN) : cost;
	const says = value <= max ? 'kept' : 'BROKEN';
	return `  ${says}: ${what} ${value.toFixed(2)} of at most ${max}${isShare ? ' of the first way' : ''}`;
}
