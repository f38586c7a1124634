// A map that forgets what was set longest ago.

/** Sets a value of a map as its newest, and forgets what was set longest ago where the whole weighs too much. */
export function setBounded<T>(
	map: Map<string, T>,
	key: string,
	value: T,
	limit: number,
	weightOf: (value: T) => number = () => 1,
): void {
	map.delete(key);
	map.set(key, value);
	let weight = 0;
	for (const entry of map.values()) weight += weightOf(entry);
	for (const [oldest, entry] of map) {
		if (weight <= limit) return;
		map.delete(oldest);
		weight -= weightOf(entry);
	}
}
