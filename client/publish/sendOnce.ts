// Sends a write at most once (idempotency), over all tries of an execution.
import type { WriteEndpoint } from '../../api/endpoint';
import type { ServiceClient } from '../transport/serviceClient';
import { responseError, type ServiceRequest, urlOf } from '../transport/serviceRequest';
import { send } from '../transport/send';
import type { Failure } from '../failures';
import { ServiceError } from '../serviceError';
import { readReceipt, type Receipt } from './receipt';
import type { LedgerSlot } from './ledger';

export interface Published {
	readonly receipt: Receipt;
	readonly fromEarlierTry: boolean;
}

interface SendOnceSettings {
	/** Whether to send a request again that may have been applied. */
	readonly resendUncertain?: boolean;
	/** What a failure means for the records of the request. */
	readonly judge?: (failure: Failure) => Failure;
}

/**
 * Sends a write, unless an earlier try did: then its receipt is returned again, or the error of a request that was
 * divided or may have been applied is thrown again.
 *
 * @throws ServiceError when it failed, or when its response is not a receipt
 */
export async function sendOnce(
	client: ServiceClient,
	endpoint: WriteEndpoint,
	request: ServiceRequest,
	slot: LedgerSlot,
	{ resendUncertain = false, judge = (failure) => failure }: SendOnceSettings = {},
): Promise<Published> {
	const { entry } = slot;
	if (entry && 'receipt' in entry) return { receipt: entry.receipt, fromEarlierTry: true };
	const again = (failure: Failure, attempts = 1) => {
		const { write, subject } = request;
		const info = { write, url: urlOf(client, request), subject, attempts, fromEarlierTry: true };
		return new ServiceError(failure, info, client.secrets);
	};
	if (entry && 'divided' in entry) throw again(entry.divided);
	if (entry && !resendUncertain)
		throw again(entry.failure ?? { kind: 'interrupted' }, entry.attempts);
	const before = slot.begin();
	try {
		const response = await send(client, request);
		const receipt = readReceipt(endpoint, response);
		if (!receipt.ok) throw responseError(client, response, response.body, receipt);
		slot.accept(receipt.value);
		return { receipt: receipt.value, fromEarlierTry: false };
	} catch (error) {
		// After a bug, what was sent is not known: the request stays in flight.
		if (!(error instanceof ServiceError)) throw error;
		const failure = judge(error.failure);
		const sent = { ...error.request, uncertainBefore: before !== undefined };
		slot.fail(failure, sent.attempts, before);
		throw new ServiceError(failure, sent, client.secrets);
	}
}
