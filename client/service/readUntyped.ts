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
	readonly isXml: boolean;
	/** The name of the root element in XML. */
	readonly rootName: string;
	readonly status: number;
	/** The header Link. */
	readonly link?: string;
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
	request: Pick<ServiceRequest, 'path' | 'query' | 'accept' | 'subject' | 'page'>,
): Promise<UntypedResponse> {
	const response = await send(client, {
		...request,
		method: 'GET',
		write: false,
		reader: (contentType) => new UntypedReader({ contentType }),
	});
	const { status, link } = response;
	const reader = readerOf(response, UntypedReader);
	const decoded = status === 204 ? { ok: true as const, value: undefined } : reader.end();
	if (!decoded.ok) throw responseError(client, response, Buffer.from(reader.received), decoded);
	const { value } = decoded;
	const failWith = (problem: string) =>
		new ServiceError(
			{ kind: 'response', problem, said: messageIn(value), isEmpty: false },
			response.request,
			client.secrets,
		);
	const { format, root } = reader;
	return { value, isXml: format === 'xml', rootName: root.name, status, link, failWith };
}
