// The body of a response, read as it arrives: never longer without a byte than the timeout, and no longer than wanted.
import type { Client, Clock } from '../client';
import { ConnectionError, connectionErrorOf, type HttpResponse } from './http';

/**
 * Gives back the memory of bytes that were used, if nothing else is in it. Left to the garbage collector, the
 * pieces of a long response would start it again and again.
 */
export function releaseBytes(piece: Uint8Array): void {
	const memory: { byteLength: number; transfer?: (length: number) => unknown } = piece.buffer;
	if (memory.byteLength === piece.byteLength) memory.transfer?.(0);
}

interface Watchdog {
	/** Notes that something came. */
	arrived(): void;
	end(): void;
}

/** Calls `expire` when nothing came for too long, or when the execution is stopped. */
function watchdog(
	clock: Clock,
	timeoutMs: number,
	signal: AbortSignal | undefined,
	expire: (error: ConnectionError) => void,
): Watchdog {
	let last = clock.now();
	let timer: AbortSignal;
	const check = () => {
		const left = last + timeoutMs - clock.now();
		if (left <= 0) expire(new ConnectionError('ETIMEDOUT', true));
		else start(left);
	};
	const start = (milliseconds: number) => {
		timer = clock.timeout(milliseconds);
		timer.addEventListener('abort', check, { once: true });
	};
	const cancel = () => expire(new ConnectionError('ERR_CANCELED'));
	start(timeoutMs);
	signal?.addEventListener('abort', cancel, { once: true });
	return {
		arrived: () => {
			last = clock.now();
		},
		end: () => {
			timer.removeEventListener('abort', check);
			signal?.removeEventListener('abort', cancel);
		},
	};
}

/**
 * Reads a body and gives its pieces to `take`, in order, to its end or until `take` says that it has enough.
 *
 * @throws ConnectionError when the connection breaks, stalls or is cancelled; whatever `take` throws
 */
export async function readBody(
	{ clock, timeoutMs, signal }: Pick<Client, 'clock' | 'timeoutMs' | 'signal'>,
	response: HttpResponse,
	take: (piece: Uint8Array) => boolean,
): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		let isOver = false;
		const fail = (error: unknown) => {
			if (isOver) return;
			isOver = true;
			idle.end();
			response.close();
			reject(error);
		};
		const idle = watchdog(clock, timeoutMs, signal, fail);
		const complete = () => {
			isOver = true;
			idle.end();
			resolve();
		};
		const takeNext = (piece: Uint8Array) => {
			if (isOver) return;
			idle.arrived();
			try {
				if (take(piece)) return;
				complete();
				response.close();
			} catch (error) {
				fail(error);
			}
		};
		if (signal?.aborted) return fail(new ConnectionError('ERR_CANCELED'));
		response.body(takeNext).then(complete, (error: unknown) => fail(connectionErrorOf(error)));
	});
}
