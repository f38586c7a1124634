// A map whose values are lists.

/** Adds a value to the list of its key. */
export function pushTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
	const list = lists.get(key);
	if (list) list.push(value);
	else lists.set(key, [value]);
}
