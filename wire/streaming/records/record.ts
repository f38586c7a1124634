// What both formats do with a record while they read it.
import { noteDrift } from '../../drift';
import { filled, isEmpty } from '../../projection';
import type { Cursor } from '../bytes/cursor';
import { DROPPED_NAME } from '../plans/createPlan';
import type { FieldPlan, RecordPlan } from '../plans/plan';
import { forgetNulls } from './nulls';
import { makeRow } from './row';

/** So many undocumented fields of a record leave room for those of the next one. */
const KEPT_ROOM = 64;

/** Records are numbered up to here, and then from the start. */
const MAX_RECORDS = 2 ** 30 - 1;

/** Begins a record. */
export function beginRecord(plan: RecordPlan): void {
	plan.records = (plan.records + 1) & MAX_RECORDS;
	plan.count = 0;
	plan.foreign = 0;
	plan.isRepeated = false;
	forgetNulls(plan.nullsSoFar);
}

/** Whether the record that is being read has this field already. */
export function isPresent({ seen }: FieldPlan, { records }: RecordPlan): boolean {
	return Math.abs(seen) === records;
}

/** Adds a field with its value. */
export function addValue(cursor: Cursor, plan: RecordPlan, field: FieldPlan, value: unknown): void {
	if (!field.isDocumented) noteUndocumented(cursor, field);
	if (field.isForeign) plan.foreign++;
	if (isPresent(field, plan)) plan.isRepeated = true;
	field.seen = value === null ? -plan.records : plan.records;
	if (!field.isWanted) return;
	plan.present[plan.count] = field;
	plan.values[plan.count++] = value;
}

/** Notes that a field is not documented. */
export function noteUndocumented(cursor: Cursor, field: FieldPlan): void {
	const { drift } = cursor;
	if (field.name === DROPPED_NAME) cursor.isReduced = true;
	if (field.noted === drift || field.path === undefined) return;
	field.noted = drift;
	noteDrift(drift.undocumented, field.path);
}

/** Notes that a field came with a type other than documented. */
export function noteRetyped({ drift }: Cursor, { path }: FieldPlan): void {
	if (path !== undefined) noteDrift(drift.retyped, path);
}

/** Makes the object of the fields that were added. */
export function makeRecord(cursor: Cursor, plan: RecordPlan): object {
	const { present, values, count, isRepeated, shapes, records, required } = plan;
	if (isRepeated) cursor.isReduced = true;
	for (const field of required) {
		if (field.seen !== records && field.path !== undefined) {
			noteDrift(cursor.drift.missing, field.path);
		}
	}
	// Which of several values counts is known of the whole object only.
	const isFilled = plan.context.onlyFilled;
	const kept = isFilled && !isRepeated ? withoutEmpty(plan) : count;
	const row = makeRow(shapes, present, values, kept);
	const room = plan.documentedCount + KEPT_ROOM;
	if (count > room) {
		present.length = room;
		values.length = room;
	}
	return isFilled && isRepeated ? (filled(row) as object) : row;
}

function withoutEmpty({ present, values, count }: RecordPlan): number {
	let kept = 0;
	for (let index = 0; index < count; index++) {
		const value = values[index];
		values[index] = undefined;
		if (isEmpty(value)) continue;
		present[kept] = present[index];
		values[kept++] = value;
	}
	return kept;
}

/** A list of the members without room for more: an array that grew has room for sixteen more. */
export function makeList(members: readonly unknown[]): unknown[] {
	return members.slice();
}
