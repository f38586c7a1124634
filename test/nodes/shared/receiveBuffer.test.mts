// Sockets that receive into one buffer: every response is whole, however many arrive at once and on whichever way.
import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';

import { generate } from 'selfsigned';

import { AGENT_OPTIONS } from '../../../nodes/shared/hostHttp';
import { hostRequire } from '../../host/location.cjs';
import { getOrder, order, serve } from '../ProjectServices/bareOrders.mjs';
import { reply } from '../service.mjs';

jest.setTimeout(60_000);

const AT_ONCE = 6;
const bodies = Array.from({ length: AT_ONCE }, (_, index) => randomBytes(1_000_000 + index * 77));
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const expected = bodies.map(hashOf);

const servers: Array<Server | http.Server> = [];

afterEach(async () => {
	for (const server of servers.splice(0)) {
		if ('closeAllConnections' in server) server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
});

async function listen(server: Server | http.Server): Promise<number> {
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}

/** Sends body n for the path `/n`: with its length, or in chunks for `/n/chunks`. */
function respond({ url = '' }: http.IncomingMessage, response: http.ServerResponse): void {
	const [, number, chunks] = url.split('/');
	const body = bodies[Number(number)] ?? Buffer.alloc(0);
	if (chunks === undefined) {
		response.writeHead(200, { 'content-length': body.length }).end(body);
		return;
	}
	for (let at = 0; at < body.length; at += 70_001) response.write(body.subarray(at, at + 70_001));
	response.end();
}

async function secureServer(): Promise<number> {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
		keySize: 2048,
	});
	return await listen(https.createServer({ key, cert }, respond));
}

/** Receives all bodies at once; those with odd numbers slowly. */
async function receiveAll(
	get: typeof http.get,
	url: string,
	agent: http.Agent,
	suffix = '',
): Promise<string[]> {
	const receive = async (number: number) => {
		const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
			get(`${url}/${number}${suffix}`, { agent }, resolve).on('error', reject);
		});
		const pieces: Buffer[] = [];
		for await (const piece of response) {
			pieces.push(piece as Buffer);
			if (number % 2 === 1) await new Promise((resolve) => setTimeout(resolve, 1));
		}
		return hashOf(Buffer.concat(pieces));
	};
	return await Promise.all(bodies.map((_, number) => receive(number)));
}

test.each([
	['http', ''],
	['http', '/chunks'],
	['https', ''],
	['https', '/chunks'],
])('%s%s', async (protocol, suffix) => {
	const isPlain = protocol === 'http';
	const port = isPlain ? await listen(http.createServer(respond)) : await secureServer();
	const agent = isPlain
		? new http.Agent(AGENT_OPTIONS)
		: new https.Agent({ ...AGENT_OPTIONS, rejectUnauthorized: false });
	const { get } = isPlain ? http : https;
	expect(await receiveAll(get, `${protocol}://127.0.0.1:${port}`, agent, suffix)).toEqual(expected);
});

test('https through a proxy', async () => {
	const port = await secureServer();
	let tunnels = 0;
	const proxy = http.createServer();
	proxy.on('connect', (_request, client) => {
		tunnels++;
		const target = connect(port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection established\r\n\r\n');
			target.pipe(client).pipe(target);
		});
		const end = () => [client, target].forEach((socket) => socket.destroy());
		for (const socket of [client, target]) socket.on('error', end).on('close', end);
	});
	const { HttpsProxyAgent } = hostRequire<{
		HttpsProxyAgent: new (url: string, options: object) => http.Agent;
	}>('https-proxy-agent');
	const insecure = { rejectUnauthorized: false };
	const proxyUrl = `http://127.0.0.1:${await listen(proxy)}`;
	const agent = new HttpsProxyAgent(proxyUrl, { ...AGENT_OPTIONS, ...insecure });
	const get = ((url: string, options: object, take: never) =>
		https.get(url, { ...options, ...insecure }, take)) as typeof http.get;
	expect(await receiveAll(get, `https://127.0.0.1:${port}`, agent)).toEqual(expected);
	expect(tunnels).toBe(AT_ONCE);
});

test('n8n passes the options on', async () => {
	const receive = jest.spyOn(AGENT_OPTIONS.onread, 'callback');
	const service = await serve(reply(200, order));
	expect((await getOrder(service.url)).json).toEqual([JSON.parse(order)]);
	expect(receive).toHaveBeenCalled();
	receive.mockRestore();
});
