// From n8n's credential and helpers to a client for the service.
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import {
	authenticationHeaders,
	cleanBaseUrl,
	credentialType,
	secretsOf,
} from '../../credentials/credentialValues';
import { budgetOf, type BudgetState } from '../../client/transport/budget';
import type { Client } from '../../client/transport/serviceClient';
import type { Clock, HttpRequest, SendHttp } from '../../client/transport/http';
import {
	ConnectionError,
	isOnPlainSocket,
	sendErrorOf,
} from '../../client/transport/networkErrors';
import { newReport } from '../../client/clientReport';
import { parameterError } from './errors';

export type Context = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

/** Settings in which executions differ. */
export interface ClientSettings extends Partial<
	Pick<Client, 'maxRetries' | 'timeoutMs' | 'longestWaitMs' | 'report'>
> {
	/** The longest time that all requests may take together, in milliseconds. */
	readonly deadlineMs?: number;
	/** How the requests of an execution are spread; left out, only retries wait. */
	readonly pace?: {
		readonly requestsPerMinute: number | undefined;
		readonly state: BudgetState;
		readonly onWait: (leftMs: number) => void;
	};
}

/** A client, with what the credential says beside the connection. */
export interface Connection extends Client {
	/** The text under Custom Field Names. */
	readonly customFieldNames: string;
}

/** What is used of a Node.js socket, which may be one of TLS. */
interface Socket {
	/** True while what is received goes to listeners; null or false while it waits to be read. */
	readonly readableFlowing: boolean | null;
	emit(event: 'data', piece: Uint8Array): boolean;
	push(piece: Uint8Array): boolean;
}

/** How many bytes the readers of responses await. */
const RECEIVE_LENGTH = 256 * 1024;

const receiveBuffer = Buffer.allocUnsafeSlow(RECEIVE_LENGTH);

/**
 * Options of Node.js for the sockets of an agent (`onread` of `net.connect`): they receive into one buffer. Otherwise
 * Node.js makes a buffer for each piece, and for each 64 MB of them the engine collects the garbage of n8n's whole
 * heap. Without it, 10,000 products take 1.12 to 1.29 times as long in n8n's engine, and 32 MB more. The HTTP parser copies the body of the response before the buffer is used again. Where n8n does not pass the
 * options on, sockets do as usual.
 */
export const agentOptions = {
	onread: {
		buffer: receiveBuffer,
		callback(this: Socket, length: number): boolean {
			const piece = receiveBuffer.subarray(0, length);
			if (this.readableFlowing === true) this.emit('data', piece);
			else this.push(Buffer.from(piece));
			return true;
		},
	},
};

const clock: Clock = {
	now: () => Date.now(),
	// n8n's timer keeps the process alive, which a wait has to do.
	sleep: async (milliseconds, signal) => {
		if (!signal) return await sleep(milliseconds);
		if (signal.aborted) return;
		await new Promise<void>((resolve) => {
			const end = () => {
				signal.removeEventListener('abort', end);
				resolve();
			};
			signal.addEventListener('abort', end);
			void sleep(milliseconds).then(end);
		});
	},
	timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
	random: () => Math.random(),
};

/** What is used of the body of a response. */
interface Stream {
	on(event: 'data', listener: (piece: Uint8Array) => void): unknown;
	on(event: 'end' | 'close', listener: () => void): unknown;
	on(event: 'error', listener: (error: unknown) => void): unknown;
	readonly destroyed: boolean;
	destroy(): void;
}

/** Takes the pieces as they come: an iteration over the stream would join those that wait into copies. */
async function readStream(stream: Stream, take: (piece: Uint8Array) => void): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		let isComplete = false;
		// Every stream closes after its end, and an error is costly to make.
		const breakOff = () => {
			if (!isComplete) reject(new ConnectionError('ECONNRESET'));
		};
		if (stream.destroyed) breakOff();
		stream.on('error', reject);
		stream.on('close', breakOff);
		stream.on('end', () => {
			isComplete = true;
			resolve();
		});
		stream.on('data', take);
	});
}

/** JSON and XML as bytes: n8n would parse a string only to see whether it is JSON. It takes a form as a string alone. */
function bodyOf({ body, headers }: HttpRequest): Buffer | string | undefined {
	const isForm = headers['content-type']?.includes('form');
	return body === undefined || isForm ? body : Buffer.from(body);
}

/** What n8n's helper returns with `returnFullResponse`. */
interface FullResponse {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: Stream;
}

/** What is used of an error for a status, as n8n's HTTP library throws it. */
interface StatusError {
	readonly request?: unknown;
	readonly response?: {
		readonly status: number;
		readonly headers: FullResponse['headers'];
		readonly data: Stream;
	};
}

/**
 * Statuses that a proxy may give instead of connecting n8n with a service that speaks https. Only an error for a
 * status says over which socket it came. At 401, n8n would send the request again.
 */
const PROXY_STATUSES = Array.from({ length: 300 }, (_, index) => 300 + index).filter(
	(status) => status !== 401,
);

/** @throws ConnectionError for the response of a proxy that refused to connect n8n with the service */
function checkedResponse(url: string, response: FullResponse, holder: unknown): FullResponse {
	const { statusCode: status, body } = response;
	if (!isOnPlainSocket(url, holder)) return response;
	body.destroy();
	throw new ConnectionError(String(status), false, { status });
}

/** The response in an error for a status. */
function responseIn(error: unknown, url: string): FullResponse {
	const { cause }: { readonly cause?: unknown } = Object(error);
	const { request, response }: StatusError = Object(cause);
	if (response === undefined) throw sendErrorOf(error, url);
	const { status: statusCode, headers, data: body } = response;
	return checkedResponse(url, { statusCode, headers, body }, request);
}

/** Sends requests by n8n's helper. The credential is passed along, so that n8n does not read it for each request. */
function sendHttpOf(context: Context, data: ICredentialDataDecryptedObject): SendHttp {
	const additional = { credentialsDecrypted: { id: '', name: '', type: credentialType, data } };
	// Older versions of n8n lose the response in an error.
	const keepsCause = new NodeOperationError(context.getNode(), new Error('')).cause !== undefined;
	return async (request) => {
		const { method, url, headers, timeoutMs, signal } = request;
		const options: IHttpRequestOptions & { readonly agentOptions: typeof agentOptions } = {
			method,
			url,
			headers: { ...headers },
			body: bodyOf(request),
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors:
				keepsCause && url.startsWith('https:') ? { ignore: true, except: PROXY_STATUSES } : true,
			disableFollowRedirect: true,
			timeout: timeoutMs,
			abortSignal: signal,
			agentOptions,
		};
		const response: FullResponse = await context.helpers.httpRequestWithAuthentication
			.call(context, credentialType, options, additional)
			.then(
				(full: FullResponse) => checkedResponse(url, full, full.body),
				(error: unknown) => responseIn(error, url),
			);
		const { statusCode: status, headers: received, body } = response;
		return {
			status,
			headers: received,
			body: async (take) => await readStream(body, take),
			close: () => body.destroy(),
		};
	};
}

// The credential's list of allowed domains, read as n8n reads it: its own function takes other arguments in other
// versions of n8n.
/** `*.example.com` allows subdomains only; an empty list allows everything. */
export function isDomainAllowed(url: string, allowedDomains: string): boolean {
	if (allowedDomains.trim() === '') return true;
	const plain = (domain: string) => domain.trim().toLowerCase().replace(/\.$/, '');
	const hostname = plain(new URL(url).hostname);
	return allowedDomains
		.split(',')
		.map(plain)
		.some((domain) =>
			domain.startsWith('*.')
				? domain.length > 2 && hostname.endsWith(domain.slice(1))
				: domain !== '' && hostname === domain,
		);
}

/**
 * Reads the credential and makes the client of an execution.
 *
 * @throws NodeOperationError when the base URL is not a web address or not among the allowed domains
 */
export async function connect(
	context: Context,
	{ deadlineMs, pace, ...settings }: ClientSettings = {},
): Promise<Connection> {
	const node = context.getNode();
	const data = await context.getCredentials(credentialType);
	const base = cleanBaseUrl(data.baseUrl);
	if (!base.ok)
		throw parameterError(
			node,
			base.problem,
			undefined,
			'Open the credential and correct the base URL.',
		);
	const authentication = authenticationHeaders(data);
	if (!authentication.ok)
		throw parameterError(
			node,
			authentication.problem,
			undefined,
			'Nothing was sent. Open the credential and correct it.',
		);
	const isLimited = data.allowedHttpRequestDomains === 'domains';
	if (isLimited && !isDomainAllowed(base.url, String(data.allowedDomains ?? '')))
		throw parameterError(
			node,
			`The credential may not be used for ${new URL(base.url).host}`,
			undefined,
			'Its base URL is not among its allowed domains. Change one of the two in the credential.',
		);
	const stopped =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const secrets = secretsOf(data);
	return {
		baseUrl: base.url,
		sendHttp: sendHttpOf(context, data),
		clock,
		...(deadlineMs === undefined
			? { signal: stopped }
			: {
					signal: AbortSignal.timeout(deadlineMs),
					whenCancelled: { kind: 'timeout', timeoutMs: deadlineMs },
				}),
		secrets,
		report: newReport(),
		customFieldNames: typeof data.customFieldNames === 'string' ? data.customFieldNames : '',
		maxRetries: 3,
		timeoutMs: 300_000,
		longestWaitMs: 300_000,
		budget: pace && budgetOf(clock, pace.requestsPerMinute, pace.state, pace.onWait),
		...settings,
	};
}
