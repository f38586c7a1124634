// n8n's own HTTP Request node works with the credential, for whatever path the nodes of this package do not have: a list
// in two pages, and a POST.
import assert from 'node:assert/strict';

import { reply } from '../../nodes/service.mjs';
import {
	baseNode,
	chain,
	credentialType,
	dataOf,
	importFor,
	given,
	withService,
	type Context,
} from '../context.mjs';

export const title = "n8n's HTTP Request node reads a list in pages and posts with the credential";

const list = ['A', 'B', 'C'].map((Name) => ({ Name }));
const pageSize = 2;

/** As examples/another-path.json has it. */
function requestNode(name: string, parameters: object) {
	const authentication = {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: credentialType,
	};
	return {
		...baseNode(name, 'httpRequest', 4.2, { ...authentication, options: {}, ...parameters }),
		credentials: { [credentialType]: { name: credentialType } },
	};
}

const pages = {
	pagination: {
		pagination: {
			paginationMode: 'updateAParameterInEachRequest',
			parameters: { parameters: [{ name: 'pageNumber', value: '={{ $pageCount + 1 }}' }] },
			paginationCompleteWhen: 'other',
			completeExpression: '={{ $response.body.length === 0 }}',
			limitPagesFetched: true,
			maxRequests: 100,
		},
	},
};

export async function run({ n8n }: Context): Promise<void> {
	const keys: unknown[] = [];
	await withService(
		(response, request, number) => {
			keys.push(request.headers['x-key']);
			const page = Number(new URL(request.url, 'http://127.0.0.1').searchParams.get('pageNumber'));
			const rows = list.slice((page - 1) * pageSize, page * pageSize);
			const body = request.method === 'POST' ? { got: JSON.parse(request.body) } : rows;
			reply(200, JSON.stringify(body))(response, request, number);
		},
		async ({ url }) => {
			const access = { authentication: 'headerKey', headerName: 'X-Key', headerValue: 'secret' };
			const read = requestNode('Read', { url: `${url}/SI/Rooms`, options: pages });
			const reading = await importFor(n8n, url, chain('Pages', read), access);
			const rows = dataOf(await n8n.api.runWorkflow(reading), 'Read');
			assert.deepEqual(rows, list);
			const post = requestNode('Post', {
				...{ method: 'POST', url: `${url}/SI/Rooms`, sendBody: true, specifyBody: 'json' },
				jsonBody: '={{ JSON.stringify($json) }}',
			});
			const posting = chain('Posts', given('Room', { Name: 'Hall' }), post);
			const saved = await importFor(n8n, url, posting, access);
			assert.deepEqual(dataOf(await n8n.api.runWorkflow(saved), 'Post'), [
				{ got: { Name: 'Hall' } },
			]);
		},
	);
	assert.ok(keys.length > 2 && keys.every((key) => key === 'secret'));
}
