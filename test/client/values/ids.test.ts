import { comparableId, comparableKey, isId } from '../../../client/values/ids';

const GUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const ZEROS = '00000000-0000-0000-0000-000000000000';

it.each([
	['P1', true],
	[1, true],
	['00', true],
	[GUID, true],
	[ZEROS, false],
	[` ${ZEROS} `, false],
	[0, false],
	['0', false],
	['', false],
	[' \t', false],
	[null, false],
	[undefined, false],
	[{ id: 1 }, false],
])('%p is an ID: %p', (value, expected) => {
	expect(isId(value)).toBe(expected);
	expect(comparableKey({ Id: value }, 'Id')).toBe(expected ? String(value) : undefined);
});

it.each([
	[GUID.toUpperCase(), GUID],
	['P1', 'P1'],
	[' p1', ' p1'],
	['C', 'C'],
])('%p is compared as %p', (id, expected) => {
	expect(comparableId(id)).toBe(expected);
});
