// How a list ends, which of its rows come, and what is certain afterwards.
import { ServiceError } from '../../../client/failures/serviceError';
import type { List, Page } from '../../../client/reads/list';
import { listRemarks } from '../../../client/reads/listTexts';
import { wholeList } from '../../../client/reads/wholeList';
import { writeListFile } from '../../../client/reads/writeListFile';
import { fc } from '../../fastCheck.mjs';
import { errorOf, statusError } from '../fakes';
import { listOfPages, rowsIn, textOf } from './fakeLists';
import type { RecordValue } from '../../../wire/result';

type Answer = (number: number) => Partial<Page>;

function rowAt(number: number, name?: string): RecordValue {
	return name === undefined ? { Id: `row-${number}` } : { Id: `row-${number}`, Name: name };
}

function rowsUpTo(count: number): RecordValue[] {
	return Array.from({ length: count }, (_, index) => rowAt(index + 1));
}

/** Pages of so many rows, from page 1. */
function paged(rows: readonly RecordValue[], total?: number, size = 10): Answer {
	return (number) => ({ rows: rows.slice((number - 1) * size, number * size), total });
}

/** One page of the rows with these numbers. */
function rowsAt(numbers: readonly number[], total?: number): Answer {
	return () => ({ rows: numbers.map((number) => rowAt(number)), total });
}

function honest(count: number, total: number | undefined = count): Answer {
	return paged(rowsUpTo(count), total);
}

/** Answers some pages differently. */
function except(answer: Answer, others: Readonly<Record<number, Answer | Error>>): Answer {
	return (number) => {
		const other = others[number] ?? answer;
		if (other instanceof Error) throw other;
		return other(number);
	};
}

/** Answers the first readings of a page, and then those that follow. */
function inTurn(...answers: readonly Answer[]): Answer {
	const times = new Map<number, number>();
	return (number) => {
		const time = times.get(number) ?? 0;
		times.set(number, time + 1);
		return answers[Math.min(time, answers.length - 1)]!(number);
	};
}

const endless =
	(total?: number): Answer =>
	(number) => ({
		rows: Array.from({ length: 10 }, (_, index) => ({ Id: `${number}-${index}` })),
		total,
	});

const oneToTen = rowsUpTo(10);
const announced = (total: number, count: number) =>
	`The service announced ${total} records and returned ${count}`;
const moved = 'rows may be missing: the order changes between pages';

interface Expected {
	/** How many rows come, or which. */
	readonly rows?: number | readonly RecordValue[];
	readonly certainty?: 'whole' | 'short' | 'unknown' | undefined;
	readonly remarks?: readonly string[];
	readonly nulls?: number;
	readonly error?: string;
	/** The pages that were asked for, in order. */
	readonly asked?: readonly number[];
}
type Case = [string, Answer, Expected, Partial<List>?];

const findOut = { firstPage: 'findOut' } as const;
const gone = statusError(404);
const whole = (rows: Expected['rows']): Expected => ({ rows, certainty: 'whole' });
const unknown = (rows: Expected['rows']): Expected => ({ rows, certainty: 'unknown' });
/** Rows that came of so many. */
function short(rows: number | readonly RecordValue[], total: number): Expected {
	const count = typeof rows === 'number' ? rows : rows.length;
	const remark = `${announced(total, count)} (${total - count} may be missing).`;
	return { rows, certainty: 'short', remarks: [remark] };
}
const repeated = (rows: Expected['rows'], certainty?: Expected['certainty']): Expected => ({
	...{ rows, certainty, remarks: ['IDs repeat: 1 record has the ID of an earlier one.'] },
});
const endsNever = (came: string, total: string): Expected => ({
	error: `The list does not end: ${came}, but the service announced ${total}`,
});

const cases: readonly Case[] = [
	...[0, 9, 10, 11, 123].map((count): Case => [`${count} rows`, honest(count), whole(count)]),
	['no rows and no total', paged([]), unknown(0)],
	[
		'a short page in the middle',
		except(honest(30), { 2: rowsAt([11, 12], 30) }),
		short([...rowsUpTo(12), ...rowsUpTo(30).slice(20)], 30),
	],
	['a total that is too low', honest(25, 20), unknown(25)],
	['a total that changes and is reached', except(honest(25), { 1: honest(25, 24) }), unknown(25)],
	['a total on one page only', except(paged(rowsUpTo(25)), { 1: honest(25) }), unknown(25)],
	['a total of 0 on the empty last page', except(honest(20), { 3: honest(0) }), unknown(20)],
	['no total on the empty last page', except(honest(20), { 3: () => ({}) }), unknown(20)],
	[
		'a larger total on the empty last page',
		except(honest(20), { 3: honest(0, 21) }),
		short(20, 21),
	],
	[
		'a short list that is whole when it is read once more',
		inTurn(honest(24, 25), honest(25)),
		whole(25),
	],
	...[410, 416, 422].map((status): Case => [
		`status ${status} after the last page, without a total`,
		except(paged(oneToTen), { 2: statusError(status) }),
		unknown(10),
	]),
	['status 404 before all rows came', except(honest(10, 11), { 2: gone }), short(10, 11)],
	['status 500 once all rows came', except(honest(10), { 2: statusError(500) }), { rows: 10 }],
	...[401, 500].map((status): Case => [
		`status ${status} before all rows came`,
		except(honest(10, 11), { 2: statusError(status) }),
		{ error: `status ${status}` },
	]),
	[
		'status 500 where no total says that all came',
		except(paged(oneToTen), { 2: statusError(500) }),
		{ error: 'status 500' },
	],
	['no page 1', except(honest(1), { 1: gone }), { error: 'status 404' }],
	['no end and no total', endless(), endsNever('10,000 records came in 1,000 pages', 'no total')],
	[
		'no end, and a total',
		endless(35),
		endsNever('10,040 records came in 1,004 pages', '35 records'),
	],
	['no end and a limit', endless(35), { rows: 12_345 }, { limit: 12_345 }],
	[
		'no end, and a limit that matching rows do not reach',
		endless(),
		{ error: 'does not end' },
		{ limit: 5, matches: () => false },
	],
	[
		'a limit of matching rows',
		honest(100),
		{ rows: [20, 40, 60].map((each) => rowAt(each)) },
		{ limit: 3, matches: ({ Id }) => /[2468]0$/.test(String(Id)) },
	],
	...[10, 11].map((limit): Case => [
		`a limit of ${limit}`,
		honest(100),
		{ rows: limit, certainty: 'unknown', asked: limit === 10 ? [1] : [1, 2] },
		{ limit },
	]),
	['a row that moved to the next page', except(honest(11), { 2: rowsAt([10, 11], 11) }), whole(11)],
	[
		'rows that change places between pages',
		inTurn(
			except(honest(20), { 2: rowsAt([10, 12, 13, 14, 15, 16, 17, 18, 19, 20], 20) }),
			except(honest(20), { 2: rowsAt([9, 12, 13, 14, 15, 16, 17, 18, 19, 20], 20) }),
		),
		{
			rows: [...oneToTen, ...rowsUpTo(20).slice(11)],
			certainty: 'short',
			remarks: [`${announced(20, 19)} (${moved}).`],
		},
	],
	[
		'a row twice on two pages, in both readings',
		paged([...rowsUpTo(14), rowAt(3)], 15),
		repeated([...rowsUpTo(14), rowAt(3)], 'whole'),
	],
	[
		'an ID twice on one page',
		() => ({ rows: [...rowsUpTo(4), rowAt(4)], total: 5 }),
		repeated([...rowsUpTo(4), rowAt(4)], 'whole'),
	],
	[
		'an ID twice with other content, without totals',
		paged([...rowsUpTo(14), rowAt(3, 'New')]),
		repeated([...rowsUpTo(14), rowAt(3, 'New')]),
	],
	[
		'a changed row on the page that ends the list',
		except(honest(10), { 2: () => ({ rows: [rowAt(9), rowAt(10, 'New')] }) }),
		repeated([...oneToTen, rowAt(10, 'New')]),
	],
	[
		'rows without a key, told apart by content',
		paged([{ Name: 'A' }, { Name: 'B' }, { Name: 'A' }], 3),
		whole([{ Name: 'A' }, { Name: 'B' }, { Name: 'A' }]),
	],
	[
		'nulls, counted once although their page comes again',
		() => ({ rows: oneToTen, nulls: 2, total: 12 }),
		{ ...whole(10), nulls: 2 },
	],
	[
		'a last page of nulls alone',
		except(honest(10, 11), { 2: () => ({ nulls: 1, total: 11 }) }),
		{ ...whole(10), nulls: 1 },
	],
	[
		'pages from 0, found out',
		(number) => honest(25)(number + 1),
		{ rows: [...rowsUpTo(25).slice(10), ...oneToTen], certainty: 'whole', asked: [1, 2, 3, 0] },
		{ ...findOut, concurrency: 1 },
	],
	[
		'one page 0, and no page 1',
		except(honest(0), { 0: honest(7).bind(undefined, 1), 1: gone }),
		whole(7),
		findOut,
	],
	[
		'page 0 is not asked for where the limit ended the list',
		honest(7),
		{ rows: 5, asked: [1] },
		{ ...findOut, limit: 5 },
	],
	[
		'neither page 1 nor page 0',
		except(honest(0), { 0: gone, 1: gone }),
		{ error: 'status 404' },
		findOut,
	],
	[
		'a short list asks for page 0 once',
		except(honest(7, 9), { 0: gone }),
		{
			rows: 7,
			certainty: 'short',
			asked: [1, 2, 0, 1, 2],
			remarks: [`${announced(9, 7)} (2 may be missing).`],
		},
		{ ...findOut, concurrency: 1 },
	],
	[
		'pages from 0, while the credential says 1',
		except(honest(0, 7), { 0: honest(7) }),
		{
			rows: 0,
			certainty: 'short',
			remarks: [`${announced(7, 0)} (7 may be missing). Check 'First Page' in the credential.`],
		},
	],
];

test.each(cases)('%s', async (...[name, answer, expected, change]: Case) => {
	const { asked, list } = listOfPages(answer, change);
	const outcome = await wholeList(list).catch((error: unknown) => error);
	if (outcome instanceof Error) {
		expect(String(outcome)).toContain(expected.error ?? 'no error');
		return;
	}
	const { rows, certainty, nulls, ...rest } = outcome as Awaited<ReturnType<typeof wholeList>>;
	if (typeof expected.rows !== 'number') expect(rows).toEqual(expected.rows);
	else if (expected.rows !== 12_345) expect(rows).toEqual(rowsUpTo(expected.rows));
	else expect(rows).toHaveLength(12_345);
	if (expected.certainty) expect(certainty).toBe(expected.certainty);
	expect(listRemarks({ ...rest, certainty, nulls })).toEqual(expected.remarks ?? []);
	expect(nulls).toBe(expected.nulls ?? 0);
	expect(list.report.nulls).toBe(nulls);
	if (expected.asked) expect(asked).toEqual(expected.asked);
	// A file gets the same rows, though it keeps none.
	const again = listOfPages(answer, change).list;
	if (/places|once more/.test(name)) return;
	const file = { format: 'ndjson' as const, columns: [], shape: <T>(each: T) => each };
	const written = await writeListFile(again, file, textOf);
	expect(rowsIn(written.stored)).toEqual(rows);
	expect(written.certainty).toBe(certainty);
});

describe('habits in every combination: each row comes once, and the verdict is true', () => {
	const ends = ['empty', 'an earlier one', '400', '404', '500'];
	const zeros = ['is the first one', 'status 404', 'page 1', 'empty', 'status 500'] as const;

	test.each(
		(['list', 'page', 'absent', 'zero', 'long'] as const).flatMap((total) =>
			ends.map((end) => [total, end] as const),
		),
	)('the total counts %s, a page beyond the end is %s', async (total, end) => {
		for (const zero of zeros)
			for (const setting of ['findOut', zero === 'is the first one' ? 0 : 1] as const)
				for (const count of [7, 10, 25]) {
					const first = zero === 'is the first one' ? 0 : 1;
					const answer: Answer = (number) => {
						if (number < first && zero === 'page 1') return answer(1);
						if (number < first && zero !== 'empty') throw statusError(Number(zero.slice(7)));
						const rows = rowsUpTo(count).slice((number - first) * 10, (number - first + 1) * 10);
						const isEnd = rows.length === 0 && number >= first;
						if (isEnd && end === 'an earlier one') return answer(first);
						if (isEnd && end !== 'empty') throw statusError(Number(end));
						const totals = { list: count, page: rows.length, absent: undefined, zero: 0, long: 99 };
						return { rows, total: number < first ? 0 : totals[total] };
					};
					const { list } = listOfPages(answer, { firstPage: setting });
					const outcome = await wholeList(list).catch(String);
					const at = `${zero}, ${setting}, ${count}: `;
					// A failure after the last page is one, unless the totals say that it was the last.
					const isWhole = total === 'list' || (total === 'page' && count <= 10 && end !== 'empty');
					if (typeof outcome === 'string') {
						expect([at, end, isWhole]).toEqual([at, '500', false]);
						continue;
					}
					expect(
						at +
							outcome.rows
								.map(({ Id }) => Id)
								.sort()
								.join(),
					).toBe(
						at +
							rowsUpTo(count)
								.map(({ Id }) => Id)
								.sort()
								.join(),
					);
					const verdict = isWhole ? 'whole' : total === 'long' ? 'short' : 'unknown';
					expect(at + outcome.certainty).toBe(at + verdict);
				}
	});
});

test('a stop and a bug are failures, also before all rows came', async () => {
	const request = { write: false, url: 'https://projects.example', attempts: 1 };
	for (const error of [
		new ServiceError({ kind: 'cancelled', sent: true }, request),
		new TypeError('a bug'),
	]) {
		const { list } = listOfPages(except(paged(oneToTen), { 2: error }));
		expect(await errorOf(wholeList(list))).toBe(error);
	}
});

test('the pages that are read ahead end with the list', async () => {
	const signals: Array<AbortSignal | undefined> = [];
	const { list } = listOfPages(except(honest(100), { 2: statusError(401) }));
	await errorOf(
		wholeList({
			...list,
			fetchPage: async (number, signal) => {
				signals.push(signal);
				return await list.fetchPage(number);
			},
		}),
	);
	expect(signals.map((signal) => signal?.aborted)).toEqual(Array(5).fill(true));
});

test('what is around the rows is that of the first page with rows', async () => {
	const { list } = listOfPages(
		(number) => ({
			...(number === 0 ? honest(3)(1) : {}),
			response: { Name: `page ${number}` },
			deletedIds: ['A', `${number}`],
		}),
		{ firstPage: 'findOut' },
	);
	expect(await wholeList(list)).toMatchObject({
		head: { Name: 'page 0' },
		deletedIds: ['A', '1', '0'],
	});
});

test('deleted rows count that any reading names, also on a page 0 without new rows', async () => {
	const naming = (...deletedIds: string[]): Answer => {
		return (number) => ({ ...honest(3, 4)(number), deletedIds });
	};
	const { list } = listOfPages(
		except(honest(3, 4), { 0: inTurn(naming('A'), naming()), 1: inTurn(naming('B'), naming('C')) }),
		{ firstPage: 'findOut' },
	);
	expect((await wholeList(list)).deletedIds).toEqual(['B', 'A', 'C']);
});

test('of lists that change while they are read, none is whole that misses a row', async () => {
	const turns = fc.array(
		fc.record({
			/** Rows that go on top before the page is given. */
			deleted: fc.constantFrom(0, 0, 0, 1, 3),
			inserted: fc.constantFrom(0, 0, 0, 1, 2),
			total: fc.constantFrom('true', 'true', 'true', 'none', 'stale'),
			isEmpty: fc.constantFrom(false, false, false, false, true),
		}),
		{ minLength: 12, maxLength: 12 },
	);
	let wholes = 0;
	await fc.assert(
		fc.asyncProperty(turns, fc.integer({ min: 0, max: 55 }), async (steps, count) => {
			let rows = rowsUpTo(count);
			let [turn, created] = [0, 0];
			const atStart = rows.map(({ Id }) => Id);
			const { list } = listOfPages((number) => {
				const step = steps[turn++ % steps.length]!;
				if (turn > 1) {
					const added = Array.from({ length: step.inserted }, () => ({ Id: `new-${created++}` }));
					rows = [...added, ...rows.slice(step.deleted)];
				}
				const page = step.isEmpty ? [] : rows.slice((number - 1) * 10, number * 10);
				return {
					rows: page,
					total: { true: rows.length, none: undefined, stale: count }[step.total],
				};
			});
			const outcome = await wholeList({ ...list, concurrency: 1 });
			const given = outcome.rows.map(({ Id }) => Id);
			if (outcome.certainty !== 'whole') return;
			wholes++;
			// What it did not give was not in the list at its start and at its end.
			const atEnd = rows.map(({ Id }) => Id);
			if (created === 0)
				expect(atStart.filter((id) => atEnd.includes(id) && !given.includes(id))).toEqual([]);
		}),
		{ numRuns: 2_000, seed: 32 },
	);
	expect(wholes).toBeGreaterThan(100);
});
