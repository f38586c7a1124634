// Errors of the network, of proxies and of what sends: what they say, whichever library threw or wrapped them.

/** What is known of a proxy that did not connect n8n with the service: nothing has reached the service then. */
export interface ProxyProblem {
	/** Its host, with the port where it has one. */
	readonly address?: string;
	/** The status with which it refused. */
	readonly status?: number;
}

/** The connection failed before the whole response was here. */
export class ConnectionError extends Error {
	override readonly name = 'ConnectionError';

	/** @param code The code of the network (ECONNREFUSED), or what it said instead */
	constructor(
		readonly code: string,
		readonly timedOut = false,
		readonly proxy?: ProxyProblem,
	) {
		super(code);
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
	/** Where n8n 1 keeps the code. */
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

/** What is used of a request or a response of Node.js. */
interface OnSocket {
	readonly socket?: { readonly encrypted?: boolean } | null;
}

/** Whether a request or a response of a service that speaks https is on a socket that does not: it is a proxy's. */
export function isOnPlainSocket(url: string, holder: unknown): boolean {
	const { socket }: OnSocket = Object(holder);
	return Boolean(socket) && url.startsWith('https:') && socket?.encrypted !== true;
}

/** Whether a request has no socket: Node.js gives it one at once, and n8n's agents when a proxy has connected. */
function hasNoSocket(request: unknown): boolean {
	const { socket }: OnSocket = Object(request);
	return socket === null;
}

const PROXY_HANG_UP = /proxy connection ended/i;
const CONNECT_TO = /\bconnect E[A-Z]+ (\S+):(\d+)/;
const LOOK_UP = /\bgetaddrinfo E[A-Z_]+ (\S+)/;

/** The address that could not be reached, if it is not the service's: then it is a proxy's. */
function otherAddress(text: string, url: string): string | undefined {
	const { hostname, port, protocol } = new URL(url);
	const host = hostname.replace(/^\[|\]$/g, '');
	const [, name] = LOOK_UP.exec(text) ?? [];
	if (name !== undefined) return name === host ? undefined : name;
	const [, ip, at] = CONNECT_TO.exec(text) ?? [];
	if (ip === undefined) return undefined;
	const isIp = /^[\d.]+$|:/.test(host);
	const isSame = at === (port || (protocol === 'https:' ? '443' : '80')) && (!isIp || ip === host);
	return isSame ? undefined : `${ip}:${at}`;
}

/** What an error says about a proxy, which may have failed instead of the service. */
function proxyIn(error: unknown, url: string): ProxyProblem | undefined {
	let proxy: ProxyProblem | undefined;
	for (const part of chainOf(error)) {
		if (typeof part === 'string') {
			const address = otherAddress(part, url);
			if (address !== undefined) return { address };
			if (PROXY_HANG_UP.test(part)) proxy = {};
		} else if (hasNoSocket(part.request) || isOnPlainSocket(url, part.request)) proxy = {};
	}
	return proxy;
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
function networkError(error: unknown, proxy?: ProxyProblem): ConnectionError | undefined {
	const code = codeIn(error) ?? (proxy && 'ECONNRESET');
	if (code === undefined) return undefined;
	const saysTimeout = [...chainOf(error)].some(
		(part) => typeof part === 'string' && /timeout/i.test(part),
	);
	const timedOut = code === 'ETIMEDOUT' || (code === 'ECONNABORTED' && saysTimeout);
	return new ConnectionError(code, timedOut, proxy);
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
	const failed = networkError(error, proxyIn(error, url));
	if (failed) return failed;
	const { name, code }: { readonly name?: unknown; readonly code?: unknown } = Object(error);
	const isBug = /^(?:Type|Range|Reference|Syntax|URI)Error$/.test(String(name));
	if (isBug && code === undefined) return error;
	return new NotSentError(`The request could not be sent: ${reasonOf(error)}`);
}
