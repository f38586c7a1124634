// What a receipt says: the response to a write.
import { undocumented, type WriteEndpoint } from '../../api/endpoint';
import { isRecord } from '../../api/schema/types';
import { messageIdField, PublishResponse } from '../../api/shared';
import { decodeResponse, type Result } from '../../wire';
import { isXmlError, pageTitle, readUntypedXml } from '../../wire/errorMessage';
import { isEmpty } from '../../wire/projection';
import { readText } from '../../wire/response';
import { readJson } from '../../wire/json/read';
import type { ServiceResponse } from '../transport/serviceRequest';
import { truncate } from '../errorTexts';

/** The fields of a receipt as the service named them; `success` where it said nothing. */
export type Receipt = Readonly<Record<string, unknown>>;

const MESSAGE_ID = new RegExp(`^${messageIdField}$`, 'i');

/** Fields that only an error has. */
const ERROR_FIELD = /^(?:error|errors|exceptionmessage|exceptiontype|modelstate)$/i;
/** An ID that was never set. */
const UNSET_ID = /^[-{}0]*$/;
const ERROR_PROBLEM = {
	ok: false,
	problem: 'The service responded with an error instead of a receipt',
} as const;

const MAX_ID = 80;

/** What a boolean that is off may look like: XML without a schema holds only text. */
function isOff(value: unknown): boolean {
	return /^\s*(?:false|0)\s*$/i.test(String(value));
}

function saysSomething(value: unknown): boolean {
	return typeof value === 'object' && value !== null
		? Object.values(value).some(saysSomething)
		: !isEmpty(value) && !isOff(value);
}

/** A receipt, unless it says that it failed, or has an error in place of an ID: some services do so with status 200. */
function checkedReceipt(receipt: Receipt): Result<Receipt> {
	const entries = Object.entries(receipt);
	const has = (name: RegExp, test: (value: unknown) => boolean) =>
		entries.some(([key, value]) => name.test(key) && test(value));
	const [, id = ''] = entries.find(([key]) => MESSAGE_ID.test(key)) ?? [];
	const hasId = !UNSET_ID.test(String(id ?? ''));
	if (!hasId && has(ERROR_FIELD, saysSomething)) return ERROR_PROBLEM;
	if (!has(/^(?:is)?success$/i, isOff) && !has(/^errors$/i, saysSomething))
		return { ok: true, value: receipt };
	const name = hasId ? ` (MessageId ${truncate(String(id), MAX_ID)})` : '';
	return { ok: false, problem: `The receipt of the service says that the request failed${name}` };
}

/** Reads the response to a write; an empty one is a success, since the status said so. */
export function readReceipt(
	endpoint: WriteEndpoint,
	{ body, contentType }: ServiceResponse,
): Result<Receipt> {
	const decoded = decodeResponse({ schema: PublishResponse }, body, contentType);
	if (decoded.ok && isRecord(decoded.value)) return checkedReceipt(decoded.value);
	const text = readText(body, contentType);
	const isBlank = text.trim() === '';
	const isPage = pageTitle(text) !== undefined;
	if (!decoded.ok && !isBlank && (isPage || endpoint.response !== undocumented)) return decoded;
	// The document does not show this response, so whatever data came is kept.
	if (isXmlError(text)) return ERROR_PROBLEM;
	const json = readJson(text);
	// What begins as an object and is none cannot be believed to be a success.
	if (!json.ok && /^\s*[{[]/.test(text)) return json;
	const answer = json.ok ? json.value : text;
	if (answer === false) return ERROR_PROBLEM;
	if (isRecord(answer)) return checkedReceipt(answer);
	const failed = Array.isArray(answer)
		? answer
				.filter(isRecord)
				.map(checkedReceipt)
				.find(({ ok }) => !ok)
		: undefined;
	if (failed) return failed;
	const xml = text.trimStart().startsWith('<') ? readUntypedXml(text.trim()) : undefined;
	const said = isRecord(xml) ? checkedReceipt(xml) : undefined;
	if (said?.ok === false) return said;
	const isNothing = isBlank || answer === null;
	return { ok: true, value: { success: true, ...(!isNothing && { answer }) } };
}
