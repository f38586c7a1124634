// How the records of a response are read: plans of their fields, made of the schema; rows; and what is not documented.
import { isNumeric, isRecord, list, recordFields, typeName } from '../../api/schema/types';
import type { Schema } from '../../api/schema/types';
import { filled, type Projection, type Selection, selectionOf } from '../projection';
import type { Drift, ResponseShape } from '../result';
import type { Scope, Tag } from '../xml/tags';
import { ByteReader, type Pattern, START } from './bytes';
import { type Members, Room } from './objects';

/** The JSON types in which a value may come; null is always possible. */
export const Type = { STRING: 1, NUMBER: 2, BOOLEAN: 4, OBJECT: 8, LIST: 16, ANY: 31 };

/** The types of all kinds that are not strings or numbers. */
const EXPECTED: Partial<Record<Plan['kind'], number>> = {
	boolean: Type.BOOLEAN,
	record: Type.OBJECT,
	list: Type.LIST,
	opaque: Type.ANY,
	undocumented: Type.ANY,
};

const NOTHING: Selection = new Map();
/** Stands for the records of which nothing is kept. */
const IGNORED: Members = {};

/** A name that is never kept, because its assignment would change the prototype. */
export const DROPPED_NAME = '__proto__';

/** How many undocumented names and XML tags a plan remembers, and how long a name may be. */
export const MAX_LEARNED = 2000;
export const MAX_LEARNED_NAME = 200;

const MAX_DRIFT = 10;
const MAX_DRIFT_LENGTH = 200;

/** For single records, and for JSON texts without a schema: objects have room for the fields of earlier ones. */
const rooms = new Map<Schema | undefined, Room>();

type Read = (plan: Plan) => unknown;

/** How a value is read: the response, a field of a record, or the members of a list. */
export class Plan {
	readonly kind: Schema['kind'] | 'undocumented';
	/** The types in which it may come. */
	readonly expected: number;
	/** Whether anything of it is kept. */
	readonly isWanted: boolean;
	/** How the members of a list are read; rows of the response, if there is a filter, first by the probe. */
	item: Plan | undefined;
	probe: Plan | undefined;
	isRows = false;
	/** Whether it does not matter that a record has it. */
	isIgnored = false;
	/** A comma, its name and a colon, as they were written in a record before. */
	key: Pattern | undefined;
	/** The last two of its start tags that differ: often one with a value and one that is null. */
	tag: Tag | undefined;
	otherTag: Tag | undefined;
	/** How many undocumented names and XML tags are remembered in all of it. */
	learned = 0;
	/** What is declared around the root element. */
	scope: Scope | undefined;
	/** The field that came next in the record before. */
	next: Plan | undefined;
	/** Leads to the first field of a record. */
	start: Plan | undefined;
	/** The number of the last record that had it; negative if it was null there. */
	seen = 0;
	/** The fields of a record that are remembered, and those of them that are required. */
	readonly fields = new Map<string, Plan>();
	readonly required: Plan[] = [];
	/** The number of records that were read. */
	records = 0;
	room = new Room();
	private other: Plan | undefined;

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
		this.expected = EXPECTED[this.kind] ?? type;
		this.isWanted = selection !== NOTHING;
		if (schema?.kind === 'list')
			this.item = new Plan(schema.itemName, schema.item, path && `${path}[]`, selection, isStrict);
		for (const documented of schema ? recordFields(schema) : []) {
			const field = this.planField(documented.name, documented.schema);
			this.fields.set(field.name, field);
			if (documented.required) this.required.push(field);
			else field.isIgnored = !field.isWanted && !isStrict;
		}
	}

	planField(name: string, schema?: Schema): Plan {
		const { path, selection } = this;
		if (name === DROPPED_NAME) return new Plan(name, schema, undefined, NOTHING);
		const inner = path === '' ? name : `${path}.${name}`;
		const isReported = this.kind === 'record' && path !== undefined;
		const own = selection && !selection.has(name) ? NOTHING : selection?.get(name);
		return new Plan(name, schema, isReported ? inner : undefined, own, this.isStrict);
	}

	/** How a value of another type than documented is read. */
	retyped(): Plan {
		const selection = this.isWanted ? this.selection : undefined;
		return (this.other ??= new Plan('', undefined, undefined, selection));
	}
}

/**
 * Plans the reading of a response: as a list where one or many records may come. A selection applies to the rows: a
 * single record is read whole, because all of its fields tell whether it is what was expected.
 */
export function planDocument(
	{ schema, oneOrMany, rows = '' }: ResponseShape,
	{ fields, where }: Projection,
): Plan {
	if (!oneOrMany && rows === '') return planSingle(schema);
	const plan = new Plan(typeName(schema), oneOrMany ? list(schema) : schema, '');
	const field = plan.fields.get(rows);
	if (!field?.item) return plan;
	const { name, path, schema: record } = field.item;
	const planRow = (names: readonly string[]) =>
		new Plan(name, record, path, selectionOf(names), names.some(isQualified));
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
export function planSingle(schema?: Schema): Plan {
	const plan = new Plan(schema && typeName(schema), schema, '');
	const room = rooms.get(schema) ?? plan.room;
	rooms.set(schema, room);
	plan.room = room;
	return plan;
}

/** Reads the records of a response. */
export abstract class RecordReader extends ByteReader {
	abstract readonly isXml: boolean;
	readonly drift: Drift = { undocumented: [], missing: [], retyped: [] };
	/** The rows that were read of the first list. */
	private rows: unknown[] = [];
	/** The lists of values that came again. */
	private readonly joined = new WeakSet<object>();

	constructor(
		protected readonly root: Plan,
		private readonly projection: Projection = {},
	) {
		super();
	}

	/** Reads what is here from its beginning to its end, without the rows that were read before. */
	abstract readDocument(): unknown;

	/** The field with this name. The next record is expected to have it after the same field; an undocumented one is remembered. */
	fieldNamed(plan: Plan, name: string, previous?: Plan): Plan {
		const known = plan.fields.get(name);
		if (known && previous) previous.next = known;
		if (known) return known;
		const isShort = name.length <= MAX_LEARNED_NAME && name !== DROPPED_NAME;
		const isLearned = isShort && this.root.learned++ < MAX_LEARNED;
		const field = plan.planField(name);
		if (isLearned) plan.fields.set(name, field);
		return field;
	}

	beginRecord(plan: Plan): Members {
		plan.records++;
		return plan.isWanted ? new plan.room.construct() : IGNORED;
	}

	/** Adds the value of a field. One that comes again replaces it; in XML, an undocumented one joins it in a list. */
	addField(plan: Plan, row: Members, field: Plan, value: unknown): void {
		const { schema, name, seen } = field;
		if (!schema) noteDrift(this.drift.undocumented, field.path);
		// One that is not remembered is always new.
		const isAgain = Math.abs(seen) === plan.records || (seen === 0 && Object.hasOwn(row, name));
		field.seen = value === null ? -plan.records : plan.records;
		if (!field.isWanted) return;
		row[name] = isAgain && !schema && this.isXml ? this.both(row[name], value) : value;
	}

	/** Ends a record: notes what is missing, and makes room for records with more fields. */
	endRecord(plan: Plan, row: Members, count: number): Members {
		for (const { seen, path } of plan.required)
			if (seen !== plan.records) noteDrift(this.drift.missing, path);
		plan.room.growFor(row, count);
		return row;
	}

	readMembers(list: Plan, isNext: (count: number) => boolean, read: Read): unknown[] {
		// A list without a schema is read like a record that comes again.
		const { isRows, item = list } = list;
		const members = isRows ? this.rowsHere() : [];
		while (isNext(members.length)) {
			members.push(isRows ? this.readRow(item, list.probe, read) : read(item));
			if (members === this.rows) this.readTo = this.at;
		}
		// An array that grew has room for sixteen more.
		return isRows ? members : members.slice();
	}

	/** The rows of the list that begins here; those whose bytes were left out are in it already. */
	private rowsHere(): unknown[] {
		const { at, place } = this;
		if (place === START) this.rows = [];
		// The second list of a field that came twice.
		else if (place.at !== at) return [];
		this.readFrom = this.readTo = at;
		return this.rows;
	}

	/** Reads a row. One that does not match holds only what was needed to know that. */
	private readRow(row: Plan, probe: Plan | undefined, read: Read): unknown {
		const { at } = this;
		const { onlyFilled, where } = this.projection;
		if (probe) {
			const probed = read(probe);
			const look = onlyFilled ? filled(probed) : probed;
			if (isRecord(look) && where && !where.matches(look)) return look;
			this.at = at;
		}
		const whole = read(row);
		return onlyFilled ? filled(whole, new row.room.construct()) : whole;
	}

	/** The values of a field that came again: the same list for all of them. A list may be one of the values. */
	private both(earlier: unknown, value: unknown): unknown[] {
		const isJoined = Array.isArray(earlier) && this.joined.has(earlier);
		const values: unknown[] = isJoined ? earlier : [earlier];
		values.push(value);
		if (!isJoined) this.joined.add(values);
		return values;
	}

	noteRetyped(path: string | undefined): void {
		noteDrift(this.drift.retyped, path?.replace(/(?:\[\])+$/, ''));
	}
}

function noteDrift(paths: string[], path: string | undefined): void {
	if (path === undefined || paths.length >= MAX_DRIFT) return;
	const shown = path.length > MAX_DRIFT_LENGTH ? `${path.slice(0, MAX_DRIFT_LENGTH)}…` : path;
	if (!paths.includes(shown)) paths.push(shown);
}
