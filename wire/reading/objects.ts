// Objects with room for many fields.

export type Members = Record<string, unknown>;
type Constructor = new () => Members;

/** The most fields for which an object has room. */
const MAX_ROOM = 256;
/** The engine adds up to twelve fields to an object that has no room for them, and then makes it a hash table. */
const FIELDS_BEYOND_ROOM = 8;

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
		for (const name of names) row[name] = sample % 2 ? 0.5 : null;
	}
	return construct;
}

/** Makes the objects of one record type, with room for as many fields as earlier ones had. */
export class Room {
	construct = Object as unknown as Constructor;
	private fields = 0;
	private tooSmall = 0;

	/** Makes room for objects like this one. It takes as long as reading some records, so the first one gets none. */
	growFor(row: Members, count: number): void {
		if (count <= this.fields + FIELDS_BEYOND_ROOM || count > MAX_ROOM) return;
		if (this.tooSmall++ === 0) return;
		this.fields = count;
		this.construct = constructorFor(Object.keys(row));
	}
}
