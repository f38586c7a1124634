// A bare HTTP server whose answers a test writes itself, for everything that the sandbox is too well-behaved for.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Arrived {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingMessage['headers'];
	readonly body: string;
}

export interface BareService {
	readonly url: string;
	readonly arrived: Arrived[];
	stop(): Promise<void>;
}

export type Answer = (response: ServerResponse, request: Arrived, number: number) => void;

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}

/** Starts a server on a free port of 127.0.0.1 that gives every request to `answer`, counted from 1. */
export async function startBareService(answer: Answer): Promise<BareService> {
	const arrived: Arrived[] = [];
	const server = createServer((request, response) => {
		void bodyOf(request).then((body) => {
			const { method = '', url = '', headers } = request;
			const seen = { method, url, headers, body };
			arrived.push(seen);
			answer(response, seen, arrived.length);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		arrived,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** An answer with a status, a body and its type. */
export function reply(
	status: number,
	body: string | Uint8Array = '',
	headers: Record<string, string> = { 'content-type': 'application/json' },
): Answer {
	return (response) => {
		response.writeHead(status, headers);
		response.end(body);
	};
}
