// Endpoints of shapes that the service does not have yet: parameters in the path.
import { read } from '../../api/endpoint';
import { record, required, string } from '../../api/schema/types';
import { readRequest } from '../../client/reads/readRequest';
import { readResponse } from '../../client/reads/readResponse';
import { clientOf, errorOf, response, serviceOf } from './fakes';

const Part = record('Part', { Id: string, Name: string });

const getPart = read({
	method: 'GET',
	path: '/SI/Subscribe/Catalogs/{catalogId}/Parts/{id}',
	name: 'Get',
	action: 'Get part',
	description: 'A part',
	query: { catalogId: required(string), id: required(string), language: string },
	idParameter: 'id',
	response: Part,
	key: 'Id',
	simplified: ['Id', 'Name'],
});

const base = 'https://projects.example/exchange';

test('what stands in the path is encoded there, and is not in the query', async () => {
	const service = serviceOf(() => response(200, '{"Id":"A/1","Name":"Cable"}'));
	const client = clientOf(service);
	const values = { catalogId: 'C 1', id: 'A/1?', language: 'en' };
	const request = readRequest(getPart, values, 'json');
	const { value } = await readResponse(client, getPart, request);
	expect(value).toEqual({ Id: 'A/1', Name: 'Cable' });
	expect(service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
		`GET ${base}/SI/Subscribe/Catalogs/C%201/Parts/A%2F1%3F?language=en`,
	]);
});

test.each([
	['', 'it is empty'],
	[undefined, 'it is empty'],
	['.', 'it is "."'],
	['..', 'it is ".."'],
	['\ud800', 'half of a surrogate pair'],
])('%j would be another path, and is not sent', async (id, problem) => {
	const service = serviceOf(() => response(200, '{}'));
	const request = readRequest(getPart, { catalogId: 'C', id }, 'json');
	const error = await errorOf(readResponse(clientOf(service), getPart, request));
	expect(error).toMatchObject({ failure: { kind: 'input' } });
	expect(String(error)).toContain('The value of "id" cannot be put into a URL');
	expect(String(error)).toContain(problem);
	expect(service.requests).toEqual([]);
});
