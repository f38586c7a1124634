// Which rows count as updated later than a moment: the one comparison for reads and for the trigger.
import type { INode } from 'n8n-workflow';

import { isoDate } from './dates';
import { parameterError } from './errors';

const MOMENT = /^(.+T\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/i;

/**
 * A text under which moments sort as they follow each other, with all their fractional digits.
 *
 * @param date An ISO 8601 date-time; one without an offset counts as UTC
 * @returns undefined for what is no date
 */
export function momentKey(date: unknown): string | undefined {
	const iso = typeof date === 'string' ? isoDate(date, 'UTC') : undefined;
	const [, toTheSecond, fraction = '', offset] = MOMENT.exec(iso ?? '') ?? [];
	const milliseconds = Date.parse(`${toTheSecond}${offset}`);
	if (Number.isNaN(milliseconds)) return undefined;
	// The year 1 lies 62 billion seconds before 1970; the sum keeps every key positive and of one length.
	const seconds = milliseconds / 1000 + 100_000_000_000;
	return `${String(seconds).padStart(13, '0')}.${fraction.padEnd(9, '0').slice(0, 9)}`;
}

/**
 * The test whether a row's UpdatedOn is later than a moment that a person gave; a row without a
 * readable UpdatedOn counts, because it must not be lost.
 *
 * @param zone The time zone of a moment without an offset
 * @returns undefined when no moment was given
 * @throws NodeOperationError when what was given is no date
 */
export function updatedSince(
	node: INode,
	value: unknown,
	zone: string,
): ((row: unknown) => boolean) | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const mark = momentKey(isoDate(value, zone));
	if (mark === undefined) {
		throw parameterError(
			node,
			`Updated After is no date: "${String(value)}"`,
			undefined,
			'Enter a date such as 2026-03-31T08:00:00Z.',
		);
	}
	return (row) => {
		const key = momentKey((row as { UpdatedOn?: unknown } | null)?.UpdatedOn);
		return key === undefined || key > mark;
	};
}
