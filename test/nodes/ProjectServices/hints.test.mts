// What a person is told beside the items, and n8n's log in a scheduled run: each hint once.
import type { INodeParameters, NodeExecutionHint } from 'n8n-workflow';

import { hostRequire } from '../../host/location.cjs';
import { ProjectServices } from '../../../nodes/ProjectServices/ProjectServices.node';
import { nodeOf, runNode, type RunSettings, workflowOf } from '../engine.mjs';
import { type Answer, reply } from '../service.mjs';
import { serve } from './bareOrders.mjs';

const { Logger } = hostRequire<{ Logger: { prototype: object } }>('@n8n/backend-common');

/** The warnings of this package in n8n's log. */
const warnings: string[] = [];
beforeAll(() => {
	jest
		.spyOn(Logger.prototype as { warn: (message: string) => void }, 'warn')
		.mockImplementation((message) => void warnings.push(message));
});
beforeEach(() => void warnings.splice(0));
const logged = () => warnings.filter((line) => line.startsWith('Project Services: '));

async function run(answer: Answer, parameters: object, settings: Partial<RunSettings> = {}) {
	const { url } = await serve(answer);
	const result = await runNode({
		parameters: parameters as never,
		credential: { baseUrl: url, authentication: 'none' },
		...settings,
	});
	return { ...result, hints: result.hints.map(({ message, type }) => [type, message]) };
}

const items = ['a', 'b', 'c'].map((id) => ({ id }));
const catalog = {
	resource: 'productCatalog',
	operation: 'get',
	id: '={{ $json.id }}',
	returnAll: true,
	options: { requests: { maxRetries: 0 } },
};
/** A list whose total is wrong, by the number of records that it announces. */
const announcing =
	(totals: readonly number[]): Answer =>
	(response, request, number) => {
		const url = new URL(request.url, 'http://127.0.0.1');
		const index = 'abc'.indexOf(url.searchParams.get('id') ?? '');
		const isFirst = url.searchParams.get('pageNumber') === '1';
		const Products = isFirst ? [{ Id: '1' }] : [];
		const body = { Id: 'C', Name: 'N', TotalProductsCount: totals[index], Products };
		reply(200, JSON.stringify(body))(response, request, number);
	};

test('one hint and one line for many input items; where they differ, it counts them', async () => {
	const same = await run(announcing([5, 5, 5]), catalog, { items, mode: 'trigger' });
	const text = 'The service announced 5 records and returned 1 (4 may be missing).';
	expect(same.hints).toEqual([['warning', text]]);
	expect(logged()).toEqual([`Project Services: ${text}`]);
	const file = await run(announcing([5, 5, 5]), { ...catalog, returnAs: 'file' }, { items });
	expect(file.hints).toEqual(same.hints);
	const other = await run(announcing([5, 6, 7]), catalog, { items });
	expect(other.hints).toEqual([
		['warning', `${text} The same, with other numbers, for 2 more input items.`],
	]);
});

test('a loop says it once', async () => {
	const runs = [[items[0]], [items[1]], [items[2]]];
	const { data } = await run(announcing([5, 5, 6]), catalog, { runs, mode: 'trigger' });
	const shown = data.resultData.runData['Project Services'].map((task) => task.hints?.length ?? 0);
	expect(shown.sort()).toEqual([0, 1, 1]);
	expect(logged()).toHaveLength(2);
});

test('a further try of a node that failed shows its hints', async () => {
	let failures = 0;
	const answer: Answer = (response, request, number) => {
		const fails = request.url.includes('id=b') && failures++ === 0;
		(fails ? reply(404) : announcing([5, 1, 1]))(response, request, number);
	};
	const { hints, error } = await run(answer, catalog, { items: items.slice(0, 2), tries: 2 });
	expect(error).toBeUndefined();
	expect(hints).toHaveLength(1);
});

test('what a service has beyond the document is shown each time, also where it fails, and logged once', async () => {
	const order = { Id: '1', Vendor: 'V', Number: 'N', Status: 'Open', Warranty: 1 };
	const { url } = await serve(reply(200, JSON.stringify(order)));
	const get = { resource: 'purchaseOrder', operation: 'get', id: '1', options: {} };
	const hints: NodeExecutionHint[] = [];
	for (let execution = 0; execution < 3; execution++) {
		const settings = { parameters: get, credential: { baseUrl: url, authentication: 'none' } };
		hints.push(...(await runNode(settings)).hints);
	}
	expect(hints).toHaveLength(3);
	expect(logged()).toHaveLength(1);
	const answer: Answer = (...request) =>
		reply(request[1].url.includes('id=b') ? 404 : 200, JSON.stringify(order))(...request);
	// n8n drops the hints of a node that fails; its log has them.
	const byId = { ...get, id: '={{ $json.id }}', options: { requests: { concurrency: 1 } } };
	const failed = await run(answer, byId, { items });
	expect(failed.error?.message).toContain('status 404');
	expect(logged()).toHaveLength(2);
});

const record = { mappingMode: 'autoMapInputData', value: null };
const publish = { resource: 'client', operation: 'publish', listId: 'L', listName: 'N', record };
const dryRun = { ...publish, options: { dryRun: true } };

test.each([
	['manual', 'info', 0],
	['trigger', 'warning', 1],
	['retry', 'warning', 1],
] as const)("'Dry Run' in the mode %s is of the type %s", async (mode, type, lines) => {
	const { hints, json } = await run(reply(500), dryRun, {
		items: [{ Name: 'a', Number: '1' }],
		mode,
	});
	expect(json).toMatchObject([{ dryRun: true }]);
	expect(hints).toEqual([[type, expect.stringMatching(/^'Dry Run'.*: nothing was sent\./)]]);
	expect(logged()).toHaveLength(lines);
});

const update = { resource: 'project', operation: 'update' };

test.each<[string[], INodeParameters]>([
	[[], publish],
	[['Dry Run'], dryRun],
	[['Project Item Fields to Update'], { ...update, itemFieldsToUpdate: 'all' }],
	[[], { ...update, itemFieldsToUpdate: 'held' }],
])('before the node runs, the editor says %j: %j', (names, parameters) => {
	const type = new ProjectServices();
	const node = nodeOf('Node', 'test.node', parameters);
	const { expression } = workflowOf([node], () => type);
	const shown = (type.description.hints ?? []).filter(({ displayCondition }) =>
		expression.getSimpleParameterValue(node, displayCondition, 'internal', {}),
	);
	expect(shown.map(({ message }) => message.split("'")[1])).toEqual(names);
});

test('names in another spelling are said once, and items have the documented ones', async () => {
	const order = reply(200, '{"id":"1","vendor":"v","number":"2","status":"Open"}');
	const parameters = { resource: 'purchaseOrder', operation: 'get', id: '={{ $json.id }}' };
	const { hints, outputs } = await run(order, parameters, { items, mode: 'trigger' });
	const text =
		'The service writes names otherwise than documented, such as id. Items have the documented names: nothing to do.';
	expect(hints).toEqual([['info', text]]);
	expect(logged()).toEqual([]);
	expect(outputs[0].map(({ json }) => Object.keys(json)[0])).toEqual(['Id', 'Id', 'Id']);
});
