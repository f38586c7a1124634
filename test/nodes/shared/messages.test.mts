// A message is shown as it was written, though n8n replaces those that contain the name of a system error.
import type { ILoadOptionsFunctions, INode } from 'n8n-workflow';

import { ServiceError } from '../../../client/failures/serviceError';
import { searchProjects } from '../../../nodes/ProjectServices/description/searchProjects';
import { nodeError, parameterError } from '../../../nodes/shared/errors';
import { runNode, type RunSettings } from '../engine.mjs';
import { newPollHost } from '../ProjectServicesTrigger/pollHost.mjs';
import { serve } from '../ProjectServices/bareOrders.mjs';
import { reply } from '../service.mjs';

const node = { name: 'Node', type: 'test', parameters: {} } as unknown as INode;
const request = { write: false, url: 'http://projects.example', attempts: 1 };

test.each(['SitePermit', 'Preexisting', 'enoent', 'EACCES', 'getaddrinfo'])(
	'a message that contains %s stays',
	(word) => {
		const subject = `the client with the ID "${word}"`;
		const failed = new ServiceError({ kind: 'status', status: 404 }, { ...request, subject });
		const expected = `The service did not find ${subject} (status 404)`;
		expect(nodeError(node, failed).message).toBe(expected);
		const stopped = new ServiceError({ kind: 'cancelled', sent: false }, request);
		const text = { message: word, description: '' };
		expect(nodeError(node, stopped, 0, text).message).toBe(word);
		expect(nodeError(node, parameterError(node, word)).message).toBe(word);
		expect(nodeError(node, parameterError(node, 'x'), 0, text).message).toBe(word);
		expect(nodeError(node, new TypeError(word)).message).toBe(word);
	},
);

const credentialFor = (baseUrl: string) => ({ baseUrl, authentication: 'none' });

const record = { mappingMode: 'autoMapInputData', value: null };
const publish = { resource: 'client', operation: 'publish', listId: 'L', listName: 'N', record };
const get = { resource: 'purchaseOrder', operation: 'get', id: '={{ $json.id }}' };

test.each([undefined, 'continueErrorOutput'] as const)(
	'in the engine, On Error: %s',
	async (onError) => {
		const { url } = await serve(reply(404));
		for (const [parameters, item, words] of [
			[publish, { Name: 'a', SitePermitNumber: 1 }, 'SitePermitNumber is not a field of Client'],
			[get, { id: 'SITEPERMIT-12' }, 'not find the purchase order with the ID "SITEPERMIT-12"'],
		] as const) {
			const settings = { parameters, items: [item], credential: credentialFor(url), onError };
			const { error, outputs } = await runNode(settings as RunSettings);
			expect(onError ? outputs[1][0].json.error : error?.message).toContain(words);
		}
	},
);

test('in a poll', async () => {
	const { url } = await serve(reply(404));
	const parameters = { event: 'productChanged', catalogId: 'PREEXISTING' };
	await expect(newPollHost(parameters, credentialFor(url)).poll()).rejects.toThrow('"PREEXISTING"');
});

test('in a list that the editor loads', async () => {
	const body = { destroyed: true, on: () => undefined, destroy: () => undefined };
	const response = { statusCode: 307, headers: { location: 'http://eperm.example' }, body };
	const context = {
		getNode: () => node,
		getCredentials: async () => credentialFor('http://projects.example'),
		helpers: { httpRequestWithAuthentication: async () => response },
	} as unknown as ILoadOptionsFunctions;
	await expect(searchProjects(context)).rejects.toThrow(/redirects .* to http:\/\/eperm\.example/);
});
