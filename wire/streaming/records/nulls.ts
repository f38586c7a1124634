// Fields one after the other that are null, as most custom fields of a record are. Where they are written as in the
// record before, their bytes are compared and not read.
import type { Cursor } from '../bytes/cursor';
import { countSame, type Pattern, patternOfBytes } from '../bytes/pattern';
import type { FieldPlan, PlanContext } from '../plans/plan';

/** Such fields, and how they were written. */
export interface Nulls {
	readonly fields: readonly FieldPlan[];
	/** Where each ends in what was written. */
	readonly ends: readonly number[];
	readonly written: Pattern;
}

/** Such fields up to the cursor. */
export interface NullsSoFar {
	/** The field before them. */
	before: FieldPlan;
	/** Where they begin. */
	from: number;
	readonly fields: FieldPlan[];
	readonly ends: number[];
}

/** Fewer are read as fast as they are compared. */
const FEWEST = 4;

/** So many bytes of one response are remembered. */
export const MAX_NULL_BYTES = 64 * 1024;

const BACKSLASH = 0x5c;

/** Moves past as many of the fields as are next, and returns how many that is. */
export function passNulls(cursor: Cursor, { ends, written }: Nulls): number {
	const { at } = cursor;
	const same = countSame(cursor, at, written);
	let count = ends.length;
	while (count > 0 && ends[count - 1] > same) count--;
	if (count > 0) cursor.at = at + ends[count - 1];
	return count;
}

/** Adds a field that begins at `from` and ends at the cursor. */
export function addNull(
	soFar: NullsSoFar,
	{ at }: Cursor,
	before: FieldPlan,
	field: FieldPlan,
	from: number,
): void {
	if (soFar.fields.length === 0) {
		soFar.before = before;
		soFar.from = from;
	}
	soFar.fields.push(field);
	soFar.ends.push(at - soFar.from);
}

/** Ends the fields that are null one after the other, and remembers them for the next record. */
export function endNulls(soFar: NullsSoFar, { bytes }: Cursor, context: PlanContext): void {
	const { before, from, fields, ends } = soFar;
	if (fields.length === 0) return;
	const length = ends[ends.length - 1];
	const isWorthIt = fields.length >= FEWEST && !before.nulls && length <= context.nullBytes;
	if (isWorthIt && fields.every(({ id }) => id > 0)) {
		const copy = Uint8Array.from(bytes.subarray(from, from + length));
		// A name that is escaped or has other letters has not as many characters as bytes.
		if (!copy.some((byte) => byte > 127 || byte === BACKSLASH)) {
			context.nullBytes -= length;
			before.nulls = { fields: fields.slice(), ends: ends.slice(), written: patternOfBytes(copy) };
		}
	}
	forgetNulls(soFar);
}

export function forgetNulls({ fields, ends }: NullsSoFar): void {
	if (fields.length === 0) return;
	fields.length = 0;
	ends.length = 0;
}
