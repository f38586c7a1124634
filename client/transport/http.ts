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
 * @throws ConnectionError when no response came; anything else is a bug and is not retried
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

function codeOf(error: unknown, depth = 0): string {
	if (typeof error !== 'object' || error === null || depth > 5) return '';
	const { code, cause, message } = error as { code?: unknown; cause?: unknown; message?: unknown };
	if (typeof code === 'string' && code !== 'ERR_BAD_REQUEST') return code;
	const inner = codeOf(cause, depth + 1);
	return inner === '' && typeof message === 'string'
		? (/\bE[A-Z]{4,}\b|[A-Z_]*CERT[A-Z_]*/.exec(message)?.[0] ?? '')
		: inner;
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : 'no reason given';
}

/** What a network error says, whichever library threw or wrapped it. */
export function connectionErrorOf(error: unknown): ConnectionError {
	if (error instanceof ConnectionError) return error;
	const code = codeOf(error) || messageOf(error);
	const cause = error instanceof Error ? error.cause : undefined;
	const timedOut =
		code === 'ETIMEDOUT' ||
		(code === 'ECONNABORTED' && /timeout/i.test(`${messageOf(error)} ${messageOf(cause)}`));
	return new ConnectionError(code, timedOut);
}
