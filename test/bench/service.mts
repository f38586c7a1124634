// The service in a process of its own, for measurements in which it shall not count. Started by processes.mts with
// its options as JSON: the sandbox with its catalog pages rendered beforehand, or, with `bare`, a server that has
// one purchase order for every id, thanks for every publish and counts what it got.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { PurchaseOrder } from '../../api/purchaseOrder';
import { writeJson } from '../sandbox/jsonWriter';
import { startSandbox, type SandboxOptions } from '../sandbox/server.mjs';
import { seededPurchaseOrder } from '../sandbox/records';

export interface BareOptions {
	readonly bare: true;
	readonly latencyMs?: number;
}

const order = writeJson(PurchaseOrder, seededPurchaseOrder(1, 0));
const thanks = JSON.stringify({
	MessageId: '7a0c5f4e-5b0e-4b43-9d5c-3f1b7c0f2a11',
	Message: 'Thanks.',
});
const received = { requests: 0, records: 0, atOnce: 0, mostAtOnce: 0 };

function count(body: string): void {
	if (body === '') return;
	const { Clients } = JSON.parse(body) as { Clients: unknown[] };
	received.records += Clients.length;
}

function answerOf(request: IncomingMessage): string {
	if (request.method === 'POST') return thanks;
	return request.url === '/received' ? JSON.stringify(received) : order;
}

async function serve(request: IncomingMessage, response: ServerResponse, latencyMs: number) {
	received.requests++;
	received.mostAtOnce = Math.max(received.mostAtOnce, ++received.atOnce);
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
	received.atOnce--;
	response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
	response.end(answerOf(request));
	count(Buffer.concat(chunks).toString('utf8'));
}

async function startBare({ latencyMs = 0 }: BareOptions): Promise<string> {
	const server = createServer((request, response) => void serve(request, response, latencyMs));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const options = JSON.parse(process.argv[2] ?? '{}') as Partial<SandboxOptions> | BareOptions;
const url =
	'bare' in options
		? await startBare(options)
		: (await startSandbox({ prerender: true, everyField: true, ...options })).url;
console.log(`listening ${url}`);
