// The Project Services service, simulated: an HTTP server driven by api/, strict, stateful, with faults on request.
//
// What it cannot catch:
// - Errors in api/, which it shares: a field misspelt there is misspelt here, and both sides agree. The golden
//   files and the document test catch those.
// - What the document calls "not shown": the meaning of numeric field ids, limits of sizes and rates, error
//   bodies, authentication. Its answers there are ASP.NET's habits.
// - The real service's leniency: it refuses more than the service may do (unknown fields and parameters,
//   elements out of order), so a request that passes here may still be refused there for reasons unknown.
// - The service's own logic: prices are not recalculated, publishes take effect at once, or, in a queue, when their
//   status is asked for.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Values } from './data/filling';
import { answerInstead, newFaults, type Fault, type FaultRule } from './faults';
import { response, type ServiceRequest, type ServiceResponse } from './responses/messages';
import { defaults, findRoute, respond, type Outcome, type SandboxOptions } from './service.mjs';
import {
	changeRecord,
	findRecord,
	newState,
	removeRecord,
	type State,
	type StoredType,
} from './state';

export { sampleIds } from './state';
export type { FaultRule, Fault } from './faults';
export type { SandboxOptions } from './service.mjs';

/** A request that arrived, in the order of arrival. */
export interface LoggedRequest {
	readonly method: string;
	readonly path: string;
	/** `<resource>/<operation>`; undefined for what is not an endpoint. */
	readonly address: string | undefined;
	/** Decoded, as it came: `clients[0]` is a name. */
	readonly query: Readonly<Record<string, string>>;
	readonly headers: Readonly<Record<string, string>>;
	/** The body as the service understood it; exact big numbers are strings. */
	body?: unknown;
	/** Whether it was a write, and was carried out, whatever was answered. */
	applied?: boolean;
	/** 0 as long as nothing was answered, and where the connection was broken or left hanging. */
	status: number;
	/** The fault that hit it. */
	readonly fault: Fault['kind'] | undefined;
	/** Milliseconds since the epoch. */
	readonly arrivedAt: number;
}

export interface Sandbox {
	/** `http://127.0.0.1:<port>`, without a slash at the end. */
	readonly url: string;
	readonly state: State;
	readonly requests: readonly LoggedRequest[];
	/** The most requests that were being answered at one time since the start or the last reset. */
	readonly peakConcurrency: number;
	setFault(rule: FaultRule): void;
	clearFaults(): void;
	/** Back to the seeded records, without faults and with an empty log. */
	reset(): void;
	/** Changes options while it runs; those of the seeded data count from the next reset on. */
	setOptions(options: Partial<SandboxOptions>): void;
	/** Changes, or adds, a record as another user would, and stamps it. */
	change(type: StoredType, id: string, values: Values): Values;
	remove(type: StoredType, id: string): boolean;
	find(type: StoredType, id: string): Values | undefined;
	forgetRequests(): void;
	/** Ends it and every open connection. */
	stop(): Promise<void>;
}

async function requestOf(message: IncomingMessage): Promise<ServiceRequest> {
	const { method = 'GET', url: target = '/', headers } = message;
	const { pathname, searchParams } = new URL(target, 'http://sandbox.invalid');
	const chunks: Buffer[] = [];
	for await (const chunk of message) chunks.push(chunk as Buffer);
	const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
	return {
		...{ method, path: pathname, pairs: [...searchParams], target },
		headers: Object.fromEntries(texts),
		rawBody: Buffer.concat(chunks),
	};
}

function send(to: ServerResponse, { status, headers, body }: ServiceResponse): void {
	to.writeHead(status, { ...headers, 'content-length': String(body.length) });
	to.end(body);
}

/** Starts the simulated service on 127.0.0.1. */
export async function startSandbox(given: Partial<SandboxOptions> = {}): Promise<Sandbox> {
	let options: SandboxOptions = { ...defaults, ...given };
	let state = newState(options.seed, options.products);
	let atOnce = 0;
	let peak = 0;
	const faults = newFaults();
	const requests: LoggedRequest[] = [];
	const waiting = new Set<NodeJS.Timeout>();

	const pause = async (milliseconds: number): Promise<void> => {
		if (milliseconds <= 0) return;
		await new Promise<void>((resolve) => waiting.add(setTimeout(resolve, milliseconds)));
	};

	const serve = async (request: ServiceRequest, to: ServerResponse): Promise<void> => {
		const { method, path, headers } = request;
		const address = findRoute(request)?.operationKey;
		const fault = faults.take(address, request.rawBody);
		const entry: LoggedRequest = {
			...{ method, path, address, headers },
			query: Object.fromEntries(request.pairs),
			status: 0,
			fault: fault?.kind,
			arrivedAt: Date.now(),
		};
		requests.push(entry);
		const answer = (hitBy?: Fault): Outcome => {
			const outcome = respond({ options, state }, request, hitBy);
			const { body, applied } = outcome;
			Object.assign(entry, body !== undefined && { body }, applied && { applied });
			return outcome;
		};
		const isApplied = fault !== undefined && 'applied' in fault && fault.applied === true;
		if (fault?.kind !== 'hang') {
			await pause(options.latencyMs + (fault?.kind === 'slow' ? fault.milliseconds : 0));
		}
		if (isApplied) answer();
		if (fault?.kind === 'hang') return;
		if (fault?.kind === 'reset') {
			to.destroy();
			return;
		}
		const whole = answerInstead(fault, request) ?? answer(fault).response;
		if (fault?.kind === 'resetMidBody') {
			to.writeHead(whole.status, { ...whole.headers, 'content-length': whole.body.length });
			to.write(whole.body.subarray(0, whole.body.length >> 1), () => to.destroy());
			return;
		}
		entry.status = whole.status;
		send(to, whole);
	};

	const listen = async (message: IncomingMessage, to: ServerResponse): Promise<void> => {
		const request = await requestOf(message);
		atOnce++;
		peak = Math.max(peak, atOnce);
		to.once('close', () => atOnce--);
		await serve(request, to);
	};

	const server = createServer((message, to) => {
		listen(message, to).catch((error: unknown) => {
			// A mistake of the sandbox itself must be seen as one, not as an answer of the service.
			if (to.headersSent) to.destroy();
			else send(to, response(599, 'text/plain', `The sandbox failed: ${String(error)}`));
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(options.port, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo;
	const sandbox: Sandbox = {
		url: `http://127.0.0.1:${port}`,
		get state() {
			return state;
		},
		requests,
		get peakConcurrency() {
			return peak;
		},
		setFault: faults.add,
		clearFaults: faults.clear,
		reset: () => {
			state = newState(options.seed, options.products);
			faults.clear();
			requests.length = 0;
			peak = atOnce;
		},
		setOptions: (changed) => void (options = { ...options, ...changed }),
		change: (type, id, values) => changeRecord(state, type, id, values),
		remove: (type, id) => removeRecord(state, type, id),
		find: (type, id) => findRecord(state, type, id),
		forgetRequests: () => void (requests.length = 0),
		stop: () =>
			new Promise((resolve) => {
				for (const timer of waiting) clearTimeout(timer);
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	return sandbox;
}
