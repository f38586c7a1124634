// The arithmetic of the measurements.
import type { Case, Goal } from './cases/case.mjs';
import { median, type Results, resultOf, table, updated } from './results.mjs';

test.each([
	[[3, 1, 2], 2],
	[[4, 1, 3, 2], 2.5],
	[[], NaN],
])('the median of %j is %d', (values, expected) => {
	expect(median(values)).toBe(expected);
});

const run = (milliseconds: number, laterMilliseconds: number | undefined, megabytes: number) => ({
	milliseconds,
	laterMilliseconds,
	megabytes,
	last: {},
});
const measured = new Map([
	['a', [run(10, 5, 5), run(500, 3, 6), run(9, 4, 1)]],
	['b', [run(20, 10, 10)]],
	['c', [run(20, undefined, 10)]],
]);

test.each<[Omit<Goal, 'of'>, number | null, boolean, string]>([
	[
		{ to: 'b', what: 'milliseconds', most: 0.5 },
		0.5,
		true,
		'0.5 of at most 0.5: time of way a, to way b',
	],
	[
		{ to: 10, what: 'milliseconds', most: 0.5 },
		1,
		false,
		'MISSED  1 of at most 0.5: time of way a, to 10 ms',
	],
	[{ to: 'b', what: 'megabytes', most: 0.5 }, 0.5, true, 'memory of way a, to way b'],
	[
		{ to: 'b', what: 'milliseconds', most: 0.13, perByte: true },
		0.125,
		true,
		'time per byte of way a',
	],
	[{ to: 'b', what: 'laterMilliseconds', most: 0.5 }, 0.4, true, 'time of later runs of way a'],
	[{ to: 'c', what: 'laterMilliseconds', most: 9 }, null, false, 'null of at most 9'],
	[{ to: 'd', what: 'milliseconds', most: 9 }, null, false, 'MISSED  null of at most 9'],
])('goal %j', (goal, ratio, reached, text) => {
	const ways = ['a', 'b', 'c'].map((name) => ({
		name,
		title: `way ${name}`,
		bytes: name === 'a' ? 400 : 100,
	}));
	const given = { id: 'x', title: 'Work', ways, goals: [{ of: 'a', ...goal }] };
	const result = resultOf(given as unknown as Case, measured);
	expect(result.goals).toMatchObject([{ ratio, reached }]);
	expect(table([result])).toContain(text);
});

test('cases that were measured again replace the earlier ones, and new ones come last', () => {
	const result = (id: string, title: string) => ({ id, title, ways: [], goals: [] });
	const conditions = { package: '1.0.0', n8n: '2.0.0', node: 'v24', cpus: 2, tarballBytes: 1 };
	const whole: Results = {
		...conditions,
		date: '2024-01-01',
		commands: ['whole'],
		runs: 5,
		cases: [result('a', 'old'), result('b', 'old')],
	};
	const part: Results = {
		...conditions,
		date: '2024-01-02',
		commands: ['part'],
		runs: 7,
		cases: [result('b', 'new'), result('c', 'new')],
	};
	expect(updated(whole, part)).toEqual({
		...conditions,
		date: '2024-01-02',
		commands: ['whole', 'part'],
		runs: 5,
		cases: [result('a', 'old'), result('b', 'new'), result('c', 'new')],
	});
});
