// What counts as a change of a row.
import { findEndpoint } from '../../../api';
import type { ReadEndpoint } from '../../../api/endpoint';
import * as s from '../../../api/schema/types';
import type { Schema } from '../../../api/schema/types';
import {
	comparableValue,
	inOrderOfChange,
	isSameValue,
	type RowFacts,
	versionOf,
} from '../../../client/changes/whatCountsAsUpdated';
import { firstSpelling, rowKey } from '../../../client/changes/rowKeys';

function factsOf(resource: string, operation: string): RowFacts {
	return findEndpoint(resource, operation) as ReadEndpoint;
}

const product = factsOf('productCatalog', 'get');
const project = factsOf('changeOrderProject', 'getAll');

function isChange(facts: RowFacts, before: object, after: object): boolean {
	const [a, b] = [before, after].map((row) => versionOf({ Id: 'P-1', ...row }, facts));
	return a?.signature !== b?.signature;
}

it('a key keeps the spelling in which it came first, of GUIDs in any case', () => {
	const id = 'A2A57A1C-3F3C-4C3E-8B55-0D2B1C1F8D11';
	const other = rowKey({ IntegrationProductId: id }, product);
	const known = [id, 'b', other];
	const spelled = firstSpelling(known);
	expect(known.map((key) => spelled(key.toLowerCase()))).toEqual(known);
	expect(spelled('B')).toBe('B');
});

describe('a product', () => {
	const date = { UpdatedOn: '2025-10-01T08:00:00.1234567+00:00' };
	it.each([
		['its date moved by one tick', date, { UpdatedOn: '2025-10-01T08:00:00.1234568+00:00' }, true],
		[
			'its date is written differently',
			date,
			{ UpdatedOn: '2025-10-01T10:00:00.1234567+02:00' },
			false,
		],
		['it has the same date and other content', date, { ...date, Model: 'Y' }, false],
		['its ticks differ', { ...date, UpdatedOnTicks: '1' }, { ...date, UpdatedOnTicks: '2' }, true],
		[
			'only its ticks say so',
			{ UpdatedOnTicks: '638712345678901234' },
			{ UpdatedOnTicks: '638712345678901235' },
			true,
		],
		[
			'it has ticks and other content',
			{ UpdatedOnTicks: '638712345678901234' },
			{ UpdatedOnTicks: '638712345678901234', Model: 'Y' },
			false,
		],
		['it has no date and other content', { Model: 'X' }, { Model: 'Y' }, true],
		[
			'it has no date and the same content',
			{ Model: 'X', Tax: null },
			{ Tags: null, Model: 'X' },
			false,
		],
		['its date cannot be read and moved', { UpdatedOn: 'soon' }, { UpdatedOn: 'later' }, true],
		['it lost its date', date, {}, true],
		[
			'its date is of the year 1, as before',
			{ UpdatedOn: '0001-01-01T00:00:00' },
			{ UpdatedOn: null, UpdatedOnTicks: 0 },
			false,
		],
		[
			'it has a date of the year 1 and other content',
			{ UpdatedOn: '0001-01-01', Model: 'X' },
			{ UpdatedOn: '0001-01-01', Model: 'Y' },
			true,
		],
		['its ticks are 0 where they were absent', date, { ...date, UpdatedOnTicks: '0' }, false],
	])('counts as changed or not where %s', (_what, before, after, expected) => {
		expect(isChange(product, before, after)).toBe(expected);
	});
});

test('a change order project counts as changed where any field differs, with a new date or without', () => {
	expect(isChange(project, { Name: 'A' }, { Name: 'B' })).toBe(true);
	expect(isChange(project, { Name: 'A', Approved: null }, { Name: 'A' })).toBe(false);
});

test.each([
	[{ a: '', b: [], c: null, d: {}, e: { f: [] } }, null],
	[
		{ a: false, b: 0, c: ' ' },
		{ a: false, b: 0, c: ' ' },
	],
	[
		[null, ''],
		[null, null],
	],
])('%j counts as %j', (value, expected) => {
	expect(comparableValue(value)).toEqual(expected);
});

test.each<[a: unknown, b: unknown, schema: Schema, same: boolean]>([
	['A2A57A1C-3F3C-4C3E-8B55-0D2B1C1F8D11', 'a2a57a1c-3f3c-4c3e-8b55-0d2b1c1f8d11', s.guid, true],
	['A2A57A1C-3F3C-4C3E-8B55-0D2B1C1F8D11', 'a2a57a1c-3f3c-4c3e-8b55-0d2b1c1f8d11', s.string, false],
	['1.50', 1.5, s.decimal, true],
	['1.50', '1.5', s.string, false],
	['9007199254740993', '9007199254740993.0', s.integer, true],
	['9007199254740993', '9007199254740992', s.integer, false],
	['', undefined, s.date, true],
	[[1, 2], [2, 1], s.list(s.integer, 'int'), false],
])('%j beside %j counts as the same: %#', (a, b, schema, same) => {
	expect(isSameValue(a, b, schema)).toBe(same);
});

it('changes are sorted by time, those without a date first', () => {
	const versions = [
		{ Id: 'late', UpdatedOn: '2025-10-01T08:00:00.2Z' },
		{ Id: 'none' },
		{ Id: 'ticks', UpdatedOnTicks: '638712345678901234' },
		{ Id: 'early', UpdatedOn: '2025-10-01T09:00:00.1+01:00' },
	].map((row) => versionOf(row, product));
	expect(inOrderOfChange(versions).map(({ key }) => key)).toEqual([
		'none',
		'ticks',
		'early',
		'late',
	]);
});

test('a date without an offset is a moment in the time zone of the service', () => {
	const endpoint = { key: 'Id', changedOn: 'UpdatedOn', timeZone: 'Europe/Berlin' };
	const signatureOf = (UpdatedOn: string) => versionOf({ Id: 'A', UpdatedOn }, endpoint).signature;
	expect(signatureOf('2026-07-01T10:00:00')).toBe(signatureOf('2026-07-01T08:00:00Z'));
	expect(signatureOf('2026-07-01T10:00:00')).not.toBe(signatureOf('2026-07-01T10:00:00Z'));
});
