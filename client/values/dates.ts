// Dates that people and other nodes give, as the service takes them: ISO 8601 strings with an offset; and moments as
// strings that sort in time. A string is never parsed into a Date, so that fractions of a second keep seven digits.

const ISO =
	/^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

// Most dates are already in this form, and a match is cheaper than parsing. Days after the 28th depend on the month
// and are parsed.
const CANONICAL =
	/^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,7})?(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d)$/;

const KEPT_DIGITS = 7;
const WIDEST_OFFSET_MINUTES = 14 * 60;
export const MINUTE_MS = 60_000;
/** Clocks change at full quarters of an hour. */
const QUARTER_HOUR = 15 * MINUTE_MS;

/** A Luxon DateTime, which n8n's expressions give. */
interface DateTimeLike {
	toISO(): string | null;
}

export function isDateObject(value: unknown): value is Date | DateTimeLike {
	return (
		value instanceof Date ||
		(typeof value === 'object' &&
			value !== null &&
			'toISO' in value &&
			typeof value.toISO === 'function')
	);
}

/** The ISO string of a Date or a DateTime; undefined for an invalid one. */
export function isoTextOf(value: Date | DateTimeLike): string | undefined {
	if (!(value instanceof Date)) return value.toISO() ?? undefined;
	return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
}

// Making a format takes longer than using it, which takes 5 microseconds; the dates of a list are often of few days.
const FORMATS = new Map<string, Intl.DateTimeFormat>();
const OFFSETS = new Map<string, number>();
const MAX_OFFSETS = 10_000;

function offsetMinutes(instant: number, timeZone: string): number {
	const key = `${Math.floor(instant / QUARTER_HOUR)} ${timeZone}`;
	const known = OFFSETS.get(key);
	if (known !== undefined) return known;
	const format =
		FORMATS.get(timeZone) ??
		new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
	FORMATS.set(timeZone, format);
	const [, sign, hours = 0, minutes = 0] =
		/([+-])(\d\d):(\d\d)(?::\d\d)?$/.exec(format.format(instant)) ?? [];
	const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
	if (OFFSETS.size >= MAX_OFFSETS) OFFSETS.clear();
	OFFSETS.set(key, offset);
	return offset;
}

/** The offset of a zone at a local time, which is passed as if it were UTC. */
function localOffset(local: number, zone: string): string {
	const guess = offsetMinutes(local, zone);
	const better = offsetMinutes(local - guess * MINUTE_MS, zone);
	// An hour that the clocks leave out in spring is read as the hour after it.
	const isSkipped = guess !== better && offsetMinutes(local - better * MINUTE_MS, zone) !== better;
	const minutes = isSkipped ? Math.min(guess, better) : better;
	const time = new Date(Math.abs(minutes) * MINUTE_MS).toISOString().slice(11, 16);
	return `${minutes < 0 ? '-' : '+'}${time}`;
}

function cleanOffset(written: string): string | undefined {
	if (written.toUpperCase() === 'Z') return 'Z';
	const [hours, minutes] = [written.slice(1, 3), written.slice(3).replace(':', '') || '00'];
	const size = Number(hours) * 60 + Number(minutes);
	if (size > WIDEST_OFFSET_MINUTES || Number(minutes) > 59) return undefined;
	return `${written.charAt(0)}${hours}:${minutes}`;
}

function isoOfText(text: string, zone: string): string | undefined {
	if (CANONICAL.test(text)) return text;
	const match = ISO.exec(text.trim());
	if (!match) return undefined;
	const [, year, month, day, hours = '00', minutes = '00', seconds = '00', digits, written] = match;
	const local = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}`;
	const instant = Date.parse(`${local}Z`);
	// The engine takes 30 February for 2 March.
	const exists = !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(local);
	if (!exists || year === '0000') return undefined;
	// A date of the year 1 means none, and zones had no offset of full minutes then.
	const ownOffset = () => (year === '0001' ? '+00:00' : localOffset(instant, zone));
	const offset = written === undefined ? ownOffset() : cleanOffset(written);
	if (offset === undefined) return undefined;
	return `${local}${digits ? `.${digits.slice(0, KEPT_DIGITS)}` : ''}${offset}`;
}

/**
 * A date as the service takes it: ISO 8601 with an offset.
 *
 * @param value An ISO string (a day alone, minutes, seconds or any fraction of them), a Date or a Luxon DateTime
 * @param zone The time zone of a string without an offset, for example "Europe/Berlin"
 * @returns undefined for what is not a date
 */
export function isoDate(value: unknown, zone: string): string | undefined {
	const text = isDateObject(value) ? isoTextOf(value) : value;
	return typeof text === 'string' ? isoOfText(text, zone) : undefined;
}

/** .NET writes a date of the year 1 for one that was never set. */
const UNSET_DATE = /^\s*0001-/;

const MOMENT = /^(.+T\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/i;

/** In seconds. The year 1 lies 62 billion before 1970; the sum keeps every key positive and of one length. */
const YEARS_BEFORE_1970 = 100_000_000_000;

function keyAt(secondsSince1970: number, fraction: string): string {
	const seconds = secondsSince1970 + YEARS_BEFORE_1970;
	return `${String(seconds).padStart(13, '0')}.${fraction.padEnd(9, '0').slice(0, 9)}`;
}

/**
 * A string for a moment, with all its fractional digits; these strings sort in time.
 *
 * @param date An ISO 8601 date-time
 * @param zone The time zone of one without an offset
 * @returns undefined for what is not a date, or one of the year 1
 */
export function momentKey(date: unknown, zone = 'UTC'): string | undefined {
	const isDate = typeof date === 'string' && !UNSET_DATE.test(date);
	const iso = isDate ? isoOfText(date, zone) : undefined;
	const [, toTheSecond, fraction = '', offset] = MOMENT.exec(iso ?? '') ?? [];
	const milliseconds = Date.parse(`${toTheSecond}${offset}`);
	if (Number.isNaN(milliseconds)) return undefined;
	return keyAt(milliseconds / 1000, fraction);
}

const OFFSET = /(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/;

/** Whether a date, which `momentKey` can read, says no offset. */
export function lacksOffset(date: unknown): boolean {
	const time = String(date).trim().slice('yyyy-mm-dd'.length);
	return !OFFSET.test(time);
}

/** Most dates of a service are in this form, and a match is cheaper than a moment. */
const UTC_DATE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,7}))?(?:Z|\+00:00)$/;
const LAST_ZEROS = /0{1,9}$/;

/** A date as it is compared with others: in UTC, or empty for one of the year 1; unchanged if it cannot be read. */
export function comparableDate(date: string, zone = 'UTC'): string {
	if (UNSET_DATE.test(date)) return '';
	const [, utc, digits = ''] = UTC_DATE.exec(date) ?? [];
	if (utc !== undefined) return `${utc}.${digits.replace(LAST_ZEROS, '')}`;
	const [seconds, fraction = ''] = momentKey(date, zone)?.split('.') ?? [];
	if (seconds === undefined) return date;
	const time = new Date((Number(seconds) - YEARS_BEFORE_1970) * 1000).toISOString();
	return `${time.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}.${fraction.replace(LAST_ZEROS, '')}`;
}

/** The same for .NET ticks: each is 100 nanoseconds, counted from the year 1. */
export function momentOfTicks(ticks: string): string | undefined {
	if (!/^\d{15,19}$/.test(ticks)) return undefined;
	return keyAt(Number(ticks.slice(0, -7)) - 62_135_596_800, ticks.slice(-7));
}
