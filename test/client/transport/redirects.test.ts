// Which redirects are followed.
import { send } from '../../../client/transport/send';
import { clientOf, response, serviceGiving } from '../fakes';
import { failureOf, good, read, write } from './requests';

const to =
	(location: string, status = 302) =>
	() =>
		response(status, '', { location });

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
