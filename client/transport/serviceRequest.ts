// A request to the service in the terms of the API, its URL, and its outcome.
import type { HttpMethod } from '../../api/endpoint';
import type { BodyReader } from '../../wire/response';
import { type FailedResult, readErrorMessage } from '../../wire';
import type { Failure, RequestInfo } from '../failures/failures';
import { ServiceError } from '../failures/serviceError';
import type { ServiceClient } from './serviceClient';

export interface ServiceRequest {
	readonly method: HttpMethod;
	readonly path: string;
	/** What stands in the path instead of names in braces, not yet encoded. */
	readonly pathValues?: Readonly<Record<string, unknown>>;
	/** Names and values, not yet encoded. */
	readonly query?: ReadonlyArray<readonly [name: string, value: string]>;
	readonly body?: { readonly text: string; readonly contentType: string };
	readonly accept: 'json' | 'xml';
	/** Whether the service may change something: then it is retried only if it never arrived. */
	readonly write: boolean;
	/** What is read or written, for messages: "the purchase order with the ID "A-1"". */
	readonly subject?: string;
	readonly page?: number;
	/** Makes the reader that takes the bytes of a success as they arrive; the response then has no body. */
	readonly reader?: (contentType: string | undefined) => BodyReader;
}

/** The response to a request that succeeded. */
export interface ServiceResponse {
	readonly status: number;
	readonly contentType?: string;
	readonly body: Buffer;
	readonly reader?: BodyReader;
	/** What an error about this response has to say of its request. */
	readonly request: RequestInfo;
}

/** The reader of a response that succeeded; the request said of which class it is. */
export function readerOf<R extends BodyReader>(
	{ reader }: ServiceResponse,
	readerClass: abstract new (...settings: never[]) => R,
): R {
	if (reader instanceof readerClass) return reader;
	throw new Error('A success came without its reader.');
}

/** @param what What the value is, for a message */
function encodedPart(what: string, value: string): string {
	try {
		return encodeURIComponent(value);
	} catch {
		const problem = `${what} cannot be put into a URL: it contains a broken character (half of a surrogate pair)`;
		throw new ServiceError({ kind: 'input', problem }, { write: false, url: '', attempts: 0 });
	}
}

const PATH_NAME = /\{(\w+)\}/g;

/** A value as a part of a path. An empty one or one of dots would be another path. */
function pathPart(name: string, value: unknown): string {
	const text = String(value ?? '');
	if (!/^\.{0,2}$/.test(text)) return encodedPart(`The value of "${name}"`, text);
	const problem = `The value of "${name}" cannot be put into a URL: it is ${text === '' ? 'empty' : `"${text}"`}`;
	throw new ServiceError({ kind: 'input', problem }, { write: false, url: '', attempts: 0 });
}

/**
 * The URL of a request.
 *
 * @throws ServiceError of the kind `input` for a value that no URL can hold
 */
export function urlOf(
	{ baseUrl }: Pick<ServiceClient, 'baseUrl'>,
	{ path, pathValues = {}, query = [] }: Pick<ServiceRequest, 'path' | 'pathValues' | 'query'>,
): string {
	const pairs = query.map(([name, value]) => {
		const key = encodedPart('The name of a query parameter', name)
			.replace(/%5B/g, '[')
			.replace(/%5D/g, ']');
		return `${key}=${encodedPart(`The value of "${name}"`, value)}`;
	});
	const filled = path.replace(PATH_NAME, (_, name: string) => pathPart(name, pathValues[name]));
	return `${baseUrl}${filled}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

/** What came of one attempt to send a request. */
export type AttemptResult =
	{ readonly received: Omit<ServiceResponse, 'request'> } | { readonly failure: Failure };

/** A body without content: no text, null, or a record without fields. */
const EMPTY_BODY = /^(?:null|\{\s*\}|(?:<\?[^>]*>\s*)?<[^<>]*(?:\/>|><\/[^<>]*>))?$/;

export function responseError(
	{ secrets }: Pick<ServiceClient, 'secrets'>,
	{ request, contentType }: ServiceResponse,
	body: Buffer,
	{ problem, isTooLarge }: Pick<FailedResult, 'problem' | 'isTooLarge'>,
): ServiceError {
	// What is too large is data, and no message.
	const said = isTooLarge ? undefined : readErrorMessage(body, contentType);
	const text = body.toString('latin1', 0, 1000).trim();
	const isEmpty = EMPTY_BODY.test(text);
	const content = text === '' ? 'nothing' : text === 'null' ? 'null' : 'an empty record';
	const isMissing = isEmpty && !request.write && request.subject !== undefined;
	const missing = `The service did not find ${request.subject} (the service responded with ${content})`;
	const failure = { problem: isMissing ? missing : problem, said, isEmpty, isTooLarge };
	return new ServiceError({ kind: 'response', ...failure }, request, secrets);
}
