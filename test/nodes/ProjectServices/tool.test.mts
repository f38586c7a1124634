// The node as an AI agent's tool in n8n's engine: the agent learns what the tool is for, gives what is
// asked of it, and gets little and useful back.
import { type Sandbox, startSandbox } from '../../sandbox/server.mjs';
import { callTool, type ToolCall, type ToolUse } from './toolEngine.mjs';

jest.setTimeout(60_000);

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ products: 250 });
});

afterAll(async () => {
	await sandbox.stop();
});

/** The parameters of a publish with one record. */
function publishing(value: object) {
	const record = { mappingMode: 'defineBelow', value };
	return { listId: 'agent', listName: 'By the agent', record } as ToolCall['parameters'];
}

const idByAgent = "={{ $fromAI('id', 'The ID of the purchase order', 'string') }}";

function call(
	address: string,
	parameters: ToolCall['parameters'],
	args: ToolCall['args'] = {},
	calls = 1,
): Promise<ToolUse> {
	const [resource = '', operation = ''] = address.split('/');
	return callTool({
		baseUrl: sandbox.url,
		parameters: { resource, operation, ...parameters },
		args,
		calls,
	});
}

function itemsOf({ answer, failure }: ToolUse): Array<Record<string, unknown>> {
	if (answer === undefined) throw new Error(failure);
	return JSON.parse(answer) as Array<Record<string, unknown>>;
}

test('the agent is told what the tool does and what it has to give', async () => {
	const told = await call('purchaseOrder/get', { id: idByAgent }, { id: 'PO-1001' });
	expect(told.name).toBe('Project_Services');
	expect(told.description).toMatch(/purchase order/i);
	expect(told.wanted).toEqual(['id']);
});

test('a simplified purchase order is a small part of the whole, and names itself', async () => {
	const parameters = { id: idByAgent };
	const args = { id: 'PO-1001' };
	const raw = await call('purchaseOrder/get', parameters, args);
	const simplified = await call('purchaseOrder/get', { ...parameters, output: 'simplified' }, args);
	const [order, ...others] = itemsOf(simplified);
	expect(others).toEqual([]);
	expect(order).toMatchObject({ Id: 'PO-1001', Vendor: expect.any(String) });
	expect(itemsOf(raw)[0]).toMatchObject(order ?? {});
	expect(simplified.answer?.length).toBeLessThan(500);
	expect(simplified.answer?.length).toBeLessThan((raw.answer?.length ?? 0) / 5);
});

test('ten products come as ten short rows', async () => {
	const parameters = { id: 'CAT-1001', limit: 10, output: 'simplified' };
	const products = await call('productCatalog/get', parameters);
	const rows = itemsOf(products);
	expect(rows).toHaveLength(10);
	for (const row of rows) expect(Object.keys(row)).toEqual(expect.arrayContaining(['Id', 'Model']));
	expect(products.answer?.length).toBeLessThan(4_000);
});

test('an ID that does not exist is explained, so that the agent can ask again', async () => {
	const { answer, failure } = await call('purchaseOrder/get', { id: idByAgent }, { id: 'PO-9999' });
	expect(answer).toBeUndefined();
	expect(failure).toContain('The service did not find the purchase order with the ID "PO-9999"');
	expect(failure).toContain('Check the ID');
});

test('an agent can publish a record and learns what became of it', async () => {
	const id = '0a0b0c0d-1111-4222-8333-444455556666';
	const name = "={{ $fromAI('name', 'The name of the client', 'string') }}";
	const used = await call('client/publish', publishing({ Id: id, Name: name }), {
		name: 'Harbour Hotel',
	});
	expect(used.wanted).toEqual(['name']);
	expect(itemsOf(used)).toEqual([
		{ MessageId: expect.any(String), Message: expect.any(String), recordCount: 1 },
	]);
	expect(sandbox.find('client', id)).toMatchObject({ Name: 'Harbour Hotel' });
});

test.each([
	['may have been applied', 500, 1],
	['was refused', 400, 2],
	['was accepted', undefined, 2],
])(
	'a publish that %s is not repeated blindly when the agent calls again',
	async (_, status, sent) => {
		sandbox.reset();
		if (status) sandbox.setFault({ fault: { kind: 'status', status, applied: status === 500 } });
		const { answer, failure } = await call('client/publish', publishing({ Name: 'Hotel' }), {}, 2);
		expect(answer === undefined).toBe(status === 500);
		expect(failure === undefined).toBe(status !== 500);
		expect(sandbox.requests).toHaveLength(sent);
		expect(sandbox.requests.filter(({ applied }) => applied)).toHaveLength(status ? 1 : 2);
	},
);
