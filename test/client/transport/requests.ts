// A read and a write, a good response, and what becomes of a request: what the tests of the transport share.
import { ServiceError } from '../../../client/failures/serviceError';
import { send } from '../../../client/transport/send';
import type { ServiceRequest } from '../../../client/transport/serviceRequest';
import { clientOf, errorOf, response, type Service } from '../fakes';

export const read: ServiceRequest = {
	method: 'GET',
	path: '/SI/Subscribe/PurchaseOrders',
	query: [['id', 'A 1']],
	accept: 'json',
	write: false,
	subject: 'the purchase order with the ID "A 1"',
};
export const write: ServiceRequest = {
	method: 'POST',
	path: '/SI/Publish/Clients',
	body: { text: '{"Id":"1"}', contentType: 'application/json' },
	accept: 'xml',
	write: true,
};
export const good = () => response(200, '{"Id":"A 1"}');

/** The error that a request ends with, after this number of requests. */
export async function failureOf(
	service: Service,
	request: ServiceRequest,
	requests: number,
	settings: Parameters<typeof clientOf>[1] = {},
): Promise<ServiceError> {
	const error = await errorOf(send(clientOf(service, settings), request));
	expect(service.requests).toHaveLength(requests);
	if (error instanceof ServiceError) return error;
	throw new Error(`Expected a ServiceError, got ${String(error)}`);
}
