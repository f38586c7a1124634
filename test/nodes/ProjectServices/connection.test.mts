// What a person sees when the base URL or the credential is wrong, and where the credential is sent.
import { reply } from '../service.mjs';
import { getOrder, order, serve, words } from './bareOrders.mjs';

jest.setTimeout(60_000);

const advice = /base URL .*https:\/\/projects\.example\/exchange/;

test.each([
	['', advice],
	['ftp://projects.example', advice],
	['http://bad host/', advice],
	['http://224.0.0.1:9', /network of n8n does not reach 224\.0\.0\.1:9/],
	['http://127.0.0.1:9', /No server answers at 127\.0\.0\.1:9 \(connection refused\)/],
	['http://127.0.0.1:9/si/subscribe/COProjects', /base URL .* everything before \/SI/],
	['http://no-such-host.invalid', /(?:no host named no-such-host\.invalid|could not be looked up)/],
])('the base URL %j is refused with advice', async (baseUrl, expected) => {
	expect(words(await getOrder(baseUrl))).toMatch(expected);
});

const secret = 'not-a-real-key-0123456789';

test('the credential goes to no other address: redirects are not followed', async () => {
	const asBearer = (baseUrl: string) => ({ baseUrl, authentication: 'bearer', token: secret });
	const redirect = (status: number, location: string) => reply(status, '', { location });
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

const domains = { allowedHttpRequestDomains: 'domains', allowedDomains: 'projects.example' };
const open = /^Nothing was sent\. Open the credential/;

// Each setting is in client/serviceSettings.test.ts, each authentication in credentials/credential.test.ts.
test.each<[RegExp, object, RegExp]>([
	[/may not be used for 127\.0\.0\.1/, domains, /./],
	[/^'Authentication' of the credential/, { authentication: '' }, open],
	[/^'Token' of the credential/, { authentication: 'bearer', token: '' }, open],
	[/^'First Page' of the credential must be/, { serviceSettings: true, firstPage: 2 }, open],
])('nothing is sent: %s', async (message, values, description) => {
	const service = await serve(reply(200, order));
	const credential = { baseUrl: service.url, authentication: 'none', ...values };
	const { error, hints } = await getOrder('', { credential });
	expect(error?.message).toMatch(message);
	expect(error?.description).toMatch(description);
	expect([service.arrived, hints]).toEqual([[], []]);
});
