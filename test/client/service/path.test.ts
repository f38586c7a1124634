// Paths that a person enters: what leaves the base URL is refused before anything is sent.
import { readPath } from '../../../client/service/readPath';
import { rulesProblem } from '../../../client/service/statusRules';
import { clientOf, errorOf, response, serviceOf } from '../fakes';

const base = 'https://projects.example/exchange';

function service() {
	return serviceOf(() => response(200, '[]'));
}

const read = {
	query: [],
	itemsUnder: '',
	paging: 'none',
	limit: Infinity,
} as const;

const status = { field: 'State', appliedValues: ['Done'], refusedValues: [], messageField: '' };

const attacks = [
	'',
	' ',
	'https://evil.example/x',
	'HTTP:/evil.example',
	'file:///etc/passwd',
	'javascript:alert(1)',
	'//evil.example/x',
	'/%2Fevil.example',
	'/%252fevil.example',
	'///evil.example',
	'/\\evil.example',
	'/%5Cevil.example',
	'/%255cevil.example',
	'\\\\evil.example',
	'/..',
	'/../admin',
	'/a/../../admin',
	'/a/..',
	'/./..',
	'/%2e%2e/admin',
	'/%2E./admin',
	'/.%2e/admin',
	'/%252e%252e/admin',
	'/%25252e%25252e/admin',
	'/a%2f..%2fadmin',
	'/a%2f%2e%2e%2f%2e%2e%2fadmin',
	'/..;/admin',
	'/..;x=1/admin',
	'/%2e%2e%3b/admin',
	'/..%20/admin',
	'/%c0%ae%c0%ae/admin',
	'/%e0%80%ae%e0%80%ae/admin',
	'/%25c0%25ae%25c0%25ae/admin',
	'/%c0%afadmin',
	'/a//b',
	'/\uff0e\uff0e/admin',
	'/\u2025/admin',
	'/.\t./admin',
	'/.\n./admin',
	'/\t/evil.example',
	'/%0d%0aHost:evil.example',
	'/%00',
	'/@evil.example',
	'/x@evil.example/',
	'@evil.example',
	'/%40evil.example',
	'/a#b',
	'/%u002e%u002e/admin',
	'/100%',
	'/\ud800',
];

test.each(attacks)('the path %j is refused, and nothing is sent', async (path) => {
	const from = service();
	expect(await readPath(clientOf(from), { ...read, path })).toMatchObject({
		ok: false,
		parameter: 'path',
	});
	const statusPath = path.trim() === '' ? path : `${path}/{MessageId}`;
	expect(rulesProblem({ ...status, path: statusPath })).toMatchObject({ parameter: 'statusPath' });
	expect(from.requests).toEqual([]);
});

test.each([
	['/SI/Subscribe/Projects', '/SI/Subscribe/Projects'],
	[' /SI/Subscribe/Projects ', '/SI/Subscribe/Projects'],
	['/Größen/a b', '/Gr%C3%B6%C3%9Fen/a%20b'],
	['/a%2Fb/c%20d', '/a%2Fb/c%20d'],
	['/Status(12)/v1.0/..x/x..', '/Status(12)/v1.0/..x/x..'],
	['SI/Subscribe/Projects', '/SI/Subscribe/Projects'],
])('the path %j is asked for as %j', async (path, sent) => {
	const from = service();
	await readPath(clientOf(from), { ...read, path, query: [['q', 'a b&c']] });
	expect(from.requests.map(({ url, method }) => [method, url])).toEqual([
		['GET', `${base}${sent}?q=a%20b%26c`],
	]);
});

test('a redirect that leaves the base URL is not followed', async () => {
	const from = serviceOf(() => response(302, '', { location: '/other/place' }));
	const error = await errorOf(readPath(clientOf(from), { ...read, path: '/x' }));
	expect(from.requests).toHaveLength(1);
	expect(String(error)).toContain('not below the base URL');
});

test.each([
	'/exchange/..;/admin',
	'/exchange/a/%2e%2e%3b/b',
	'/exchange/%c0%ae%c0%ae/admin',
	'/exchange/%252e%252e/admin',
	'/exchange/a%5c..%5cb',
])('a redirect to %s is not followed', async (location) => {
	const from = serviceOf(() => response(302, '', { location }));
	const error = await errorOf(readPath(clientOf(from), { ...read, path: '/x' }));
	expect(from.requests).toHaveLength(1);
	expect(error).toMatchObject({ failure: { kind: 'redirect' } });
});

test('a path with a query is refused: it has a place of its own', async () => {
	const from = service();
	const result = await readPath(clientOf(from), { ...read, path: '/a?b=1' });
	expect(result).toMatchObject({ problem: expect.stringContaining("'Query'") as unknown });
	expect(from.requests).toEqual([]);
});

test('a redirect below the base URL is followed', async () => {
	const from = serviceOf((_, number) =>
		number === 1 ? response(302, '', { location: '/exchange/other' }) : response(200, '[{"A":1}]'),
	);
	expect(await readPath(clientOf(from), { ...read, path: '/x' })).toMatchObject({
		value: { rows: [{ A: 1 }] },
	});
});
