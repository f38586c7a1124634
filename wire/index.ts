// Bytes to values and back: the format is recognized in responses, and chosen for requests.
import type { Schema } from '../api/schema/types';
import { readText, tooLarge } from './charset';
import { encode } from './encode';
import { pageTitle } from './errorMessage';
import { formText } from './form/write';
import { readJson } from './json/read';
import { jsonText } from './json/write';
import { checkShape, unexpectedResponse } from './responseShape';
import { type EncodedBody, failure, type Format, type ResponseShape, type Result } from './result';
import { readXml } from './xml/read';
import { xmlText } from './xml/write';

export type { EncodedBody, Failure as NotRead, Format, ResponseShape, Result } from './result';
export { encodeProblem } from './encode';
export { readErrorMessage } from './errorMessage';

/**
 * Reads a response as the format that it is in, whatever was requested or its header says.
 * Anything but the expected record or list is a failure with a sentence for people.
 *
 * @param longest The most characters of a response; left out, as many as a JavaScript string can hold
 */
export function decodeResponse(
	shape: ResponseShape,
	body: Uint8Array,
	contentType?: string,
	longest?: number,
): Result<unknown> {
	const text = readText(body, contentType, longest);
	if (!text.ok) return text;
	try {
		return decodeText(shape, text.value);
	} catch (error) {
		// The readers make a text slightly longer before they parse it.
		if (error instanceof RangeError && error.message === 'Invalid string length') {
			return tooLarge(body);
		}
		throw error;
	}
}

function decodeText(shape: ResponseShape, text: string): Result<unknown> {
	const first = /\S/.exec(text)?.[0];
	if (first === undefined) return failure('The service responded with nothing (an empty body).');
	if (first === '<') return decodeMarkup(shape, text);
	const json = readJson(text);
	if (json.ok) return checkShape(shape, json.value);
	return first === '{' || first === '[' ? json : failure(unexpectedResponse(text, 'data'));
}

function decodeMarkup(shape: ResponseShape, text: string): Result<unknown> {
	const title = pageTitle(text);
	if (title === undefined) return readXml(shape, text);
	const named = title === '' ? '' : ` (title: "${title}")`;
	return failure(`The service responded with a web page${named} instead of data.`);
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
