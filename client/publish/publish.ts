// Sends a write at most once (idempotency): the receipt that comes back, and the ledger of what an execution has
// written, so that a retry of it repeats nothing blindly.
import { undocumented, type WriteEndpoint } from '../../api/endpoint';
import { isRecord } from '../../api/schema/types';
import { messageIdField, PublishResponse } from '../../api/shared';
import { decodeResponse, type Result } from '../../wire';
import { isXmlError, pageTitle, readUntypedXml } from '../../wire/errorMessage';
import { isEmpty } from '../../wire/projection';
import { readText } from '../../wire/response';
import { readJson } from '../../wire/json/read';
import type { Client } from '../transport/serviceClient';
import {
	responseError,
	type ServiceRequest,
	type ServiceResponse,
	urlOf,
} from '../transport/serviceRequest';
import { send } from '../transport/send';
import { redact } from '../transport/redaction';
import { cut, type Failure, mayHaveBeenApplied, ServiceError } from '../failures';
import { shortHash } from '../rows';

/** The fields of a receipt as the service named them; `success` where it said nothing. */
export type Receipt = Readonly<Record<string, unknown>>;

const MESSAGE_ID = new RegExp(`^${messageIdField}$`, 'i');

/** The request of a write; names in its path stand for fields of the body. */
export function writeRequest(
	{ method, path }: WriteEndpoint,
	values: Readonly<Record<string, unknown>>,
	{ body, accept, subject }: Pick<ServiceRequest, 'body' | 'accept' | 'subject'>,
): ServiceRequest {
	return { method, path, pathValues: values, body, accept, write: true, subject };
}

/** Fields that only an error has. */
const ERROR_FIELD = /^(?:error|errors|exceptionmessage|exceptiontype|modelstate)$/i;
/** An ID that was never set. */
const NO_ID = /^[-{}0]*$/;
const errorProblem = {
	ok: false,
	problem: 'The service responded with an error instead of a receipt',
} as const;

const LONGEST_ID = 80;

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
	const hasId = !NO_ID.test(String(id));
	if (!hasId && has(ERROR_FIELD, saysSomething)) return errorProblem;
	if (!has(/^(?:is)?success$/i, isOff) && !has(/^errors$/i, saysSomething))
		return { ok: true, value: receipt };
	const name = hasId ? ` (MessageId ${cut(String(id), LONGEST_ID)})` : '';
	return { ok: false, problem: `The receipt of the service says that the request failed${name}` };
}

/** Reads the response to a write; an empty one is a success, since the status said so. */
function readReceipt(
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
	if (isXmlError(text)) return errorProblem;
	const json = readJson(text);
	const answer = json.ok ? json.value : text;
	if (isRecord(answer)) return checkedReceipt(answer);
	const xml = text.startsWith('<') ? readUntypedXml(text) : undefined;
	const said = isRecord(xml) ? checkedReceipt(xml) : undefined;
	if (said?.ok === false) return said;
	const isNothing = isBlank || answer === null;
	return { ok: true, value: { success: true, ...(!isNothing && { answer }) } };
}

/** A request that was accepted, or one that may have been applied; without a failure it is still under way. */
type LedgerEntry =
	{ readonly receipt: Receipt } | { readonly failure?: Failure; readonly attempts?: number };

/**
 * The entries of one run of a node, by request. Plain JSON of about a hundred bytes a request, without record data:
 * the host keeps it with the execution. Requests that were certainly not applied have no entry.
 */
export type LedgerEntries = Record<string, LedgerEntry>;

/** The ledger of one try of a run. */
export interface Ledger {
	/** What earlier tries of this run left; this try writes to it. */
	readonly entries: LedgerEntries;
	/** How often each hash of a request occurred in this try. */
	readonly used: Map<string, number>;
}

/** Forgets the requests of a try that will not be repeated. */
export function closeLedger({ entries, used }: Ledger): void {
	for (const [hash, count] of used) {
		for (let index = 0; index < count; index++) delete entries[keyOf(hash, index)];
	}
}

function keyOf(hash: string, index: number): string {
	return index === 0 ? hash : `${hash}.${index}`;
}

/** The key of the next request. Equal requests are told apart by their order. */
function nextKey({ used }: Ledger, client: Client, request: ServiceRequest): string {
	const { method, body: { contentType = '', text = '' } = {} } = request;
	const hash = shortHash(`${method} ${urlOf(client, request)}\n${contentType}\n${text}`, 22);
	const count = used.get(hash) ?? 0;
	used.set(hash, count + 1);
	return keyOf(hash, count);
}

/**
 * Whether a further try of an execution makes the requests of an earlier one. If not, it would send again what was
 * accepted or may have been applied. Requests are made one by one: their bodies may be long.
 */
export function repeatsEarlierTry(
	client: Client,
	{ entries }: Ledger,
	requests: ReadonlyArray<() => ServiceRequest>,
): boolean {
	const sent = Object.keys(entries);
	if (sent.length === 0) return true;
	const again: Ledger = { entries, used: new Map() };
	const keys = new Set(requests.map((make) => nextKey(again, client, make())));
	return sent.every((key) => keys.has(key));
}

const maxReceipt = 100_000;
const maxText = 200;

/** A receipt of a reasonable size: short fields of a long one. */
function shortReceipt(receipt: Receipt): Receipt {
	if (JSON.stringify(receipt).length <= maxReceipt) return receipt;
	const short = Object.entries(receipt).filter(
		([, value]) => typeof value !== 'object' && String(value).length <= maxText,
	);
	return Object.fromEntries(short.slice(0, 5));
}

/** A failure whose texts are short and hold no secrets. */
function shortFailure(failure: Failure, secrets: readonly string[]): Failure {
	const short = (text: string) => redact(text, secrets).slice(0, maxText);
	if (failure.kind === 'status') return { ...failure, said: failure.said && short(failure.said) };
	if (failure.kind === 'redirect') return { ...failure, location: short(failure.location) };
	if (failure.kind !== 'response') return failure;
	const { problem, said } = failure;
	return { ...failure, problem: short(problem), said: said && short(said) };
}

export interface Published {
	readonly receipt: Receipt;
	readonly fromEarlierTry: boolean;
}

/**
 * Sends a write, unless an earlier try did: then its receipt is returned again, or the error of a request that may
 * have been applied is thrown again.
 *
 * @param resendUncertain Whether to send a request again that may have been applied
 * @throws ServiceError when it failed, or when its response is not a receipt
 */
export async function publish(
	client: Client,
	endpoint: WriteEndpoint,
	request: ServiceRequest,
	ledger: Ledger,
	resendUncertain: boolean,
): Promise<Published> {
	const { entries } = ledger;
	const key = nextKey(ledger, client, request);
	const earlier = entries[key];
	if (earlier && 'receipt' in earlier) return { receipt: earlier.receipt, fromEarlierTry: true };
	if (earlier && !resendUncertain) {
		const { failure = { kind: 'interrupted' }, attempts = 1 } = earlier;
		const { write, subject } = request;
		const info = { write, url: urlOf(client, request), subject, attempts, fromEarlierTry: true };
		throw new ServiceError(failure, info, client.secrets);
	}
	// From now on it may have been applied.
	entries[key] = {};
	try {
		const response = await send(client, request);
		const receipt = readReceipt(endpoint, response);
		if (!receipt.ok) throw responseError(client, response, response.body, receipt);
		entries[key] = { receipt: shortReceipt(receipt.value) };
		return { receipt: receipt.value, fromEarlierTry: false };
	} catch (error) {
		// After a bug, what was sent is not known: the request stays under way.
		if (!(error instanceof ServiceError)) throw error;
		const { failure, request: sent } = error;
		const { secrets } = client;
		if (mayHaveBeenApplied(failure))
			entries[key] = { failure: shortFailure(failure, secrets), attempts: sent.attempts };
		else if (earlier) entries[key] = earlier;
		else delete entries[key];
		throw new ServiceError(failure, { ...sent, uncertainBefore: earlier !== undefined }, secrets);
	}
}
