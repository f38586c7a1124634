// The schema language in which the service is described: thin names over zod's small form, which takes a
// tenth of the time and memory to load. Every schema made here has a kind, and `kindOf` is what all walkers read.
import * as z from 'zod/v4-mini';

import { annotate, type Field, fieldsOf, kindOf, type Schema, type Shape, withKind } from './meta';

export {
	annotate,
	type Codes,
	type Field,
	fieldsOf,
	type Kind,
	kindOf,
	type ScalarKind,
	type Schema,
	type Shape,
} from './meta';
export {
	boolean,
	codes,
	date,
	decimal,
	enumOf,
	guid,
	guidString,
	integer,
	string,
} from './scalars';

/** What a schema describes, when it is there. */
export type Value<S extends Schema> = NonNullable<z.output<S>>;

/** The names of the fields of a record. */
export type FieldName<V> = keyof V & string;

/** The names of a record's fields that are collections. */
export type ListName<S extends Schema> = {
	[Name in FieldName<Value<S>>]: NonNullable<Value<S>[Name]> extends readonly unknown[]
		? Name
		: never;
}[FieldName<Value<S>>];

type MemberOf<V> = NonNullable<V> extends ReadonlyArray<infer Member> ? NonNullable<Member> : V;

/** A member of the named collection of a record; without a name, of the list itself, or the record itself. */
export type RowOf<S extends Schema, Collection extends PropertyKey> = [Collection] extends [never]
	? MemberOf<Value<S>>
	: Collection extends keyof Value<S>
		? MemberOf<Value<S>[Collection]>
		: never;

/** A collection; `itemName` is the XML element of an item that is not a record. */
export function list<S extends Schema>(item: S, itemName = typeName(item)) {
	return withKind(z.array(item, { error: 'expected a list' }), { kind: 'list', item, itemName });
}

/** A record whose fields the document does not show: passed as given. */
export function opaque(name: string) {
	return withKind(z.record(z.string(), z.unknown(), { error: 'expected an object' }), {
		kind: 'opaque',
		name,
	});
}

/** Marks a field as described as required. */
export function required<S extends Schema>(schema: S) {
	return z.nonoptional(schema);
}

/** Adds what a person should know of a field or a parameter, and how the editor shows it. */
export function describe<S extends Schema>(
	schema: S,
	description: string,
	editor: Pick<Field, 'label' | 'example' | 'chosenFrom'> = {},
): S {
	return annotate(schema, { description, ...editor });
}

/** A code whose values the document does not list. */
export function undocumentedCode<S extends Schema>(schema: S): S {
	return annotate(schema, { undocumentedCode: true });
}

/** States the value that the service assumes when a parameter is left out. */
export function withDefault<S extends Schema>(schema: S, value: number | boolean): S {
	return annotate(schema, { default: value });
}

/** Several fields of one kind, in the order given. */
export function each<S extends Schema, const N extends string>(schema: S, ...names: N[]) {
	return Object.fromEntries(names.map((name) => [name, schema])) as { [K in N]: S };
}

type Optional<S extends Schema> = S extends z.ZodMiniNonOptional | z.ZodMiniOptional
	? S
	: z.ZodMiniOptional<z.ZodMiniNullable<S>>;

// A thousand fields are of the same few kinds, and a wrapper costs 20 microseconds to make.
const optionalForms = new WeakMap<Schema, Schema>();

function optional(schema: Schema): Schema {
	if (schema instanceof z.ZodMiniNonOptional || schema instanceof z.ZodMiniOptional) return schema;
	const known = optionalForms.get(schema) ?? (z.nullish(schema) as Schema);
	optionalForms.set(schema, known);
	return known;
}

/** A record type. Fields are optional, and may be null, unless `required`; unknown ones are refused in input. */
export function record<S extends Shape>(name: string, fields: S) {
	const shape = Object.fromEntries(
		Object.entries(fields).map(([key, schema]) => [key, optional(schema)]),
	) as { -readonly [K in keyof S]: Optional<S[K]> };
	const schema = z.strictObject(shape, {
		error: (issue) => (issue.code === 'invalid_type' ? 'expected an object' : undefined),
	});
	return withKind(schema, {
		kind: 'record',
		name,
		get fields() {
			return fieldsOf(shape);
		},
	});
}

/** A record's fields in the document's order; empty for anything else. */
export function recordFields(schema: Schema): readonly Field[] {
	const kind = kindOf(schema);
	return kind.kind === 'record' ? kind.fields : [];
}

/** Whether the document calls a value a string and requires it to be a GUID. */
export function isGuidString(schema: Schema): boolean {
	const kind = kindOf(schema);
	return 'format' in kind && kind.format === 'guid';
}

/** The name of a record type, which is also its XML element. */
export function typeName(schema: Schema): string {
	const kind = kindOf(schema);
	switch (kind.kind) {
		case 'record':
		case 'opaque':
			return kind.name;
		case 'list':
			return `ArrayOf${kind.itemName}`;
		default:
			return kind.kind;
	}
}

/** The fields of a record without some of them, for a variant of it. */
export function omitFields<S extends Shape, const N extends keyof S>(
	schema: { readonly shape: S },
	...names: N[]
) {
	const omitted = new Set<PropertyKey>(names);
	return Object.fromEntries(
		Object.entries(schema.shape).filter(([name]) => !omitted.has(name)),
	) as Omit<S, N>;
}
