// A credential whose expressions give input items different values stops the node early.
import { reply, startBareService } from '../service.mjs';
import { runNode } from '../engine.mjs';

async function run(count: number, credentialOf: (itemIndex: number) => object, continues = false) {
	const service = await startBareService(reply(200, '{"Id":"PO-1"}'));
	const asked: number[] = [];
	const result = await runNode({
		credential: { baseUrl: service.url, authentication: 'headerKey', headerName: 'X-Key' },
		credentialOf: (itemIndex) => {
			asked.push(itemIndex);
			return credentialOf(itemIndex) as never;
		},
		items: Array.from({ length: count }, (_, index) => ({ id: `PO-${index}` })),
		parameters: { resource: 'purchaseOrder', operation: 'get', id: '={{ $json.id }}' },
		...(continues && { onError: 'continueErrorOutput' as const }),
	});
	await service.stop();
	return { ...result, asked, sent: service.arrived.length };
}

test.each<[string, number, (item: number) => string]>([
	['the second', 2, (item) => `key-${item}`],
	['the last', 5000, (item) => (item === 4999 ? 'other' : 'key')],
	['some between', 5000, (item) => (item > 400 && item < 4600 ? 'other' : 'key')],
	['the second half', 5000, (item) => (item < 2500 ? 'key' : 'other')],
])('where %s of the input items has another key, nothing is sent', async (_, count, keyOf) => {
	const of = (item: number) => ({ headerValue: keyOf(item) });
	const { asked, error, sent } = await run(count, of);
	expect(error?.message).toContain('The credential gives the input items different values');
	expect(sent).toBe(0);
	expect(asked.length).toBeLessThan(40);
	const { outputs } = await run(2, (item) => ({ headerValue: `key-${item}` }), true);
	expect(outputs.map((output) => output.length)).toEqual([0, 2]);
});

test('one key for all input items is one credential, also where an item that does not exist has none', async () => {
	const of = (item: number) => {
		if (item > 2) throw new Error('No path back to node [Error resolving credentials]');
		return { headerValue: 'key' };
	};
	const { json, error } = await run(3, of);
	expect(error).toBeUndefined();
	expect(json).toHaveLength(3);
});

test('an expression that fails for an item is the error of the node', async () => {
	const of = (item: number) => {
		if (item === 1) throw new Error('The expression is broken');
		return { headerValue: 'key' };
	};
	expect((await run(2, of)).error?.message).toContain('The expression is broken');
});

const record = { mappingMode: 'autoMapInputData', value: null, schema: [] };
const publish = { resource: 'client', operation: 'publish', listId: 'L', listName: 'N', record };
const getChanges = { resource: 'productCatalog', operation: 'getChanges', id: 'C' };

test('two tenants at once, with a key by expression: each reads, writes and follows its own', async () => {
	const service = await startBareService((response, request, number) => {
		const tenant = String(request.headers['x-key']);
		const isEnd = !/pageNumber=1(?!\d)/.test(request.url);
		const Products = isEnd ? [] : [{ Id: tenant, Model: 'M' }];
		const list = { Id: 'C', Name: 'N', TotalProductsCount: 1, Products };
		const write = { MessageId: `6f9619ff-8b86-d011-b42d-${tenant.padStart(12, '0')}` };
		const isWrite = request.method === 'POST';
		reply(200, JSON.stringify(isWrite ? write : list))(response, request, number);
	});
	const runOf = async (parameters: object, tenant: string) =>
		await runNode({
			credential: { baseUrl: service.url, authentication: 'headerKey', headerName: 'X-Key' },
			credentialOf: () => ({ headerValue: tenant }),
			...{ items: [{ Name: tenant }], mode: 'trigger', workflowId: 'tenants' },
			parameters: parameters as never,
		});
	const tenants = ['1001', '1002', '1003', '1004'];
	for (const parameters of [publish, getChanges]) {
		const results = await Promise.all(tenants.map(async (each) => await runOf(parameters, each)));
		for (const [index, { error, json }] of results.entries()) {
			expect(error).toBeUndefined();
			expect(json).toHaveLength(1);
			const told = JSON.stringify(json);
			expect(tenants.filter((tenant) => told.includes(tenant))).toEqual([tenants[index]]);
			expect(told).not.toContain('"deleted"');
		}
	}
	await service.stop();
	for (const { body, headers } of service.arrived.filter(({ method }) => method === 'POST'))
		expect(body).toContain(`"Name":"${String(headers['x-key'])}"`);
});

test('the pace is one for all nodes of an execution with this credential', async () => {
	const service = await startBareService(reply(200, '{"Id":"PO-1"}'));
	const { data } = await runNode({
		credential: { baseUrl: service.url, authentication: 'none' },
		service: { requestsPerMinute: 60 },
		flow: { projectServicesBudgets: { 1: { nextAt: 1, pausedUntil: 1 }, 2: {} } },
		parameters: { resource: 'purchaseOrder', operation: 'get', id: 'PO-1' },
	});
	await service.stop();
	const { flow } = data.executionData?.contextData ?? {};
	const { projectServicesBudgets: kept } = flow as { projectServicesBudgets: object };
	expect(kept).toEqual({ 1: expect.objectContaining({ pausedUntil: 1 }) as object, 2: {} });
	expect(kept).not.toHaveProperty('1.nextAt', 1);
});
