// Why a change order project counts as changed, told from two signatures.
import { changeOrderProject } from '../../../api/resources/changeOrderProject';
import { reasonsBetween, signatureByReason } from '../../../client/changes/reasons';
import { SIGNATURE_BYTES } from '../../../client/changes/whatCountsAsUpdated';

const { getAll } = changeOrderProject.operations;
const facts = { ...getAll, reasons: getAll.reasons ?? {} };

function reasons(before: object, after: object): string[] {
	const [a, b] = [before, after].map((row) =>
		signatureByReason(row as Record<string, never>, facts),
	);
	return reasonsBetween(a ?? '', b ?? '', facts);
}

test.each<[object, object, string[]]>([
	[{ Name: 'A', Price: 1 }, { Name: 'B', Price: 2 }, []],
	[{ PublishedOn: '2025-10-01T08:00:00Z' }, { PublishedOn: '2025-10-01T10:00:00+02:00' }, []],
	[
		{ PublishedOn: '2025-10-01T08:00:00Z' },
		{ PublishedOn: '2025-10-01T08:00:00.0000001Z' },
		['publishedAgain'],
	],
	[{ Progress: 'Draft' }, { Progress: 'Signed' }, ['progress']],
	[{ Progress: '' }, {}, []],
	[{ Approved: false }, { Approved: true }, ['approval']],
	[{ Approved: null }, { Approved: false }, ['approval']],
	[{ Approved: 'Yes' }, { Approved: 'No' }, ['approval']],
	[{ Approved: 'True' }, { Approved: true }, []],
	[{ Deleted: 0 }, { Deleted: 1 }, ['deleted']],
	[{ Archived: true }, { Archived: false }, ['archived']],
	[
		{ Progress: 'Draft', Archived: true, Deleted: false },
		{ Progress: 'Signed', Archived: false, Deleted: true },
		['progress', 'deleted', 'archived'],
	],
])('from %j to %j: %j', (before, after, expected) => {
	expect(reasons(before, after)).toEqual(expected);
});

test('a signature has the length of every other one', () => {
	expect(signatureByReason({}, facts)).toHaveLength(SIGNATURE_BYTES);
});
