// A work of quadratic growth, which counting has to find.
export function pairs(texts: readonly string[]): number {
	let count = 0;
	for (const a of texts) for (const b of texts) if (a < b) count++;
	return count;
}
