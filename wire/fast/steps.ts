// What the readers of both formats are to the reader of answers: steps over pieces of an answer.
import type { Cursor } from './cursor';
import { type FieldPlan, makeRecord, type RecordPlan } from './plan';

/**
 * Reads one piece and gives the step for the next one; nothing at the end of the answer. A step that wants more
 * bytes has changed nothing yet, and is taken again from where it began.
 */
export type Step = (cursor: Cursor) => Step | undefined;

/** The reading of one answer. */
export interface Steps {
	readonly format: 'json' | 'xml';
	readonly first: Step;
	/** The step that reads a row; between two of them rows may be let go. */
	readonly row: Step;
	/** The rows read so far. */
	readonly rows: object[];
	/** An empty row, to stand in place of one that was let go. */
	readonly marker: Uint8Array;
	/** The whole answer, once there are no more steps. */
	value(): unknown;
}

/** The record around the rows, read in many steps. */
export interface Around {
	readonly plan: RecordPlan;
	readonly values: unknown[];
	previous: FieldPlan;
	shape: number;
}

export function createAround(plan: RecordPlan): Around {
	const values = new Array<unknown>(plan.fields.length).fill(undefined);
	return { plan, values, previous: plan.start, shape: 0 };
}

/** Whether the field has been there already. */
export function isHeld(around: Around, field: FieldPlan): boolean {
	return around.values[field.slot] !== undefined;
}

export function hold(around: Around, field: FieldPlan, value: unknown): void {
	around.values[field.slot] = value;
	around.previous = field;
	around.shape = (Math.imul(around.shape, 31) + field.slot + 1) | 0;
}

/** The record with all that was held. */
export function finish({ plan, values, shape }: Around): object {
	values.forEach((value, slot) => (plan.values[slot] = value));
	return makeRecord(plan, shape);
}
