// What the client is given to talk HTTP: a function, and time. Bodies as they arrive, and errors of the network.

/** Time, so that tests need none. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Waits; resolves early when the signal aborts. */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
	/** A signal that aborts after this time; it keeps no process alive. */
	timeout(milliseconds: number): AbortSignal;
	/** A random number from 0 to 1. */
	random(): number;
}

/** A request as it goes out: nothing about the service is left to decide. */
export interface HttpRequest {
	readonly method: 'GET' | 'POST';
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
	/** The longest time until the response begins. */
	readonly timeoutMs: number;
	readonly signal?: AbortSignal;
}

export interface HttpResponse {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, unknown>>;
	/**
	 * Gives the pieces of the body to `take`, in order and as they arrive; resolves at its end. To be called once.
	 *
	 * @throws the network's error, when the connection breaks
	 */
	readonly body: (take: (piece: Uint8Array) => void) => Promise<void>;
	/** Ends a body that is not read to its end. */
	close(): void;
}

/**
 * Sends one request with the credential, follows no redirect, and gives the response whatever its status.
 *
 * @throws ConnectionError when no response came; NotSentError when nothing was sent; anything else is a bug
 */
export type SendHttp = (request: HttpRequest) => Promise<HttpResponse>;

/** The connection failed before the whole response was here. */
export class ConnectionError extends Error {
	override readonly name = 'ConnectionError';

	/** @param code The code of the network (ECONNREFUSED), or what it said instead */
	constructor(
		readonly code: string,
		readonly timedOut = false,
	) {
		super(code);
	}
}

/** The request could not be sent, for example because of a header or because the host forbids the address. */
export class NotSentError extends Error {
	override readonly name = 'NotSentError';
}

/** Codes of the network, of TLS and of what decodes a response; others say that nothing was sent. */
const networkCode =
	/^(?:E[A-Z][A-Z0-9]+|EAI_[A-Z]+|UND_ERR_\w+|HPE_\w+|Z_\w+|ERR_(?:BAD_RESPONSE|CANCELED|HTTP2|NETWORK|SSL|STREAM|TLS)\w*|\w*CERT\w*|UNABLE_TO_\w+)$/;

/** Codes of a connection that broke, or that was never made: only a text says which. */
const ambiguousCode = /^E(?:TIMEDOUT|HOSTUNREACH|NETUNREACH)$/;

/** Codes that a library keeps only in a text. */
const codeInText =
	/\b(?:(?:connect )?E(?:TIMEDOUT|HOSTUNREACH|NETUNREACH)|ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|EPIPE|EPROTO)\b/;

interface Wrapped {
	readonly code?: unknown;
	/** Where n8n 1 keeps the code. */
	readonly httpCode?: unknown;
	readonly cause?: unknown;
	readonly errors?: unknown;
	readonly messages?: unknown;
	readonly message?: unknown;
	readonly description?: unknown;
}

/** The network's code in an error, or in those that it wraps. */
function codeIn(error: unknown, depth = 0): string | undefined {
	if (depth > 5) return undefined;
	if (typeof error === 'string') return codeInText.exec(error)?.[0];
	if (typeof error !== 'object' || error === null) return undefined;
	const { code, httpCode, cause, errors, messages, message, description }: Wrapped = error;
	const own = [code, httpCode].map(String).find((value) => networkCode.test(value));
	if (own !== undefined && !ambiguousCode.test(own)) return own;
	const wrapped = Array.isArray(error) ? error : [cause, errors, messages, message, description];
	for (const inner of wrapped) {
		const found = codeIn(inner, depth + 1);
		if (found !== undefined) return found;
	}
	return own;
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : 'no reason given';
}

/** What the network says in an error, whichever library threw or wrapped it; undefined for another error. */
function networkError(error: unknown): ConnectionError | undefined {
	const code = codeIn(error);
	if (code === undefined) return undefined;
	const cause = error instanceof Error ? error.cause : undefined;
	const saysTimeout = /timeout/i.test(`${messageOf(error)} ${messageOf(cause)}`);
	return new ConnectionError(
		code,
		code === 'ETIMEDOUT' || (code === 'ECONNABORTED' && saysTimeout),
	);
}

/** The error for a body that broke off: the request had been sent. */
function bodyErrorOf(error: unknown): ConnectionError {
	if (error instanceof ConnectionError) return error;
	return networkError(error) ?? new ConnectionError(messageOf(error));
}

/** The error for a request that got no response; a bug stays what it is. */
export function sendErrorOf(error: unknown): unknown {
	const failed = networkError(error);
	if (failed) return failed;
	const { name, code }: { readonly name?: unknown; readonly code?: unknown } = Object(error);
	const isBug = /^(?:Type|Range|Reference|Syntax|URI)Error$/.test(String(name));
	return isBug && code === undefined ? error : new NotSentError(messageOf(error));
}

/**
 * Gives back the memory of bytes that were used, if nothing else is in it. Left to the garbage collector, the
 * pieces of a long response would start it again and again, and take 36 MB more for 10,000 products, 57 MB for 100,000.
 */
export function releaseBytes(piece: Uint8Array): void {
	const memory: { byteLength: number; transfer?: (length: number) => unknown } = piece.buffer;
	if (memory.byteLength === piece.byteLength) memory.transfer?.(0);
}

/**
 * Reads a body and gives its pieces to `take`, in order, to its end or until `take` says that it has enough.
 *
 * @param timeoutMs The longest time without a byte
 * @throws ConnectionError when the connection breaks, stalls or is cancelled; whatever `take` throws
 */
export async function readBody(
	clock: Clock,
	timeoutMs: number,
	signal: AbortSignal | undefined,
	response: HttpResponse,
	take: (piece: Uint8Array) => boolean,
): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		let isOver = false;
		let last = clock.now();
		let timer = clock.timeout(timeoutMs);
		const end = () => {
			isOver = true;
			timer.removeEventListener('abort', check);
			signal?.removeEventListener('abort', cancel);
		};
		const fail = (error: unknown) => {
			if (isOver) return;
			end();
			response.close();
			reject(error);
		};
		const complete = () => {
			end();
			resolve();
		};
		const cancel = () => fail(new ConnectionError('ERR_CANCELED'));
		const check = () => {
			const left = last + timeoutMs - clock.now();
			if (left <= 0) return fail(new ConnectionError('ETIMEDOUT', true));
			timer = clock.timeout(left);
			timer.addEventListener('abort', check, { once: true });
		};
		const takeNext = (piece: Uint8Array) => {
			if (isOver) return;
			last = clock.now();
			try {
				if (take(piece)) return;
				complete();
				response.close();
			} catch (error) {
				fail(error);
			}
		};
		if (signal?.aborted) return cancel();
		timer.addEventListener('abort', check, { once: true });
		signal?.addEventListener('abort', cancel, { once: true });
		response.body(takeNext).then(complete, (error: unknown) => fail(bodyErrorOf(error)));
	});
}
