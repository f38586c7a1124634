// Get From Path in n8n's engine: the records under any path below the base URL, and never anything else.
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { runNode, type RunSettings } from '../../../engine.mjs';
import { type Answer, type BareService, reply, startBareService } from '../../../service.mjs';
import { pairs } from '../support.mjs';

jest.setTimeout(60_000);

let service: BareService | undefined;
afterEach(async () => {
	await service?.stop();
	service = undefined;
});

async function get(
	answer: Answer,
	parameters: INodeParameters,
	{
		base = '/exchange',
		settings = {},
		...rest
	}: Partial<RunSettings> & { base?: string; settings?: ICredentialDataDecryptedObject } = {},
) {
	service = await startBareService(answer);
	return await runNode({
		parameters: { resource: 'service', operation: 'getFromPath', path: '/x', ...parameters },
		credential: {
			baseUrl: `${service.url}${base}`,
			authentication: 'headerKey',
			headerName: 'X-Key',
			headerValue: 'k3y-0f-th3-t3st',
			...settings,
		},
		...rest,
	});
}

const json = (body: unknown) => reply(200, JSON.stringify(body));
const asked = () => service?.arrived.map(({ url }) => url);

test('a list under names, with the query, exact and with the credential', async () => {
	const body = '{"Data":{"Projects":[{"Id":"P-1","Ticks":638712345678901234,"Note":null}]}}';
	const parameters = {
		path: ' /SI/Subscribe/Projects ',
		itemsUnder: 'Data.Projects',
		query: {
			parameters: [
				{ name: 'since', value: '2026-03-31T08:00:00+02:00' },
				{ name: 'tag', value: 'a&b' },
				{ name: 'tag', value: '={{ 7 }}' },
			],
		},
	};
	const result = await get(reply(200, body), parameters);
	expect(result.json).toEqual([{ Id: 'P-1', Ticks: '638712345678901234', Note: null }]);
	expect(asked()).toEqual([
		'/exchange/SI/Subscribe/Projects?since=2026-03-31T08%3A00%3A00%2B02%3A00&tag=a%26b&tag=7',
	]);
	expect(service?.arrived[0]).toMatchObject({ method: 'GET', headers: { 'x-key': /./ } });
});

test('XML is read by what comes, and empty fields are left out where they are not wanted', async () => {
	const body = '<Projects><Project><Id>007</Id><Note/></Project></Projects>';
	const xml = reply(200, body, { 'content-type': 'application/xml' });
	const options = { onlyFilled: true };
	const settings = { serviceSettings: true, responseFormat: 'xml' };
	expect((await get(xml, { options }, { settings })).json).toEqual([{ Id: '007' }]);
	expect(service?.arrived[0]?.headers.accept).toContain('xml');
});

const pages: Answer = (response, { url, ...request }, number) => {
	const { searchParams } = new URL(url, 'http://127.0.0.1');
	const page = Number(searchParams.get('pageNumber') ?? 1);
	const rows = page > 3 ? [] : [1, 2].map((row) => ({ Id: `${page}.${row}` }));
	json({ Rows: rows })(response, { url, ...request }, number);
};
const ids = (values: readonly unknown[]) => values.map((each) => (each as { Id: string }).Id);
const paged = { itemsUnder: 'Rows', paging: 'pageNumber' };

test.each<[string, INodeParameters, string[], number]>([
	['all pages', { ...paged, returnAll: true }, ['1.1', '1.2', '2.1', '2.2', '3.1', '3.2'], 4],
	['as many as the limit', { ...paged, limit: 3 }, ['1.1', '1.2', '2.1'], 2],
	['one page', { ...paged, options: { pageNumber: 2 } }, ['2.1', '2.2'], 1],
	['without pages', { itemsUnder: 'Rows', limit: 1 }, ['1.1'], 1],
])('%s', async (_, parameters, expected, requests) => {
	const result = await get(pages, parameters);
	expect(ids(result.json)).toEqual(expected);
	expect(asked()).toHaveLength(requests);
});

test('each input item has its own path, and its items belong to it', async () => {
	const answer: Answer = (response, request, number) =>
		json(request.url.endsWith('/a') ? [{ Id: 1 }, { Id: 2 }] : { Id: 3 })(
			response,
			request,
			number,
		);
	const { outputs } = await get(
		answer,
		{ path: '=/x/{{ $json.of }}' },
		{ items: [{ of: 'a' }, { of: 'b' }], base: '' },
	);
	expect(outputs[0]?.map((item) => item.json)).toEqual([{ Id: 1 }, { Id: 2 }, { Id: 3 }]);
	expect(pairs(outputs[0])).toEqual([{ item: 0 }, { item: 0 }, { item: 1 }]);
	expect(asked()?.sort()).toEqual(['/x/a', '/x/b']);
});

test('with the error output, a failed item leaves by it', async () => {
	const answer: Answer = (response, request, number) =>
		(request.url.endsWith('/a') ? json([]) : reply(404, '{}'))(response, request, number);
	const { outputs, hints } = await get(
		answer,
		{ path: '={{ $json.path }}' },
		{
			items: [{ path: '/a' }, { path: '/b' }, { path: '//b' }],
			onError: 'continueErrorOutput',
		},
	);
	expect(outputs[0]).toEqual([]);
	expect(outputs[1]?.map((item) => item.json)).toMatchObject([
		{ error: expect.stringContaining('did not find /b (status 404)') as unknown },
		{ error: expect.stringMatching(/^'Path' may not begin with two slashes/) as unknown },
	]);
	expect(pairs(outputs[1])).toEqual([{ item: 1 }, { item: 2 }]);
	expect(hints.map(({ message }) => message)).toEqual([
		"No records were found for 1 of 3 input items. If you expected some, check 'Path', 'Query' and 'Records Under'.",
	]);
});

test('a date in the query is sent as ISO text', async () => {
	const since = { name: 'since', value: '={{ new Date(0) }}' };
	await get(json([]), { query: { parameters: [since] } });
	expect(asked()?.[0]).toContain('since=1970-01-01T00%3A00%3A00.000Z');
});

test('a name that the answer lacks is named', async () => {
	const { error } = await get(json({ Items: [] }), { itemsUnder: 'Rows' });
	expect(error?.message).toBe(
		`'Records Under' has "Rows", which the response lacks: it has Items.`,
	);
});

test('a query value whose expression finds nothing is an error of its item', async () => {
	const query = { parameters: [{ name: 'id', value: '={{ $json.id }}' }] };
	const { outputs } = await get(
		json([{ Id: 1 }]),
		{ query },
		{ items: [{ id: 'a' }, {}, { id: null }, { id: '' }], onError: 'continueErrorOutput' },
	);
	expect(pairs(outputs[0])).toEqual([{ item: 0 }]);
	expect(outputs[1]?.map((item) => item.json.error)).toEqual(
		[1, 2, 3].map(() => `'Query' has no value for "id": its expression found nothing`),
	);
	expect(asked()).toEqual(['/exchange/x?id=a']);
});

test('a query value that was entered as empty text is sent empty', async () => {
	const query = { parameters: [{ name: 'a', value: '' }, { name: 'b' }] };
	await get(json([]), { query });
	expect(asked()).toEqual(['/exchange/x?a=&b=']);
});

test('that there is more is a hint', async () => {
	const { hints } = await get(json({ R: [{ Id: 1 }], hasMore: true }), { itemsUnder: 'R' });
	expect(hints.map(({ message }) => message)).toEqual([
		"The response says that there is more: it has hasMore. To read on, set 'Paging', or enter the next page under 'Query'.",
	]);
});

test('a redirect out of the base URL is not followed', async () => {
	const answer: Answer = (response, { url, ...request }, number) =>
		(url.startsWith('/exchange/')
			? reply(302, '', { location: '/secret' })
			: json({ never: true }))(response, { url, ...request }, number);
	const { error } = await get(answer, {});
	expect(error?.message).toMatch(/not below the base URL|redirect/);
	expect(asked()).toEqual(['/exchange/x']);
});

test.each<[INodeParameters, RegExp]>([
	[{ path: ' ' }, /^'Path' is empty/],
	[{ path: '={{ $json.missing }}' }, /^'Path' is empty/],
	[{ path: '={{ ["/x"] }}' }, /^'Path' is a list, expected text/],
	[{ path: '/x//y' }, /^'Path' has an empty part/],
	[{ path: 'https://evil.example/x' }, /^'Path' must be a path below the base URL/],
	[{ path: '//evil.example' }, /^'Path' may not begin with two slashes/],
	[{ path: '/../secret' }, /^'Path' may not lead out of the base URL/],
	[{ path: '/%252e%252e/secret' }, /^'Path' may not lead out of the base URL/],
	[{ path: '/..\\secret' }, /^'Path' contains a backslash/],
	[{ path: '/x@evil.example' }, /^'Path' contains an @/],
	[{ path: '/x?a=1' }, /^'Path' contains a \?.*'Query'/],
	[{ query: { parameters: [{ name: '', value: 'a' }] } }, /^'Query' has a parameter without a/],
	[{ query: { parameters: [{ name: 'a', value: '={{ $json }}' }] } }, /^'Query' is an object/],
	[{ query: { parameters: [{ name: 'a\ud800', value: 'a' }] } }, /^'Query' contains a broken/],
	[{ ...paged, query: { parameters: [{ name: 'PageNumber', value: 1 }] } }, /^'Query' has page/],
	[
		{
			...paged,
			query: { parameters: [{ name: 'pageSize', value: 1 }] },
			options: { pageSize: 5 },
		},
		/^'Query' has pageSize/,
	],
	[{ paging: 'cursor' }, /^'Paging' is "cursor", expected one of none, pageNumber/],
	[{ limit: 0 }, /^'Limit' must be a whole number of 1 or more/],
])('%j is refused, and nothing is sent', async (parameters, message) => {
	const { error } = await get(json([]), parameters);
	expect(error?.message).toMatch(message);
	expect(asked()).toEqual([]);
});

test('Retry On Fail and a retried execution read again', async () => {
	const answer: Answer = (response, request, number) =>
		(number <= 2 ? reply(500, '{}') : json([{ Id: 1 }]))(response, request, number);
	const parameters = { options: { requests: { maxRetries: 0 } } };
	const { data } = await get(answer, parameters, { tries: 2 });
	expect(asked()).toHaveLength(2);
	const { url } = service as BareService;
	const retried = await runNode({
		parameters: { resource: 'service', operation: 'getFromPath', path: '/x', ...parameters },
		credential: { baseUrl: url, authentication: 'none' },
		mode: 'retry',
		retryOf: data,
	});
	expect(retried.json).toEqual([{ Id: 1 }]);
});
