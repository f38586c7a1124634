// What the generated makers of rows share.

/** Makes an object of its values in the order of the record's fields; the undefined ones are left out. */
export type RowMaker = (values: readonly unknown[]) => object;

export type Row = Record<string, unknown>;
type RowConstructor = (this: Row, values: readonly unknown[]) => void;

/**
 * A maker from a constructor with a store for each field. Such objects keep one fixed shape however many
 * fields they have, where an object built by keys becomes a hash table; and with the prototype of all plain
 * objects they are plain objects in every respect.
 */
export function makerOf(construct: RowConstructor): RowMaker {
	construct.prototype = Object.prototype;
	const Constructor = construct as unknown as new (values: readonly unknown[]) => object;
	return (values) => new Constructor(values);
}

/** What a maker is found by: the record's name and its fields in their order. */
export function recordKey(name: string, fields: readonly string[]): string {
	let hash = 0;
	for (const character of fields.join()) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0;
	return `${name} ${fields.length} ${(hash >>> 0).toString(16)}`;
}
