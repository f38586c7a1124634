// One request whose response has no schema.
import { UntypedReader } from '../../wire/untyped';
import { send } from '../transport/send';
import type { ServiceClient } from '../transport/serviceClient';
import { responseError, type ServiceRequest } from '../transport/serviceRequest';

/** What a response without a schema said. */
export interface UntypedResponse {
	/** Undefined where the service sent no content (status 204). */
	readonly value: unknown;
	readonly isXml: boolean;
	/** The name of the root element in XML. */
	readonly rootName: string;
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
	let reader: UntypedReader | undefined;
	const response = await send(client, {
		...request,
		method: 'GET',
		write: false,
		reader: (contentType) => (reader = new UntypedReader({ contentType })),
	});
	if (!reader) throw new Error('A success came without its reader.');
	const nothing = { value: undefined, isXml: false, rootName: '' };
	if (response.status === 204) return nothing;
	const decoded = reader.end();
	if (!decoded.ok) throw responseError(client, response, Buffer.from(reader.received), decoded);
	const rootName = /^<(?:[^\s:>/]+:)?([^\s>/]+)/.exec(reader.rootTag)?.[1] ?? '';
	return { value: decoded.value, isXml: reader.format === 'xml', rootName };
}
