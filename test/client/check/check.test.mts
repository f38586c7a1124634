// Check: five answers about services with habits, each right or unknown, from reads alone.
import { check } from '../../../client/check/check';
import { ConnectionError } from '../../../client/transport/networkErrors';
import type { ServiceClient } from '../../../client/transport/serviceClient';
import type { Habits } from '../../sandbox/habits';
import { sampleIds } from '../../sandbox/server.mjs';
import { clientOf, errorOf, response, serviceOf } from '../fakes';
import { clientOfSandbox } from '../sandboxClient.mjs';

const catalogId = sampleIds.catalog;
const ids = ['reachable', 'authentication', 'format', 'firstPage', 'dates.offset'] as const;
type Answers = Partial<Record<(typeof ids)[number], string>>;

async function answersOf(
	client: ServiceClient,
	hasCredential = true,
	id: string | undefined = catalogId,
) {
	const answers = await check(client, { catalogId: id, hasCredential });
	expect(answers.map((each) => each.id)).toEqual(ids);
	return Object.fromEntries(answers.map((each) => [each.id, each.answer]));
}

const usual = {
	...{ reachable: 'yes', authentication: 'accepted', format: 'both' },
	...{ firstPage: '1', 'dates.offset': 'offset' },
};
const both = (habits: Habits['projects']) => ({ projects: habits, catalog: habits });

test.each<[Habits, Answers]>([
	[{}, {}],
	// Formats.
	[{ formats: 'json' }, { format: 'json' }],
	[{ formats: 'jsonOnly' }, { format: 'json' }],
	[{ formats: 'xml' }, { format: 'xml' }],
	[{ formats: 'xmlOnly' }, { format: 'xml' }],
	[{ names: 'camelCase' }, {}],
	[{ names: 'snake_case', formats: 'xml' }, { format: 'xml' }],
	// The first page.
	[both({ firstPage: 0 }), { firstPage: '0' }],
	[both({ firstPage: 0, cap: 20 }), { firstPage: '0' }],
	[both({ firstPage: 0, beyondEnd: 'notFound' }), { firstPage: '0' }],
	[both({ firstPage: 0, total: 'absent', beyondEnd: 'repeats' }), { firstPage: '0' }],
	[both({ cap: 20 }), {}],
	[both({ cap: 10, pageZero: 'first' }), {}],
	[both({ cap: 10, pageZero: 'empty' }), {}],
	[both({ cap: 10, pageZero: 'refused' }), {}],
	[both({ cap: 10, pageZero: 'fails' }), { firstPage: 'unknown' }],
	[both({ pageZero: 'whole', beyondEnd: 'fails' }), {}],
	[both({ ignores: 'number' }), { firstPage: 'unknown' }],
	[both({ ignores: 'both' }), { firstPage: 'unknown' }],
	[{ projects: { firstPage: 0 } }, { firstPage: 'unknown' }],
	[{ projects: { ignores: 'both' }, catalog: { firstPage: 0 } }, { firstPage: '0' }],
	[{ projectList: 404, catalog: { firstPage: 0 } }, { firstPage: '0' }],
	[{ projectList: 403 }, {}],
	// Dates.
	[{ offsets: 'Z' }, {}],
	[{ offsets: 'none' }, { 'dates.offset': 'none' }],
	[{ offsets: 'mixed' }, { 'dates.offset': 'mixed' }],
	[
		{ offsets: 'none', formats: 'xml' },
		{ format: 'xml', 'dates.offset': 'none' },
	],
	// Who asks.
	[
		{ credential: { header: 'x-key', value: 'k' } },
		{
			...{ authentication: 'refused', format: 'unknown', firstPage: 'unknown' },
			...{ reachable: 'yes', 'dates.offset': 'unknown' },
		},
	],
])('%j: %j', async (habits, expected) => {
	const { client, requests } = clientOfSandbox(habits, { products: 130 });
	expect(await answersOf(client)).toEqual({ ...usual, ...expected });
	expect(requests.length).toBeLessThanOrEqual(10);
	expect(requests.every((request) => request.startsWith('/SI/Subscribe/'))).toBe(true);
});

const unknown = Object.fromEntries(ids.map((id) => [id, 'unknown']));
const page = { 'content-type': 'text/html' };
const isThere = { reachable: 'yes' };

test.each<[string, () => ReturnType<typeof response>, Answers]>([
	['a 403 of a firewall', () => response(403, '<html><h1>Blocked</h1></html>', page), {}],
	['a web page', () => response(200, '<html><title>Sign in</title></html>', page), {}],
	['an error without content', () => response(500), {}],
	['nothing', () => response(200, ''), {}],
	['foreign JSON', () => response(200, '{"id":7,"name":"Shop","items":[]}'), {}],
	['a foreign list', () => response(200, '[{"Id":"1"}]'), {}],
	['other records', () => response(200, '{"COProjects":[{"a":1}],"Products":[{"b":1}]}'), {}],
	[
		'a list that says that it failed',
		() => response(200, '{"Success":false,"Message":"Expired","COProjects":[],"Products":[]}'),
		{},
	],
	['a foreign error', () => response(400, '{"error":"no"}'), {}],
	['a path that is not there', () => response(404, '{"Message":"No HTTP resource"}'), {}],
	['its own error', () => response(500, '{"Message":"Out of paper."}'), isThere],
	['one in XML', () => response(400, '<Error><Message>No</Message></Error>'), isThere],
	['a refusal of others', () => response(401), { authentication: 'refused' }],
	[
		'one date in two forms, without another field',
		() =>
			response(
				200,
				'{"COProjects":[{"Id":"1","PublishedOn":"2026-01-01T08:00:00"},{"Id":"2","PublishedOn":"2026-01-01T08:00:00Z"}]}',
			),
		{ reachable: 'yes', authentication: 'accepted', format: 'json', 'dates.offset': 'mixed' },
	],
	['a redirect', () => response(302, '', { location: 'https://other.example/' }), {}],
])('%s is no proof', async (_, answer, expected) => {
	const client = clientOf(serviceOf(answer), { settings: { maxRetries: 0 } });
	expect(await answersOf(client)).toEqual({ ...unknown, ...expected });
});

test('nothing that answers is not reachable, and everything else unknown', async () => {
	const from = serviceOf(() => {
		throw new ConnectionError('ECONNREFUSED');
	});
	const client = clientOf(from, { settings: { maxRetries: 0 } });
	expect(await answersOf(client)).toEqual({ ...unknown, reachable: 'no' });
	const stopped = clientOf(from, { signal: AbortSignal.abort() });
	expect(await errorOf(answersOf(stopped))).toMatchObject({ failure: { kind: 'cancelled' } });
});

test('without a catalog, change orders alone are asked for; None that works is not required', async () => {
	const { client, requests } = clientOfSandbox({});
	const answers = await check(client, { hasCredential: false });
	expect(answers[1]).toMatchObject({ answer: 'notRequired' });
	expect(requests.every((request) => request.includes('COProjects'))).toBe(true);
});

test('consequences name the setting and its value; evidence has no IDs and no values', async () => {
	const habits = { ...both({ firstPage: 0 as const }), formats: 'xml', offsets: 'none' } as const;
	const { client, state } = clientOfSandbox(habits, { products: 130 });
	const answers = await check(client, { catalogId, hasCredential: true });
	expect(answers.map(({ consequence }) => consequence)).toEqual([
		'Nothing.',
		'Nothing.',
		"Set 'Response Format' to XML.",
		"Set 'First Page' to 0.",
		expect.stringContaining("Set 'Time Zone of Dates Without Offset' to the zone of the service"),
	]);
	for (const { evidence } of answers) {
		expect(evidence.length).toBeLessThan(250);
		expect(evidence.split('. ').length).toBeLessThan(3);
	}
	const told = JSON.stringify(answers);
	expect(told).not.toContain(catalogId);
	for (const id of state.records.changeOrderProject.keys()) expect(told).not.toContain(id);
});
