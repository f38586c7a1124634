// What the codecs take and give: the words that the rooms above share with them.
import type { Schema } from '../api/kinds';

/** The formats that a request body can be written in. */
export type Format = 'json' | 'xml' | 'form';

/** What an answer is expected to be: the endpoint's answer schema, whether one or a list, and which collection holds the rows. */
export interface AnswerShape {
	readonly schema: Schema;
	readonly oneOrMany?: true;
	readonly rows?: string;
}

/** An answer as a value, with the format that it came in; or, in a user's words, what came instead. */
export type Decoded =
	{ readonly ok: true; readonly value: unknown; readonly format: 'json' | 'xml' } | Refused;

/** A body as text, with its media type; or why it cannot be written, and the field in question. */
export type Encoded =
	| { readonly ok: true; readonly text: string; readonly contentType: string }
	| {
			readonly ok: false;
			readonly problem: string;
			readonly path?: readonly (string | number)[];
	  };

/** What came instead of what was expected, as a full sentence. */
export interface Refused {
	readonly ok: false;
	readonly problem: string;
}

/** The deepest nesting that is read or written; records of the service nest five levels. */
export const MAX_DEPTH = 100;

export function refuse(problem: string): Refused {
	return { ok: false, problem };
}
