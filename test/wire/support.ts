// Few words for the tests of this folder.
import type { Schema } from '../../api/kinds';
import { type AnswerShape, type Decoded, decodeAnswer } from '../../wire';

export function bytes(text: string): Uint8Array {
	return new TextEncoder().encode(text);
}

export function decode(shape: AnswerShape, text: string): Decoded {
	return decodeAnswer(shape, bytes(text));
}

/** The value of an answer that has to be one. */
export function valueOf(schema: Schema, text: string): unknown {
	const decoded = decode({ schema }, text);
	if (!decoded.ok) throw new Error(decoded.problem);
	return decoded.value;
}

/** What is said of an answer that must not be taken. */
export function problemOf(shape: AnswerShape, text: string): string {
	const decoded = decode(shape, text);
	if (decoded.ok) throw new Error(`It was taken for ${JSON.stringify(decoded.value)}.`);
	return decoded.problem;
}

export const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance';
