// What a receipt says: the response to a write.
import { undocumented, type WriteEndpoint } from '../../api/endpoint';
import { isRecord } from '../../api/schema/types';
import { messageIdField, PublishResponse } from '../../api/shared';
import { decodeResponse, type Result } from '../../wire';
import { failure, type RecordValue } from '../../wire/result';
import { isXmlError, pageTitle, readLenientXml } from '../../wire/errorMessage';
import { readText } from '../../wire/encoding';
import { readJson } from '../../wire/json/read';
import { isSameName } from '../../wire/spelling';
import { hasContent, hasField, saysThatItFailed } from '../../wire/saidFailure';
import type { ServiceResponse } from '../transport/serviceRequest';
import { truncate } from '../failures/truncate';

/** The fields of a receipt as the service named them; `success` where it said nothing. */
export type Receipt = Readonly<Record<string, unknown>>;

/** Fields that only an error has. */
const ERROR_FIELD = /^(?:error|errors|exceptionmessage|exceptiontype|modelstate)$/;
const UNSET_ID = /^[-{}0\s]*$/;
const STATUS_OF_FAILURE = /^\s*(?:error|failed|failure)\s*$/i;
const ERROR_PROBLEM = {
	ok: false,
	problem: 'The service responded with an error instead of a receipt',
} as const;

const SUCCESS: Result<Receipt> = { ok: true, value: { success: true } };

const MAX_ID = 80;
const MAX_PART = 200;

/** Some of what a request holds failed, or all of it. */
const MULTI_STATUS = 207;

/** Whether a record is an error: a SOAP fault, or problem details. */
function isError(record: RecordValue): boolean {
	const status = Number(record.status);
	return (
		hasField(record, /^fault(?:code|string)?$/, hasContent) ||
		(typeof record.title === 'string' && status >= 400 && status < 600)
	);
}

/** The receipt, or the entry in it, that says that it failed. */
function failedPart(value: unknown): Receipt | undefined {
	if (!isRecord(value) && !Array.isArray(value)) return undefined;
	if (saysThatItFailed(value)) return value;
	if (isRecord(value) && isError(value)) return value;
	for (const member of Object.values(value)) {
		const failed = failedPart(member);
		if (failed) return failed;
	}
	return undefined;
}

/** A receipt, unless it says that it failed, or has an error in place of an ID: some services do so with status 200. */
function checkedReceipt(receipt: unknown): Result<Receipt> {
	const record = isRecord(receipt) ? receipt : {};
	const idName = Object.keys(record).find((name) => isSameName(name, messageIdField));
	const given = idName === undefined ? '' : (record[idName] ?? '');
	const isText = typeof given === 'string' || typeof given === 'number';
	const id = isText ? String(given) : JSON.stringify(given);
	const isUnset = UNSET_ID.test(id);
	const isFailure = hasField(record, /^status$/, (status) =>
		STATUS_OF_FAILURE.test(String(status)),
	);
	if (isUnset && hasField(record, ERROR_FIELD, hasContent)) return ERROR_PROBLEM;
	const suffix = isUnset ? '' : ` (MessageId ${truncate(id, MAX_ID)})`;
	const failed = isFailure ? record : failedPart(receipt);
	if (failed === record)
		return failure(`The receipt of the service says that the request failed${suffix}`);
	if (failed)
		return failure(
			`The receipt of the service says that a part of the request failed${suffix}: ${truncate(JSON.stringify(failed), MAX_PART)}`,
		);
	if (idName === undefined) return { ok: true, value: record };
	if (isUnset) return failure('The receipt of the service has a MessageId that was never set');
	const named = Object.entries(record).map(([name, value]) =>
		name === idName ? [messageIdField, isText ? id : value] : [name, value],
	);
	return { ok: true, value: Object.fromEntries(named) };
}

/** A receipt that the API documentation does not show: whatever data came is kept. */
function undocumentedReceipt(text: string): Result<Receipt> {
	if (isXmlError(text)) return ERROR_PROBLEM;
	const json = readJson(text);
	// What begins as an object and is none cannot be believed to be a success.
	if (!json.ok && /^\s*[{[]/.test(text)) return json;
	const answer = json.ok ? json.value : text;
	if (answer === null) return SUCCESS;
	if (isRecord(answer)) return checkedReceipt(answer);
	const isXml = text.trimStart().startsWith('<');
	const content = isXml ? readLenientXml(text.trim()) : answer;
	if (/^\s*false\s*$/i.test(String(content))) return ERROR_PROBLEM;
	const checked = checkedReceipt(content);
	return checked.ok ? { ok: true, value: { success: true, answer } } : checked;
}

/** Reads the response to a write; an empty one is a success, since the status said so. */
export function readReceipt(
	endpoint: WriteEndpoint,
	{ body, contentType, status }: ServiceResponse,
): Result<Receipt> {
	if (status === MULTI_STATUS)
		return failure(
			'The service responded that only a part of the request may have succeeded (status 207)',
		);
	if (/\bapplication\/problem\+/i.test(contentType ?? '')) return ERROR_PROBLEM;
	const decoded = decodeResponse({ schema: PublishResponse }, body, contentType);
	if (decoded.ok && isRecord(decoded.value)) return checkedReceipt(decoded.value);
	const text = readText(body, contentType);
	if (text.trim() === '') return SUCCESS;
	const isDocumented = endpoint.response !== undocumented;
	const isPage = pageTitle(text) !== undefined;
	return !decoded.ok && (isDocumented || isPage) ? decoded : undocumentedReceipt(text);
}
