// The arithmetic of the measurements.
import type { Case, Goal } from './cases/case.mjs';
import { type CaseResult, median, type Results, resultOf, table, updated } from './results.mjs';

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
const time = 'milliseconds';
const later = 'laterMilliseconds';

test.each<[Omit<Goal, 'of'>, number | null, text: string]>([
	[
		{ to: 'b', what: time, most: 0.5 },
		0.5,
		'  reached 0.5 of at most 0.5: time of way a, to way b',
	],
	[{ to: 10, what: time, most: 0.5 }, 1, '  MISSED  1 of at most 0.5: time of way a, to 10 ms'],
	[{ to: 'b', what: 'megabytes', most: 0.5 }, 0.5, 'memory of way a, to way b'],
	[{ to: 'b', what: time, most: 0.13, perByte: true }, 0.125, 'time per byte of way a'],
	[{ to: 'b', what: later, most: 0.5 }, 0.4, 'time of later runs of way a'],
	[{ to: 'c', what: later, most: 9 }, null, '  MISSED  null of at most 9'],
	[{ to: 'd', what: time, most: 9 }, null, '  MISSED  null of at most 9'],
])('goal %j', (goal, ratio, text) => {
	const ways = ['a', 'b', 'c'].map((name) => ({
		...{ name, title: `way ${name}` },
		bytes: name === 'a' ? 400 : 100,
	}));
	const given = { id: 'x', title: 'Work', ways, goals: [{ of: 'a', ...goal }] };
	const result = resultOf(given as unknown as Case, measured);
	expect(result.goals).toMatchObject([{ ratio }]);
	expect(table([result])).toContain(text);
});

test('cases that were measured again replace the earlier ones, and new ones come last', () => {
	const result = (id: string, title: string) => ({ id, title, ways: [], goals: [] });
	const conditions = { package: '1.0.0', n8n: '2.0.0', node: 'v24', cpus: 2, tarballBytes: 1 };
	const results = (date: string, runs: number, ...cases: CaseResult[]): Results => {
		return { ...conditions, date, commands: [date], runs, cases };
	};
	const whole = results('first', 5, result('a', 'old'), result('b', 'old'));
	const part = results('second', 7, result('b', 'new'), result('c', 'new'));
	expect(updated(whole, part)).toEqual({
		...results('second', 5, result('a', 'old'), result('b', 'new'), result('c', 'new')),
		commands: ['first', 'second'],
	});
});
