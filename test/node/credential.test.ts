// What the credential adds to a request, also to one of n8n's HTTP Request node, and where it refuses to go.
import type { IHttpRequestOptions } from 'n8n-workflow';

import { ProjectServicesApi } from '../../credentials/ProjectServicesApi.credentials';

const values = {
	baseUrl: ' https://projects.example/exchange/ ',
	authentication: 'headerKey',
	headerName: 'X-API-Key',
	headerValue: 'not-a-real-key',
};

async function authenticated(request: object): Promise<IHttpRequestOptions> {
	const { authenticate } = new ProjectServicesApi();
	if (typeof authenticate !== 'function') throw new Error('The credential has no function.');
	return await authenticate(values, request as IHttpRequestOptions);
}

test.each([
	['url', { url: 'https://projects.example/exchange/SI/Subscribe/Tasks' }],
	['uri', { uri: 'https://projects.example/exchange/SI/Subscribe/Tasks' }],
	[
		'url below a base',
		{ baseURL: 'https://projects.example', url: '/exchange/SI/Subscribe/Tasks' },
	],
])('the header is added to a request to its own service (%s)', async (_, request) => {
	expect(await authenticated({ ...request, headers: { accept: 'text/json' } })).toMatchObject({
		...request,
		headers: { accept: 'text/json', 'X-API-Key': values.headerValue },
		sendCredentialsOnCrossOriginRedirect: false,
		allowedDomains: 'projects.example',
	});
});

test.each([
	['url', { url: 'https://elsewhere.example/' }],
	['uri', { uri: 'https://elsewhere.example/' }],
	['port', { uri: 'https://projects.example:8443/' }],
	['protocol', { uri: 'http://projects.example/' }],
])('a request to another origin is refused (%s)', async (_, request) => {
	await expect(authenticated(request)).rejects.toThrow(
		'The credential is for https://projects.example and was not sent to',
	);
});

test('domains that a person allowed stay', async () => {
	const request = { url: 'https://projects.example/', allowedDomains: '*.example' };
	expect(await authenticated(request)).toMatchObject({ allowedDomains: '*.example' });
});
