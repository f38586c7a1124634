// How the values of a response are read: plans of its fields, made of the schema and of what is kept.
import { fieldsByName, isNumeric, list, recordFields, typeName } from '../../api/schema/types';
import type { Field, Schema } from '../../api/schema/types';
import { type Projection, type Selection, selectionOf } from '../projection';
import type { ResponseShape } from '../result';
import { keptRoom, Room } from './engine';

/** The JSON types in which a value may come; null is always possible. */
export const Type = { STRING: 1, NUMBER: 2, BOOLEAN: 4, OBJECT: 8, LIST: 16, ANY: 31 };

/** The types of all kinds that are not strings or numbers. */
const TYPES_OF_KIND: Partial<Record<FieldPlan<never>['kind'], number>> = {
	boolean: Type.BOOLEAN,
	record: Type.OBJECT,
	list: Type.LIST,
	opaque: Type.ANY,
	undocumented: Type.ANY,
};

const SELECTS_NOTHING: Selection = new Map([]);

/** A name that is never kept, because its assignment would change the prototype. */
export const DROPPED_NAME = '__proto__';

/** How a value is read: the response, a field of a record, or the members of a list. `Expected` is what the format expects of it. */
export class FieldPlan<Expected> {
	readonly kind: Schema['kind'] | 'undocumented';
	/** The types in which it may be sent. */
	readonly types: number;
	/** Whether anything of it is kept. */
	readonly isKept: boolean;
	/** How the members of a list are read; rows of the response, if there is a filter, first by the probe. */
	item: FieldPlan<Expected> | undefined;
	probe: FieldPlan<Expected> | undefined;
	isRows = false;
	/** Whether it is a row of the response. */
	isRow = false;
	/** Neither kept nor required: its value is skipped. */
	isIgnored = false;
	/** Whether its record looks it up by name, instead of planning it each time. */
	isRemembered = false;
	/** How it was written before, and is expected again. */
	expected: Expected | undefined;
	/** Its name as it was written before. */
	spelling: string;
	/** The field that followed in the record before. */
	next: FieldPlan<Expected> | undefined;
	/** The number of the last record that had it, and whether it was null there. */
	lastRecord = 0;
	wasNull = false;
	private ownRecord: RecordPlan<Expected> | undefined;
	private ownUntypedPlan: FieldPlan<Expected> | undefined;

	/**
	 * @param name That of the field, of the root element or of the members of a list
	 * @param path Where it is reported if it has another type
	 * @param selection What is kept of it
	 */
	constructor(
		readonly name = '',
		readonly schema?: Schema,
		readonly path?: string,
		readonly selection?: Selection,
	) {
		this.kind = schema?.kind ?? 'undocumented';
		const type = schema && isNumeric(schema) ? Type.NUMBER : Type.STRING;
		this.types = TYPES_OF_KIND[this.kind] ?? type;
		this.isKept = selection !== SELECTS_NOTHING;
		this.spelling = name;
		if (schema?.kind !== 'list') return;
		const { itemName, item } = schema;
		this.item = new FieldPlan(itemName, item, path && `${path}[]`, selection);
	}

	/** How it is read as a record. */
	get record(): RecordPlan<Expected> {
		return (this.ownRecord ??= new RecordPlan(this));
	}

	/** How a value of another type than documented is read. */
	get untypedPlan(): FieldPlan<Expected> {
		const selection = this.isKept ? this.selection : undefined;
		return (this.ownUntypedPlan ??= new FieldPlan('', undefined, undefined, selection));
	}
}

/** How the fields of a record are read. They are planned when they are first read. */
export class RecordPlan<Expected> {
	/** By the names under which they were read. */
	readonly fields = new Map<string, FieldPlan<Expected>>();
	readonly required: ReadonlyArray<FieldPlan<Expected>>;
	first: FieldPlan<Expected> | undefined;
	/** The number of records that were read. */
	count = 0;
	/** The number of the last record that had a documented field. */
	lastDocumented = 0;
	/** How a value is passed over that is dropped, because its field came under another name. */
	readonly dropped = new FieldPlan<Expected>('', undefined, undefined, SELECTS_NOTHING);
	room = new Room();

	constructor(readonly plan: FieldPlan<Expected>) {
		const { schema } = plan;
		const fields = schema ? recordFields(schema) : [];
		this.dropped.isIgnored = true;
		this.required = fields.flatMap((field) => (field.required ? [this.documented(field)] : []));
	}

	/** The documented field with this name. */
	fieldOf(name: string): FieldPlan<Expected> | undefined {
		const { schema } = this.plan;
		const field = schema && fieldsByName(schema).get(name);
		return field && this.documented(field);
	}

	private documented({ name, schema, required }: Field): FieldPlan<Expected> {
		const known = this.fields.get(name);
		if (known) return known;
		const field = this.planField(name, schema);
		field.isIgnored = !field.isKept && !required;
		field.isRemembered = true;
		this.fields.set(name, field);
		return field;
	}

	/** Where a field of this name is reported; undefined where the record is not documented. */
	pathOf(name: string): string | undefined {
		const { kind, path } = this.plan;
		if (kind !== 'record' || path === undefined) return undefined;
		return path === '' ? name : `${path}.${name}`;
	}

	/** Plans a field; without a schema, one that is not documented. */
	planField(name: string, schema?: Schema): FieldPlan<Expected> {
		const { selection } = this.plan;
		const path = this.pathOf(name);
		if (name === DROPPED_NAME) return new FieldPlan(name, schema, path, SELECTS_NOTHING);
		const own = selection && !selection.has(name) ? SELECTS_NOTHING : selection?.get(name);
		return new FieldPlan(name, schema, path, own);
	}
}

/**
 * Plans the reading of a response: as a list where one or many records may come. A selection applies to the rows: a
 * single record is read whole, because all of its fields tell whether it is what was expected.
 */
export function planDocument<Expected>(
	{ schema, oneOrMany, rows = '' }: ResponseShape,
	{ fields, where }: Projection = {},
): FieldPlan<Expected> {
	if (!oneOrMany && rows === '') return planSingle(schema);
	const plan = new FieldPlan<Expected>(typeName(schema), oneOrMany ? list(schema) : schema, '');
	const field = plan.record.fieldOf(rows);
	if (!field?.item) return plan;
	const { name, path, schema: record } = field.item;
	const planRow = (names: readonly string[]) =>
		new FieldPlan<Expected>(name, record, path, selectionOf(names));
	field.isRows = true;
	if (fields) field.item = planRow(fields);
	field.item.isRow = true;
	if (where && where.fields.length > 0) field.probe = planRow(where.fields);
	return plan;
}

/** Plans the reading of a single record, or of a JSON text without a schema. */
export function planSingle<Expected>(schema?: Schema): FieldPlan<Expected> {
	const plan = new FieldPlan<Expected>(schema && typeName(schema), schema, '');
	plan.record.room = keptRoom(schema);
	return plan;
}
