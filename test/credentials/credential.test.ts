// What the credential adds to a request, also to one of n8n's HTTP Request node, and where it refuses to go.
import type { IHttpRequestOptions } from 'n8n-workflow';

import { authenticationHeaders, cleanBaseUrl, secretsOf } from '../../credentials/credentialValues';
import { ProjectServicesApi } from '../../credentials/ProjectServicesApi.credentials';

const values = {
	...{ baseUrl: ' https://projects.example/exchange/ ', authentication: 'headerKey' },
	...{ headerName: 'X-API-Key', headerValue: 'not-a-real-key' },
};
const tasks = '/exchange/SI/Subscribe/Tasks';

async function authenticated(request: object, changes: object = {}): Promise<IHttpRequestOptions> {
	const { authenticate } = new ProjectServicesApi();
	if (typeof authenticate !== 'function') throw new Error('The credential has no function.');
	return await authenticate({ ...values, ...changes }, request as IHttpRequestOptions);
}

test.each([
	{ url: `https://projects.example${tasks}` },
	{ uri: `https://projects.example${tasks}` },
	{ baseURL: 'https://projects.example', url: tasks },
])('the header is added to a request to its own service: %j', async (request) => {
	expect(await authenticated({ ...request, headers: { accept: 'text/json' } })).toMatchObject({
		...request,
		headers: { accept: 'text/json', 'X-API-Key': values.headerValue },
		...{ sendCredentialsOnCrossOriginRedirect: false, allowedDomains: 'projects.example' },
	});
});

test.each([
	{ url: 'https://elsewhere.example/' },
	{ uri: 'https://elsewhere.example/' },
	{ uri: 'https://projects.example:8443/' },
	{ uri: 'http://projects.example/' },
])('a request to another origin is refused: %j', async (request) => {
	await expect(authenticated(request)).rejects.toThrow(
		'The credential is for https://projects.example and was not sent to',
	);
});

test('domains that a person allowed stay; an invalid certificate is accepted where the credential says so', async () => {
	const request = { url: 'https://projects.example/', allowedDomains: '*.example' };
	expect(await authenticated(request)).toMatchObject({ allowedDomains: '*.example' });
	expect(await authenticated(request)).not.toHaveProperty('skipSslCertificateValidation');
	const ignoring = { skipSslCertificateValidation: true, rejectUnauthorized: false };
	for (const allowUnauthorizedCerts of [true, 'true'])
		expect(await authenticated(request, { allowUnauthorizedCerts })).toMatchObject(ignoring);
	expect(await authenticated(request, { allowUnauthorizedCerts: 'false' })).not.toMatchObject(
		ignoring,
	);
	const { skipSslCertificateValidation } = new ProjectServicesApi().test.request;
	expect(skipSslCertificateValidation).toContain('String($credentials.allowUnauthorizedCerts)');
});

describe('the test of the credential', () => {
	const { request, rules = [] } = new ProjectServicesApi().test;

	/** As lodash's get, by which n8n looks up a key, does with a text, too. */
	function valueAt(body: unknown, key: unknown): unknown {
		return (Object(body) as Readonly<Record<string, unknown>>)[String(key)];
	}

	/** What n8n says by the rules, which it goes through in order. */
	function saidOf(status: number, body: unknown = ''): string | undefined {
		return rules.find(({ type, properties }) =>
			status < 300
				? type === 'responseSuccessBody' && valueAt(body, properties.key) === properties.value
				: type === 'responseCode' && properties.value === status,
		)?.properties.message;
	}

	test('asks for one change order project, without following the service elsewhere', () => {
		expect(request).toMatchObject({
			url: '/SI/Subscribe/COProjects',
			qs: { pageSize: 1 },
			disableFollowRedirect: true,
		});
	});

	test('asks for the format that the credential names, and for JSON while its settings are off', () => {
		const { accept } = request.headers as { accept: string };
		const [, expression = ''] = /^=\{\{ (.*) \}\}$/.exec(accept) ?? [];
		const evaluate = new Function('$credentials', `return ${expression}`) as (
			values: object,
		) => string;
		expect(evaluate({ serviceSettings: true, responseFormat: 'xml' })).toBe('application/xml');
		expect(evaluate({ serviceSettings: true, responseFormat: 'json' })).toBe('application/json');
		expect(evaluate({ serviceSettings: false, responseFormat: 'xml' })).toBe('application/json');
	});

	test.each([
		[401, 'The service did not accept the credential.'],
		[403, 'The service does not allow this with this credential.'],
		[404, 'The service has nothing there.'],
		[302, 'The service redirects the request to another address.'],
		[503, 'The service failed.'],
	])('says what the status %s means and what to do', (status, words) => {
		expect(saidOf(status)).toMatch(words);
		expect(saidOf(status)).toMatch(new RegExp(`\\. \\S.* \\(status ${status}\\)$`));
	});

	test('says what was asked, and that other operations may work', () => {
		for (const said of [400, 403, 404, 405, 410, 500, 501].map((status) => saidOf(status))) {
			expect(said).toContain('list of change order projects (/SI/Subscribe/COProjects)');
			expect(said).toContain('other operations may work');
		}
	});

	test.each<[body: unknown, said: string | undefined]>([
		...['<!DOCTYPE html>', '<html>', '<HTML lang="en">', '\r\n\r\n\t <!doctype html>'].map(
			(page): [string, string] => [page, 'login page'],
		),
		['', 'responded with nothing'],
		[{ COProjects: [{ Id: '1' }], TotalCount: 7 }, undefined],
		[{ COProjects: [], TotalCount: 0 }, undefined],
		['<?xml version="1.0" encoding="utf-8"?><COProjectsResult/>', undefined],
		['<COProjectsResult xmlns:i="http://www.w3.org/2001/XMLSchema-instance"/>', undefined],
	])('of the body %j it says %j', (body, said) => {
		if (said === undefined) expect(saidOf(200, body)).toBeUndefined();
		else expect(saidOf(200, body)).toContain(said);
	});
});

test('the credential has the names and values that saved ones rely on', () => {
	const { name, displayName, properties } = new ProjectServicesApi();
	expect([name, displayName]).toEqual(['projectServicesApi', 'Project Services API']);
	const end = properties.findIndex((property) => property.name === 'serviceSettings');
	expect(properties.slice(0, end).map((property) => [property.name, property.default])).toEqual([
		['baseUrl', ''],
		['authentication', 'none'],
		['headerName', ''],
		['headerValue', ''],
		['username', ''],
		['password', ''],
		['token', ''],
		['allowUnauthorizedCerts', false],
		['customFieldNames', ''],
	]);
	expect(properties.find((property) => property.name === 'allowUnauthorizedCerts')).toMatchObject({
		displayName: 'Ignore SSL Issues (Insecure)',
	});
});

test('what is particular about a service shows in order, behind one switch, each with an example', () => {
	const { properties } = new ProjectServicesApi();
	const start = properties.findIndex(({ name }) => name === 'serviceSettings');
	const shown = properties.slice(start).filter(({ type }) => type !== 'notice');
	expect(shown.map(({ name, displayName, default: value }) => [name, displayName, value])).toEqual([
		['serviceSettings', 'Set How the Service Behaves', false],
		['responseFormat', 'Response Format', 'json'],
		['requestFormat', 'Request Format', 'json'],
		['firstPage', 'First Page', 'findOut'],
		['productsPerPage', 'Products per Page', 10000],
		['recordsPerRequest', 'Records per Request', 500],
		['concurrency', 'Requests at Once', 4],
		['requestsPerMinute', 'Requests per Minute', ''],
		['maxRetries', 'Max Retries', 3],
		['longestWait', 'Longest Wait', 15],
		['timeout', 'Timeout', 300],
		['timeZone', 'Time Zone of Dates Without Offset', 'UTC'],
		['statusPath', 'Status Path', ''],
		['statusField', 'Status Field', ''],
		['appliedValues', 'Applied Values', ''],
		['refusedValues', 'Refused Values', ''],
		['messageField', 'Reason Field', ''],
		['refusedAppliesNothing', 'A Refused Transaction Changes Nothing', false],
	]);
	for (const { displayOptions, description, placeholder } of shown.slice(1)) {
		expect(displayOptions).toEqual({ show: { serviceSettings: [true] } });
		expect(`${placeholder} ${description}`).toMatch(/e\.g\. |for example/);
	}
});

describe('what the chosen authentication needs', () => {
	const key = { authentication: 'headerKey', headerName: 'X-Key', headerValue: 'k' };

	test.each<[object, object]>([
		[{ authentication: 'bearer', token: 'Bearer abc' }, { Authorization: 'Bearer abc' }],
		[{ authentication: 'bearer', token: ' bearer  Bearer abc\n' }, { Authorization: 'Bearer abc' }],
		[{ authentication: 'bearer', token: 'Bearerabc' }, { Authorization: 'Bearer Bearerabc' }],
		[{ ...key, headerName: ' X-Key: ' }, { 'X-Key': 'k' }],
		[{ ...key, headerValue: ' k\r\n' }, { 'X-Key': 'k' }],
		[
			{ authentication: 'basic', username: ' u ', password: ' p\n' },
			{ Authorization: 'Basic dTpw' },
		],
		[{ authentication: 'basic', username: 'u', password: '' }, { Authorization: 'Basic dTo=' }],
		[{ authentication: 'none', token: '' }, {}],
		[{}, {}],
	])('%j is sent as %j', (given, headers) => {
		expect(authenticationHeaders(given as never)).toEqual({ ok: true, headers });
	});

	test.each<[object, string]>([
		[{ authentication: '' }, 'Authentication'],
		[{ authentication: null }, 'Authentication'],
		[{ authentication: 'oAuth2' }, 'Authentication'],
		[{ ...key, headerName: ' : ' }, 'Header Name'],
		[{ ...key, headerName: 'X Key' }, 'Header Name'],
		[{ ...key, headerName: 'X-Key: k' }, 'Header Name'],
		[{ ...key, headerValue: ' ' }, 'Header Value'],
		[{ ...key, headerValue: 'a\nb' }, 'Header Value'],
		[{ ...key, headerValue: 'a\u2026' }, 'Header Value'],
		[{ authentication: 'basic', username: ' ', password: 'p' }, 'Username'],
		[{ authentication: 'bearer', token: '' }, 'Token'],
		[{ authentication: 'bearer', token: 'Bearer ' }, 'Token'],
		[{ authentication: 'bearer', token: 'a\tb\u0007' }, 'Token'],
	])('%j is refused, and the message names %s', async (given, label) => {
		const request = { url: `https://projects.example${tasks}` };
		const of = { headerName: '', headerValue: '', ...given };
		await expect(authenticated(request, of)).rejects.toThrow(`'${label}' of the credential`);
	});
});

test.each([
	['https://h.example/SI', 'https://h.example'],
	['https://h.example/x/si/', 'https://h.example/x'],
	['https://h.example/x/Si//', 'https://h.example/x'],
	['https://h.example/sites', 'https://h.example/sites'],
])('the base URL %s is %s', (given, url) => {
	expect(cleanBaseUrl(given)).toMatchObject({ ok: true, url });
	const { baseURL } = new ProjectServicesApi().test.request as { baseURL: string };
	const [, pattern = ''] = /replace\(\/(.*)\/i, ""\)/.exec(baseURL) ?? [];
	expect(given.replace(new RegExp(pattern, 'i'), '')).toBe(url);
});

test.each([
	'htp://user:pass-word@h.example',
	'http//user:pass-word@h.example/x',
	'user:pass-word@h',
	'htps://user:pass-word/x@h.example',
	'https://user:pass-word x@h.example',
	'user:pass-word y@@h',
])('the problem with %s does not show what is before the @', (given) => {
	const base = cleanBaseUrl(given);
	expect(base.ok).toBe(false);
	expect(JSON.stringify(base)).not.toMatch(/user:|pass-word/);
});

test.each<[object, string[]]>([
	[
		{ authentication: 'headerKey', headerValue: 'Bearer abcd-1234 x' },
		['Bearer abcd-1234 x', 'Bearer', 'abcd-1234'],
	],
	[{ authentication: 'basic', username: 'the-key', password: '' }, ['dGhlLWtleTo=', 'the-key']],
	[
		{ authentication: 'basic', username: 'u', password: 'long-word' },
		['long-word', 'dTpsb25nLXdvcmQ='],
	],
	[{ authentication: 'bearer', token: 'tok-en' }, ['tok-en']],
	[{ authentication: 'bearer', token: 'Bearer tok-en' }, ['tok-en']],
	[{ authentication: 'headerKey', headerValue: 't' }, []],
	[{ authentication: 'bearer', token: 'abc' }, []],
	[{ authentication: 'basic', username: 'u', password: 't' }, ['dTp0']],
	[{ authentication: 'none', token: 'tok-en' }, []],
])('the secrets of %j', (given, secrets) => {
	expect(secretsOf(given as never)).toEqual(secrets);
});
