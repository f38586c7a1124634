// A service that only listens: it keeps what was sent, byte for byte, and answers as a test tells it to.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
	readonly path: string;
	readonly contentType: string;
	readonly text: string;
}

export interface Reply {
	readonly status?: number;
	readonly headers?: Record<string, string>;
	readonly body?: string;
	/** Ends the connection instead of answering. */
	readonly breaks?: true;
	/** Answers after this time. */
	readonly delayMs?: number;
	/** Never answers. */
	readonly hangs?: true;
}

interface Listener {
	readonly url: string;
	readonly received: Received[];
	/** The reply to the request of this number, counted from 0; others get a PublishResponse. */
	readonly replies: Map<number, Reply>;
	/** The bodies of the requests, read as JSON. */
	bodies(): unknown[];
	reset(): void;
	stop(): Promise<void>;
}

/** The MessageId in the answer to the request of this number. */
export function messageId(number: number): string {
	return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function accepted(number: number): Reply {
	return {
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ MessageId: messageId(number), Message: 'Accepted' }),
	};
}

function answer(response: ServerResponse, reply: Reply): void {
	if (reply.breaks) response.destroy();
	else if (reply.delayMs !== undefined) {
		setTimeout(
			() => answer(response, { ...accepted(0), ...reply, delayMs: undefined }),
			reply.delayMs,
		);
	} else if (!reply.hangs) {
		response.writeHead(reply.status ?? 200, reply.headers ?? {});
		response.end(reply.body ?? '');
	}
}

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}

/** Starts it on a free port. */
async function startListener(): Promise<Listener> {
	const received: Received[] = [];
	const replies = new Map<number, Reply>();
	const server = createServer((request, response) => {
		void textOf(request).then((text) => {
			const number = received.length;
			received.push({
				path: request.url ?? '',
				contentType: request.headers['content-type'] ?? '',
				text,
			});
			answer(response, replies.get(number) ?? accepted(number));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		received,
		replies,
		bodies: () => received.map(({ text }) => JSON.parse(text) as unknown),
		reset() {
			received.length = 0;
			replies.clear();
		},
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** A listener for all tests of a file, emptied before each. */
export function listenerForTests(): Omit<Listener, 'stop'> {
	let listener: Listener;
	beforeAll(async () => {
		listener = await startListener();
	});
	beforeEach(() => listener.reset());
	afterAll(async () => await listener.stop());
	return {
		get url() {
			return listener.url;
		},
		get received() {
			return listener.received;
		},
		get replies() {
			return listener.replies;
		},
		bodies: () => listener.bodies(),
		reset: () => listener.reset(),
	};
}
