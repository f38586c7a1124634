// What the client needs for HTTP: a function that sends, and a clock. Bodies are read as they arrive.
import type { HttpMethod } from '../../api/endpoint';
import { bodyErrorOf, ConnectionError } from './networkErrors';

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
	readonly method: HttpMethod;
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

/**
 * Frees a chunk at once if it owns its ArrayBuffer. Left to the garbage collector, chunks take 36 MB more for 10,000
 * products, 57 MB for 100,000.
 */
export function releaseBytes(piece: Uint8Array): void {
	const memory: { byteLength: number; transfer?: (length: number) => unknown } = piece.buffer;
	if (memory.byteLength === piece.byteLength) memory.transfer?.(0);
}

/** A response that drips ends after this many times the longest pause. */
const MAX_TIMEOUTS = 10;

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
		const start = clock.now();
		let last = start;
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
			const leftMs = last + timeoutMs - clock.now();
			if (leftMs <= 0) return fail(new ConnectionError('ETIMEDOUT', { timedOut: true }));
			timer = clock.timeout(leftMs);
			timer.addEventListener('abort', check, { once: true });
		};
		const takeNext = (piece: Uint8Array) => {
			if (isOver) return;
			last = clock.now();
			if (last - start > timeoutMs * MAX_TIMEOUTS)
				return fail(new ConnectionError('ETIMEDOUT', { timedOut: true }));
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
