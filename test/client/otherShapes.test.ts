// Endpoints of shapes that the service does not have yet: parameters in the path, and other methods.
import { read, write } from '../../api/endpoint';
import { record, required, string } from '../../api/schema/types';
import { PublishResponse } from '../../api/shared';
import { Sender } from '../../client/publish/execute';
import { planWrite, runListsOf } from '../../client/publish/plan';
import { recordListIn } from '../../client/publish/recordLists';
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

const putPart = write({
	method: 'PUT',
	path: '/SI/Publish/Parts/{Id}',
	name: 'Update',
	action: 'Update part',
	description: 'A part',
	body: Part,
	response: PublishResponse,
	bodyParameters: { partId: 'Id', name: 'Name' },
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

test.each(['PUT', 'PATCH', 'DELETE'] as const)(
	'%s: a field of the body stands in the path, a redirect is not followed, and no doubt is sent again',
	async (method) => {
		const endpoint = { ...putPart, method };
		const lists = runListsOf([recordListIn(endpoint, { Id: 'A1' }, 0)], endpoint, base);
		const plan = planWrite(lists, { endpoint, format: 'json', accept: 'json', maxRecords: 1 });
		for (const status of [200, 302, 500]) {
			const service = serviceOf(() => response(status, '{"MessageId":"M-1"}'));
			const settings = { client: clientOf(service), endpoint, entries: [], continues: true };
			const [outcome] = await new Sender(plan, settings).sendAll();
			expect(outcome).toMatchObject(
				status === 200 ? { receipt: { MessageId: 'M-1' } } : { kind: 'failed' },
			);
			expect(service.requests).toMatchObject([
				{ method, url: `${base}/SI/Publish/Parts/A1`, body: '{"Id":"A1"}' },
			]);
		}
	},
);

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
