// What a schema says of itself: its kind, and whatever the document says besides of its values.
import * as z from 'zod/v4-mini';

export type Schema = z.ZodMiniType;

/** The kinds of value that stand alone. `byte` is an integer from 0 to 255. */
export type ScalarKind = 'text' | 'integer' | 'byte' | 'decimal' | 'flag' | 'date' | 'guid';

/** Values of a number that the document gives a name to: number to name. */
export type Codes = Readonly<Record<number, string>>;

/** What a schema is, with everything a walker needs to go on. */
export type Kind =
	| { readonly kind: ScalarKind; readonly codes?: Codes }
	| { readonly kind: 'choice'; readonly values: readonly string[] }
	| { readonly kind: 'list'; readonly item: Schema; readonly itemName: string }
	| { readonly kind: 'record'; readonly name: string; readonly fields: readonly Field[] }
	| { readonly kind: 'opaque'; readonly name: string };

export interface Field {
	readonly name: string;
	readonly schema: Schema;
	readonly required: boolean;
	/** What the document says of the field, in a few words. */
	readonly note?: string;
	/** The family's stem ("CustomField") when the field is one of a custom-field family. */
	readonly family?: string;
	/** The value that the service assumes when the field is left out. */
	readonly default?: number | boolean;
	/** A finer demand on a text, where the document names one. */
	readonly format?: 'guid';
}

/** Whether a value is right. */
export type Accepts = (value: unknown) => boolean;

export interface Meta extends Pick<Field, 'note' | 'family' | 'default' | 'format'> {
	readonly kind: Kind['kind'];
	readonly name?: string;
	readonly itemName?: string;
	readonly values?: readonly string[];
	readonly codes?: Codes;
	/** For a value that stands alone: the same as the schema says, at once. */
	readonly accepts?: Accepts;
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
