// In continue mode each input item leaves once, by the error output, whatever fails: each part of the host, in every
// operation.
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { changeFeeds, endpoints } from '../../../api/index';
import { serviceOperations } from '../../../nodes/ProjectServices/operations/serviceOperations';
import { ProjectServices } from '../../../nodes/ProjectServices/ProjectServices.node.js';
import { type Sandbox, sampleIds, startSandbox } from '../../sandbox/server.mjs';
import { runNode, type RunResult, type RunSettings } from '../engine.mjs';
import { type OperationCase, operationCases, type Part } from './operationCases.mjs';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ products: 20 });
});
afterAll(async () => await sandbox.stop());
beforeEach(() => {
	sandbox.reset();
	sandbox.forgetRequests();
});

type Changed = (context: IExecuteFunctions) => object;

/** A node whose context is changed, and the items that it gave n8n. */
function nodeWith(changed: Changed) {
	const nodeType = new ProjectServices();
	const { execute } = nodeType;
	const items: INodeExecutionData[] = [];
	nodeType.execute = async function (this) {
		const descriptors = Object.getOwnPropertyDescriptors(changed(this));
		const context = Object.create(this, descriptors) as IExecuteFunctions;
		const outputs = await execute.call(context);
		items.push(...outputs[0]);
		return outputs;
	};
	return { items, nodeType };
}

/** A node that does this with each request, counted from 1; `send` sends it. */
function nodeSending(act: (send: () => Promise<unknown>, number: number) => Promise<unknown>) {
	let requests = 0;
	return nodeWith((context) => {
		const { httpRequestWithAuthentication: send } = context.helpers;
		return withHelpers(context, {
			async httpRequestWithAuthentication(this: never, ...all: Parameters<typeof send>) {
				return await act(async () => (await send.call(this, ...all)) as unknown, ++requests);
			},
		});
	});
}

/** A node that is stopped as it sends a request. */
function stoppedAt(number: number) {
	let stop: () => void = () => undefined;
	const node = nodeSending(async (send, count) => {
		if (count === number) stop();
		return await send();
	});
	return { ...node, whileRunning: (cancel: () => void) => void (stop = cancel) };
}

function withHelpers({ helpers }: IExecuteFunctions, changed: object): object {
	return { helpers: Object.create(helpers, Object.getOwnPropertyDescriptors(changed)) as object };
}

function throwing(error: Error) {
	return () => {
		throw error;
	};
}

function rejecting(message: string) {
	return async () => await Promise.reject(new Error(message));
}

interface HostFailure {
	readonly title: string;
	/** What has to be in use; left out, every operation uses it. */
	readonly part?: Part;
	readonly changed: Changed;
}

const hostFailures: readonly HostFailure[] = [
	{
		title: 'the credential was deleted',
		changed: () => ({ getCredentials: rejecting('Credential with ID "1" does not exist.') }),
	},
	{
		title: 'the credential cannot be decrypted',
		changed: () => ({ getCredentials: rejecting('Credentials could not be decrypted.') }),
	},
	{
		title: 'an expression of the credential is broken',
		changed: () => ({ getCredentials: throwing(new TypeError('[Error resolving credentials]')) }),
	},
	{
		title: 'n8n rejects the request',
		part: 'request',
		changed: (context) =>
			withHelpers(context, { httpRequestWithAuthentication: rejecting('Not allowed') }),
	},
	{
		title: 'there is a bug',
		part: 'request',
		changed: (context) =>
			withHelpers(context, { httpRequestWithAuthentication: throwing(new TypeError('A bug')) }),
	},
	{
		title: 'a parameter cannot be read',
		changed: () => ({ getNodeParameter: throwing(new Error('No such parameter')) }),
	},
	{
		title: 'static data cannot be read',
		part: 'staticData',
		changed: () => ({ getWorkflowStaticData: throwing(new Error('No static data')) }),
	},
	{
		title: 'the data of the execution cannot be read',
		changed: () => ({ getContext: throwing(new Error('No context')) }),
	},
	{
		title: 'a file cannot be stored',
		part: 'file',
		changed: (context) =>
			withHelpers(context, { prepareBinaryData: rejecting('The disk is full') }),
	},
];

function pairsOf(items: readonly INodeExecutionData[]): number[] {
	const pairs = items.flatMap(({ pairedItem }) => [pairedItem].flat());
	return pairs.map((pair) => (typeof pair === 'object' ? pair.item : -1)).sort();
}

let workflows = 0;

async function run(
	{ before, items, parameters, service }: OperationCase,
	rest: Partial<RunSettings> = {},
): Promise<RunResult> {
	const settings: RunSettings = {
		...{ parameters, items, mode: 'trigger', onError: 'continueErrorOutput' },
		...{ credential: { baseUrl: sandbox.url, authentication: 'none' }, service },
		workflowId: `every-failure-${workflows++}`,
	};
	const { staticData } = before ? await runNode({ ...settings, parameters: before }) : {};
	return await runNode({ ...settings, staticData, ...rest });
}

test('every operation is here', () => {
	const all = [...endpoints, ...changeFeeds, ...serviceOperations];
	const tried = operationCases.map(({ title }) => title);
	expect(tried).toEqual(expect.arrayContaining(all.map(({ operationKey }) => operationKey)));
});

describe.each(operationCases)('$title', (operation) => {
	const { isOneForAll, items, without } = operation;
	const all = items.map((_, index) => index);

	test('succeeds while nothing fails', async () => {
		const { error, outputs } = await run(operation);
		expect(error).toBeUndefined();
		expect(outputs[1]).toEqual([]);
		expect([...new Set(pairsOf(outputs[0]))]).toEqual(isOneForAll ? [0] : all);
	});

	const used = ({ part }: HostFailure) => part === undefined || !without.includes(part);
	test.each(hostFailures.filter(used))('when $title', async ({ changed }) => {
		const { items: given, nodeType } = nodeWith(changed);
		const { error, outputs } = await run(operation, { nodeType });
		expect(error).toBeUndefined();
		expect(outputs[0]).toEqual([]);
		expect(pairsOf(outputs[1])).toEqual(all);
		expect(given.map(({ error: marked }) => marked !== undefined)).toEqual(all.map(() => true));
	});

	if (!without.includes('request'))
		test('when it is stopped', async () => {
			const { items: given, nodeType, whileRunning } = stoppedAt(1);
			await run(operation, { nodeType, whileRunning });
			expect(pairsOf(given)).toEqual(all);
			expect(given.map(({ error: marked }) => marked !== undefined)).toEqual(all.map(() => true));
			expect(given.map(({ json }) => json.details)).toEqual(
				all.map(() => expect.objectContaining({ kind: 'interrupted' }) as object),
			);
		});
});

function caseOf(title: string, options: object): OperationCase {
	const found = operationCases.find((each) => each.title === title);
	if (!found) throw new Error(`There is no case ${title}.`);
	const { requests } = found.parameters.options as { requests: object };
	const parameters = { ...found.parameters, options: { ...options, requests } } as never;
	return { ...found, parameters };
}

test('what a publish has sent before it was stopped keeps its receipt', async () => {
	const { items, nodeType, whileRunning } = stoppedAt(2);
	const operation = caseOf('client/publish', {});
	const three = { ...operation, items: [...operation.items, { Name: 'C' }] };
	await run(three, { nodeType, whileRunning, service: { recordsPerRequest: 1 } });
	expect(items).toMatchObject([
		{ json: { MessageId: expect.any(String) as string }, pairedItem: [{ item: 0 }] },
		{
			json: { details: { kind: 'interrupted', mayHaveBeenApplied: true } },
			pairedItem: { item: 1 },
		},
		{ json: { details: { kind: 'interrupted' } }, pairedItem: { item: 2 } },
	]);
	expect(items[2].json.details).not.toHaveProperty('mayHaveBeenApplied', true);
});

test('what was read before a read was stopped is kept', async () => {
	const { items, nodeType, whileRunning } = stoppedAt(2);
	const operation = caseOf('purchaseOrder/get', {});
	operation.parameters.options = { requests: { concurrency: 1 } };
	await run(operation, { nodeType, whileRunning });
	expect(items).toMatchObject([
		{ json: { Id: sampleIds.purchaseOrder }, pairedItem: { item: 0 } },
		{ json: { details: { kind: 'interrupted' } }, pairedItem: { item: 1 } },
	]);
});

test('after a bug in a write or behind it, its items say that it may have been applied', async () => {
	const sending = nodeSending(async (send) => {
		await send();
		throw new TypeError('A bug');
	});
	const saving = nodeWith(() => ({ customData: { get: throwing(new TypeError('A bug')) } }));
	for (const { nodeType } of [sending, saving]) {
		const { outputs } = await run(caseOf('client/publish', {}), { nodeType });
		const json = { details: { mayHaveBeenApplied: true } };
		expect(outputs[1]).toMatchObject([{ json }, { json }]);
	}
});

test('one wrong feed loses the items of no other, and one that fails each of its items', async () => {
	const title = 'productCatalog/getChanges';
	const operation = { ...caseOf(title, {}), items: [{ id: sampleIds.catalog }, { id: '' }] };
	operation.parameters.id = '={{ String($json.id) }}';
	const { outputs } = await run(operation);
	expect(new Set(pairsOf(outputs[0]))).toEqual(new Set([0]));
	expect(pairsOf(outputs[1])).toEqual([1]);
});
