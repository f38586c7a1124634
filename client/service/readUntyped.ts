// One request whose response has no schema.
import { UntypedReader } from '../../wire/untyped';
import { messageIn } from '../../wire/errorMessage';
import { ServiceError } from '../failures/serviceError';
import { send } from '../transport/send';
import type { ServiceClient } from '../transport/serviceClient';
import { readerOf, responseError, type ServiceRequest } from '../transport/serviceRequest';

/** A response that has no schema. */
export interface UntypedResponse {
	/** Undefined where the service sent no content (status 204). */
	readonly value: unknown;
	/** Makes the error for a response that says that it failed. */
	readonly failWith: (problem: string) => ServiceError;
}

/**
 * Sends a GET and reads whatever comes.
 *
 * @throws ServiceError when the request fails, or its response is neither JSON nor XML
 */
export async function readUntyped(
	client: ServiceClient,
	request: Pick<ServiceRequest, 'path' | 'accept' | 'subject'>,
): Promise<UntypedResponse> {
	const response = await send(client, {
		...request,
		method: 'GET',
		write: false,
		reader: (contentType) => new UntypedReader({ contentType }),
	});
	const reader = readerOf(response, UntypedReader);
	const decoded = response.status === 204 ? { ok: true as const, value: undefined } : reader.end();
	if (!decoded.ok) throw responseError(client, response, Buffer.from(reader.received), decoded);
	const { value } = decoded;
	const failWith = (problem: string) =>
		new ServiceError(
			{ kind: 'response', problem, said: messageIn(value), isEmpty: false },
			response.request,
			client.secrets,
		);
	return { value, failWith };
}
