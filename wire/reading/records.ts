// How the records of a response are read: plans of their fields, made of the schema; rows; and what is not documented.
import {
	type Field,
	fieldsByName,
	isRecord,
	list,
	recordFields,
	type Schema,
	typeName,
} from '../../api/schema/types';
import { filled, type Selection, selectionOf, withLine } from '../projection';
import type { Drift, ResponseShape } from '../result';
import type { Scope, Tag } from '../xml/markup';
import { type Pattern, type Reading, rowsHere } from './bytes';
import { type Constructor, constructorFor, MAX_ROOM, type Members } from './objects';

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
	readonly schema: Schema | undefined;
	readonly expected: number;
	/** Where it is reported if it came as another type. */
	readonly path: string | undefined;
	/** What is kept of it. */
	readonly selection: Selection | undefined;
	/** Whether anything is. */
	readonly isWanted: boolean;
	/** How the members of a list are read; rows of the response, if there is a filter or a text, first by the probe. */
	item: Plan | undefined;
	probe: Plan | undefined;
	isRows: boolean;
	/** `"Name":`, once it is expected. */
	key: Pattern | undefined;
	/** The last two of its start tags that differ: often one with a value and one that is null. */
	tag: Tag | undefined;
	otherTag: Tag | undefined;
	/** What is declared around the root element. */
	scope: Scope | undefined;
	/** How values of another type are read. */
	retyped: Plan | undefined;
	/** The field that came next in the record before. */
	next: Plan | undefined;
	/** Leads to the first field of a record. */
	start: Plan | undefined;
	/** The number of the last record that had it; negative if it was null there. */
	seen: number;
	/** The response in which it was noted. */
	addedBy: Drift | undefined;
	/** The fields of a record that are remembered, and those of them that are required. */
	fields: Map<string, Plan>;
	readonly required: readonly Plan[];
	/** The number of records that were read. */
	records: number;
	/** Makes objects, and for how many fields they have room. */
	construct: Constructor;
	room: number;
}

const NOTHING: Selection = new Map();
const NO_FIELDS: readonly Field[] = [];
/** Stands for the fields of plans that know none. */
const NONE = new Map<string, Plan>();
/** Stands for the records of which nothing is kept. */
const IGNORED: Members = {};

/** A name that is never kept, because its assignment would change the prototype. */
export const DROPPED_NAME = '__proto__';

/** How many plans for what is not documented are kept before all are forgotten, and how long a name may be. */
const MAX_LEARNED = 700;
const MAX_LEARNED_NAME = 200;

const MAX_DRIFT = 10;
const MAX_DRIFT_LENGTH = 200;

const BLOCK_SIZE = 256 * 1024;
/** The engine adds up to twelve fields to an object that has no room for them, and then makes it a hash table. */
const FIELDS_BEYOND_ROOM = 8;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 0x22;

let plans = new WeakMap<Schema, { readonly key: string; readonly plan: Plan }>();
let anything: Plan | undefined;
/** The number of plans that are kept for what is not documented. */
let learned = 0;

/**
 * Plans the reading of a response: as a list where one or many records may come. A selection applies to the rows: a
 * single record is read whole, because all of its fields tell whether it is what was expected.
 */
export function planDocument(
	{ isXml, projection: { fields, where, textBy } }: Reading,
	{ schema, oneOrMany, rows = '' }: ResponseShape,
): Plan {
	// Only JSON is kept as text.
	const deciding = [...(where?.fields ?? []), ...(textBy !== undefined && !isXml ? [textBy] : [])];
	forgetIfFull();
	// The plan of the response before knows the order of the fields, as the format writes their names.
	const key = JSON.stringify([isXml, oneOrMany, rows, fields, deciding]);
	const known = plans.get(schema);
	if (known?.key === key && known.plan.scope?.memory.left !== 0) return known.plan;
	const root = oneOrMany ? list(schema) : schema;
	const plan = planOf(typeName(root), root, '');
	plans.set(schema, { key, plan });
	const listed = fieldsByName(schema).get(rows)?.schema;
	const field = plan.fields.get(rows);
	if (!field || listed?.kind !== 'list') return plan;
	const planRow = (names?: readonly string[]): Plan =>
		planOf(listed.itemName, listed.item, `${rows}[]`, names && selectionOf(names));
	field.isRows = true;
	field.item = planRow(fields);
	if (deciding.length > 0) field.probe = planRow(deciding);
	return plan;
}

/** Plans the reading of a JSON text without a schema. */
export function planAnything(): Plan {
	forgetIfFull();
	return (anything ??= untyped());
}

function forgetIfFull(): void {
	if (learned < MAX_LEARNED) return;
	plans = new WeakMap();
	anything = undefined;
	learned = 0;
}

export function planOf(name: string, schema?: Schema, path?: string, selection?: Selection): Plan {
	const kind = schema?.kind ?? 'undocumented';
	const documented = schema ? recordFields(schema) : NO_FIELDS;
	const planned = documented.map(
		(field) =>
			[field.name, planField({ kind, path, selection }, field.name, field.schema)] as const,
	);
	const fields = planned.length === 0 ? NONE : new Map(planned);
	return {
		name,
		kind,
		schema,
		expected: EXPECTED[kind],
		path,
		selection,
		isWanted: selection !== NOTHING,
		item:
			schema?.kind === 'list'
				? planOf(schema.itemName, schema.item, path && `${path}[]`, selection)
				: undefined,
		probe: undefined,
		isRows: false,
		key: undefined,
		tag: undefined,
		otherTag: undefined,
		scope: undefined,
		retyped: undefined,
		next: undefined,
		start: undefined,
		seen: 0,
		addedBy: undefined,
		fields,
		required: documented.flatMap((field) => (field.required && fields.get(field.name)) || []),
		records: 0,
		construct: Object as unknown as Constructor,
		room: 0,
	};
}

function planField(
	{ kind, path, selection }: Pick<Plan, 'kind' | 'path' | 'selection'>,
	name: string,
	schema?: Schema,
): Plan {
	const own = selection && !selection.has(name) ? NOTHING : selection?.get(name);
	const isReported = kind === 'record' && path !== undefined;
	return planOf(name, schema, isReported ? fieldPath(path, name) : undefined, own);
}

/** How a value without a schema is read, and what is kept of it. */
export function untyped(selection?: Selection): Plan {
	return planOf('', undefined, undefined, selection);
}

/** How a value of another type than documented is read. */
export function retyped(plan: Plan): Plan {
	return (plan.retyped ??= untyped(plan.isWanted ? plan.selection : undefined));
}

/** The field with this name. The next record is expected to have it after the same field; an undocumented one is remembered. */
export function fieldNamed(reading: Reading, plan: Plan, name: string, previous?: Plan): Plan {
	const known = plan.fields.get(name);
	if (known && previous) previous.next = known;
	if (known) return known;
	const isLearned =
		learned < MAX_LEARNED && name.length <= MAX_LEARNED_NAME && name !== DROPPED_NAME;
	// It may come again unnoticed.
	if (!isLearned) reading.isReduced = true;
	if (!isLearned) return planField(plan, name);
	// A copy: the name may be a part of a long tag, which it would keep.
	const field = planField(plan, Buffer.from(name, 'utf16le').toString('utf16le'));
	if (plan.fields === NONE) plan.fields = new Map();
	plan.fields.set(field.name, field);
	learned++;
	return field;
}

/** Begins a record with its object. */
export function beginRecord(plan: Plan): Members {
	plan.records++;
	return plan.isWanted ? new plan.construct() : IGNORED;
}

/** Whether the record that is being read has this field already. */
export function isSeen({ seen }: Plan, { records }: Plan): boolean {
	return seen === records || seen === -records;
}

/** Adds the value of a field. One that comes again replaces it; in XML, an undocumented one joins it in a list. */
export function addField(
	reading: Reading,
	plan: Plan,
	row: Members,
	field: Plan,
	value: unknown,
): void {
	const { records } = plan;
	if (field.addedBy === reading.drift && !isSeen(field, plan)) {
		field.seen = value === null ? -records : records;
		if (field.isWanted) row[field.name] = value;
	} else addOther(reading, plan, row, field, value);
}

/** Adds the first value of a field in a response, and one that comes again. */
function addOther(reading: Reading, plan: Plan, row: Members, field: Plan, value: unknown): void {
	const { name } = field;
	const isUndocumented = field.kind === 'undocumented';
	if (isSeen(field, plan)) reading.isReduced = true;
	if (isUndocumented && name !== DROPPED_NAME) noteDrift(reading.drift.undocumented, field.path);
	field.seen = value === null ? -plan.records : plan.records;
	if (name === DROPPED_NAME) return;
	field.addedBy = reading.drift;
	if (!field.isWanted) return;
	const joins = isUndocumented && reading.isXml && Object.hasOwn(row, name);
	row[name] = joins ? both(row[name], value) : value;
}

/** The values of a field that came again: the same list for all of them. A list may be one of the values. */
function both(earlier: unknown, value: unknown): unknown[] {
	const isJoined = Array.isArray(earlier) && Array.isArray(earlier[0]) === Array.isArray(value);
	if (!isJoined) return [earlier, value];
	earlier.push(value);
	return earlier;
}

/** Ends a record: notes what is missing, and makes room for records with more fields. */
export function endRecord({ drift }: Reading, plan: Plan, row: Members, count: number): Members {
	for (const { seen, path } of plan.required) {
		if (seen !== plan.records) noteDrift(drift.missing, path);
	}
	// A plan that is not kept often reads a single record.
	const isAgain = plan.records > 1;
	if (isAgain && count > plan.room + FIELDS_BEYOND_ROOM && count <= MAX_ROOM) {
		plan.room = count;
		plan.construct = constructorFor(Object.keys(row));
	}
	return row;
}

/** Reads the members of a list, as long as there is a next one. */
export function readMembers(
	reading: Reading,
	list: Plan,
	isNext: (count: number) => boolean,
	read: (plan: Plan) => unknown,
): unknown[] {
	const { isRows, selection } = list;
	const item = list.item ?? untyped(selection);
	if (!list.item && learned < MAX_LEARNED) {
		list.item = item;
		learned++;
	}
	const members = isRows ? rowsHere(reading) : [];
	while (isNext(members.length)) {
		members.push(isRows ? readRow(reading, item, list.probe, read) : read(item));
		if (members === reading.rows) reading.readTo = reading.at;
	}
	// An array that grew has room for sixteen more.
	return isRows ? members : members.slice();
}

/** Reads a row. One that does not match holds only what was needed to know that. */
function readRow(
	reading: Reading,
	row: Plan,
	probe: Plan | undefined,
	read: (plan: Plan) => unknown,
): unknown {
	const { at, isXml } = reading;
	const { onlyFilled, where, textBy = '' } = reading.projection;
	if (probe) {
		reading.quoted = isXml ? undefined : [];
		reading.isReduced = false;
		const probed = read(probe);
		const look = onlyFilled ? filled(probed) : probed;
		if (isRecord(look)) {
			if (where && !where.matches(look)) return look;
			const id = look[textBy];
			const line = !isXml && typeof id === 'string' && id !== '' && lineSince(reading, at);
			if (line) return withLine(look, line);
		}
		reading.quoted = undefined;
		reading.at = at;
	}
	const whole = read(row);
	return onlyFilled ? filled(whole, new row.construct()) : whole;
}

/** The row since a position as a line of JSON, with long numbers as strings; undefined where its text says more. */
function lineSince(reading: Reading, from: number): Uint8Array | undefined {
	const { bytes, at, quoted = [], isReduced } = reading;
	const read = bytes.subarray(from, at);
	if (isReduced || read.includes(LINE_FEED) || read.includes(CARRIAGE_RETURN)) return undefined;
	const length = read.length + quoted.length + 1;
	if (reading.used + length > reading.block.length) {
		reading.block = Buffer.allocUnsafeSlow(Math.max(BLOCK_SIZE, length));
		reading.used = 0;
	}
	const line = reading.block.subarray(reading.used, (reading.used += length));
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

export function noteDrift(paths: string[], path: string | undefined): void {
	if (path === undefined || paths.length >= MAX_DRIFT) return;
	const shown = path.length > MAX_DRIFT_LENGTH ? `${path.slice(0, MAX_DRIFT_LENGTH)}…` : path;
	if (!paths.includes(shown)) paths.push(shown);
}

/** Notes that a value came as another type than documented. */
export function noteRetyped({ drift }: Pick<Reading, 'drift'>, path: string | undefined): void {
	noteDrift(drift.retyped, path?.replace(/(?:\[\])+$/, ''));
}

/** The path of a field of the record at a path. */
export function fieldPath(record: string, name: string): string {
	return record === '' ? name : `${record}.${name}`;
}
