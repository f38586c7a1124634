// What a schema says of itself: its kind, and whatever the document says besides of its values.
import * as z from 'zod/v4-mini';

export type Schema = z.ZodMiniType;

/** The kinds of value that stand alone. `byte` is an integer from 0 to 255. */
export type ScalarKind = 'text' | 'integer' | 'byte' | 'decimal' | 'flag' | 'date' | 'guid';

/** Values of a number that the document gives a name to: number to name. */
export type Codes = Readonly<Record<number, string>>;

export interface Meta {
	readonly kind: ScalarKind | 'choice' | 'list' | 'record' | 'opaque';
	readonly name?: string;
	readonly itemName?: string;
	readonly values?: readonly string[];
	readonly codes?: Codes;
	readonly note?: string;
	readonly family?: string;
	readonly default?: number | boolean;
	readonly format?: 'guid';
	/** Whether a value that stands alone is right: the same as the schema says, at once. */
	readonly accepts?: (value: unknown) => boolean;
}

/** A copy of a schema that says more of itself. */
export function marked<S extends Schema>(schema: S, meta: Partial<Meta>): S {
	const copy = schema.clone() as S;
	// A copy has the meta of what it was made of, beside its own.
	z.globalRegistry.add(copy, { ...meta });
	return copy;
}

/** What `marked` was given for a schema, or for the one that it is a copy of. */
export function metaOf(schema: Schema): Partial<Meta> {
	return (z.globalRegistry.get(schema) ?? {}) as Partial<Meta>;
}
