// What a check may never do or show, whatever a service answers.
import { check, type CheckRequest, checkFile } from '../../../client/check/check';
import type { Probe } from '../../../client/check/outcome';
import { productCatalog } from '../../../api/resources/productCatalog';
import type { HttpRequest } from '../../../client/transport/http';
import { ConnectionError, NotSentError } from '../../../client/transport/networkErrors';
import {
	clientOf,
	errorOf,
	fakeClock,
	response,
	type Service,
	serviceGiving,
	serviceOf,
} from '../fakes';
import { QUESTIONS } from '../../../client/check/questions';
import { idsOf, SECRET, tryOut } from './trial.mjs';

const request: CheckRequest = { ids: {}, maxRequests: 20, hasCredential: true };

async function answersOf(
	from: Service,
	changes: Partial<CheckRequest> = {},
	client: Parameters<typeof clientOf>[1] = {},
) {
	const result = await check(clientOf(from, client), { ...request, ...changes });
	const answers = Object.fromEntries(result.answers.map(({ id, answer }) => [id, answer]));
	return { result, answers, shown: checkFile(result) + JSON.stringify(result.answers) };
}

test('a type makes a write impossible', () => {
	const write: Probe = {
		// @ts-expect-error -- An endpoint that writes is no endpoint that is asked.
		endpoint: productCatalog.operations.publish,
	};
	expect(write.endpoint).toBe(productCatalog.operations.publish);
});

test.each([1, 2, 5, 10, 20])(
	'at most %d requests, and every question is answered',
	async (maxRequests) => {
		const { requests, result } = await tryOut({ name: 'x', habits: {} }, { maxRequests });
		expect(requests.length).toBeLessThanOrEqual(maxRequests);
		expect(result.answers).toHaveLength(QUESTIONS.length);
	},
);

test('without IDs, nothing is asked for that needs one', async () => {
	const { requests, answers, result } = await tryOut({ name: 'x', habits: {} }, { ids: {} });
	expect(requests.filter(({ url }) => /[?&](?:id|projectId)=/.test(url))).toEqual([]);
	expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	expect(answers['productCatalog.total']).toBe('unknown');
	const { consequence } = result.answers.find(({ id }) => id === 'productCatalog.total') ?? {};
	expect(consequence).toContain("'Catalog ID' under 'IDs to Try'");
	// Without an ID, no path is asked that takes one.
	expect(new Set(requests.map(({ url }) => new URL(url).pathname))).toEqual(
		new Set(['/exchange/SI/Subscribe/COProjects']),
	);
});

test('retries count as requests', async () => {
	const from = serviceGiving(() => response(503, '{}'));
	const { result } = await answersOf(from, { maxRequests: 2 });
	expect(from.requests).toHaveLength(2);
	expect(result.requestCount).toBe(2);
});

test('blanks around IDs are no part of them, and an empty ID is none', async () => {
	const { requests } = await tryOut(
		{ name: 'x', habits: {} },
		{ ids: { taskId: ' T-1001 ', projectId: ' ', clientIds: ['', ' '] } },
	);
	const asked = requests.map(({ url }) => decodeURIComponent(url));
	expect(asked.some((url) => url.endsWith('Tasks?id=T-1001'))).toBe(true);
	expect(asked.filter((url) => /projectId|ClientList/.test(url))).toEqual([]);
});

test('names that hold a secret, an ID or a value are not shown', async () => {
	const name = 'ana.berg@example.com';
	const task = {
		Id: 'T-77',
		Name: 'Mount',
		[SECRET]: 1,
		[name]: 2,
		'T-77': 3,
		Phone5551234: 4,
		Zone: 5,
	};
	const from = serviceOf(({ url }) =>
		response(200, url.includes('id=T-77') ? JSON.stringify(task) : '{}'),
	);
	const { shown, answers } = await answersOf(
		from,
		{ ids: { taskId: 'T-77' } },
		{ secrets: [SECRET] },
	);
	for (const hidden of [SECRET, name, 'T-77', '5551234']) expect(shown).not.toContain(hidden);
	expect(answers['fields.undocumented']).toContain('SITask.Zone');
});

test('what errors say is not shown', async () => {
	const from = serviceGiving(() =>
		response(400, JSON.stringify({ Message: `Dear Ana, ${SECRET}` })),
	);
	const { shown } = await answersOf(from, { ids: { taskId: 'T-77' } });
	expect(shown).not.toMatch(/Ana|S3cr3t|T-77/);
});

const OWN_ERROR = '{"Message":"Authorization has been denied for this request."}';

test.each<[string, () => ReturnType<typeof response>, object]>([
	['401', () => response(401, OWN_ERROR), { reachable: 'yes', authentication: 'refused' }],
	['401 without content', () => response(401), { reachable: 'unknown', authentication: 'refused' }],
	['403', () => response(403, OWN_ERROR), { reachable: 'yes', authentication: 'unknown' }],
	[
		"the 403 of a firewall's page",
		() => response(403, '<html><title>Blocked</title></html>', { 'content-type': 'text/html' }),
		{ reachable: 'unknown', authentication: 'unknown', 'changeOrderProjects.list': 'unknown' },
	],
	['403 without content', () => response(403), { reachable: 'unknown' }],
	[
		'the 403 of a gateway',
		() => response(403, '{"message":"Forbidden"}'),
		{ reachable: 'unknown' },
	],
	[
		'an error in XML',
		() => response(400, '<Error><Message>No.</Message></Error>', { 'content-type': 'text/xml' }),
		{ reachable: 'yes' },
	],
	[
		'the 400 of another application',
		() => response(400, '{"title":"Bad Request","status":400}'),
		{ reachable: 'unknown' },
	],
	[
		'404',
		() => response(404, OWN_ERROR),
		{ reachable: 'unknown', 'changeOrderProjects.list': 'unknown' },
	],
	['an empty list', () => response(200, '[]'), { reachable: 'unknown' }],
	[
		'the list of another application',
		() => response(200, '{"items":[{"id":1,"name":"x"}],"totalCount":1}'),
		{ reachable: 'unknown', 'format.json': 'unknown' },
	],
	[
		'a record of another application',
		() => response(200, '{"id":"7f","status":"ok","name":"x"}'),
		{ reachable: 'unknown', authentication: 'unknown' },
	],
	['no content', () => response(204), { reachable: 'unknown' }],
	[
		'a web page',
		() => response(200, '<html></html>'),
		{ reachable: 'unknown', authentication: 'unknown' },
	],
	[
		'a redirect elsewhere',
		() => response(302, '', { location: 'https://other.example/' }),
		{ reachable: 'unknown' },
	],
	['text', () => response(200, 'All is well'), { reachable: 'unknown', 'format.json': 'unknown' }],
])('%s for everything', async (_, answer, expected) => {
	const { answers } = await answersOf(serviceGiving(answer), { ids: { taskId: 'T-1' } });
	expect(answers).toMatchObject(expected);
	expect(Object.values(answers)).not.toContain('available');
});

test('a wrong credential is tried three times at most', async () => {
	const from = serviceGiving(() => response(401));
	await answersOf(from, { ids: { taskId: 'T-1', projectId: 'P-1' } });
	expect(from.requests).toHaveLength(3);
});

test('three paths in a row that respond with 403 are enough', async () => {
	const from = serviceGiving(() => response(403));
	const ids = { taskId: 'T-1', timeSheetId: 'S-1', servicePlanId: 'P-1', purchaseOrderId: 'O-1' };
	const { result } = await answersOf(from, { ids });
	expect(from.requests).toHaveLength(3);
	const { evidence } = result.answers.find(({ id }) => id === 'dates.offset') ?? {};
	expect(evidence).toContain('three paths in a row responded with status 403');
});

test('a name that does not exist is asked for once', async () => {
	const from = serviceGiving(new ConnectionError('ENOTFOUND'));
	const { answers } = await answersOf(from);
	expect(from.requests).toHaveLength(1);
	expect(answers.reachable).toBe('no');
});

test('a request that n8n does not send ends the check with the reason', async () => {
	const from = serviceGiving(new NotSentError('The host is not allowed'));
	expect(String(await errorOf(check(clientOf(from), request)))).toContain('not allowed');
	expect(from.requests).toHaveLength(1);
});

test('a redirect that n8n does not follow ends nothing', async () => {
	const from = serviceOf(({ url }) => {
		if (url.endsWith('/elsewhere')) throw new NotSentError('The host is not allowed');
		return response(302, '', { location: '/exchange/elsewhere' });
	});
	const { answers, result } = await answersOf(from);
	expect(answers.reachable).not.toBe('yes');
	expect(result.answers[0]?.evidence).toContain('no response (not sent)');
});

test('a stopped execution ends the check', async () => {
	const stop = new AbortController();
	const from = serviceOf(() => {
		stop.abort();
		return response(200, '{}');
	});
	const error = await errorOf(check(clientOf(from, { signal: stop.signal }), request));
	expect(error).toMatchObject({ failure: { kind: 'cancelled' } });
});

/** A list of change order projects in pages, with rows that the test makes. */
function projectList(rows: readonly object[], total: number | undefined = rows.length) {
	return ({ url }: HttpRequest) => {
		const { searchParams } = new URL(url);
		const [number, size] = ['pageNumber', 'pageSize'].map((name) => Number(searchParams.get(name)));
		if (!url.includes('COProjects')) return response(404);
		const page = rows.slice((number - 1) * size, number * size);
		return response(200, JSON.stringify({ COProjects: number < 1 ? [] : page, TotalCount: total }));
	};
}

test.each([0, 1])('a list of %d rows tells nothing of its pages', async (count) => {
	const rows = [{ Id: 'A', ProjectId: 'P', PublishedOn: '2026-01-01T00:00:00Z' }].slice(0, count);
	const { answers } = await answersOf(serviceOf(projectList(rows)));
	for (const each of ['total', 'firstPage'])
		expect([each, answers[`changeOrderProjects.${each}`]]).toEqual([each, 'unknown']);
});

test('rows that share an ID are told apart by their content', async () => {
	const rows = [1, 2, 3, 4, 5].map((CONumber) => ({ Id: 'A', ProjectId: 'P', CONumber }));
	const { answers } = await answersOf(serviceOf(projectList(rows)));
	expect(answers).toMatchObject({
		'changeOrderProjects.total': 'list',
		'changeOrderProjects.firstPage': '1',
	});
});

test('a list that grows while it is read tells nothing of its pages', async () => {
	const rows = Array.from({ length: 300 }, (_, index) => ({ Id: `A${index}`, ProjectId: 'P' }));
	let count = 200;
	const from = serviceOf((asked) => projectList(rows.slice(0, count++))(asked));
	const { answers } = await answersOf(from);
	for (const each of ['total', 'firstPage'])
		expect([each, answers[`changeOrderProjects.${each}`]]).toEqual([each, 'unknown']);
});

const oddTotals: ReadonlyArray<readonly [string, (size: number, turn: number) => number]> = [
	['counts pages', (size) => Math.ceil(10 / size)],
	['changes with each request', (_, turn) => 30 + turn],
];

type Rows = readonly object[];
type PageOf = (rows: Rows, number: number, size: number) => Rows;

const fromZero: PageOf = (rows, number, size) => rows.slice(number * size, (number + 1) * size);
const fromOne: PageOf = (rows, number, size) => fromZero(rows, number - 1, size);
const alwaysFirst: PageOf = (rows, _, size) => rows.slice(0, size);
const zeroIsOne: PageOf = (rows, number, size) => fromOne(rows, number || 1, size);
const zeroIsLast: PageOf = (rows, number, size) =>
	number === 0 ? rows.slice(-(rows.length % size || size)) : fromOne(rows, number, size);

/** A list of some rows, in pages of at most 100. */
function pagedList(
	count: number,
	pageOf: PageOf,
	totalOf: (size: number, turn: number) => number = () => count,
) {
	const rows = Array.from({ length: count }, (_, index) => ({ Id: `A${index}`, ProjectId: 'P' }));
	return serviceOf(({ url }, turn) => {
		const { searchParams } = new URL(url);
		const [number, size] = ['pageNumber', 'pageSize'].map((name) => Number(searchParams.get(name)));
		if (!url.includes('COProjects')) return response(404);
		const COProjects = pageOf(rows, number, size);
		return response(200, JSON.stringify({ COProjects, TotalCount: totalOf(size, turn) }));
	});
}

async function firstPageOf(from: Service, firstPage: 0 | 1) {
	const { result } = await answersOf(from, {}, { settings: { firstPage } });
	expect(from.requests.length).toBeLessThanOrEqual(20);
	return result.answers.find(({ id }) => id === 'changeOrderProjects.firstPage');
}

describe.each([0, 1] as const)('with First Page %d in the credential', (said) => {
	describe.each([2, 10, 150, 250])('and %d rows', (count) => {
		test.each(oddTotals)('pages from 0 are known whose total %s', async (_, totalOf) => {
			const from = pagedList(count, fromZero, totalOf);
			expect(await firstPageOf(from, said)).toMatchObject({ answer: '0' });
		});

		test.each([
			['from 1', fromOne],
			['from 1, and page 0 is page 1', zeroIsOne],
			['from 1, and page 0 is the last one', zeroIsLast],
			['that are all the first one', alwaysFirst],
		])('pages %s are never taken for pages from 0', async (_, pageOf) => {
			for (const totalOf of [undefined, ...oddTotals.map(([, each]) => each)]) {
				const found = await firstPageOf(pagedList(count, pageOf, totalOf), said);
				expect(found?.answer).not.toBe('0');
			}
		});

		test('pages that repeat each other are said to', async () => {
			for (const totalOf of [undefined, ...oddTotals.map(([, each]) => each)])
				expect(await firstPageOf(pagedList(count, alwaysFirst, totalOf), said)).toMatchObject({
					answer: 'unknown',
					evidence: expect.stringMatching(/: these pages repeat each other\.$/) as unknown,
					consequence: expect.stringContaining('probably does not take pageNumber') as unknown,
				});
		});

		test('a page 0 that is page 1 repeats no other', async () => {
			const found = await firstPageOf(pagedList(count, zeroIsOne), said);
			expect(found?.evidence).not.toContain('repeat each other');
		});
	});
});

test('large pages that are refused are asked for smaller', async () => {
	const rows = Array.from({ length: 300 }, (_, index) => ({ Id: `A${index}`, ProjectId: 'P' }));
	const from = serviceOf((asked) =>
		Number(new URL(asked.url).searchParams.get('pageSize')) > 500
			? response(400)
			: projectList(rows)(asked),
	);
	const { answers } = await answersOf(from);
	expect(answers).toMatchObject({
		'changeOrderProjects.total': 'list',
		'changeOrderProjects.firstPage': '1',
	});
});

test('waiting for a service that asks for it ends in time', async () => {
	const clock = fakeClock();
	const from = serviceOf((_, number) =>
		number % 2 === 1
			? response(429, '', { 'retry-after': '30' })
			: projectList([])({
					url: 'https://a.example/COProjects',
					method: 'GET',
					headers: {},
					timeoutMs: 1,
				}),
	);
	const { answers } = await answersOf(from, {}, { clock });
	expect(answers.reachable).toBe('yes');
	expect(clock.slept.every((wait) => wait <= 30_000)).toBe(true);
});

test.each([
	['a refusal', '{"Message":"Authorization has been denied for this request."}'],
	['a health report', '{"status":"healthy"}'],
	['nothing', ''],
])('%s with status 200 for everything proves nothing', async (_, body) => {
	const { answers } = await answersOf(serviceGiving(() => response(200, body)));
	expect(answers).toMatchObject({
		authentication: 'unknown',
		'lists.withoutId': 'unknown',
	});
});

test('no list and 401 for the rest: the credential is refused', async () => {
	const from = serviceOf(({ url }) => response(url.includes('COProjects') ? 404 : 401));
	const { answers } = await answersOf(from, { ids: { taskId: 'T-1', timeSheetId: 'S-1' } });
	expect(answers.authentication).toBe('refused');
});

test('without the list, a catalog tells of formats and IDs', async () => {
	const { productCatalogId } = idsOf(1);
	const { answers } = await tryOut(
		{ name: 'x', habits: { projectList: 404 } },
		{ ids: { productCatalogId } },
	);
	expect(answers).toMatchObject({
		'format.json': 'yes',
		'format.xml': 'yes',
		'lists.withoutId': 'none',
	});
});

test.each([{ projectId: 'P-77' }, { clientIds: idsOf(1).clientIds }])(
	'without the list, %j tells of formats',
	async (ids) => {
		const { answers } = await tryOut({ name: 'x', habits: { projectList: 404 } }, { ids });
		expect(answers).toMatchObject({ 'format.json': 'yes', 'lists.withoutId': 'none' });
	},
);

const TEN = Array.from({ length: 10 }, (_, index) => ({ Id: `A${index}`, ProjectId: 'P' }));

test('null beyond the end is an empty page', async () => {
	const from = serviceOf((asked) => {
		const page = projectList(TEN)(asked);
		const number = Number(new URL(asked.url).searchParams.get('pageNumber'));
		const size = Number(new URL(asked.url).searchParams.get('pageSize'));
		return asked.url.includes('COProjects') && (number - 1) * size >= TEN.length
			? response(200, 'null')
			: page;
	});
	const { answers } = await answersOf(from);
	expect(answers['changeOrderProjects.total']).toBe('list');
});

test('a row after as many as the total is one too many', async () => {
	const from = serviceOf((asked) => {
		const capped = asked.url.replace(/pageSize=\d{2,}/, 'pageSize=9');
		return projectList(TEN, 9)({ ...asked, url: capped });
	});
	const { answers } = await answersOf(from);
	expect(answers['changeOrderProjects.total']).toBe('wrong');
});

test('a service that refuses small pages is asked for larger ones', async () => {
	const from = serviceOf((asked) =>
		/pageSize=1(?:&|$)/.test(asked.url) ? response(400) : projectList(TEN)(asked),
	);
	const { answers } = await answersOf(from);
	expect(answers).toMatchObject({ 'changeOrderProjects.list': 'available', 'format.json': 'yes' });
});

test.each([
	['/Date(1767225600000)/', 'unknown', 'SITask.End, SITask.Start'],
	['2026-01-05', 'none', 'none'],
	['2026-01-05 10:00:00', 'none', 'none'],
])('dates like %s are seen', async (date, offset, retyped) => {
	const task = { Id: 'T-77', Name: 'Mount', Start: date, End: date };
	const from = serviceOf(({ url }) =>
		url.includes('id=T-77') ? response(200, JSON.stringify(task)) : response(404),
	);
	const { answers, result } = await answersOf(from, { ids: { taskId: 'T-77' } });
	expect(answers['dates.offset']).toBe(offset);
	expect(answers['fields.retyped'].split(', ').sort().join(', ')).toBe(retyped);
	const { evidence } = result.answers.find(({ id }) => id === 'dates.offset') ?? {};
	expect(evidence).not.toContain('No date came');
});

test('names that serializers write are shown', async () => {
	const task = { $type: 'X', '@odata.type': 'Y', Id: 'T-77', Name: 'Mount' };
	const from = serviceOf(({ url }) =>
		url.includes('id=T-77') ? response(200, JSON.stringify(task)) : response(404),
	);
	const { answers } = await answersOf(from, { ids: { taskId: 'T-77' } });
	expect(answers['fields.undocumented']).toBe('SITask.$type, SITask.@odata.type');
});

const consequenceOf = (result: Awaited<ReturnType<typeof tryOut>>['result'], id: string) =>
	result.answers.find((each) => each.id === id)?.consequence;

test.each<[0 | 1, 0 | 1, string]>([
	[1, 1, 'Nothing.'],
	[1, 0, "Set 'First Page' to 1."],
	[0, 1, "Set 'First Page' to 0."],
	[0, 0, 'Nothing.'],
])('pages from %d, and a credential that says %d: %s', async (firstPage, said, expected) => {
	const list = { firstPage };
	const { result } = await tryOut(
		{ name: 'x', habits: { projects: list, catalog: list } },
		{ settings: { firstPage: said } },
	);
	expect(result.settings).toEqual({ responseFormat: 'json', firstPage });
	expect(consequenceOf(result, 'changeOrderProjects.firstPage')).toBe(expected);
	expect(consequenceOf(result, 'productCatalog.firstPage')).toBe(expected);
});

test('two lists that begin with different pages decide no setting', async () => {
	const { answers, result } = await tryOut({ name: 'x', habits: { catalog: { firstPage: 0 } } });
	expect(answers).toMatchObject({
		'changeOrderProjects.firstPage': '1',
		'productCatalog.firstPage': '0',
	});
	expect(result.settings).toEqual({ responseFormat: 'json' });
	expect(consequenceOf(result, 'productCatalog.firstPage')).toBe(
		"The lists differ: no 'First Page' is right for both.",
	);
});

test('a last page that is repeated beyond the end does not look like a first page', async () => {
	const list = { firstPage: 0, beyondEnd: 'repeats' } as const;
	const { answers } = await tryOut({ name: 'x', habits: { projects: list, catalog: list } });
	expect(answers).toMatchObject({
		'changeOrderProjects.firstPage': '0',
		'productCatalog.firstPage': '0',
	});
});

test('where reading marks projects, it says how many, and asks for no path without an ID', async () => {
	const { requests, result } = await tryOut({ name: 'x', habits: { marks: 'readById' } });
	expect(consequenceOf(result, 'imported.byReading')).toMatch(
		/Check marked \d projects? itself\.$/,
	);
	const bare = requests.filter(({ method, url }) => method === 'GET' && !url.includes('?'));
	expect(bare).toEqual([]);
});

test('dates without an offset are of the zone that the credential says', async () => {
	const answerIn = async (timeZone: string) => {
		const tasks: Record<string, object> = {
			'T-1': { Id: 'T-1', Name: 'A', UpdatedOn: '2026-01-05T10:30:00Z' },
			'S-1': { Id: 'S-1', Name: 'B', UpdatedOn: '2026-01-05T11:00:00' },
		};
		const from = serviceOf(({ url }) => {
			const record = tasks[new URL(url).searchParams.get('id') ?? ''];
			return record ? response(200, JSON.stringify(record)) : response(404);
		});
		const ids = { taskId: 'T-1', servicePlanId: 'S-1' };
		const { answers } = await answersOf(from, { ids }, { settings: { timeZone } });
		return answers['age.newest'];
	};
	expect(await answerIn('UTC')).toBe('2026-01-05T11:00:00');
	expect(await answerIn('Europe/Berlin')).toBe('2026-01-05T10:30:00Z');
});

test('how names are written is in the evidence; another spelling is no field of its own', async () => {
	const task = { id: 'T-77', 'project id': 'P', updated_on: '2026-01-05T10:00:00Z', extra: 1 };
	const from = serviceOf(({ url }) =>
		url.includes('id=T-77') ? response(200, JSON.stringify(task)) : response(404),
	);
	const { answers, result } = await answersOf(from, { ids: { taskId: 'T-77' } });
	expect(answers['fields.undocumented']).toBe('SITask.extra');
	const { evidence } = result.answers.find(({ id }) => id === 'fields.undocumented') ?? {};
	expect(evidence).toContain('0 of 3 names are written as documented, others like "id" for Id');
	expect(evidence).toMatch(/^3 records of SITask: 1 field not documented; /);
});
