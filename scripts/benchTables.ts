// The measurements as a Markdown table.
import { type CaseResult, duration, type Results, type WayResult } from '../test/bench/results.mjs';
import { tableOf } from './markdown';

export function megabytes(value: number | null): string {
	return value === null ? '' : `${Math.round(value).toLocaleString('en-US')} MB`;
}

/** Whether a case compares products of a service that has grown with those of its document. */
export function isGrown({ ways }: CaseResult): boolean {
	return ways.every(({ bytes }) => bytes !== undefined);
}

const isOfN8n = ({ title }: WayResult) => title.startsWith('n8n’s own nodes');

/** What the same work costs with n8n's own nodes and with this package, where both were measured. */
export function resultTable({ cases }: Results): string {
	const rows = cases
		.filter((result) => !isGrown(result) && result.ways.some(isOfN8n))
		.flatMap(({ title, ways }) =>
			ways
				.filter((way) => isOfN8n(way) || way.title.startsWith('this package'))
				.map((way) => [title, way.title, duration(way.milliseconds), megabytes(way.megabytes)]),
		);
	return tableOf(['Work', 'Way', 'Time', 'Memory'], rows).join('\n');
}
