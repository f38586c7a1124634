// A value that a format cannot carry, and the way to it.
import type { Encoded } from './result';

export type Path = readonly (string | number)[];

/** Thrown while a body is written; `written` turns it into a result. */
export class Unwritable extends Error {
	constructor(
		message: string,
		readonly path: Path,
	) {
		super(message);
	}
}

/** The result of writing a body. */
export function written(contentType: string, write: () => string): Encoded {
	try {
		return { ok: true, text: write(), contentType };
	} catch (error) {
		if (error instanceof Unwritable) {
			return { ok: false, problem: error.message, path: error.path };
		}
		return { ok: false, problem: error instanceof Error ? error.message : String(error) };
	}
}
