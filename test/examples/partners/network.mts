// The internet as the examples see it: an HTTPS proxy on 127.0.0.1 behind which the partners of this folder answer.
// n8n's own nodes for a partner call the address that is built into them, and still nothing leaves this machine.
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import path from 'node:path';

import { generate } from 'selfsigned';

import { listening } from '../../host/servers/server.mjs';
import { temporaryFolder } from '../../host/servers/temporary.mjs';

export interface PartnerRequest {
	readonly method: string;
	/** Without the query, not decoded. */
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: IncomingMessage['headers'];
	readonly body: Buffer;
}

export interface PartnerResponse {
	readonly status: number;
	/** Sent as JSON; a buffer unchanged. */
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}

export type Partner = (request: PartnerRequest) => PartnerResponse;

export interface Network {
	/** The environment in which a process sees this network. */
	readonly env: Readonly<Record<string, string>>;
	/** The certificate of every host. */
	readonly certificate: string;
	/** Every request that came, as `METHOD host/path`. */
	readonly requests: string[];
	stop(): Promise<void>;
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of message) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

function send(to: ServerResponse, { status, body, headers }: PartnerResponse): void {
	const isRaw = Buffer.isBuffer(body);
	const type = isRaw ? 'application/octet-stream' : 'application/json';
	to.writeHead(status, { 'content-type': type, ...headers });
	to.end(isRaw ? body : body === undefined ? '' : JSON.stringify(body));
}

/** Starts the proxy with these hosts behind it; `partnerAt` finds the partner of one. */
export async function startNetwork(
	hosts: readonly string[],
	partnerAt: (host: string) => Partner | undefined,
): Promise<Network> {
	const altNames = hosts.map((value) => ({ type: 2 as const, value }));
	const extensions = [{ name: 'subjectAltName' as const, altNames }];
	const subject = [{ name: 'commonName', value: 'partners.example' }];
	const { private: key, cert } = await generate(subject, { extensions });
	const folder = temporaryFolder('partners');
	const certificateFile = path.join(folder.path, 'certificate.pem');
	writeFileSync(certificateFile, cert);
	const requests: string[] = [];

	const answer = async (message: IncomingMessage, to: ServerResponse) => {
		const { method = '', headers } = message;
		const host = String(headers.host).replace(/:\d+$/, '');
		const { pathname, searchParams } = new URL(message.url ?? '/', `https://${host}`);
		requests.push(`${method} ${host}${pathname}`);
		const body = await bodyOf(message);
		const partner = partnerAt(host);
		if (!partner) throw new Error(`Nothing is at ${host}.`);
		send(to, partner({ method, path: pathname, query: searchParams, headers, body }));
	};
	const secure = createTlsServer({ key, cert }, (message, to) => {
		answer(message, to).catch((error: unknown) => {
			// A mistake of a stand-in must not look like an answer of the partner.
			send(to, { status: 599, body: { standIn: String(error) } });
		});
	});
	const proxy = createServer((_, to) => send(to, { status: 599 }));
	proxy.on('connect', (_, socket: Socket) => {
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		secure.emit('connection', socket);
	});
	const { port, stop } = await listening(proxy);
	const proxyUrl = `http://127.0.0.1:${port}`;
	return {
		env: {
			HTTP_PROXY: proxyUrl,
			HTTPS_PROXY: proxyUrl,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificateFile,
		},
		certificate: cert,
		requests,
		stop: async () => {
			await stop();
			folder.remove();
		},
	};
}

export function ok(body: unknown): PartnerResponse {
	return { status: 200, body };
}

export function jsonOf<T>({ body }: PartnerRequest): T {
	return JSON.parse(body.toString('utf8')) as T;
}
