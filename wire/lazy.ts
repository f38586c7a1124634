// What takes long to make and is often not needed shall not slow n8n's start.

/** Makes a value when it is first asked for, and keeps it. */
export function once<T>(make: () => T): () => T {
	let made: { readonly value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}
