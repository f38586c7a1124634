// A credential whose values are expressions may give each input item others.
import { type Answer, reply, startBareService } from '../service.mjs';
import { runNode, type RunSettings } from '../engine.mjs';

const order = JSON.stringify({ Id: 'PO-1', Vendor: 'Acme' });
const KEYS = ['first-item-key', 'second-item-key', 'first-item-key'];

async function run(
	settings: Partial<RunSettings>,
	keys: readonly string[] = KEYS,
	answer: Answer = reply(200, order),
) {
	const service = await startBareService(answer);
	try {
		const result = await runNode({
			credential: { baseUrl: service.url, authentication: 'headerKey', headerName: 'X-Key' },
			// An item that does not exist has no value.
			credentialOf: (itemIndex) => ({ headerValue: keys[itemIndex] ?? keys[0] ?? '' }),
			items: [{ id: 'PO-1' }, { id: 'PO-2' }, { id: 'PO-3' }],
			parameters: { resource: 'purchaseOrder', operation: 'get', id: '={{ $json.id }}' },
			...settings,
		});
		return { ...result, sent: service.arrived.map(({ headers }) => headers['x-key']) };
	} finally {
		await service.stop();
	}
}

/** As n8n resolves an expression about an item that does not exist. */
const credentialOf = (itemIndex: number) => ({ headerValue: KEYS[itemIndex] ?? 'undefined' });

test('a read by ID uses the credential of its item', async () => {
	const { json, sent } = await run({ credentialOf });
	expect(json).toHaveLength(3);
	expect([...sent].sort()).toEqual([...KEYS].sort());
});

test('a key that a service returns as the name of a field is in no hint, whichever item it is of', async () => {
	const echo: Answer = (response, request, number) =>
		reply(200, JSON.stringify({ Id: 'PO-1', [`Echo ${request.headers['x-key']}`]: 1 }))(
			response,
			request,
			number,
		);
	const { hints, json } = await run({ credentialOf }, KEYS, echo);
	expect(json).toHaveLength(3);
	const texts = hints.map(({ message }) => message).join();
	expect(texts).toContain('fields of the purchase order that this version does not know: Echo ');
	expect(texts).not.toMatch(/(first|second)-item-key/);
});

const publish = {
	resource: 'client',
	operation: 'publish',
	listId: 'crm',
	listName: 'CRM',
	record: { mappingMode: 'autoMapInputData', value: null, schema: [] },
};

test.each([
	['records that go out together', publish],
	[
		'clients that are asked for together',
		{ resource: 'client', operation: 'getAll', clientIds: 'a' },
	],
	['a list', { resource: 'changeOrderProject', operation: 'getAll' }],
	['a check', { resource: 'service', operation: 'check' }],
])('%s: an error before anything is sent', async (_, parameters) => {
	const items = [{ Name: 'a' }, { Name: 'b' }, { Name: 'c' }];
	const { error, sent } = await run({ credentialOf, parameters, items });
	expect(error?.message).toContain('The credential gives the input items different values');
	expect(sent).toEqual([]);
	const { outputs } = await run({
		credentialOf,
		parameters,
		items,
		onError: 'continueErrorOutput',
	});
	expect(outputs.map((output) => output?.length ?? 0)).toEqual([0, 3]);
});

test('one that is broken for an item fails that item', async () => {
	const broken = (itemIndex: number) => {
		if (itemIndex === 1) throw new Error('The expression is broken');
		return credentialOf(itemIndex);
	};
	const { json, outputs } = await run({ credentialOf: broken, onError: 'continueErrorOutput' });
	expect(json).toHaveLength(2);
	expect(outputs[1]?.map(({ json: { error } }) => error)).toEqual([
		expect.stringContaining('The expression is broken'),
	]);
});

const oneClient: Partial<RunSettings> = {
	parameters: publish,
	items: [{ Id: '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b01', Name: 'a' }],
	mode: 'trigger',
};

/** A credential that n8n cannot give for an item that does not exist. */
function failingWith(message: string) {
	return (itemIndex: number) => {
		if (itemIndex > 0) throw new Error(message);
		return { headerValue: 'a-key' };
	};
}

test('one whose expressions fail for an item that does not exist depends on the items', async () => {
	const credential = failingWith('No path back to node [Error resolving credentials]');
	const { sent } = await run({ ...oneClient, credentialOf: credential });
	expect(sent).toEqual(['a-key']);
});

test('a failure of n8n to give the credential is no sign that it depends on the items', async () => {
	const credential = failingWith('The database does not respond');
	const { error, sent } = await run({ ...oneClient, credentialOf: credential });
	expect(error?.message).toContain('The database does not respond');
	expect(sent).toEqual([]);
});

test('expressions that give all items the same are one credential', async () => {
	const parameters = { ...publish, options: { dryRun: true } };
	const same = () => ({ headerValue: 'one-key-for-all' });
	const { json } = await run({
		credentialOf: same,
		parameters,
		items: [{ Name: 'a' }, { Name: 'b' }],
	});
	expect(json).toHaveLength(1);
});
