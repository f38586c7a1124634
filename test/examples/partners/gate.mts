// A door before a server: what is behind it can be cut off at once, as when the process that talks to it is killed.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Gate {
	readonly port: number;
	/** Ends every connection and refuses new ones; `false` lets them in again. */
	close(isClosed: boolean): void;
	stop(): Promise<void>;
}

/** Starts a gate before a port of 127.0.0.1. */
export async function startGate(target: number): Promise<Gate> {
	const sockets = new Set<Socket>();
	let isClosed = false;
	const keep = (socket: Socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
	};
	const server = createServer((socket) => {
		keep(socket);
		if (isClosed) {
			socket.destroy();
			return;
		}
		const behind = connect(target, '127.0.0.1');
		keep(behind);
		socket.on('close', () => behind.destroy());
		behind.on('close', () => socket.destroy());
		socket.pipe(behind).pipe(socket);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const endAll = () => {
		for (const socket of sockets) socket.destroy();
	};
	return {
		port: (server.address() as AddressInfo).port,
		close: (next) => {
			isClosed = next;
			if (isClosed) endAll();
		},
		stop: async () => {
			endAll();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
