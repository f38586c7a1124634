// Makes records of the fields that were read, and notes where they differ from the API documentation.
import type { Drift, MutableRecord } from '../result';
import { DROPPED_NAME, type FieldPlan } from './plans';

/** Stands for the records of which nothing is kept. */
const IGNORED: MutableRecord = {};

/** How many undocumented names are remembered in a response, and how long a name may be. */
const MAX_LEARNED = 2000;
export const MAX_LEARNED_NAME = 200;

const MAX_DRIFT = 10;
const MAX_DRIFT_LENGTH = 200;

export class RecordBuilder<Written> {
	readonly drift: Drift = { undocumented: [], missing: [], retyped: [] };
	/** How many undocumented names are remembered. */
	private learned = 0;
	/** The lists of values that came again. */
	private readonly joined = new WeakSet<object>();

	/** @param joinsRepeated Whether an undocumented field that comes again joins the earlier one in a list; otherwise it replaces it */
	constructor(private readonly joinsRepeated: boolean) {}

	/** The field with this name. The next record is expected to have it after the same field. */
	fieldAfter(
		plan: FieldPlan<Written>,
		previous: FieldPlan<Written> | undefined,
		name: string,
	): FieldPlan<Written> {
		const known = plan.fields.get(name);
		if (!known) return this.learn(plan, name);
		if (previous) previous.next = known;
		else plan.first = known;
		return known;
	}

	fieldNamed(plan: FieldPlan<Written>, name: string): FieldPlan<Written> {
		return plan.fields.get(name) ?? this.learn(plan, name);
	}

	/** Plans an undocumented field, and remembers it if its name is short and there are not too many. */
	private learn(plan: FieldPlan<Written>, name: string): FieldPlan<Written> {
		const field = plan.planField(name);
		const isShort = name.length <= MAX_LEARNED_NAME && name !== DROPPED_NAME;
		if (isShort && this.learned++ < MAX_LEARNED) plan.fields.set(name, field);
		return field;
	}

	begin(plan: FieldPlan<Written>): MutableRecord {
		plan.records++;
		return plan.isWanted ? new plan.room.construct() : IGNORED;
	}

	/** Adds the value of a field. */
	add(
		plan: FieldPlan<Written>,
		row: MutableRecord,
		field: FieldPlan<Written>,
		value: unknown,
	): void {
		const { schema, name, seen } = field;
		if (!schema) noteDrift(this.drift.undocumented, field.path);
		// One that is not remembered is always new.
		const isAgain = Math.abs(seen) === plan.records || (seen === 0 && Object.hasOwn(row, name));
		field.seen = value === null ? -plan.records : plan.records;
		if (!field.isWanted) return;
		row[name] = isAgain && !schema && this.joinsRepeated ? this.join(row[name], value) : value;
	}

	/** Ends a record: notes what is missing, and makes room for records with more fields. */
	end(plan: FieldPlan<Written>, row: MutableRecord, count: number): MutableRecord {
		for (const { seen, path } of plan.required)
			if (seen !== plan.records) noteDrift(this.drift.missing, path);
		plan.room.growFor(row, count);
		return row;
	}

	/** The values of a field that came again: the same list for all of them. A list may be one of the values. */
	private join(earlier: unknown, value: unknown): unknown[] {
		const isJoined = Array.isArray(earlier) && this.joined.has(earlier);
		const values: unknown[] = isJoined ? earlier : [earlier];
		values.push(value);
		if (!isJoined) this.joined.add(values);
		return values;
	}

	noteRetyped({ path }: FieldPlan<Written>): void {
		noteDrift(this.drift.retyped, path?.replace(/(?:\[\])+$/, ''));
	}
}

function noteDrift(paths: string[], path: string | undefined): void {
	if (path === undefined || paths.length >= MAX_DRIFT) return;
	const shown = path.length > MAX_DRIFT_LENGTH ? `${path.slice(0, MAX_DRIFT_LENGTH)}…` : path;
	if (!paths.includes(shown)) paths.push(shown);
}
