// Medians, ratios and growth of what was measured.

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** The exponent with which a cost grows: the slope of a straight line through the logarithms. */
export function exponent(points: ReadonlyArray<readonly [amount: number, cost: number]>): number {
	const logs = points.map(([amount, cost]) => [Math.log(amount), Math.log(cost)] as const);
	const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length;
	const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length;
	const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
	return covariance / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
