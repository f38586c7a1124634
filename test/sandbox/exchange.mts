// What the sandbox's own tests share: a sandbox, requests to it, and their answers as text.
import { startSandbox, type Sandbox } from './server.mjs';

export interface Sent {
	readonly method?: string;
	readonly body?: string;
	readonly type?: string;
	readonly accept?: string;
}

type Received = Record<string, unknown>;

/** A sandbox for the tests of a file, reset before each of them. */
export function withSandbox(products: number) {
	let started: Sandbox;
	beforeAll(async () => void (started = await startSandbox({ products })));
	afterAll(() => started.stop());
	beforeEach(() => started.reset());
	const send = async (target: string, sent: Sent = {}) => {
		const { body, type = 'application/json', accept = 'application/json' } = sent;
		const response = await fetch(`${started.url}${target}`, {
			method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
			redirect: 'manual',
			signal: AbortSignal.timeout(10_000),
			headers: { accept, ...(body === undefined ? {} : { 'content-type': type }) },
			...(body === undefined ? {} : { body }),
		});
		const text = await response.text();
		const { status, headers } = response;
		const json = () => JSON.parse(text) as Received;
		return { status, headers, type: headers.get('content-type') ?? '', text, json };
	};
	/** Sends a GET and gives the JSON of its answer. */
	const read = async (target: string) => (await send(`/SI/Subscribe/${target}`)).json();
	return { sandbox: () => started, send, read };
}
