// What the sandbox's own tests share: a request sent, and its answer as text.
import type { Sandbox } from './server.mjs';

export interface Sent {
	readonly method?: string;
	readonly body?: string;
	readonly type?: string;
	readonly accept?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

export interface Received {
	readonly status: number;
	readonly type: string;
	readonly text: string;
	readonly headers: Headers;
	/** The body parsed loosely, for tests that look at few fields. */
	readonly json: () => Record<string, unknown>;
}

export async function send(sandbox: Sandbox, target: string, sent: Sent = {}): Promise<Received> {
	const { body, type = 'application/json', accept = 'application/json', headers } = sent;
	const response = await fetch(`${sandbox.url}${target}`, {
		method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
		redirect: 'manual',
		signal: AbortSignal.timeout(10_000),
		headers: { accept, ...(body === undefined ? {} : { 'content-type': type }), ...headers },
		...(body === undefined ? {} : { body }),
	});
	const text = await response.text();
	return {
		status: response.status,
		type: response.headers.get('content-type') ?? '',
		text,
		headers: response.headers,
		json: () => JSON.parse(text) as Record<string, unknown>,
	};
}
