// The room that objects get, from one response to the next.
import type { FieldPlan } from '../../../../wire/streaming/plans/plan';
import {
	refreshRowShapes,
	type RowShapes,
	rowShapesOf,
	shapeOf,
} from '../../../../wire/streaming/records/shapes';

const documented = 8;
const wide = 60;

/** Reads one response with a row of so many fields, and gives how its object is made. */
function read(shapes: RowShapes, count: number): unknown {
	refreshRowShapes(shapes, documented);
	return constructOf(shapes, count);
}

function constructOf(shapes: RowShapes, count: number): unknown {
	const fields = Array.from({ length: count }, (_, index) => ({
		name: `F${index}`,
		id: index + 1,
	}));
	return shapeOf(shapes, fields as FieldPlan[], count).construct;
}

let shapes: RowShapes;
beforeEach(() => (shapes = rowShapesOf(undefined, 'json', [])));

test.each([wide, wide - 10])('room is kept while rows need it: %i fields', (count) => {
	const first = read(shapes, wide);
	expect(read(shapes, count)).toBe(first);
	expect(read(shapes, wide)).toBe(first);
});

test('room is kept where responses begin before the one before has a row', () => {
	const first = read(shapes, wide);
	for (let begun = 0; begun < 3; begun++) refreshRowShapes(shapes, documented);
	expect(constructOf(shapes, wide)).toBe(first);
});

test('room that one response needed is given up after one that does not', () => {
	const first = read(shapes, wide);
	expect(read(shapes, documented)).toBe(first);
	expect(read(shapes, documented)).not.toBe(first);
});
