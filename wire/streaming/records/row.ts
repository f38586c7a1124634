// Makes the objects of records.
import { BLOCK } from '../../../api/fieldBlocks';
import type { FieldPlan } from '../plans/plan';
import { isWholeBlock, MAX_BLOCKS, type Row, type RowShapes, shapeOf } from './shapes';

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
	const { construct, blocks } = shapeOf(shapes, fields, count);
	const row = new construct();
	let index = 0;
	while (index < count) {
		const { name, collects, id } = fields[index];
		// Shapes are known by hashes, so whether the fields are those of the block is looked at once more.
		if (startsBlock(id, blocks) && isWholeBlock(fields, index, count)) {
			shapes.blocks[(id - 1) / BLOCK]?.block.store(row, values, index);
			index += BLOCK;
			continue;
		}
		if (collects) collect(row, name, values[index]);
		else row[name] = values[index];
		index++;
	}
	for (let at = 0; at < count; at++) values[at] = undefined;
	return row;
}

function startsBlock(id: number, blocks: number): boolean {
	return id % BLOCK === 1 && id < BLOCK * MAX_BLOCKS && (blocks & (1 << ((id - 1) / BLOCK))) !== 0;
}

function collect(row: Row, name: string, value: unknown): void {
	const earlier = Object.hasOwn(row, name) ? row[name] : undefined;
	if (earlier === undefined) row[name] = value;
	else if (Array.isArray(earlier)) earlier.push(value);
	else row[name] = [earlier, value];
}
