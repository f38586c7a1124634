// The measurements as Markdown tables.
import {
	type CaseResult,
	duration,
	type GoalResult,
	goalTexts,
	type Results,
	type WayResult,
} from '../test/bench/results.mjs';
import { tableOf } from './markdown';

export function megabytes(value: number | null): string {
	return value === null ? '' : `${Math.round(value).toLocaleString('en-US')} MB`;
}

/** Whether a case compares products of a service that has grown with those of its document. */
export function isGrown({ ways }: CaseResult): boolean {
	return ways.every(({ bytes }) => bytes !== undefined);
}

function laterTime({ laterMilliseconds }: WayResult): string {
	return laterMilliseconds === undefined ? '' : duration(laterMilliseconds);
}

function costs(cases: readonly CaseResult[]): string {
	const rows = cases.flatMap(({ title, ways }) =>
		ways.map((way, index) => [
			index === 0 ? title : '',
			way.title,
			duration(way.milliseconds),
			laterTime(way),
			megabytes(way.megabytes),
		]),
	);
	return tableOf(['Work', 'Way', 'Time', 'Time of later runs', 'Memory'], rows).join('\n');
}

function holds({ ratio, reached }: GoalResult): string {
	return reached ? String(ratio) : `${String(ratio)}, _missed_`;
}

function goals(cases: readonly CaseResult[]): string {
	const rows = cases.flatMap((result) =>
		result.goals.map((goal, index) => {
			const { of, to, what } = goalTexts(goal, result.ways);
			const title = index === 0 ? result.title : '';
			return [title, `${what} of ${of}, to ${to}`, String(goal.most), holds(goal)];
		}),
	);
	return tableOf(['Work', 'Ratio', 'At most', 'Measured'], rows).join('\n');
}

/** A way's times and memory, each with its ratio to the documented products. */
function grownCell(way: WayResult | undefined, allGoals: readonly GoalResult[]): string {
	if (!way) return '';
	const ratio = (what: GoalResult['what']) => {
		const goal = allGoals.find(({ of, what: goalFor }) => of === way.name && goalFor === what);
		return goal ? ` (${holds(goal)})` : '';
	};
	return [
		duration(way.milliseconds) + ratio('milliseconds'),
		...(way.laterMilliseconds === undefined
			? []
			: [`later ${laterTime(way)}${ratio('laterMilliseconds')}`]),
		megabytes(way.megabytes) + ratio('megabytes'),
	].join(', ');
}

function grown(cases: readonly CaseResult[]): string {
	const titles = cases[0]?.ways.map(({ title }) => title) ?? [];
	const rows = titles.map((title, row) => [
		title,
		...cases.map(({ ways, goals: allGoals }) => grownCell(ways[row], allGoals)),
	]);
	const head = cases.map(({ title }) => title.split(',').slice(0, -1).join(','));
	return tableOf(['Products', ...cases.map(({ id }, column) => head[column] ?? id)], rows).join(
		'\n',
	);
}

/** What each way costs. */
export function resultTable(results: Results): string {
	const usual = results.cases.filter((result) => !isGrown(result));
	return costs(usual);
}

/** The goals, and the products of a service that has grown. */
export function detailTables({ cases }: Results): string {
	const grownCases = cases.filter(isGrown);
	return [
		'### Goals',
		'The goals are ratios.',
		goals(cases.filter((result) => !isGrown(result))),
		...(grownCases.length === 0
			? []
			: [
					'### Undocumented fields',
					'The same node, with products that have fields which the API documentation does not describe. In parentheses: time or memory, divided by that of the documented products. With one undocumented field, the goal is 1.1. The responses of the other rows are longer or shorter, so both values are first divided by the length of the response, and the goal is 1.3.',
					grown(grownCases),
				]),
	].join('\n\n');
}
