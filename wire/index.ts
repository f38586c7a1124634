// Bytes to values and back: the format is recognized in responses, and chosen for requests.
import type { Schema } from '../api/schema/types';
import { encode } from './encode';
import { FORM_BODY } from './form/write';
import { JSON_BODY } from './json/write';
import { ResponseReader } from './response';
import type { EncodedBody, Format, ResponseShape, Result } from './result';
import { XML_BODY } from './xml/write';

export type { EncodedBody, FailedResult, Format, ResponseShape, Result } from './result';
export { readErrorMessage } from './response';

/** Reads a whole response. Anything but the expected record or list is a failure with a sentence for people. */
export function decodeResponse(
	shape: ResponseShape,
	body: Uint8Array,
	contentType?: string,
): Result<unknown> {
	const reader = new ResponseReader(shape, { contentType });
	reader.push(body);
	const decoded = reader.end();
	return decoded.ok ? { ok: true, value: decoded.value } : decoded;
}

const BODY_FORMATS = { json: JSON_BODY, xml: XML_BODY, form: FORM_BODY };

/** Writes a request body in the documented order of fields. What cannot be written is a failure with its path. */
export function encodeBody(schema: Schema, value: unknown, format: Format): Result<EncodedBody> {
	return encode(schema, value, BODY_FORMATS[format]);
}
