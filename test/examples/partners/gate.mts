// A door before a server: what is behind it can be cut off, as when the process that talks to it is killed.
import { connect, createServer } from 'node:net';

import { listening } from '../../host/servers/server.mjs';

export interface Gate {
	readonly port: number;
	/** Ends every connection and refuses new ones; `false` lets them in again. */
	close(isClosed: boolean): void;
	stop(): Promise<void>;
}

/** Starts a gate before a port of 127.0.0.1. */
export async function startGate(target: number): Promise<Gate> {
	let isClosed = false;
	const { port, endConnections, stop } = await listening(
		createServer((socket) => {
			if (isClosed) {
				socket.destroy();
				return;
			}
			const behind = connect(target, '127.0.0.1');
			behind.on('error', () => behind.destroy()).on('close', () => socket.destroy());
			socket.on('close', () => behind.destroy());
			socket.pipe(behind).pipe(socket);
		}),
	);
	const close = (next: boolean) => {
		isClosed = next;
		if (isClosed) endConnections();
	};
	return { port, close, stop };
}
