// What is remembered of single records, in how much room, and what it tells of their changes.
import { PurchaseOrder } from '../../../../api/resources/purchaseOrder';
import { servicePlan, ServicePlan } from '../../../../api/resources/servicePlan';
import {
	changesSince,
	fingerprint,
	hashed,
	otherFields,
} from '../../../../nodes/ProjectServicesTrigger/records/recordFingerprints';
import {
	compareRecord,
	saveRecords,
	type SavedRecord,
} from '../../../../nodes/ProjectServicesTrigger/records/records';
import { arbitraryRecord } from '../../../arbitraries';
import { fc } from '../../../fastCheck';
import { seededServicePlan } from '../../../sandbox/data/records';

type Values = Record<string, never>;

it('finds no change between a record and itself, with values or with hashes only', () => {
	fc.assert(
		fc.property(arbitraryRecord(ServicePlan, { nulls: true }), (record) => {
			const remembered = fingerprint(record as Values, ServicePlan, 'values');
			expect(changesSince(remembered, record as Values, ServicePlan)).toEqual([]);
			expect(changesSince(hashed(remembered), record as Values, ServicePlan)).toEqual([]);
			expect(hashed(remembered)).toBe(fingerprint(record as Values, ServicePlan, 'hashes'));
		}),
		{ numRuns: 60 },
	);
});

it('lists every field of the one that is another in the other, with what it was', () => {
	fc.assert(
		fc.property(
			arbitraryRecord(PurchaseOrder, { nulls: true, maxItems: 2 }),
			fc.string({ maxLength: 60 }).filter((text) => !text.includes('|')),
			fc.string(),
			(record, from, to) => {
				fc.pre(from !== to);
				const before = { ...(record as Values), Notes: from } as unknown as Values;
				const after = { ...(record as Values), Notes: to } as unknown as Values;
				const remembered = fingerprint(before, PurchaseOrder, 'values');
				expect(changesSince(remembered, after, PurchaseOrder)).toEqual([
					{ field: 'Notes', from, to },
				]);
				expect(changesSince(hashed(remembered), after, PurchaseOrder)).toEqual([
					{ field: 'Notes', fromUnknown: true, to },
				]);
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
	const remembered = fingerprint(before, ServicePlan, 'values');
	expect(changesSince(remembered, after, ServicePlan)).toEqual([
		{ field: 'Name', from: 'Gold', to: null },
		{ field: 'Description', fromUnknown: true, to: 'short' },
		{ field: 'PlanLength', from: 12, to: 24 },
		{ field: 'AutoRenew', from: false, to: true },
		{ field: 'AllowableHours', from: '1.00000000000000000001', to: 2 },
		{ field: 'Contact.Name', from: 'Ada', to: 'Bob' },
		{ field: 'Contact.Phone', from: null, to: '1' },
		{ field: 'ServicePlanFeatures', fromUnknown: true, to: [] },
		{ field: otherFields, fromUnknown: true, to: { Novelty: 2 } },
	]);
});

it('does not count null, absence and the order of fields as changes', () => {
	const remembered = fingerprint(
		{ Name: 'a', Number: null, X: { A: 1, B: 2 } },
		ServicePlan,
		'values',
	);
	expect(changesSince(remembered, { X: { B: 2, A: 1 }, Name: 'a' }, ServicePlan)).toEqual([]);
});

it('cannot tell the fields of what was remembered for another list of fields', () => {
	expect(changesSince("'a|'b", { Name: 'a' }, ServicePlan)).toBeUndefined();
});

const plans = servicePlan.operations.get;

it('goes by UpdatedOn where there is one, and lists what changed since the last time it moved', () => {
	const first = compareRecord(
		'1',
		{ Name: 'a', UpdatedOn: '2025-01-01T00:00:00Z' },
		undefined,
		plans,
		'values',
	);
	const drifted = { Name: 'b', UpdatedOn: '2025-01-01T00:00:00.0000000+00:00' };
	const second = compareRecord('1', drifted, first.saved, plans, 'values');
	expect(second.changed).toBeUndefined();
	const third = compareRecord(
		'1',
		{ Name: 'c', UpdatedOn: '2025-01-02T00:00:00Z' },
		second.saved,
		plans,
		'values',
	);
	expect(third.changed?.changes).toContainEqual({ field: 'Name', from: 'a', to: 'c' });
});

describe('the saved records', () => {
	function known(count: number): SavedRecord[] {
		return Array.from({ length: count }, (_, index) => {
			const record = seededServicePlan(1, index) as Values;
			return compareRecord(`SP-${1001 + index}`, record, undefined, plans, 'values').saved;
		});
	}

	it.each([
		[20, 'values'],
		[200, 'hashes'],
		[1000, 'none'],
	])('stay below 200 kB for %i records, remembered by their %s', (count, detail) => {
		const state = saveRecords(known(count), 'values');
		expect(state.detail).toBe(detail);
		expect(JSON.stringify(state).length).toBeLessThan(200_000);
		expect(state.records).toHaveLength(count);
	});

	it('that hold no fields still tell that a record changed', () => {
		const [before] = saveRecords(known(1), 'none').records;
		const record = {
			...seededServicePlan(1, 0),
			UpdatedOn: '2026-01-01T00:00:00Z',
		} as unknown as Values;
		const bare = before && { ...before, fields: undefined };
		const { changed } = compareRecord('SP-1001', record, bare, plans, 'none');
		expect(changed).toEqual({ record, changedOn: expect.any(String) });
	});
});
