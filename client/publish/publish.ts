// Sends a write at most once (idempotency), over all tries of an execution.
import type { WriteEndpoint } from '../../api/endpoint';
import type { ServiceClient } from '../transport/serviceClient';
import { responseError, type ServiceRequest, urlOf } from '../transport/serviceRequest';
import { send } from '../transport/send';
import { type Failure, mayHaveBeenApplied } from '../failures';
import { ServiceError } from '../serviceError';
import { readReceipt, type Receipt } from './receipt';
import { type Ledger, nextKey, shortFailure, shortReceipt } from './ledger';

/** The request of a write; names in its path stand for fields of the body. */
export function writeRequest(
	{ method, path }: WriteEndpoint,
	values: Readonly<Record<string, unknown>>,
	{ body, accept, subject }: Pick<ServiceRequest, 'body' | 'accept' | 'subject'>,
): ServiceRequest {
	return { method, path, pathValues: values, body, accept, write: true, subject };
}

export interface Published {
	readonly receipt: Receipt;
	readonly fromEarlierTry: boolean;
}

/**
 * Sends a write, unless an earlier try did: then its receipt is returned again, or the error of a request that was
 * divided or may have been applied is thrown again.
 *
 * @param resendUncertain Whether to send a request again that may have been applied
 * @throws ServiceError when it failed, or when its response is not a receipt
 */
export async function publish(
	client: ServiceClient,
	endpoint: WriteEndpoint,
	request: ServiceRequest,
	ledger: Ledger,
	resendUncertain: boolean,
	key = nextKey(ledger, client, request),
): Promise<Published> {
	const { entries } = ledger;
	const earlier = entries[key];
	if (earlier && 'receipt' in earlier) return { receipt: earlier.receipt, fromEarlierTry: true };
	const again = (failure: Failure, attempts = 1) => {
		const { write, subject } = request;
		const info = { write, url: urlOf(client, request), subject, attempts, fromEarlierTry: true };
		return new ServiceError(failure, info, client.secrets);
	};
	if (earlier && 'divided' in earlier) throw again(earlier.divided);
	if (earlier && !resendUncertain)
		throw again(earlier.failure ?? { kind: 'interrupted' }, earlier.attempts);
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
