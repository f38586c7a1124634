// Dates that people and other nodes give, as the service takes them: ISO 8601 strings with an offset.
// They are never parsed into a Date, so that fractions of a second keep seven digits.

const ISO =
	/^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

// Most dates are already in this form, and a match is cheaper than parsing. Days after the 28th depend on the month
// and are parsed.
const CANONICAL =
	/^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,7})?(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d)$/;

const KEPT_DIGITS = 7;
const WIDEST_OFFSET_MINUTES = 14 * 60;
const MINUTE = 60_000;

/** A Luxon DateTime, which n8n's expressions give. */
interface DateTimeLike {
	toISO(): string | null;
}

/** Whether a value is a JavaScript Date or a Luxon DateTime. */
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
export function textOfDate(value: Date | DateTimeLike): string | undefined {
	if (!(value instanceof Date)) return value.toISO() ?? undefined;
	return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
	const known = formats.get(zone);
	if (known) return known;
	const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
	formats.set(zone, format);
	return format;
}

// An offset costs microseconds, and the dates of a list are often of few days.
const offsets = new Map<string, number>();
const MOST_OFFSETS = 10_000;
const QUARTER_HOUR = 15 * MINUTE;

function offsetMinutes(instant: number, zone: string): number {
	// Clocks change at full quarters of an hour.
	const key = `${Math.floor(instant / QUARTER_HOUR)} ${zone}`;
	const known = offsets.get(key);
	if (known !== undefined) return known;
	const [, sign, hours, minutes] =
		/([+-])(\d\d):(\d\d)(?::\d\d)?$/.exec(formatOf(zone).format(instant)) ?? [];
	const offset = sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0;
	if (offsets.size >= MOST_OFFSETS) offsets.clear();
	offsets.set(key, offset);
	return offset;
}

function offsetText(minutes: number): string {
	const size = Math.abs(minutes);
	const pad = (part: number) => String(part).padStart(2, '0');
	return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** The offset of a zone at a local time, which is given as the milliseconds it would be in UTC. */
function localOffset(local: number, zone: string): string {
	const guess = offsetMinutes(local, zone);
	const better = offsetMinutes(local - guess * MINUTE, zone);
	// An hour that the clocks leave out in spring is read as the hour after it.
	const skipped = guess !== better && offsetMinutes(local - better * MINUTE, zone) !== better;
	return offsetText(skipped ? Math.min(guess, better) : better);
}

function cleanOffset(written: string): string | undefined {
	if (written.toUpperCase() === 'Z') return 'Z';
	const [hours, minutes] = [written.slice(1, 3), written.slice(3).replace(':', '') || '00'];
	const size = Number(hours) * 60 + Number(minutes);
	if (size > WIDEST_OFFSET_MINUTES || Number(minutes) > 59) return undefined;
	return `${written.charAt(0)}${hours}:${minutes}`;
}

function daysIn(year: number, month: number): number {
	if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
	return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function dayExists(year: number, month: number, day: number): boolean {
	return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function isoOfText(text: string, zone: string): string | undefined {
	if (CANONICAL.test(text)) return text;
	const match = ISO.exec(text.trim());
	if (!match) return undefined;
	const [, year, month, day, hours = '00', minutes = '00', seconds = '00', digits, written] = match;
	if (!dayExists(Number(year), Number(month), Number(day))) return undefined;
	if (hours > '23' || minutes > '59' || seconds > '59') return undefined;
	const local = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}`;
	const offset =
		written === undefined ? localOffset(Date.parse(`${local}Z`), zone) : cleanOffset(written);
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
	const text = isDateObject(value) ? textOfDate(value) : value;
	return typeof text === 'string' ? isoOfText(text, zone) : undefined;
}
