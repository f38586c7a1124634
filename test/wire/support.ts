// Short forms for the tests of this folder.
import type { Schema } from '../../api/schema/types';
import { type ResponseShape, type Result, decodeResponse } from '../../wire';

export function bytes(text: string): Uint8Array {
	return new TextEncoder().encode(text);
}

export function decode(shape: ResponseShape, text: string): Result<unknown> {
	return decodeResponse(shape, bytes(text));
}

/** The value of a response that must be read. */
export function valueOf(schema: Schema, text: string): unknown {
	const decoded = decode({ schema }, text);
	if (!decoded.ok) throw new Error(decoded.problem);
	return decoded.value;
}

/** The problem of a response that must not be read. */
export function problemOf(shape: ResponseShape, text: string): string {
	const decoded = decode(shape, text);
	if (decoded.ok) throw new Error(`It was read as ${JSON.stringify(decoded.value)}.`);
	return decoded.problem;
}

export const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance';
