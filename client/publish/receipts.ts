// What the service says to a write: its receipt.
import { undocumented, type WriteEndpoint } from '../../api/endpoint';
import { isRecord } from '../../api/schema/types';
import { PublishResponse } from '../../api/shared';
import { decodeResponse, type Result } from '../../wire';
import { readText } from '../../wire/charset';
import { readJson } from '../../wire/json/read';
import type { ServiceResponse } from '../transport/send';

/** The fields of a receipt as the service named them; `success` where it said nothing. */
export type Receipt = Readonly<Record<string, unknown>>;

/** The document does not show this response, so whatever data came is kept. */
function keptResponse(text: string, problem: string): Result<Receipt> {
	if (/^\s*(?:<!doctype\s+html|<html)\b/i.test(text)) return { ok: false, problem };
	const json = readJson(text);
	const value = json.ok ? json.value : text;
	if (isRecord(value)) return { ok: true, value };
	return { ok: true, value: value === null ? { success: true } : { success: true, answer: value } };
}

/** Reads the response to a write; an empty one is a success, since the status said so. */
export function readReceipt(
	endpoint: WriteEndpoint,
	{ body, contentType }: Pick<ServiceResponse, 'body' | 'contentType'>,
): Result<Receipt> {
	const text = readText(body, contentType);
	if (!text.ok) return text;
	if (text.value.trim() === '') return { ok: true, value: { success: true } };
	const decoded = decodeResponse({ schema: PublishResponse }, body, contentType);
	if (decoded.ok) return { ok: true, value: decoded.value as Receipt };
	return endpoint.response === undocumented ? keptResponse(text.value, decoded.problem) : decoded;
}
