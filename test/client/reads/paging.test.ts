// Lists in pages: honest services are read to their end, for the others the result or the error says what is wrong.
import { ServiceError } from '../../../client/failures/serviceError';
import type { ListSettings } from '../../../client/reads/listAttempts';
import { readList } from '../../../client/reads/readList';
import type { FetchPage } from '../../../client/reads/listSource';
import { scanPages } from '../../../client/reads/paging';
import { firstPosition, gaveAllRows, type ListPosition } from '../../../client/reads/position';
import { MAX_PAGES } from '../../../client/reads/endlessList';
import type { Page } from '../../../client/reads/readPage';
import { fc } from '../../fastCheck';
import { errorOf, statusError } from '../fakes';
import type { RecordValue } from '../../../wire/result';

type Answer = (number: number, size: number) => Pick<Page, 'rows' | 'nulls' | 'total'>;

const rowAt = (number: number): RecordValue => ({ Id: `row-${number}` });

function rowsUpTo(count: number): RecordValue[] {
	return Array.from({ length: count }, (_, index) => rowAt(index + 1));
}

function serviceOf(answer: Answer) {
	const asked: Array<[number, number]> = [];
	return {
		asked,
		fetchPage: async (number: number, size: number): Promise<Page> => {
			asked.push([number, size]);
			await Promise.resolve();
			return { response: {}, deletedIds: [], ...answer(number, size) };
		},
	};
}

/** Gives rows as they are requested, or in pages of the service's own size. */
function paged(rows: readonly RecordValue[], total?: number, own?: number): Answer {
	return (number, size) => {
		const step = own ?? size;
		return { rows: rows.slice((number - 1) * step, number * step), total };
	};
}

function honest(count: number, total: number | undefined = count): Answer {
	return paged(rowsUpTo(count), total);
}

/** Announces the rows of each page alone; a page holds at most so many. */
function counting(count: number, cap = Infinity): Answer {
	const all = rowsUpTo(count);
	return (number, requested) => {
		const size = Math.min(cap, requested);
		const rows = all.slice((number - 1) * size, number * size);
		return { rows, total: rows.length };
	};
}

/** Answers some pages differently. */
function except(answer: Answer, others: Readonly<Record<number, Answer | Error>>): Answer {
	return (number, size) => {
		const other = others[number] ?? answer;
		if (other instanceof Error) throw other;
		return other(number, size);
	};
}

const settings: ListSettings = {
	pageSize: 50,
	limit: Infinity,
	concurrency: 4,
	key: (row) => String(row.Id),
};

function ids(rows: readonly RecordValue[]): unknown[] {
	return rows.map(({ Id }) => Id);
}

interface Expected {
	/** As many rows, from the first one, without a remark. */
	readonly rows?: number;
	readonly remark?: string;
	readonly error?: string;
	/** The number of requests. */
	readonly asked?: number;
	readonly mostAsked?: number;
}

type Case = [string, Answer, Expected, Partial<ListSettings>?];

async function check(answer: Answer, expected: Expected, change: Partial<ListSettings> = {}) {
	const service = serviceOf(answer);
	const outcome = await readList(service.fetchPage, { ...settings, ...change }).catch(
		(error: unknown) => ({ rows: [], remarks: [], error: String(error) }),
	);
	const { asked, error, mostAsked = Infinity, remark } = expected;
	expect('error' in outcome ? outcome.error : undefined).toEqual(
		error === undefined ? undefined : expect.stringContaining(error),
	);
	if (expected.rows !== undefined) expect(ids(outcome.rows)).toEqual(ids(rowsUpTo(expected.rows)));
	expect(outcome.remarks).toEqual(remark === undefined ? [] : [expect.stringContaining(remark)]);
	if (asked !== undefined) expect(service.asked).toHaveLength(asked);
	expect(service.asked.length).toBeLessThanOrEqual(mostAsked);
	return service;
}

const less = (total: number, count: number) =>
	`The service announced ${total.toLocaleString('en-US')} records and returned ${count}. ${total < count ? 'All records that it returned are here.' : `${(total - count).toLocaleString('en-US')} may be missing`}`;
const changed = 'The list changed while it was read';

/** A service whose pages are always full of new rows. */
const endless =
	(total: (number: number) => number | undefined): Answer =>
	(number, size) => ({
		rows: Array.from({ length: size }, (_, index) => ({ Id: `${number}-${index}` })),
		total: total(number),
	});

/** A service that does something else from a request on. */
function after(requests: number, before: Answer, then: Answer): Answer {
	let count = 0;
	return (number, size) => (count++ < requests ? before : then)(number, size);
}

/** Pages of 20, 19, 18 ... rows. */
const shrinking: Answer = (number) => {
	const start = Array.from({ length: number - 1 }, (_, index) => Math.max(1, 20 - index));
	const first = start.reduce((sum, one) => sum + one, 0);
	return { rows: rowsUpTo(100).slice(first, first + Math.max(1, 21 - number)), total: 100 };
};

const sameKeyless: Answer = (number) => ({
	rows: number > 4 ? [] : Array.from({ length: 50 }, () => ({ Category: 'C' })),
});

test.each<Case>([
	...[0, 49, 50, 51, 1234].map((count): Case => [
		`${count} rows of an honest service, with at most one look beyond a full last page, or the only one`,
		honest(count),
		{ rows: count, asked: count === 49 ? 2 : Math.floor(count / 50) + 1 },
	]),
	...[10, 51].map((limit): Case => [
		`a limit of ${limit} reads only the pages that it needs`,
		honest(500),
		{ rows: limit, asked: Math.ceil(limit / 50) },
		{ limit },
	]),
	['no paging', () => ({ rows: rowsUpTo(80) }), { rows: 80, asked: 2 }],
	['exactly a page, given again', () => ({ rows: rowsUpTo(50) }), { rows: 50 }],
	[
		'exactly a page, given again, with a total',
		() => ({ rows: rowsUpTo(50), total: 50 }),
		{ rows: 50 },
	],
	...[101, 149, 151, 200, 249].map((total): Case => [
		`a total of ${total}`,
		honest(250, total),
		{ rows: 250, remark: less(total, 250) },
	]),
	...[251, 1_000, 1_000_000_000].map((total): Case => [
		`a total of ${total}`,
		honest(250, total),
		{ rows: 250, remark: less(total, 250), mostAsked: 14 },
	]),
	...[
		[25, 3],
		[0, 2],
		[125, 6],
		[500, 20],
	].map(([total = 0, pages = 0]): Case => [
		`no end, and a total of ${total}`,
		endless(() => total),
		{
			error: `The list does not end: ${(pages * 50).toLocaleString('en-US')} records came, but the service announced ${total}`,
			mostAsked: pages + 4,
		},
	]),
	[
		'no end, and a total that grows with every page',
		endless((number) => number * 1000),
		{ error: 'The list does not end', mostAsked: 99 },
	],
	[
		'no end and no total',
		endless(() => undefined),
		{ error: 'The list did not end after 10,000 pages (10,000 records)', asked: MAX_PAGES },
		{ pageSize: 1 },
	],
	[
		'no end and no total, in large pages',
		endless(() => undefined),
		{
			error:
				'The list did not end after 50 pages (500,000 records), and the service announced no total: in that case, at most 10,000 pages and 500,000 records are read',
		},
		{ pageSize: 10_000 },
	],
	[
		'a total that no list has',
		endless(() => Number.MAX_SAFE_INTEGER),
		{
			error:
				'The list did not end after 100,000 pages (100,000 records), of 9,007,199,254,740,991 records that the service announced',
		},
		{ pageSize: 1 },
	],
	...[400, 404, 410, 416, 422].map((status): Case => [
		`all rows and then status ${status}`,
		except(honest(100), { 3: statusError(status) }),
		{ rows: 100 },
	]),
	...[400, 500].map((status): Case => [
		`status ${status} before all rows came`,
		except(honest(100, 101), { 3: statusError(status) }),
		{ error: `status ${status}` },
	]),
	[
		'status 404 before all rows came',
		except(honest(100, 101), { 3: statusError(404) }),
		{ rows: 100, remark: less(101, 100) },
	],
	[
		'pages that are counted from 0',
		(number, size) => honest(120)(number + 1, size),
		{
			remark: "50 may be missing. Its pages may start at 0: check 'First Page' in the credential.",
		},
	],
	...[1, 4].map((concurrency): Case => [
		`a total that counts the page, ${concurrency} at once`,
		counting(25),
		{ rows: 25, asked: 4 },
		{ pageSize: 10, concurrency },
	]),
	['a total that counts the page, of many full pages', counting(1000), { rows: 1000, asked: 21 }],
	[
		'a cap on the page size and a total that counts the page',
		counting(5217, 1000),
		{ rows: 5217, asked: 7 },
		{ pageSize: 10_000 },
	],
	[
		'a first page as long as a cap, which was all',
		honest(1000),
		{ rows: 1000, asked: 2 },
		{ pageSize: 10_000 },
	],
	[
		'a short first page, which a cap may make',
		honest(217),
		{ rows: 217, asked: 2 },
		{ pageSize: 1000 },
	],
	[
		'nulls among the rows',
		except(honest(120), { 2: () => ({ rows: rowsUpTo(100).slice(53), nulls: 3, total: 120 }) }),
		{ asked: 3 },
	],
	[
		'a page of nulls alone',
		except(honest(120), { 2: () => ({ rows: [], nulls: 50, total: 120 }) }),
		{ asked: 3 },
	],
	[
		'an ID twice, the same and with other content, on far pages',
		paged([...rowsUpTo(149), rowAt(3), { Id: 'row-2', Name: 'New' }], 151),
		{ remark: 'IDs repeat: 2 records have the ID of an earlier one.' },
	],
	['no first page', except(honest(1), { 1: statusError(404) }), { error: 'status 404' }],
	['shorter and shorter pages', shrinking, { rows: 100 }],
	[
		'a total that counts only the page, under a limit',
		(number, size) => ({ ...honest(1000)(number, size), total: size }),
		{ rows: 420 },
		{ limit: 420 },
	],
	[
		'a short last page of rows that moved to it',
		// A row is added on top once page 2 was read.
		except(honest(100), { 3: paged([{ Id: 'new' }, ...rowsUpTo(100)], 101) }),
		{ rows: 100, remark: changed },
	],
	[
		'one empty page',
		after(
			2,
			honest(250),
			after(1, () => ({ rows: [], total: 250 }), honest(250)),
		),
		{ rows: 250 },
		{ concurrency: 1 },
	],
	...[1, 4].map((concurrency): Case => [
		`an empty page before one with rows, ${concurrency} at once`,
		except(honest(350), { 3: () => ({ rows: [], total: 350 }) }),
		{ error: 'returned no records as page 3, but some as page 4' },
		{ concurrency },
	]),
	[
		'a short page in the middle',
		except(honest(250), { 2: () => ({ rows: rowsUpTo(250).slice(50, 93), total: 250 }) }),
		{ remark: less(250, 243) },
	],
	...[settings.key, undefined].map((key): Case => [
		`the first page again and again, ${key ? 'with' : 'without'} keys`,
		() => ({ rows: rowsUpTo(50), total: 250 }),
		{ error: 'repeated the records of an earlier page as page 2', mostAsked: 9 },
		{ key },
	]),
	[
		'a row that moved to the next page',
		except(honest(50, 51), { 2: () => ({ rows: [rowAt(50), rowAt(51)], total: 51 }) }),
		{ rows: 51 },
	],
])('%s', async (...[, answer, expected, change]: Case) => {
	await check(answer, expected, change);
});

test('pages are requested in the size of the limit', async () => {
	const { asked } = await check(honest(500), { rows: 10 }, { limit: 10 });
	expect(asked).toEqual([[1, 10]]);
});

test('only matching rows count towards the limit', async () => {
	const service = serviceOf(honest(500));
	const matches = ({ Id }: RecordValue) => String(Id).endsWith('0');
	const { rows } = await readList(service.fetchPage, { ...settings, limit: 12, matches });
	expect(ids(rows)).toEqual(Array.from({ length: 12 }, (_, index) => `row-${(index + 1) * 10}`));
	expect(service.asked).toHaveLength(3);
});

test.each([true, false])(
	'rows without a key are compared as wholes only: %p',
	async (isPartial) => {
		const keyless = { ...settings, key: () => undefined, isPartial };
		const { rows } = await readList(serviceOf(sameKeyless).fetchPage, keyless);
		expect(rows).toHaveLength(isPartial ? 200 : 50);
	},
);

/** A service that does not look at the page number. */
const same =
	(count: number, total?: number): Answer =>
	() => ({ rows: rowsUpTo(count), total });
const onePage = 'The service gave page 1 again as page 2, so the list ended after ';
test.each<[string, Answer, number, string | undefined]>([
	['no total', same(30), 30, `${onePage}30 records.`],
	['no total, and one record', same(1), 1, `${onePage}1 record.`],
	['no total, and all at once', same(120), 120, `${onePage}120 records.`],
	['a total of as many as a page has', same(50, 50), 50, `${onePage}50 records.`],
	['a total of a list with less', same(30, 30), 30, undefined],
	['a total of a list with more, all at once', same(120, 120), 120, undefined],
	['an empty page 2', honest(30, undefined), 30, undefined],
	['other rows as page 2', (page) => honest(70, undefined)(Math.min(page, 2), 50), 70, undefined],
])('page 1 again as page 2 is told where no total shows that it is all: %s', async (...row) => {
	const [, answer, count, text] = row;
	const { rows, remarks, info } = await readList(serviceOf(answer).fetchPage, settings);
	expect(ids(rows)).toEqual(ids(rowsUpTo(count)));
	expect(remarks).toEqual([]);
	expect(info).toEqual(text === undefined ? undefined : expect.stringContaining(text));
	const limited = await readList(serviceOf(answer).fetchPage, { ...settings, limit: count });
	expect(limited.info).toBeUndefined();
});

test('2,000,000 rows with a true total are read', async () => {
	const page = Array.from({ length: 10_000 }, () => ({ Id: '' }));
	const { fetchPage } = serviceOf((number) => ({
		rows: number > 200 ? [] : [{ Id: `first of ${number}` }, ...page.slice(1)],
		total: 2_000_000,
	}));
	const large = { pageSize: 10_000, limit: Infinity, concurrency: 4 };
	const { rows, remarks } = await readList(fetchPage, large);
	expect(rows).toHaveLength(2_000_000);
	expect(remarks).toEqual([]);
});

test.each([
	...[401, 403, 408, 429, 500, 503].map(statusError),
	new ServiceError(
		{ kind: 'cancelled', sent: true },
		{ write: false, url: 'https://projects.example', attempts: 1 },
	),
	new TypeError('a bug'),
])('after all announced rows, %s is a failure', async (error) => {
	const { fetchPage } = serviceOf(except(honest(100), { 3: error }));
	expect(await errorOf(readList(fetchPage, settings))).toBe(error);
});

test.each([
	[undefined, [1]],
	[30, [1, 2]],
])('a page without rows is visited, with what is around them (total %p)', async (total, pages) => {
	const visited: number[] = [];
	const { fetchPage } = serviceOf(() => ({ rows: [], total }));
	await readList(fetchPage, settings, (_page, number) => void visited.push(number));
	expect(visited).toEqual(pages);
});

test('a list that shrinks once while it is read is read again and whole', async () => {
	const rest = rowsUpTo(250).slice(10);
	const { fetchPage } = serviceOf(after(1, honest(250), paged(rest, rest.length)));
	expect(await readList(fetchPage, settings)).toEqual({ rows: rest, remarks: [] });
});

test('a list that shrinks all the time ends and is reported', async () => {
	let requests = 0;
	const shrinks: Answer = (number, size) => {
		const rows = rowsUpTo(250).slice(requests++);
		return paged(rows, rows.length)(number, size);
	};
	await check(shrinks, { remark: changed, mostAsked: 29 });
});

test('a row that comes again with other content may have moved: the list is read again', async () => {
	const first = rowsUpTo(5);
	const moved = [...first.slice(1), { Id: 'row-1', Model: 'new' }];
	let requests = 0;
	const { asked, fetchPage } = serviceOf((...page) =>
		paged(requests++ === 0 ? first : moved, 5)(...page),
	);
	const inTwos = { ...settings, pageSize: 2, concurrency: 1 };
	expect(await readList(fetchPage, inTwos)).toEqual({ rows: moved, remarks: [] });
	expect(asked).toHaveLength(6);
	// A row that always comes twice did not move.
	const twice = [...first, { Id: 'row-1', Model: 'new' }];
	const steady = serviceOf(paged(twice, 6)).fetchPage;
	const remarks = ['IDs repeat: 1 record has the ID of an earlier one.'];
	expect(await readList(steady, inTwos)).toEqual({ rows: twice, remarks });
});

test('rows that come twice unchanged are given twice where the total counts them', async () => {
	const twice = [...rowsUpTo(5), rowAt(1), rowAt(5)];
	const { asked, fetchPage } = serviceOf(paged(twice, 7));
	const remarks = ['IDs repeat: 2 records have the ID of an earlier one.'];
	const inTwos = { ...settings, pageSize: 2, concurrency: 1 };
	expect(await readList(fetchPage, inTwos)).toEqual({ rows: twice, remarks });
	expect(asked).toHaveLength(11);
});

test('rows of one key and size alone are not a repeated page', async () => {
	const versions = [1, 2, 3].map((version) => ({ Id: 'row-1', version }));
	const ones = { ...settings, pageSize: 1, concurrency: 1 };
	const { rows } = await readList(serviceOf(paged(versions, 3)).fetchPage, ones);
	expect(rows).toEqual(versions);
});

test('the pages that are read ahead end with the list', async () => {
	const signals: Array<AbortSignal | undefined> = [];
	const { fetchPage } = serviceOf(except(honest(1000), { 2: statusError(500) }));
	const fetch: FetchPage = async (number, size, signal) => {
		signals.push(signal);
		return await fetchPage(number, size);
	};
	await errorOf(readList(fetch, settings));
	expect(signals.map((signal) => signal?.aborted)).toEqual(Array(5).fill(true));
});

test('a row of a repeated page is given when its own page comes', async () => {
	const renamed = { Id: 'row-50', Name: 'New' };
	const repeated = { rows: [...rowsUpTo(49), renamed], total: 51 };
	const own = { rows: [renamed, rowAt(51)], total: 51 };
	const second = after(
		1,
		() => repeated,
		() => own,
	);
	const { fetchPage } = serviceOf(except(honest(50, 51), { 2: second }));
	const { rows } = await readList(fetchPage, settings);
	expect(rows.slice(50)).toEqual(own.rows);
});

describe('a scan', () => {
	async function scan(answer: Answer, start = firstPosition(50), pages = Infinity) {
		const visited: unknown[] = [];
		let [position, complete, count] = [start, false, 0];
		for await (const scanned of scanPages(serviceOf(answer).fetchPage, start, settings)) {
			({ position, ended: complete } = scanned);
			visited.push(...ids(scanned.page?.rows ?? []));
			if (++count >= pages) break;
		}
		return { position, complete, whole: complete && gaveAllRows(position), visited };
	}

	test('stops after any page, and continues from its saved position', async () => {
		let position = firstPosition(50);
		const parts = [];
		for (let turn = 0; turn < 3; turn++) {
			const part = await scan(honest(130), position, 1);
			parts.push(part);
			position = JSON.parse(JSON.stringify(part.position)) as ListPosition;
		}
		expect(parts.flatMap(({ visited }) => visited)).toEqual(ids(rowsUpTo(130)));
		expect(parts.map(({ complete, whole }) => [complete, whole])).toEqual([
			[false, false],
			[false, false],
			[true, true],
		]);
	});

	test.each<[string, Answer, boolean?]>([
		['no rows, announced as such', honest(0), true],
		['fewer rows than announced', honest(130, 140)],
		['more rows than announced', honest(130, 120)],
		['a total that changes', except(honest(130, 131), { 1: honest(130) })],
		['no total', paged(rowsUpTo(100))],
		['a total on page 1 only', except(paged(rowsUpTo(100)), { 1: honest(100) })],
		['a total of 0 on its empty last page', except(honest(100), { 3: honest(0) })],
		['an empty page where more is announced', except(honest(0, 100), { 1: honest(50, 100) })],
		['a row twice on a page', () => ({ rows: [...rowsUpTo(4), rowAt(4)], total: 5 }), true],
		['a row twice on two pages', paged([...rowsUpTo(60), rowAt(1)], 61), true],
		['a null among its rows', () => ({ rows: rowsUpTo(4), nulls: 1, total: 5 })],
		['a total that counts the page', counting(130)],
		['a page size of its own and a total that counts the page', counting(400, 200)],
		['no rows, and no total', () => ({ rows: [] })],
		['no rows, where 5 are announced', honest(0, 5)],
	])(
		'of a list with %s is complete, and whole only where that is certain',
		async (_, answer, isSo = false) => {
			const { complete, whole } = await scan(answer);
			expect([complete, whole]).toEqual([true, isSo]);
		},
	);

	test('knows a page again that came before it was stopped', async () => {
		const again: Answer = () => ({ rows: rowsUpTo(50), total: 250 });
		const { position } = await scan(again, firstPosition(50), 1);
		await expect(scan(again, position)).rejects.toThrow('records of an earlier page as page 2');
	});
});

test('of 3,000 services of many habits, no row is lost or given twice, and every list ends', async () => {
	const habits = fc.record({
		count: fc.integer({ min: 0, max: 130 }),
		size: fc.integer({ min: 1, max: 40 }),
		/** The service's own page size. */
		own: fc.option(fc.integer({ min: 1, max: 60 })),
		total: fc.constantFrom('true', 'none', 'first', 'page', 'low', 'high', 'growing'),
		end: fc.constantFrom('empty', 'last again', 400, 404, 422, 500),
		concurrency: fc.integer({ min: 1, max: 5 }),
		limit: fc.option(fc.integer({ min: 1, max: 150 })),
	});
	await fc.assert(
		fc.asyncProperty(habits, async ({ count, size, own, total, end, concurrency, limit }) => {
			const all = rowsUpTo(count);
			const totals: Record<typeof total, (number: number, rows: number) => number | undefined> = {
				true: () => count,
				none: () => undefined,
				first: (number) => (number === 1 ? count : undefined),
				page: (_, rows) => rows,
				low: () => Math.floor(count * 0.7),
				high: () => count + 7,
				growing: (number) => count + number,
			};
			const service = serviceOf((number, requested) => {
				const step = own ?? requested;
				const lastPage = Math.max(1, Math.ceil(count / step));
				if (number > lastPage && typeof end === 'number') throw statusError(end);
				const page = number > lastPage && end === 'last again' ? lastPage : number;
				const rows = all.slice((page - 1) * step, page * step);
				return { rows, total: totals[total](number, rows.length) };
			});
			const most = limit ?? Infinity;
			const change = { pageSize: size, limit: most, concurrency };
			const read = readList(service.fetchPage, { ...settings, ...change });
			const outcome = await read.catch((error: unknown) => error);
			expect(service.asked.length).toBeLessThan(600);
			if (outcome instanceof Error) {
				// Every failure has a reason in the service's habits.
				expect(outcome).toBeInstanceOf(ServiceError);
				expect(total !== 'true' || end === 500).toBe(true);
				return;
			}
			const { rows, remarks } = outcome as Awaited<typeof read>;
			expect(ids(rows)).toEqual(ids(all.slice(0, most)));
			if (total === 'true' || total === 'none') expect(remarks).toEqual([]);
		}),
		{ numRuns: 3_000, seed: 32 },
	);
});

test('a scan is whole only when it gave all rows of a list that stayed as it was', async () => {
	const turns = fc.array(
		fc.record({
			/** Rows that are deleted on top before the page is given. */
			deleted: fc.constantFrom(0, 0, 0, 1, 3),
			inserted: fc.constantFrom(0, 0, 0, 1, 2),
			total: fc.constantFrom('true', 'true', 'true', 'none', 'stale'),
			isEmpty: fc.constantFrom(false, false, false, false, true),
		}),
		{ minLength: 12, maxLength: 12 },
	);
	let wholes = 0;
	await fc.assert(
		fc.asyncProperty(turns, fc.integer({ min: 0, max: 25 }), async (steps, count) => {
			let rows = rowsUpTo(count);
			let [turn, created] = [0, 0];
			const atStart = ids(rows);
			const { fetchPage } = serviceOf((number, size) => {
				const step = steps[turn++ % steps.length];
				if (turn > 1 && step) {
					const added = Array.from({ length: step.inserted }, () => ({ Id: `new-${created++}` }));
					rows = [...added, ...rows.slice(step.deleted)];
				}
				const page = step?.isEmpty ? [] : rows.slice((number - 1) * size, number * size);
				const totals = { true: rows.length, none: undefined, stale: count };
				return { rows: page, total: totals[step?.total ?? 'true'] };
			});
			const given: unknown[] = [];
			const isKnown = (key: string) => given.includes(key);
			let whole = false;
			const start = firstPosition(5);
			try {
				for await (const scanned of scanPages(fetchPage, start, { key: settings.key, isKnown })) {
					given.push(...ids(scanned.page?.rows ?? []));
					whole = scanned.ended && gaveAllRows(scanned.position);
				}
			} catch (error) {
				expect(error).toBeInstanceOf(ServiceError);
				return;
			}
			if (!whole) return;
			wholes++;
			// What it did not give was not in the list at its start and at its end.
			const lost = atStart.filter((id) => ids(rows).includes(id) && !given.includes(id));
			if (created === 0) expect(lost).toEqual([]);
			expect(new Set(given).size).toBe(given.length);
		}),
		{ numRuns: 5_000, seed: 32 },
	);
	expect(wholes).toBeGreaterThan(300);
});

describe('what is known of the totals of a service', () => {
	const short = { ...settings, concurrency: 1 };
	/** The requests for each of some lists, read one after the other. */
	async function requests(...answers: Answer[]) {
		const totals = { wholeBelow: 0 };
		const counts: number[] = [];
		for (const answer of answers) {
			const { asked, fetchPage } = serviceOf(answer);
			await readList(fetchPage, { ...short, totals });
			counts.push(asked.length);
		}
		return counts;
	}

	test.each<[string, Answer[], number[]]>([
		['an empty page 2 with the total of page 1', [honest(3), honest(3), honest(49)], [2, 1, 1]],
		['a total larger than page 1', [honest(70), honest(3)], [2, 1]],
		['status 404 as page 2', [except(honest(9), { 2: statusError(404) }), honest(8)], [2, 1]],
		['page 1 again as page 2', [() => ({ rows: rowsUpTo(9), total: 9 }), honest(8)], [2, 1]],
	])('%s: a short page is not doubted again', async (_, answers, counts) => {
		expect(await requests(...answers)).toEqual(counts);
	});

	test.each<[string, Answer[]]>([
		['a cap and a list that grew beyond it', [counting(20, 20), counting(45, 20)]],
		['a total that is too low', [paged(rowsUpTo(100), 93, 20), paged(rowsUpTo(27), 20, 20)]],
		['a page without a total', [counting(7, 20), counting(20, 20)]],
	])('with %s, no row is lost', async (_, answers) => {
		const totals = { wholeBelow: 0 };
		for (const answer of answers) {
			const all = await readList(serviceOf(answer).fetchPage, { ...settings, pageSize: 1000 });
			const known = { ...settings, pageSize: 1000, totals };
			expect(await readList(serviceOf(answer).fetchPage, known)).toEqual(all);
		}
	});
});
