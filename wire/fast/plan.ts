// How a record is read: its fields by their bytes, and the making of its object.
import {
	type Field,
	type Kind,
	kindOf,
	type ScalarKind,
	type Schema,
	typeName,
} from '../../api/kinds';
import { type Cursor, type Pattern, patternOf } from './cursor';
import { isEmpty, type Projection, wantedNames } from './projection';
import { makers } from './rows/index';
import { recordKey, type RowMaker } from './rows/row';
import type { Repetition, Texts } from './texts';

/** How a value is read. */
export type ValuePlan =
	| { readonly kind: 'scalar'; readonly scalar: ScalarKind | 'choice' }
	| { readonly kind: 'record'; readonly plan: RecordPlan }
	| { readonly kind: 'list'; readonly item: ValuePlan; readonly itemName: string }
	| { readonly kind: 'opaque' };

/** How a field is read, and what is known of it from the records read before. */
export interface FieldPlan extends Repetition {
	readonly name: string;
	/** The place of its value in what the maker takes. */
	readonly slot: number;
	readonly isWanted: boolean;
	readonly value: ValuePlan;
	/** Its name, as `"Name":`, as `<Name` and as `</Name>`. */
	readonly nameBytes: Uint8Array;
	readonly key: Pattern;
	readonly openTag: Pattern;
	readonly closeTag: Pattern;
	/** The field that came after it the last time. */
	next: FieldPlan;
	/** The number of the record in which it came last: it may come once in each. */
	seen: number;
}

/** How a record is read. All of it is used within one step only, but for what is learnt. */
export interface RecordPlan {
	readonly name: string;
	readonly fields: readonly FieldPlan[];
	/** Stands before the first field of a record. */
	readonly start: FieldPlan;
	readonly openTag: Pattern;
	readonly closeTag: Pattern;
	readonly onlyFilled: boolean;
	/** Fields by the hash of their names; undefined where no field belongs. */
	readonly table: ReadonlyArray<FieldPlan | undefined>;
	readonly values: unknown[];
	readonly texts: Texts;
	readonly make: RowMaker;
	readonly makeOdd: RowMaker;
	readonly shapes: Set<number>;
	records: number;
}

/** So many sets of filled fields get an object of their own shape; more would cost more than they give. */
const MOST_SHAPES = 200;

const encoder = new TextEncoder();

/** The hash of a name; over texts here, over bytes in `findField`. */
function hashOf(name: string): number {
	let hash = 0;
	for (let index = 0; index < name.length; index++) {
		hash = (Math.imul(hash, 31) + name.charCodeAt(index)) | 0;
	}
	return hash;
}

function planField(field: Field, slot: number, isWanted: boolean, value: ValuePlan): FieldPlan {
	const { name } = field;
	const plan: Omit<FieldPlan, 'next'> = {
		name,
		slot,
		isWanted,
		value,
		nameBytes: encoder.encode(name),
		key: patternOf(`"${name}":`),
		openTag: patternOf(`<${name}`),
		closeTag: patternOf(`</${name}>`),
		seen: 0,
		tries: 0,
		hits: 0,
	};
	const linked = plan as FieldPlan;
	linked.next = linked;
	return linked;
}

function tableOf(fields: readonly FieldPlan[]): Array<FieldPlan | undefined> {
	let size = 8;
	while (size < fields.length * 4) size *= 2;
	const table = new Array<FieldPlan | undefined>(size).fill(undefined);
	for (const field of fields) {
		let place = hashOf(field.name) & (size - 1);
		while (table[place]) place = (place + 1) & (size - 1);
		table[place] = field;
	}
	return table;
}

/** Makes the object without a constructor of its own, for records that come in too many shapes. */
function keyedMaker(names: readonly string[]): RowMaker {
	return (values) => {
		const row: Record<string, unknown> = {};
		for (let slot = 0; slot < names.length; slot++) {
			if (values[slot] !== undefined) row[names[slot]] = values[slot];
		}
		return { ...row };
	};
}

/** Plans the reading of a record; of the outermost one only the wanted fields are made. */
export function planRecord(schema: Schema, texts: Texts, projection: Projection = {}): RecordPlan {
	const kind = kindOf(schema) as Extract<Kind, { kind: 'record' }>;
	const name = typeName(schema);
	const wanted = wantedNames(schema, projection);
	const nested: Projection = projection.onlyFilled ? { onlyFilled: true } : {};
	const fields = kind.fields.map((field, slot) =>
		planField(field, slot, wanted.has(field.name), planValue(field.schema, texts, nested)),
	);
	const names = fields.map((field) => field.name);
	const start = planField({ name, schema, required: false }, -1, false, { kind: 'opaque' });
	fields.forEach((field, index) => (field.next = fields[(index + 1) % fields.length]));
	start.next = fields[0];
	const makeOdd = keyedMaker(names);
	return {
		name,
		fields,
		start,
		openTag: start.openTag,
		closeTag: start.closeTag,
		onlyFilled: projection.onlyFilled === true,
		table: tableOf(fields),
		values: new Array<unknown>(fields.length).fill(undefined),
		texts,
		make: makers[recordKey(name, names)]?.() ?? makeOdd,
		makeOdd,
		shapes: new Set(),
		records: 0,
	};
}

export function planValue(schema: Schema, texts: Texts, projection: Projection): ValuePlan {
	const kind = kindOf(schema);
	switch (kind.kind) {
		case 'record':
			return { kind: 'record', plan: planRecord(schema, texts, projection) };
		case 'list':
			return {
				kind: 'list',
				item: planValue(kind.item, texts, projection),
				itemName: kind.itemName,
			};
		case 'opaque':
			return { kind: 'opaque' };
		case 'text':
		case 'integer':
		case 'byte':
		case 'decimal':
		case 'flag':
		case 'date':
		case 'guid':
		case 'choice':
			return { kind: 'scalar', scalar: kind.kind };
		default:
			return kind satisfies never;
	}
}

/** The field with the name in these bytes, whose hash is given. */
export function fieldAt(
	plan: RecordPlan,
	{ bytes }: Cursor,
	from: number,
	to: number,
	hash: number,
): FieldPlan | undefined {
	const { table } = plan;
	let place = hash & (table.length - 1);
	for (;;) {
		const field = table[place];
		if (!field) return undefined;
		if (stands(field.nameBytes, bytes, from, to)) return field;
		place = (place + 1) & (table.length - 1);
	}
}

function stands(expected: Uint8Array, bytes: Buffer, from: number, to: number): boolean {
	if (expected.length !== to - from) return false;
	for (let index = 0; index < expected.length; index++) {
		if (expected[index] !== bytes[from + index]) return false;
	}
	return true;
}

/** Begins a record: no field has a value yet. */
export function beginRecord(plan: RecordPlan): void {
	plan.values.fill(undefined);
	plan.records++;
}

/** Makes the object of the values that were kept; `shape` is a hash of which ones those are. */
export function makeRecord(plan: RecordPlan, shape: number): object {
	if (!plan.shapes.has(shape)) {
		if (plan.shapes.size >= MOST_SHAPES) return plan.makeOdd(plan.values);
		plan.shapes.add(shape);
		settle(plan);
	}
	return plan.make(plan.values);
}

/**
 * Lets the engine see that the fields of a shape hold values of any kind. Of a field that held nothing but numbers
 * it would make one more copy for each object.
 */
function settle({ make, values }: RecordPlan): void {
	for (const sample of [null, 0.5]) {
		make(values.map((value) => (value === undefined ? undefined : sample)));
	}
}

/** The list of some members, with room for no more: an array that grew has room for sixteen more. */
export function makeList(members: readonly unknown[]): unknown[] {
	return members.slice();
}

/** Whether a value goes into the object. */
export function isKept(plan: RecordPlan, field: FieldPlan, value: unknown): boolean {
	return field.isWanted && !(plan.onlyFilled && isEmpty(value));
}
