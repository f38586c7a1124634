// What the engine is told of the objects of a record, so that it keeps them small however many fields they have, and
// fills them fast.
import { BLOCK, FIELD_BLOCKS, type FieldBlock } from '../../../api/fieldBlocks';
import type { Schema } from '../../../api/schema/types';
import type { FieldPlan, PlanContext } from '../plans/plan';

export type Row = Record<string, unknown>;
type RowConstructor = new () => Row;

/** A block of a record. */
interface BlockUse {
	readonly block: FieldBlock;
	/** What objects held before its fields were stored, by hashes. */
	readonly before: Set<number>;
}

/** How objects with a set of fields are made. */
interface RowShape {
	/** Makes empty objects with room for the fields. */
	readonly construct: RowConstructor;
	/** The blocks that are used, a bit for each. */
	readonly blocks: number;
}

/** What is known of the objects of a record. */
export interface RowShapes {
	construct: RowConstructor;
	/** How many constructors there were before. */
	constructors: number;
	room: number;
	/** The most fields of an object since the last refresh; zero before the first object. */
	widest: number;
	/** Sets of fields for which the engine was prepared, by their hashes. */
	readonly known: Map<number, RowShape>;
	/** The one that came last, and its hash. */
	last: RowShape;
	lastHash: number;
	/** Documented fields in blocks, in their order. */
	readonly blocks: ReadonlyArray<BlockUse | undefined>;
}

/** So many blocks have a bit in a number. */
export const MAX_BLOCKS = 31;

/**
 * Compiled code stores fields fast in objects of up to four shapes, and with more it is slower than a loop: hence
 * two in each format.
 */
const SHAPES_PER_BLOCK = 2;

/** So many sets of fields get an object of their own shape at a time: each costs the engine some kilobytes. */
const MAX_SHAPES = 1000;

/** The engine adds up to twelve fields to an object that has no room for them, and then makes it a hash table. */
const FIELDS_BEYOND_ROOM = 8;

/** Objects may have so much more room than those of the response before needed. */
const SPARE_ROOM = 16;

/** So many objects of a constructor have the most room that there is; then the engine trims it to what was used. */
const OBJECTS_UNTIL_TRIMMED = 8;

/** An object that is a hash table. */
const WITHOUT_SHAPE: RowShape = { construct: Object as unknown as RowConstructor, blocks: 0 };

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

function createRowShapes(names: readonly string[]): RowShapes {
	const count = Math.min(MAX_BLOCKS, Math.floor(names.length / BLOCK));
	const blocks = Array.from({ length: count }, (_, index): BlockUse | undefined => {
		const block = FIELD_BLOCKS.find((known) =>
			known.names.every((name, place) => name === names[index * BLOCK + place]),
		);
		return block && { block, before: new Set() };
	});
	return {
		construct: WITHOUT_SHAPE.construct,
		constructors: 0,
		room: 0,
		widest: 0,
		known: new Map(),
		last: WITHOUT_SHAPE,
		lastHash: 0,
		blocks,
	};
}

const complete = new WeakMap<Schema, Map<PlanContext['format'], RowShapes>>();

/**
 * The shapes of the objects of a record. Those of complete documented records are the same for all plans, since code
 * is compiled for them.
 */
export function rowShapesOf(
	schema: Schema | undefined,
	format: PlanContext['format'],
	names: readonly string[],
): RowShapes {
	if (!schema) return createRowShapes([]);
	const ofFormat = complete.get(schema) ?? new Map<PlanContext['format'], RowShapes>();
	complete.set(schema, ofFormat);
	const shapes = ofFormat.get(format) ?? createRowShapes(names);
	ofFormat.set(format, shapes);
	return shapes;
}

/** Forgets shapes that were those of other responses. */
export function refreshRowShapes(shapes: RowShapes, documented: number): void {
	// Several responses may begin before one of them has an object.
	const usual = Math.max(documented, shapes.widest || shapes.room);
	shapes.widest = 0;
	if (shapes.room <= usual + SPARE_ROOM && shapes.known.size <= MAX_SHAPES / 2) return;
	shapes.room = 0;
	forgetKnown(shapes);
}

function forgetKnown(shapes: RowShapes): void {
	shapes.known.clear();
	shapes.last = WITHOUT_SHAPE;
	shapes.lastHash = 0;
}

function hashWith(hash: number, { id }: FieldPlan): number {
	return (Math.imul(hash, 31) + id) | 0;
}

/** The shape of an object with the first `count` fields. */
export function shapeOf(shapes: RowShapes, fields: readonly FieldPlan[], count: number): RowShape {
	shapes.widest = Math.max(shapes.widest, count);
	let hash = count;
	for (let index = 0; index < count; index++) hash = hashWith(hash, fields[index]);
	if (hash === shapes.lastHash) return shapes.last;
	const shape = shapes.known.get(hash) ?? prepareShape(shapes, hash, fields, count);
	shapes.last = shape;
	shapes.lastHash = hash;
	return shape;
}

/** Prepares the engine for a set of fields that was not there before. */
function prepareShape(
	shapes: RowShapes,
	hash: number,
	fields: readonly FieldPlan[],
	count: number,
): RowShape {
	const isLarger = count > shapes.room + FIELDS_BEYOND_ROOM || shapes.room === 0;
	if (isLarger) {
		shapes.room = count;
		shapes.construct = createConstructor(roomy);
		shapes.constructors++;
		forgetKnown(shapes);
	}
	if (shapes.known.size >= MAX_SHAPES) return WITHOUT_SHAPE;
	const { construct } = shapes;
	const shape = { construct, blocks: chooseBlocks(shapes, fields, count) };
	shapes.known.set(hash, shape);
	letEngineSee(construct, fields, count, isLarger ? OBJECTS_UNTIL_TRIMMED : 2);
	return shape;
}

/** The blocks for which no object was of too many other shapes so far. */
function chooseBlocks(
	{ blocks, constructors }: RowShapes,
	fields: readonly FieldPlan[],
	count: number,
): number {
	let chosen = 0;
	let hash = constructors;
	for (let index = 0; index < count; index++) {
		const number = (fields[index].id - 1) / BLOCK;
		const before = Number.isInteger(number) ? blocks[number]?.before : undefined;
		if (before && isWholeBlock(fields, index, count)) {
			if (before.size < SHAPES_PER_BLOCK) before.add(hash);
			if (before.has(hash)) chosen |= 1 << number;
		}
		hash = hashWith(hash, fields[index]);
	}
	return chosen;
}

/** Whether all fields of a block follow each other. */
export function isWholeBlock(fields: readonly FieldPlan[], from: number, count: number): boolean {
	if (from + BLOCK > count) return false;
	const { id } = fields[from];
	for (let index = 1; index < BLOCK; index++) {
		if (fields[from + index].id !== id + index) return false;
	}
	return true;
}

/**
 * Lets the engine see that the fields hold values of any kind: of a field that held nothing but numbers it would
 * make one more copy for each object.
 */
function letEngineSee(
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
