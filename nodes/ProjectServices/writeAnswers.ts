// What the service says to a write, as the fields of an item.
import type { IDataObject } from 'n8n-workflow';

import { notShown, type WriteEndpoint } from '../../api/endpoint';
import { PublishResponse } from '../../api/shared';
import { decodeAnswer } from '../../wire';
import { readText } from '../../wire/bytes';
import { readJson } from '../../wire/json';
import type { ServiceAnswer } from './exchange';

export type WriteAnswer =
	| { readonly ok: true; readonly fields: IDataObject }
	| { readonly ok: false; readonly problem: string };

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The document does not show this answer, so whatever data came is kept. */
function keptAnswer(text: string, problem: string): WriteAnswer {
	if (/^\s*(?:<!doctype\s+html|<html)\b/i.test(text)) return { ok: false, problem };
	const json = readJson(text);
	const value = json.ok ? json.value : text;
	if (value === null) return { ok: true, fields: { success: true } };
	return isObject(value)
		? { ok: true, fields: value }
		: { ok: true, fields: { success: true, answer: value as IDataObject[string] } };
}

/** Reads the answer to a write; an empty one is a success, since the status said so. */
export function readWriteAnswer(endpoint: WriteEndpoint, answer: ServiceAnswer): WriteAnswer {
	const text = readText(answer.body, answer.contentType);
	if (!text.ok) return text;
	if (text.text.trim() === '') return { ok: true, fields: { success: true } };
	const decoded = decodeAnswer({ schema: PublishResponse }, answer.body, answer.contentType);
	if (decoded.ok) return { ok: true, fields: decoded.value as IDataObject };
	return endpoint.answer === notShown ? keptAnswer(text.text, decoded.problem) : decoded;
}
