// Sends a request: within the budget, with retries where they are safe, failures as typed errors.
import { readErrorMessage } from '../../wire';
import { MINUTE_MS } from '../values/dates';
import { PROXY_WANTS_PASSWORD } from '../failures/failures';
import { ServiceError } from '../failures/serviceError';
import { readBody, releaseBytes } from './http';
import { ConnectionError, NotSentError } from './networkErrors';
import { type ServiceClient, isCancelled, throwIfCancelled } from './serviceClient';
import {
	type AttemptResult,
	type ServiceRequest,
	type ServiceResponse,
	urlOf,
} from './serviceRequest';
import { mayRetry, retryAfterMs, retryDelayMs } from './retry';

/** How much is read of an error and of the response to a write; the rest is dropped. */
const MAX_BODY_BYTES = 1_000_000;

function timeoutMsOf({ settings }: ServiceClient): number {
	return settings.timeout * 1000;
}

async function receive(
	client: ServiceClient,
	request: ServiceRequest,
	url: string,
): Promise<AttemptResult> {
	await client.budget?.take(client.signal);
	if (isCancelled(client))
		return { failure: client.whenCancelled ?? { kind: 'cancelled', sent: false } };
	if (request.write) client.report.isWriteSent = true;
	const response = await client.sendHttp({
		method: request.method,
		url,
		headers: {
			accept: request.accept === 'xml' ? 'application/xml' : 'application/json',
			...(request.body && { 'content-type': request.body.contentType }),
		},
		body: request.body?.text,
		timeoutMs: timeoutMsOf(client),
		signal: client.signal,
	});
	const { status, headers } = response;
	if (status === PROXY_WANTS_PASSWORD) {
		response.close();
		return { failure: { kind: 'connection', code: String(status) } };
	}
	const isSuccess = status >= 200 && status < 300;
	const type = headers['content-type'];
	const contentType = typeof type === 'string' ? type : undefined;
	const reader = isSuccess ? request.reader?.(contentType) : undefined;
	const pieces: Uint8Array[] = [];
	let length = 0;
	const reading = readBody(client.clock, timeoutMsOf(client), client.signal, response, (piece) => {
		if (reader) {
			const goesOn = reader.push(piece);
			releaseBytes(piece);
			return goesOn;
		}
		pieces.push(piece);
		length += piece.length;
		return length < MAX_BODY_BYTES;
	});
	await reading.catch((error: unknown) => {
		// The status of an error says enough, even if its body breaks off.
		if (isSuccess || isCancelled(client) || !(error instanceof ConnectionError)) throw error;
	});
	const body = Buffer.concat(pieces).subarray(0, MAX_BODY_BYTES);
	if (isSuccess) {
		client.budget?.accepted();
		return { received: { status, contentType, body, reader } };
	}
	if (status >= 300 && status < 400)
		return { failure: { kind: 'redirect', status, location: String(headers.location ?? '') } };
	const wait = retryAfterMs(headers['retry-after'], client.clock.now());
	const said = readErrorMessage(body, contentType, true);
	return { failure: { kind: 'status', status, said, retryAfterMs: wait } };
}

/** Makes one attempt. An error that is not about the connection or the request is a bug, and is thrown. */
async function attempt(
	client: ServiceClient,
	request: ServiceRequest,
	url: string,
): Promise<AttemptResult> {
	try {
		return await receive(client, request, url);
	} catch (error) {
		if (error instanceof NotSentError)
			return { failure: { kind: 'input', problem: error.message, advice: error.advice } };
		if (!(error instanceof ConnectionError)) throw error;
		const { whenCancelled = { kind: 'cancelled', sent: true } } = client;
		if (isCancelled(client)) return { failure: whenCancelled };
		const { code, isBeforeRequest, timedOut, words } = error;
		if (timedOut && !isBeforeRequest)
			return { failure: { kind: 'timeout', timeoutMs: timeoutMsOf(client) } };
		return { failure: { kind: 'connection', code, words, isBeforeRequest } };
	}
}

/**
 * Sends one request, with retries where they are safe.
 *
 * @returns the response, if its status is a success
 * @throws ServiceError
 */
export async function send(
	client: ServiceClient,
	request: ServiceRequest,
): Promise<ServiceResponse> {
	const url = urlOf(client, request);
	const { write, subject, page } = request;
	const { longestWait, maxRetries } = client.settings;
	let waited = 0;
	for (let attempts = 1; ; attempts++) {
		throwIfCancelled(client);
		const result = await attempt(client, request, url);
		const info = { write, url, attempts, subject, page };
		if ('received' in result) return { ...result.received, request: info };
		const { failure } = result;
		const delay = retryDelayMs(failure, attempts, client.clock.random());
		waited += delay;
		const isLast = attempts > maxRetries || waited > longestWait * MINUTE_MS;
		if (isLast || !mayRetry(failure, write)) throw new ServiceError(failure, info, client.secrets);
		client.report.retries++;
		// Where the service is busy or asks to wait, all requests of the budget wait.
		const asksToWait =
			failure.kind === 'status' && (failure.status === 429 || failure.retryAfterMs !== undefined);
		if (client.budget && asksToWait) client.budget.pause(delay);
		else await client.clock.sleep(delay, client.signal);
	}
}
