// The schema language in which the service is described: plain objects, each with its `kind`, which all walkers read.

/** The values of a number that have names in the API documentation: number to name. */
export type Codes = Readonly<Record<number, string>>;

/** A single value. */
export type ScalarSchema =
	| { readonly kind: 'decimal' | 'boolean' | 'date' | 'guid' }
	/** Ticks tell a moment, and 0 none. */
	| { readonly kind: 'integer'; readonly format?: 'ticks' }
	/** `format` is a stricter rule, where the API documentation names one. */
	| { readonly kind: 'string'; readonly format?: 'guid' }
	/** An integer from 0 to 255. */
	| { readonly kind: 'byte'; readonly codes: Codes }
	| { readonly kind: 'enum'; readonly values: readonly string[] };

/** A collection; `itemName` is the XML element of an item that is not a record. */
export interface ListSchema<Item = Schema> {
	readonly kind: 'list';
	readonly item: Item;
	readonly itemName: string;
}

export interface RecordSchema<S = Shape> {
	readonly kind: 'record';
	readonly name: string;
	readonly shape: S;
	/** In the order of the API documentation. */
	readonly fields: readonly Field[];
	readonly fieldsByName: ReadonlyMap<string, Field>;
}

/** A record whose fields the API documentation does not show. */
export interface OpaqueSchema {
	readonly kind: 'opaque';
	readonly name: string;
}

export type Schema = ScalarSchema | ListSchema | RecordSchema | OpaqueSchema;

interface FieldFacts {
	/** Whether the API documentation requires it. */
	readonly required?: boolean;
	/** What the API documentation says about the field, in a few words. */
	readonly description?: string;
	/** The family's stem ("CustomField") when the field is one of a custom-field family. */
	readonly family?: string;
	/** The value that the service assumes when the field is left out. */
	readonly default?: number | boolean;
	/** The label in the editor, where it is not the name in Title Case. */
	readonly label?: string;
	/** A value as it is entered. */
	readonly example?: string;
	/** What the ID names, where the service has a list to choose it from. */
	readonly chosenFrom?: 'projects';
	/** Set for a code whose values the API documentation does not list: they have to be looked up. */
	readonly undocumentedCode?: true;
}

/** A schema with what is known of a field that has it. */
interface Described<S = Schema> extends FieldFacts {
	readonly schema: S;
}

/** The fields of a record or the parameters of an endpoint by name, in the order of the API documentation. */
export type Shape = Readonly<Record<string, Schema | Described>>;

export interface Field extends Described {
	readonly name: string;
	readonly required: boolean;
}

/** The names of the fields of a record. */
export type FieldName<S> = S extends RecordSchema<infer Fields> ? keyof Fields & string : never;

type SchemaOf<F> = F extends Described<infer S> ? S : F;

/** The names of a record's fields that are collections. */
export type ListName<S> =
	S extends RecordSchema<infer Fields>
		? {
				[Name in keyof Fields]: SchemaOf<Fields[Name]> extends ListSchema<unknown> ? Name : never;
			}[keyof Fields] &
				string
		: never;

type MemberOf<S> = S extends ListSchema<infer Item> ? Item : S;

/** A member of the named collection of a record; without a name, of the list itself, or the record itself. */
export type RowOf<S, Collection extends PropertyKey> = [Collection] extends [never]
	? MemberOf<S>
	: S extends RecordSchema<infer Fields>
		? Collection extends keyof Fields
			? MemberOf<SchemaOf<Fields[Collection]>>
			: never
		: never;

/** A string; white space and emptiness are kept. */
export const string = { kind: 'string' } as const;
/** A GUID as a string, with hyphens and without braces. */
export const guid = { kind: 'guid' } as const;
/** A string that the API documentation requires to be a GUID. */
export const guidString = { kind: 'string', format: 'guid' } as const;
/** A whole number; one that a JavaScript number cannot hold exactly is a string with all its digits. */
export const integer = { kind: 'integer' } as const;
/** A moment in units of 100 nanoseconds since the year 1. */
export const ticks = { kind: 'integer', format: 'ticks' } as const;
/** A decimal number; one that a JavaScript number cannot hold exactly is a string with all its digits. */
export const decimal = { kind: 'decimal' } as const;
export const boolean = { kind: 'boolean' } as const;
/** An ISO 8601 date-time with an offset, as a string, so that its seventh fractional digit survives. */
export const date = { kind: 'date' } as const;

/** A whole number from 0 to 255 whose values have names in the API documentation. */
export function codes(names: Codes) {
	return { kind: 'byte', codes: names } as const;
}

/** One of a closed set of strings. */
export function enumOf(...values: string[]) {
	return { kind: 'enum', values } as const;
}

export function list<S extends Schema>(item: S, itemName = typeName(item)): ListSchema<S> {
	return { kind: 'list', item, itemName };
}

export function opaque(name: string): OpaqueSchema {
	return { kind: 'opaque', name };
}

/** A record type. Fields are optional, and may be null, unless `required`. */
export function record<const S extends Shape>(name: string, shape: S): RecordSchema<S> {
	const fields = fieldsOf(shape);
	const fieldsByName = new Map(fields.map((field) => [field.name, field]));
	return { kind: 'record', name, shape, fields, fieldsByName };
}

function withFacts<S extends Schema>(field: S | Described<S>, facts: FieldFacts): Described<S> {
	return { ...described(field), ...facts };
}

function described<S extends Schema>(field: S | Described<S>): Described<S> {
	return 'schema' in field ? field : { schema: field };
}

/** Marks a field as described as required. */
export function required<S extends Schema>(field: S | Described<S>): Described<S> {
	return withFacts(field, { required: true });
}

/** Adds what there is to know of a field or a parameter, and how the editor shows it. */
export function describe<S extends Schema>(
	field: S | Described<S>,
	description: string,
	editor: Pick<Field, 'label' | 'example' | 'chosenFrom'> = {},
): Described<S> {
	return withFacts(field, { description, ...editor });
}

/** A code whose values the API documentation does not list. */
export function undocumentedCode<S extends Schema>(field: S | Described<S>): Described<S> {
	return withFacts(field, { undocumentedCode: true });
}

/** States the value that the service assumes when a parameter is left out. */
export function withDefault<S extends Schema>(
	field: S | Described<S>,
	value: number | boolean,
): Described<S> {
	return withFacts(field, { default: value });
}

type Words<Text> = Text extends `${infer Word} ${infer Others}` ? Word | Words<Others> : Text;

/** Several fields of one kind in this order; their names are the words of the texts. */
export function each<S, const Text extends string>(field: S, ...texts: Text[]) {
	const names = texts.flatMap((text) => text.split(' '));
	return Object.fromEntries(names.map((name) => [name, field])) as {
		[Name in Words<Text> & string]: S;
	};
}

type Range = readonly [from: number, to: number, field: Schema | Described];

/** Numbered custom fields in ranges of one type: `family('CustomField', [1, 5, string], [6, 10, boolean])`. */
export function family<const Stem extends string>(stem: Stem, ...ranges: Range[]) {
	const fields: Record<string, Described> = {};
	for (const [from, to, field] of ranges) {
		const member = withFacts(field, { family: stem });
		for (let number = from; number <= to; number++) fields[`${stem}${number}`] = member;
	}
	return fields as Record<`${Stem}${number}`, Described>;
}

/** The fields of a shape (a record's, or an endpoint's parameters) in the order of the API documentation. */
export function fieldsOf(shape: Shape): readonly Field[] {
	return Object.entries(shape).map(([name, field]) => ({
		required: false,
		...described(field),
		name,
	}));
}

/** A record's fields in the order of the API documentation; empty for anything else. */
export function recordFields(schema: Schema): readonly Field[] {
	return schema.kind === 'record' ? schema.fields : [];
}

const NO_FIELDS: RecordSchema['fieldsByName'] = new Map([]);

/** A record's fields by name; none for anything else. */
export function fieldsByName(schema: Schema): RecordSchema['fieldsByName'] {
	return schema.kind === 'record' ? schema.fieldsByName : NO_FIELDS;
}

/** Whether the API documentation calls a value a string and requires it to be a GUID. */
export function isGuidString(schema: Schema): boolean {
	return schema.kind === 'string' && schema.format === 'guid';
}

/** Whether values are ticks. */
export function isTicks(schema: Schema): boolean {
	return schema.kind === 'integer' && schema.format === 'ticks';
}

/** Whether values are numbers, of which those with many digits are strings. */
export function isNumeric({ kind }: Schema): boolean {
	return kind === 'integer' || kind === 'byte' || kind === 'decimal';
}

/** The name of a record type, which is also its XML element. */
export function typeName(schema: Schema): string {
	switch (schema.kind) {
		case 'record':
		case 'opaque':
			return schema.name;
		case 'list':
			return `ArrayOf${schema.itemName}`;
		default:
			return schema.kind;
	}
}

/** The fields of a record without some of them, for a variant of it. */
export function omitFields<S extends Shape, const N extends keyof S>(
	{ shape }: { readonly shape: S },
	...names: N[]
) {
	const omitted = new Set<PropertyKey>(names);
	return Object.fromEntries(Object.entries(shape).filter(([name]) => !omitted.has(name))) as Omit<
		S,
		N
	>;
}

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

/** A record and the records in it. */
export function recordsWithin(schema: Schema): Schema[] {
	if (schema.kind === 'list') return recordsWithin(schema.item);
	if (schema.kind !== 'record') return [];
	return [schema, ...schema.fields.flatMap((field) => recordsWithin(field.schema))];
}

/** The custom fields of one record. */
export function customFieldsOf(record: Schema): string[] {
	return recordFields(record).flatMap(({ name, family }) => (family === undefined ? [] : [name]));
}
