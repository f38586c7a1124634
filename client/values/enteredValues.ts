// Numbers and switches as people enter them, or as the text that an expression gives.

export function isUnset(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || value === '';
}

export interface Bounds {
	readonly min: number;
	readonly max: number;
	/** Whether it may have a fraction. */
	readonly fraction?: true;
}

/** A number within its bounds; undefined for everything else. */
export function enteredNumber(value: unknown, { min, max, fraction }: Bounds): number | undefined {
	const isText = typeof value === 'string' && value.trim() !== '';
	const number = isText ? Number(value) : value;
	if (typeof number !== 'number' || number < min || number > max) return undefined;
	return (fraction ? Number.isFinite(number) : Number.isInteger(number)) ? number : undefined;
}

export function boundsText({ min, max, fraction }: Bounds): string {
	const range = max === Infinity ? `of ${min} or more` : `from ${min} to ${max}`;
	return fraction ? `a number ${range}` : `a whole number ${range}`;
}

/** A switch, off where it is unset; undefined for everything else. */
export function enteredBoolean(value: unknown): boolean | undefined {
	if (value === true || value === 'true') return true;
	return isUnset(value) || value === false || value === 'false' ? false : undefined;
}
