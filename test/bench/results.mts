// The results of the measurements, and their table.
import type { Case, Goal } from './cases.mjs';
import type { Measurement } from './processes.mjs';
import { exponent, median } from './statistics.mjs';

export interface ContenderResult {
	readonly name: string;
	readonly title: string;
	/** Medians. */
	readonly milliseconds: number;
	readonly megabytes: number | null;
	readonly runs: ReadonlyArray<{
		readonly milliseconds: number;
		readonly megabytes: number | null;
	}>;
}

export interface GoalResult extends Goal {
	readonly ratio: number | null;
	readonly reached: boolean;
}

export interface CaseResult {
	readonly id: string;
	readonly title: string;
	readonly contenders: readonly ContenderResult[];
	readonly goals: readonly GoalResult[];
}

export interface Growth {
	readonly sizes: readonly number[];
	readonly milliseconds: readonly number[];
	readonly megabytes: ReadonlyArray<number | null>;
	/** 1 is linear growth. */
	readonly timeExponent: number;
	readonly memoryExponent: number | null;
}

export interface Results {
	readonly date: string;
	/** The whole run, and the runs after it that measured some cases anew. */
	readonly commands: readonly string[];
	readonly package: string;
	readonly n8n: string;
	readonly node: string;
	readonly cpus: number;
	readonly runs: number;
	readonly tarballBytes: number;
	readonly cases: readonly CaseResult[];
	readonly growth?: Growth;
}

/** The kept results with the cases that were measured anew in their places. */
export function renewed(kept: Results, measured: Results): Results {
	const anew = new Map(measured.cases.map((result) => [result.id, result]));
	return {
		...kept,
		...measured,
		commands: [...new Set([...kept.commands, ...measured.commands])],
		cases: kept.cases.map((result) => anew.get(result.id) ?? result),
	};
}

function rounded(value: number, digits = 0): number | null {
	return Number.isFinite(value) ? Number(value.toFixed(digits)) : null;
}

function valueOf(
	of: string | number,
	what: Goal['what'],
	contenders: readonly ContenderResult[],
): number {
	if (typeof of === 'number') return of;
	return contenders.find(({ name }) => name === of)?.[what] ?? NaN;
}

export function resultOf(
	given: Case,
	taken: ReadonlyMap<string, readonly Measurement[]>,
): CaseResult {
	const contenders = given.contenders.map(({ name, title }): ContenderResult => {
		const measurements = taken.get(name) ?? [];
		return {
			name,
			title,
			milliseconds: rounded(median(measurements.map((one) => one.milliseconds)), 1) ?? NaN,
			megabytes: rounded(median(measurements.map((one) => one.megabytes)), 1),
			runs: measurements.map((one) => ({
				milliseconds: rounded(one.milliseconds, 1) ?? NaN,
				megabytes: rounded(one.megabytes, 1),
			})),
		};
	});
	const goals = given.goals.map((goal): GoalResult => {
		const ratio = rounded(
			valueOf(goal.of, goal.what, contenders) / valueOf(goal.to, goal.what, contenders),
			3,
		);
		return { ...goal, ratio, reached: ratio !== null && ratio <= goal.most };
	});
	return { id: given.id, title: given.title, contenders, goals };
}

/** How the cost grows with the number of products. */
export function growthOf(sizes: readonly number[], points: readonly CaseResult[]): Growth {
	const costs = points.map(({ contenders }) => contenders[0]);
	const milliseconds = costs.map((cost) => cost?.milliseconds ?? NaN);
	const megabytes = costs.map((cost) => cost?.megabytes ?? null);
	const pairs = (values: ReadonlyArray<number | null>) =>
		sizes.map((size, index): [number, number] => [size, values[index] ?? NaN]);
	return {
		sizes,
		milliseconds,
		megabytes,
		timeExponent: rounded(exponent(pairs(milliseconds)), 3) ?? NaN,
		memoryExponent: rounded(exponent(pairs(megabytes)), 3),
	};
}

function amount(milliseconds: number): string {
	return milliseconds < 1000
		? `${Math.round(milliseconds)} ms`
		: `${(milliseconds / 1000).toFixed(1)} s`;
}

function goalLine(goal: GoalResult, { contenders }: CaseResult): string {
	const titleOf = (name: string | number) =>
		typeof name === 'number'
			? `${Math.round(name)} ${goal.what === 'milliseconds' ? 'ms' : 'MB'}`
			: (contenders.find((contender) => contender.name === name)?.title ?? name);
	const what = goal.what === 'milliseconds' ? 'time' : 'memory';
	return `  ${goal.reached ? 'reached' : 'MISSED '} ${String(goal.ratio)} of at most ${goal.most}: ${what} of ${titleOf(goal.of)}, to ${titleOf(goal.to)}`;
}

/** The results as text. */
export function table(cases: readonly CaseResult[], growth?: Growth): string {
	const lines = cases.flatMap((result) => [
		'',
		result.title,
		...result.contenders.map(
			({ title, milliseconds, megabytes }) =>
				`  ${amount(milliseconds).padStart(8)} ${megabytes === null ? '' : `${String(Math.round(megabytes)).padStart(6)} MB`}  ${title}`,
		),
		...result.goals.map((goal) => goalLine(goal, result)),
	]);
	if (growth) {
		lines.push(
			'',
			`Growth from ${growth.sizes[0]} to ${growth.sizes.at(-1)} products (1 is linear, at most 1.05)`,
		);
		lines.push(`  time ${growth.timeExponent}, memory ${String(growth.memoryExponent)}`);
	}
	return lines.join('\n');
}
