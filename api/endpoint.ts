// What an endpoint is: one literal with the service's facts and the words that a person reads.
import { kindOf, recordFields, type Schema } from './kinds';
import type { PublishResponse } from './shared';

/** The document says "not shown" of it, and nothing is guessed. */
export const notShown = 'not shown';
export type NotShown = typeof notShown;

/** An answer that comes in pages, each with some of the rows and the total of all. */
export interface Paging {
	/** The query parameters that ask for a page. */
	readonly number: string;
	readonly size: string;
	/** The field of the answer that holds the number of all rows. */
	readonly total: string;
}

interface Common {
	readonly method: 'GET' | 'POST';
	readonly path: string;
	/** The operation's name in the dropdown. */
	readonly name: string;
	/** The operation in the list of actions, for example "Get a task". */
	readonly action: string;
	readonly description: string;
	readonly deprecated?: true;
	/** Whether the document shows a form-encoded shape for the body. */
	readonly form?: true;
}

/** A Subscribe endpoint: it reads. */
export interface ReadEndpoint extends Common {
	readonly kind: 'read';
	readonly query: Readonly<Record<string, Schema>>;
	/** The body of the one read that is a POST; always a list of ids. */
	readonly body?: Schema;
	/** The most ids that one request may carry. */
	readonly idsPerRequest?: number;
	readonly answer: Schema;
	/** A fuller form that may be answered under the same path; the answer is read as that. */
	readonly mayAnswer?: Schema;
	/** The document leaves open whether one record or a list of them is answered. */
	readonly oneOrMany?: true;
	/** The collection of the answer whose members are the rows; without it, the answer is the row. */
	readonly rows?: string;
	/** A collection of the answer that belongs to the whole series of pages, not to one. */
	readonly gathered?: string;
	readonly paging?: Paging;
	/** The few fields of a row that identify and summarise it. */
	readonly summary: readonly string[];
}

/** A Publish endpoint: it writes. */
export interface WriteEndpoint extends Common {
	readonly kind: 'write';
	readonly body: Schema;
	readonly answer: typeof PublishResponse | NotShown;
	/** The collection of the body to which every input item gives one record. */
	readonly records?: string;
	/** The field of the body that holds the number of all records, when they go out in several requests. */
	readonly total?: string;
	/** A collection of the body that belongs to the whole series of requests, and goes out with the first. */
	readonly gathered?: string;
	/** Node parameter to the body's field that it fills. */
	readonly fills: Readonly<Record<string, string>>;
	/** The node parameter that holds all the other fields of the body. */
	readonly others?: string;
	/** Of these parameters one has to be given, and only one is shown. */
	readonly identifyBy?: readonly [string, string];
	/** What the document leaves open and a person has to know, for example lists of numbers. */
	readonly leavesOpen?: readonly string[];
}

export type Endpoint = ReadEndpoint | WriteEndpoint;

export interface Resource {
	/** The saved value of the `resource` parameter. */
	readonly resource: string;
	readonly name: string;
	readonly description: string;
	/** The saved value of the `operation` parameter to its endpoint. */
	readonly operations: Readonly<Record<string, Endpoint>>;
}

/** States a Subscribe endpoint. */
export function read<const E extends Omit<ReadEndpoint, 'kind'>>(endpoint: E) {
	return { kind: 'read', ...endpoint } as const satisfies ReadEndpoint;
}

/** States a Publish endpoint. */
export function write<const E extends Omit<WriteEndpoint, 'kind' | 'method'>>(endpoint: E) {
	return { kind: 'write', method: 'POST', ...endpoint } as const satisfies WriteEndpoint;
}

/** The record of one row of a read: a member of the collection `rows`, of the answer, or the answer itself. */
export function rowSchema({ answer, rows }: ReadEndpoint): Schema {
	const held = recordFields(answer).find(({ name }) => name === rows)?.schema ?? answer;
	const kind = kindOf(held);
	return kind.kind === 'list' ? kind.item : held;
}
