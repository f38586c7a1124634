// The arithmetic of the measurements.
import { growthOf, type Results, resultOf, table, updated } from './results.mjs';
import { exponent, median } from './statistics.mjs';

test('the median', () => {
	expect(median([3, 1, 2])).toBe(2);
	expect(median([4, 1, 3, 2])).toBe(2.5);
	expect(median([])).toBeNaN();
});

test('the exponent of growth', () => {
	const sizes = [1_000, 10_000, 200_000];
	expect(exponent(sizes.map((size) => [size, 7 * size] as const))).toBeCloseTo(1);
	expect(exponent(sizes.map((size) => [size, size ** 1.5] as const))).toBeCloseTo(1.5);
});

const measurement = (milliseconds: number, megabytes: number) => ({
	milliseconds,
	megabytes,
	last: {},
});

test('goals are reached or missed, as ratios of medians', () => {
	const result = resultOf(
		{
			id: 'x',
			title: 'Work',
			ways: [
				{ name: 'a', title: 'way a', bytes: 400 },
				{ name: 'b', title: 'way b', bytes: 100 },
			].map((way) => ({ ...way, run: () => Promise.resolve(measurement(1, 1)) })),
			goals: [
				{ of: 'a', to: 'b', what: 'milliseconds', most: 0.5 },
				{ of: 'a', to: 10, what: 'milliseconds', most: 0.5 },
				{ of: 'a', to: 'b', what: 'megabytes', most: 0.5 },
				{ of: 'a', to: 'b', what: 'milliseconds', most: 0.13, perByte: true },
				{ of: 'a', to: 'c', what: 'milliseconds', most: 9 },
			],
			warmUps: 0,
			rounds: 1,
			close: () => Promise.resolve(),
		},
		new Map([
			['a', [measurement(10, 5), measurement(500, 6), measurement(9, 1)]],
			['b', [measurement(20, 10)]],
		]),
	);
	expect(result.goals.map(({ ratio, reached }) => [ratio, reached])).toEqual([
		[0.5, true],
		[1, false],
		[0.5, true],
		[0.125, true],
		[null, false],
	]);
	expect(table([result])).toContain('MISSED  1 of at most 0.5: time of way a, to 10 ms');
	expect(table([result])).toContain('0.125 of at most 0.13: time per byte of way a, to way b');
	expect(growthOf([1], [result])).toMatchObject({ milliseconds: [10], megabytes: [5] });
});

test('later runs have goals of their own; ways that were not measured again have none', () => {
	const run = (milliseconds: number, laterMilliseconds?: number) => ({
		...measurement(milliseconds, 1),
		laterMilliseconds,
	});
	const result = resultOf(
		{
			id: 'x',
			title: 'Work',
			ways: ['a', 'b', 'c'].map((name) => ({
				name,
				title: `way ${name}`,
				run: () => Promise.resolve(run(1)),
			})),
			goals: [
				{ of: 'a', to: 'b', what: 'laterMilliseconds', most: 0.5 },
				{ of: 'a', to: 'b', what: 'milliseconds', most: 0.5 },
				{ of: 'a', to: 'c', what: 'laterMilliseconds', most: 9 },
			],
			warmUps: 0,
			rounds: 1,
			close: () => Promise.resolve(),
		},
		new Map([
			['a', [run(30, 5), run(20, 3)]],
			['b', [run(20, 10)]],
			['c', [run(20)]],
		]),
	);
	expect(result.goals.map(({ ratio, reached }) => [ratio, reached])).toEqual([
		[0.4, true],
		[1.25, false],
		[null, false],
	]);
	expect(table([result])).toContain('0.4 of at most 0.5: time of later runs of way a, to way b');
});

test('cases that were measured again replace the earlier ones, and new ones come last', () => {
	const result = (id: string, title: string) => ({ id, title, ways: [], goals: [] });
	const whole: Results = {
		date: '2024-01-01',
		commands: ['whole'],
		package: '1.0.0',
		n8n: '2.0.0',
		node: 'v24',
		cpus: 2,
		runs: 5,
		tarballBytes: 1,
		cases: [result('a', 'old'), result('b', 'old')],
	};
	const part = {
		...whole,
		date: '2024-01-02',
		commands: ['part'],
		runs: 7,
		cases: [result('b', 'new'), result('c', 'new')],
	};
	expect(updated(whole, part)).toEqual({
		...whole,
		date: '2024-01-02',
		commands: ['whole', 'part'],
		cases: [result('a', 'old'), result('b', 'new'), result('c', 'new')],
	});
});
