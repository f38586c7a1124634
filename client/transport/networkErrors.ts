// Errors of the network and of what sends: what they say, whichever library threw or wrapped them.

/** What else is known of a connection that failed. */
interface ConnectionFacts {
	readonly timedOut?: boolean;
	/** What the network or the TLS library said. */
	readonly words?: string;
	/** Whether it broke before HTTP was sent. */
	readonly isBeforeRequest?: boolean;
}

/** The connection failed before the whole response was here. */
export class ConnectionError extends Error {
	override readonly name = 'ConnectionError';
	readonly timedOut: boolean;
	readonly words: string | undefined;
	readonly isBeforeRequest: boolean;

	/** @param code The code of the network (ECONNREFUSED), or what it said instead */
	constructor(
		readonly code: string,
		{ timedOut = false, words, isBeforeRequest = false }: ConnectionFacts = {},
	) {
		super(code);
		this.timedOut = timedOut;
		this.words = words;
		this.isBeforeRequest = isBeforeRequest;
	}
}

/** The request could not be sent, for example because of a header or because the host forbids the address. */
export class NotSentError extends Error {
	override readonly name = 'NotSentError';

	/** @param advice What to do about it */
	constructor(
		message: string,
		readonly advice?: string,
	) {
		super(message);
	}
}

/** Codes of the network, of TLS and of what decodes a response; others say that nothing was sent. */
const NETWORK_CODE =
	/^(?:E[A-Z][A-Z0-9]+|EAI_[A-Z]+|UND_ERR_\w+|HPE_\w+|Z_\w+|ERR_(?:BAD_RESPONSE|CANCELED|HTTP2|NETWORK|SSL|STREAM|TLS)\w*|\w*CERT\w*|UNABLE_TO_\w+)$/;

/** Codes of a connection that broke, or that was never made: only a text says which. */
const AMBIGUOUS_CODE = /^E(?:TIMEDOUT|HOSTUNREACH|NETUNREACH)$/;

/** Codes that a library keeps only in a text. */
const CODE_IN_TEXT =
	/\b(?:(?:connect )?E(?:TIMEDOUT|HOSTUNREACH|NETUNREACH)|ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|EPIPE|EPROTO)\b/;

interface Wrapped {
	readonly name?: unknown;
	readonly code?: unknown;
	readonly httpCode?: unknown;
	/** The request of Node.js. */
	readonly request?: unknown;
	readonly cause?: unknown;
	readonly errors?: unknown;
	readonly messages?: unknown;
	readonly message?: unknown;
	readonly description?: unknown;
}

const MAX_WRAPPED = 5;

/** The chain of an error: itself, and the errors and texts that it wraps. */
function* chainOf(error: unknown, depth = 0): Generator<string | Wrapped> {
	if (typeof error === 'string') yield error;
	if (typeof error !== 'object' || error === null || depth > MAX_WRAPPED) return;
	const wrapped: Wrapped = error;
	yield wrapped;
	const { cause, errors, messages, message, description } = wrapped;
	for (const part of Array.isArray(error) ? error : [cause, errors, messages, message, description])
		yield* chainOf(part, depth + 1);
}

/** The network's code in an error, or in those that it wraps. */
function codeIn(error: unknown): string | undefined {
	let ambiguous: string | undefined;
	for (const part of chainOf(error)) {
		const code =
			typeof part === 'string'
				? CODE_IN_TEXT.exec(part)?.[0]
				: [part.code, part.httpCode].map(String).find((value) => NETWORK_CODE.test(value));
		if (code !== undefined && !AMBIGUOUS_CODE.test(code)) return code;
		ambiguous ??= code;
	}
	return ambiguous;
}

/** The words of the network or the TLS library in an error; n8n has words of its own around them. */
function wordsIn(error: unknown, code: string): string | undefined {
	for (const part of chainOf(error))
		if (typeof part === 'string' && (part.includes(code) || /SSL|TLS|timeout/.test(part)))
			return part.replace(/\s+/g, ' ').trim();
	return undefined;
}

const IN_HANDSHAKE = /before secure TLS connection was established/i;

/** The part of a Node.js request that shows whether TLS was established. */
interface OnSocket {
	readonly socket?: { readonly secureConnecting?: boolean } | null;
}

/** Whether a request failed without a socket, as behind a proxy, or before TLS was established. */
function brokeBeforeRequest(error: unknown): boolean {
	for (const part of chainOf(error)) {
		if (typeof part === 'string' && IN_HANDSHAKE.test(part)) return true;
		const { request }: Wrapped = Object(part);
		const { socket }: OnSocket = Object(request);
		if (socket === null || socket?.secureConnecting === true) return true;
	}
	return false;
}

const BLOCKED = /request was blocked because .* restricted/i;

/** Whether n8n did not send a request because of its protection against requests to inner networks. */
function isBlocked(error: unknown): boolean {
	for (const part of chainOf(error))
		if (typeof part === 'string' ? BLOCKED.test(part) : /^Ssrf/.test(String(part.name)))
			return true;
	return false;
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : 'no reason given';
}

/** What the network says in an error, whichever library threw or wrapped it; undefined for another error. */
function networkError(error: unknown): ConnectionError | undefined {
	const code = codeIn(error);
	if (code === undefined) return undefined;
	const saysTimeout = [...chainOf(error)].some(
		(part) => typeof part === 'string' && /timeout/i.test(part),
	);
	const timedOut = code === 'ETIMEDOUT' || (code === 'ECONNABORTED' && saysTimeout);
	return new ConnectionError(code, {
		timedOut,
		words: wordsIn(error, code),
		isBeforeRequest: brokeBeforeRequest(error),
	});
}

/** The error for a body that broke off: the request had been sent. */
export function bodyErrorOf(error: unknown): ConnectionError {
	if (error instanceof ConnectionError) return error;
	return networkError(error) ?? new ConnectionError(reasonOf(error));
}

/** The error for a request to a URL that got no response; a bug stays what it is. */
export function sendErrorOf(error: unknown, url: string): unknown {
	if (isBlocked(error))
		return new NotSentError(
			`n8n's SSRF protection does not allow requests to ${new URL(url).host}`,
			'Ask the administrator of n8n to allow the host (N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES), or correct the base URL in the credential.',
		);
	const failed = networkError(error);
	if (failed) return failed;
	const { name, code }: { readonly name?: unknown; readonly code?: unknown } = Object(error);
	const isBug = /^(?:Type|Range|Reference|Syntax|URI)Error$/.test(String(name));
	if (isBug && code === undefined) return error;
	return new NotSentError(`The request could not be sent: ${reasonOf(error)}`);
}
