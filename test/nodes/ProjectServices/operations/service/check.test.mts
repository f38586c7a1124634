// Check in n8n's engine: five items, once for all input items, from reads alone.
import type { INodeParameters } from 'n8n-workflow';

import { type Sandbox, sampleIds } from '../../../../sandbox/server.mjs';
import { pairs, withSandbox } from '../support.mjs';

let sandbox: Sandbox;
const run = withSandbox((started) => (sandbox = started));

test('five items, once for all input items, with the first Catalog ID of them', async () => {
	const items = [{}, { id: sampleIds.catalog }, { id: 'another' }];
	const parameters = { catalogId: '={{ $json.id }}' };
	const { json, outputs } = await run('service/check', parameters, { items });
	const question = expect.any(String) as string;
	const answer = (id: string, word: string) => ({
		...{ id, question, answer: word, evidence: question, consequence: question },
	});
	expect(json).toEqual([
		answer('reachable', 'yes'),
		answer('authentication', 'notRequired'),
		answer('format', 'both'),
		answer('firstPage', '1'),
		answer('dates.offset', 'offset'),
	]);
	expect(pairs(outputs[0])).toEqual(Array(5).fill({ item: 0 }));
	expect(sandbox.requests.every(({ method }) => method === 'GET')).toBe(true);
	const paths = new Set(sandbox.requests.map(({ path }) => path));
	expect([...paths]).toEqual(['/SI/Subscribe/COProjects', '/SI/Subscribe/ProductCatalogs']);
});

test('an authentication that is ignored is accepted; what the credential says already needs no change', async () => {
	const credential = { baseUrl: sandbox.url, authentication: 'bearer', token: 'T' };
	const { json } = await run('service/check', {}, { credential, service: { firstPage: 1 } });
	expect(json[1]).toMatchObject({ id: 'authentication', answer: 'accepted' });
	expect(json[3]).toMatchObject({ answer: '1', consequence: "Nothing: 'First Page' is 1." });
});

test('a service that is not there is no error, but an answer and a hint', async () => {
	const credential = { baseUrl: 'http://127.0.0.1:9', authentication: 'none' };
	const service = { maxRetries: 0 };
	const { hints, json } = await run('service/check', {}, { credential, service });
	expect(json[0]).toMatchObject({
		answer: 'no',
		consequence: expect.stringContaining("'Base URL'") as string,
	});
	expect(hints.map(({ message }) => message)).toEqual([expect.stringContaining('ECONNREFUSED')]);
});

test.each<[INodeParameters, RegExp]>([
	[{ catalogId: '={{ ["a"] }}' }, /^'Catalog ID' is a list, expected text/],
	[{ catalogId: '={{ 2 ** 60 }}' }, /^'Catalog ID' is \d+, which has lost/],
])(
	'%j stops early, and each input item leaves once where the node continues',
	async (parameters, message) => {
		const { error } = await run('service/check', parameters);
		expect(error?.message).toMatch(message);
		const items = [{}, {}];
		const { outputs } = await run('service/check', parameters, {
			items,
			onError: 'continueErrorOutput',
		});
		expect(pairs(outputs[1])).toEqual([{ item: 0 }, { item: 1 }]);
		expect(sandbox.requests).toEqual([]);
	},
);
