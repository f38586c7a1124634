// The read of clients by their IDs in n8n's engine against the simulated service.
import { sampleClientIds } from '../../../../sandbox/state';
import type { Sandbox } from '../../../../sandbox/server.mjs';
import { runNode, type RunResult } from '../../../engine.mjs';
import { reply, startBareService } from '../../../service.mjs';
import { pairs, withSandbox } from '../support.mjs';

jest.setTimeout(60_000);

let sandbox: Sandbox;
const read = withSandbox((started) => {
	sandbox = started;
});

const ids = sampleClientIds(1, 30);

/** Reads the first two clients from a service that gives these IDs. */
async function readFrom(answered: readonly string[]): Promise<RunResult> {
	const body = answered.map((Id) => ({ ...(Id && { Id }), Name: 'N' }));
	const service = await startBareService(reply(200, JSON.stringify(body)));
	const clientIds = ids.slice(0, 2).join(',');
	const result = await runNode({
		parameters: { resource: 'client', operation: 'getAll', clientIds },
		credential: { baseUrl: service.url, authentication: 'none' },
	});
	await service.stop();
	return result;
}

test('clients are gathered over all items, asked once, and paired with everybody who asked', async () => {
	const items = [
		{ ids: ids.slice(0, 2).join(',') },
		{ ids: `${ids[1]?.toUpperCase()}\n ${ids[2]} ` },
	];
	const result = await read('client/getAll', { clientIds: '={{ $json.ids }}' }, { items });
	expect(result.json.map((json) => (json as { Id: string }).Id)).toEqual(ids.slice(0, 3));
	expect(pairs(result.outputs[0])).toEqual([
		[{ item: 0 }],
		[{ item: 0 }, { item: 1 }],
		[{ item: 1 }],
	]);
	expect(sandbox.requests.map(({ body }) => body)).toEqual([ids.slice(0, 3)]);
});

test.each(['json', 'xml', 'form'])('clients are asked for in %s', async (requestFormat) => {
	const service = { requestFormat };
	const result = await read('client/getAll', { clientIds: ids.join(',') }, { service });
	expect(result.error).toBeUndefined();
	expect(result.json).toHaveLength(30);
});

test.each([
	[101, 2],
	[10_001, 101],
])('%i ids go out in %i requests, and those not found are named', async (count, requests) => {
	const unknown = Array.from(
		{ length: count - 30 },
		(_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
	);
	const result = await read('client/getAll', { clientIds: [...ids, ...unknown].join('\r\n') });
	expect(result.json).toHaveLength(30);
	expect(sandbox.requests).toHaveLength(requests);
	expect(result.hints[0]?.message).toContain(`${count - 30} of ${count} client IDs were not found`);
});

test('clients that come twice or were not requested are all returned, with hints', async () => {
	const [first = '', second = '', other = ''] = ids;
	const result = await readFrom([first, second, first.toUpperCase(), other, other]);
	expect(result.json).toHaveLength(5);
	expect(result.hints).toMatchObject([
		{ message: 'IDs repeat: 2 records have the ID of an earlier one.', type: 'warning' },
		{ message: `The service returned 1 client beside those requested: ${other}`, type: 'warning' },
	]);
});

test('items that disagree on Output stop the node before anything is sent', async () => {
	const items = ['raw', 'simplified'].map((mode, index) => ({ id: ids[index], mode }));
	const parameters = { clientIds: '={{ $json.id }}', output: '={{ $json.mode }}' };
	const { error } = await read('client/getAll', parameters, { items });
	expect(error?.message).toContain("'Output' differs between input items");
	expect(sandbox.requests).toEqual([]);
});

test('an ID that was not found is named if any item that named it did not fail', async () => {
	sandbox.setFault({
		address: 'client/getAll',
		nth: 2,
		times: 1,
		fault: { kind: 'status', status: 400 },
	});
	const many = Array.from({ length: 100 }, (_, index) => ({ ids: `unknown-${index}` }));
	const items = [...many, { ids: `unknown-0, ${ids[0]}` }];
	const options = { requests: { concurrency: 1 } };
	const parameters = { clientIds: '={{ $json.ids }}', options };
	const result = await read('client/getAll', parameters, { items, onError: 'continueErrorOutput' });
	expect(pairs(result.outputs[1])).toEqual([{ item: 100 }]);
	expect(result.hints[0]?.message).toContain('100 of 101 client IDs were not found: unknown-0,');
});

test('a request that fails sends its items to the error branch, once each', async () => {
	sandbox.setFault({
		address: 'client/getAll',
		nth: 2,
		times: 1,
		fault: { kind: 'status', status: 400 },
	});
	const many = Array.from({ length: 150 }, (_, index) => ({
		id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
	}));
	const items = [...ids.map((id) => ({ id })), ...many];
	const result = await read(
		'client/getAll',
		{ clientIds: '={{ $json.id }}', options: { requests: { concurrency: 1 } } },
		{ items, onError: 'continueErrorOutput' },
	);
	expect(result.outputs[0]).toHaveLength(30);
	expect(pairs(result.outputs[1])).toEqual(
		Array.from({ length: 80 }, (_, index) => ({ item: 100 + index })),
	);
});
