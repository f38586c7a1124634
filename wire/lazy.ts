// What is slow to make and often not needed must not slow down n8n's start.

/** Makes a value on the first call, and keeps it. */
export function lazy<T>(make: () => T): () => T {
	let made: { readonly value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}
