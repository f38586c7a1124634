// The body of an answer: read as it arrives, with the credential's secrets blotted out.
import { sleep } from 'n8n-workflow';

import { echoOf } from './secrets';

/** Takes the pieces of a body in their order. */
export type Take = (piece: Uint8Array) => void;

/** What the reading of a body has to mind. */
export interface Arrangements {
	/** What must not stand in the body. */
	readonly secrets: readonly string[];
	/** The longest time in which nothing comes. */
	readonly timeoutSeconds: number;
	readonly isStopped: () => boolean;
}

interface Body extends AsyncIterable<Uint8Array> {
	destroy(error?: Error): void;
}

function isStream(body: unknown): body is Body {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function bytesOf(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	if (body instanceof ArrayBuffer) return Buffer.from(body);
	return Buffer.from(typeof body === 'string' ? body : '');
}

// A shorter secret may stand in data by chance, and data must not be changed.
const shortestEcho = 8;

interface Pieces {
	readonly take: Take;
	readonly end: () => void;
}

/** Hands on what it takes without the secrets, which a service might echo into a record. */
function withoutEchoes(secrets: readonly string[], take: Take): Pieces {
	const echoes = secrets.filter((secret) => secret.length >= shortestEcho).map(echoOf);
	if (echoes.length === 0) return { take, end: () => undefined };
	// A secret may begin in one piece and end in the next.
	const overlap = Math.max(...echoes.map(({ longest }) => longest)) - 1;
	let held = Buffer.alloc(0);
	return {
		take: (piece) => {
			const clean = echoes.reduce<Buffer>(
				(bytes, { blotOut }) => blotOut(bytes),
				Buffer.concat([held, piece]),
			);
			const end = Math.max(0, clean.length - overlap);
			take(clean.subarray(0, end));
			held = Buffer.from(clean.subarray(end));
		},
		end: () => take(held),
	};
}

/**
 * Gives back the memory of bytes that were used up, if nothing else stands in it. Left to the collection of
 * garbage, the pieces of a long answer would call for it again and again, through all that the host holds.
 */
export function releaseBytes(piece: Uint8Array): void {
	const memory: { byteLength: number; transfer?: (length: number) => unknown } = piece.buffer;
	if (memory.byteLength === piece.byteLength) memory.transfer?.(0);
}

function trouble(code: string): Error {
	return Object.assign(new Error(code), { code });
}

interface Arrival {
	last: number;
	ended: boolean;
}

/** Ends a body of which nothing more comes, or that nobody waits for any more. */
async function watch(
	{ isStopped, timeoutSeconds }: Arrangements,
	body: Body,
	arrival: Arrival,
): Promise<void> {
	while (!arrival.ended) {
		await sleep(250);
		if (arrival.ended) return;
		if (isStopped()) body.destroy(trouble('ERR_CANCELED'));
		else if (Date.now() - arrival.last > timeoutSeconds * 1000) body.destroy(trouble('ETIMEDOUT'));
	}
}

/**
 * Reads a body to its end, whatever the host gave it as.
 *
 * @throws the error of the connection when it breaks; with the code ETIMEDOUT when nothing came for too long.
 */
export async function readBody(
	arrangements: Arrangements,
	body: unknown,
	take: Take,
): Promise<void> {
	const pieces = withoutEchoes(arrangements.secrets, take);
	if (isStream(body)) {
		const arrival: Arrival = { last: Date.now(), ended: false };
		void watch(arrangements, body, arrival);
		try {
			for await (const piece of body) {
				arrival.last = Date.now();
				pieces.take(piece);
			}
		} finally {
			arrival.ended = true;
		}
	} else {
		pieces.take(bytesOf(body));
	}
	pieces.end();
}
