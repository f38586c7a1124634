// The words in which the service is described: thin names over schemas of zod's small form, of which a
// thousand load in a tenth of the time and memory.
// Every schema made here carries its kind, and `kindOf` is what all walkers read.
import * as z from 'zod/v4-mini';

import { type Accepts, type Codes, type Field, type Kind, marked, type Meta, metaOf, type Schema } from './meta';

export { type Codes, type Field, type Kind, marked, type ScalarKind, type Schema } from './meta';
export { byte, choice, date, decimal, flag, guid, guidText, integer, text } from './scalars';

type Shape = Readonly<Record<string, Schema>>;

/** A number whose values have names in the document. */
export function codes<S extends Schema>(schema: S, names: Codes): S {
	return marked(schema, { codes: names });
}

/** A collection; `itemName` is the XML element of an item where the item is no record. */
export function list<S extends Schema>(item: S, itemName = metaOf(item).name ?? '') {
	return marked(z.array(item, { error: 'expected a list' }), { kind: 'list', itemName });
}

/** A record whose fields the document does not show: passed as given. */
export function opaque(name: string) {
	return marked(z.record(z.string(), z.unknown(), { error: 'expected an object' }), {
		kind: 'opaque',
		name,
	});
}

/** Marks a field as described as required. */
export function required<S extends Schema>(schema: S) {
	return z.nonoptional(schema);
}

/** Adds the document's remark to a field or a parameter. */
export function note<S extends Schema>(schema: S, words: string): S {
	return marked(schema, { note: words });
}

/** States the value the service assumes when a parameter is left out. */
export function preset<S extends Schema>(schema: S, value: number | boolean): S {
	return marked(schema, { default: value });
}

/** Several fields of one kind, in the order given. */
export function each<S extends Schema, const N extends string>(schema: S, ...names: N[]) {
	return Object.fromEntries(names.map((name) => [name, schema])) as { [K in N]: S };
}

type Optional<S extends Schema> = S extends z.ZodMiniNonOptional | z.ZodMiniOptional
	? S
	: z.ZodMiniOptional<z.ZodMiniNullable<S>>;
type RecordShape<S extends Shape> = { -readonly [K in keyof S]: Optional<S[K]> };

// The same few kinds stand in a thousand fields, and a wrapper costs 20 microseconds to make.
const optionalForms = new WeakMap<Schema, Schema>();

function optional(schema: Schema): Schema {
	if (schema instanceof z.ZodMiniNonOptional || schema instanceof z.ZodMiniOptional) return schema;
	let form = optionalForms.get(schema);
	if (!form) optionalForms.set(schema, (form = z.nullish(schema) as Schema));
	return form;
}

/** A record type. Fields are optional, and may be null, unless `required`; unknown ones are refused in input. */
export function record<S extends Shape>(name: string, shape: S) {
	const fields = Object.fromEntries(
		Object.entries(shape).map(([key, schema]) => [key, optional(schema)]),
	);
	const schema = z.strictObject(fields as RecordShape<S>, {
		error: (issue) => (issue.code === 'invalid_type' ? 'expected an object' : undefined),
	});
	return marked(schema, { kind: 'record', name });
}

function innerOf(schema: Schema): Schema | undefined {
	return schema instanceof z.ZodMiniOptional ||
		schema instanceof z.ZodMiniNullable ||
		schema instanceof z.ZodMiniNonOptional
		? (schema._zod.def.innerType as Schema)
		: undefined;
}

function unwrapped(schema: Schema): Schema {
	const inner = innerOf(schema);
	return inner ? unwrapped(inner) : schema;
}

// A remark may stand on the wrapper ("required") as well as on what it wraps.
function mergedMeta(schema: Schema): Partial<Meta> {
	const inner = innerOf(schema);
	return inner ? { ...mergedMeta(inner), ...metaOf(schema) } : metaOf(schema);
}

/** The test of a value that stands alone, for one that is there; undefined where only the schema can tell. */
export function scalarTestOf(schema: Schema): Accepts | undefined {
	return mergedMeta(schema).accepts;
}

function fieldOf(name: string, schema: Schema): Field {
	const { note: words, family: stem, default: value, format } = mergedMeta(schema);
	return {
		name,
		schema,
		required: schema instanceof z.ZodMiniNonOptional,
		...(words === undefined ? {} : { note: words }),
		...(stem === undefined ? {} : { family: stem }),
		...(value === undefined ? {} : { default: value }),
		...(format === undefined ? {} : { format }),
	};
}

const fieldLists = new WeakMap<Shape, readonly Field[]>();

/** The fields of a shape (a record's, or an endpoint's parameters) in the document's order. */
export function fieldsOf(shape: Shape): readonly Field[] {
	const known = fieldLists.get(shape);
	if (known) return known;
	const fields = Object.entries(shape).map(([name, schema]) => fieldOf(name, schema));
	fieldLists.set(shape, fields);
	return fields;
}

const kinds = new WeakMap<Schema, Kind>();

/**
 * What a schema is.
 *
 * @throws Error for a schema that was not made with the words of this file.
 */
export function kindOf(schema: Schema): Kind {
	const known = kinds.get(schema);
	if (known) return known;
	const kind = readKind(unwrapped(schema));
	kinds.set(schema, kind);
	return kind;
}

function readKind(schema: Schema): Kind {
	const meta = metaOf(schema);
	switch (meta.kind) {
		case 'record':
			return {
				kind: meta.kind,
				name: meta.name ?? '',
				fields: fieldsOf((schema as z.ZodMiniObject).shape as Shape),
			};
		case 'list':
			return {
				kind: meta.kind,
				item: (schema as z.ZodMiniArray)._zod.def.element as Schema,
				itemName: meta.itemName ?? '',
			};
		case 'choice':
			return { kind: meta.kind, values: meta.values ?? [] };
		case 'opaque':
			return { kind: meta.kind, name: meta.name ?? '' };
		case 'text':
		case 'integer':
		case 'byte':
		case 'decimal':
		case 'flag':
		case 'date':
		case 'guid':
			return meta.codes ? { kind: meta.kind, codes: meta.codes } : { kind: meta.kind };
		case undefined:
			throw new Error('This schema was not made with the words of api/kinds.');
		default:
			return meta.kind satisfies never;
	}
}

/** A record's fields in the document's order; empty for anything that is no record. */
export function recordFields(schema: Schema): readonly Field[] {
	const kind = kindOf(schema);
	return kind.kind === 'record' ? kind.fields : [];
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

/** The fields of a record but some, for a variant of it. */
export function fieldsBut<S extends Shape, const N extends keyof S>(
	schema: { readonly shape: S },
	...names: N[]
) {
	const left = new Set<PropertyKey>(names);
	return Object.fromEntries(
		Object.entries(schema.shape).filter(([name]) => !left.has(name)),
	) as Omit<S, N>;
}
