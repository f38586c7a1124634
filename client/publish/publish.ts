// One request of a write: what is sent, and the receipt that comes back.
import type { WriteEndpoint } from '../../api/endpoint';
import { encodeBody, type Format, type Result } from '../../wire';
import type { Client } from '../client';
import { mayHaveBeenApplied, ServiceError } from '../failures';
import { responseError, send, type ServiceRequest, urlOf } from '../transport/send';
import type { Members } from './batches';
import type { LedgerRecord } from './ledger';
import { readReceipt, type Receipt } from './receipts';

/** The request of a write; or why its body cannot be written. */
export function publishRequest(
	{ method, path, body: schema }: WriteEndpoint,
	body: Members,
	format: Format,
	accept: 'json' | 'xml',
): Result<ServiceRequest> {
	const encoded = encodeBody(schema, body, format);
	if (!encoded.ok) return encoded;
	return { ok: true, value: { method, path, body: encoded.value, accept, write: true } };
}

async function sendWrite(
	client: Client,
	endpoint: WriteEndpoint,
	request: ServiceRequest,
): Promise<Receipt> {
	const response = await send(client, request);
	const read = readReceipt(endpoint, response);
	if (read.ok) return read.value;
	throw responseError(client, response, response.body, read);
}

export interface Published {
	readonly receipt: Receipt;
	/** Whether an earlier try sent it, and this one did not. */
	readonly fromEarlierTry: boolean;
}

/**
 * Sends a write, unless an earlier try did: then its receipt is given again, or the error of a request that may have
 * been applied.
 *
 * @param resendUncertain Whether to send a request again that may have been applied
 * @throws ServiceError when it failed, or when its response is not a receipt
 */
export async function publish(
	client: Client,
	endpoint: WriteEndpoint,
	request: ServiceRequest,
	record: LedgerRecord,
	resendUncertain: boolean,
): Promise<Published> {
	const { earlier } = record;
	if (earlier && 'receipt' in earlier) return { receipt: earlier.receipt, fromEarlierTry: true };
	if (earlier && !resendUncertain) {
		const { failure = { kind: 'interrupted' }, attempts = 1 } = earlier;
		const { subject } = request;
		const url = urlOf(client, request);
		const info = { write: true, url, subject, attempts, fromEarlierTry: true };
		throw new ServiceError(failure, info, client.secrets);
	}
	record.begin();
	const receipt = await sendWrite(client, endpoint, request).catch((error: unknown) => {
		// Of a bug, nobody knows what was sent: the request stays under way.
		if (!(error instanceof ServiceError)) return Promise.reject(error);
		const { failure, request: sent } = error;
		record.fail(failure, sent.attempts, mayHaveBeenApplied(failure));
		const info = { ...sent, uncertainBefore: earlier !== undefined };
		return Promise.reject(new ServiceError(failure, info, client.secrets));
	});
	record.accept(receipt);
	return { receipt, fromEarlierTry: false };
}
