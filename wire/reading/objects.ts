// Objects with room for their fields, so that the engine keeps them small however many fields they have.
type Members = Record<string, unknown>;

/** The engine adds up to twelve fields to an object that has no room for them, and then makes it a hash table. */
export const FIELDS_BEYOND_ROOM = 8;
export const MAX_ROOM = 256;

/** The engine trims the room of a constructor to what its first objects used. */
const FIRST_OBJECTS = 8;

export type Constructor = new () => Members;

/** For records of which the fields are not known yet. */
export const PlainObject = Object as unknown as Constructor;

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
export function constructorFor(names: readonly string[]): Constructor {
	const construct = createConstructor(roomy);
	// Each field holds values of all kinds, or the engine would make more than one layout of the objects.
	for (let sample = 0; sample < FIRST_OBJECTS; sample++) {
		const row = new construct();
		for (const name of names.slice(0, MAX_ROOM)) row[name] = sample % 2 ? 0.5 : null;
	}
	return construct;
}
