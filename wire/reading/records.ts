// How the records of a response are read: plans of their fields, made of the schema; rows; and what is not documented.
import { isRecord, recordFields, type Schema, typeName } from '../../api/schema/types';
import {
	filled,
	type Projection,
	type RowFilter,
	type Selection,
	selectionOf,
	withLine,
} from '../projection';
import type { ResponseShape } from '../result';
import { createCursor, type Cursor, type Pattern, patternOf } from './bytes';

type Members = Record<string, unknown>;
type Constructor = new () => Members;

/** Where a response differs from the API documentation: fields by their paths (`Products[].Warranty`), at most ten of each kind. */
export interface Drift {
	/** Came, and are not documented. */
	readonly undocumented: readonly string[];
	/** Are documented as required, and did not come or were null. */
	readonly missing: readonly string[];
	/** Came with a type other than documented. */
	readonly retyped: readonly string[];
}

/** What was noticed so far. */
export type DriftLog = Readonly<Record<keyof Drift, Set<string>>>;

/** The reading of one response. */
export interface Reading extends Cursor {
	readonly drift: DriftLog;
	/** Makes the value of a number that a JavaScript number does not hold exactly. */
	readonly longNumber: (token: string) => unknown;
	/** Where the long numbers of a row begin and end; set while its text may be kept. */
	quoted: number[] | undefined;
	/** Whether the text of a row says more than its value: a field came twice, or is never kept. */
	isReduced: boolean;
}

/** The JSON types in which a value may come; null is always possible. */
export const STRING = 1;
export const NUMBER = 2;
export const BOOLEAN = 4;
export const OBJECT = 8;
export const LIST = 16;
export const ANYTHING = STRING | NUMBER | BOOLEAN | OBJECT | LIST;

const EXPECTED: Readonly<Record<Plan['kind'], number>> = {
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

/** How a value is read: the response, a field of a record, or the members of a list. */
export interface Plan {
	/** The name of the field or of the XML element. */
	readonly name: string;
	readonly kind: Schema['kind'] | 'undocumented';
	readonly expected: number;
	/** Where it is reported if it came as another type. */
	readonly path: string | undefined;
	/** What is kept of it. */
	readonly selection: Selection | undefined;
	/** Whether anything is. */
	readonly isWanted: boolean;
	readonly record: RecordPlan | undefined;
	/** How the members of a list are read. */
	readonly item: Plan | undefined;
	/** What is kept of them, if they are the rows of the response. */
	readonly rows: Rows | undefined;
	/** `"Name":` */
	readonly key: Pattern;
	/** `<Name` */
	readonly tag: Pattern;
	/** `</Name>` */
	readonly close: Pattern;
	readonly isRequired: boolean;
	/** The field that came next in the record before; undefined for a field that is not remembered. */
	next: Plan | undefined;
	/** The number of the last record that had it; negative if it was null there. */
	seen: number;
	/** The response for which it was noted as undocumented. */
	noted: DriftLog | undefined;
}

export interface RecordPlan {
	readonly path: string | undefined;
	readonly selection: Selection | undefined;
	/** Leads to the first field. */
	readonly start: Plan;
	readonly fields: Map<string, Plan>;
	readonly required: readonly Plan[];
	/** Counts the records that were read. */
	records: number;
	/** Fields of the record that is being read which came in another namespace. */
	readonly foreign: Map<Plan, string>;
	/** Makes objects with room for the fields. */
	construct: Constructor;
	room: number;
}

/** The list of rows in a response, and what is kept of them. */
export interface Rows {
	readonly row: Plan;
	readonly onlyFilled: boolean;
	/** Reads only what decides about a row, or what tells it apart. */
	readonly probe: Plan | undefined;
	readonly where: RowFilter | undefined;
	/** The field by which rows that are kept as text are told apart. */
	readonly textBy: string | undefined;
	/** Memory for the lines of such rows, and how much of it is used. */
	block: Buffer;
	used: number;
}

const NOTHING: Selection = new Map();

/** A name that is never kept, because its assignment would change the prototype. */
export const DROPPED_NAME = '__proto__';

/** How many fields one record remembers, and how long the names of undocumented ones may be. */
const MAX_FIELDS = 700;
const MAX_LEARNED_NAME = 200;

const MAX_DRIFT = 10;
const MAX_DRIFT_LENGTH = 200;

const BLOCK_SIZE = 256 * 1024;
/** The engine adds up to twelve fields to an object that has no room for them, and then makes it a hash table. */
const FIELDS_BEYOND_ROOM = 8;
const MAX_ROOM = 256;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 0x22;

const plans = new WeakMap<Schema, { readonly key: string; readonly plan: Plan }>();

export function createReading(longNumber: Reading['longNumber'] = (token) => token): Reading {
	return {
		...createCursor(),
		drift: { undocumented: new Set(), missing: new Set(), retyped: new Set() },
		longNumber,
		quoted: undefined,
		isReduced: false,
	};
}

/**
 * Plans the reading of a response, with both a record and an item where one or many records may come. A selection
 * applies to the rows: a single record is read whole, because all of its fields tell whether it is what was expected.
 */
export function planDocument(
	{ schema, oneOrMany, rows: name = '' }: ResponseShape,
	{ fields, onlyFilled = false, where, textBy }: Projection,
): Plan {
	const list = recordFields(schema).find((field) => field.name === name);
	const kind = list?.schema;
	if (kind?.kind !== 'list') {
		const root = sharedPlan(typeName(schema), schema, '');
		return oneOrMany ? { ...root, expected: OBJECT | LIST, item: root } : root;
	}
	const path = `${name}[]`;
	const deciding = [...(where?.fields ?? []), ...(textBy === undefined ? [] : [textBy])];
	const probe =
		deciding.length > 0 ? planOf(kind.itemName, kind.item, path, selectionOf(deciding)) : undefined;
	const row = sharedPlan(kind.itemName, kind.item, path, fields);
	const block = Buffer.alloc(0);
	const rows = { row, onlyFilled, probe, where, textBy, block, used: 0 };
	const field = planOf(name, undefined, name, undefined);
	// Rows belong to one response, so the plan around them is not shared.
	const record = planRecord(schema, '', undefined, {
		...field,
		kind: 'list',
		expected: LIST,
		item: row,
		rows,
	});
	return { ...planOf('', undefined, '', undefined), kind: 'record', record };
}

/** The plan for values of a schema: the same one as for the response before, so that it knows the order of the fields. */
function sharedPlan(name: string, schema: Schema, path: string, fields?: readonly string[]): Plan {
	const key = JSON.stringify([path, fields]);
	const shared = plans.get(schema);
	if (shared?.key === key) return shared.plan;
	const plan = planOf(name, schema, path, fields && selectionOf(fields));
	plans.set(schema, { key, plan });
	return plan;
}

function planOf(
	name: string,
	schema: Schema | undefined,
	path: string | undefined,
	selection: Selection | undefined,
	isRequired = false,
): Plan {
	const kind = schema?.kind ?? 'undocumented';
	return {
		name,
		kind,
		expected: EXPECTED[kind],
		path,
		selection,
		isWanted: selection !== NOTHING,
		record: schema?.kind === 'record' ? planRecord(schema, path, selection) : undefined,
		item:
			schema?.kind === 'list'
				? planOf(schema.itemName, schema.item, path && `${path}[]`, selection)
				: undefined,
		rows: undefined,
		key: patternOf(`${JSON.stringify(name)}:`),
		tag: patternOf(`<${name}`),
		close: patternOf(`</${name}>`),
		isRequired,
		next: undefined,
		seen: 0,
		noted: undefined,
	};
}

/** Plans a record, around rows with the plan of their list. */
function planRecord(
	schema: Schema,
	path: string | undefined,
	selection: Selection | undefined,
	rows?: Plan,
): RecordPlan {
	const fields = recordFields(schema).map(({ name, schema: inner, required }) => {
		if (name === rows?.name) return rows;
		const own = selection && !selection.has(name) ? NOTHING : selection?.get(name);
		return planOf(name, inner, fieldPath(path ?? '', name), own, required);
	});
	const start = planOf('', undefined, undefined, undefined);
	[start, ...fields].forEach((field, index) => {
		field.next = fields[index % fields.length];
	});
	return {
		path,
		selection,
		start,
		fields: new Map(fields.map((field) => [field.name, field])),
		required: fields.filter(({ isRequired }) => isRequired),
		records: 0,
		foreign: new Map(),
		construct: Object as unknown as Constructor,
		room: 0,
	};
}

/** A value without a schema. */
export const UNTYPED: Plan = planOf('', undefined, undefined, undefined);

/** The field of a record with this name; an undocumented one is remembered for the next record. */
export function fieldNamed(plan: RecordPlan, name: string): Plan {
	const known = plan.fields.get(name);
	if (known) return known;
	const { path, selection } = plan;
	if (name === DROPPED_NAME) return planOf(name, undefined, undefined, NOTHING);
	const own = selection && !selection.has(name) ? NOTHING : selection?.get(name);
	const ownPath = path === undefined ? undefined : fieldPath(path, name);
	const field = planOf(name, undefined, ownPath, own);
	if (plan.fields.size < MAX_FIELDS && name.length <= MAX_LEARNED_NAME) {
		plan.fields.set(name, field);
		field.next = plan.start.next ?? field;
	}
	return field;
}

/** Begins a record: its object, or undefined where nothing of it is kept. */
export function beginRecord(plan: RecordPlan): Members | undefined {
	plan.records++;
	if (plan.foreign.size > 0) plan.foreign.clear();
	return plan.selection === NOTHING ? undefined : new plan.construct();
}

/** Whether the record that is being read has this field already. */
export function isSeen({ seen }: Plan, { records }: RecordPlan): boolean {
	return seen === records || seen === -records;
}

/** Adds the value of a field; one that comes again replaces it. */
export function addField(
	reading: Reading,
	plan: RecordPlan,
	row: Members | undefined,
	field: Plan,
	value: unknown,
): void {
	const { records } = plan;
	if (field.kind === 'undocumented' && field.noted !== reading.drift) {
		field.noted = reading.drift;
		noteDrift(reading.drift.undocumented, field.path);
		if (field.name === DROPPED_NAME) reading.isReduced = true;
	}
	if (isSeen(field, plan)) reading.isReduced = true;
	field.seen = value === null ? -records : records;
	if (row !== undefined && field.isWanted) row[field.name] = value;
}

/** Ends a record: notes what is missing, and makes room for records with more fields. */
export function endRecord(
	{ drift }: Reading,
	plan: RecordPlan,
	row: Members | undefined,
	count: number,
): Members | undefined {
	for (const { seen, path } of plan.required) {
		if (seen !== plan.records) noteDrift(drift.missing, path);
	}
	if (row !== undefined && count > plan.room + FIELDS_BEYOND_ROOM && count <= MAX_ROOM) {
		plan.room = count;
		plan.construct = constructorFor(Object.keys(row));
	}
	return row;
}

/** Reads a row. One that does not match holds only what was needed to know that. */
export function readRow(reading: Reading, rows: Rows, read: (plan: Plan) => unknown): unknown {
	const { at } = reading;
	const { row, probe, where, textBy } = rows;
	if (probe) {
		reading.quoted = textBy === undefined ? undefined : [];
		reading.isReduced = false;
		const look = kept(rows, probe, read);
		if (isRecord(look)) {
			if (where && !where.matches(look)) return look;
			const id = textBy === undefined ? undefined : look[textBy];
			const line = typeof id === 'string' && id !== '' && lineSince(reading, rows, at);
			if (line) return withLine(look, line);
		}
		reading.quoted = undefined;
		reading.at = at;
	}
	return kept(rows, row, read);
}

function kept({ onlyFilled }: Rows, plan: Plan, read: (plan: Plan) => unknown): unknown {
	const row = read(plan);
	return onlyFilled && plan.record ? filled(row, new plan.record.construct()) : row;
}

/** The row since a position as a line of JSON, with long numbers as strings; undefined where its text says more. */
function lineSince(reading: Reading, rows: Rows, from: number): Uint8Array | undefined {
	const { bytes, at, quoted = [], isReduced } = reading;
	const read = bytes.subarray(from, at);
	if (isReduced || read.includes(LINE_FEED) || read.includes(CARRIAGE_RETURN)) return undefined;
	const length = read.length + quoted.length + 1;
	if (rows.used + length > rows.block.length) {
		rows.block = Buffer.allocUnsafeSlow(Math.max(BLOCK_SIZE, length));
		rows.used = 0;
	}
	const line = rows.block.subarray(rows.used, (rows.used += length));
	let done = from;
	let end = 0;
	for (const place of quoted) {
		end += bytes.copy(line, end, done, place);
		line[end++] = QUOTE;
		done = place;
	}
	end += bytes.copy(line, end, done, at);
	line[end] = LINE_FEED;
	return line;
}

export function noteDrift(paths: Set<string>, path: string | undefined): void {
	if (path === undefined || paths.size >= MAX_DRIFT) return;
	paths.add(path.length > MAX_DRIFT_LENGTH ? `${path.slice(0, MAX_DRIFT_LENGTH)}…` : path);
}

/** Notes that a value came as another type than documented. */
export function noteRetyped({ drift }: Pick<Reading, 'drift'>, path: string | undefined): void {
	noteDrift(drift.retyped, path?.replace(/(?:\[\])+$/, ''));
}

/** What was noticed; undefined if it was nothing. */
export function driftIn({ undocumented, missing, retyped }: DriftLog): Drift | undefined {
	if (undocumented.size + missing.size + retyped.size === 0) return undefined;
	return { undocumented: [...undocumented], missing: [...missing], retyped: [...retyped] };
}

/** The path of a field of the record at a path. */
export function fieldPath(record: string, name: string): string {
	return record === '' ? name : `${record}.${name}`;
}

// An object has room for the fields that its constructor, and those that it inherits from, assign. None of them is
// called but the last one, which assigns nothing.
function createConstructor(parent: object): Constructor {
	function Row(this: Members, isNever?: boolean): void {
		if (!isNever) return;
		this.a = this.b = this.c = this.d = this.e = this.f = this.g = this.h = 0;
	}
	Object.setPrototypeOf(Row, parent);
	// Rows are plain objects in every respect.
	Row.prototype = Object.prototype;
	return Row as unknown as Constructor;
}

const roomy = Array.from({ length: 31 }).reduce<object>(createConstructor, Function.prototype);

/**
 * A constructor of objects with room for these fields. Without it, an object with more than a dozen computed keys
 * becomes a hash table, which takes four times as much memory.
 */
function constructorFor(names: readonly string[]): Constructor {
	const construct = createConstructor(roomy);
	// The engine trims the room to what the first eight objects use. Each field holds values of all kinds, or there
	// would be more than one layout of the objects.
	for (let sample = 0; sample < 8; sample++) {
		const row = new construct();
		for (const name of names.slice(0, MAX_ROOM)) row[name] = sample % 2 ? 0.5 : null;
	}
	return construct;
}
