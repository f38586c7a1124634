// Makes records of the fields that were read, and notes where they differ from the API documentation.
import type { Schema } from '../../api/schema/types';
import type { Drift, MutableRecord, RecordValue } from '../result';
import { documentedField } from '../spelling';
import { DROPPED_NAME, type FieldPlan, type RecordPlan } from './plans';

/** Stands for the records of which nothing is kept. */
const IGNORED: MutableRecord = {};

/** How many undocumented names are remembered in a response, and how long a name may be. */
const MAX_LEARNED_NAMES = 2000;
export const MAX_LEARNED_NAME = 200;

const MAX_DRIFT = 10;

/** A row without any documented field, as far as it is kept. */
export interface ForeignRow {
	readonly schema: Schema;
	readonly row: RecordValue;
}

export class RecordBuilder<Expected> {
	/** Where records differ from the API documentation. An addition makes another object. */
	drift: Drift = { undocumented: [], missing: [], retyped: [], dropped: [] };
	/** The first name that was written otherwise than documented. */
	otherSpelling: string | undefined;
	/** The first row that came without any documented field. */
	foreignRow: ForeignRow | undefined;
	/** How many undocumented names are remembered. */
	private learned = 0;
	/** The lists that were joined. */
	private readonly joined = new WeakSet<object>();

	/** @param isXml Whether elements with the same name are joined in a list; in JSON, the last value of a name counts */
	constructor(private readonly isXml: boolean) {}

	/** The field with this name. The next record is expected to have it after the same field. */
	fieldAfter(
		record: RecordPlan<Expected>,
		previous: FieldPlan<Expected> | undefined,
		name: string,
	): FieldPlan<Expected> {
		const field = this.fieldNamed(record, name);
		if (!field.isRemembered) return field;
		if (previous) previous.next = field;
		else record.first = field;
		return field;
	}

	fieldNamed(record: RecordPlan<Expected>, name: string): FieldPlan<Expected> {
		const field = record.fields.get(name) ?? this.learn(record, name);
		return field.spelling === name ? field : this.respell(record, field, name);
	}

	/** Finds the documented field that a name stands for, or plans an undocumented one. */
	private learn(record: RecordPlan<Expected>, name: string): FieldPlan<Expected> {
		const { schema } = record.plan;
		const exact = record.fieldOf(name);
		if (exact) return exact;
		const documented = schema && isShort(name) && documentedField(schema, name)?.name;
		const known = documented ? record.fieldOf(documented) : undefined;
		const isRemembered = this.mayLearn(name);
		const field = known ?? record.planField(name);
		if (isRemembered) {
			field.isRemembered = true;
			record.fields.set(name, field);
		}
		return field;
	}

	private mayLearn(name: string): boolean {
		return isShort(name) && name !== DROPPED_NAME && this.learned++ < MAX_LEARNED_NAMES;
	}

	/**
	 * The field for a name under which it was not written the last time. Of two names in one record the documented one
	 * counts, else the first by character code.
	 */
	private respell(
		record: RecordPlan<Expected>,
		field: FieldPlan<Expected>,
		name: string,
	): FieldPlan<Expected> {
		const { spelling, lastRecord } = field;
		if (lastRecord === record.count) {
			const isFirst = name === field.name || (spelling !== field.name && name < spelling);
			this.note('dropped', record.pathOf(isFirst ? spelling : name));
			if (!isFirst) return record.dropped;
			// Its value replaces the earlier one.
			field.lastRecord = -1;
		}
		field.spelling = name;
		field.expected = undefined;
		if (name !== field.name) this.otherSpelling ??= name;
		return field;
	}

	begin(record: RecordPlan<Expected>): MutableRecord {
		record.count++;
		return record.plan.isKept ? new record.room.construct() : IGNORED;
	}

	/** Adds the value of a field. */
	add(
		record: RecordPlan<Expected>,
		row: MutableRecord,
		field: FieldPlan<Expected>,
		value: unknown,
	): void {
		const { count } = record;
		const { schema, name, lastRecord } = field;
		if (schema) record.lastDocumented = count;
		else this.note(name === DROPPED_NAME ? 'dropped' : 'undocumented', field.path);
		// One that is not remembered is always new.
		const isAgain = lastRecord === count || (lastRecord === 0 && Object.hasOwn(row, name));
		field.lastRecord = count;
		field.wasNull = value === null;
		if (!field.isKept) return;
		row[name] = isAgain && this.isXml ? this.again(field, row[name], value) : value;
	}

	/** Ends a record: notes what is missing, and makes room for records with more fields. */
	end(record: RecordPlan<Expected>, row: MutableRecord, fields: number): MutableRecord {
		const { count, plan, required, room } = record;
		if (plan.isRow && fields > 0 && record.lastDocumented !== count && plan.schema)
			this.foreignRow ??= { schema: plan.schema, row };
		for (const { lastRecord, wasNull, path } of required)
			if (wasNull || lastRecord !== count) this.note('missing', path);
		room.growFor(row, fields);
		return row;
	}

	/** The value of an element that comes again: entries of a list, or one more value of an undocumented field. */
	private again({ kind, schema }: FieldPlan<Expected>, earlier: unknown, value: unknown): unknown {
		if (!schema) return this.join(earlier, [value]);
		if (kind !== 'list' || !Array.isArray(earlier)) return value;
		return Array.isArray(value) ? this.join(earlier, value, true) : (value ?? earlier);
	}

	/** Adds values to earlier ones: the same list for all of them. A list may be one of the values. */
	private join(earlier: unknown, values: readonly unknown[], isList = false): unknown[] {
		const isJoined = Array.isArray(earlier) && this.joined.has(earlier);
		const list: unknown[] = isJoined ? earlier : isList ? [...(earlier as unknown[])] : [earlier];
		for (const value of values) list.push(value);
		if (!isJoined) this.joined.add(list);
		return list;
	}

	noteRetyped({ path }: FieldPlan<Expected>): void {
		this.note('retyped', path?.replace(/(?:\[\])+$/, ''));
	}

	private note(kind: keyof Drift, path: string | undefined): void {
		const { drift } = this;
		const paths = drift[kind];
		if (path === undefined || paths.length >= MAX_DRIFT) return;
		if (!paths.includes(path)) this.drift = { ...drift, [kind]: [...paths, path] };
	}
}

function isShort(name: string): boolean {
	return name.length <= MAX_LEARNED_NAME;
}
