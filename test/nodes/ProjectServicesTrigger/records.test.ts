// What is kept of single records, in how much room, and what it tells of their changes.
import { PurchaseOrder } from '../../../api/resources/purchaseOrder';
import { servicePlan, ServicePlan } from '../../../api/resources/servicePlan';
import type { Schema } from '../../../api/schema/types';
import { compareRecord } from '../../../nodes/ProjectServicesTrigger/records';
import { arbitraryRecord } from '../../arbitraries';
import { fc } from '../../fastCheck';
import { seededServicePlan } from '../../sandbox/data/records';

type Values = Record<string, never>;

/** Fields that differ by content alone: without a date, the content tells that a record changed. */
function changesBetween(before: object, after: object, schema: Schema = ServicePlan) {
	const endpoint = { response: schema };
	const { saved } = compareRecord('1', before as Values, undefined, endpoint);
	const restored = JSON.parse(JSON.stringify(saved)) as typeof saved;
	return compareRecord('1', after as Values, restored, endpoint).changed?.changes;
}

it('finds no change between a record and itself', () => {
	fc.assert(
		fc.property(arbitraryRecord(ServicePlan, { nulls: true }), (record) => {
			expect(changesBetween(record as Values, record as Values)).toBeUndefined();
		}),
		{ numRuns: 60 },
	);
});

it('lists every field of the one that is another in the other, with what it was', () => {
	fc.assert(
		fc.property(
			arbitraryRecord(PurchaseOrder, { nulls: true, maxItems: 2 }),
			fc.string({ maxLength: 60 }),
			fc.string(),
			(record, from, to) => {
				fc.pre(from !== to);
				const before = { ...(record as Values), Notes: from };
				const after = { ...(record as Values), Notes: to };
				const expected = [{ field: 'Notes', from, to }];
				expect(changesBetween(before, after, PurchaseOrder)).toEqual(expected);
			},
		),
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

it('does not count null, absence and the order of fields as changes', () => {
	const before = { Name: 'a', Number: null, X: { A: 1, B: 2 } };
	expect(changesBetween(before, { X: { B: 2, A: 1 }, Name: 'a' })).toBeUndefined();
});

const plans = servicePlan.operations.get;

it('cannot tell the fields of what was kept for another list of fields', () => {
	const { saved } = compareRecord('1', { Name: 'a' }, undefined, plans);
	const other = { ...saved, values: ['a', 'b'] };
	const { changed } = compareRecord('1', { Name: 'b' }, other, plans);
	expect(changed).toMatchObject({ record: { Name: 'b' }, changes: undefined });
});

it('goes by UpdatedOn where there is one, and lists what changed since the last time it moved', () => {
	const first = { Name: 'a', UpdatedOn: '2025-01-01T00:00:00Z' };
	const drifted = { Name: 'b', UpdatedOn: '2025-01-01T00:00:00.0000000+00:00' };
	const later = { Name: 'c', UpdatedOn: '2025-01-02T00:00:00Z' };
	const { saved } = compareRecord('1', first, undefined, plans);
	const second = compareRecord('1', drifted, saved, plans);
	expect(second).toEqual({ saved });
	const { changed } = compareRecord('1', later, second.saved, plans);
	expect(changed?.changes).toContainEqual({ field: 'Name', from: 'a', to: 'c' });
});

it('keeps at most two kilobytes of a record', () => {
	const sizes = Array.from({ length: 20 }, (_, index) => {
		const record = seededServicePlan(1, index) as Values;
		return JSON.stringify(compareRecord('SP-1001', record, undefined, plans).saved).length;
	});
	expect(Math.max(...sizes)).toBeLessThan(2000);
});
