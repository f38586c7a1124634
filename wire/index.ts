// Bytes to values and back: the format is recognized in responses, and chosen for requests.
import type { Schema } from '../api/schema/types';
import { encode, type EncodedMember, encodeMember } from './encode';
import { FORM_BODY } from './form/write';
import { JSON_BODY } from './json/write';
import { ResponseReader } from './response';
import type { EncodedBody, Format, ResponseShape, Result } from './result';
import { XML_BODY } from './xml/write';

export type { EncodedMember } from './encode';
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

/**
 * Writes a record as a member of a list of a body, to be given to `encodeBody` in its place; undefined where it cannot
 * be written. In a form, its place in the list is a part of what is written.
 */
export function encodeListMember(
	list: Schema,
	value: unknown,
	format: Exclude<Format, 'form'>,
): EncodedMember | undefined {
	return encodeMember(list, value, BODY_FORMATS[format]);
}
