// When two values count as the same.
import * as s from '../../../api/schema/types';
import type { Schema } from '../../../api/schema/types';
import { isSameValue } from '../../../client/compare/comparableText';

const GUID = 'a2a57a1c-3f3c-4c3e-8b55-0d2b1c1f8d11';
const record = s.record('R', {
	Name: s.string,
	On: s.date,
	Inner: s.record('I', { A: s.integer }),
});

test.each<[a: unknown, b: unknown, schema: Schema, same: boolean]>([
	[null, '', s.string, true],
	[undefined, [], s.list(s.string, 'string'), true],
	[null, false, s.boolean, false],
	[null, 0, s.integer, false],
	['', ' ', s.string, false],
	[GUID, GUID.toUpperCase(), s.string, true],
	['A', 'a', s.string, false],
	['1.50', 1.5, s.decimal, true],
	['1.50', '1.5', s.string, false],
	['9007199254740993', '9007199254740993.0', s.integer, true],
	['9007199254740993', '9007199254740992', s.integer, false],
	[0, null, s.ticks, true],
	['0', 1, s.ticks, false],
	['2026-07-01T10:00:00', '2026-07-01T08:00:00Z', s.date, true],
	['2026-03-01T10:00:00+01:00', '2026-03-01T10:00:00', s.date, true],
	['2026-07-01T10:00:00Z', '2026-07-01T10:00:00', s.date, false],
	['2026-07-01T10:00:00', '2026-07-01T10:00:00', s.date, true],
	['12345678901234567890.50', '12345678901234567890.51', s.decimal, false],
	['100000000000000000000', 1e20, s.integer, true],
	['638712345678901234', null, s.ticks, false],
	['2026-07-01T10:00:00+02:00', '2026-07-01T08:00:00.0000001Z', s.date, false],
	['0001-01-01T00:00:00', null, s.date, true],
	['soon', 'later', s.date, false],
	[[1, 2], [2, 1], s.list(s.integer, 'int'), false],
	[{ Name: 'A', Signed: 1 }, { Signed: 2, Name: 'A' }, record, true],
	[{ Inner: { A: 1, B: 1 } }, { Inner: { A: 1, B: 2 } }, record, true],
	[{ Inner: { A: 1 } }, { Inner: { A: 2 } }, record, false],
	[{ Inner: {}, On: '0001-01-01' }, {}, record, true],
	[{ a: 1 }, { a: 2 }, s.opaque('O'), false],
])('%j beside %j counts as the same: %#', (a, b, schema, same) => {
	expect(isSameValue(a, b, schema, 'Europe/Berlin')).toBe(same);
	expect(isSameValue(b, a, schema, 'Europe/Berlin')).toBe(same);
});
