// Error items leave by the error output of every n8n, and come out as n8n 2.41 gives them.
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { ProjectServices } from '../../../nodes/ProjectServices/ProjectServices.node.js';
import { runNode, type RunSettings } from '../engine.mjs';
import { reply } from '../service.mjs';
import { serve } from './bareOrders.mjs';
import { errorCases, type ErrorCase } from './errorCases.mjs';

/** What n8n up to 2.34 makes of the node's items; a run that wrongly replaces the json is not hidden. */
function routedByOlderHost(
	items: readonly INodeExecutionData[],
	input: ReadonlyArray<Readonly<Record<string, unknown>>>,
): INodeExecutionData[][] {
	const outputs: INodeExecutionData[][] = [[], []];
	for (const item of items) {
		const { error, message } = item.json;
		const size = Object.keys(item.json).length;
		const isError = item.error || (error && (size === 1 || (message && size === 2)));
		const [paired] = [item.pairedItem].flat();
		const from = typeof paired === 'object' ? input[paired.item] : {};
		outputs[isError ? 1 : 0].push(
			isError ? { ...item, json: { ...from, ...item.json } as INodeExecutionData['json'] } : item,
		);
	}
	// At the end, it replaces the json of whatever still has an error of its own.
	for (const item of outputs.flat())
		if (item.error !== undefined) item.json = { error: item.error.message };
	return outputs;
}

/** Runs the node, and keeps the items as they were when n8n got them. */
async function run(
	{ answer, items, parameters }: ErrorCase,
	onError: RunSettings['onError'],
): Promise<{ outputs: INodeExecutionData[][]; items: INodeExecutionData[] }> {
	const baseUrl = answer ? (await serve(answer)).url : 'http://127.0.0.1:9';
	const nodeType = new ProjectServices();
	const { execute } = nodeType;
	let given: INodeExecutionData[] = [];
	nodeType.execute = async function (this) {
		const outputs = await execute.call(this);
		given = [...outputs[0]];
		return outputs;
	};
	const { error, outputs } = await runNode({
		parameters: parameters as INodeParameters,
		items,
		credential: { baseUrl, authentication: 'none' },
		onError,
		nodeType,
	});
	expect(error).toBeUndefined();
	return { outputs, items: given };
}

describe.each(errorCases)('$title', (errorCase) => {
	const { failing = errorCase.items.map((_, index) => index), items } = errorCase;

	test('leaves by the error output, with its input fields and details', async () => {
		const { outputs, items: given } = await run(errorCase, 'continueErrorOutput');
		expect(outputs[1].map(({ json }) => json)).toEqual(
			failing.map((index) => ({
				...items[index],
				error: expect.any(String) as string,
				details: expect.objectContaining({ kind: expect.any(String) as string }) as object,
			})),
		);
		expect(outputs[0]).toHaveLength(items.length - failing.length);
		expect(routedByOlderHost(given, items)).toEqual(outputs);
	});

	test('keeps its details where the node goes on by its one output', async () => {
		const { items: given } = await run(errorCase, 'continueRegularOutput');
		for (const item of given) expect(item.error).toBeUndefined();
		expect(given.filter(({ json }) => json.details !== undefined)).toHaveLength(failing.length);
	});
});

test.each([
	[{ resource: 'task', operation: 'get', id: 'T' }, []],
	[
		{ resource: 'task', operation: 'update', taskId: 'T', contact: { Name: 'A' } },
		['mayHaveBeenApplied'],
	],
])('of %j, the details of an error item have their order', async (parameters, ofWrites) => {
	const { url } = await serve(reply(422, '{"Message":"No."}'));
	const credential = { baseUrl: url, authentication: 'none' };
	const { outputs } = await runNode({ parameters, credential, onError: 'continueErrorOutput' });
	const details = outputs[1][0].json.details as object;
	expect(Object.keys(details)).toEqual(['description', 'httpStatus', 'kind', ...ofWrites]);
});

test.each([
	['error and message', { error: 'E1', message: 'The belt stands still' }],
	['error alone', { error: { code: 1 } }],
	['error, message and details', { message: 'm', error: 'E', details: [1] }],
])(
	'a record with %s is no error: it leaves by the success output of every host',
	async (_, record) => {
		const read: ErrorCase = {
			title: 'a record that looks like an error',
			parameters: {
				...{ resource: 'servicePlan', operation: 'get', id: 'A', output: 'selected' },
				...{ fields: [], otherFields: 'error, message, details' },
			},
			items: [{ id: 1 }],
			answer: reply(200, JSON.stringify({ Name: 'N', ...record })),
		};
		const { error, ...others } = record;
		for (const onError of ['continueErrorOutput', 'continueRegularOutput', undefined] as const) {
			const { outputs, items } = await run(read, onError);
			expect(outputs[0].map(({ json }) => json)).toEqual([{ error_1: error, ...others }]);
			expect(routedByOlderHost(items, read.items)).toEqual([outputs[0], []]);
		}
	},
);
