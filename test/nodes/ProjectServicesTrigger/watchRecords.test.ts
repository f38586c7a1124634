// What is kept of single records, in how much room, and what it tells of their changes.
import { servicePlan, ServicePlan } from '../../../api/resources/servicePlan';
import { compareRecord } from '../../../nodes/ProjectServicesTrigger/watchRecords';
import { arbitraryRecord } from '../../arbitraries';
import { fc } from '../../fastCheck';
import { seededServicePlan } from '../../sandbox/data/records';

type Values = Record<string, never>;

/** Fields that differ by content alone: without a date, the content tells that a record changed. */
function changesBetween(before: object, after: object) {
	const endpoint = { response: ServicePlan };
	const { saved } = compareRecord('1', before as Values, undefined, endpoint);
	const restored = JSON.parse(JSON.stringify(saved)) as typeof saved;
	return compareRecord('1', after as Values, restored, endpoint).changed?.item.changes;
}

it('finds no change between a record and itself', () => {
	fc.assert(
		fc.property(arbitraryRecord(ServicePlan, { nulls: true }), (record) => {
			expect(changesBetween(record as Values, record as Values)).toBeUndefined();
		}),
		{ numRuns: 60 },
	);
});

it('tells values of every kind, nested fields, collections and fields that are not in the document', () => {
	const before = {
		Name: 'Gold',
		AutoRenew: false,
		PlanLength: 12,
		AllowableHours: '1.00000000000000000001',
		Description: 'x'.repeat(61),
		Contact: { Name: 'Ada' },
		ServicePlanFeatures: [{ Name: 'one' }],
		Novelty: 1,
	};
	const after = {
		Name: null,
		AutoRenew: true,
		PlanLength: 24,
		AllowableHours: 2,
		Description: 'short',
		Contact: { Name: 'Bob', Phone: '1' },
		ServicePlanFeatures: [],
		Novelty: 2,
	};
	expect(changesBetween(before, after)).toEqual([
		{ field: 'Name', from: 'Gold', to: null },
		{ field: 'Description', fromUnknown: true, to: 'short' },
		{ field: 'PlanLength', from: 12, to: 24 },
		{ field: 'AutoRenew', from: false, to: true },
		{ field: 'AllowableHours', from: '1.00000000000000000001', to: 2 },
		{ field: 'Contact.Name', from: 'Ada', to: 'Bob' },
		{ field: 'Contact.Phone', from: null, to: '1' },
		{ field: 'ServicePlanFeatures', fromUnknown: true, to: [] },
		{ field: 'other fields', fromUnknown: true, to: { Novelty: 2 } },
	]);
});

test.each<[string, object, object, object[] | undefined]>([
	[
		'neither null, absence nor the order of fields',
		{ Name: 'a', Number: null, X: { A: 1, B: 2 }, Y: null },
		{ X: { B: 2, A: 1 }, Name: 'a' },
		undefined,
	],
	[
		'neither the way in which dates are written nor what is empty',
		{ Start: '2025-01-01T00:00:00Z', End: '0001-01-01T00:00:00', Number: '', Contact: {} },
		{ Start: '2025-01-01T01:00:00.0000000+01:00', ServicePlanItems: [] },
		undefined,
	],
	[
		'dates in a collection, as moments',
		{ ServicePlanItems: [{ Id: 1, StartDate: '2025-01-01T00:00:00Z' }] },
		{ ServicePlanItems: [{ Id: 1, StartDate: '2025-01-01T00:00:00+00:00', Name: null }] },
		undefined,
	],
	[
		'undocumented fields of a record in it',
		{ Contact: { Pager: 1 } },
		{ Contact: { Pager: 2 } },
		[{ field: 'Contact.other fields', fromUnknown: true, to: { Pager: 2 } }],
	],
	[
		'a record that becomes a text',
		{ Contact: null },
		{ Contact: 'Ada' },
		[{ field: 'Contact.other fields', from: null, to: 'Ada' }],
	],
])('what counts as a change: %s', (_, before, after, changes) => {
	expect(changesBetween(before, after)).toEqual(changes);
});

const plans = servicePlan.operations.get;

it('goes by UpdatedOn where there is one, and lists what changed since the last time it moved', () => {
	const first = { Name: 'a', UpdatedOn: '2025-01-01T00:00:00Z' };
	const drifted = { Name: 'b', UpdatedOn: '2025-01-01T00:00:00.0000000+00:00' };
	const later = { Name: 'c', UpdatedOn: '2025-01-02T00:00:00Z' };
	const { saved } = compareRecord('1', first, undefined, plans);
	expect(compareRecord('1', drifted, saved, plans)).toEqual({ saved });
	const { changed } = compareRecord('1', later, saved, plans);
	expect(changed?.item.changes).toContainEqual({ field: 'Name', from: 'a', to: 'c' });
	const ofOtherFields = { ...saved, values: ['a', 'b'] };
	const unknown = compareRecord('1', later, ofOtherFields, plans).changed;
	expect(unknown?.item).toEqual({ ...later, changes: null });
});

it("keeps a record's own field of the name under which the changes are listed", () => {
	const first = { Name: 'a', changes: 'weekly' };
	const { saved } = compareRecord('1', first, undefined, plans);
	const { changed } = compareRecord('1', { ...first, Name: 'b' }, saved, plans);
	const changes = [{ field: 'Name', from: 'a', to: 'b' }];
	expect(changed?.item).toEqual({ Name: 'b', changes, changes_1: 'weekly' });
});

it('compares a date without an offset in the time zone of the service', () => {
	const local = { Name: 'a', UpdatedOn: '2025-07-01T14:00:00' };
	const { saved } = compareRecord('1', local, undefined, plans, undefined, 'Europe/Berlin');
	const same = { ...local, UpdatedOn: '2025-07-01T12:00:00Z' };
	expect(compareRecord('1', same, saved, plans, undefined, 'Europe/Berlin')).toEqual({ saved });
	const { saved: inUtc } = compareRecord('1', local, undefined, plans);
	expect(compareRecord('1', same, inUtc, plans).changed).toBeDefined();
});

it('goes by the content where UpdatedOn is of the year 1', () => {
	const first = { Name: 'a', UpdatedOn: '0001-01-01T00:00:00' };
	const { saved } = compareRecord('1', first, undefined, plans);
	expect(compareRecord('1', { ...first, UpdatedOn: null }, saved, plans)).toEqual({ saved });
	const { changed } = compareRecord('1', { ...first, Name: 'b' }, saved, plans);
	expect(changed?.item.changes).toEqual([{ field: 'Name', from: 'a', to: 'b' }]);
});

it('keeps at most two kilobytes of a record', () => {
	const sizes = Array.from({ length: 20 }, (_, index) => {
		const record = seededServicePlan(1, index) as Values;
		return JSON.stringify(compareRecord('SP-1001', record, undefined, plans).saved).length;
	});
	expect(Math.max(...sizes)).toBeLessThan(2000);
});
