// Series of pages: right ends for honest services, right or clearly reported ends for the others.
import { sleep } from 'n8n-workflow';

import { ahead, fanOut } from '../../nodes/ProjectServices/fanOut';
import {
	type Page,
	readSeries,
	SeriesProblem,
	type SeriesSettings,
} from '../../nodes/ProjectServices/paging';

interface Row {
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

const settings: SeriesSettings = {
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
			const series = await readSeries(service.fetchPage, settings);
			expect(ids(series.rows)).toEqual(ids(rowsUpTo(count)));
			expect(series.remarks).toEqual([]);
			expect(service.asked).toHaveLength(Math.floor(count / 50) + 1);
		},
	);

	test.each([1, 10, 50, 51, 120])(
		'a limit of %i asks only for the pages that it needs',
		async (limit) => {
			const service = honest(rowsUpTo(500));
			const series = await readSeries(service.fetchPage, { ...settings, limit });
			expect(ids(series.rows)).toEqual(ids(rowsUpTo(limit)));
			expect(service.asked).toHaveLength(Math.ceil(limit / 50));
			expect(service.asked.every(([, size]) => size === Math.min(50, limit))).toBe(true);
		},
	);

	test('a service that says no total is read until a page is short', async () => {
		const service = serviceOf((number, size) => ({
			rows: rowsUpTo(130).slice((number - 1) * size, number * size),
		}));
		expect(ids((await readSeries(service.fetchPage, settings)).rows)).toEqual(ids(rowsUpTo(130)));
		expect(service.asked).toHaveLength(3);
	});

	test('a service that serves at most 20 rows a page is read to its end', async () => {
		const service = serviceOf((number) => ({
			rows: rowsUpTo(95).slice((number - 1) * 20, number * 20),
			total: 95,
		}));
		expect(ids((await readSeries(service.fetchPage, settings)).rows)).toEqual(ids(rowsUpTo(95)));
	});

	test('only wanted rows count towards the limit', async () => {
		const service = honest(rowsUpTo(500));
		const wanted = (row: unknown) => Number((row as Row).Id.slice(4)) % 10 === 0;
		const series = await readSeries(service.fetchPage, { ...settings, limit: 12, wanted });
		expect(ids(series.rows)).toEqual(
			Array.from({ length: 12 }, (_, index) => `row-${(index + 1) * 10}`),
		);
		expect(service.asked).toHaveLength(3);
	});
});

test('a service that refuses a page beyond the last has come to its end', async () => {
	const service = serviceOf((number, size) => {
		if (number > 2) throw new Error('There is no such page');
		return { rows: rowsUpTo(100).slice((number - 1) * size, number * size), total: 100 };
	});
	const series = await readSeries(service.fetchPage, settings);
	expect(ids(series.rows)).toEqual(ids(rowsUpTo(100)));
	expect(series.remarks).toEqual([]);
});

describe('a service that does not page', () => {
	test('everything at once is everything', async () => {
		const service = serviceOf(() => ({ rows: rowsUpTo(80) }));
		expect((await readSeries(service.fetchPage, settings)).rows).toHaveLength(80);
		expect(service.asked).toHaveLength(1);
	});

	test.each([undefined, 50])(
		'exactly a page at once, given again as page 2, is everything (total %s)',
		async (total) => {
			const service = serviceOf(() => ({
				rows: rowsUpTo(50),
				...(total === undefined ? {} : { total }),
			}));
			expect((await readSeries(service.fetchPage, settings)).rows).toHaveLength(50);
		},
	);
});

describe('a total that lies', () => {
	test.each([1, 10, 60, 99, 101, 200])('a total of %i for 250 rows loses none', async (total) => {
		const series = await readSeries(honest(rowsUpTo(250), total).fetchPage, settings);
		expect(series.rows).toHaveLength(250);
		expect(series.remarks).toEqual([
			`The service announced ${total} rows and gave 250. All that it gave are here.`,
		]);
	});

	test.each([251, 1_000, 1_000_000_000])(
		'a total of %i for 250 rows ends and is reported',
		async (total) => {
			const service = honest(rowsUpTo(250), total);
			const series = await readSeries(service.fetchPage, settings);
			expect(series.rows).toHaveLength(250);
			expect(series.remarks).toEqual([
				`The service announced ${total} rows and gave 250. All that it gave are here.`,
			]);
			expect(service.asked.length).toBeLessThan(15);
		},
	);
});

describe('odd pages', () => {
	test('an empty page that was a slip is asked for once more', async () => {
		let slipped = false;
		const service = serviceOf((number, size) => {
			if (number === 3 && !slipped) {
				slipped = true;
				return { rows: [], total: 250 };
			}
			return { rows: rowsUpTo(250).slice((number - 1) * size, number * size), total: 250 };
		});
		expect(ids((await readSeries(service.fetchPage, settings)).rows)).toEqual(ids(rowsUpTo(250)));
	});

	test.each([1, 4])(
		'an empty page before one with rows is an error (concurrency %i)',
		async (concurrency) => {
			const service = serviceOf((number, size) => ({
				rows: number === 3 ? [] : rowsUpTo(350).slice((number - 1) * size, number * size),
				total: 350,
			}));
			await expect(readSeries(service.fetchPage, { ...settings, concurrency })).rejects.toThrow(
				'gave no rows as page 3, but some as page 4',
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
		const series = await readSeries(service.fetchPage, settings);
		expect(series.rows).toHaveLength(243);
		expect(series.remarks).toHaveLength(1);
	});

	test.each([settings.key, undefined])(
		'a page that repeats an earlier one is an error, never a loop',
		async (key) => {
			const service = serviceOf((number, size) => ({
				rows: rowsUpTo(250).slice(0, size),
				total: 250 + number * 0,
			}));
			await expect(
				readSeries(service.fetchPage, {
					pageSize: 50,
					limit: Infinity,
					concurrency: 4,
					...(key ? { key } : {}),
				}),
			).rejects.toThrow(SeriesProblem);
			expect(service.asked.length).toBeLessThan(10);
		},
	);

	test('a list that shrinks once while it is read is read anew and whole', async () => {
		const full = rowsUpTo(250);
		let requests = 0;
		const service = serviceOf((number, size) => {
			const rows = ++requests > 1 ? full.slice(10) : full;
			return { rows: rows.slice((number - 1) * size, number * size), total: rows.length };
		});
		const series = await readSeries(service.fetchPage, settings);
		expect(ids(series.rows)).toEqual(ids(full.slice(10)));
		expect(series.remarks).toEqual([]);
	});

	test('a list that shrinks all the time ends and is reported', async () => {
		let requests = 0;
		const service = serviceOf((number, size) => {
			const rows = rowsUpTo(250).slice(requests++);
			return { rows: rows.slice((number - 1) * size, number * size), total: rows.length };
		});
		const series = await readSeries(service.fetchPage, settings);
		expect(series.remarks).toHaveLength(1);
		expect(series.remarks[0]).toMatch(/changed while it was read/);
		expect(requests).toBeLessThan(30);
	});

	test('a row that moved to the next page stands once', async () => {
		const service = serviceOf((number) => ({
			rows: number === 1 ? rowsUpTo(50) : [{ Id: 'row-50' }, { Id: 'row-51' }],
			total: 51,
		}));
		expect(ids((await readSeries(service.fetchPage, settings)).rows)).toEqual(ids(rowsUpTo(51)));
	});
});

describe('work at once', () => {
	test('fanOut keeps order and its bound', async () => {
		let running = 0;
		let most = 0;
		const results = await fanOut(30, 4, async (index) => {
			most = Math.max(most, ++running);
			await sleep(20);
			running--;
			return index * 2;
		});
		expect(results).toEqual(Array.from({ length: 30 }, (_, index) => index * 2));
		expect(most).toBe(4);
	});

	test('fanOut begins one job after the other, so that each can send before the next begins', async () => {
		// A message arrives when the event loop has come round to it, as the connection of a request does.
		const { port1, port2 } = new MessageChannel();
		const met: number[] = [];
		let isSending = false;
		port2.on('message', () => {
			isSending = false;
		});
		await fanOut(12, 4, async (index) => {
			if (isSending) met.push(index);
			isSending = true;
			port1.postMessage(index);
			await sleep(5);
		});
		port1.close();
		expect(met).toEqual([]);
	});

	test('fanOut begins nothing after a failure and throws the first by number', async () => {
		const begun: number[] = [];
		const work = fanOut(30, 2, async (index) => {
			begun.push(index);
			await Promise.resolve();
			if (index >= 3) throw new Error(`job ${index}`);
		});
		await expect(work).rejects.toThrow('job 3');
		expect(Math.max(...begun)).toBeLessThan(6);
	});

	test('ahead never holds more than asked for', async () => {
		let held = 0;
		let most = 0;
		const numbers: number[] = [];
		for await (const { number } of ahead(
			2,
			() => 12,
			3,
			async (page) => {
				most = Math.max(most, ++held);
				return await Promise.resolve(page);
			},
		)) {
			held--;
			numbers.push(number);
		}
		expect(numbers).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
		expect(most).toBeLessThanOrEqual(3);
	});
});
