// Lists in pages: honest services are read to their end, for the others the result or the error says what is wrong.
import { ServiceError } from '../../../client/failures';
import { type ListSettings, readList } from '../../../client/reads/lists';
import {
	firstPosition,
	isWhole,
	maxPages,
	type Page,
	type Position,
	scanPages,
} from '../../../client/reads/pages';
import { fc } from '../../fastCheck';
import { errorOf } from '../fakes';

interface Row {
	readonly [name: string]: unknown;
	readonly Id: string;
}

function rowsUpTo(count: number): Row[] {
	return Array.from({ length: count }, (_, index) => ({ Id: `row-${index + 1}` }));
}

interface Service {
	readonly fetchPage: (number: number, size: number) => Promise<Page>;
	readonly asked: Array<[number: number, size: number]>;
}

function serviceOf(answer: (number: number, size: number) => Page): Service {
	const asked: Array<[number, number]> = [];
	return {
		asked,
		fetchPage: async (number, size) => {
			asked.push([number, size]);
			await Promise.resolve();
			return answer(number, size);
		},
	};
}

function honest(rows: readonly Row[], total: number | undefined = rows.length): Service {
	return serviceOf((number, size) => ({
		rows: rows.slice((number - 1) * size, number * size),
		...(total === undefined ? {} : { total }),
	}));
}

const settings: ListSettings<Page> = {
	pageSize: 50,
	limit: Infinity,
	concurrency: 4,
	key: (row) => (row as Row).Id,
};

function ids(rows: readonly unknown[]): string[] {
	return rows.map((row) => (row as Row).Id);
}

describe('an honest service', () => {
	test.each([0, 1, 49, 50, 51, 100, 250, 1234])(
		'%i rows come whole and in order, with at most one look beyond a full last page',
		async (count) => {
			const service = honest(rowsUpTo(count));
			const series = await readList(service.fetchPage, settings);
			expect(ids(series.rows)).toEqual(ids(rowsUpTo(count)));
			expect(series.remarks).toEqual([]);
			expect(service.asked).toHaveLength(Math.floor(count / 50) + 1);
		},
	);

	test.each([1, 10, 50, 51, 120])(
		'a limit of %i reads only the pages that it needs',
		async (limit) => {
			const service = honest(rowsUpTo(500));
			const series = await readList(service.fetchPage, { ...settings, limit });
			expect(ids(series.rows)).toEqual(ids(rowsUpTo(limit)));
			expect(service.asked).toHaveLength(Math.ceil(limit / 50));
			expect(service.asked.every(([, size]) => size === Math.min(50, limit))).toBe(true);
		},
	);

	test('a service that says no total is read until a page is empty', async () => {
		const service = serviceOf((number, size) => ({
			rows: rowsUpTo(130).slice((number - 1) * size, number * size),
		}));
		expect(ids((await readList(service.fetchPage, settings)).rows)).toEqual(ids(rowsUpTo(130)));
		expect(service.asked).toHaveLength(4);
	});

	test('a service that serves at most 20 rows a page is read to its end', async () => {
		const service = serviceOf((number) => ({
			rows: rowsUpTo(95).slice((number - 1) * 20, number * 20),
			total: 95,
		}));
		expect(ids((await readList(service.fetchPage, settings)).rows)).toEqual(ids(rowsUpTo(95)));
	});

	test('only wanted rows count towards the limit', async () => {
		const service = honest(rowsUpTo(500));
		const wanted = (row: unknown) => Number((row as Row).Id.slice(4)) % 10 === 0;
		const series = await readList(service.fetchPage, { ...settings, limit: 12, wanted });
		expect(ids(series.rows)).toEqual(
			Array.from({ length: 12 }, (_, index) => `row-${(index + 1) * 10}`),
		);
		expect(service.asked).toHaveLength(3);
	});
});

function statusError(status: number): ServiceError {
	const request = { write: false, url: 'https://projects.example', attempts: 1 };
	return new ServiceError({ kind: 'status', status }, request);
}

test('a service that refuses a page beyond the last has come to its end', async () => {
	const service = serviceOf((number, size) => {
		if (number > 2) throw statusError(404);
		return { rows: rowsUpTo(100).slice((number - 1) * size, number * size), total: 100 };
	});
	const series = await readList(service.fetchPage, settings);
	expect(ids(series.rows)).toEqual(ids(rowsUpTo(100)));
	expect(series.remarks).toEqual([]);
});

describe('a service that does not page', () => {
	test('everything at once is everything', async () => {
		const service = serviceOf(() => ({ rows: rowsUpTo(80) }));
		expect((await readList(service.fetchPage, settings)).rows).toHaveLength(80);
		expect(service.asked).toHaveLength(2);
	});

	test.each([undefined, 50])(
		'exactly a page at once, given again as page 2, is everything (total %s)',
		async (total) => {
			const service = serviceOf(() => ({
				rows: rowsUpTo(50),
				...(total === undefined ? {} : { total }),
			}));
			expect((await readList(service.fetchPage, settings)).rows).toHaveLength(50);
		},
	);
});

describe('a total that lies', () => {
	test.each([101, 149, 151, 200, 249])('a total of %i for 250 rows loses none', async (total) => {
		const series = await readList(honest(rowsUpTo(250), total).fetchPage, settings);
		expect(series.rows).toHaveLength(250);
		expect(series.remarks).toEqual([
			`The service announced ${total} records and returned 250. All records that it returned are here.`,
		]);
	});

	test.each([251, 1_000, 1_000_000_000])(
		'a total of %i for 250 rows ends and is reported',
		async (total) => {
			const service = honest(rowsUpTo(250), total);
			const series = await readList(service.fetchPage, settings);
			expect(series.rows).toHaveLength(250);
			expect(series.remarks).toEqual([
				`The service announced ${total} records and returned 250. All records that it returned are here.`,
			]);
			expect(service.asked.length).toBeLessThan(15);
		},
	);
});

describe('every list ends', () => {
	const endless = (total: (number: number) => number | undefined) =>
		serviceOf((number, size) => ({
			rows: Array.from({ length: size }, (_, index) => ({ Id: `${number}-${index}` })),
			total: total(number),
		}));

	test.each([
		[25, 3],
		[0, 2],
		[125, 6],
		[500, 20],
	])('with a total of %i after %i pages', async (total, pages) => {
		const service = endless(() => total);
		await expect(readList(service.fetchPage, settings)).rejects.toThrow(
			`The list does not end: ${(pages * 50).toLocaleString('en-US')} records came, but the service announced ${total}`,
		);
		expect(service.asked.length).toBeLessThanOrEqual(pages + 4);
	});

	test('with a total that grows with every page', async () => {
		const service = endless((number) => number * 1000);
		await expect(readList(service.fetchPage, settings)).rejects.toThrow('The list does not end');
		expect(service.asked.length).toBeLessThan(100);
	});

	test('without a total after a bound that the message names', async () => {
		const service = endless(() => undefined);
		const settingsOfOne = { ...settings, pageSize: 1 };
		await expect(readList(service.fetchPage, settingsOfOne)).rejects.toThrow(
			'The list did not end after 10,000 pages (10,000 records)',
		);
		expect(service.asked).toHaveLength(maxPages);
	});

	test('without a total after so many rows that memory lasts', async () => {
		const service = endless(() => undefined);
		await expect(readList(service.fetchPage, { ...settings, pageSize: 10_000 })).rejects.toThrow(
			'The list did not end after 50 pages (500,000 records), and the service announced no total: in that case, at most 10,000 pages and 500,000 records are read',
		);
	});

	test('with a total that no list has', async () => {
		const service = endless(() => Number.MAX_SAFE_INTEGER);
		const settingsOfOne = { ...settings, pageSize: 1 };
		await expect(readList(service.fetchPage, settingsOfOne)).rejects.toThrow(
			'The list did not end after 100,000 pages (100,000 records), of 9,007,199,254,740,991 records that the service announced',
		);
	});

	test.each([true, false])(
		'rows without a key are compared as wholes only: %p',
		async (isPartial) => {
			const page = Array.from({ length: 50 }, () => ({ Category: 'C' }));
			const service = serviceOf((number) => ({ rows: number > 4 ? [] : page }));
			const { rows } = await readList(service.fetchPage, { ...settings, isPartial });
			expect(rows).toHaveLength(isPartial ? 200 : 50);
		},
	);

	test('2,000,000 rows with a true total are read', async () => {
		const page = Array.from({ length: 10_000 }, () => ({ Id: '' }));
		const service = serviceOf((number) => ({
			rows: number > 200 ? [] : [{ Id: `first of ${number}` }, ...page.slice(1)],
			total: 2_000_000,
		}));
		const { rows, remarks } = await readList(service.fetchPage, {
			pageSize: 10_000,
			limit: Infinity,
			concurrency: 4,
		});
		expect(rows).toHaveLength(2_000_000);
		expect(remarks).toEqual([]);
	});
});

describe('a failure of a page after all announced rows', () => {
	const failing = (error: Error) =>
		serviceOf((number, size) => {
			if (number > 2) throw error;
			return { rows: rowsUpTo(100).slice((number - 1) * size, number * size), total: 100 };
		});

	test.each([400, 404, 410, 416, 422])('with status %i is the end', async (status) => {
		const { rows } = await readList(failing(statusError(status)).fetchPage, settings);
		expect(rows).toHaveLength(100);
	});

	test.each([
		...[401, 403, 408, 429, 500, 503].map(statusError),
		new ServiceError(
			{ kind: 'cancelled', sent: true },
			{ write: false, url: 'https://projects.example', attempts: 1 },
		),
		new TypeError('a bug'),
	])('%s is a failure', async (error) => {
		expect(await errorOf(readList(failing(error).fetchPage, settings))).toBe(error);
	});

	test.each([400, 404, 500])(
		'before all announced rows came, only a 404 is the end: %i',
		async (status) => {
			const service = serviceOf((number, size) => {
				if (number > 2) throw statusError(status);
				return { rows: rowsUpTo(size * 2).slice((number - 1) * size, number * size), total: 101 };
			});
			const read = readList(service.fetchPage, settings);
			if (status !== 404) return await expect(read).rejects.toThrow(`status ${status}`);
			const { rows, remarks } = await read;
			expect(rows).toHaveLength(100);
			expect(remarks).toEqual([
				'The service announced 101 records and returned 100. All records that it returned are here.',
			]);
		},
	);

	test('of the first page is a failure', async () => {
		const service = serviceOf(() => {
			throw statusError(404);
		});
		await expect(readList(service.fetchPage, settings)).rejects.toThrow('status 404');
	});
});

describe('a scan', () => {
	const key = (row: unknown) => (row as Row).Id;

	async function scan(service: Service, start: Position, pages = Infinity) {
		const visited: string[] = [];
		let [position, complete, count] = [start, false, 0];
		for await (const scanned of scanPages(service.fetchPage, start, { key })) {
			({ position, ended: complete } = scanned);
			visited.push(...ids(scanned.page?.rows ?? []));
			if (++count >= pages) break;
		}
		return { position, complete, consistent: complete && isWhole(position), visited };
	}

	test('stops after any page, and continues from its saved position', async () => {
		const service = honest(rowsUpTo(130));
		const found: string[] = [];
		let position = firstPosition(50);
		const states = [];
		for (let turn = 0; turn < 3; turn++) {
			const part = await scan(service, position, 1);
			found.push(...part.visited);
			states.push([part.complete, part.consistent]);
			position = JSON.parse(JSON.stringify(part.position)) as Position;
		}
		expect(found).toEqual(ids(rowsUpTo(130)));
		expect(states).toEqual([
			[false, false],
			[false, false],
			[true, true],
		]);
		expect(service.asked.map(([number]) => number)).toEqual([1, 2, 3]);
	});

	test.each([
		['rows less than announced', honest(rowsUpTo(130), 140)],
		['rows more than announced', honest(rowsUpTo(130), 120)],
		[
			'a total that changes',
			serviceOf((number, size) => ({
				rows: rowsUpTo(130).slice((number - 1) * size, number * size),
				total: number === 1 ? 130 : 131,
			})),
		],
	])('of a list with %s is complete, but not consistent', async (_, service) => {
		const { complete, consistent, visited } = await scan(service, firstPosition(50));
		expect([complete, consistent, visited.length]).toEqual([true, false, 130]);
	});

	const rowsOrNone = (number: number, size: number) =>
		rowsUpTo(100).slice((number - 1) * size, number * size);

	test.each<[string, (number: number, size: number) => Page]>([
		['no total', (number, size) => ({ rows: rowsOrNone(number, size) })],
		[
			'a total on page 1 only',
			(number, size) => ({ rows: rowsOrNone(number, size), total: number === 1 ? 100 : undefined }),
		],
		[
			'a total of 0 on its empty last page',
			(number, size) => ({ rows: rowsOrNone(number, size), total: number < 3 ? 100 : 0 }),
		],
		[
			'fewer rows than announced and an empty page',
			(number, size) => ({ rows: number > 1 ? [] : rowsUpTo(size), total: 100 }),
		],
		['a row twice on a page', () => ({ rows: [...rowsUpTo(4), { Id: 'row-4' }], total: 5 })],
		['no rows, and no total', () => ({ rows: [] })],
		['no rows, where 5 are announced', () => ({ rows: [], total: 5 })],
	])('of a list with %s is complete, but nothing says that it is whole', async (_, answer) => {
		const { complete, consistent } = await scan(serviceOf(answer), firstPosition(50));
		expect([complete, consistent]).toEqual([true, false]);
	});

	test('of an empty list is complete', async () => {
		expect(await scan(honest([]), firstPosition(50))).toMatchObject({
			complete: true,
			consistent: true,
			visited: [],
		});
	});

	test('knows a page again that came before it was stopped', async () => {
		const service = serviceOf((_, size) => ({ rows: rowsUpTo(size), total: 250 }));
		const { position } = await scan(service, firstPosition(50), 1);
		await expect(scan(service, position)).rejects.toThrow('records of an earlier page as page 2');
	});
});

describe('odd pages', () => {
	test.each([
		['shorter than requested, without a total', 100, undefined, 20],
		['shorter than requested', 100, 100, 20],
		['longer than requested', 250, 250, 100],
		['longer than requested, without a total', 250, undefined, 100],
		['shorter and shorter', 100, 100, 0],
	])('%s lose no rows', async (_, count, total, step) => {
		const all = rowsUpTo(count);
		const service = serviceOf((number) => {
			const start =
				step > 0
					? (number - 1) * step
					: Array.from({ length: number - 1 }, (__, index) => Math.max(1, 20 - index)).reduce(
							(sum, one) => sum + one,
							0,
						);
			const size = step > 0 ? step : Math.max(1, 21 - number);
			return { rows: all.slice(start, start + size), total };
		});
		const { rows, remarks } = await readList(service.fetchPage, settings);
		expect(ids(rows)).toEqual(ids(all));
		expect(remarks).toEqual([]);
	});

	test('a total that counts only the page does not stop a limit', async () => {
		const service = serviceOf((number, size) => ({
			rows: rowsUpTo(1000).slice((number - 1) * size, number * size),
			total: size,
		}));
		const { rows } = await readList(service.fetchPage, { ...settings, limit: 420 });
		expect(ids(rows)).toEqual(ids(rowsUpTo(420)));
	});

	test.each([undefined, 30])(
		'a page without rows is visited, with what is around them (total %p)',
		async (total) => {
			const pages: Array<[number, number]> = [];
			const service = serviceOf(() => ({ rows: [], total }));
			await readList(service.fetchPage, {
				...settings,
				onPage: (page, number) => void pages.push([number, page.rows.length]),
			});
			expect(pages).toEqual(
				total === undefined
					? [[1, 0]]
					: [
							[1, 0],
							[2, 0],
						],
			);
		},
	);

	test('a short last page of rows that moved to it is the end', async () => {
		const service = serviceOf((number, size) => {
			// A row is added on top once page 2 was read.
			const rows = number < 3 ? rowsUpTo(100) : [{ Id: 'new' }, ...rowsUpTo(100)];
			return {
				rows: rows.slice((number - 1) * size, number * size),
				total: number < 3 ? 100 : 101,
			};
		});
		const list = await readList(service.fetchPage, settings);
		expect(ids(list.rows)).toHaveLength(100);
		expect(list.remarks.join()).toContain('changed while it was read');
	});

	test('an empty page is fetched once more before it is believed', async () => {
		let slipped = false;
		const service = serviceOf((number, size) => {
			if (number === 3 && !slipped) {
				slipped = true;
				return { rows: [], total: 250 };
			}
			return { rows: rowsUpTo(250).slice((number - 1) * size, number * size), total: 250 };
		});
		expect(ids((await readList(service.fetchPage, settings)).rows)).toEqual(ids(rowsUpTo(250)));
	});

	test.each([1, 4])(
		'an empty page before one with rows is an error (concurrency %i)',
		async (concurrency) => {
			const service = serviceOf((number, size) => ({
				rows: number === 3 ? [] : rowsUpTo(350).slice((number - 1) * size, number * size),
				total: 350,
			}));
			await expect(readList(service.fetchPage, { ...settings, concurrency })).rejects.toThrow(
				'returned no records as page 3, but some as page 4',
			);
		},
	);

	test('a short page in the middle is reported', async () => {
		const service = serviceOf((number, size) => ({
			rows: rowsUpTo(250).slice(
				(number - 1) * size,
				number === 2 ? number * size - 7 : number * size,
			),
			total: 250,
		}));
		const series = await readList(service.fetchPage, settings);
		expect(series.rows).toHaveLength(243);
		expect(series.remarks).toHaveLength(1);
	});

	test.each([settings.key, undefined])(
		'a page that repeats an earlier one is an error, never a loop',
		async (key) => {
			const service = serviceOf((_, size) => ({
				rows: rowsUpTo(250).slice(0, size),
				total: 250,
			}));
			await expect(
				readList(service.fetchPage, {
					pageSize: 50,
					limit: Infinity,
					concurrency: 4,
					...(key ? { key } : {}),
				}),
			).rejects.toMatchObject({ failure: { kind: 'list' } });
			expect(service.asked.length).toBeLessThan(10);
		},
	);

	test('a list that shrinks once while it is read is read again and whole', async () => {
		const full = rowsUpTo(250);
		let requests = 0;
		const service = serviceOf((number, size) => {
			const rows = ++requests > 1 ? full.slice(10) : full;
			return { rows: rows.slice((number - 1) * size, number * size), total: rows.length };
		});
		const series = await readList(service.fetchPage, settings);
		expect(ids(series.rows)).toEqual(ids(full.slice(10)));
		expect(series.remarks).toEqual([]);
	});

	test('a list that shrinks all the time ends and is reported', async () => {
		let requests = 0;
		const service = serviceOf((number, size) => {
			const rows = rowsUpTo(250).slice(requests++);
			return { rows: rows.slice((number - 1) * size, number * size), total: rows.length };
		});
		const series = await readList(service.fetchPage, settings);
		expect(series.remarks).toHaveLength(1);
		expect(series.remarks[0]).toMatch(/changed while it was read/);
		expect(requests).toBeLessThan(30);
	});

	test('a row that moved to the next page is given once', async () => {
		const service = serviceOf((number) => ({
			rows: number === 1 ? rowsUpTo(50) : [{ Id: 'row-50' }, { Id: 'row-51' }],
			total: 51,
		}));
		expect(ids((await readList(service.fetchPage, settings)).rows)).toEqual(ids(rowsUpTo(51)));
	});

	test('a row of a repeated page is given when its own page comes', async () => {
		const renamed = { Id: 'row-50', Name: 'New' };
		let requests = 0;
		const service = serviceOf((number) => {
			if (number === 1) return { rows: rowsUpTo(50), total: 51 };
			const isRepeated = ++requests === 1;
			return {
				rows: isRepeated ? [...rowsUpTo(49), renamed] : [renamed, { Id: 'row-51' }],
				total: 51,
			};
		});
		const { rows } = await readList(service.fetchPage, settings);
		expect(rows.slice(50)).toEqual([renamed, { Id: 'row-51' }]);
	});
});

test('of 10,000 services of many habits, no row is lost or given twice, and every list ends', async () => {
	const habits = fc.record({
		count: fc.integer({ min: 0, max: 130 }),
		size: fc.integer({ min: 1, max: 40 }),
		/** The service's own page size, and how many rows each page has less. */
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
			const read = readList(service.fetchPage, {
				...settings,
				pageSize: size,
				limit: most,
				concurrency,
			});
			const outcome = await read.catch((error: unknown) => error);
			expect(service.asked.length).toBeLessThan(600);
			if (outcome instanceof Error) {
				// Every failure has a reason in the service's habits.
				expect(outcome).toBeInstanceOf(ServiceError);
				expect(total !== 'true' || end === 500).toBe(true);
				return;
			}
			const { rows, remarks } = outcome as Awaited<typeof read>;
			// A short page with as many rows as are announced cannot be told from the end.
			if ((total === 'page' || total === 'low') && (own ?? size) < Math.min(size, most)) return;
			expect(ids(rows)).toEqual(ids(all.slice(0, most)));
			if (total === 'true' || total === 'none') expect(remarks).toEqual([]);
		}),
		{ numRuns: 10_000, seed: 32 },
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
			const service = serviceOf((number, size) => {
				const step = steps[turn++ % steps.length];
				if (turn > 1 && step) {
					const added = Array.from({ length: step.inserted }, () => ({ Id: `new-${created++}` }));
					rows = [...added, ...rows.slice(step.deleted)];
				}
				const page = step?.isEmpty ? [] : rows.slice((number - 1) * size, number * size);
				const totals = { true: rows.length, none: undefined, stale: count };
				return { rows: page, total: totals[step?.total ?? 'true'] };
			});
			const given: string[] = [];
			let whole = false;
			const seen = new Set<string>();
			const identity = {
				key: (row: unknown) => (row as Row).Id,
				isSeen: (key: string) => seen.has(key),
			};
			try {
				for await (const { page, position, ended } of scanPages(
					service.fetchPage,
					firstPosition(5),
					identity,
				)) {
					for (const id of ids(page?.rows ?? [])) {
						given.push(id);
						seen.add(id);
					}
					whole = ended && isWhole(position);
				}
			} catch (error) {
				expect(error).toBeInstanceOf(ServiceError);
				return;
			}
			if (!whole) return;
			wholes++;
			// What it did not give was not in the list at its start and at its end.
			const lost = atStart.filter((id) => rows.some((row) => row.Id === id) && !given.includes(id));
			if (created === 0) expect(lost).toEqual([]);
			expect(new Set(given).size).toBe(given.length);
		}),
		{ numRuns: 5_000, seed: 32 },
	);
	expect(wholes).toBeGreaterThan(300);
});
