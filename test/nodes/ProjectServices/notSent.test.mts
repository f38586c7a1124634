// What fails before HTTP was sent is never uncertain: through n8n's real helper.
import { createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { createServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { generate } from 'selfsigned';

import { hostRequire } from '../../host/location.cjs';
import { runNode } from '../engine.mjs';

const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY'].flatMap((name) => [
	name,
	name.toLowerCase(),
]);
const before = Object.fromEntries(variables.map((name) => [name, process.env[name]]));

const servers: Array<Server | SecureServer> = [];
beforeEach(() => {
	for (const name of variables) delete process.env[name];
});
afterEach(() => {
	for (const server of servers.splice(0)) server.close();
	for (const [name, value] of Object.entries(before)) {
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}
});

async function listen<S extends Server | SecureServer>(server: S): Promise<number> {
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}

/** A server that does this with the first bytes of each connection. */
async function serverThat(acts: (socket: Socket) => void): Promise<number> {
	return await listen(
		createPlainServer((socket) => {
			socket.on('error', () => undefined);
			socket.once('data', () => acts(socket));
		}),
	);
}

const parameters = {
	...{ resource: 'client', operation: 'publish', listId: 'L', listName: 'N' },
	record: { mappingMode: 'autoMapInputData', value: null },
};

async function detailsOf(baseUrl: string, allowUnauthorizedCerts = true) {
	const { outputs } = await runNode({
		...{ parameters, service: { maxRetries: 0, timeout: 1 }, onError: 'continueErrorOutput' },
		items: [{ Id: '6f9619ff-8b86-d011-b42d-00c04fc964ff', Name: 'a' }],
		credential: { baseUrl, authentication: 'none', allowUnauthorizedCerts },
	});
	const { error, details } = outputs[1][0].json as {
		error: string;
		details: { description: string; kind: string; mayHaveBeenApplied?: boolean };
	};
	return { error, ...details };
}

const answersInHttp = (socket: Socket) =>
	socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');

test.each<[string, (socket: Socket) => void, RegExp, boolean]>([
	['answers in plain HTTP', answersInHttp, /^127\.0\.0\.1:\d+ does not speak https/, true],
	['hangs up in the handshake', (socket) => socket.destroy(), /^No connection to/, false],
	['resets the handshake', (socket) => socket.resetAndDestroy(), /^No connection to/, false],
	[
		'refuses the handshake',
		(socket) => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 40])),
		/^No connection to/,
		false,
	],
	['is silent in the handshake', () => undefined, /^No connection to/, false],
])('a service over TLS that %s: nothing was sent', async (_, acts, said, advisesHttp) => {
	const details = await detailsOf(`https://127.0.0.1:${await serverThat(acts)}`);
	expect(details.error).toMatch(said);
	expect(details).toMatchObject({ kind: 'connection', mayHaveBeenApplied: false });
	expect(details.description).toContain('This request was not sent.');
	expect(details.description.includes('http://')).toBe(advisesHttp);
	// The words are those of the network or of the TLS library.
	expect(details.description).toMatch(/\([^()]*(?:SSL routines|TLS|ECONNRESET|timeout)[^()]*\)?/);
});

test('over HTTP, a connection that breaks after the request is uncertain', async () => {
	const port = await serverThat((socket) => socket.destroy());
	const details = await detailsOf(`http://127.0.0.1:${port}`);
	expect(details).toMatchObject({ kind: 'connection', mayHaveBeenApplied: true });
});

describe.each(['http', 'https'])('behind a proxy, %s', (protocol) => {
	const baseUrl = `${protocol}://projects.example`;

	test('407: nothing was sent', async () => {
		const port = await serverThat((socket) =>
			socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n'),
		);
		process.env[`${protocol.toUpperCase()}_PROXY`] = `http://127.0.0.1:${port}`;
		const details = await detailsOf(baseUrl);
		expect(details.error).toMatch(/^The proxy .* wants a user name and a password \(status 407\)/);
		expect(details).toMatchObject({ kind: 'connection', mayHaveBeenApplied: false });
	});

	test('a proxy that is closed is in the words of the failure', async () => {
		process.env[`${protocol.toUpperCase()}_PROXY`] = 'http://127.0.0.1:9';
		const details = await detailsOf(baseUrl);
		expect(details.description).toContain('(connect ECONNREFUSED 127.0.0.1:9)');
		expect(details).toMatchObject({ kind: 'connection', mayHaveBeenApplied: false });
	});
});

test('a service over TLS is reached, unless its certificate is not trusted', async () => {
	const name = [{ name: 'commonName', value: 'localhost' }];
	const { private: key, cert } = await generate(name, { keySize: 2048 });
	const server = createServer({ key, cert }, (_, response) => {
		response.writeHead(500, { 'content-type': 'application/json' });
		response.end('{"Message":"Out of paper"}');
	});
	const baseUrl = `https://127.0.0.1:${await listen(server)}`;
	const details = await detailsOf(baseUrl);
	expect(details).toMatchObject({ kind: 'status', mayHaveBeenApplied: true });
	expect(details.description).toContain('Out of paper');
	const untrusted = await detailsOf(baseUrl, false);
	expect(untrusted.error).toMatch(/certificate of 127\.0\.0\.1:\d+ is not valid or not trusted/);
	expect(untrusted).toMatchObject({ kind: 'connection', mayHaveBeenApplied: false });
});

test("n8n's protection against requests to inner networks is named", async () => {
	const { Container } = hostRequire<{ Container: { get(type: unknown): { enabled: boolean } } }>(
		'@n8n/di',
	);
	const { SsrfProtectionConfig } = hostRequire<Record<string, unknown>>('@n8n/config');
	const protection = Container.get(SsrfProtectionConfig);
	protection.enabled = true;
	try {
		const details = await detailsOf('https://127.0.0.1:9');
		expect(details.error).toMatch(/^n8n's SSRF protection does not allow requests to 127\.0\.0\.1/);
		expect(details).toMatchObject({ kind: 'input', mayHaveBeenApplied: false });
	} finally {
		protection.enabled = false;
	}
});
