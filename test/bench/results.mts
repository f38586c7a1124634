// The results of the measurements: medians, ratios, and their text for the terminal.
import type { Case, Goal, Quantity } from './cases/case.mjs';
import type { Measurement } from './processes.mjs';

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

export interface WayResult {
	readonly name: string;
	readonly title: string;
	readonly bytes?: number;
	/** Medians. */
	readonly milliseconds: number;
	/** Of later runs in the same process, where they were measured. */
	readonly laterMilliseconds?: number;
	readonly megabytes: number | null;
	readonly runs: ReadonlyArray<{
		readonly milliseconds: number;
		readonly laterMilliseconds?: number;
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
	readonly ways: readonly WayResult[];
	readonly goals: readonly GoalResult[];
}

export interface Results {
	readonly date: string;
	/** The whole run, and the runs after it that measured some cases again. */
	readonly commands: readonly string[];
	readonly package: string;
	readonly n8n: string;
	readonly node: string;
	readonly cpus: number;
	readonly runs: number;
	readonly tarballBytes: number;
	readonly cases: readonly CaseResult[];
}

/** Earlier results with the cases of a later run in the places of the old ones; new ones come last. */
export function updated(earlier: Results, later: Results): Results {
	const measured = new Map(later.cases.map((result) => [result.id, result]));
	const cases = earlier.cases.map((result) => measured.get(result.id) ?? result);
	const ids = new Set(earlier.cases.map(({ id }) => id));
	return {
		...later,
		runs: Math.min(earlier.runs, later.runs),
		commands: [...new Set([...earlier.commands, ...later.commands])],
		cases: [...cases, ...later.cases.filter(({ id }) => !ids.has(id))],
	};
}

function rounded(value: number, digits = 0): number | null {
	return Number.isFinite(value) ? Number(value.toFixed(digits)) : null;
}

/** A cost, divided by the bytes that the service sent where the goal says so; NaN where it is not known. */
function costOf(of: string | number, { what, perByte }: Goal, ways: readonly WayResult[]): number {
	if (typeof of === 'number') return of;
	const way = ways.find(({ name }) => name === of);
	return (way?.[what] ?? NaN) / (perByte ? (way?.bytes ?? NaN) : 1);
}

function roundedTime(milliseconds: number): number {
	return rounded(milliseconds, 1) ?? NaN;
}

function wayResult(way: Case['ways'][number], measurements: readonly Measurement[]): WayResult {
	const { name, title, bytes } = way;
	const later = measurements.flatMap(({ laterMilliseconds = [] }) => laterMilliseconds);
	return {
		name,
		title,
		bytes,
		milliseconds: roundedTime(median(measurements.map((one) => one.milliseconds))),
		laterMilliseconds: later.length > 0 ? roundedTime(median(later)) : undefined,
		megabytes: rounded(median(measurements.map((one) => one.megabytes)), 1),
		runs: measurements.map(({ milliseconds, laterMilliseconds, megabytes }) => ({
			milliseconds: roundedTime(milliseconds),
			laterMilliseconds: laterMilliseconds && roundedTime(laterMilliseconds),
			megabytes: rounded(megabytes, 1),
		})),
	};
}

export function resultOf(
	given: Case,
	measurements: ReadonlyMap<string, readonly Measurement[]>,
): CaseResult {
	const ways = given.ways.map((way) => wayResult(way, measurements.get(way.name) ?? []));
	const goals = given.goals.map((goal): GoalResult => {
		const ratio = rounded(costOf(goal.of, goal, ways) / costOf(goal.to, goal, ways), 3);
		return { ...goal, ratio, reached: ratio !== null && ratio <= goal.most };
	});
	return { id: given.id, title: given.title, ways, goals };
}

/** Milliseconds for people. */
export function duration(milliseconds: number): string {
	return milliseconds < 1000
		? `${Math.round(milliseconds)} ms`
		: `${(milliseconds / 1000).toFixed(1)} s`;
}

/** What a goal compares, and with what. */
export function goalTexts(
	{ of, to, what, perByte }: Goal,
	ways: readonly WayResult[],
): { readonly of: string; readonly to: string; readonly what: string } {
	const names: Readonly<Record<Quantity, string>> = {
		milliseconds: 'time',
		laterMilliseconds: 'time of later runs',
		megabytes: 'memory',
	};
	const titleOf = (name: string) => ways.find((way) => way.name === name)?.title ?? name;
	return {
		of: titleOf(of),
		to:
			typeof to === 'number'
				? `${Math.round(to)} ${what === 'megabytes' ? 'MB' : 'ms'}`
				: titleOf(to),
		what: perByte ? `${names[what]} per byte` : names[what],
	};
}

function goalLine(goal: GoalResult, { ways }: CaseResult): string {
	const { of, to, what } = goalTexts(goal, ways);
	return `  ${goal.reached ? 'reached' : 'MISSED '} ${String(goal.ratio)} of at most ${goal.most}: ${what} of ${of}, to ${to}`;
}

/** The results as text. */
export function table(cases: readonly CaseResult[]): string {
	return cases
		.flatMap((result) => [
			'',
			result.title,
			...result.ways.map(({ title, milliseconds, laterMilliseconds, megabytes }) =>
				[
					duration(milliseconds).padStart(10),
					(laterMilliseconds === undefined ? '' : duration(laterMilliseconds)).padStart(8),
					megabytes === null ? '' : `${String(Math.round(megabytes)).padStart(6)} MB`,
					` ${title}`,
				].join(' '),
			),
			...result.goals.map((goal) => goalLine(goal, result)),
		])
		.join('\n');
}
