// A map that never has more entries than a limit.

/** Sets an entry as the newest one, and evicts the oldest above the limit. */
export function setBounded<T>(map: Map<string, T>, key: string, value: T, limit: number): void {
	map.delete(key);
	map.set(key, value);
	for (const [oldest] of map) {
		if (map.size <= limit) return;
		map.delete(oldest);
	}
}
