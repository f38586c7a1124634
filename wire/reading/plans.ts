// How the values of a response are read: plans of its fields, made of the schema and of what is kept.
import { isNumeric, list, recordFields, typeName } from '../../api/schema/types';
import type { Schema } from '../../api/schema/types';
import { type Projection, type Selection, selectionOf } from '../projection';
import type { ResponseShape } from '../result';
import { keptRoom, Room } from './engine';

/** The JSON types in which a value may come; null is always possible. */
export const Type = { STRING: 1, NUMBER: 2, BOOLEAN: 4, OBJECT: 8, LIST: 16, ANY: 31 };

/** The types of all kinds that are not strings or numbers. */
const TYPES: Partial<Record<FieldPlan<never>['kind'], number>> = {
	boolean: Type.BOOLEAN,
	record: Type.OBJECT,
	list: Type.LIST,
	opaque: Type.ANY,
	undocumented: Type.ANY,
};

const NOTHING: Selection = new Map([]);

/** A name that is never kept, because its assignment would change the prototype. */
export const DROPPED_NAME = '__proto__';

/** How a value is read: the response, a field of a record, or the members of a list. `Written` is what the format expects of it. */
export class FieldPlan<Written> {
	readonly kind: Schema['kind'] | 'undocumented';
	/** The types in which it may come. */
	readonly types: number;
	/** Whether anything of it is kept. */
	readonly isWanted: boolean;
	/** How the members of a list are read; rows of the response, if there is a filter, first by the probe. */
	item: FieldPlan<Written> | undefined;
	probe: FieldPlan<Written> | undefined;
	isRows = false;
	/** Whether nothing is noted of it. */
	isIgnored = false;
	/** How it was written before, and is expected again. */
	written: Written | undefined;
	/** The field that came next in the record before, and the first one of a record. */
	next: FieldPlan<Written> | undefined;
	first: FieldPlan<Written> | undefined;
	/** The number of the last record that had it; negative if it was null there. */
	seen = 0;
	/** The fields of a record that are known, and those of them that are required. */
	readonly fields = new Map<string, FieldPlan<Written>>();
	readonly required: Array<FieldPlan<Written>> = [];
	/** The number of records that were read. */
	records = 0;
	room = new Room();
	private ofOtherType: FieldPlan<Written> | undefined;

	/**
	 * @param name That of the field, of the root element or of the members of a list
	 * @param path Where it is reported if it came as another type
	 * @param selection What is kept of it
	 * @param isStrict Whether it also matters which fields a record has that are not kept
	 */
	constructor(
		readonly name = '',
		readonly schema?: Schema,
		readonly path?: string,
		readonly selection?: Selection,
		private readonly isStrict = false,
	) {
		this.kind = schema?.kind ?? 'undocumented';
		const type = schema && isNumeric(schema) ? Type.NUMBER : Type.STRING;
		this.types = TYPES[this.kind] ?? type;
		this.isWanted = selection !== NOTHING;
		if (schema?.kind === 'list') {
			const { itemName, item } = schema;
			this.item = new FieldPlan(itemName, item, path && `${path}[]`, selection, isStrict);
		}
		for (const documented of schema ? recordFields(schema) : []) {
			const field = this.planField(documented.name, documented.schema);
			this.fields.set(field.name, field);
			if (documented.required) this.required.push(field);
			else field.isIgnored = !field.isWanted && !isStrict;
		}
	}

	planField(name: string, schema?: Schema): FieldPlan<Written> {
		const { path, selection } = this;
		if (name === DROPPED_NAME) return new FieldPlan(name, schema, undefined, NOTHING);
		const inner = path === '' ? name : `${path}.${name}`;
		const isReported = this.kind === 'record' && path !== undefined;
		const own = selection && !selection.has(name) ? NOTHING : selection?.get(name);
		return new FieldPlan(name, schema, isReported ? inner : undefined, own, this.isStrict);
	}

	/** How a value of another type than documented is read. */
	retyped(): FieldPlan<Written> {
		const selection = this.isWanted ? this.selection : undefined;
		return (this.ofOtherType ??= new FieldPlan('', undefined, undefined, selection));
	}
}

/**
 * Plans the reading of a response: as a list where one or many records may come. A selection applies to the rows: a
 * single record is read whole, because all of its fields tell whether it is what was expected.
 */
export function planDocument<Written>(
	{ schema, oneOrMany, rows = '' }: ResponseShape,
	{ fields, where }: Projection = {},
): FieldPlan<Written> {
	if (!oneOrMany && rows === '') return planSingle(schema);
	const plan = new FieldPlan<Written>(typeName(schema), oneOrMany ? list(schema) : schema, '');
	const field = plan.fields.get(rows);
	if (!field?.item) return plan;
	const { name, path, schema: record } = field.item;
	const planRow = (names: readonly string[]) =>
		new FieldPlan<Written>(name, record, path, selectionOf(names), names.some(isQualified));
	field.isRows = true;
	if (fields) field.item = planRow(fields);
	if (where && where.fields.length > 0) field.probe = planRow(where.fields);
	return plan;
}

/** Whether a field, nested or not, is named with its namespace: it may have another one beside it. */
function isQualified(name: string): boolean {
	return /(?:^|\.)\{/.test(name);
}

/** Plans the reading of a single record, or of a JSON text without a schema. */
export function planSingle<Written>(schema?: Schema): FieldPlan<Written> {
	const plan = new FieldPlan<Written>(schema && typeName(schema), schema, '');
	plan.room = keptRoom(schema);
	return plan;
}
