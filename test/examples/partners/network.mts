// The internet as the examples see it: an HTTPS proxy on 127.0.0.1 behind which the partners of this folder answer.
// n8n's own nodes for a partner call the address that is built into them, and still nothing leaves this machine.
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';

import { generate } from 'selfsigned';

import { temporaryFolder } from '../../host/servers/temporary.mjs';

export interface PartnerRequest {
	readonly method: string;
	readonly host: string;
	/** Without the query, not decoded. */
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: IncomingMessage['headers'];
	readonly body: Buffer;
}

export interface PartnerResponse {
	readonly status: number;
	/** Sent as JSON; a buffer as it is. */
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}

export type Partner = (request: PartnerRequest) => PartnerResponse;

export interface Network {
	/** For HTTPS_PROXY. */
	readonly proxyUrl: string;
	/** The certificate that every host behind the proxy shows, as PEM and as a file. */
	readonly certificate: string;
	readonly certificateFile: string;
	/** The environment in which a process sees this network. */
	readonly env: Readonly<Record<string, string>>;
	/** Every request that came, as `METHOD host/path`. */
	readonly requests: string[];
	stop(): Promise<void>;
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of message) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, body, headers }: PartnerResponse): void {
	const isRaw = Buffer.isBuffer(body);
	const type = isRaw ? 'application/octet-stream' : 'application/json';
	response.writeHead(status, { 'content-type': type, ...headers });
	response.end(isRaw ? body : body === undefined ? '' : JSON.stringify(body));
}

async function certificateFor(hosts: readonly string[]) {
	const names = hosts.map((value) => ({ type: 2 as const, value }));
	const extensions = [{ name: 'subjectAltName' as const, altNames: names }];
	return await generate([{ name: 'commonName', value: 'partners.example' }], { extensions });
}

/** Starts the proxy with the partners behind it, each by its host name. */
export async function startNetwork(partners: Readonly<Record<string, Partner>>): Promise<Network> {
	const hosts = Object.keys(partners);
	const { private: key, cert } = await certificateFor(hosts);
	const folder = temporaryFolder('partners');
	const certificateFile = path.join(folder.path, 'certificate.pem');
	writeFileSync(certificateFile, cert);
	const requests: string[] = [];
	const sockets = new Set<Socket>();

	const answer = async (message: IncomingMessage, response: ServerResponse) => {
		const { method = '', headers } = message;
		const host = String(headers.host).replace(/:\d+$/, '');
		const { pathname, searchParams } = new URL(message.url ?? '/', `https://${host}`);
		requests.push(`${method} ${host}${pathname}`);
		const body = await bodyOf(message);
		const partner = partners[host];
		if (!partner) throw new Error(`Nobody is at ${host}.`);
		send(response, partner({ method, host, path: pathname, query: searchParams, headers, body }));
	};
	const listener = (message: IncomingMessage, response: ServerResponse) => {
		answer(message, response).catch((error: unknown) => {
			// A mistake of a stand-in must not look like an answer of the partner.
			send(response, { status: 599, body: { standIn: String(error) } });
		});
	};
	const secure = createTlsServer({ key, cert }, listener);
	const proxy = createServer((_, response) => send(response, { status: 599 }));
	proxy.on('connect', (_, socket: Socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		secure.emit('connection', socket);
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	return {
		proxyUrl,
		certificate: cert,
		certificateFile,
		env: {
			HTTP_PROXY: proxyUrl,
			HTTPS_PROXY: proxyUrl,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificateFile,
		},
		requests,
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => proxy.close(resolve));
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
