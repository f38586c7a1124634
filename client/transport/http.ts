// The HTTP function that the client is given, and what it may fail with.

/** A request as it goes out: nothing about the service is left to decide. */
export interface HttpRequest {
	readonly method: 'GET' | 'POST';
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string | undefined;
	/** The longest time until the response begins. */
	readonly timeoutMs: number;
	readonly signal?: AbortSignal | undefined;
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

/** Codes that a library keeps only in a text. */
const codeInText =
	/\b(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|EPROTO|EHOSTUNREACH|ENETUNREACH)\b/;

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
	if (Array.isArray(error)) return firstCode(error, depth);
	if (typeof error !== 'object' || error === null) return undefined;
	const { code, httpCode, cause, errors, messages, message, description }: Wrapped = error;
	const own = [code, httpCode].find((value) => networkCode.test(String(value)));
	return own === undefined
		? firstCode([cause, errors, messages, message, description], depth)
		: String(own);
}

function firstCode(errors: readonly unknown[], depth: number): string | undefined {
	for (const error of errors) {
		const code = codeIn(error, depth + 1);
		if (code !== undefined) return code;
	}
	return undefined;
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
export function connectionErrorOf(error: unknown): ConnectionError {
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
