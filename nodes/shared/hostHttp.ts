// How requests go out by n8n's own HTTP helper, and how the bytes of their responses come in.
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../../credentials/credentialValues';
import type { HttpRequest, SendHttp } from '../../client/transport/http';
import {
	ConnectionError,
	isOnPlainSocket,
	sendErrorOf,
} from '../../client/transport/networkErrors';

export type Context = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

/** The used part of a Node.js socket, which may be one of TLS. */
interface Socket {
	/** True while what is received goes to listeners; null or false while it waits to be read. */
	readonly readableFlowing: boolean | null;
	emit(event: 'data', piece: Uint8Array): boolean;
	push(piece: Uint8Array): boolean;
}

/** The most bytes that a socket receives at once. */
const RECEIVE_LENGTH = 256 * 1024;

const RECEIVE_BUFFER = Buffer.allocUnsafeSlow(RECEIVE_LENGTH);

/**
 * Options of Node.js for the sockets of an agent (`onread` of `net.connect`): they receive into one buffer. Otherwise
 * Node.js makes a buffer for each piece, and for each 64 MB of them the engine collects the garbage of n8n's whole
 * heap. Without it, 10,000 products take 1.12 to 1.29 times as long in n8n's engine, and 32 MB more. The HTTP parser
 * copies the body of the response before the buffer is used again. Where n8n does not pass the options on, sockets do
 * as usual.
 */
export const AGENT_OPTIONS = {
	onread: {
		buffer: RECEIVE_BUFFER,
		callback(this: Socket, length: number): boolean {
			const piece = RECEIVE_BUFFER.subarray(0, length);
			if (this.readableFlowing === true) this.emit('data', piece);
			else this.push(Buffer.from(piece));
			return true;
		},
	},
};

/** The used part of a response's body. */
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

/** The result of n8n's helper with `returnFullResponse`. */
interface FullResponse {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: Stream;
}

/** The used part of an error for a status, as n8n's HTTP library throws it. */
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
export function sendHttpOf(context: Context, data: ICredentialDataDecryptedObject): SendHttp {
	const additional = { credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data } };
	// Older versions of n8n lose the response in an error.
	const keepsCause = new NodeOperationError(context.getNode(), new Error('')).cause !== undefined;
	return async (request) => {
		const { method, url, headers, timeoutMs, signal } = request;
		const options: IHttpRequestOptions & { readonly agentOptions: typeof AGENT_OPTIONS } = {
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
			agentOptions: AGENT_OPTIONS,
		};
		const response: FullResponse = await context.helpers.httpRequestWithAuthentication
			.call(context, CREDENTIAL_TYPE, options, additional)
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
