// Sends a request to the service and gives the response: with retries, redirects and failures as typed errors.
import type { ResponseReader } from '../../wire/response';
import { type NotRead, readErrorMessage } from '../../wire';
import { readBody, releaseBytes } from './body';
import { type Client, isCancelled, throwIfCancelled } from '../client';
import type { Failure, RequestInfo } from '../failures';
import { ServiceError } from '../serviceError';
import { ConnectionError, NotSentError } from './http';
import { isBusy, mayRetry, retryAfterMs, retryDelayMs } from './retry';

export interface ServiceRequest {
	readonly method: 'GET' | 'POST';
	/** The endpoint's path, beginning with a slash. */
	readonly path: string;
	/** Names and values, not yet encoded. */
	readonly query?: ReadonlyArray<readonly [name: string, value: string]> | undefined;
	readonly body?: { readonly text: string; readonly contentType: string } | undefined;
	readonly accept: 'json' | 'xml';
	/** Whether the service may change something: then it is retried only if it never arrived. */
	readonly write: boolean;
	/** What is read or written, for messages: "the purchase order with the ID "A-1"". */
	readonly subject?: string | undefined;
	/** The page of a list, from 1. */
	readonly page?: number | undefined;
	/** Makes the reader that takes the bytes of a success as they arrive; the response then has no body. */
	readonly reader?: ((contentType: string | undefined) => ResponseReader) | undefined;
}

/** A response whose status is a success. */
export interface ServiceResponse {
	readonly status: number;
	readonly contentType?: string | undefined;
	readonly body: Buffer;
	readonly reader?: ResponseReader | undefined;
	/** What an error about this response has to say of its request. */
	readonly request: RequestInfo;
}

function encoded(name: string, value: string): string {
	try {
		return encodeURIComponent(value);
	} catch {
		const problem = `The value of "${name}" cannot be put into a URL: it holds half of a surrogate pair`;
		throw new ServiceError({ kind: 'input', problem }, { write: false, url: '', attempts: 0 });
	}
}

/**
 * The URL of a request.
 *
 * @throws ServiceError of the kind `input` for a value that no URL can hold
 */
export function urlOf(
	{ baseUrl }: Pick<Client, 'baseUrl'>,
	{ path, query = [] }: Pick<ServiceRequest, 'path' | 'query'>,
): string {
	const pairs = query.map(([name, value]) => {
		const key = encodeURIComponent(name).replace(/%5B/g, '[').replace(/%5D/g, ']');
		return `${key}=${encoded(name, value)}`;
	});
	return `${baseUrl}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

/** A safe limit for redirects that lead to redirects. */
const maxRedirects = 5;

/** The URL to which a read was redirected within its origin; anything else is a failure. */
function redirectTarget(failure: Failure, url: string): string | undefined {
	if (failure.kind !== 'redirect' || failure.status === 304) return undefined;
	const { location } = failure;
	if (location === '' || !URL.canParse(location, url)) return undefined;
	const target = new URL(location, url);
	return target.origin === new URL(url).origin ? target.href : undefined;
}

/** How much is read of an error and of the response to a write; the rest is dropped. */
const maxBodyBytes = 1_000_000;

type Received = Omit<ServiceResponse, 'request'>;
type Attempt = { readonly received: Received } | { readonly failure: Failure };

function failureOfConnection(client: Client, error: ConnectionError): Failure {
	if (isCancelled(client)) return client.whenCancelled ?? { kind: 'cancelled', sent: true };
	if (error.timedOut) return { kind: 'timeout', timeoutMs: client.timeoutMs };
	return { kind: 'connection', code: error.code };
}

async function receive(client: Client, request: ServiceRequest, url: string): Promise<Attempt> {
	await client.budget?.take(client.signal);
	if (isCancelled(client))
		return { failure: client.whenCancelled ?? { kind: 'cancelled', sent: false } };
	const response = await client.sendHttp({
		method: request.method,
		url,
		headers: {
			accept: request.accept === 'xml' ? 'application/xml' : 'application/json',
			...(request.body && { 'content-type': request.body.contentType }),
		},
		body: request.body?.text,
		timeoutMs: client.timeoutMs,
		signal: client.signal,
	});
	const { status, headers } = response;
	const isSuccess = status >= 200 && status < 300;
	const type = headers['content-type'];
	const contentType = typeof type === 'string' ? type : undefined;
	const reader = isSuccess ? request.reader?.(contentType) : undefined;
	const pieces: Uint8Array[] = [];
	let length = 0;
	await readBody(client, response, (piece) => {
		if (reader) {
			reader.push(piece);
			releaseBytes(piece);
			return true;
		}
		pieces.push(piece);
		length += piece.length;
		return length < maxBodyBytes;
	});
	const body = Buffer.concat(pieces).subarray(0, maxBodyBytes);
	if (isSuccess) {
		client.budget?.accepted();
		return { received: { status, contentType, body, reader } };
	}
	if (status >= 300 && status < 400)
		return { failure: { kind: 'redirect', status, location: String(headers.location ?? '') } };
	const wait = retryAfterMs(headers, client.clock.now());
	const said = readErrorMessage(body, contentType);
	return { failure: { kind: 'status', status, said, retryAfterMs: wait } };
}

/** One attempt. Every error that is not about the connection or the request is a bug, and is thrown. */
async function attempt(client: Client, request: ServiceRequest, url: string): Promise<Attempt> {
	return await receive(client, request, url).catch((error: unknown) => {
		if (error instanceof ConnectionError) return { failure: failureOfConnection(client, error) };
		if (error instanceof NotSentError)
			return {
				failure: { kind: 'input', problem: `The request could not be sent: ${error.message}` },
			};
		return Promise.reject(error);
	});
}

/** An attempt, and further ones where a read is redirected. */
async function follow(
	client: Client,
	request: ServiceRequest,
	start: string,
): Promise<{ result: Attempt; url: string }> {
	let url = start;
	let result = await attempt(client, request, url);
	if (request.method !== 'GET') return { result, url };
	for (let redirects = 0; 'failure' in result; redirects++) {
		const target = redirectTarget(result.failure, url);
		if (target === undefined) break;
		if (redirects === maxRedirects && result.failure.kind === 'redirect') {
			result = { failure: { ...result.failure, isEndless: true } };
			break;
		}
		url = target;
		result = await attempt(client, request, url);
	}
	return { result, url };
}

/** Waits before a retry. Where the service asks to wait, all requests of the budget do. */
async function waitForRetry(client: Client, failure: Failure, delay: number): Promise<void> {
	const isAsked = failure.kind === 'status' && failure.retryAfterMs !== undefined;
	client.onRetry?.();
	if (client.budget && (isAsked || isBusy(failure))) client.budget.pause(delay);
	else await client.clock.sleep(delay, client.signal);
}

/**
 * Sends one request, with retries where they are safe.
 *
 * @returns the response, if its status is a success
 * @throws ServiceError
 */
export async function send(client: Client, request: ServiceRequest): Promise<ServiceResponse> {
	const start = urlOf(client, request);
	const { write, subject, page } = request;
	let waited = 0;
	for (let attempts = 1; ; attempts++) {
		throwIfCancelled(client);
		const { result, url } = await follow(client, request, start);
		const info = { write, url, attempts, subject, page };
		if ('received' in result) return { ...result.received, request: info };
		const { failure } = result;
		const delay = retryDelayMs(failure, attempts, client.clock.random());
		waited += delay;
		const isLast = attempts > client.maxRetries || waited > client.longestWaitMs;
		if (isLast || !mayRetry(failure, write)) throw new ServiceError(failure, info, client.secrets);
		await waitForRetry(client, failure, delay);
	}
}

/** A response without content: no text, null, or a record without fields. */
const NOTHING = /^(?:null|\{\s*\}|(?:<\?[^>]*>\s*)?<[^<>]*(?:\/>|><\/[^<>]*>))?$/;

/** The error for a response that is not what it should be. */
export function responseError(
	{ secrets }: Pick<Client, 'secrets'>,
	{ request, contentType }: ServiceResponse,
	body: Buffer,
	{ problem, isTooLarge }: Pick<NotRead, 'problem' | 'isTooLarge'>,
): ServiceError {
	// What is too large is data, and no message.
	const said = isTooLarge ? undefined : readErrorMessage(body, contentType);
	const isEmpty = NOTHING.test(body.toString('latin1', 0, 1000).trim());
	const failure = { kind: 'response', problem, said, isEmpty, isTooLarge } as const;
	return new ServiceError(failure, request, secrets);
}
