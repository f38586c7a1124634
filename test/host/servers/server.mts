// A child process of a test that certainly ends: its process group is ended by id, every wait is bounded, and
// its log is kept.
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import path from 'node:path';

import { projectFolder } from '../location.cjs';

const keptLogCharacters = 400_000;
const guard = path.join(projectFolder, 'test', 'host', 'servers', 'guard.cjs');

export interface ServerOptions {
	/** What the server is called in messages. */
	title: string;
	node: string;
	args: string[];
	env: NodeJS.ProcessEnv;
	cwd: string;
	/** The server is ended after this time in any case. */
	minutes: number;
}

export interface Server {
	pid: number;
	/** What the server has written so far (the last part of it, if very long). */
	log(): string;
	/** Undefined while the server runs, then how it ended. */
	ended(): string | undefined;
	/** Asks the server to end, and kills it if it does not within some seconds. */
	stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
	try {
		process.kill(-child.pid, signal);
	} catch {
		// The group is gone already.
	}
}

function endAll(): void {
	for (const child of running) killGroup(child, 'SIGKILL');
}

process.once('exit', endAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	// It stays: the signal comes once more from npm or tsx, and must not end this process while it cleans up.
	process.on(signal, () => {
		endAll();
		process.exit(signal === 'SIGINT' ? 130 : 143);
	});
}

export async function sleep(milliseconds: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Listens on a free port of 127.0.0.1, and can end every connection. */
export async function listening(server: NetServer) {
	const sockets = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const endConnections = () => {
		for (const socket of sockets) socket.destroy();
	};
	const stop = async () => {
		endConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return { port, endConnections, stop };
}

/** A port on the loopback address that nothing listens on at the moment. */
export async function freePort(): Promise<number> {
	const { port, stop } = await listening(createServer());
	await stop();
	return port;
}

/** Calls `probe` repeatedly until it returns a value, for at most `seconds`. */
export async function waitUntil<T>(
	title: string,
	seconds: number,
	probe: () => Promise<T | undefined>,
	millisecondsBetween = 200,
): Promise<T> {
	const deadline = Date.now() + seconds * 1000;
	while (Date.now() < deadline) {
		const found = await probe();
		if (found !== undefined) return found;
		await sleep(millisecondsBetween);
	}
	throw new Error(`${title}: nothing after ${seconds} seconds.`);
}

async function stopChild(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
	killGroup(child, 'SIGTERM');
	const force = setTimeout(() => killGroup(child, 'SIGKILL'), 15_000);
	await closed;
	clearTimeout(force);
}

export function startServer(options: ServerOptions): Server {
	const child = spawn(options.node, ['--require', guard, ...options.args], {
		cwd: options.cwd,
		env: { ...options.env, TEST_SERVER_MINUTES: String(options.minutes) },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	if (child.pid === undefined) throw new Error(`${options.title} could not be started.`);
	running.add(child);
	let log = '';
	let ended: string | undefined;
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			log = (log + text).slice(-keptLogCharacters);
		});
	}
	child.once('close', (code, signal) => {
		running.delete(child);
		ended = `ended with ${code ?? signal}`;
	});
	return { pid: child.pid, log: () => log, ended: () => ended, stop: () => stopChild(child) };
}
