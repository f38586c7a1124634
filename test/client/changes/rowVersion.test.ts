// What counts as updated, and why a change order project counts as changed.
import { findEndpoint } from '../../../api';
import type { ReadEndpoint } from '../../../api/endpoint';
import {
	changedOn,
	reasonsBetween,
	reasonsOf,
	versionOf,
} from '../../../client/changes/rowVersion';

const product = findEndpoint('productCatalog', 'get') as ReadEndpoint;
const project = findEndpoint('changeOrderProject', 'getAll') as ReadEndpoint;
const timeZone = 'Europe/Berlin';

function signatures(endpoint: ReadEndpoint, ...rows: readonly object[]) {
	return rows.map((row) => versionOf({ Id: 'P', ...row }, { endpoint, timeZone }).signature);
}

const date = { UpdatedOn: '2025-10-01T08:00:00Z' };
const day = { UpdatedOn: '1900-01-01' };
test.each([
	['a price changes, not the date', { ...date, Msrp: 1 }, { ...date, Msrp: 2 }, true],
	['a day alone stays', { ...day, Msrp: 1 }, { ...day, Msrp: 2 }, true],
	['a signed address changes', { SignedUrl: 'a' }, { SignedUrl: 'b' }, false],
	['one nested changes', { ItemLaborTypes: [{ X: 1 }] }, { ItemLaborTypes: [{ X: 2 }] }, false],
	['a date is written otherwise', date, { UpdatedOn: '2025-10-01T10:00:00' }, false],
	['a date is none', { UpdatedOn: '0001-01-01T00:00:00', UpdatedOnTicks: 0 }, {}, false],
	['false is not absent', { Taxable: false }, {}, true],
	['0 is not absent', { Msrp: 0 }, {}, true],
	['an empty list is absent', { ItemLaborTypes: [], Tags: '' }, { Tags: null }, false],
	['a number is written otherwise', { Msrp: '1.50' }, { Msrp: 1.5 }, false],
	['fields come in another order', { Msrp: 1, Model: 'X' }, { Model: 'X', Msrp: 1 }, false],
])('a product where %s: updated %#', (_what, before, after, expected) => {
	const [a, b] = signatures(product, before, after);
	expect(a !== b).toBe(expected);
});

test.each<[object, object, string[]]>([
	[{ Name: 'A' }, { Name: 'B' }, ['other']],
	[
		{ PublishedOn: '2025-10-01T08:00:00Z' },
		{ PublishedOn: '2025-10-02T08:00:00Z' },
		['publishedAgain'],
	],
	[{ Progress: 'Draft' }, { Progress: 'Signed', Name: 'B' }, ['progress']],
	[{ Approved: null }, { Approved: false }, ['approval']],
	[{ Archived: true, Deleted: false }, { Archived: false, Deleted: true }, ['deleted', 'archived']],
])('a project that was %j and is %j has the reasons %j', (before, after, expected) => {
	const [a, b] = signatures(project, before, after);
	expect(reasonsBetween(a ?? '', b ?? '', project)).toEqual(expected);
	expect(reasonsOf(project)).toEqual(expect.arrayContaining(expected));
});

test('versions sort by their date, else by their ticks', () => {
	const on = (row: object) => changedOn({ Id: 'P', ...row }, { endpoint: product, timeZone });
	const early = on({ UpdatedOnTicks: '638712345678901234' });
	expect([on({}) < early, early < on(date)]).toEqual([true, true]);
});
