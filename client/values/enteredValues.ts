// Values as people enter them, or as the text that an expression gives: checked by their kind, for options of a node and
// settings of the credential alike.

export function isUnset(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || value === '';
}

export interface Bounds {
	readonly min: number;
	readonly max: number;
	/** Whether it may have a fraction. */
	readonly fraction?: true;
}

/** The kind of a value. Of a choice, the first value is the default. */
export type Kind =
	| ({ readonly kind: 'number' } & Bounds)
	| { readonly kind: 'choice'; readonly allowed: ReadonlyArray<string | number> }
	| { readonly kind: 'boolean' }
	| { readonly kind: 'string' };

function enteredNumber(value: unknown, { min, max, fraction }: Bounds): number | undefined {
	const isText = typeof value === 'string' && value.trim() !== '';
	const number = isText ? Number(value) : value;
	if (typeof number !== 'number' || number < min || number > max) return undefined;
	return (fraction ? Number.isFinite(number) : Number.isInteger(number)) ? number : undefined;
}

/** A switch, off where it is unset. */
function enteredBoolean(value: unknown): boolean | undefined {
	if (value === true || value === 'true') return true;
	return isUnset(value) || value === false || value === 'false' ? false : undefined;
}

/** A value as its kind has it; undefined for everything else. */
export function enteredValue(value: unknown, kind: Kind): string | number | boolean | undefined {
	switch (kind.kind) {
		case 'number':
			return enteredNumber(value, kind);
		case 'choice':
			if (isUnset(value)) return kind.allowed[0];
			return typeof value === 'object'
				? undefined
				: kind.allowed.find((choice) => String(choice) === String(value));
		case 'boolean':
			return enteredBoolean(value);
		case 'string':
			return typeof value === 'object' && value !== null ? undefined : String(value ?? '').trim();
		default:
			return kind satisfies never;
	}
}

/** What a value of a kind is, to follow "expected" or "must be". */
export function expectedText(kind: Kind): string {
	switch (kind.kind) {
		case 'number': {
			const { min, max, fraction } = kind;
			const range = max === Infinity ? `of ${min} or more` : `from ${min} to ${max}`;
			return fraction ? `a number ${range}` : `a whole number ${range}`;
		}
		case 'choice':
			return `one of ${kind.allowed.join(', ')}`;
		case 'boolean':
			return 'true or false';
		case 'string':
			return 'text';
		default:
			return kind satisfies never;
	}
}
