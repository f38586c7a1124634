// Which examples run against services with which habits.
import { allHabits } from '../sandbox/habitOptions.mjs';
import { exampleFiles, read } from './judge.mjs';

const singleHabits = [
	...['--names=camelCase', '--names=snake_case', '--names=lower', '--first-page=0', '--cap=20'],
	...['--total=page', '--total=zero', '--beyond-end=refused', '--beyond-end=repeats'],
	...['--offsets=none', '--formats=jsonOnly', '--formats=xml', '--key=k'],
];

/** One that reads a list with its changes, and one that reads by ID, compares and publishes. */
const typical = ['catalog-to-data-table.json', 'look-before-you-publish.json'];
/** One whose publish asks for statuses. */
const confirmed = ['publish-wait-branch.json'];

/** A title; the example fails there without the settings that Check gives. */
export const NEEDS_CHECK = `${typical[0]} --first-page=0, without settings`;

/** They run end to end alone: they need a database, or an agent with its model and n8n's links for a person. */
export function endToEndExamples(): string[] {
	const isOutside = ({ type }: { type: string }) =>
		type === 'n8n-nodes-base.postgres' || type === '@n8n/n8n-nodes-langchain.agent';
	return exampleFiles().filter((file) => read(file).nodes.some(isOutside));
}

/** Habits as options of the sandbox, and the examples that run with them. */
export function plan(): ReadonlyArray<readonly [habits: string, files: readonly string[]]> {
	const others = endToEndExamples();
	const files = exampleFiles().filter((file) => !others.includes(file));
	return [
		...allHabits.map((habits) => [habits, files] as const),
		...singleHabits.map((habit) => [habit, typical] as const),
		['--statuses=query', confirmed],
	];
}
