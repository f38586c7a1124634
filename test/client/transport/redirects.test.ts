// Which redirects are followed.
import { ServiceError } from '../../../client/serviceError';
import { send } from '../../../client/transport/send';
import type { ServiceRequest } from '../../../client/transport/serviceRequest';
import { clientOf, errorOf, response, type Service, serviceGiving } from '../fakes';

const read: ServiceRequest = {
	method: 'GET',
	path: '/SI/Subscribe/PurchaseOrders',
	query: [['id', 'A 1']],
	accept: 'json',
	write: false,
	subject: 'the purchase order with the ID "A 1"',
};
const write: ServiceRequest = {
	method: 'POST',
	path: '/SI/Publish/Clients',
	body: { text: '{"Id":"1"}', contentType: 'application/json' },
	accept: 'xml',
	write: true,
};
const good = () => response(200, '{"Id":"A 1"}');
const to =
	(location: string, status = 302) =>
	() =>
		response(status, '', { location });

/** The error that a request ends with, after this number of requests. */
async function failureOf(
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

describe('redirects', () => {
	test('a read is followed within its origin', async () => {
		const next = 'https://projects.example/x';
		const service = serviceGiving(to('/elsewhere?id=1', 307), to(next), good);
		await send(clientOf(service), read);
		const urls = service.requests.map(({ url }) => url).slice(1);
		expect(urls).toEqual(['https://projects.example/elsewhere?id=1', next]);
	});

	test.each([
		['https://other.example/x', 'https://other.example', 1],
		['http://projects.example/x', 'http://projects.example', 1],
		['', 'another address', 1],
		['https://', 'another address', 1],
		['data:text/html,x', 'an address that begins with data:', 1],
		['/again', 'again and again (status 302), the last time to /again', 6],
	])('a read to %j is not followed, at least not to its end', async (location, place, requests) => {
		const { failure, message } = await failureOf(serviceGiving(to(location)), read, requests);
		expect(failure).toMatchObject({ kind: 'redirect', status: 302, location });
		expect(message).toContain(place);
	});

	test.each([
		[302, true],
		[303, true],
		[307, false],
		[308, false],
	])('a write is never followed after %i; it may have been applied: %p', async (status, unsure) => {
		const service = serviceGiving(to('/elsewhere', status), good);
		const { message, description } = await failureOf(service, write, 1);
		expect(message).toContain('redirects the request to /elsewhere');
		expect(description.includes('may or may not have been applied')).toBe(unsure);
	});
});
