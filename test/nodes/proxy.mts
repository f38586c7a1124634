// A proxy on 127.0.0.1 that answers CONNECT as a test says.
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** What a proxy does with a request for a tunnel, counted from 1. */
export type Tunnel = (socket: Socket, request: IncomingMessage, number: number) => void;

/** Connects with the host that is asked for. */
export const letThrough: Tunnel = (socket, { url = '' }) => {
	const { hostname, port } = new URL(`http://${url}`);
	const target = connect(Number(port), hostname, () => {
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		socket.pipe(target).pipe(socket);
	});
	target.on('error', () => socket.destroy());
};

/** Refuses with a status and a page. */
export function refuse(status: string): Tunnel {
	const page = '<html><title>Proxy</title></html>';
	const headers = `Content-Length: ${page.length}\r\nContent-Type: text/html`;
	return (socket) => socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${page}`);
}

export const hangUp: Tunnel = (socket) => socket.end();
export const reset: Tunnel = (socket) => socket.resetAndDestroy();
export const silence: Tunnel = () => undefined;

export interface Proxy {
	readonly url: string;
	/** How many requests for a tunnel came. */
	readonly asked: () => number;
	stop(): Promise<void>;
}

/** Starts a proxy; requests that need no tunnel get 407. */
export async function startProxy(tunnel: Tunnel): Promise<Proxy> {
	let asked = 0;
	const sockets = new Set<Socket>();
	const server = createServer((_request, response) => void response.writeHead(407).end());
	server.on('connect', (request: IncomingMessage, socket: Socket) => {
		socket.on('error', () => undefined);
		sockets.add(socket);
		asked++;
		tunnel(socket, request, asked);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		asked: () => asked,
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
