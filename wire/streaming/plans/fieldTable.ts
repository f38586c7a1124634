// Fields by the bytes of their names.
import type { FieldPlan } from './plan';

/** Fields in the places that the hashes of their names lead to, or in the next free ones. */
export type FieldTable = Array<FieldPlan | undefined>;

/** The hash of a name; `fieldAt` takes it of bytes that are still to be read. */
export function hashOf(bytes: Uint8Array): number {
	let hash = 0;
	for (const byte of bytes) hash = (Math.imul(hash, 31) + byte) | 0;
	return hash;
}

export function insertField(table: FieldTable, field: FieldPlan): void {
	let place = hashOf(field.nameBytes) & (table.length - 1);
	while (table[place]) place = (place + 1) & (table.length - 1);
	table[place] = field;
}

export function fieldTableOf(fields: readonly FieldPlan[]): FieldTable {
	let size = 8;
	while (size < fields.length * 4) size *= 2;
	const table = new Array<FieldPlan | undefined>(size).fill(undefined);
	for (const field of fields) insertField(table, field);
	return table;
}

/** The field with the name in these bytes, whose hash is given; undefined for one that was not there before. */
export function fieldAt(
	table: FieldTable,
	bytes: Uint8Array,
	from: number,
	to: number,
	hash: number,
): FieldPlan | undefined {
	for (let place = hash & (table.length - 1); ; place = (place + 1) & (table.length - 1)) {
		const field = table[place];
		if (!field || isNamed(field.nameBytes, bytes, from, to)) return field;
	}
}

function isNamed(expected: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
	if (expected.length !== to - from) return false;
	for (let index = 0; index < expected.length; index++) {
		if (expected[index] !== bytes[from + index]) return false;
	}
	return true;
}
