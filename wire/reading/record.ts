// How the records of a response are read: a plan of their fields, made of the schema, and the objects that hold them.
import { recordFields, type Schema, typeName } from '../../api/schema/types';
import { fieldPath, listPath, noteDrift } from '../drift';
import {
	filled,
	isEmpty,
	type Projection,
	type RowFilter,
	type Selection,
	selectionOf,
} from '../projection';
import type { ResponseShape } from '../result';
import { type Cursor, type Pattern, patternOf } from './cursor';
import {
	type Constructor,
	constructorFor,
	FIELDS_BEYOND_ROOM,
	MAX_ROOM,
	PlainObject,
} from './objects';

type Members = Record<string, unknown>;

/** The JSON types in which a value may come; null is always possible. */
export const STRING = 1;
export const NUMBER = 2;
export const BOOLEAN = 4;
export const OBJECT = 8;
export const LIST = 16;
export const ANYTHING = STRING | NUMBER | BOOLEAN | OBJECT | LIST;

const EXPECTED: Readonly<Record<ValuePlan['kind'], number>> = {
	string: STRING,
	date: STRING,
	guid: STRING,
	enum: STRING,
	integer: NUMBER,
	byte: NUMBER,
	decimal: NUMBER,
	boolean: BOOLEAN,
	record: OBJECT,
	list: LIST,
	opaque: ANYTHING,
	undocumented: ANYTHING,
};

/** How a value is read. */
export interface ValuePlan {
	readonly kind: Schema['kind'] | 'undocumented';
	readonly expected: number;
	/** Where it is reported if it came as another type. */
	readonly path: string | undefined;
	/** Whether its value is kept. */
	readonly isWanted: boolean;
	readonly record?: RecordPlan | undefined;
	/** How the members of a list are read. */
	readonly item?: FieldPlan | undefined;
	/** What is kept of undocumented values. */
	readonly selection?: Selection | undefined;
}

/** A value without a schema. */
export const UNTYPED: ValuePlan = {
	kind: 'undocumented',
	expected: ANYTHING,
	path: undefined,
	isWanted: true,
};

/** A field of a record, or the members of a list in XML. */
export interface FieldPlan extends ValuePlan {
	readonly name: string;
	/** How it begins: `"Name":` in JSON, `<Name` in XML. */
	readonly open: Pattern;
	/** `</Name>` */
	readonly close: Pattern;
	readonly isDocumented: boolean;
	readonly isRequired: boolean;
	/** The field that came next in the record before. */
	next: FieldPlan;
	/** The number of the last record that had it; negative if it was null there. */
	seen: number;
	/** The response for which it was noted as undocumented. */
	noted: Cursor['drift'] | undefined;
}

export interface RecordPlan {
	readonly format: 'json' | 'xml';
	readonly path: string | undefined;
	readonly selection: Selection | undefined;
	readonly onlyFilled: boolean;
	/** Whether anything of it is kept. */
	readonly isWanted: boolean;
	/** Before the first field. */
	readonly start: FieldPlan;
	readonly fields: Map<string, FieldPlan>;
	readonly required: readonly FieldPlan[];
	/** Counts the records that were read. */
	records: number;
	/** Fields of the record that is being read which came in another namespace. */
	readonly foreign: Map<FieldPlan, string>;
	/** Makes objects with room for the fields. */
	construct: Constructor;
	room: number;
}

interface PlanSettings {
	readonly format: 'json' | 'xml';
	readonly onlyFilled: boolean;
}

/** The list of rows in a response, while it is read. */
export interface Rows {
	/** The field that holds it. */
	readonly name: string;
	readonly row: FieldPlan;
	/** Reads only what decides about a row, or what tells it apart. */
	readonly probe: FieldPlan | undefined;
	readonly where: RowFilter | undefined;
	/** The field by which rows that are kept as text are told apart. */
	readonly textBy: string | undefined;
	/** Memory for the lines of such rows: a block, and how much of it is used. */
	readonly lines: { block: Buffer; used: number };
	read: unknown[];
	/** The length of the longest row so far. */
	longest: number;
}

/** How a response is read. */
export interface DocumentPlan {
	/** What the response is; with both a record and an item where one or many records may come. */
	readonly root: ValuePlan;
	/** How its rows are read, if it is a record around a list of them. */
	readonly rows?: Rows | undefined;
}

const NOTHING: Selection = new Map();
const NOWHERE = patternOf('');

/** A name that is never kept, because its assignment would change the prototype. */
const DROPPED_NAME = '__proto__';

/** How many undocumented fields one record remembers, and how long their names may be. */
const MAX_LEARNED = 500;
const MAX_LEARNED_NAME = 200;

/** The cache of plans is emptied when it holds more undocumented fields, or more plans, than this. */
const MAX_KEPT_FIELDS = 1000;
const MAX_KEPT_PLANS = 100;

let plans = new Map<Schema, Map<string, ValuePlan>>();
let learned = 0;
let plannedValues = 0;

/**
 * Plans the reading of a response. A selection applies to the rows: a single record is read whole, because all of its
 * fields tell whether it is what was expected.
 */
export function planDocument(
	shape: ResponseShape,
	format: PlanSettings['format'],
	{ fields, onlyFilled = false, where, textBy }: Projection,
): DocumentPlan {
	const { schema } = shape;
	const settings = { format, onlyFilled: false };
	const list = recordFields(schema).find(({ name }) => name === shape.rows);
	const kind = list?.schema;
	if (kind?.kind !== 'list') {
		const root = planOf(schema, '', undefined, settings);
		if (!shape.oneOrMany) return { root };
		const item = planField(typeName(schema), root, format, true, false);
		return { root: { ...root, expected: OBJECT | LIST, item } };
	}
	const name = list?.name ?? '';
	const path = listPath(name);
	const isText = textBy !== undefined && format === 'json';
	const member = (names: readonly string[] | undefined, filling: boolean) => {
		const value = planOf(kind.item, path, selectionOf(names), { format, onlyFilled: filling });
		return planField(kind.itemName, value, format, true, false);
	};
	const row = member(fields, onlyFilled);
	const deciding = [...(where?.fields ?? []), ...(isText ? [textBy] : [])];
	const probe = deciding.length > 0 ? member(deciding, onlyFilled) : undefined;
	const rowList: ValuePlan = {
		kind: 'list',
		expected: LIST,
		path: name,
		isWanted: true,
		item: row,
	};
	// Another response may be read between two fields of the record around the rows, so its plan is not shared.
	const record = planRecord(schema, '', undefined, settings, new Map([[name, rowList]]));
	return {
		root: { kind: 'record', expected: OBJECT, path: '', isWanted: true, record },
		rows: {
			name,
			row,
			probe,
			where,
			textBy: isText ? textBy : undefined,
			lines: { block: Buffer.alloc(0), used: 0 },
			read: [],
			longest: 0,
		},
	};
}

/** The plan for values of a schema at a path; the same one for the same settings. */
function planOf(
	schema: Schema,
	path: string,
	selection: Selection | undefined,
	settings: PlanSettings,
): ValuePlan {
	if (learned > MAX_KEPT_FIELDS || plannedValues > MAX_KEPT_PLANS) {
		plans = new Map();
		learned = 0;
		plannedValues = 0;
	}
	const ofSchema = plans.get(schema) ?? new Map<string, ValuePlan>();
	plans.set(schema, ofSchema);
	const key = `${settings.format} ${settings.onlyFilled} ${path} ${selectionText(selection)}`;
	const known = ofSchema.get(key);
	if (known) return known;
	const plan = planValue(schema, path, selection, settings);
	ofSchema.set(key, plan);
	plannedValues++;
	return plan;
}

function selectionText(selection: Selection | undefined): string {
	if (selection === undefined) return '*';
	const names = [...selection].map(([name, inner]) => [name, selectionText(inner)]);
	return JSON.stringify(names);
}

function planValue(
	schema: Schema,
	path: string,
	selection: Selection | undefined,
	settings: PlanSettings,
): ValuePlan {
	const isWanted = selection !== NOTHING;
	const facts = { kind: schema.kind, expected: EXPECTED[schema.kind], path, isWanted, selection };
	if (schema.kind === 'record') {
		return { ...facts, record: planRecord(schema, path, selection, settings) };
	}
	if (schema.kind !== 'list') return facts;
	const value = planValue(schema.item, listPath(path), selection, settings);
	return { ...facts, item: planField(schema.itemName, value, settings.format, true, false) };
}

function planRecord(
	schema: Schema,
	path: string | undefined,
	selection: Selection | undefined,
	settings: PlanSettings,
	planned: ReadonlyMap<string, ValuePlan> = new Map(),
): RecordPlan {
	const fields = recordFields(schema).map(({ name, schema: inner, required }) => {
		const own = selection === undefined || selection.has(name) ? selection?.get(name) : NOTHING;
		const value =
			planned.get(name) ??
			planValue(inner, fieldPath(path ?? '', name), own, { ...settings, onlyFilled: false });
		return planField(name, value, settings.format, true, required);
	});
	const start = planField('', undocumentedValue(undefined, NOTHING), settings.format, true, false);
	[start, ...fields].forEach((field, index, all) => {
		field.next = all[index + 1] ?? fields[0] ?? start;
	});
	return {
		...settings,
		path,
		selection,
		isWanted: selection !== NOTHING,
		start,
		fields: new Map(fields.map((field) => [field.name, field])),
		required: fields.filter(({ isRequired }) => isRequired),
		records: 0,
		foreign: new Map(),
		construct: PlainObject,
		room: 0,
	};
}

function undocumentedValue(path: string | undefined, selection: Selection | undefined): ValuePlan {
	const isWanted = selection !== NOTHING;
	return { kind: 'undocumented', expected: ANYTHING, path, isWanted, selection };
}

function planField(
	name: string,
	value: ValuePlan,
	format: RecordPlan['format'],
	isDocumented: boolean,
	isRequired: boolean,
): FieldPlan {
	const isXml = format === 'xml';
	const field: Omit<FieldPlan, 'next'> & { next?: FieldPlan } = {
		kind: value.kind,
		expected: value.expected,
		path: value.path,
		isWanted: value.isWanted,
		record: value.record,
		item: value.item,
		selection: value.selection,
		name,
		open: patternOf(isXml ? `<${name}` : `${JSON.stringify(name)}:`),
		close: isXml ? patternOf(`</${name}>`) : NOWHERE,
		isDocumented,
		isRequired,
		seen: 0,
		noted: undefined,
	};
	field.next = field as FieldPlan;
	return field as FieldPlan;
}

/** The field of a record with this name; an undocumented one is remembered for the next record. */
export function fieldNamed(plan: RecordPlan, name: string): FieldPlan {
	const known = plan.fields.get(name);
	if (known) return known;
	const { path, selection, format } = plan;
	const isDropped = name === DROPPED_NAME;
	const isWanted = !isDropped && (selection === undefined || selection.has(name));
	const ownPath = path === undefined || isDropped ? undefined : fieldPath(path, name);
	const value = undocumentedValue(ownPath, isWanted ? selection?.get(name) : NOTHING);
	const field = planField(name, value, format, false, false);
	if (!isDropped && plan.fields.size < MAX_LEARNED && name.length <= MAX_LEARNED_NAME) {
		plan.fields.set(name, field);
		field.next = plan.start.next;
		learned++;
	}
	return field;
}

/** Begins a record: its object, or undefined where nothing of it is kept. */
export function beginRecord(plan: RecordPlan): Members | undefined {
	plan.records++;
	if (plan.foreign.size > 0) plan.foreign.clear();
	return plan.isWanted ? new plan.construct() : undefined;
}

/** Whether the record that is being read has this field already. */
export function isSeen({ seen }: FieldPlan, { records }: RecordPlan): boolean {
	return seen === records || seen === -records;
}

/** Adds the value of a field; one that comes again replaces it. */
export function addField(
	cursor: Cursor,
	plan: RecordPlan,
	row: Members | undefined,
	field: FieldPlan,
	value: unknown,
): void {
	if (!field.isDocumented && field.noted !== cursor.drift) noteUndocumented(cursor, field);
	const { records } = plan;
	const isAgain = field.seen === records || field.seen === -records;
	if (isAgain) cursor.isReduced = true;
	field.seen = value === null ? -records : records;
	if (row !== undefined && field.isWanted) row[field.name] = value;
}

function noteUndocumented(cursor: Cursor, field: FieldPlan): void {
	field.noted = cursor.drift;
	if (field.name === DROPPED_NAME) cursor.isReduced = true;
	if (field.path !== undefined) noteDrift(cursor.drift.undocumented, field.path);
}

/** Notes that a value came as another type than documented. */
export function noteRetyped({ drift }: Cursor, { path }: Pick<ValuePlan, 'path'>): void {
	if (path !== undefined) noteDrift(drift.retyped, path.replace(/(?:\[\])+$/, ''));
}

/** Ends a record: notes what is missing, and makes room for records with more fields. */
export function endRecord(
	{ drift }: Cursor,
	plan: RecordPlan,
	row: Members | undefined,
	count: number,
): unknown {
	for (const { seen, path } of plan.required) {
		if (seen !== plan.records && path !== undefined) noteDrift(drift.missing, path);
	}
	if (row === undefined) return undefined;
	if (count > plan.room + FIELDS_BEYOND_ROOM && count <= MAX_ROOM) {
		plan.room = count;
		plan.construct = constructorFor(Object.keys(row));
	}
	return plan.onlyFilled ? filledRow(plan, row) : row;
}

function filledRow(plan: RecordPlan, row: Members): Members {
	const kept = new plan.construct();
	for (const [name, value] of Object.entries(row)) {
		const inner = filled(value);
		if (!isEmpty(inner)) kept[name] = inner;
	}
	return kept;
}
