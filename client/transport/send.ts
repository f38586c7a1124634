// A connection to one service, and how a request is sent over it: the request budget, a bounded number at once, retries with backoff, redirects, and failures as typed errors.
import type { HttpMethod } from '../../api/endpoint';
import type { ResponseReader } from '../../wire/response';
import { type NotRead, readErrorMessage } from '../../wire';
import {
	type Failure,
	isTemporary,
	isTimeout,
	mayConnectLater,
	neverArrived,
	type RequestInfo,
	ServiceError,
} from '../failures';
import {
	type Clock,
	ConnectionError,
	NotSentError,
	readBody,
	releaseBytes,
	type SendHttp,
} from './http';
import type { ClientReport } from '../report';

/** Spreads requests evenly, and holds all of them back while the service wants a pause. */
export interface Budget {
	/** Waits for the turn of a request, or until the signal aborts. */
	take(signal?: AbortSignal): Promise<void>;
	/** Holds back all requests that are not sent yet, and slows down those after them. */
	pause(milliseconds: number): void;
	/** Lets the rate rise again after a pause, a little with each response. */
	accepted(): void;
}

export interface Client {
	/** The address before the endpoints' paths, without a slash at its end. */
	readonly baseUrl: string;
	readonly sendHttp: SendHttp;
	readonly clock: Clock;
	readonly signal?: AbortSignal;
	/** The failure of a request that the signal ended; left out, the execution was stopped. */
	readonly whenCancelled?: Failure;
	/** Strings that must not appear in an error. */
	readonly secrets: readonly string[];
	readonly maxRetries: number;
	/** The longest time until a response begins, and the longest pause within its body. */
	readonly timeoutMs: number;
	/** Left out, only retries wait. */
	readonly budget?: Budget;
	/** The longest total time that the retries of one request may wait. */
	readonly longestWaitMs: number;
	/** Where is noted what the requests give cause to say. */
	readonly report: ClientReport;
}

export function isCancelled({ signal }: Pick<Client, 'signal'>): boolean {
	return signal?.aborted === true;
}

/**
 * Ends the work between two requests when the execution was stopped.
 *
 * @throws ServiceError of the kind `cancelled`
 */
export function throwIfCancelled(client: Pick<Client, 'signal' | 'whenCancelled'>): void {
	if (!isCancelled(client)) return;
	const request = { write: false, url: '', attempts: 0 };
	throw new ServiceError(client.whenCancelled ?? { kind: 'cancelled', sent: false }, request);
}

/**
 * Runs `job` for 0 to `count - 1`, at most `concurrency` at a time. After a failure, or when the execution is
 * stopped, no new job starts; running jobs are awaited.
 *
 * @returns the results in order
 * @throws what the first failed job (by number) threw; ServiceError of the kind `cancelled`
 */
export async function fanOut<T>(
	client: Pick<Client, 'clock' | 'signal'>,
	count: number,
	concurrency: number,
	job: (index: number) => Promise<T>,
): Promise<T[]> {
	const results = new Array<T>(count);
	const failures: Array<{ readonly index: number; readonly error: unknown }> = [];
	let next = 0;
	// Each job starts when the request of the previous one is on its way: jobs that start together prepare all
	// requests first, send them at the same time, and then always wait for each other.
	let turn: Promise<void> | undefined;
	const work = async () => {
		while (next < count && failures.length === 0) {
			const index = next++;
			if (concurrency > 1) {
				turn = turn?.then(() => client.clock.sleep(0)) ?? Promise.resolve();
				await turn;
			}
			if (failures.length > 0) return;
			try {
				throwIfCancelled(client);
				results[index] = await job(index);
			} catch (error) {
				failures.push({ index, error });
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, count) }, work));
	const [first] = failures.sort((one, other) => one.index - other.index);
	if (first) throw first.error;
	return results;
}

export interface ServiceRequest {
	readonly method: HttpMethod;
	readonly path: string;
	/** What stands in the path instead of names in braces, not yet encoded. */
	readonly pathValues?: Readonly<Record<string, unknown>>;
	/** Names and values, not yet encoded. */
	readonly query?: ReadonlyArray<readonly [name: string, value: string]>;
	readonly body?: { readonly text: string; readonly contentType: string };
	readonly accept: 'json' | 'xml';
	/** Whether the service may change something: then it is retried only if it never arrived. */
	readonly write: boolean;
	/** What is read or written, for messages: "the purchase order with the ID "A-1"". */
	readonly subject?: string;
	readonly page?: number;
	/** Makes the reader that takes the bytes of a success as they arrive; the response then has no body. */
	readonly reader?: (contentType: string | undefined) => ResponseReader;
}

/** A success. */
export interface ServiceResponse {
	readonly status: number;
	readonly contentType?: string;
	readonly body: Buffer;
	readonly reader?: ResponseReader;
	/** What an error about this response has to say of its request. */
	readonly request: RequestInfo;
}

function encoded(name: string, value: string): string {
	try {
		return encodeURIComponent(value);
	} catch {
		const problem = `The value of "${name}" cannot be put into a URL: it contains a broken character (half of a surrogate pair)`;
		throw new ServiceError({ kind: 'input', problem }, { write: false, url: '', attempts: 0 });
	}
}

const PATH_NAME = /\{(\w+)\}/g;

/** A value as a part of a path. An empty one or one of dots would be another path. */
function pathPart(name: string, value: unknown): string {
	const text = String(value ?? '');
	if (!/^\.{0,2}$/.test(text)) return encoded(name, text);
	const problem = `The value of "${name}" cannot be put into a URL: it is ${text === '' ? 'empty' : `"${text}"`}`;
	throw new ServiceError({ kind: 'input', problem }, { write: false, url: '', attempts: 0 });
}

/**
 * The URL of a request.
 *
 * @throws ServiceError of the kind `input` for a value that no URL can hold
 */
export function urlOf(
	{ baseUrl }: Pick<Client, 'baseUrl'>,
	{ path, pathValues = {}, query = [] }: Pick<ServiceRequest, 'path' | 'pathValues' | 'query'>,
): string {
	const pairs = query.map(([name, value]) => {
		const key = encodeURIComponent(name).replace(/%5B/g, '[').replace(/%5D/g, ']');
		return `${key}=${encoded(name, value)}`;
	});
	const filled = path.replace(PATH_NAME, (_, name: string) => pathPart(name, pathValues[name]));
	return `${baseUrl}${filled}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

const maxRedirects = 5;

/** The URL to which a read was redirected within its origin. */
function redirectTarget(
	{ status, location }: Extract<Failure, { kind: 'redirect' }>,
	url: string,
): string | undefined {
	if (status === 304 || location === '' || !URL.canParse(location, url)) return undefined;
	const target = new URL(location, url);
	return target.origin === new URL(url).origin ? target.href : undefined;
}

/** How much is read of an error and of the response to a write; the rest is dropped. */
const maxBodyBytes = 1_000_000;

/** A status that only proxies have. */
const PROXY_WANTS_PASSWORD = 407;

type Received = Omit<ServiceResponse, 'request'>;
type Attempt = { readonly received: Received } | { readonly failure: Failure };

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
	if (status === PROXY_WANTS_PASSWORD) {
		response.close();
		throw new ConnectionError(String(status), false, { status });
	}
	const isSuccess = status >= 200 && status < 300;
	const type = headers['content-type'];
	const contentType = typeof type === 'string' ? type : undefined;
	const reader = isSuccess ? request.reader?.(contentType) : undefined;
	const pieces: Uint8Array[] = [];
	let length = 0;
	const reading = readBody(client.clock, client.timeoutMs, client.signal, response, (piece) => {
		if (reader) {
			const goesOn = reader.push(piece);
			releaseBytes(piece);
			return goesOn;
		}
		pieces.push(piece);
		length += piece.length;
		return length < maxBodyBytes;
	});
	await reading.catch((error: unknown) => {
		// The status of an error says enough, even if its body breaks off.
		if (isSuccess || isCancelled(client) || !(error instanceof ConnectionError)) throw error;
	});
	const body = Buffer.concat(pieces).subarray(0, maxBodyBytes);
	if (isSuccess) {
		client.budget?.accepted();
		return { received: { status, contentType, body, reader } };
	}
	if (status >= 300 && status < 400)
		return { failure: { kind: 'redirect', status, location: String(headers.location ?? '') } };
	const wait = retryAfterMs(headers['retry-after'], client.clock.now());
	const said = readErrorMessage(body, contentType);
	return { failure: { kind: 'status', status, said, retryAfterMs: wait } };
}

/** One attempt. Every error that is not about the connection or the request is a bug, and is thrown. */
async function attempt(client: Client, request: ServiceRequest, url: string): Promise<Attempt> {
	return await receive(client, request, url).catch((error: unknown): Attempt | Promise<never> => {
		if (error instanceof NotSentError) {
			const { message: problem, advice } = error;
			return { failure: { kind: 'input', problem, advice } };
		}
		if (!(error instanceof ConnectionError)) return Promise.reject(error);
		const { timeoutMs, whenCancelled = { kind: 'cancelled', sent: true } } = client;
		if (isCancelled(client)) return { failure: whenCancelled };
		const { code, proxy, timedOut } = error;
		if (timedOut && !proxy) return { failure: { kind: 'timeout', timeoutMs } };
		return { failure: { kind: 'connection', code, proxy } };
	});
}

/** An attempt, and further ones where a read is redirected. */
async function follow(
	client: Client,
	request: ServiceRequest,
	start: string,
): Promise<{ result: Attempt; url: string }> {
	for (let url = start, redirects = 0; ; redirects++) {
		const result = await attempt(client, request, url);
		const failure = 'failure' in result ? result.failure : undefined;
		if (failure?.kind !== 'redirect' || request.method !== 'GET') return { result, url };
		const target = redirectTarget(failure, url);
		if (target === undefined) return { result, url };
		if (redirects === maxRedirects)
			return { result: { failure: { ...failure, isEndless: true } }, url };
		url = target;
	}
}

/** Where the budget has come to. Plain JSON: kept with an execution, it holds for all runs of its nodes. */
export interface BudgetState {
	/** When the next request may be sent, in milliseconds since 1970. */
	nextAt?: number;
	pausedUntil?: number;
	/** What is added to the distance of two requests since the last pause, in milliseconds. */
	slowdownMs?: number;
}

const minuteMs = 60_000;
/** A little slower than allowed: requests do not arrive exactly as far apart as they are sent. */
const margin = 1.01;
const firstSlowdownMs = 1000;
const slowdownDecay = 0.8;
const smallestSlowdownMs = 10;

/**
 * Makes the budget of an execution.
 *
 * @param requestsPerMinute Left out, requests only wait in and after a pause
 * @param state Where it continues; it is written to
 * @param onWait Called when requests begin to wait in a pause, and each minute in it
 */
export function budgetOf(
	clock: Clock,
	requestsPerMinute: number | undefined,
	state: BudgetState,
	onWait: (leftMs: number) => void = () => undefined,
): Budget {
	const baseMs = requestsPerMinute === undefined ? 0 : (minuteMs * margin) / requestsPerMinute;
	let reportedAt = -Infinity;

	function report(): void {
		const now = clock.now();
		const left = (state.pausedUntil ?? 0) - now;
		if (left <= 0 || now - reportedAt < minuteMs) return;
		reportedAt = now;
		onWait(left);
	}

	/** Takes the next place in the line: when its request may be sent. */
	function place(): number {
		const at = Math.max(clock.now(), state.nextAt ?? 0, state.pausedUntil ?? 0);
		const distance = baseMs + (state.slowdownMs ?? 0);
		if (distance > 0) state.nextAt = at + distance;
		return at;
	}

	return {
		take: async (signal) => {
			for (let at = place(); ;) {
				// A pause that begins while a request waits moves its place.
				if (at < (state.pausedUntil ?? 0)) at = place();
				const left = at - clock.now();
				if (left <= 0 || signal?.aborted) return;
				report();
				await clock.sleep(Math.min(left, minuteMs), signal);
			}
		},
		pause: (milliseconds) => {
			if (milliseconds <= 0) return;
			const until = clock.now() + milliseconds;
			state.pausedUntil = Math.max(state.pausedUntil ?? 0, until);
			state.nextAt = Math.max(state.nextAt ?? 0, state.pausedUntil);
			state.slowdownMs = Math.max(baseMs, firstSlowdownMs);
		},
		accepted: () => {
			if (!state.slowdownMs) return;
			const slowdown = state.slowdownMs * slowdownDecay;
			state.slowdownMs = slowdown < smallestSlowdownMs ? 0 : slowdown;
		},
	};
}

/** The forms of a date in HTTP, the last two of them obsolete: `Date.parse` finds a date in nearly every text. */
const HTTP_DATE =
	/^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/** Milliseconds that Retry-After asks for: whole seconds, or a date. */
function retryAfterMs(value: unknown, now: number): number | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
	if (!HTTP_DATE.test(text)) return undefined;
	const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
	return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Whether a retry is safe and may help: of a write only where the service cannot have acted on it. */
export function mayRetry(failure: Failure, write: boolean): boolean {
	if (failure.kind === 'connection') {
		const { code, proxy } = failure;
		if (proxy?.status !== undefined) return isTemporary(proxy.status);
		// What a proxy did not let through, the service cannot have acted on.
		return mayConnectLater(code) || (!neverArrived(code) && (proxy ? !isTimeout(code) : !write));
	}
	if (failure.kind !== 'status') return false;
	const { status } = failure;
	if (write) return status === 429 || (status === 503 && failure.retryAfterMs !== undefined);
	return isTemporary(status);
}

const firstDelayMs = 500;
const longestDelayMs = 30_000;

/** Milliseconds until the next attempt: what the service asks for, or twice as long each time. */
function retryDelayMs(failure: Failure, attempts: number, random: number): number {
	if (failure.kind === 'status' && failure.retryAfterMs) return failure.retryAfterMs;
	return Math.min(longestDelayMs, firstDelayMs * 2 ** (attempts - 1)) * (0.75 + random / 2);
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
		client.report.retries++;
		// Where the service is busy or asks to wait, all requests of the budget wait.
		const isPause =
			failure.kind === 'status' && (failure.status === 429 || failure.retryAfterMs !== undefined);
		if (client.budget && isPause) client.budget.pause(delay);
		else await client.clock.sleep(delay, client.signal);
	}
}

/** A response without content: no text, null, or a record without fields. */
const NOTHING = /^(?:null|\{\s*\}|(?:<\?[^>]*>\s*)?<[^<>]*(?:\/>|><\/[^<>]*>))?$/;

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
