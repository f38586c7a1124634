// Bytes to values and back: the format is recognized in responses, and chosen for requests.
import type { Schema } from '../api/schema/types';
import { encode } from './encode';
import { formText } from './form/write';
import { jsonText } from './json/write';
import { createResponseReader } from './response';
import type { EncodedBody, Format, ResponseShape, Result } from './result';
import { xmlText } from './xml/write';

export type { EncodedBody, Failure as NotRead, Format, ResponseShape, Result } from './result';
export { encodeProblem } from './encode';
export { readErrorMessage } from './errorMessage';

/** Reads a whole response. Anything but the expected record or list is a failure with a sentence for people. */
export function decodeResponse(
	shape: ResponseShape,
	body: Uint8Array,
	contentType?: string,
): Result<unknown> {
	const reader = createResponseReader(shape, { contentType });
	reader.push(body);
	const decoded = reader.end();
	return decoded.ok ? { ok: true, value: decoded.value } : decoded;
}

/** Writes a request body in the documented order of fields. What cannot be written is a failure with its path. */
export function encodeBody(schema: Schema, value: unknown, format: Format): Result<EncodedBody> {
	switch (format) {
		case 'json':
			return encode(schema, value, 'application/json', jsonText);
		case 'xml':
			return encode(schema, value, 'application/xml', xmlText);
		case 'form':
			return encode(schema, value, 'application/x-www-form-urlencoded', formText);
		default:
			return format satisfies never;
	}
}
