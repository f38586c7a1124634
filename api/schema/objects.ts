// Which values have named members.

/** Whether a value is an object that is not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an object as JSON has it: not a list, a date, a map or another instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	// The Object.prototype of another realm, such as a sandbox of n8n, has no prototype either.
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}
