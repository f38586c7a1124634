// What an endpoint is: one literal with the service's facts and the texts for the editor.
import {
	type Field,
	type FieldName,
	fieldsOf,
	type ListName,
	recordFields,
	type RowOf,
	type Schema,
	type Shape,
} from './schema/types';
import type { PublishResponse } from './shared';

/** The API documentation says "not shown" of it, and nothing is guessed. */
export const undocumented = 'not shown';
export type Undocumented = typeof undocumented;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Common {
	readonly method: HttpMethod;
	/** `{id}` in it stands for a parameter of the query, or for a field of the body. */
	readonly path: string;
	/** The operation's name in the dropdown. */
	readonly name: string;
	/** The operation in the list of actions, for example "Get task". */
	readonly action: string;
	readonly description: string;
	readonly deprecated?: true;
	/** Whether the API documentation shows a form-encoded shape for the body. */
	readonly form?: true;
	/** The field by which a record is known. */
	readonly key?: string;
}

/** A response that comes in pages, each with some of the rows and the total of all. */
export interface Paging {
	/** The query parameter with the page's number, from 1. */
	readonly number: string;
	/** The query parameter with the number of rows per page. */
	readonly size: string;
	/** The field of the response that holds the number of all rows. */
	readonly total: string;
}

/** Filters that the service does not know: they are applied to the rows while they are read. */
export interface RowFilters {
	/** The fields in which a text is searched. */
	readonly search: readonly string[];
	/** A parameter with a list of values to the field that must equal one of them. */
	readonly equals: Readonly<Record<string, string>>;
	/** What a person could enter, by the name of the parameter. */
	readonly examples?: Readonly<Record<string, string>>;
}

/** A Subscribe endpoint: it reads. */
export interface ReadEndpoint extends Common {
	readonly kind: 'read';
	readonly query: Shape;
	/** The query parameter with the ID of what is read. */
	readonly idParameter?: string;
	/** The body of the one read that is a POST: a list of IDs. */
	readonly body?: Schema;
	/** The node parameter that holds those IDs. */
	readonly idsParameter?: string;
	/** What a person should know of that parameter. */
	readonly idsTexts?: Pick<Field, 'description' | 'example'>;
	/** The most IDs in one request. */
	readonly idsPerRequest?: number;
	readonly response: Schema;
	/** A fuller form that may come under the same path; the response is read as that. */
	readonly fullerResponse?: Schema;
	/** The API documentation does not say whether one record or a list of them comes back. */
	readonly oneOrMany?: true;
	/** The collection of the response whose members are the rows; without it, the response is the row. */
	readonly rows?: string;
	/** What a row is called, where it is not a record of the resource ("product"). */
	readonly rowNoun?: string;
	/** A collection of the response that belongs to the whole series of pages, not to one. */
	readonly deletedIds?: string;
	readonly paging?: Paging;
	readonly key: string;
	/** Whether the changes of the list can be followed. */
	readonly changeFeed?: true;
	/** The field by which a row without a key is known. */
	readonly alternativeKey?: string;
	/** The field that says when a row changed last. */
	readonly changedOn?: string;
	/** The same moment in ticks of 100 nanoseconds. */
	readonly changedOnTicks?: string;
	/** Why a row is of interest again, each reason with the field that shows it; `changedOn` need not move with them. */
	readonly reasons?: Readonly<Record<string, string>>;
	/** Whether rows can be chosen by `changedOn`. */
	readonly updatedAfter?: true;
	readonly rowFilters?: RowFilters;
	/** What else a row names, so that a person can choose it from this list. */
	readonly choices?: {
		readonly of: 'projects';
		/** The field with the ID. */
		readonly id: string;
		/** The fields that a person knows it by. */
		readonly labels: readonly string[];
		/** The query parameter that searches. */
		readonly search: string;
		/** Query parameters without which the list is not complete. */
		readonly all: Readonly<Record<string, boolean | undefined>>;
	};
	/** The saved values of `returnAs`: an item per row, and one item with the whole response. */
	readonly returnAs?: { readonly rows: string; readonly whole?: string };
	/** The few fields of a row that identify and summarize it. */
	readonly simplified: readonly string[];
}

/** A Publish endpoint: it writes. */
export interface WriteEndpoint extends Common {
	readonly kind: 'write';
	readonly body: Schema;
	readonly response: typeof PublishResponse | Undocumented;
	/** The collection of the body that holds one record for each input item. */
	readonly records?: string;
	/** Other fields of a record by which the service knows it. */
	readonly otherKeys?: readonly string[];
	/** The fields of a record that the editor shows from the start, beside the required ones. */
	readonly shownFields?: readonly string[];
	/** The fields of the body that identify the list of the records: the first one that has a value. */
	readonly listKeys?: readonly string[];
	/** The field of the body that holds the number of all records, when they go out in several requests. */
	readonly total?: string;
	/** A collection of the body that belongs to the whole series of requests, and goes out with the first. */
	readonly deletedIds?: string;
	/** Node parameter to the body's field that it fills. */
	readonly bodyParameters: Readonly<Record<string, string>>;
	/** The node parameter that holds all the other fields of the body. */
	readonly otherFields?: string;
	/** One of these parameters is required, and only one is shown. */
	readonly identifyBy?: readonly [string, string];
	/** How the records that it changes are read, where the service has a read for them. */
	readonly readBy?: {
		/** The operation of the same resource. */
		readonly operation: string;
		/** The field of what is sent that holds the ID to read by. */
		readonly id: string;
		/** Fields that mean something else in what is read. */
		readonly otherMeaning?: readonly string[];
		/** An older form that may come under the same path, with fewer fields. */
		readonly olderForm?: Schema;
	};
	/** Where a body says by codes which fields of its items the service updates; left out, it updates all of them. */
	readonly itemFields?: {
		/** The collection with the items. */
		readonly items: string;
		/** The collection with the codes. */
		readonly codes: string;
		/** What identifies an item, and is no field to update. */
		readonly identity: readonly string[];
	};
}

export type Endpoint = ReadEndpoint | WriteEndpoint;

export interface Resource {
	/** The saved value of the `resource` parameter. */
	readonly resource: string;
	readonly name: string;
	readonly description: string;
	/** The operation that a new node has. n8n does not save it, so it never changes. */
	readonly defaultOperation: string;
	/** The saved value of the `operation` parameter to its endpoint. */
	readonly operations: Readonly<Record<string, Endpoint>>;
}

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | PathNames<Rest>
	: never;

/** A path in which only these names stand in braces. */
type PathWith<Path extends string, Names> = [PathNames<Path>] extends [Names] ? Path : never;

/** The facts of a read; every name in them is checked by the compiler. */
interface ReadFacts<
	Query extends Shape,
	Response extends Schema,
	Rows extends ListName<Response>,
	Path extends string,
	RowField = FieldName<RowOf<Response, Rows>>,
> extends Omit<ReadEndpoint, 'kind'> {
	readonly path: Path & PathWith<Path, keyof Query>;
	readonly query: Query;
	readonly response: Response;
	readonly rows?: Rows;
	readonly idParameter?: keyof Query & string;
	readonly deletedIds?: ListName<Response>;
	readonly paging?: {
		readonly number: keyof Query & string;
		readonly size: keyof Query & string;
		readonly total: FieldName<Response>;
	};
	readonly key: RowField & string;
	readonly alternativeKey?: RowField & string;
	readonly changedOn?: RowField & string;
	readonly changedOnTicks?: RowField & string;
	readonly reasons?: Readonly<Record<string, RowField & string>>;
	readonly rowFilters?: {
		readonly search: ReadonlyArray<RowField & string>;
		readonly equals: Readonly<Record<string, RowField & string>>;
		readonly examples?: Readonly<Record<string, string>>;
	};
	readonly choices?: {
		readonly of: 'projects';
		readonly id: RowField & string;
		readonly labels: ReadonlyArray<RowField & string>;
		readonly search: keyof Query & string;
		readonly all: { readonly [Name in keyof Query]?: boolean };
	};
	readonly simplified: ReadonlyArray<RowField & string>;
}

/** States a Subscribe endpoint. */
export function read<
	const Query extends Shape,
	Response extends Schema,
	const Path extends string,
	const Rows extends ListName<Response> = never,
>(facts: ReadFacts<Query, Response, Rows, Path>): ReadEndpoint {
	return { kind: 'read', ...facts };
}

/** The facts of a write; every name in them is checked by the compiler. */
interface WriteFacts<
	Body extends Schema,
	Records extends ListName<Body>,
	Parameters extends Readonly<Record<string, FieldName<Body>>>,
	Path extends string,
> extends Omit<WriteEndpoint, 'kind' | 'method'> {
	/** POST unless it is another one. */
	readonly method?: HttpMethod;
	readonly path: Path & PathWith<Path, FieldName<Body>>;
	readonly body: Body;
	readonly records?: Records;
	readonly shownFields?: ReadonlyArray<FieldName<RowOf<Body, Records>>>;
	readonly key?: FieldName<RowOf<Body, Records>>;
	readonly otherKeys?: ReadonlyArray<FieldName<RowOf<Body, Records>>>;
	readonly listKeys?: ReadonlyArray<FieldName<Body>>;
	readonly total?: FieldName<Body>;
	readonly deletedIds?: ListName<Body>;
	readonly bodyParameters: Parameters;
	readonly identifyBy?: readonly [keyof Parameters & string, keyof Parameters & string];
	readonly readBy?: {
		readonly operation: string;
		readonly id: FieldName<RowOf<Body, Records>>;
		readonly otherMeaning?: ReadonlyArray<FieldName<RowOf<Body, Records>>>;
		readonly olderForm?: Schema;
	};
	readonly itemFields?: {
		readonly items: ListName<Body>;
		readonly codes: ListName<Body>;
		readonly identity: readonly string[];
	};
}

/** States a Publish endpoint. */
export function write<
	Body extends Schema,
	const Parameters extends Readonly<Record<string, FieldName<Body>>>,
	const Path extends string,
	const Records extends ListName<Body> = never,
>(facts: WriteFacts<Body, Records, Parameters, Path>): WriteEndpoint {
	return { kind: 'write', method: 'POST', ...facts };
}

function memberOf(schema: Schema, collection: string | undefined): Schema {
	const collectionSchema =
		recordFields(schema).find(({ name }) => name === collection)?.schema ?? schema;
	return collectionSchema.kind === 'list' ? collectionSchema.item : collectionSchema;
}

/** The record of one row of a read: a member of the collection `rows`, of the response, or the response itself. */
export function rowSchema({ response, rows }: Pick<ReadEndpoint, 'response' | 'rows'>): Schema {
	return memberOf(response, rows);
}

/** The collections of an item's record that can be split out. */
export function collectionsOf(endpoint: ReadEndpoint): string[] {
	return recordFields(rowSchema(endpoint))
		.filter(({ schema }) => schema.kind === 'list')
		.map(({ name }) => name);
}

/** What a list becomes: an item per row, one item with the whole response, or a file. */
export type ReturnAs = 'rows' | 'whole' | 'file';

/** The saved values of Return As and what they mean. */
export function returnAsValues({ paging, returnAs }: ReadEndpoint): ReadonlyMap<string, ReturnAs> {
	const values = new Map<string, ReturnAs>();
	if (returnAs) values.set(returnAs.rows, 'rows');
	if (returnAs?.whole !== undefined) values.set(returnAs.whole, 'whole');
	if (paging) values.set('file', 'file');
	return values;
}

/** The record that an endpoint reads, or that each input item gives to it. */
export function recordSchema(endpoint: Endpoint): Schema {
	return endpoint.kind === 'read' ? rowSchema(endpoint) : memberOf(endpoint.body, endpoint.records);
}

/** The fields of a record that the editor shows from the start. */
export function shownFields(
	{ shownFields: names = [] }: WriteEndpoint,
	fields: readonly Field[],
): readonly Field[] {
	return fields.filter(({ name, required }) => required || names.includes(name));
}

/** The query parameters by which a person chooses among the rows. */
export function filterFields({ query, paging }: ReadEndpoint): readonly Field[] {
	return fieldsOf(query).filter(
		({ name, required }) => !required && name !== paging?.number && name !== paging?.size,
	);
}
