// Moments as strings that sort in time, and which rows changed later than a moment.
import { isoDate } from './dates';

const MOMENT = /^(.+T\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/i;

function keyAt(secondsSince1970: number, fraction: string): string {
	// The year 1 lies 62 billion seconds before 1970; the sum keeps every key positive and of one length.
	const seconds = secondsSince1970 + 100_000_000_000;
	return `${String(seconds).padStart(13, '0')}.${fraction.padEnd(9, '0').slice(0, 9)}`;
}

/**
 * A string for a moment, with all its fractional digits; these strings sort in time.
 *
 * @param date An ISO 8601 date-time; one without an offset counts as UTC
 * @returns undefined for what is not a date
 */
export function momentKey(date: unknown): string | undefined {
	const iso = typeof date === 'string' ? isoDate(date, 'UTC') : undefined;
	const [, toTheSecond, fraction = '', offset] = MOMENT.exec(iso ?? '') ?? [];
	const milliseconds = Date.parse(`${toTheSecond}${offset}`);
	if (Number.isNaN(milliseconds)) return undefined;
	return keyAt(milliseconds / 1000, fraction);
}

/** The same for .NET ticks: each is 100 nanoseconds, counted from the year 1. */
export function momentOfTicks(ticks: string): string | undefined {
	if (!/^\d{15,19}$/.test(ticks)) return undefined;
	return keyAt(Number(ticks.slice(0, -7)) - 62_135_596_800, ticks.slice(-7));
}

/**
 * The test whether a row changed later than a moment. A row without a readable date counts, because it must not be lost.
 *
 * @param moment as `momentKey` gives it
 * @param field The field that says when a row changed
 */
export function changedAfter(
	moment: string,
	field: string,
): (row: Readonly<Record<string, unknown>>) => boolean {
	return (row) => {
		const key = momentKey(row[field]);
		return key === undefined || key > moment;
	};
}
