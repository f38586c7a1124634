// The one HTTP call: credential, redirects, retries, and errors without secrets.
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INode,
	IPollFunctions,
} from 'n8n-workflow';
import { isDomainAllowed, NodeOperationError, sleep } from 'n8n-workflow';

import { cleanBaseUrl, secretsOf } from '../../credentials/connection';
import { readServiceMessage } from '../../wire';
import type { AnswerReader } from '../../wire/fast/answerReader';
import { readBody } from './body';
import {
	answerTrouble,
	apiError,
	type Circumstances,
	connectionTrouble,
	neverArrived,
	parameterError,
	redirectTrouble,
	statusTrouble,
	timeoutTrouble,
	type Trouble,
} from './errors';

export type Context = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

export interface ServiceRequest {
	readonly method: 'GET' | 'POST';
	/** The endpoint's path, beginning with a slash. */
	readonly path: string;
	/** Names and values as they are; they are encoded here. */
	readonly query?: ReadonlyArray<readonly [name: string, value: string]>;
	readonly body?: { readonly text: string; readonly contentType: string };
	readonly accept: 'json' | 'xml';
	/** Whether the service may change something: then it is sent again only if it never arrived. */
	readonly write: boolean;
	/** What is asked for ("the purchase order A-1"), for the message when it is not found. */
	readonly subject?: string;
	/** Makes what takes the bytes of a success while they arrive; then the answer has it and no body. */
	readonly reader?: (contentType: string | undefined) => AnswerReader;
}

export interface ServiceAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: Buffer;
	readonly contentType?: string;
	readonly attempts: number;
	readonly reader?: AnswerReader;
}

/** The credential and the settings of an execution, read once. */
export interface Connection {
	readonly context: Context;
	readonly node: INode;
	readonly baseUrl: string;
	readonly secrets: readonly string[];
	readonly maxRetries: number;
	readonly timeoutSeconds: number;
	/** A longer pause between two attempts is left to whoever asked, in milliseconds. */
	readonly longestWait: number;
	/** Requests that had to be sent again, for the hints of a run. */
	readonly count: { retries: number };
}

export interface ConnectionSettings {
	readonly maxRetries?: number;
	readonly timeoutSeconds?: number;
	readonly longestWait?: number;
}

const credentialType = 'projectServicesApi';

function assertAllowed(node: INode, credential: ICredentialDataDecryptedObject, url: string): void {
	if (credential.allowedHttpRequestDomains !== 'domains') return;
	const allowedDomains = String(credential.allowedDomains ?? '');
	if (isDomainAllowed({ url, allowedDomains })) return;
	throw parameterError(
		node,
		`The credential may not be used for ${new URL(url).host}`,
		undefined,
		'Its base URL is not among its allowed domains. Change one of the two in the credential.',
	);
}

/**
 * Reads the credential.
 *
 * @throws NodeOperationError when its base URL is no web address or not among its allowed domains.
 */
export async function connect(
	context: Context,
	settings: ConnectionSettings = {},
): Promise<Connection> {
	const node = context.getNode();
	const credential = await context.getCredentials(credentialType);
	const base = cleanBaseUrl(credential.baseUrl);
	if (!base.ok)
		throw new NodeOperationError(node, base.problem, {
			description: 'Open the credential and correct the base URL.',
		});
	assertAllowed(node, credential, base.url);
	return {
		context,
		node,
		baseUrl: base.url,
		secrets: secretsOf(credential),
		maxRetries: settings.maxRetries ?? 3,
		timeoutSeconds: settings.timeoutSeconds ?? 300,
		longestWait: settings.longestWait ?? 300_000,
		count: { retries: 0 },
	};
}

/** The text with the credential's secrets blotted out. */
export function withoutSecrets(connection: Connection, text: string): string {
	return connection.secrets.reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}

function failWith(connection: Connection, trouble: Trouble, itemIndex?: number): never {
	throw apiError(
		connection.node,
		{
			...trouble,
			message: withoutSecrets(connection, trouble.message),
			description: withoutSecrets(connection, trouble.description),
		},
		itemIndex,
	);
}

/** Ends with the error for an answer that cannot be read as what was asked for. */
export function failOnAnswer(
	connection: Connection,
	request: ServiceRequest,
	answer: ServiceAnswer,
	problem: string,
	itemIndex?: number,
): never {
	const said = readServiceMessage(answer.body, answer.contentType);
	const circumstances = {
		write: request.write,
		url: urlOf(connection, request),
		attempts: answer.attempts,
	};
	const trouble = answerTrouble(problem, circumstances);
	const description =
		said === undefined ? trouble.description : `It says: ${said}\n${trouble.description}`;
	return failWith(connection, { ...trouble, description }, itemIndex);
}

function urlOf(connection: Connection, request: ServiceRequest): string {
	const query = (request.query ?? []).map(
		([name, value]) =>
			`${encodeURIComponent(name).replace(/%5B/g, '[').replace(/%5D/g, ']')}=${encodeURIComponent(value)}`,
	);
	return `${connection.baseUrl}${request.path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

function optionsOf(
	connection: Connection,
	request: ServiceRequest,
	url: string,
): IHttpRequestOptions {
	return {
		method: request.method,
		url,
		headers: {
			accept: request.accept === 'xml' ? 'application/xml' : 'application/json',
			...(request.body ? { 'content-type': request.body.contentType } : {}),
		},
		...(request.body ? { body: request.body.text } : {}),
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: connection.timeoutSeconds * 1000,
	};
}

type Outcome =
	| { readonly answer: Omit<ServiceAnswer, 'attempts'> }
	| { readonly code: string; readonly timedOut: boolean };

function codeOf(error: unknown, depth = 0): string {
	if (typeof error !== 'object' || error === null || depth > 5) return '';
	const { code, cause, message } = error as { code?: unknown; cause?: unknown; message?: unknown };
	if (typeof code === 'string' && code !== 'ERR_BAD_REQUEST') return code;
	const inner = codeOf(cause, depth + 1);
	return inner === '' && typeof message === 'string'
		? (/\bE[A-Z]{4,}\b|[A-Z_]*CERT[A-Z_]*/.exec(message)?.[0] ?? '')
		: inner;
}

function timedOut(error: unknown, code: string): boolean {
	const { message } = error as { message?: unknown };
	return (
		code === 'ETIMEDOUT' ||
		(code === 'ECONNABORTED' && /timeout/i.test(`${String(message)} ${messageOfCause(error)}`))
	);
}

function messageOfCause(error: unknown): string {
	const { cause } = error as { cause?: { message?: unknown } };
	return String(cause?.message ?? '');
}

function isSuccess(status: number): boolean {
	return status >= 200 && status < 300;
}

async function sendOnce(
	connection: Connection,
	request: ServiceRequest,
	url: string,
): Promise<Outcome> {
	try {
		const response = (await connection.context.helpers.httpRequestWithAuthentication.call(
			connection.context,
			credentialType,
			optionsOf(connection, request, url),
		)) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
		const { statusCode: status, headers } = response;
		const contentType = headers['content-type'];
		const type = typeof contentType === 'string' ? { contentType } : {};
		const reader = isSuccess(status) ? request.reader?.(type.contentType) : undefined;
		const pieces: Uint8Array[] = [];
		const arrangements = { ...connection, isStopped: () => isStopped(connection.context) };
		await readBody(arrangements, response.body, (piece) =>
			reader ? reader.push(piece) : pieces.push(piece),
		);
		return {
			answer: { status, headers, body: Buffer.concat(pieces), ...type, ...(reader && { reader }) },
		};
	} catch (error) {
		const code = codeOf(error) || 'connection failed';
		return { code, timedOut: timedOut(error, code) };
	}
}

/** Milliseconds that Retry-After asks for: seconds, or a date. */
function retryAfter(headers: Readonly<Record<string, unknown>>): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const seconds = Number(value);
	const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
	return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

function mayRetry(request: ServiceRequest, outcome: Outcome): boolean {
	if ('answer' in outcome) {
		const { status, headers } = outcome.answer;
		if (request.write)
			return status === 429 || (status === 503 && retryAfter(headers) !== undefined);
		return status === 408 || status === 429 || status >= 500;
	}
	const { code } = outcome;
	if (request.write) return code === 'ECONNREFUSED' || code === 'EAI_AGAIN';
	return (
		!outcome.timedOut &&
		!isCancelled(code) &&
		(!neverArrived(code) || code === 'ECONNREFUSED' || code === 'EAI_AGAIN')
	);
}

function isCancelled(code: string): boolean {
	return code === 'ERR_CANCELED';
}

function waitOf(outcome: Outcome, attempt: number): number {
	const asked = 'answer' in outcome ? retryAfter(outcome.answer.headers) : undefined;
	return asked ?? Math.min(30_000, 500 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);
}

function troubleOf(
	connection: Connection,
	request: ServiceRequest,
	url: string,
	outcome: Outcome,
	attempts: number,
): Trouble {
	const { write, subject } = request;
	const circumstances: Circumstances = {
		write,
		url,
		attempts,
		...(subject === undefined ? {} : { subject }),
	};
	if (!('answer' in outcome)) {
		return outcome.timedOut
			? timeoutTrouble(connection.timeoutSeconds, circumstances)
			: connectionTrouble(outcome.code, circumstances);
	}
	const { status, headers, body, contentType } = outcome.answer;
	if (status >= 300 && status < 400)
		return redirectTrouble(status, String(headers.location ?? ''), circumstances);
	const said = readServiceMessage(body, contentType);
	return statusTrouble(
		status,
		{ ...circumstances, ...(said === undefined ? {} : { said }) },
		retryAfter(headers),
	);
}

/** Whether a person has stopped the execution. */
export function isStopped(context: Context): boolean {
	return (
		'getExecutionCancelSignal' in context && context.getExecutionCancelSignal()?.aborted === true
	);
}

/**
 * Ends the node between two requests when the execution was stopped.
 *
 * @throws NodeOperationError
 */
export function assertRunning(context: Context): void {
	if (isStopped(context))
		throw new NodeOperationError(context.getNode(), 'The execution was stopped');
}

async function wait(context: Context, milliseconds: number): Promise<void> {
	const end = Date.now() + milliseconds;
	for (let left = milliseconds; left > 0 && !isStopped(context); left = end - Date.now()) {
		await sleep(Math.min(left, 250));
	}
	assertRunning(context);
}

/** The address on the service's own origin to which a read was sent on, if it was. */
function nextAddress(request: ServiceRequest, outcome: Outcome, url: string): string | undefined {
	if (request.write || request.method !== 'GET' || !('answer' in outcome)) return undefined;
	const { status, headers } = outcome.answer;
	const location = String(headers.location ?? '');
	if (
		![301, 302, 303, 307, 308].includes(status) ||
		location === '' ||
		!URL.canParse(location, url)
	)
		return undefined;
	const target = new URL(location, url);
	return target.origin === new URL(url).origin ? target.href : undefined;
}

async function follow(
	connection: Connection,
	request: ServiceRequest,
	url: string,
): Promise<{ outcome: Outcome; url: string }> {
	let address = url;
	let outcome = await sendOnce(connection, request, address);
	for (let hops = 0; hops < 5; hops++) {
		const next = nextAddress(request, outcome, address);
		if (next === undefined) break;
		address = next;
		outcome = await sendOnce(connection, request, address);
	}
	return { outcome, url: address };
}

/**
 * Sends one request, again where that is safe, and gives the answer if its status is a success.
 *
 * @throws NodeApiError in words for people, without secrets; NodeOperationError when the execution was stopped.
 */
export async function send(
	connection: Connection,
	request: ServiceRequest,
	itemIndex?: number,
): Promise<ServiceAnswer> {
	const start = urlOf(connection, request);
	for (let attempts = 1; ; attempts++) {
		assertRunning(connection.context);
		const { outcome, url } = await follow(connection, request, start);
		if ('answer' in outcome && isSuccess(outcome.answer.status)) {
			return { ...outcome.answer, attempts };
		}
		const pause = waitOf(outcome, attempts);
		if (
			attempts > connection.maxRetries ||
			pause > connection.longestWait ||
			!mayRetry(request, outcome)
		) {
			return failWith(
				connection,
				troubleOf(connection, request, url, outcome, attempts),
				itemIndex,
			);
		}
		connection.count.retries++;
		await wait(connection.context, pause);
	}
}
