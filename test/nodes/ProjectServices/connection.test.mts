// What a person sees when the base URL or the connection is wrong, and where the credential is sent.
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { generate } from 'selfsigned';

import { reply, startBareService } from '../service.mjs';
import { getOrder, order, serve, words } from './bareOrders.mjs';

jest.setTimeout(60_000);

describe('base URLs', () => {
	test.each([
		['', /base URL .*https:\/\/projects\.example\/exchange/],
		['ftp://projects.example', /base URL .*https:\/\/projects\.example\/exchange/],
		['http://bad host/', /base URL .*https:\/\/projects\.example\/exchange/],
		['http://224.0.0.1:9', /network of n8n does not reach 224\.0\.0\.1:9/],
		['http://127.0.0.1:9/si/subscribe/COProjects', /base URL .* everything before \/SI/],
		[
			'http://no-such-host.invalid',
			/(?:no host named no-such-host\.invalid|could not be looked up).*base URL/,
		],
	])('%j is refused with advice', async (baseUrl, expected) => {
		expect(words(await getOrder(baseUrl))).toMatch(expected);
	});

	test('a port where nothing listens, and one that does not speak https', async () => {
		const service = await startBareService(reply(200, order));
		const secure = service.url.replace('http:', 'https:');
		expect(words(await getOrder(secure))).toMatch(/does not speak https on this port/);
		await service.stop();
		expect(words(await getOrder(service.url))).toMatch(
			/No server answers at 127\.0\.0\.1:\d+ \(connection refused\)/,
		);
	});

	test('a certificate that is not trusted', async () => {
		const name = [{ name: 'commonName', value: 'localhost' }];
		const { private: key, cert } = await generate(name, { keySize: 2048 });
		const server = createSecureServer({ key, cert });
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const text = words(await getOrder(`https://127.0.0.1:${port}`));
		server.close();
		expect(text).toMatch(/certificate of 127\.0\.0\.1:\d+ is not valid or not trusted/);
	});
});

const secret = 'not-a-real-key-0123456789';

describe('the credential', () => {
	const asBearer = (baseUrl: string) => ({ baseUrl, authentication: 'bearer', token: secret });
	const redirect = (status: number, location: string) => reply(status, '', { location });

	test('a record is never altered, not even to hide a secret', async () => {
		const service = await serve(reply(200, `{"Id":"1","Notes":"key ${secret}."}`));
		const { json } = await getOrder(service.url, { credential: asBearer(service.url) });
		expect(json).toEqual([{ Id: '1', Notes: `key ${secret}.` }]);
	});

	test('goes to no other address: redirects are not followed', async () => {
		const other = await serve(reply(200, order));
		const away = await serve(redirect(302, `${other.url}/SI/Subscribe/PurchaseOrders?id=1`));
		const text = words(await getOrder(away.url, { credential: asBearer(away.url) }));
		expect(text).toMatch(/redirects the request to http:\/\/127\.0\.0\.1:\d+ \(status 302\)/);
		expect(other.arrived).toHaveLength(0);
		const within = await serve(redirect(307, '/elsewhere?id=1'));
		const same = words(await getOrder(within.url, { credential: asBearer(within.url) }));
		expect(same).toMatch(/redirects the request to \/elsewhere \(status 307\)/);
		expect(within.arrived).toHaveLength(1);
	});

	test('is kept to its allowed domains', async () => {
		const service = await serve(reply(200, order));
		const credential = {
			baseUrl: service.url,
			authentication: 'none',
			allowedHttpRequestDomains: 'domains',
			allowedDomains: 'projects.example',
		};
		const result = await getOrder(service.url, { credential });
		expect(words(result)).toMatch(/may not be used for 127\.0\.0\.1/);
		expect(service.arrived).toHaveLength(0);
	});
});

test.each<[string, object]>([
	['Authentication', { authentication: '' }],
	['Header Name', { authentication: 'headerKey', headerName: 'X Y', headerValue: secret }],
	['Header Name', { authentication: 'headerKey', headerName: '', headerValue: secret }],
	['Username', { authentication: 'basic', username: '', password: secret }],
	['Token', { authentication: 'bearer', token: '' }],
])('nothing is sent where %s of the credential is empty or wrong', async (label, values) => {
	const service = await serve(reply(200, order));
	const result = await getOrder('', { credential: { baseUrl: service.url, ...values } });
	expect(result.error?.message).toContain(`'${label}' of the credential`);
	expect(result.error?.description).toMatch(/^Nothing was sent\. Open the credential/);
	expect(service.arrived).toEqual([]);
	expect(result.hints).toEqual([]);
});

test.each([
	['Time Zone of Dates Without Offset', { timeZone: 'Europe/Atlantis' }],
	['First Page', { firstPage: 2 }],
	['Requests at Once', { concurrency: { an: 'object' } }],
])('nothing is sent where %s of the credential is wrong', async (label, values) => {
	const service = await serve(reply(200, order));
	const credential = { baseUrl: service.url, serviceSettings: true, ...values };
	const result = await getOrder('', { credential });
	expect(result.error?.message).toContain(`'${label}' of the credential must be`);
	expect(result.error?.description).toMatch(/^Nothing was sent\. Open the credential/);
	expect(service.arrived).toEqual([]);
});
