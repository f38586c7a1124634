// What both formats do with a record while they read it.
import { noteDrift } from '../../drift';
import { filled, isEmpty } from '../../projection';
import type { Cursor } from '../bytes/cursor';
import { DROPPED_NAME } from '../plans/createPlan';
import type { FieldPlan, RecordPlan } from '../plans/plan';
import { makeRow } from './row';

/** So many undocumented fields of a record leave room for those of the next one. */
const KEPT_ROOM = 64;

/** Records are numbered up to here, and then from the start. */
const MAX_RECORDS = 2 ** 30 - 1;

/** Begins a record, and returns its number. */
export function beginRecord(plan: RecordPlan): number {
	return (plan.records = (plan.records + 1) & MAX_RECORDS);
}

/** Notes that a field is not documented. */
export function noteUndocumented(cursor: Cursor, field: FieldPlan): void {
	const { drift } = cursor;
	if (field.name === DROPPED_NAME) cursor.isReduced = true;
	if (field.noted === drift || field.path === undefined) return;
	field.noted = drift;
	noteDrift(drift.undocumented, field.path);
}

/** Notes that a field came as another type than documented. */
export function noteRetyped({ drift }: Cursor, { path }: FieldPlan): void {
	if (path !== undefined) noteDrift(drift.retyped, path);
}

/** Makes the object of the first `count` fields that are present; `isRepeated` where one of them may be there twice. */
export function makeRecord(
	cursor: Cursor,
	plan: RecordPlan,
	count: number,
	isRepeated: boolean,
): object {
	const { present, values, shapes, records, required } = plan;
	if (isRepeated) cursor.isReduced = true;
	for (const field of required) {
		if (field.seen !== records && field.path !== undefined) {
			noteDrift(cursor.drift.missing, field.path);
		}
	}
	// Which of several values counts is known of the whole object only.
	const isFilled = plan.context.onlyFilled;
	const kept = isFilled && !isRepeated ? withoutEmpty(plan, count) : count;
	const row = makeRow(shapes, present, values, kept);
	const room = plan.documentedCount + KEPT_ROOM;
	if (count > room) {
		present.length = room;
		values.length = room;
	}
	return isFilled && isRepeated ? (filled(row) as object) : row;
}

function withoutEmpty({ present, values }: RecordPlan, count: number): number {
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
