// The Project Services service, simulated: an HTTP server driven by api/, strict, stateful, with faults on request.
//
// What it cannot catch:
// - Errors in api/, which it shares: a field misspelt there is misspelt here, and both sides agree. The golden
//   files and the document test catch those.
// - What the document calls "not shown": the meaning of numeric field ids, limits of sizes and rates, error
//   bodies, authentication. Its answers there are ASP.NET's habits, and options where they could differ.
// - The real service's leniency: it refuses more than the service may do (unknown fields and parameters,
//   elements out of order), so a request that passes here may still be refused there for reasons unknown.
// - The service's own logic: prices are not recalculated, publishes take effect at once.
import {
	createServer,
	type IncomingMessage,
	type RequestListener,
	type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { findRoute } from './responses/answers';
import { findProduct } from './data/catalog';
import { control, controlPath, type Controls } from './control';
import { newFaults, type Fault } from './faults/faults';
import { answerInstead, plain } from './faults/instead';
import { defaults, type SandboxOptions } from './options';
import {
	respond,
	type Outcome,
	type Service,
	type ServiceRequest,
	type ServiceResponse,
} from './service';
import {
	changeRecord,
	findRecord,
	newState,
	removeRecord,
	sampleClientIds,
	sampleIds,
	type State,
} from './state';

export { sampleIds } from './state';
export type { FaultRule, Fault } from './faults/faults';
export type { SandboxOptions } from './options';

/** A request that arrived, in the order of arrival. */
export interface LoggedRequest {
	readonly method: string;
	readonly path: string;
	/** `<resource>/<operation>`; absent for what is no endpoint. */
	readonly address?: string;
	/** Decoded, as it came: `clients[0]` is a name. */
	readonly query: Readonly<Record<string, string>>;
	/** Path and query, undecoded. */
	readonly target: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly rawBody: string;
	/** The body as the service understood it; exact big numbers are strings. */
	body?: unknown;
	/** Whether it was a write, and was carried out, whatever was answered. */
	applied?: boolean;
	/** 0 as long as nothing was answered, and where the connection was broken or left hanging. */
	status: number;
	/** The fault that hit it. */
	readonly fault?: Fault['kind'];
	/** Milliseconds since the epoch. */
	readonly arrivedAt: number;
	answeredAt?: number;
}

export interface Sandbox extends Controls {
	/** `http://127.0.0.1:<port>`, without a slash at the end. */
	readonly url: string;
	readonly port: number;
	readonly state: State;
	readonly requests: readonly LoggedRequest[];
	/** The most requests that were being answered at one time since the start or the last reset. */
	readonly peakConcurrency: number;
	/** Ends it and every open connection. */
	stop(): Promise<void>;
}

type Running = ReturnType<typeof newRunning>;

function newRunning(given: Partial<SandboxOptions>) {
	const options: SandboxOptions = { ...defaults, ...given };
	return {
		options,
		state: newState(options.seed, options.products),
		rendered: new Map<string, Buffer>(),
		faults: newFaults(),
		requests: [] as LoggedRequest[],
		waiting: new Set<NodeJS.Timeout>(),
		atOnce: 0,
		peak: 0,
	};
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of message) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

function headersOf(message: IncomingMessage): Record<string, string> {
	return Object.fromEntries(
		Object.entries(message.headers).map(([name, value]) => [name, String(value)]),
	);
}

async function requestOf(message: IncomingMessage): Promise<ServiceRequest> {
	const target = message.url ?? '/';
	const url = new URL(target, 'http://sandbox.invalid');
	return {
		method: message.method ?? 'GET',
		path: url.pathname,
		pairs: [...url.searchParams],
		target,
		headers: headersOf(message),
		rawBody: await bytesOf(message),
	};
}

function pause(running: Running, milliseconds: number): Promise<void> {
	if (milliseconds <= 0) return Promise.resolve();
	return new Promise((resolve) => {
		const timer = setTimeout(() => {
			running.waiting.delete(timer);
			resolve();
		}, milliseconds);
		running.waiting.add(timer);
	});
}

function send(response: ServerResponse, { status, headers, body }: ServiceResponse): void {
	response.writeHead(status, {
		...headers,
		...(status === 204 ? {} : { 'content-length': String(body.length) }),
	});
	response.end(body);
}

/** Whether a fault lets the request be carried out although its answer does not come. */
function isApplied(fault: Fault | undefined): boolean {
	return fault !== undefined && 'applied' in fault && fault.applied === true;
}

function keepOutcome(entry: LoggedRequest, { body, applied }: Outcome): void {
	if (body !== undefined) entry.body = body;
	if (applied) entry.applied = true;
}

function outcomeOf(service: Service, request: ServiceRequest, fault: Fault | undefined): Outcome {
	const instead = answerInstead(fault, request);
	if (!instead) return respond(service, request, fault);
	return { ...(isApplied(fault) && respond(service, request, undefined)), response: instead };
}

function log(running: Running, request: ServiceRequest, fault: Fault | undefined): LoggedRequest {
	const { method, path, pairs, target, headers, rawBody } = request;
	const address = findRoute(method, path, pairs)?.operationKey;
	const entry: LoggedRequest = {
		method,
		path,
		...(address === undefined ? {} : { address }),
		query: Object.fromEntries(pairs),
		target,
		headers,
		rawBody: rawBody.toString('utf8'),
		status: 0,
		...(fault ? { fault: fault.kind } : {}),
		arrivedAt: Date.now(),
	};
	running.requests.push(entry);
	if (running.requests.length > running.options.keptRequests) running.requests.shift();
	return entry;
}

async function serve(running: Running, request: ServiceRequest, response: ServerResponse) {
	const address = findRoute(request.method, request.path, request.pairs)?.operationKey;
	const { method, path, pairs } = request;
	const fault = running.faults.take({ method, path, address, query: new Map(pairs) });
	const entry = log(running, request, fault);
	if (fault?.kind === 'hang') {
		if (fault.applied) keepOutcome(entry, respond(running, request, undefined));
		return;
	}
	const late = fault?.kind === 'slow' ? fault.milliseconds : 0;
	await pause(running, running.options.latencyMs + late);
	if (fault?.kind === 'reset') {
		if (fault.applied) keepOutcome(entry, respond(running, request, undefined));
		response.destroy();
		return;
	}
	const outcome = outcomeOf(running, request, fault);
	const { response: answer } = outcome;
	keepOutcome(entry, outcome);
	if (fault?.kind === 'resetMidBody') {
		response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
		response.write(answer.body.subarray(0, answer.body.length >> 1), () => response.destroy());
		return;
	}
	entry.status = answer.status;
	entry.answeredAt = Date.now();
	send(response, answer);
}

function serveControl(controls: Controls, request: ServiceRequest, response: ServerResponse): void {
	const text = request.rawBody.toString('utf8');
	const body: unknown = text === '' ? {} : JSON.parse(text);
	const answer = control(controls, request.method, request.path, body);
	send(response, plain(answer.status, 'application/json', JSON.stringify(answer.body)));
}

function listener(running: Running, controls: Controls): RequestListener {
	const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
		const request = await requestOf(message);
		if (request.path.startsWith(controlPath)) {
			serveControl(controls, request, response);
			return;
		}
		running.atOnce++;
		running.peak = Math.max(running.peak, running.atOnce);
		response.once('close', () => running.atOnce--);
		await serve(running, request, response);
	};
	return (message, response) => {
		answer(message, response).catch((error: unknown) => {
			// A mistake of the sandbox itself must be seen as one, not as an answer of the service.
			if (response.headersSent) response.destroy();
			else send(response, plain(599, 'text/plain', `The sandbox failed: ${String(error)}`));
		});
	};
}

function controlsOf(running: Running): Controls {
	return {
		setFault: (rule) => running.faults.add(rule),
		clearFaults: () => running.faults.clear(),
		reset: () => {
			running.state = newState(running.options.seed, running.options.products);
			running.rendered.clear();
			running.faults.clear();
			running.requests.length = 0;
			running.peak = running.atOnce;
		},
		setOptions: (options) => {
			running.options = { ...running.options, ...options };
			running.rendered.clear();
		},
		change: (type, id, values) =>
			changeRecord(running.state, type, id, values, running.options.movesPublishedOn),
		remove: (type, id) => removeRecord(running.state, type, id),
		find: (type, id) => {
			if (type !== 'product') return findRecord(running.state, type, id);
			const catalog = running.state.catalogs.get(sampleIds.catalog);
			return catalog && findProduct(catalog, id);
		},
		describe: () => ({
			sampleIds,
			clientIds: sampleClientIds(running.state.seed, 5),
			records: Object.fromEntries(
				Object.entries(running.state.records).map(([type, records]) => [type, records.size]),
			),
			products: running.options.products,
			version: running.state.version,
		}),
		requests: running.requests,
		forgetRequests: () => void (running.requests.length = 0),
	};
}

/** Starts the simulated service on 127.0.0.1. */
export async function startSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
	const running = newRunning(options);
	const controls = controlsOf(running);
	const listen = listener(running, controls);
	const { tls } = running.options;
	const server = tls ? createTlsServer(tls, listen) : createServer(listen);
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(running.options.port, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo;
	return {
		...controls,
		url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
		port,
		get state() {
			return running.state;
		},
		requests: running.requests,
		get peakConcurrency() {
			return running.peak;
		},
		stop: () =>
			new Promise((resolve) => {
				for (const timer of running.waiting) clearTimeout(timer);
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
