// Bytes to values and back: which codec, by what arrives or by the format asked for.
import type { Schema } from '../api/kinds';
import { readText } from './bytes';
import { writeForm } from './form';
import { readJson, writeJson } from './json';
import { type AnswerShape, type Decoded, type Encoded, type Format, refuse } from './result';
import { pageTitle } from './message';
import { checkShape, describe, excerpt } from './shape';
import { readXml } from './xmlRead';
import { writeXml } from './xmlWrite';

export type { AnswerShape, Decoded, Encoded, Format } from './result';
export { readServiceMessage } from './serviceMessage';

/**
 * Reads an answer by what arrives, not by what was asked for or what its header says.
 * Whatever is not the expected record or list is a problem, said in a user's words.
 */
export function decodeAnswer(shape: AnswerShape, body: Uint8Array, contentType?: string): Decoded {
	const read = readText(body, contentType);
	if (!read.ok) return read;
	const { text } = read;
	const first = /\S/.exec(text)?.[0];
	if (first === undefined) return refuse('The service answered with nothing (an empty body).');
	if (first === '<') return decodeMarkup(shape, text);
	const json = readJson(text);
	if (json.ok) {
		const shaped = checkShape(shape, json.value);
		return shaped.ok ? { ok: true, value: shaped.value, format: 'json' } : shaped;
	}
	return first === '{' || first === '[' ? json : refuse(plainTextProblem(text));
}

function plainTextProblem(text: string): string {
	return `The service answered with ${describe(excerpt(text))} instead of data.`;
}

function decodeMarkup(shape: AnswerShape, text: string): Decoded {
	const title = pageTitle(text);
	if (title !== undefined) {
		const named = title === '' ? '' : ` (title: "${title}")`;
		return refuse(`The service answered with a web page${named} instead of data.`);
	}
	return readXml(shape, text);
}

/** Writes a request body. The document's field order; what the format cannot carry is refused with its path. */
export function encodeBody(schema: Schema, value: unknown, format: Format): Encoded {
	switch (format) {
		case 'json':
			return writeJson(schema, value);
		case 'xml':
			return writeXml(schema, value);
		case 'form':
			return writeForm(schema, value);
		default:
			return format satisfies never;
	}
}
