// What a schema says about itself, as well as what it validates: its kind, and the texts about it.
import * as z from 'zod/v4-mini';

export type Schema = z.ZodMiniType;

/** The kinds of single values. `byte` is an integer from 0 to 255. */
export type ScalarKind = 'string' | 'integer' | 'byte' | 'decimal' | 'boolean' | 'date' | 'guid';

/** The values of a number that have names in the document: number to name. */
export type Codes = Readonly<Record<number, string>>;

/** What a schema is, with everything that code needs to walk over it. */
export type Kind =
	| {
			readonly kind: ScalarKind;
			readonly codes?: Codes;
			/** A stricter rule for a string, where the document names one. */
			readonly format?: 'guid';
	  }
	| { readonly kind: 'enum'; readonly values: readonly string[] }
	| { readonly kind: 'list'; readonly item: Schema; readonly itemName: string }
	| { readonly kind: 'record'; readonly name: string; readonly fields: readonly Field[] }
	| { readonly kind: 'opaque'; readonly name: string };

interface FieldMeta {
	/** What the document says about the field, in a few words. */
	readonly description?: string;
	/** The family's stem ("CustomField") when the field is one of a custom-field family. */
	readonly family?: string;
	/** The value that the service assumes when the field is left out. */
	readonly default?: number | boolean;
	/** The label in the editor, where it is not the name in Title Case. */
	readonly label?: string;
	/** A value as a person would enter it. */
	readonly example?: string;
	/** What the ID names, where the service has a list to choose it from. */
	readonly chosenFrom?: 'projects';
	/** Set for a code whose values the document does not list: a person has to look them up. */
	readonly undocumentedCode?: true;
}

export interface Field extends FieldMeta {
	readonly name: string;
	readonly schema: Schema;
	readonly required: boolean;
}

// Zod's own registry would describe them by types that hold no functions and no schemas.
const kinds = new WeakMap<Schema, Kind>();
const fieldMetas = new WeakMap<Schema, FieldMeta>();

/** A copy of a schema that is of a kind. */
export function withKind<S extends Schema>(schema: S, kind: Kind): S {
	const copy = schema.clone() as S;
	kinds.set(copy, kind);
	return copy;
}

/** A copy of a schema that says more about itself. */
export function annotate<S extends Schema>(schema: S, meta: FieldMeta): S {
	const copy = schema.clone() as S;
	const kind = kinds.get(schema);
	if (kind) kinds.set(copy, kind);
	fieldMetas.set(copy, { ...fieldMetas.get(schema), ...meta });
	return copy;
}

function innerOf(schema: Schema): Schema | undefined {
	return schema instanceof z.ZodMiniOptional ||
		schema instanceof z.ZodMiniNullable ||
		schema instanceof z.ZodMiniNonOptional
		? (schema._zod.def.innerType as Schema)
		: undefined;
}

/**
 * What a schema is.
 *
 * @throws Error for a schema that was not made with the functions of api/schema.
 */
export function kindOf(schema: Schema): Kind {
	const known = kinds.get(schema);
	if (known) return known;
	const inner = innerOf(schema);
	if (!inner) throw new Error('This schema was not made with the functions of api/schema.');
	const kind = kindOf(inner);
	kinds.set(schema, kind);
	return kind;
}

// A description may belong to a wrapper ("required") as well as to what it wraps.
function fieldMetaOf(schema: Schema): FieldMeta {
	const inner = innerOf(schema);
	return { ...(inner && fieldMetaOf(inner)), ...fieldMetas.get(schema) };
}

const fieldLists = new WeakMap<Shape, readonly Field[]>();

export type Shape = Readonly<Record<string, Schema>>;

/** The fields of a shape (a record's, or an endpoint's parameters) in the document's order. */
export function fieldsOf(shape: Shape): readonly Field[] {
	const known = fieldLists.get(shape);
	if (known) return known;
	const fields = Object.entries(shape).map(([name, schema]) => ({
		...fieldMetaOf(schema),
		name,
		schema,
		required: schema instanceof z.ZodMiniNonOptional,
	}));
	fieldLists.set(shape, fields);
	return fields;
}
