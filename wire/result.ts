// What the readers and writers of all formats take and return, and how they say numbers.
import type { Schema } from '../api/schema/types';

/** The formats in which a request body can be written. */
export type Format = 'json' | 'xml' | 'form';

/** What a response is expected to be: the endpoint's schema, whether it is one record or a list, and which collection holds the rows. */
export interface ResponseShape {
	readonly schema: Schema;
	readonly oneOrMany?: true;
	readonly rows?: string;
}

/** Where a response differs from the API documentation: fields by their paths (`Products[].Warranty`), at most ten of each kind. */
export interface Drift {
	/** Came, and are not documented. */
	readonly undocumented: readonly string[];
	/** Are documented as required, and did not come or were null. */
	readonly missing: readonly string[];
	/** Came with a type other than documented. */
	readonly retyped: readonly string[];
	/** Came under another name than the one that counts, in the same record. */
	readonly dropped: readonly string[];
}

/** A value, or why there is none. */
export type Result<T> = { readonly ok: true; readonly value: T } | FailedResult;

export interface FailedResult {
	readonly ok: false;
	/** What is wrong: a sentence about a response, the end of a sentence about the value at `path`. */
	readonly problem: string;
	readonly path?: Path;
	/** Whether a response does not fit into a JavaScript string. */
	readonly isTooLarge?: true;
}

/** The way to a value: names of fields and indices of lists. */
export type Path = readonly (string | number)[];

/** A record by the names of its fields. */
export type RecordValue = Readonly<Record<string, unknown>>;

/** A record while a reader fills it. */
export type MutableRecord = Record<string, unknown>;

/** A request body with its media type. */
export interface EncodedBody {
	readonly text: string;
	readonly contentType: string;
}

/** The deepest nesting that is read or written; records of the service nest five levels. */
export const MAX_DEPTH = 100;

export function failure(problem: string, path?: Path): FailedResult {
	return { ok: false, problem, path };
}

/** @param what The subject of the sentence, with its verb */
export function tooLarge(what: string, maxBytes: number): FailedResult {
	const problem = `${what} larger than ${countText(maxBytes)} bytes, which is too large to be read.`;
	return { ok: false, problem, isTooLarge: true };
}

/** Whether what was thrown is a result. */
export function isFailedResult(error: unknown): error is FailedResult {
	return typeof error === 'object' && error !== null && 'problem' in error;
}

/** A whole number with commas: 12,345. The first use of the engine's own formatter takes ten milliseconds and more. */
export function countText(count: number): string {
	let text = String(Math.abs(count));
	for (let at = text.length - 3; at > 0; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`;
	return count < 0 ? `-${text}` : text;
}

/** For example "an SITask". */
export function withArticle(name: string): string {
	return `${/^[AEIO]|^S[A-Z]|^Up/.test(name) ? 'an' : 'a'} ${name}`;
}

/** A number with its noun: "1 row", "2,000 rows". */
export function counted(count: number, noun: string): string {
	return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

const MAX_LISTED = 20;

/** The first of many, and how many others there are. */
export function joinLimited(parts: readonly string[], separator: string): string {
	const unshown = parts.length - MAX_LISTED;
	const shown = parts.slice(0, MAX_LISTED).join(separator);
	return unshown > 0 ? `${shown}${separator}and ${countText(unshown)} more` : shown;
}
