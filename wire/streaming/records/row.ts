// Makes the objects of records, so that the engine keeps them small however many fields they have.
import type { FieldPlan } from '../plans/plan';

type Row = Record<string, unknown>;
type RowConstructor = new () => Row;

/** What is known of the objects of a record. */
export interface RowShapes {
	/** Makes empty objects with room for some fields. */
	construct: RowConstructor;
	room: number;
	/** Hashes of the sets of fields for which the engine was prepared. */
	readonly known: Set<number>;
	/** The one that came last. */
	last: number;
}

/** So many sets of fields get an object of their own shape at a time: each costs the engine some kilobytes. */
const MAX_SHAPES = 1000;

/** The engine adds up to twelve fields to an object that has no room for them, and then makes it a hash table. */
const FIELDS_BEYOND_ROOM = 8;

/** So many objects of a constructor have the most room that there is; then the engine trims it to what was used. */
const OBJECTS_UNTIL_TRIMMED = 8;

// An object gets room for the fields that its constructor and those that it inherits from assign. None of them is
// called but the last, which assigns nothing.
function createConstructor(parent: object): RowConstructor {
	function Row(this: Row, isNever?: boolean): void {
		if (!isNever) return;
		this.a = 0;
		this.b = 0;
		this.c = 0;
		this.d = 0;
		this.e = 0;
		this.f = 0;
		this.g = 0;
		this.h = 0;
	}
	Object.setPrototypeOf(Row, parent);
	// Rows are plain objects in every respect.
	Row.prototype = Object.prototype;
	return Row as unknown as RowConstructor;
}

/** Together with one more constructor, room for 256 fields, which is the most that the engine gives. */
const roomy = Array.from({ length: 31 }).reduce<object>(createConstructor, Function.prototype);

export function createRowShapes(): RowShapes {
	return { construct: Object as unknown as RowConstructor, room: 0, known: new Set(), last: 0 };
}

/** Forgets shapes that may have been those of other responses; `usual` is the number of fields that may well come. */
export function refreshRowShapes(shapes: RowShapes, usual: number): void {
	if (shapes.room <= usual && shapes.known.size <= MAX_SHAPES / 2) return;
	shapes.room = 0;
	shapes.known.clear();
	shapes.last = 0;
}

/**
 * Makes the object of the first `count` fields with their values, in their order, and lets go of the values. A field
 * that comes again replaces its value, or makes a list of its values where fields `collect` them.
 */
export function makeRow(
	shapes: RowShapes,
	fields: readonly FieldPlan[],
	values: unknown[],
	count: number,
): object {
	let hash = count;
	for (let index = 0; index < count; index++) {
		hash = (Math.imul(hash, 31) + fields[index].id) | 0;
	}
	const isKnown = hash === shapes.last || shapes.known.has(hash);
	const row = new (isKnown ? shapes.construct : constructorFor(shapes, hash, fields, count))();
	for (let index = 0; index < count; index++) {
		const { name, collects } = fields[index];
		if (collects) collect(row, name, values[index]);
		else row[name] = values[index];
		values[index] = undefined;
	}
	return row;
}

function collect(row: Row, name: string, value: unknown): void {
	const earlier = Object.hasOwn(row, name) ? row[name] : undefined;
	if (earlier === undefined) row[name] = value;
	else if (Array.isArray(earlier)) earlier.push(value);
	else row[name] = [earlier, value];
}

/** Prepares the engine for a set of fields that was not there before. */
function constructorFor(
	shapes: RowShapes,
	hash: number,
	fields: readonly FieldPlan[],
	count: number,
): RowConstructor {
	const isLarger = count > shapes.room + FIELDS_BEYOND_ROOM || shapes.room === 0;
	if (isLarger) {
		shapes.room = count;
		shapes.construct = createConstructor(roomy);
		shapes.known.clear();
	}
	// Objects with too many shapes are hash tables.
	if (shapes.known.size >= MAX_SHAPES) return Object as unknown as RowConstructor;
	shapes.known.add(hash);
	shapes.last = hash;
	prepare(shapes.construct, fields, count, isLarger ? OBJECTS_UNTIL_TRIMMED : 2);
	return shapes.construct;
}

/**
 * Lets the engine see that the fields hold values of any kind: of a field that held nothing but numbers it would
 * make one more copy for each object.
 */
function prepare(
	construct: RowConstructor,
	fields: readonly FieldPlan[],
	count: number,
	samples: number,
): void {
	for (let sample = 0; sample < samples; sample++) {
		const row = new construct();
		for (let index = 0; index < count; index++) row[fields[index].name] = sample % 2 ? 0.5 : null;
	}
}
