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

interface Common<RecordField extends string = string> {
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
	readonly key?: RecordField;
}

/** A response that comes in pages, each with some of the rows and the total of all. */
export interface Paging<Parameter extends string = string, ResponseField extends string = string> {
	/** The query parameter with the page's number, from 1. */
	readonly number: Parameter;
	/** The query parameter with the number of rows per page. */
	readonly size: Parameter;
	/** The field of the response that holds the number of all rows. */
	readonly total: ResponseField;
	/** Whether a page has as many products as the credential says. */
	readonly holdsProducts?: true;
}

/** Filters that the service does not know: they are applied to the rows while they are read. */
export interface RowFilters<RowField extends string = string> {
	/** The fields in which a text is searched. */
	readonly search: readonly RowField[];
	/** A parameter with a list of values to the field that must equal one of them. */
	readonly equals: Readonly<Record<string, RowField>>;
	/** What could be entered, by the name of the parameter. */
	readonly examples?: Readonly<Record<string, string>>;
}

/** The facts of a read; its names may be limited to those that the query, the response and its rows have. */
interface ReadFacts<
	Parameter extends string = string,
	ResponseField extends string = string,
	Collection extends string = string,
	RowField extends string = string,
> extends Common {
	readonly method: HttpMethod;
	readonly query: Shape;
	/** The query parameter with the ID of what is read. */
	readonly idParameter?: Parameter;
	/** The body of the one read that is a POST: a list of IDs. */
	readonly body?: Schema;
	/** The node parameter that holds those IDs. */
	readonly idsParameter?: string;
	/** What there is to know of that parameter. */
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
	readonly deletedIds?: Collection;
	readonly paging?: Paging<Parameter, ResponseField>;
	readonly key: RowField;
	/** Whether the changes of the list can be followed. */
	readonly changeFeed?: true;
	/** The field by which a row without a key is known. */
	readonly alternativeKey?: RowField;
	/** The field that tells rows with one key apart. */
	readonly secondKey?: RowField;
	/** The field that says when a row changed last. */
	readonly changedOn?: RowField;
	/** The same moment in ticks of 100 nanoseconds. */
	readonly changedOnTicks?: RowField;
	/** Why a row is of interest again, each reason with the field that shows it; `changedOn` need not move with them. */
	readonly reasons?: Readonly<Record<string, RowField>>;
	/** Whether rows can be chosen by `changedOn`. */
	readonly updatedAfter?: true;
	readonly rowFilters?: RowFilters<RowField>;
	/** Query parameters by which the service chooses rows, each with the field that must have the value. */
	readonly serviceFilters?: Readonly<Partial<Record<Parameter, RowField>>>;
	/** What else a row names, so that it can be chosen from this list. */
	readonly choices?: {
		readonly of: 'projects';
		/** The field with the ID. */
		readonly id: RowField;
		/** The fields that a person knows it by. */
		readonly labels: readonly RowField[];
		/** The query parameter that searches. */
		readonly search: Parameter;
		/** Query parameters without which the list is not complete. */
		readonly all: { readonly [Name in Parameter]?: boolean };
	};
	/** The saved values of `returnAs`: an item per row, and one item with the whole response. */
	readonly returnAs?: { readonly rows: string; readonly whole?: string };
	/** The few fields of a row that identify and summarize it. */
	readonly simplified: readonly RowField[];
}

/** A Subscribe endpoint: it reads. */
export interface ReadEndpoint extends ReadFacts {
	readonly kind: 'read';
}

/** The facts of a write; its names may be limited to those that the body, its records and `bodyParameters` have. */
interface WriteFacts<
	BodyField extends string = string,
	Collection extends string = string,
	RecordField extends string = string,
	Parameter extends string = string,
> extends Common<RecordField> {
	/** POST unless it is another one. */
	readonly method?: HttpMethod;
	readonly body: Schema;
	readonly response: typeof PublishResponse | Undocumented;
	/** The collection of the body that holds one record for each input item. */
	readonly records?: string;
	/** Other fields of a record by which the service knows it. */
	readonly otherKeys?: readonly RecordField[];
	/** The fields of a record that the editor shows from the start, beside the required ones. */
	readonly shownFields?: readonly RecordField[];
	/** The fields of the body that identify the list of the records: the first one that has a value. */
	readonly listKeys?: readonly BodyField[];
	/** The field of the body that holds the number of all records, when they go out in several requests. */
	readonly total?: BodyField;
	/** A collection of the body that belongs to the whole series of requests, and goes out with the first. */
	readonly deletedIds?: Collection;
	/** Node parameter to the body's field that it fills. */
	readonly bodyParameters: Readonly<Record<string, BodyField>>;
	/** The node parameter that holds all the other fields of the body. */
	readonly otherFields?: string;
	/** One of these parameters is required, and only one is shown. */
	readonly identifyBy?: readonly [Parameter, Parameter];
	/** How the records that it changes are read, where the service has a read for them. */
	readonly readBy?: {
		/** The operation of the same resource. */
		readonly operation: string;
		/** The field of what is sent that holds the ID to read by. */
		readonly id: RecordField;
		/** Fields that mean something else in what is read. */
		readonly otherMeaning?: readonly RecordField[];
		/** An older form that may come under the same path, with fewer fields. */
		readonly olderForm?: Schema;
	};
	/** Where a body says by codes which fields of its items the service updates; left out, it updates all of them. */
	readonly itemFields?: {
		/** The collection with the items. */
		readonly items: Collection;
		/** The collection with the codes. */
		readonly codes: Collection;
		/** What identifies an item, and is no field to update. */
		readonly identity: readonly string[];
		/** The fields of the body about items: people need them most. */
		readonly shownFirst: readonly Collection[];
	};
}

/** A Publish endpoint: it writes. */
export interface WriteEndpoint extends WriteFacts {
	readonly kind: 'write';
	readonly method: HttpMethod;
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

/** States a Subscribe endpoint; every name in its facts is checked by the compiler. */
export function read<
	const Query extends Shape,
	Response extends Schema,
	const Path extends string,
	const Rows extends ListName<Response> = never,
>(
	facts: ReadFacts<
		keyof Query & string,
		FieldName<Response>,
		ListName<Response>,
		FieldName<RowOf<Response, Rows>>
	> & {
		readonly path: Path & PathWith<Path, keyof Query>;
		readonly query: Query;
		readonly response: Response;
		readonly rows?: Rows;
	},
): ReadEndpoint {
	return { kind: 'read', ...facts };
}

/** States a Publish endpoint; every name in its facts is checked by the compiler. */
export function write<
	Body extends Schema,
	const Parameters extends Readonly<Record<string, FieldName<Body>>>,
	const Path extends string,
	const Records extends ListName<Body> = never,
>(
	facts: WriteFacts<
		FieldName<Body>,
		ListName<Body>,
		FieldName<RowOf<Body, Records>>,
		keyof Parameters & string
	> & {
		readonly path: Path & PathWith<Path, FieldName<Body>>;
		readonly body: Body;
		readonly records?: Records;
		readonly bodyParameters: Parameters;
	},
): WriteEndpoint {
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

/** The query parameters that choose among the rows. */
export function filterFields({ query, paging }: ReadEndpoint): readonly Field[] {
	return fieldsOf(query).filter(
		({ name, required }) => !required && name !== paging?.number && name !== paging?.size,
	);
}
