// Dates as people give them, and the ISO text with an offset that goes out.
import { comparableDate, isoDate, momentKey } from '../../../client/values/dates';

// Luxon comes with n8n and brings no types along.
const { DateTime } = jest.requireActual<{
	DateTime: {
		fromISO(text: string, options: { zone: string }): unknown;
		invalid(reason: string): unknown;
	};
}>('luxon');

const berlin = 'Europe/Berlin';

describe('ISO text in any precision', () => {
	test.each([
		['2024-06-01T10:20:30.1234567+02:00', '2024-06-01T10:20:30.1234567+02:00'],
		['2024-06-01T10:20:30Z', '2024-06-01T10:20:30Z'],
		['2024-06-01T10:20:30.0000000Z', '2024-06-01T10:20:30.0000000Z'],
		['2024-06-01T10:20:30.123456789Z', '2024-06-01T10:20:30.1234567Z'],
		['2024-06-01t10:20z', '2024-06-01T10:20:00Z'],
		['2024-06-01 10:20:30 +0200', '2024-06-01T10:20:30+02:00'],
		['2024-06-01 10:20:30.5-05', '2024-06-01T10:20:30.5-05:00'],
		['2024-06-01T10:20:30,5+05:45', '2024-06-01T10:20:30.5+05:45'],
		[' 2024-02-29T00:00:00Z\n', '2024-02-29T00:00:00Z'],
		['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
		['2024-12-31T23:59:59+14:00', '2024-12-31T23:59:59+14:00'],
		['2024-04-30T00:00:00.5Z', '2024-04-30T00:00:00.5Z'],
	])('%j goes out as %s', (given, expected) => {
		expect(isoDate(given, berlin)).toBe(expected);
	});
});

describe('a text without an offset is in the workflow’s time zone', () => {
	test.each([
		['2024-06-01', berlin, '2024-06-01T00:00:00+02:00'],
		['2024-01-15', berlin, '2024-01-15T00:00:00+01:00'],
		['2024-06-01T10:20', 'America/New_York', '2024-06-01T10:20:00-04:00'],
		['2024-06-01 10:20:30.7654321', 'Asia/Kathmandu', '2024-06-01T10:20:30.7654321+05:45'],
		['2024-06-01T10:20:30', 'UTC', '2024-06-01T10:20:30+00:00'],
		['0001-01-01T00:00:00', berlin, '0001-01-01T00:00:00+00:00'],
		['0001-01-01', 'Asia/Kathmandu', '0001-01-01T00:00:00+00:00'],
		['2024-03-31T01:59:59', berlin, '2024-03-31T01:59:59+01:00'],
		['2024-03-31T03:00:00', berlin, '2024-03-31T03:00:00+02:00'],
		['2024-10-27T03:00:00', berlin, '2024-10-27T03:00:00+01:00'],
		['2024-03-10T03:00:00', 'America/New_York', '2024-03-10T03:00:00-04:00'],
		['2024-03-10T01:59:59', 'America/New_York', '2024-03-10T01:59:59-05:00'],
	])('%s in %s is %s', (given, zone, expected) => {
		expect(isoDate(given, zone)).toBe(expected);
	});

	test.each([
		['2024-03-31T02:30:00', berlin, '2024-03-31T01:30:00.000Z'],
		['2024-03-10T02:30:00', 'America/New_York', '2024-03-10T07:30:00.000Z'],
	])('the skipped hour %s in %s is read as the hour after it', (given, zone, instant) => {
		expect(new Date(isoDate(given, zone) ?? '').toISOString()).toBe(instant);
	});
});

test.each([
	['0001-01-01T00:00:00', ''],
	['0001-12-31T23:59:59.9999999+01:00', ''],
	['2024-06-01T10:00:00.0000000+02:00', '2024-06-01T08:00:00.'],
	['2024-06-01T08:00:00.1200000Z', '2024-06-01T08:00:00.12'],
	['2024-06-01T08:00:00.1200000', '2024-06-01T08:00:00.12'],
	['soon', 'soon'],
])('%j is compared as %j', (date, expected) => {
	expect(comparableDate(date)).toBe(expected);
});

test('JavaScript Dates and Luxon DateTimes go out as ISO text', () => {
	expect(isoDate(new Date(Date.UTC(2024, 5, 1, 10, 20, 30, 5)), berlin)).toBe(
		'2024-06-01T10:20:30.005Z',
	);
	expect(isoDate(DateTime.fromISO('2024-06-01T10:20:30', { zone: berlin }), 'UTC')).toBe(
		'2024-06-01T10:20:30.000+02:00',
	);
});

test.each([
	'',
	...'yesterday 2024 2024-06 2024-6-1 01.06.2024 2024-02-30 2023-02-29 1900-02-29'.split(' '),
	...'2024-13-01 2024-00-10 0000-01-01 0000-01-01T00:00:00Z 2024-13-01T00:00:00Z'.split(' '),
	...'2024-00-10T00:00:00Z 2024-01-00T00:00:00Z 2023-02-29T00:00:00Z'.split(' '),
	...'2024-06-31T00:00:00Z 2024-06-01T24:00:00Z 2024-06-01T10:60:00Z'.split(' '),
	...'2024-06-01T10:20:61Z 2024-06-01T10:20:30+15:00 2024-06-01T10:20:30+02:75'.split(' '),
	'2024-06-01T10:20:30Z and more',
	1717236030000,
	true,
	{},
	null,
	new Date('never'),
	DateTime.invalid('never'),
])('%p is no date', (given) => {
	expect(isoDate(given, berlin)).toBeUndefined();
});

test.each([
	['2026-03-31T08:00:00', 'Europe/Berlin', '2026-03-31T06:00:00Z'],
	['2026-01-31T08:00:00', 'Europe/Berlin', '2026-01-31T07:00:00Z'],
	['2026-03-31T08:00:00', 'UTC', '2026-03-31T08:00:00Z'],
	['2026-03-31T08:00:00+05:00', 'Europe/Berlin', '2026-03-31T03:00:00Z'],
	['2026-03-31T08:00:00Z', 'Europe/Berlin', '2026-03-31T08:00:00Z'],
])('%s is, where dates without an offset are of %s, the moment %s', (date, zone, moment) => {
	expect(momentKey(date, zone)).toBe(momentKey(moment));
	expect(comparableDate(date, zone)).toBe(comparableDate(moment));
});
